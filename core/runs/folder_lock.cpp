// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/folder_lock.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/runs/holder_file.h"

#include <array>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace bam::runs {
namespace {

static_assert(FolderLock::kRenew == std::chrono::seconds(HolderFile::kRenewSeconds));

std::string nameOf(std::int64_t process, const std::string& host) { return str("process ", process, " on ", host); }

[[noreturn]] void throwInUse(const std::filesystem::path& folder, std::string_view holder, std::string_view more = {})
{
    throw FolderInUse(ErrorCode::Environment, str(folder.string(), " is in use by another process (", holder, ")"), str("Wait until it ends or stop it first; two writers would mix their files.", more));
}

[[noreturn]] void throwInUse(const std::filesystem::path& folder, const ProcessIdentity& holder)
{
    if (holder.pid <= 0)
        throwInUse(folder, "one that has not named itself yet");
    throwInUse(folder, nameOf(holder.pid, holder.host), isLocal(holder) ? "" : " Should its machine or container have ended suddenly, wait two minutes.");
}

void refuseLiving(const std::filesystem::path& folder, const std::filesystem::path& file)
{
    if (const auto holder = HolderFile::living(file))
        throwInUse(folder, *holder);
}

/// A process of this machine that wrote its name when the kernel still locked: locks of a network disk may fail for a while. @param holder what the lock file says
void refuseNamed(const std::filesystem::path& folder, const char* holder)
{
    int process = 0;
    if (std::sscanf(holder, "process %d on", &process) == 1 && process > 0 && process != ::getpid() && trimmed(holder) == nameOf(process, hostName()) && (::kill(process, 0) == 0 || errno == EPERM))
        throwInUse(folder, trimmed(holder));
}

/// Files beside them that are none end with a word, not with a digit.
void refuseShared(const std::filesystem::path& folder, const std::string& prefix)
{
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure))
        if (const auto name = entry->path().filename().string(); name.starts_with(prefix) && std::isdigit(static_cast<unsigned char>(name.back())))
            refuseLiving(folder, entry->path());
    if (failure)
        throwFileError(folder, "list", failure.value());
}

}  // namespace

std::string hostName()
{
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name.data();
}

FolderLock::FolderLock(const std::filesystem::path& folder, const std::string& file, Kind kind, std::chrono::milliseconds renew)
{
    const auto path = folder / file;
    m_file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (m_file < 0)
        throwFileError(path, "open", errno);
    if (::flock(m_file, (kind == Alone ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
        const int reason = errno;
        std::array<char, 512> holder{};
        [[maybe_unused]] const auto n = ::pread(m_file, holder.data(), holder.size() - 1, 0);
        ::close(std::exchange(m_file, -1));
        if (locksAreUnsupported(reason)) {
            refuseNamed(folder, holder.data());
            takeByFile(folder, file, kind);
            renewEvery(renew);
            return;
        }
        if (reason != EWOULDBLOCK)
            throwFileError(path, "lock", reason);
        throwInUse(folder, trimmed(holder.data()));
    }
    try {
        refuseLiving(folder, folder / (file + ".holder"));      // of one whose system knows no locks for this folder
    } catch (const Error&) {
        ::close(std::exchange(m_file, -1));
        throw;
    }
    const auto text = nameOf(::getpid(), hostName()) + "\n";
    // The name of the holder is a courtesy: the lock itself holds even where it cannot be written (disk full).
    [[maybe_unused]] const bool named = ::ftruncate(m_file, 0) == 0 && ::pwrite(m_file, text.data(), text.size(), 0) > 0;
}

/// Each makes its own file first and looks for the others' then, so that of two at least one sees the other.
void FolderLock::takeByFile(const std::filesystem::path& folder, const std::string& file, Kind kind)
{
    static std::atomic<int> made{0};
    const auto alone = folder / (file + ".holder");
    const auto shared = file + ".shared.";
    if (kind == Alone)
        refuseShared(folder, shared);       // before it is in the way of others that would share
    const auto own = kind == Alone ? alone : folder / str(shared, uniqueName(), '.', made++);
    m_holder = HolderFile::take(own);
    if (!m_holder)
        throwInUse(folder, HolderFile::living(own).value_or(ProcessIdentity()));
    if (kind == Alone)
        refuseShared(folder, shared);
    else
        refuseLiving(folder, alone);
}

void FolderLock::renewEvery(std::chrono::milliseconds interval)
{
    m_renewal = std::jthread([this, interval](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        while (!wake.wait_for(lock, stop, interval, [&] { return stop.stop_requested(); }))
            m_holder->renew();
    });
}

FolderLock::~FolderLock()
{
    if (m_file >= 0)
        ::close(m_file);
}

}  // namespace bam::runs
