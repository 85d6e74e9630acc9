// SPDX-License-Identifier: GPL-3.0-or-later
// Which of several windows on one state folder starts what is queued. The kernel's file lock where there is one, which ends with its process; on file
// systems without a file that names its holder (runs/holder_file.h): renew() tells a holder that was asleep so long that another one took over.
#pragma once

#include "core/base/descriptor.h"
#include "core/runs/holder_file.h"

#include <filesystem>
#include <memory>
#include <string>

namespace bam::jobs {

class QueueLock {
public:
    static constexpr int kStaleSeconds = runs::HolderFile::kStaleSeconds;
    static constexpr int kRenewSeconds = runs::HolderFile::kRenewSeconds;

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
    QueueLock(int descriptor, std::unique_ptr<runs::HolderFile> holder) : m_descriptor(descriptor), m_holder(std::move(holder)) {}

    const Descriptor m_descriptor;      // none: by m_holder
    const std::unique_ptr<runs::HolderFile> m_holder;
};

}  // namespace bam::jobs
