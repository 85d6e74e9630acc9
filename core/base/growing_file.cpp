// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/growing_file.h"

#include "core/base/descriptor.h"

#include <algorithm>

#include <sys/stat.h>

namespace bam {
namespace {

constexpr std::size_t kMark = 64;

}  // namespace

bool GrowingFile::isAnother(int descriptor, const struct stat& info) const
{
    if (m_offset == 0)
        return false;      // nothing was read yet
    if (std::uint64_t(info.st_dev) != m_device || std::uint64_t(info.st_ino) != m_inode || info.st_size < m_offset)
        return true;
    if (info.st_size == m_offset || m_mark.empty())
        return false;
    std::string now(m_mark.size(), '\0');
    return readAt(descriptor, now.data(), now.size(), m_offset - std::int64_t(now.size())) != now.size() || now != m_mark;
}

void GrowingFile::remember(const struct stat& info)
{
    m_device = std::uint64_t(info.st_dev);
    m_inode = std::uint64_t(info.st_ino);
}

void GrowingFile::advance(std::string_view bytes)
{
    m_offset += std::int64_t(bytes.size());
    m_mark += bytes.substr(bytes.size() - std::min(bytes.size(), kMark));
    if (m_mark.size() > kMark)
        m_mark.erase(0, m_mark.size() - kMark);
}

void GrowingFile::restart(std::int64_t offset)
{
    *this = {};
    m_offset = offset;
}

}  // namespace bam
