// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/wire_shape.h"

#include <optional>

namespace bam::interop {
namespace {

std::optional<std::uint64_t> varint(const std::uint8_t*& at, const std::uint8_t* end)
{
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && at < end; shift += 7) {
        const auto byte = *at++;
        number |= std::uint64_t(byte & 0x7f) << shift;
        if (byte < 0x80)
            return number;
    }
    return std::nullopt;
}

}  // namespace

bool lengthsFit(const std::uint8_t* at, const std::uint8_t* end, const WireShape& shape)
{
    enum WireType { Varint, Fixed64, Bytes, BeginGroup, EndGroup, Fixed32 };
    while (at < end) {
        const auto tag = varint(at, end);
        if (!tag)
            return false;
        std::uint64_t length = 0;
        switch (*tag & 7) {
        case Varint:
            if (!varint(at, end))
                return false;
            break;
        case Fixed64: length = 8; break;
        case Fixed32: length = 4; break;
        case Bytes: {
            const auto told = varint(at, end);
            if (!told || *told > std::uint64_t(end - at))
                return false;
            length = *told;
            for (const auto& [field, inside] : shape.nested)
                if (field == *tag >> 3 && !lengthsFit(at, at + length, *inside))
                    return false;
            break;
        }
        case BeginGroup:
        case EndGroup: break;   // their fields follow each other as the message's own do
        default: return false;
        }
        if (length > std::uint64_t(end - at))
            return false;
        at += length;
    }
    return true;
}

}  // namespace bam::interop
