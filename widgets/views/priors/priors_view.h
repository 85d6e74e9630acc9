// SPDX-License-Identifier: GPL-3.0-or-later
// The page of priors: an explorer that needs no run, and the heads that the selected runs have learned, through their training. A head that is highlighted in one place
// is highlighted in all.
//
// Invariants: rows belong to the view only (pieces are moved in); nothing here reads a file.
#pragma once

#include "core/inspect/lens_types.h"
#include "core/priors/prior_history.h"
#include "widgets/figures/figure.h"
#include "widgets/views/priors/prior_run.h"

#include <QByteArray>
#include <QList>
#include <QVector>
#include <QWidget>

#include <memory>
#include <vector>

class QAction;

namespace bam::views {

class PriorsView : public QWidget {
    Q_OBJECT
public:
    explicit PriorsView(QWidget* parent = nullptr);
    ~PriorsView() override;

    /// The selection. Rows of runs that stay are kept, wherever they stand in the list.
    void setRuns(const QVector<PriorRun>& runs);
    /// New rows of one of the runs; a piece of any other run is ignored.
    void append(priors::PriorPiece&& piece);
    /// Paths of the selection, in its order.
    QStringList runs() const;
    /// For the menu bar.
    QList<QAction*> viewActions() const;
    /// What is on the screen now.
    std::vector<figures::Figure> figures() const;
    /// The explorer's prior and axes; not the runs.
    QByteArray saveSettings() const;
    /// Takes what saveSettings() gave; anything unreadable in it keeps its default.
    void restoreSettings(const QByteArray& settings);

Q_SIGNALS:
    void figureRequested(const bam::figures::Figure& figure);
    /// "Try in model": this prior instead of what the head has learned. @param run its folder
    void tryInModel(const QString& run, qint64 layer, qint64 head, const bam::inspect::PriorValues& values);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace bam::views
