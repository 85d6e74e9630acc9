// SPDX-License-Identifier: GPL-3.0-or-later
// A look over a message in protobuf's wire format before protobuf reads it. Of the codec's library: it knows neither protobuf nor LibTorch.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace bam::interop {

/// Which fields of a message hold messages themselves; the rest is numbers and bytes.
struct WireShape {
    std::vector<std::pair<std::uint64_t, const WireShape*>> nested;
};

/// Whether every length in a message stays within it. protobuf makes room for up to 50 MB on the word of a length before it looks whether so much is there.
bool lengthsFit(const std::uint8_t* at, const std::uint8_t* end, const WireShape& shape);

}  // namespace bam::interop
