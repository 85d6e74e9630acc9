// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/holder_file.h"

#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/runs/folder_lock.h"

#include <cerrno>
#include <ctime>
#include <string>

#include <sys/stat.h>

namespace bam::runs {
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

/// A file beside it that no other process uses. @param purpose does not end with a digit
std::filesystem::path besides(const std::filesystem::path& file, const char* purpose) { return str(file.string(), '.', uniqueName(), '.', purpose); }

/// Seconds since it was renewed, by the clock of the file system's server on both sides: those of two machines may differ.
std::optional<double> ageOf(const std::filesystem::path& file)
{
    struct stat held{}, fresh{};
    const auto probe = besides(file, "now");
    ::unlink(probe.c_str());
    if (createWith(probe, "\n") != 0)
        return std::nullopt;
    const bool known = ::stat(probe.c_str(), &fresh) == 0 && ::stat(file.c_str(), &held) == 0;
    ::unlink(probe.c_str());
    return known ? std::optional(std::difftime(fresh.st_mtime, held.st_mtime)) : std::nullopt;
}

bool isGone(const std::optional<ProcessIdentity>& holder, const std::filesystem::path& file)
{
    // Two machines may have one name (localhost), and containers their own numbers of processes; after another start of this machine the file is old enough.
    if (holder && isLocal(*holder) && holder->boot == identityOf(::getpid()).boot)
        return !isAlive(*holder);
    return ageOf(file).value_or(0) > HolderFile::kStaleSeconds;
}

/// Moved aside before it is removed, so that of two who find it stale one gets it; what turns out to be another's is put back.
void removeStale(const std::filesystem::path& file, const std::optional<ProcessIdentity>& holder)
{
    const auto aside = besides(file, "stale");
    if (::rename(file.c_str(), aside.c_str()) != 0)
        return;
    if (holderOf(aside) != holder && ::link(aside.c_str(), file.c_str()) != 0 && errno != EEXIST)
        ::rename(aside.c_str(), file.c_str());
    ::unlink(aside.c_str());
}

}  // namespace

std::unique_ptr<HolderFile> HolderFile::take(const std::filesystem::path& file)
{
    const auto own = toJson(identityOf(::getpid())).dump() + "\n";
    for (const bool again : {false, true}) {
        const int failure = createWith(file, own);
        if (failure == 0)
            return std::unique_ptr<HolderFile>(new HolderFile(file));
        if (failure != EEXIST)
            throwFileError(file, "create", failure);
        const auto holder = holderOf(file);
        if (again || !isGone(holder, file))
            return nullptr;
        removeStale(file, holder);
    }
    return nullptr;
}

std::optional<ProcessIdentity> HolderFile::living(const std::filesystem::path& file)
{
    struct stat info{};
    const auto isThere = [&] { return ::lstat(file.c_str(), &info) == 0; };
    if (!isThere())
        return std::nullopt;
    auto holder = holderOf(file);
    if (isGone(holder, file)) {
        removeStale(file, holder);
        holder = holderOf(file);        // another one's, who was faster
    }
    return isThere() ? std::optional(holder.value_or(ProcessIdentity())) : std::nullopt;
}

bool HolderFile::renew() const
{
    return holderOf(m_file) == identityOf(::getpid()) && ::utimensat(AT_FDCWD, m_file.c_str(), nullptr, 0) == 0;
}

HolderFile::~HolderFile()
{
    if (holderOf(m_file) == identityOf(::getpid()))
        ::unlink(m_file.c_str());
}

bool locksAreUnsupported(int reason) { return reason == ENOLCK || reason == EOPNOTSUPP || reason == ENOSYS || reason == EINVAL; }

}  // namespace bam::runs
