// SPDX-License-Identifier: GPL-3.0-or-later
// How far a file that others append to was read, and whether it is still the same file: one that was cut, replaced by another, or cut and grown again is not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

struct stat;

namespace bam {

/// Invariant: offset() is the first byte that was not used yet, and the bytes right before it that are remembered were those in the file.
class GrowingFile {
public:
    /// To be called with what fstat() says before reading on. @returns whether the file is another than the one read so far; then restart() is the caller's to call
    bool isAnother(int descriptor, const struct stat& info) const;
    /// Remembers which file it is. Call it after isAnother().
    void remember(const struct stat& info);
    /// Bytes from offset() on were used.
    void advance(std::string_view bytes);
    /// Forgets everything; reading goes on at `offset`.
    void restart(std::int64_t offset = 0);
    std::int64_t offset() const { return m_offset; }

private:
    std::int64_t m_offset = 0;
    std::uint64_t m_device = 0, m_inode = 0;
    std::string m_mark;         // the last bytes used: a resumed run cuts its log and writes on, possibly beyond where it was
};

}  // namespace bam
