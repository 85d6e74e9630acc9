// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for runs below the log folders and notices what changes there. Lives on the watcher's thread; works in slices, so that it can be told to stop.
//
// Invariants: every folder on the way to a run is watched, as far as the system allows; a run is read again only when its folder changed; one that says it is
// running is also looked at every two seconds, since a process can end without a word, and folders on network file systems every half minute, since other machines'
// changes are not notified.
#pragma once

#include "core/runs/run_record.h"

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>
#include <QTimer>

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace bam::work {

class RunScanner : public QObject {
    Q_OBJECT
public:
    /// Called on the scanner's thread.
    struct Sink {
        std::function<void(runs::RunRecord&&)> changed;
        std::function<void(const QString& run)> removed;
        std::function<void(int runs)> scanned;                              ///< a look at all roots is complete
        std::function<void(const QString& path, const QString& text)> problem;  ///< without a text: it is so no more
        std::function<void(const QString& run, const runs::RunNotes& notes, const QString& cause, const QString& hint)> notesLost;      ///< could not be written
        std::function<void(const QString& run)> folderChanged;              ///< something in a run's folder came, went or was replaced
        std::function<void()> pause;                                        ///< a slice of work is done: what was found may be shown
    };
    /// Modification time and inode of a file.
    using Stamp = std::pair<qint64, quint64>;

    RunScanner(Sink sink, bool canWatch);

    void setRoots(const QStringList& roots);
    void rescan();
    void refresh(const QString& run);
    void saveNotes(const QString& run, const runs::RunNotes& notes);
    /// From any thread: the slice under way ends soon, no further one begins.
    void stop() { m_stop = true; }

private:
    struct Pending {
        QString folder;
        int depth = 0;
    };
    /// A walk below one folder.
    struct Walk {
        QString top, root;
        int depth = 0;
        bool all = false;           ///< reads known runs again, too
        std::vector<Pending> open;  ///< still to be looked at, last first
        QSet<QString> seen;         ///< runs
        bool begun = false;
        std::map<QString, int> strange;     ///< folders, and how many below them have names that are no text
    };
    struct Known {
        runs::RunRecord record;
        Stamp status;               ///< of status.json, for runs that say they are running
    };

    void addWalk(const QString& top, const QString& root, int depth, bool all);
    void slice();
    void visit(Walk& walk, const Pending& pending);
    void watchParent(const QString& root);
    void dropBelow(const QString& folder);
    void lookForRoots(const QString& above);
    void endWalk(const Walk& walk);
    void readRun(const QString& run, const QString& root);
    void forget(const QString& run);
    void watch(const QString& folder);
    void unwatch(const QString& folder);
    void folderTouched(const QString& folder);
    void handleTouched();
    void lookAtRunning();
    QString rootOf(const QString& path) const;

    Sink m_sink;
    bool m_canWatch;
    QFileSystemWatcher m_watcher;
    QTimer m_sliceTimer, m_touchedTimer, m_runningTimer, m_farTimer;
    QStringList m_roots;
    std::deque<Walk> m_walks;
    QHash<QString, Known> m_known;
    QHash<QString, int> m_depthBelow;   // of watched folders that are no runs: how far down runs may be
    QHash<QString, quint64> m_rootInodes;   // of the roots that were there at the last look
    QSet<QString> m_watched, m_touched;
    QSet<QString> m_closed;             // folders that were told not to be there or not to be readable
    bool m_saidScanned = false, m_saidLimit = false;
    std::atomic<bool> m_stop{false};
};

}  // namespace bam::work
