// SPDX-License-Identifier: GPL-3.0-or-later
// A file descriptor that closes itself, and the calls on it that a signal may interrupt.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

namespace bam {

class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return m_fd; }
    bool valid() const { return m_fd >= 0; }
    /// Network file systems report a full disk only here. After EINTR the descriptor is closed on Linux, so there is no retry.
    /// @returns 0 or an errno value
    int close()
    {
        if (m_fd < 0)
            return 0;
        const int result = ::close(std::exchange(m_fd, -1));
        return result == 0 || errno == EINTR ? 0 : errno;
    }

private:
    int m_fd;
};

inline int openRetrying(const char* path, int flags, mode_t mode = 0)
{
    int fd;
    do {
        fd = ::open(path, flags | O_CLOEXEC, mode);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

inline ssize_t readRetrying(int fd, void* data, std::size_t size)
{
    ssize_t got;
    do {
        got = ::read(fd, data, size);
    } while (got < 0 && errno == EINTR);
    return got;
}

/// Bytes from `offset` on. @returns how many: fewer at the end of the file or after an error
inline std::size_t readAt(int fd, char* to, std::size_t count, std::int64_t offset)
{
    std::size_t done = 0;
    while (done < count) {
        const auto got = ::pread(fd, to + done, count - done, off_t(offset + std::int64_t(done)));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        done += std::size_t(got);
    }
    return done;
}

}  // namespace bam
