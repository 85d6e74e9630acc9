// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/program_files.h"

#include <QCoreApplication>
#include <QStandardPaths>

namespace bam::window {

QString workerProgram()
{
    const auto given = qEnvironmentVariable("BAMSCOPE_WORKER");
    return given.isEmpty() ? QCoreApplication::applicationFilePath() : given;
}

QString bibleProgram() { return QStandardPaths::findExecutable(QStringLiteral("bible")); }

}  // namespace bam::window
