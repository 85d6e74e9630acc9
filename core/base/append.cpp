// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/append.h"

#include "core/base/files.h"

#include <cerrno>

#include <unistd.h>

namespace bam {

void appendWhole(int fd, const std::filesystem::path& path, std::int64_t& size, std::string_view bytes)
{
    std::size_t written = 0;
    while (written < bytes.size()) {
        const auto n = ::pwrite(fd, bytes.data() + written, bytes.size() - written, off_t(size + std::int64_t(written)));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            const int reason = n < 0 ? errno : ENOSPC;
            [[maybe_unused]] const int cut = ::ftruncate(fd, off_t(size));  // best effort: readers ignore a torn end anyway
            throwFileError(path, "append to", reason);
        }
        written += std::size_t(n);
    }
    size += std::int64_t(bytes.size());
}

}  // namespace bam
