// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/trash.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/runs/run_summary.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace bam::work {
namespace {

/// A rename that never replaces what is there, not even an empty folder.
void moveFolder(const QString& from, const QString& to)
{
    const auto source = from.toStdString(), target = to.toStdString();
    if (::renameat2(AT_FDCWD, source.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0)
        return;
    int reason = errno;
    // Some network file systems do not know the flag.
    if (reason == EINVAL && !QFileInfo::exists(to))
        reason = ::rename(source.c_str(), target.c_str()) == 0 ? 0 : errno;
    if (reason != 0)
        throwFileError(source, str("move to \"", target, "\" the run"), reason);
}

}  // namespace

TrashedRun moveToLogFolderTrash(const QString& run, const QString& root)
{
    const auto bin = root + QStringLiteral("/.trash");
    if (!QDir().mkpath(bin))
        throw Error(ErrorCode::Environment, str("There is no trash for ", run.toStdString(), ", and ", bin.toStdString(), " cannot be made"),
            "Ask for write permission on the log folder, or remove the run by hand.");
    // size.encoding.version, so that a person finds it; numbered when taken.
    const QFileInfo info(run);
    const auto parts = info.path().split(QLatin1Char('/'));
    const auto name = (parts.mid(std::max<qsizetype>(0, parts.size() - 2)) << info.fileName()).join(QLatin1Char('.'));
    auto target = bin + QLatin1Char('/') + name;
    for (int number = 2; QFileInfo::exists(target); ++number)
        target = bin + QStringLiteral("/%1.%2").arg(name).arg(number);
    moveFolder(run, target);
    return {run, target, false};
}

TrashedRun moveToTrash(const QString& run, const QString& root)
{
    const auto path = QDir::cleanPath(run);
    if (!QFileInfo(path).isDir())
        throw Error(ErrorCode::Usage, path.toStdString() + " is not there any more", "Refresh the list of runs.");
    if (runs::summarize(path.toStdString(), QDateTime::currentSecsSinceEpoch()).state == runs::RunState::Running)
        throw Error(ErrorCode::Usage, path.toStdString() + " is still running", "Stop the run first, then move it to the trash.");
    QString inTrash;
    if (QFile::moveToTrash(path, &inTrash) && !inTrash.isEmpty())
        return {path, inTrash, true};
    return moveToLogFolderTrash(path, QDir::cleanPath(root));
}

void restoreFromTrash(const TrashedRun& trashed)
{
    if (QFileInfo::exists(trashed.path))
        throw Error(ErrorCode::Usage, trashed.path.toStdString() + " is there again, so the run from the trash is not put over it",
            "Move one of the two away; the other is at " + trashed.trashPath.toStdString() + ".");
    if (!QFileInfo::exists(trashed.trashPath))
        throw Error(ErrorCode::Usage, trashed.trashPath.toStdString() + " is not in the trash any more", "It was emptied or the run was put back already.");
    const auto parent = QFileInfo(trashed.path).path();
    if (!QDir().mkpath(parent))
        throw Error(ErrorCode::Environment, parent.toStdString() + " cannot be made", "Ask for write permission on the log folder.");
    moveFolder(trashed.trashPath, trashed.path);
    if (trashed.desktopTrash) {
        // The desktop's note about where it came from, in the folder beside.
        const QFileInfo info(trashed.trashPath);
        QFile::remove(QFileInfo(info.path()).path() + QStringLiteral("/info/%1.trashinfo").arg(info.fileName()));
    }
}

}  // namespace bam::work
