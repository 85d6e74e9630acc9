// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/event_codec.h"

#include "core/interop/wire_shape.h"

#include "event_codec.pb.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace bam::interop {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors hold little-endian numbers and are copied as they are");

constexpr const char* kScalars = "scalars";     // the plugin that shows curves
constexpr int kSessionStart = 1;
constexpr int kScalarClass = 1;

/// Element types that a curve may have, by their numbers in the format.
enum DataType { Float = 1, Double = 2, Int32 = 3, Int64 = 9, BFloat16 = 14, Half = 19 };

const WireShape& shapeOfEvent()
{
    static const WireShape leaf, tensorShape{{{2, &leaf}}}, tensor{{{2, &tensorShape}}}, metadata{{{1, &leaf}}}, value{{{8, &tensor}, {9, &metadata}}}, summary{{{1, &value}}},
        event{{{5, &summary}, {7, &leaf}}};
    return event;
}

proto::Event eventAt(double wallTime, std::int64_t step)
{
    proto::Event event;
    event.set_wall_time(wallTime);
    event.set_step(step);
    return event;
}

/// IEEE half precision.
double fromHalf(std::uint16_t bits)
{
    const int exponent = bits >> 10 & 0x1f, mantissa = bits & 0x3ff;
    double value = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25);
    if (exponent == 31)
        value = mantissa == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    return bits & 0x8000 ? -value : value;
}

double fromBFloat16(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t(bits) << 16); }

/// The one element of a tensor; nothing when it has another number of elements, or no type that a curve has.
std::optional<double> element(const proto::Tensor& tensor)
{
    for (const auto& dim : tensor.tensor_shape().dim())
        if (dim.size() != 1)
            return std::nullopt;
    const std::string& bytes = tensor.tensor_content();
    const auto either = [&]<typename Number>(const auto& listed, Number) -> std::optional<double> {
        if (listed.size() == 1)
            return double(Number(listed.Get(0)));
        if (listed.size() == 0 && bytes.size() == sizeof(Number)) {
            Number value{};
            std::memcpy(&value, bytes.data(), sizeof value);
            return double(value);
        }
        return std::nullopt;
    };
    switch (tensor.dtype()) {
    case Float:
        return either(tensor.float_val(), float());
    case Double:
        return either(tensor.double_val(), double());
    case Int32:
        return either(tensor.int_val(), std::int32_t());
    case Int64:
        return either(tensor.int64_val(), std::int64_t());
    case Half:
    case BFloat16: {
        const auto bits = either(tensor.half_val(), std::uint16_t());
        return bits ? std::optional(tensor.dtype() == Half ? fromHalf(std::uint16_t(*bits)) : fromBFloat16(std::uint16_t(*bits))) : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

bool isCurve(const proto::SummaryMetadata& metadata) { return metadata.plugin_data().plugin_name() == kScalars || metadata.data_class() == kScalarClass; }

}  // namespace

std::string encodeVersion(double wallTime, std::int64_t step, std::string_view version)
{
    auto event = eventAt(wallTime, step);
    event.set_file_version(std::string(version));
    return event.SerializeAsString();
}

std::string encodeSessionStart(double wallTime, std::int64_t step)
{
    auto event = eventAt(wallTime, step);
    event.mutable_session_log()->set_status(kSessionStart);
    return event.SerializeAsString();
}

std::string encodeScalar(double wallTime, std::int64_t step, std::string_view tag, float value)
{
    auto event = eventAt(wallTime, step);
    auto& scalar = *event.mutable_summary()->add_value();
    scalar.set_tag(std::string(tag));
    scalar.set_simple_value(value);
    return event.SerializeAsString();
}

bool EventDecoder::decode(const void* data, std::size_t size, DecodedEvent& event)
{
    const auto* begin = static_cast<const std::uint8_t*>(data);
    proto::Event parsed;
    if (size > std::size_t(std::numeric_limits<int>::max()) || !lengthsFit(begin, begin + size, shapeOfEvent()) || !parsed.ParseFromArray(data, int(size)))
        return false;
    event = {parsed.wall_time(), parsed.step(), parsed.session_log().status() == kSessionStart, {}, 0};
    for (const auto& value : parsed.summary().value()) {
        std::optional<double> number;
        if (value.value_case() == proto::Summary::Value::kSimpleValue)
            number = value.simple_value();
        else if (value.value_case() == proto::Summary::Value::kTensor && m_isCurve.try_emplace(value.tag(), isCurve(value.metadata())).first->second)
            number = element(value.tensor());
        if (number)
            event.scalars.emplace_back(value.tag(), *number);
        else
            ++event.others;
    }
    return true;
}

}  // namespace bam::interop
