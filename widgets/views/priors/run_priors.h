// SPDX-License-Identifier: GPL-3.0-or-later
// The learned heads of one run: small pictures of all, the plane of shape and scale, and a parameter over steps, on axes and colours that it is given, so that two runs
// can stand side by side.
#pragma once

#include "widgets/views/priors/trajectory_chart.h"

#include <QWidget>

class QLabel;
class QSplitter;
class QStackedWidget;

namespace bam::views {

/// What is shown of all runs alike.
struct HeadsSettings {
    PriorOrder order = PriorOrder::Layer;
    HeadShape shape = HeadShape::Probability;
    priors::Parameter parameter = priors::kBeta;
    std::int64_t keys = 4096;
    bool operator==(const HeadsSettings&) const = default;
};

/// Axes and colours of all runs together.
struct HeadsScale {
    double limit = 1;
    std::pair<double, double> alpha{-1, 1}, beta{-1, 1}, r1{0, 1}, r2{0, 1}, parameter{-1, 1}, steps{0, 1};
    bool operator==(const HeadsScale&) const = default;
};
HeadsScale scaleOf(const std::vector<const PriorRun*>& runs, priors::Parameter parameter);

class RunPriors : public QWidget {
    Q_OBJECT
public:
    explicit RunPriors(QWidget* parent = nullptr);

    /// @param run must live until the next call; null: nothing is shown @param step of the training @param sorted heads are put in order again
    void show(const PriorRun* run, double step, const HeadsSettings& settings, const HeadsScale& scale, bool sorted);
    void setHighlight(const MaybeHead& head);
    void setChosen(const MaybeHead& head);
    /// Pictures over charts, for a narrow place; else beside them.
    void setStacked(bool stacked);
    HeadGrid& grid() { return *m_grid; }
    TrajectoryChart& plane() { return *m_plane; }
    TrajectoryChart& series() { return *m_series; }

Q_SIGNALS:
    void hovered(const std::optional<bam::inspect::HeadId>& head);
    void chosen(const bam::inspect::HeadId& head, bool compare);
    void stepPicked(double step);

private:
    void fillCharts(const PriorRun& run);
    void fillDots(const PriorRun& run, std::size_t index);
    void showEmpty(const NoPriors& why);

    QLabel *m_title, *m_emptyText;
    QStackedWidget* m_stack;
    QSplitter *m_split, *m_charts;
    HeadGrid* m_grid;
    TrajectoryChart *m_plane, *m_series;
    // What the charts were filled from.
    QString m_path, m_runTitle;
    int m_generation = -1;
    HeadsSettings m_settings;
    HeadsScale m_scale;
};

}  // namespace bam::views
