// SPDX-License-Identifier: GPL-3.0-or-later
// Finds and follows the runs below the log folders, beside the window. Folders are watched by the system's own notification; only logs that grow are looked at
// by a timer, and runs whose folder cannot be watched.
//
// Invariants: no file is read on the GUI thread; all signals come on it, at most about 20 wake-ups a second however fast the logs grow; the destructor returns
// when the last thread has ended.
#pragma once

#include "core/runs/curves.h"
#include "core/runs/run_record.h"

#include <QObject>
#include <QStringList>
#include <QVector>

#include <memory>

namespace bam::work {

using runs::RunRecord;

class RunWatcher : public QObject {
    Q_OBJECT
public:
    explicit RunWatcher(QObject* parent = nullptr);
    ~RunWatcher() override;

    /// Folders to look below. Runs that are below none of them any more are reported as removed.
    void setRoots(const QStringList& logDirs);
    QStringList roots() const { return m_roots; }
    /// Runs whose logs are read and followed from now on; those followed so far and not named are dropped. One that is named again is not read again.
    void follow(const QStringList& runPaths);
    QStringList followed() const;
    /// Looks at everything again.
    void rescan();
    /// Reads one run's small files again, e.g. after its notes were written.
    void refresh(const QString& runPath);
    /// Writes a run's notes.json, beside the window. When that fails, notesNotSaved() says why and the run is reported as it was.
    void saveNotes(const QString& runPath, const runs::RunNotes& notes);

Q_SIGNALS:
    /// New and changed runs, and those that are not there any more.
    void runsChanged(const QVector<bam::runs::RunRecord>& changed, const QStringList& removed);
    /// The first look at all roots is complete.
    void scanned(int runs);
    /// Rows of a followed run; the receiver moves out of it.
    void curvesRead(const std::shared_ptr<bam::runs::CurvePiece>& piece);
    /// Once per path and text.
    void problem(const QString& path, const QString& text);
    void notesNotSaved(const QString& runPath, const bam::runs::RunNotes& notes, const QString& cause, const QString& hint);
    /// What was told of this path is so no more.
    void problemOver(const QString& path);

private:
    struct Shared;
    void deliver();
    void tell(const QString& path, const QString& text);
    void takeBack(const QString& path);

    QStringList m_roots;
    std::unique_ptr<Shared> m_shared;
};

}  // namespace bam::work
