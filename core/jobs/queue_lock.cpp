// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/queue_lock.h"

#include "core/base/files.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/file.h>

namespace bam::jobs {

std::unique_ptr<QueueLock> QueueLock::take(const std::filesystem::path& folder, std::string& why)
{
    const auto file = folder / ".queue.lock";
    const int descriptor = openRetrying(file.c_str(), O_RDWR | O_CREAT, 0644);
    if (descriptor < 0)
        throwFileError(file, "open", errno);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return std::unique_ptr<QueueLock>(new QueueLock(descriptor, nullptr));
    const int reason = errno;
    ::close(descriptor);
    if (reason == EWOULDBLOCK || reason == EINTR)
        return nullptr;
    if (!runs::locksAreUnsupported(reason))
        throwFileError(file, "lock", reason);
    why = std::strerror(reason);
    auto holder = runs::HolderFile::take(folder / ".queue.holder");
    return holder ? std::unique_ptr<QueueLock>(new QueueLock(-1, std::move(holder))) : nullptr;
}

QueueLock::~QueueLock() = default;

bool QueueLock::renew() const { return !byFile() || m_holder->renew(); }

}  // namespace bam::jobs
