// SPDX-License-Identifier: GPL-3.0-or-later
// What the view of priors knows of a run besides the rows of its priors.csv or the biases of its checkpoints.
#pragma once

#include "core/priors/prior_history.h"
#include "widgets/plots/palette.h"

#include <QString>

#include <cstdint>

namespace bam::views {

struct PriorRun {
    QString path;                       ///< of the run folder: its identity
    QString title;                      ///< as lists show it
    QString encoding;                   ///< official name, "bam_ssmax"
    plots::CurveStyle style = {};
    std::int64_t trainedLength = -1;    ///< tokens; −1: not known
    bool running = false;
    priors::PriorHistory history = {};  ///< grows by PriorsView::append()

    bool sameInfo(const PriorRun& other) const
    {
        return path == other.path && title == other.title && encoding == other.encoding && style == other.style && trainedLength == other.trainedLength && running == other.running;
    }
};

}  // namespace bam::views
