// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/event_codec.h"
#include "core/interop/event_file.h"
#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // The bytes as an event: behind its checksums the fuzzer would hardly ever get.
    bam::interop::EventDecoder decoder;
    bam::interop::DecodedEvent event;
    decoder.decode(data, size, event);
    return bam::fuzz::reading([&] { bam::interop::readEvents(bam::fuzz::fileOf(data, size)); });
}
