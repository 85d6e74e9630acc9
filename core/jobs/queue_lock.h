// SPDX-License-Identifier: GPL-3.0-or-later
// Which of several windows on one state folder starts what is queued. The kernel's file lock where there is one, which ends with its process; on file
// systems without (some network and user-space ones) a file that names its holder, which a living holder renews.
//
// Invariants: a holder's file is taken over only when its process is known to be gone (on this machine) or has not renewed it for kStaleSeconds (on
// another); renew() tells a holder that was asleep so long that another one took over.
#pragma once

#include "core/base/descriptor.h"
#include "core/jobs/process_identity.h"

#include <filesystem>
#include <memory>
#include <string>

namespace bam::jobs {

class QueueLock {
public:
    static constexpr int kStaleSeconds = 120;
    static constexpr int kRenewSeconds = 15;

    /// @param why set when the file system has no locks: the system's reason  @returns null while another window holds it
    /// @throws Error when the folder cannot be written
    static std::unique_ptr<QueueLock> take(const std::filesystem::path& folder, std::string& why);
    ~QueueLock();
    QueueLock(const QueueLock&) = delete;
    QueueLock& operator=(const QueueLock&) = delete;

    /// Whether it is held by a file that names this process: then renew() is due every kRenewSeconds.
    bool byFile() const { return !m_descriptor.valid(); }
    /// @returns false when it is not held any more
    bool renew() const;

private:
    QueueLock(std::filesystem::path file, int descriptor) : m_file(std::move(file)), m_descriptor(descriptor) {}
    static std::unique_ptr<QueueLock> takeByFile(const std::filesystem::path& file);

    const std::filesystem::path m_file;
    const Descriptor m_descriptor;      // none: by file
};

}  // namespace bam::jobs
