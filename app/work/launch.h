// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a process that outlives this one: in a session of its own, with files for its output. As long as this process lives it is the parent and can tell
// how the other ended, which nobody else is told.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace bam::work {

struct Launch {
    QString program;
    QStringList arguments;
    QString workingFolder;          ///< empty: this process's own
    QString outFile, errFile;       ///< appended to
};

struct Launched {
    qint64 pid = 0;                 ///< 0: it was not started
    QString cause, hint;            ///< why not
    bool noRoom = false;            ///< the disk of the output files is full: it may work later
};

Launched launch(const Launch& what);

struct ExitStatus {
    int code = 0;
    int signal = 0;                 ///< 0: it ended by itself
};

/// Whether launch() of this process started it and how it ends cannot be told yet. The first thread of a killed process is gone a moment before the last
/// one, and until then it looks dead and has no exit status.
bool isEnding(qint64 pid);

/// How a process ended that launch() of this process started; none while it runs, and for others. Told once.
std::optional<ExitStatus> exitStatusOf(qint64 pid);

}  // namespace bam::work
