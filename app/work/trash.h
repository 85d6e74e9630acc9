// SPDX-License-Identifier: GPL-3.0-or-later
// Moves run folders to the desktop's trash and back. Invariants: a running run is refused; nothing is ever deleted or overwritten.
#pragma once

#include <QString>

namespace bam::work {

struct TrashedRun {
    QString path;               ///< where it was
    QString trashPath;          ///< where it is now
    bool desktopTrash = true;   ///< false: no trash here, so it is in `.trash` of the log folder
};

/// @param root the log folder, for the fallback `<root>/.trash/`
/// @throws Error (Usage) the run is running or not there; (Environment, Failed) it cannot be moved
TrashedRun moveToTrash(const QString& run, const QString& root);

/// The fallback itself.
TrashedRun moveToLogFolderTrash(const QString& run, const QString& root);

/// Puts it back. @throws Error (Usage) something is at its place again, or it is not in the trash any more; (Environment, Failed) it cannot be moved
void restoreFromTrash(const TrashedRun& trashed);

}  // namespace bam::work
