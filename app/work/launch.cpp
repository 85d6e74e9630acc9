// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/launch.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>

namespace bam::work {
namespace {

QString reason(int error) { return QString::fromLocal8Bit(std::strerror(error)); }

Launched cannotOpen(const QString& path, int error)
{
    return {0, QCoreApplication::translate("Launch", "%1 cannot be opened: %2").arg(path, reason(error)), QCoreApplication::translate("Launch", "Check the space and the permissions of that folder."),
        error == ENOSPC || error == EDQUOT};
}

Launched cannotStart(const Launch& what, int error)
{
    if (!what.workingFolder.isEmpty() && !QFileInfo(what.workingFolder).isDir())
        return {0, QCoreApplication::translate("Launch", "The folder %1 is not there").arg(what.workingFolder), QCoreApplication::translate("Launch", "It was removed since this job was made; make the job again."), false};
    const auto hint = error == ENOENT || error == EACCES ? QCoreApplication::translate("Launch", "The program was moved or removed while this window was open; start Bamscope again.")
                                                         : QCoreApplication::translate("Launch", "Close other programs and start the job again.");
    return {0, QCoreApplication::translate("Launch", "The program %1 cannot be started: %2").arg(what.program, reason(error)), hint, false};
}

}  // namespace

Launched launch(const Launch& what)
{
    const auto path = [](const QString& text) { return std::filesystem::path(QFile::encodeName(text).toStdString()); };
    jobs::SpawnRequest request{path(what.program), {}, path(what.workingFolder), path(what.outFile), path(what.errFile)};
    for (const auto& argument : what.arguments)
        request.arguments.push_back(argument.toLocal8Bit().toStdString());
    const auto spawned = jobs::spawn(request);
    if (spawned.pid != 0)
        return {spawned.pid, {}, {}, false};
    return spawned.failed.empty() ? cannotStart(what, spawned.error) : cannotOpen(QFile::decodeName(spawned.failed.c_str()), spawned.error);
}

}  // namespace bam::work
