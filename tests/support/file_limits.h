// SPDX-License-Identifier: GPL-3.0-or-later
// Makes writes fail on purpose, as a full disk would, without needing one.
#pragma once

#include <csignal>
#include <sys/resource.h>

namespace bam::test {

/// While it lives, no file of this process may grow beyond `bytes`: write() stores what fits and then fails with EFBIG.
class LimitedFileSize {
public:
    explicit LimitedFileSize(rlim_t bytes)
    {
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_previous);
        const rlimit limit{bytes, m_previous.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~LimitedFileSize()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_previous);
        std::signal(SIGXFSZ, m_handler);
    }
    LimitedFileSize(const LimitedFileSize&) = delete;
    LimitedFileSize& operator=(const LimitedFileSize&) = delete;

private:
    rlimit m_previous{};
    void (*m_handler)(int) = SIG_DFL;
};

}  // namespace bam::test
