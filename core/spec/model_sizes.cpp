// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/model_sizes.h"

namespace bam::spec {

const std::vector<ModelSize>& modelSizes()
{
    static const std::vector<ModelSize> all = {
        {"l6", 512, 6, 16, 16, 2},
        {"l8", 768, 8, 16, 16, 2},
        {"l12", 768, 12, 16, 16, 2},
        {"l15", 1152, 15, 24, 24, 2},
        {"l18", 1536, 18, 32, 32, 2},
        {"l24", 2048, 24, 64, 64, 2},
        {"llama1b", 2048, 16, 32, 8, 4},
        {"llama8b", 4096, 32, 32, 8, 3.5},
    };
    return all;
}

const ModelSize* findSize(const std::string& name)
{
    for (const auto& size : modelSizes())
        if (size.name == name)
            return &size;
    return nullptr;
}

std::vector<std::string> sizeNamesAndCustom()
{
    std::vector<std::string> names;
    for (const auto& size : modelSizes())
        names.push_back(size.name);
    names.push_back("custom");
    return names;
}

void applySize(ModelSpec& model, const ModelSize& size)
{
    model.size = size.name;
    model.dim = size.dim;
    model.layers = size.layers;
    model.heads = size.heads;
    model.kvHeads = size.kvHeads;
    model.ffnMultiplier = size.ffnMultiplier;
}

bool matchesSize(const ModelSpec& model, const ModelSize& size)
{
    return model.dim == size.dim && model.layers == size.layers && model.heads == size.heads && model.kvHeads == size.kvHeads
        && model.ffnMultiplier == size.ffnMultiplier;
}

void nameSize(ModelSpec& model)
{
    model.size = "custom";
    for (const auto& size : modelSizes())
        if (matchesSize(model, size))
            model.size = size.name;
}

}  // namespace bam::spec
