// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/palette.h"

#include "widgets/plots/marker_shape.h"

#include <array>

namespace bam::plots {
namespace {

struct Entry {
    const char* name;
    const char* title;
    const char* color;
    int marker;
};

constexpr std::array<Entry, 10> kEncodings{{
    {"bam", "BAM", "#0072B2", 0},
    {"rotary", "RoPE", "#D55E00", 1},
    {"alibi", "ALiBi", "#009E73", 2},
    {"nope", "NoPE", "#7F7F7F", 3},
    {"sinusoidal", "Sinusoidal", "#CC79A7", 4},
    {"t5", "T5 bias", "#E69F00", 6},
    {"kerple_log", "Kerple (log)", "#56B4E9", 7},
    {"kerple_power", "Kerple (power)", "#775533", 8},
    {"fire", "FIRE", "#882255", 9},
    {"sandwich", "Sandwich", "#9600F0", 10},
}};
constexpr const char* kSsmax = "_ssmax";

const Entry* find(const QString& encoding)
{
    const QString base = encoding.endsWith(QLatin1String(kSsmax)) ? encoding.chopped(6) : encoding;
    for (const auto& entry : kEncodings)
        if (base == QLatin1String(entry.name))
            return &entry;
    return nullptr;
}

}  // namespace

CurveStyle styleOf(const QString& encoding)
{
    const bool dashed = encoding.endsWith(QLatin1String(kSsmax));
    const auto* entry = find(encoding);
    return entry ? CurveStyle{QColor(QLatin1String(entry->color)), dashed, entry->marker} : CurveStyle{QColor(90, 90, 90), dashed, kUnknownMarker};
}

CurveStyle scaledStyle(CurveStyle style, int n)
{
    style.shade = (style.shade + kShades - 1 - n % (kShades - 1)) % kShades;
    return style;
}

QString titleOf(const QString& encoding)
{
    const auto* entry = find(encoding);
    if (!entry)
        return encoding;
    const auto title = QString::fromLatin1(entry->title);
    return encoding.endsWith(QLatin1String(kSsmax)) ? title + QStringLiteral(" + SSMax") : title;
}

}  // namespace bam::plots
