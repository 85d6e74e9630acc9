// SPDX-License-Identifier: GPL-3.0-or-later
// Decides when the logs of followed runs are looked at. A quiet log is watched by the system; one that grows is taken off the watch (a notification per row
// would cost more than the rows) and looked at by a timer until it is quiet again. Lives on the watcher's thread.
#pragma once

#include "app/work/curve_reader.h"

#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>
#include <QVector>

#include <functional>

namespace bam::work {

class LogFollower : public QObject {
    Q_OBJECT
public:
    /// @param grew called at most every two seconds for a run whose log grows though no worker says that it is running, as the official code's do
    LogFollower(CurveReader::Deliver deliver, std::function<void(const QString& run)> grew, bool canWatch);

    struct Named {
        quint64 id = 0;
        QString run;
    };
    void follow(const QVector<Named>& runs);
    /// A running run is looked at by the timer without waiting for a notification, which may never come from another machine.
    void setRunning(const QString& run, bool running);
    /// Something in the run's folder came, went or was replaced.
    void folderChanged(const QString& run);

private:
    void tick();
    void heat(const QString& run);
    void watch(const QString& run);
    void schedule();

    CurveReader m_reader;
    std::function<void(const QString&)> m_grew;
    QElapsedTimer m_sinceGrew;
    bool m_canWatch;
    QFileSystemWatcher m_files;
    QTimer m_timer;
    QSet<QString> m_followed, m_hot, m_marksWanted;
    QSet<QString> m_running;        // of all runs, followed or not
};

}  // namespace bam::work
