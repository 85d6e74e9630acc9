// SPDX-License-Identifier: GPL-3.0-or-later
// Moves runs to the trash and back on a thread of its own: on a slow disk, or from one disk to another, many runs take minutes.
// Invariant: one thing after the other in the order it was asked for; after cancel() a run is where it was or in the trash, never in between.
#pragma once

#include "app/work/trash.h"

#include <QObject>
#include <QVector>

#include <atomic>
#include <deque>
#include <functional>
#include <thread>
#include <utility>

namespace bam::work {

struct TrashResult {
    QVector<TrashedRun> done;       ///< moved or put back
    int count = 0;                  ///< so many were asked for
    bool cancelled = false;
    int failed = 0;
    QString cause, hint;            ///< of the first that failed
};

class TrashWorker : public QObject {
    Q_OBJECT
public:
    using Done = std::function<void(const TrashResult& result)>;
    explicit TrashWorker(QObject* parent = nullptr) : QObject(parent) {}
    /// Ends after the run that is being moved, and waits for that.
    ~TrashWorker() override;

    /// @param runs paths with their log folders  @param done called on this object's thread
    void moveAway(const QVector<std::pair<QString, QString>>& runs, Done done);
    /// @param runs asked when it is its turn: what was asked for before may have changed what is in the trash
    void putBack(std::function<QVector<TrashedRun>()> runs, Done done);
    /// Of what is under way and what waits: no further run is moved.
    void cancel() { m_cancelled = true; }
    bool isRunning() const { return m_running; }

Q_SIGNALS:
    void progress(int done, int count);     ///< before each run

private:
    using Step = std::function<TrashedRun()>;
    struct Task {
        std::function<QVector<Step>()> steps;
        Done done;
    };
    void add(Task task);
    void startNext();
    TrashResult work(const QVector<Step>& steps);

    std::deque<Task> m_waiting;
    std::atomic<bool> m_cancelled = false;
    bool m_running = false;
    std::jthread m_thread;
};

}  // namespace bam::work
