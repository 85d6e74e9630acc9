// SPDX-License-Identifier: GPL-3.0-or-later
// The first byte says which of the two formats of shards the rest is.
#include "core/data/shard.h"
#include "tests/fuzz/fuzz_file.h"

#include <ATen/ATen.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    return bam::fuzz::reading([&] {
        if (size == 0)
            return;
        // The format follows from the name's ending.
        const std::filesystem::path link = std::filesystem::temp_directory_path() / ("fuzz_shard_" + std::to_string(::getpid()) + (data[0] % 2 == 0 ? ".safetensors" : ".pt"));
        std::error_code ignored;
        std::filesystem::remove(link, ignored);
        std::filesystem::create_symlink(bam::fuzz::fileOf(data + 1, size - 1), link);
        const auto shard = bam::data::Shard::open(link);
        shard.tokens(0, shard.size());
        shard.documents(0, shard.size());
    });
}
