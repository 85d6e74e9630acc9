// SPDX-License-Identifier: GPL-3.0-or-later
// args.json, ours or the official code's.
#include "core/spec/official_args.h"
#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    return bam::fuzz::reading([&] {
        const auto args = bam::spec::readOfficialArgs(bam::fuzz::fileOf(data, size));
        std::vector<std::string> notes;
        bam::spec::runFromOfficialArgs(args, "args.json", notes);
    });
}
