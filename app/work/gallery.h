// SPDX-License-Identifier: GPL-3.0-or-later
// The gallery: the paper's figures from runs. Reads their files, or takes what the lens saw in a model, and makes the figure, or says which run lacks what.
#pragma once

#include "core/compare/depth_map.h"
#include "core/inspect/lens_types.h"
#include "widgets/figures/figure.h"
#include "widgets/figures/gallery/result_figures.h"

#include <QString>

#include <filesystem>
#include <vector>

namespace bam::work {

struct GalleryKind {
    const char* id;             ///< for the command line: "accuracy_by_length"
    const char* title;          ///< for people, in English; translated in the context "Gallery"
    const char* needs;          ///< what runs must have, as a sentence, likewise
    bool ofCapture = false;     ///< of what one model does with one prompt: run it through the lens first
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

/// How a run is called and drawn with one scaling of RoPE. @param n 0, 1, … of its scalings
GalleryRun scaledRun(GalleryRun run, const std::string& scaling, int n);

/// @throws Error (Usage) no such kind, no run
const GalleryKind& galleryKind(const QString& kind, const std::vector<GalleryRun>& runs);

/// Of kinds that are drawn from files. @throws Error (Usage) no such kind, no run; (Failed) a run has no data of this kind
figures::Figure galleryFigure(const QString& kind, const std::vector<GalleryRun>& runs);

/// Of kinds `ofCapture`. @throws Error (Usage) several runs; (Failed) nothing in the capture is of this kind
figures::Figure galleryFigure(const QString& kind, const std::vector<GalleryRun>& runs, const inspect::Capture& capture);
/// The run that is to be looked into. @throws Error (Usage) several runs
const GalleryRun& onlyRun(const std::vector<GalleryRun>& runs);

/// Results of one run, or of several that are told together by their mean with the lowest and the highest.
struct ToldResults {
    std::string id;
    QString title;
    plots::CurveStyle style;
    std::vector<const compare::Results*> results;
};
/// A panel for each task that any of them has.
std::vector<figures::CorpusCurves> rulerPanels(const std::vector<ToldResults>& runs);
/// A panel for each text, window and way with documents; of several results of a run the newest.
std::vector<figures::TextScores> slidingPanels(const std::vector<ToldResults>& runs);
/// Tasks, and their subjects where they are few. @param normalized acc_norm in place of acc
std::vector<figures::ResultScores> choiceScores(const std::vector<ToldResults>& runs, bool normalized);

/// From what `bamscope --batch lens RUN --study N --json` printed. @throws Error (Failed) no study in the file
figures::Figure ablationFigure(const std::filesystem::path& study);

}  // namespace bam::work
