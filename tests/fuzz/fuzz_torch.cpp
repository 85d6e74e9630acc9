// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/torch_pickle.h"
#include "tests/fuzz/fuzz_file.h"

#include <ATen/ATen.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    return bam::fuzz::reading([&] {
        const auto value = bam::interop::readTorchFile(bam::fuzz::fileOf(data, size));
        if (const auto* dictionary = std::get_if<std::shared_ptr<bam::interop::PickleDict>>(&value.value))
            for (const auto& [key, entry] : **dictionary)
                if (const auto* tensor = entry.tensor(); tensor && tensor->numel() < std::int64_t(size))
                    tensor->clone();
    });
}
