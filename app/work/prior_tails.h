// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the reader of priors that reads: on its thread, woken by changes, and by a slow clock where changes are not told (network file systems).
#pragma once

#include "core/priors/prior_history.h"
#include "core/runs/log_tail.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <vector>

namespace bam::work {

class PriorTails : public QObject {
    Q_OBJECT
public:
    PriorTails();

    void follow(const QStringList& runs);

Q_SIGNALS:
    void read(const std::shared_ptr<bam::priors::PriorPiece>& piece);

private:
    struct Followed {
        QString run;
        runs::LogTail tail;
        bool begun = false;
        bool saidComplete = false;
        std::string problem = {};
    };
    void poll();
    bool poll(Followed& followed);
    void watch();

    std::vector<std::unique_ptr<Followed>> m_followed;
    QFileSystemWatcher m_watcher;
    QTimer m_soon, m_slow;
};

}  // namespace bam::work
