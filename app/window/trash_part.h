// SPDX-License-Identifier: GPL-3.0-or-later
// Runs to the trash and back again: asks, shows how far it is, can be cancelled and undone.
#pragma once

#include "app/work/trash_worker.h"
#include "widgets/common/banner.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace bam::models {
class RunModel;
}
namespace bam::views {
class RunsView;
}

namespace bam::window {

class TrashPart : public QObject {
    Q_OBJECT
public:
    TrashPart(views::RunsView& runs, const models::RunModel& model, QObject* parent = nullptr);

    /// Asks first.
    void trash(const QStringList& runs);

Q_SIGNALS:
    void message(const bam::ui::Message& message);
    /// What the message with this key told is so no more.
    void messageOver(const QString& key);
    /// Folders were moved.
    void moved();
    /// These were selected before they went, and are back.
    void broughtBack(const QStringList& runs);

private:
    class Command;
    using Runs = QVector<std::pair<QString, QString>>;      // paths and log folders
    struct Moved {
        Runs runs;
        bool selected = false;                  ///< before they went
        QVector<work::TrashedRun> trashed = {};
        Command* command = nullptr;             ///< on the undo stack; null: not there, or not any more
    };
    void moveAway(const std::shared_ptr<Moved>& what, bool again);
    void undo(const std::shared_ptr<Moved>& what);
    void putBack(const std::shared_ptr<Moved>& what);
    void showProgress(const QString& text, int count);
    void tellFailures(const work::TrashResult& result);
    void tellMoved(const std::shared_ptr<Moved>& what, const work::TrashResult& result);

    views::RunsView& m_runs;
    const models::RunModel& m_model;
    work::TrashWorker m_worker;
};

}  // namespace bam::window
