// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/series_look.h"

#include "widgets/common/colors.h"
#include "widgets/plots/color_maps.h"
#include "widgets/plots/shades.h"

#include <array>
#include <algorithm>

namespace bam::figures {
namespace {

constexpr std::array kGreys{1.0, 0.62, 0.42, 0.8, 0.52};    // shares of ink
constexpr double kWidthForColumn = 105;                     // millimetres from which a legend gets a column of its own

/// Solid, dashed, long dashes, dotted, dash and dot.
QVector<qreal> greyDashes(int index)
{
    switch (index % 5) {
    case 1: return {4, 2.4};
    case 2: return {10, 2};
    case 3: return {1.4, 1.6};
    case 4: return {6, 1.8, 1.4, 1.8};
    default: return {};
    }
}

QString keyOf(const Series& series)
{
    return series.name.isEmpty() ? QStringLiteral("%1/%2/%3").arg(series.style.color.name()).arg(series.style.dashed).arg(series.style.shade) : series.name;
}

SeriesLook colored(const Series& series, const FigureStyle& style)
{
    const auto line = plots::lineOf(series.style);
    return {plots::drawnOn(series.style, style.paper), plots::dashesOf(line), series.style.marker, plots::isHollow(line), false};
}

SeriesLook grey(int index, const FigureStyle& style)
{
    return {inkMixed(style, kGreys[std::size_t(index) % kGreys.size()]), greyDashes(index), index % 6, index % 2 == 1, true};
}

}  // namespace

QColor inkMixed(const FigureStyle& style, double share) { return ui::mixed(style.paper, style.ink, share); }

std::vector<std::vector<SeriesLook>> looksOf(const Figure& figure, const FigureStyle& style)
{
    std::vector<std::vector<SeriesLook>> looks;
    QStringList keys;
    for (const auto& panel : figure.panels) {
        auto& row = looks.emplace_back();
        for (const auto& series : panel.series) {
            if (style.palette != QLatin1String("grey")) {
                row.push_back(colored(series, style));
                continue;
            }
            const auto key = keyOf(series);
            if (!keys.contains(key))
                keys.append(key);
            row.push_back(grey(int(keys.indexOf(key)), style));
        }
    }
    return looks;
}

QString colorMapOf(const Panel& panel, const FigureStyle& style)
{
    return style.palette == QLatin1String("grey") ? QStringLiteral("grey") : panel.colors.map;
}

LegendPlace legendPlaceOf(const Figure& figure, const FigureStyle& style)
{
    const bool named = std::any_of(figure.panels.begin(), figure.panels.end(), [](const Panel& panel) {
        return std::any_of(panel.series.begin(), panel.series.end(), [](const Series& series) { return !series.name.isEmpty(); });
    });
    if (!named || style.legend == LegendPlace::None)
        return LegendPlace::None;
    if (style.legend != LegendPlace::Automatic)
        return style.legend;
    return style.millimetres.width() >= kWidthForColumn ? LegendPlace::Right : LegendPlace::Below;
}

}  // namespace bam::figures
