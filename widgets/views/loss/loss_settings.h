// SPDX-License-Identifier: GPL-3.0-or-later
// How the loss view shows its curves; remembered between sessions.
#pragma once

#include "core/runs/curve_axes.h"
#include "widgets/views/loss/view_history.h"

#include <QByteArray>

namespace bam::views {

struct LossSettings {
    enum class Groups { Off, Deviation, Extremes };
    runs::XAxis x = runs::XAxis::Step;
    bool logX = false, logY = false;
    bool perplexity = false;
    bool autoSmoothing = true;      ///< the view sets `smoothing` by the length of what it shows
    double smoothing = 0.9;         ///< weight of a value one step back; 0: off
    bool train = true, validation = true;
    Groups groups = Groups::Off;
    bool marks = true;
    bool ignoreOutliers = false;
    bool legend = true;
    int legendWidth = 0;            ///< pixels; 0: as wide as its titles
    std::array<bool, kPanes> panes{true, false, false, false};

    bool operator==(const LossSettings&) const = default;
    QByteArray toJson() const;
    /// Anything missing or out of its range keeps its default.
    static LossSettings fromJson(const QByteArray& json);
};

constexpr double kMostSmoothing = 0.9999;

}  // namespace bam::views
