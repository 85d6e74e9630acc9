// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/folder_lock.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace bam::runs {

std::string hostName()
{
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name.data();
}

FolderLock::FolderLock(const std::filesystem::path& folder, const std::string& file, Kind kind)
{
    const auto path = folder / file;
    m_file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (m_file < 0)
        throwFileError(path, "open", errno);
    if (::flock(m_file, (kind == Alone ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
        const int reason = errno;
        std::array<char, 512> holder{};
        [[maybe_unused]] const auto n = ::pread(m_file, holder.data(), holder.size() - 1, 0);
        ::close(m_file);
        if (reason != EWOULDBLOCK)
            throwFileError(path, "lock", reason);
        throw FolderInUse(ErrorCode::Environment, str(folder.string(), " is in use by another process (", trimmed(holder.data()), ")"),
            "Wait until it ends or stop it first; two writers would mix their files.");
    }
    const auto text = str("process ", ::getpid(), " on ", hostName(), "\n");
    // The name of the holder is a courtesy: the lock itself holds even where it cannot be written (disk full).
    [[maybe_unused]] const bool named = ::ftruncate(m_file, 0) == 0 && ::pwrite(m_file, text.data(), text.size(), 0) > 0;
}

FolderLock::~FolderLock()
{
    if (m_file >= 0)
        ::close(m_file);
}

}  // namespace bam::runs
