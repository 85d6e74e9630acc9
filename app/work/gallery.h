// SPDX-License-Identifier: GPL-3.0-or-later
// The gallery: the paper's figures from runs. Reads their files and makes the figure, or says which run lacks what.
#pragma once

#include "widgets/figures/figure.h"

#include <QString>

#include <filesystem>
#include <vector>

namespace bam::work {

struct GalleryKind {
    const char* id;             ///< for the command line: "accuracy_by_length"
    const char* title;          ///< for people, in English; translated in the context "Gallery"
    const char* needs;          ///< what runs must have, as a sentence, likewise
};
const std::vector<GalleryKind>& galleryKinds();

struct GalleryRun {
    std::filesystem::path path;
    QString title;              ///< for the legend
    plots::CurveStyle style;
    QString group;              ///< runs of one group are told by their mean; empty: by itself
    QString groupTitle;
};

/// Titles and groups from the runs themselves: the encoding, and what tells several apart.
std::vector<GalleryRun> galleryRuns(const std::vector<std::filesystem::path>& runs);

/// @throws Error (Usage) no such kind, no run; (Failed) a run has no data of this kind
figures::Figure galleryFigure(const QString& kind, const std::vector<GalleryRun>& runs);

}  // namespace bam::work
