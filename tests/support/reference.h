// SPDX-License-Identifier: GPL-3.0-or-later
// Reference models and values of tests/data/reference (made by the official model classes in fp32; see manifest.json).
#pragma once

#include "core/interop/safetensors.h"
#include "core/model/transformer.h"
#include "tests/support/test_main.h"

#include <nlohmann/json.hpp>

#include <fstream>

namespace bam::test {

inline nlohmann::json referenceManifest()
{
    std::ifstream file(dataFile("reference/manifest.json"));
    return nlohmann::json::parse(file);
}

inline interop::SafetensorsFile reference(const std::string& name)
{
    return interop::SafetensorsFile(dataFile("reference/" + name + ".safetensors"));
}

/// The spec of a reference model. Trajectories use the same shapes as the plain models.
inline spec::ModelSpec referenceSpec(const nlohmann::json& entry)
{
    spec::ModelSpec spec;
    spec.size = "custom";
    spec.encoding = entry.at("encoding").get<std::string>();
    spec.ssmax = spec.encoding.ends_with("_ssmax");
    if (spec.ssmax)
        spec.encoding.resize(spec.encoding.size() - 6);
    spec.dim = entry.value("dim", 32);
    spec.layers = entry.value("n_layers", 2);
    spec.heads = spec.kvHeads = entry.value("n_heads", 4);
    spec.ffnMultiplier = 2;
    spec.vocabulary = entry.value("vocab", 61);
    spec.prior.global = entry.value("global_prior", false);
    spec.prior.thetaMuTrainable = entry.value("theta_mu_trainable", false);
    return spec;
}

/// Tensors of a file whose names begin with `prefix`, without it.
inline model::NamedParameters section(const interop::SafetensorsFile& file, const std::string& prefix)
{
    model::NamedParameters found;
    for (const auto& name : file.names())
        if (name.rfind(prefix, 0) == 0)
            found.emplace_back(name.substr(prefix.size()), file.tensor(name));
    return found;
}

inline model::Transformer referenceModel(const nlohmann::json& entry, const interop::SafetensorsFile& file, const std::string& prefix = "param.")
{
    model::Transformer model(referenceSpec(entry), 1);
    model.load(section(file, prefix));
    return model;
}

}  // namespace bam::test
