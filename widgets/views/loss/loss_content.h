// SPDX-License-Identifier: GPL-3.0-or-later
// From rows and settings to what a pane shows: curves, bands, marks, ranges and the values under the cursor. Functions without state.
#pragma once

#include "widgets/plots/curve_layer.h"
#include "widgets/views/loss/curve_store.h"
#include "widgets/views/loss/loss_settings.h"

#include <QSet>

#include <array>
#include <optional>

namespace bam::views {

struct ContentContext {
    const CurveStore& store;
    const LossSettings& settings;
    QSet<QString> highlighted;      ///< paths; others are dimmed when there are any
    QColor background;
    QCPRange x;                     ///< visible
    int width = 1000;               ///< pixels of a pane
    bool dimmed(const struct CurveEntry& entry) const;
};

struct PaneContent {
    std::vector<plots::DrawnCurve> curves;
    std::vector<plots::DrawnBand> bands;
    std::vector<plots::DrawnMark> marks;
};

/// Runs that are drawn as one: a group of several with "Mean of groups", else each run by itself.
struct CurveEntry {
    QString title;
    QString group;                  ///< of several runs; empty for a single one
    std::vector<const StoredRun*> runs;
    plots::CurveStyle style;
    bool hidden = false;            ///< none of its runs is shown
    bool extremes = false;          ///< the band of a group goes from the lowest to the highest
    int seeds = 1;                  ///< of a group: how many different ones
    QStringList paths() const;
    QColor colorOn(const QColor& background) const;
};

runs::TrainColumn columnOf(int pane);
std::vector<CurveEntry> entriesOf(const CurveStore& store, const LossSettings& settings);
PaneContent contentOf(int pane, const ContentContext& context);
/// Of one entry alone, whether it is hidden or not; without marks.
PaneContent contentOfEntry(int pane, const CurveEntry& entry, const ContentContext& context);

/// Of all visible curves; nothing when there are none.
std::optional<QCPRange> xDataOf(const CurveStore& store, const LossSettings& settings);
/// Of what lies in the visible x. With "Ignore outliers" the first percent of each run's rows does not count, nor the lowest and highest half percent of the rest.
std::optional<QCPRange> yDataOf(int pane, const ContentContext& context);

/// Values of one run at the cursor: those of the row nearest to x; of a group the means of its runs'.
struct ReadoutRow {
    QString path, title;
    QColor color;
    plots::Line line = plots::Line::Solid;
    double step = 0, x = 0;
    std::optional<double> value, smoothed, validation;
    std::optional<double> validationStep;   ///< the one that the validation belongs to, where the cursor stands between two
    std::vector<std::optional<double>> others;      ///< of the other panes
    std::int64_t seed = -1;
    struct Spread {
        double low = 0, high = 0;
    };
    std::array<std::optional<Spread>, 3> spread;    ///< of a group's value, smoothed, validation: what its band covers here
    bool extremes = false;
    double drawn = 0;               ///< the value that the most prominent line has here: rows are sorted by it, highest first, like lines on the screen
};
std::vector<ReadoutRow> readoutAt(int pane, double x, const ContentContext& context);

/// The title of a column of values, e.g. "Training loss (nats per token)".
QString paneLabel(int pane, const LossSettings& settings);

}  // namespace bam::views
