// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/event_file.h"
#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    return bam::fuzz::reading([&] { bam::interop::readEvents(bam::fuzz::fileOf(data, size)); });
}
