// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the log feed that reads: on its thread, woken by changes, and by a slow clock where changes are not told (network file systems).
#pragma once

#include "app/work/log_feed.h"
#include "app/work/text_tail.h"

#include <QFileSystemWatcher>
#include <QTimer>

#include <vector>

namespace bam::work {

class LogReader : public QObject {
    Q_OBJECT
public:
    LogReader();

    void follow(int generation, const QVector<LogSource>& sources, const QString& folder);

Q_SIGNALS:
    void lines(int generation, const QString& title, const QStringList& lines, bool restarted);
    void gone(int generation, const QString& title, const QString& path);

private:
    struct Followed {
        LogSource source;
        TextTail tail;
        bool begun;             // a line was read
    };

    void poll();
    void poll(Followed& followed);
    void lookForRanks();
    void watch();

    int m_generation = 0;
    std::vector<Followed> m_followed;
    QString m_folder;           // of a run, where logs of further ranks may appear; empty for a job
    QFileSystemWatcher m_watcher;
    QTimer m_soon, m_slow;
};

}  // namespace bam::work
