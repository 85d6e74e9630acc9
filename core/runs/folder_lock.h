// SPDX-License-Identifier: GPL-3.0-or-later
// A lock that the kernel drops when its process ends, however it ends. The lock file names the holder for error messages. On file systems without such
// locks (some network and user-space ones) files beside it stand in: `<file>.holder` of the one that is alone, `<file>.shared.<host>.<process>.<number>` of
// each that shares. They are renewed by a thread while they are held.
//
// Invariants: two that exclude each other never both get the lock; of two that ask in the same moment without the kernel's locks, both may be refused.
// Without them, who sleeps longer than HolderFile::kStaleSeconds on one machine may be replaced from another and is not told.
#pragma once

#include "core/base/error.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

namespace bam::runs {

/// Another process holds the lock.
class FolderInUse : public Error {
public:
    using Error::Error;
};

class HolderFile;

class FolderLock {
public:
    enum Kind {
        Alone,
        Shared,     ///< with others that share it, but with none that wants it alone
    };
    static constexpr std::chrono::milliseconds kRenew = std::chrono::seconds(15);

    /// Locks `folder/file`. @param renew how often a file that stands in for the lock is renewed
    /// @throws FolderInUse (Environment) naming the holder when it is taken; Error when the folder cannot be written
    FolderLock(const std::filesystem::path& folder, const std::string& file, Kind kind = Alone, std::chrono::milliseconds renew = kRenew);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    void takeByFile(const std::filesystem::path& folder, const std::string& file, Kind kind);
    void renewEvery(std::chrono::milliseconds interval);

    int m_file = -1;                        // none: by m_holder
    std::unique_ptr<HolderFile> m_holder;
    std::jthread m_renewal;                 // last: it uses m_holder
};

std::string hostName();

}  // namespace bam::runs
