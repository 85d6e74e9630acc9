// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/program_files.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStandardPaths>

namespace bam::window {

QString workerProgram()
{
    const auto given = qEnvironmentVariable("BAMSCOPE_WORKER");
    return given.isEmpty() ? QCoreApplication::applicationFilePath() : given;
}

QString programInShell()
{
    const auto program = QFileInfo(workerProgram()).absoluteFilePath();
    const auto found = QStandardPaths::findExecutable(QStringLiteral("bamscope"));
    const bool same = !found.isEmpty() && QFileInfo(found).canonicalFilePath() == QFileInfo(program).canonicalFilePath();
    return same ? QStringLiteral("bamscope") : program;
}

QString bibleProgram() { return QStandardPaths::findExecutable(QStringLiteral("bible")); }

}  // namespace bam::window
