// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/queue_lock.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/small_file.h"
#include "core/base/text.h"

#include <cstring>
#include <optional>

#include <sys/file.h>
#include <sys/stat.h>

namespace bam::jobs {
namespace {

constexpr std::size_t kHolderBytes = 4096;

/// None when the file is not there or is not written yet.
std::optional<ProcessIdentity> holderOf(const std::filesystem::path& file)
{
    try {
        return processFromJson(jsonOrDiscarded(readSmallFile(file, kHolderBytes).value_or(std::string())));
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// Writes a file that is not there yet. @returns an errno value, 0 when it is there now
int createWith(const std::filesystem::path& file, const std::string& text)
{
    Descriptor descriptor(openRetrying(file.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0644));
    if (!descriptor.valid())
        return errno;
    int failure = ::write(descriptor.get(), text.data(), text.size()) == ssize_t(text.size()) ? 0 : errno != 0 ? errno : ENOSPC;
    if (const int closing = descriptor.close(); failure == 0)
        failure = closing;
    if (failure != 0)
        ::unlink(file.c_str());
    return failure;
}

/// Seconds since it was renewed, by the clock of the file system's server on both sides: those of two machines may differ.
std::optional<double> ageOf(const std::filesystem::path& file)
{
    struct stat held{}, fresh{};
    const auto probe = std::filesystem::path(str(file.string(), '.', ::getpid(), ".now"));
    ::unlink(probe.c_str());
    if (createWith(probe, "\n") != 0)
        return std::nullopt;
    const bool known = ::stat(probe.c_str(), &fresh) == 0 && ::stat(file.c_str(), &held) == 0;
    ::unlink(probe.c_str());
    return known ? std::optional(std::difftime(fresh.st_mtime, held.st_mtime)) : std::nullopt;
}

bool isGone(const std::optional<ProcessIdentity>& holder, const std::filesystem::path& file)
{
    if (holder && isLocal(*holder))
        return !isAlive(*holder);
    return ageOf(file).value_or(0) > QueueLock::kStaleSeconds;
}

/// Moved aside before it is removed, so that of two who find it stale one gets it; what turns out to be another's is put back.
void removeStale(const std::filesystem::path& file, const std::optional<ProcessIdentity>& holder)
{
    const auto aside = std::filesystem::path(str(file.string(), '.', ::getpid(), ".stale"));
    if (::rename(file.c_str(), aside.c_str()) != 0)
        return;
    if (holderOf(aside) != holder && ::link(aside.c_str(), file.c_str()) != 0 && errno != EEXIST)
        ::rename(aside.c_str(), file.c_str());
    ::unlink(aside.c_str());
}

bool isUnsupported(int reason) { return reason == ENOLCK || reason == EOPNOTSUPP || reason == ENOSYS || reason == EINVAL; }

}  // namespace

std::unique_ptr<QueueLock> QueueLock::take(const std::filesystem::path& folder, std::string& why)
{
    const auto file = folder / ".queue.lock";
    const int descriptor = openRetrying(file.c_str(), O_RDWR | O_CREAT, 0644);
    if (descriptor < 0)
        throwFileError(file, "open", errno);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return std::unique_ptr<QueueLock>(new QueueLock(file, descriptor));
    const int reason = errno;
    ::close(descriptor);
    if (reason == EWOULDBLOCK || reason == EINTR)
        return nullptr;
    if (!isUnsupported(reason))
        throwFileError(file, "lock", reason);
    why = std::strerror(reason);
    return takeByFile(folder / ".queue.holder");
}

std::unique_ptr<QueueLock> QueueLock::takeByFile(const std::filesystem::path& file)
{
    const auto own = toJson(identityOf(::getpid())).dump() + "\n";
    for (const bool again : {false, true}) {
        const int failure = createWith(file, own);
        if (failure == 0)
            return std::unique_ptr<QueueLock>(new QueueLock(file, -1));
        if (failure != EEXIST)
            throwFileError(file, "create", failure);
        const auto holder = holderOf(file);
        if (again || !isGone(holder, file))
            return nullptr;
        removeStale(file, holder);
    }
    return nullptr;
}

bool QueueLock::renew() const
{
    if (!byFile())
        return true;
    const auto holder = holderOf(m_file);
    return holder == identityOf(::getpid()) && ::utimensat(AT_FDCWD, m_file.c_str(), nullptr, 0) == 0;
}

QueueLock::~QueueLock()
{
    if (byFile() && holderOf(m_file) == identityOf(::getpid()))
        ::unlink(m_file.c_str());
}

}  // namespace bam::jobs
