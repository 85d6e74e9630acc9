// SPDX-License-Identifier: GPL-3.0-or-later
// A worker process as the window starts it (core/jobs/spawn.h), with reasons in the window's language when it cannot be started.
#pragma once

#include "core/jobs/spawn.h"

#include <QString>
#include <QStringList>

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

using jobs::ExitStatus;
using jobs::exitStatusOf;
using jobs::isEnding;

}  // namespace bam::work
