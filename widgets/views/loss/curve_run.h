// SPDX-License-Identifier: GPL-3.0-or-later
// What the loss view knows of a run besides its rows.
#pragma once

#include "widgets/plots/palette.h"

#include <QString>

#include <cstdint>
#include <limits>

namespace bam::views {

struct CurveRun {
    QString path;                   ///< of the run folder: its identity
    QString title;                  ///< as the legend shows it
    QString group;                  ///< runs with the same group are averaged by "Mean of groups"; empty: none
    plots::CurveStyle style;
    double tokensPerStep = std::numeric_limits<double>::quiet_NaN();    ///< NaN: not known, so the run is not drawn over tokens
    double flopsPerToken = std::numeric_limits<double>::quiet_NaN();
    bool running = false;
    QString groupTitle;             ///< as the legend shows the group; empty: the group's key
    std::int64_t seed = -1;         ///< negative: not known; runs of a group with the same seed count as one
};

}  // namespace bam::views
