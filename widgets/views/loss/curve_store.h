// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the selected runs, and what is derived from them: smoothed values, fit times, loss spikes.
//
// Invariants: derived values grow with the rows and are made in slices of at most 15 ms per turn of the event loop; what is not made yet is simply shorter
// than the rows. Pointers to a run's columns hold until runsChanged().
#pragma once

#include "core/runs/curve_axes.h"
#include "core/runs/curves.h"
#include "core/runs/loss_spikes.h"
#include "core/runs/smoothing.h"
#include "widgets/plots/curve_raster.h"
#include "widgets/views/loss/curve_run.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QTimer>
#include <QVector>

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace bam::views {

struct StoredRun {
    CurveRun info;
    runs::RunCurves curves;
    std::array<runs::Smoother, runs::kTrainColumns> smoothers;
    std::array<runs::MinMaxIndex, runs::kTrainColumns> smoothedIndex;
    runs::TimeColumn trainTime, validationTime;
    runs::LossSpikes spikes;
    std::int64_t expectedRows = 0;  ///< while the logs are being read the first time; 0: all rows are here
    double spacing = 0;             ///< between successive steps of the training log; 0: it varies
    int revision = 0;               ///< grows when values change other than by new ones at the end
    bool hidden = false;            ///< switched off in the legend
    bool beyond = false;            ///< of more runs than are drawn

    /// x of training rows or of validation rows; no rows where the run does not tell its tokens or FLOPs.
    plots::CurveRows train(runs::XAxis axis, runs::TrainColumn column) const;
    plots::CurveRows smoothed(runs::XAxis axis, runs::TrainColumn column) const;
    plots::CurveRows validation(runs::XAxis axis) const;
    /// x of a step.
    double xOfStep(runs::XAxis axis, double step) const;
    double factor(runs::XAxis axis) const { return runs::perStep(axis, info.tokensPerStep, info.flopsPerToken); }
    /// Whether rows are left out for that.
    bool isBeyondAxes() const;
    bool shown() const { return !hidden && !beyond; }
    /// Of its line. Kept, since to find what can be read on a background takes a while.
    const QColor& colorOn(const QColor& background) const;
    bool empty() const { return curves.train().rows() == 0 && curves.validation().rows() == 0; }

private:
    mutable plots::CurveStyle m_coloredStyle;
    mutable QColor m_background, m_color;
};

/// So many runs can still be told apart and moved without a wait; of more, the first that are not hidden are drawn.
constexpr int kMostDrawn = 300;

/// Steps and seconds beyond are not drawn: a broken log must not squeeze all others into one pixel.
constexpr double kMostX = 1e15;

class CurveStore : public QObject {
    Q_OBJECT
public:
    explicit CurveStore(QObject* parent = nullptr);

    void setRuns(const QVector<CurveRun>& runs);
    /// @returns the run the piece belongs to, or nothing
    const StoredRun* append(runs::CurvePiece&& piece);
    const std::vector<std::unique_ptr<StoredRun>>& runs() const { return m_runs; }
    const StoredRun* find(const QString& path) const;
    void setHidden(const QStringList& paths, bool hidden);
    /// Runs that are not hidden, and how many of them are drawn.
    int visible() const { return m_visible; }
    int drawn() const { return std::min(m_visible, kMostDrawn); }
    /// @param decay 0: none @param columns which are smoothed
    void setSmoothing(double decay, const std::set<runs::TrainColumn>& columns);
    double smoothing() const { return m_decay; }
    /// What suits the longest run; nothing when no run has two rows.
    std::optional<double> suitingSmoothing() const;
    /// Whether all derived values are made.
    bool settled() const { return m_settled; }

Q_SIGNALS:
    void runsChanged();     ///< other runs: earlier pointers are void
    void rowsChanged();     ///< more or other values; at most 20 times a second

private:
    void work();
    void changed();
    void limit();
    StoredRun* stored(const QString& path) const;
    static double spacingOf(const StoredRun& run, std::size_t checked);
    bool derive(StoredRun& run, double untilMs, const QElapsedTimer& clock);
    std::vector<std::unique_ptr<StoredRun>> m_runs;
    QHash<QString, StoredRun*> m_runOf;
    int m_visible = 0;
    QTimer m_worker, m_notifier;
    double m_decay = 0;
    std::set<runs::TrainColumn> m_columns;
    bool m_settled = true;
};

}  // namespace bam::views
