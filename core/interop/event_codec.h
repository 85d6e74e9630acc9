// SPDX-License-Identifier: GPL-3.0-or-later
// Events of TensorBoard to and from protobuf's wire format. A library of its own that knows nothing of the rest: it is compiled without LibTorch's
// headers, among which are those of another protobuf, and its symbols stay hidden, because libsentencepiece exports those of a third.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bam::interop {

/// The first event of a file. Times are in seconds since 1970.
std::string encodeVersion(double wallTime, std::int64_t step, std::string_view version);
/// A session starts: what was written before of this step and of later ones no longer counts.
std::string encodeSessionStart(double wallTime, std::int64_t step);
/// One point of a curve.
std::string encodeScalar(double wallTime, std::int64_t step, std::string_view tag, float value);

struct DecodedEvent {
    double wallTime = 0;
    std::int64_t step = 0;
    bool sessionStart = false;
    std::vector<std::pair<std::string, double>> scalars;    ///< tag and value; tags as they are in the file
    std::size_t others = 0;                                 ///< values that are no scalars
};

class EventDecoder {
public:
    /// @returns whether these bytes are an event. To be called for the events of a file in their order: only the first of a tag says what its
    /// tensors mean.
    bool decode(const void* data, std::size_t size, DecodedEvent& event);

private:
    std::unordered_map<std::string, bool> m_isCurve;    ///< by tag, of tensors
};

}  // namespace bam::interop
