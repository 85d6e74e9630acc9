// SPDX-License-Identifier: GPL-3.0-or-later
// Wires the attention page: runs selected in the list → page → compute thread → page. One capture, one preview and one of each part are asked for at a time; a new
// one replaces the one before.
#pragma once

#include "app/work/checkpoint_lister.h"
#include "app/work/lens_worker.h"
#include "app/work/text_files.h"
#include "core/inspect/lens_types.h"
#include "widgets/common/banner.h"
#include "widgets/views/attention/lens_wish.h"

#include <QObject>
#include <QStringList>

#include <optional>

namespace bam::models {
class RunModel;
}
namespace bam::views {
class LensView;
}

namespace bam::window {

class LensPart : public QObject {
    Q_OBJECT
public:
    LensPart(views::LensView& view, const models::RunModel& model, work::LensOpener opener, QObject* parent);

    /// The runs selected in the list; what they are called may have changed.
    void setRuns(const QStringList& runs);
    /// Looks into this run, selected or not.
    void lookInto(const QString& run);
    void tryPrior(const QString& run, int layer, int head, const inspect::PriorValues& values);

private:
    /// What is asked for beside captures, at most one of each.
    enum Ask { Look, Matrix, Parts, Region, PartsRegion, Asks };
    void connectView();
    void connectWorker();
    void connectReader();
    void showRuns();
    void look(const views::LensWish& wish);
    void capture(const views::LensWish& wish);
    void captureEnded();
    void askMatrix(inspect::HeadId head);
    void replace(Ask ask, int id);
    void dropParts();
    void progress(int id, const Progress& progress);
    void failed(int id, const Error& error);

    views::LensView& m_view;
    const models::RunModel& m_model;
    work::LensWorker m_worker;
    work::CheckpointLister m_checkpoints;
    work::TextReader m_reader;
    QStringList m_selected;
    QString m_extra;                        // looked into without being selected
    int m_capture = 0;
    views::LensWish m_lookWish;             ///< of the last preview
    std::optional<views::LensWish> m_lookLater;     ///< asked for during a capture, or given up for one
    int m_asked[Asks] = {};
    inspect::HeadId m_matrixHead;
};

}  // namespace bam::window
