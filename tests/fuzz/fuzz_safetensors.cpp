// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/safetensors.h"
#include "tests/fuzz/fuzz_file.h"

#include <ATen/ATen.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    return bam::fuzz::reading([&] {
        const bam::interop::SafetensorsFile file(bam::fuzz::fileOf(data, size));
        for (const auto& name : file.names())
            file.tensor(name).clone();      // reads every byte that the header claims
    });
}
