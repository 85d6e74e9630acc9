// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/text_tail.h"

#include "core/base/descriptor.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/stat.h>

namespace bam::work {
namespace {

constexpr int kRestedPolls = 3;             // after so many a torn line is shown as it is
constexpr qsizetype kLongestLine = 1024 * 1024;

QByteArray bytesAt(int file, qint64 offset, qint64 size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    bytes.resize(qsizetype(readAt(file, bytes.data(), std::size_t(size), offset)));
    return bytes;
}

}  // namespace

TextTail::TextTail(QString path, qint64 keep) : m_path(std::move(path)), m_keep(keep) {}

TextTail::Change TextTail::poll(QStringList& lines, qint64 most)
{
    m_more = false;
    const Descriptor file(openRetrying(QFile::encodeName(m_path).constData(), O_RDONLY | O_NONBLOCK));
    const int failure = file.valid() ? 0 : errno;
    struct stat info {};
    if (!file.valid() || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
        m_problem = failure == ENOENT || failure == 0 ? QString() : QString::fromLocal8Bit(std::strerror(failure));
        const bool told = !m_begun;
        m_begun = false;
        m_gone = m_gone || !told;
        m_torn.clear();
        return told ? Change::None : Change::Gone;
    }
    m_problem.clear();
    const auto size = qint64(info.st_size);
    // What came back may be what was there before: it is read again, not added.
    const bool replaced = std::exchange(m_gone, false) || (m_begun && m_place.isAnother(file.get(), info));
    if (!m_begun || replaced)
        beginAt(size);
    m_place.remember(info);
    if (size == m_place.offset())
        return replaced ? Change::Restarted : rest(lines);
    m_rested = 0;
    const auto bytes = bytesAt(file.get(), m_place.offset(), std::min(size - m_place.offset(), most));
    m_place.advance({bytes.constData(), std::size_t(bytes.size())});
    m_more = m_place.offset() < size && !bytes.isEmpty();
    const auto before = lines.size();
    take(bytes, lines);
    if (replaced)
        return Change::Restarted;
    return lines.size() > before ? Change::Appended : Change::None;
}

void TextTail::beginAt(qint64 size)
{
    m_begun = true;
    m_skipped = std::max<qint64>(0, size - m_keep);
    m_place.restart(m_skipped);
    m_skipLine = m_skipped > 0;
    m_torn.clear();
    m_rested = 0;
}

/// A last line without an end, such as of a process that was killed.
TextTail::Change TextTail::rest(QStringList& lines)
{
    if (m_torn.isEmpty() || ++m_rested < kRestedPolls)
        return Change::None;
    lines << QString::fromUtf8(m_torn);
    m_torn.clear();
    return Change::Appended;
}

void TextTail::take(const QByteArray& bytes, QStringList& lines)
{
    qsizetype begin = 0;
    for (qsizetype end = 0; (end = bytes.indexOf('\n', begin)) >= 0; begin = end + 1) {
        const auto line = m_torn + bytes.mid(begin, end - begin);
        m_torn.clear();
        if (!m_skipLine)
            lines << QString::fromUtf8(line.endsWith('\r') ? line.chopped(1) : line);
        m_skipLine = false;
    }
    m_torn += bytes.mid(begin);
    if (m_torn.size() > kLongestLine) {     // nothing that has lines
        if (!m_skipLine)
            lines << QString::fromUtf8(m_torn);
        m_torn.clear();
    }
}

}  // namespace bam::work
