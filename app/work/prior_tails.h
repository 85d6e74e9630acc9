// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the reader of priors that reads: on its thread, woken by changes, and by a slow clock where changes are not told (network file systems). Of encodings
// whose bias priors.csv cannot tell it reads the checkpoints, one at a time, the newest first.
#pragma once

#include "core/priors/prior_history.h"
#include "core/runs/log_tail.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
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
        std::optional<bool> byCheckpoints = {};         ///< known from the first look that found args.json on
        std::set<std::filesystem::path> seen = {};      ///< checkpoints that were read or cannot be
        std::string damaged = {};                       ///< what was wrong with the last one that could not be read
    };
    void poll();
    bool poll(Followed& followed);
    bool pollRows(Followed& followed, priors::PriorPiece& piece);
    bool pollCheckpoints(Followed& followed, priors::PriorPiece& piece);
    void watch();

    std::vector<std::unique_ptr<Followed>> m_followed;
    QFileSystemWatcher m_watcher;
    QTimer m_soon, m_slow;
};

}  // namespace bam::work
