// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/locate.h"

#include <initializer_list>
#include <system_error>

namespace bam {
namespace {

/// The first of these that exists below the folder of the executable or one above it.
std::filesystem::path findUpwards(std::initializer_list<std::filesystem::path> names)
{
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error)
        return {};
    for (auto folder = program.parent_path();; folder = folder.parent_path()) {
        for (const auto& name : names)
            if (auto file = folder / name; std::filesystem::exists(file, error))
                return file;
        if (folder == folder.parent_path())
            return {};
    }
}

}  // namespace

std::filesystem::path mistralTokenizer()
{
    const std::string model = "mistral_instruct_tokenizer_240323.model.v3", wheel = "deps/site/mistral_common/data";
    return findUpwards({"share/bamscope/tokenizers/" + model, wheel + "/" + model, "build/" + wheel + "/" + model});
}

std::filesystem::path presetFile(const std::string& name)
{
    return findUpwards({"share/bamscope/presets/" + name + ".json", "resources/presets/" + name + ".json"});
}

}  // namespace bam
