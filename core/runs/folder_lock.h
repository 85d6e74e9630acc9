// SPDX-License-Identifier: GPL-3.0-or-later
// A lock that the kernel drops when its process ends, however it ends. The lock file names the holder for error messages.
#pragma once

#include "core/base/error.h"

#include <filesystem>
#include <string>

namespace bam::runs {

/// Another process holds the lock.
class FolderInUse : public Error {
public:
    using Error::Error;
};

class FolderLock {
public:
    enum Kind {
        Alone,
        Shared,     ///< with others that share it, but with none that wants it alone
    };
    /// Locks `folder/file`. @throws FolderInUse (Environment) naming the holder when it is taken
    FolderLock(const std::filesystem::path& folder, const std::string& file, Kind kind = Alone);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int m_file = -1;
};

std::string hostName();

}  // namespace bam::runs
