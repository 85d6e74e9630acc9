// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of LossView, for its own files.
#pragma once

#include "widgets/views/loss/curve_legend.h"
#include "widgets/views/loss/curve_plot.h"
#include "widgets/views/loss/curve_readout.h"
#include "widgets/views/loss/loss_bar.h"
#include "widgets/views/loss/loss_view.h"

#include <QAction>
#include <QLabel>
#include <QSplitter>

#include <functional>

namespace bam::views {

class LossView::Private {
public:
    explicit Private(LossView& owner);

    void build();
    void connectCommands();
    void connectPlot();
    void connectLegend();
    void onCommand(const char* name, const std::function<void()>& action) { QObject::connect(bar.command(QLatin1String(name)), &QAction::triggered, &view, action); }

    const LossSettings& settings() const { return bar.settings(); }
    ContentContext context() const;
    void applySettings(const LossSettings& before);
    bool followLength();
    void setSmoothing();
    void fill();
    void labelX();
    void showState();
    void showNote();
    void arrangeLegend();
    void showReadout();
    int nearestTo(const std::vector<ReadoutRow>& rows, int pane, double y) const;
    void clickPlot(const QPointF& position);
    void onlyThese(const QStringList& paths);
    void toggle(const QStringList& paths);
    void copyImage();
    void copyCsv();
    /// The message of a run whose logs can be read again, or that is not shown any more.
    void takeBack(const QString& path);

    LossView& view;
    LossBar bar;
    ui::BannerArea banners;
    QSplitter splitter;
    CurveStore store;
    CurvePlot plot;
    QLabel emptyText, note;
    CurveReadout readout;
    CurveLegend legend;
    QSet<QString> highlighted;
    QHash<QString, QString> told;   // problem that is shown of each run
    LossSettings applied;
};

}  // namespace bam::views
