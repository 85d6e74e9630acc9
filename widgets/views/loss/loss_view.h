// SPDX-License-Identifier: GPL-3.0-or-later
// Training and validation curves of the selected runs, live, with panes for the gradient norm, the learning rate and the speed below.
//
// Invariants: rows belong to the view only (pieces are moved in); a picture is drawn at most 20 times a second however many pieces come, and appending
// costs by the new rows alone; nothing here reads a file.
#pragma once

#include "core/runs/curves.h"
#include "widgets/common/banner.h"
#include "widgets/figures/figure.h"
#include "widgets/views/loss/curve_run.h"

#include <QVector>
#include <QWidget>

#include <memory>

class QAction;

namespace bam::views {

class LossView : public QWidget {
    Q_OBJECT
public:
    explicit LossView(QWidget* parent = nullptr);
    ~LossView() override;

    /// The selection. Curves of runs that are no longer in it are dropped; those that stay keep their rows, wherever they stand in the list.
    void setRuns(const QVector<CurveRun>& runs);
    /// New rows of one of the runs; a piece of any other run is ignored.
    void append(runs::CurvePiece&& piece);
    /// Paths of the selection, in its order.
    QStringList runs() const;
    /// What is visible now: panes, axes, smoothing, ranges.
    figures::Figure figure() const;
    /// For the menu bar: everything the view can do, with shortcuts that work while the view has the focus.
    QList<QAction*> viewActions() const;
    /// Axes, smoothing, panes and so on; not the runs.
    QByteArray saveSettings() const;
    /// Takes what saveSettings() gave; anything unreadable in it keeps its default.
    void restoreSettings(const QByteArray& settings);

protected:
    void resizeEvent(QResizeEvent* event) override;

Q_SIGNALS:
    void runClicked(const QString& path);
    void message(const bam::ui::Message& message);
    void figureRequested(const bam::figures::Figure& figure);

private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace bam::views
