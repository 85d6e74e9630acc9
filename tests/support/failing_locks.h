// SPDX-License-Identifier: GPL-3.0-or-later
// File systems without locks, and holders of files that stand in for them. For one source file of a test program: it defines the C library's flock.
#pragma once

#include "core/runs/process_identity.h"

#include <QTest>

#include <cerrno>
#include <ctime>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bam::test {

inline int lockFailure = 0;     // errno of every lock while it is not 0

inline void renewedAgo(const std::filesystem::path& file, int seconds)
{
    const timespec times[2] = {{std::time(nullptr) - seconds, 0}, {std::time(nullptr) - seconds, 0}};
    QCOMPARE(::utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
}

/// A process that has ended.
inline runs::ProcessIdentity endedProcess()
{
    const auto child = ::fork();
    if (child == 0)
        ::_exit(0);
    auto process = runs::identityOf(::getpid());
    process.pid = child;
    ::waitpid(child, nullptr, 0);
    return process;
}

}  // namespace bam::test

extern "C" int flock(int file, int operation) noexcept
{
    if (bam::test::lockFailure == 0)
        return int(::syscall(SYS_flock, file, operation));
    errno = bam::test::lockFailure;
    return -1;
}
