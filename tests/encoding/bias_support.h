// SPDX-License-Identifier: GPL-3.0-or-later
// A bias made for a test, and the values of tests/data/encodings, computed from the papers' formulas in float64 (make_fixtures.py).
#pragma once

#include "core/encoding/encoding.h"
#include "core/interop/safetensors.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

namespace bam::test {

inline spec::ModelSpec withHeads(std::int64_t heads, std::int64_t dim = 96)
{
    spec::ModelSpec spec;
    spec.heads = spec.kvHeads = heads;
    spec.dim = dim;
    return spec;
}

inline std::unique_ptr<encoding::BiasModule> makeBias(const std::string& name, const spec::ModelSpec& spec, std::uint64_t seed = 1)
{
    return encoding::kind(name).makeBias({spec, at::make_generator<at::CPUGeneratorImpl>(seed)});
}

inline at::Tensor parameter(const encoding::BiasModule& module, const std::string& wanted)
{
    for (const auto& [name, tensor] : module.parameters())
        if (name == wanted)
            return tensor;
    return {};
}

/// Sets a parameter, whatever its shape.
inline void setParameter(const encoding::BiasModule& module, const std::string& name, const at::Tensor& values)
{
    const auto target = parameter(module, name).detach();
    target.copy_(values.view(target.sizes()));
}

inline interop::SafetensorsFile formula(const std::string& name) { return interop::SafetensorsFile(dataFile("encodings/" + name + ".safetensors")); }

/// The largest difference, relative to values above 1.
inline double relativeError(const at::Tensor& value, const at::Tensor& expected)
{
    return ((value.detach() - expected).abs() / expected.abs().clamp_min(1)).max().item<double>();
}

}  // namespace bam::test
