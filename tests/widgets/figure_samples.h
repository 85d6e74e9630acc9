// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that several tests draw.
#pragma once

#include "widgets/figures/figure.h"

#include <algorithm>
#include <cmath>

namespace bam::test {

/// Three curves with bands over a logarithmic x axis, and a mark.
inline figures::Figure curvesFigure()
{
    figures::Figure figure;
    figure.kind = QStringLiteral("test");
    figure.title = QStringLiteral("Pass-key accuracy");
    figures::Panel panel;
    panel.x = {.label = QStringLiteral("Prompt length (tokens)"), .scale = figures::AxisScale::Log};
    panel.y = {.label = QStringLiteral("Accuracy"), .low = -0.04, .high = 1.04};
    panel.marks.push_back({160, true, QStringLiteral("training length")});
    for (const auto* name : {"bam", "bam_ssmax", "rotary"}) {
        const auto encoding = QString::fromLatin1(name);
        figures::Series series{.id = encoding, .name = plots::titleOf(encoding), .style = plots::styleOf(encoding), .shape = figures::Shape::LineAndPoints,
            .x = {160, 512, 1024, 2048, 4096, 8192}, .y = {1, 1, 1, 0.9, 0.9, 0.8}};
        if (encoding == QLatin1String("rotary"))
            series.y = {1, 0.1, 0, 0, 0, 0};
        for (const double y : series.y) {
            series.low.append(std::max(0.0, y - 0.2));
            series.high.append(std::min(1.0, y + 0.1));
        }
        panel.series.push_back(series);
    }
    figure.panels.push_back(panel);
    figure.provenance = {.runs = {{QStringLiteral("laptop/bam/version_00"), 600, QStringLiteral("ab12")}}, .program = QStringLiteral("bamscope 0.1.0"), .made = QStringLiteral("2026-11-30T05:00:00Z")};
    return figure;
}

/// Two panels with one colour scale: a heatmap with a missing value, and shaded points.
inline figures::Figure heatmapFigure()
{
    figures::Figure figure;
    figure.kind = QStringLiteral("test");
    figure.title = QStringLiteral("Attention & priors");
    figure.columns = 2;
    figure.sharedColors = true;
    figures::Panel map;
    map.title = QStringLiteral("Layer 1, head 2");
    map.x.label = QStringLiteral("Key");
    map.y.label = QStringLiteral("Query");
    map.y.reversed = true;
    map.colors.label = QStringLiteral("Attention");
    figures::Heatmap cells{.columns = 8, .rows = 8, .x0 = 0, .x1 = 8, .y0 = 0, .y1 = 8};
    for (int i = 0; i < 64; ++i)
        cells.values.append(i % 8 <= i / 8 ? float(i) / 63 : std::numeric_limits<float>::quiet_NaN());
    map.heatmaps.push_back(cells);
    figures::Panel points;
    points.title = QStringLiteral("θβ and θα of every head");
    points.x.label = QStringLiteral("θβ");
    points.y.label = QStringLiteral("θα");
    points.colors = map.colors;
    figures::Series series{.id = QStringLiteral("heads"), .style = plots::styleOf(QStringLiteral("bam")), .shape = figures::Shape::Points};
    for (int i = 0; i < 12; ++i) {
        series.x.append(std::cos(i) - 0.3);
        series.y.append(std::sin(i));
        series.shade.append(i / 11.0);
    }
    points.series.push_back(series);
    points.marks = {{-0.6, true, QStringLiteral("θβ = −0.6")}, {0, true, {}}};
    points.spans = {{-0.6, 0, true, QStringLiteral("between"), {}}};
    figure.panels = {map, points};
    return figure;
}

}  // namespace bam::test
