// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/log_tail.h"

#include "core/base/descriptor.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include <sys/stat.h>

namespace bam::runs {
namespace {

constexpr std::int64_t kPiece = std::int64_t(4) << 20;
constexpr std::int64_t kSmallestPiece = 64 << 10;
constexpr std::size_t kLongestLine = std::size_t(16) << 20;     // what is longer is no row, and memory is no place for it

/// The whole field must be a number: what only begins with one is no row, and would stand for a step that it never was.
double numberIn(const char* begin, const char* end)
{
    double value = 0;
    const auto [last, error] = std::from_chars(begin, end, value);
    return error == std::errc() && last == end && begin != end ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

LogTail::LogTail(std::filesystem::path file, std::vector<std::string> names)
    : m_file(std::move(file)), m_names(std::move(names))
{
    m_columns.values.resize(m_names.size());
}

void LogTail::restart()
{
    m_columns = {};
    m_columns.values.resize(m_names.size());
    m_targets.clear();
    m_place.restart();
    m_badRows = 0;
    m_haveHeader = m_more = m_skipLine = false;
    m_rowBytes = 0;
    m_header.clear();
    m_headerProblem.clear();
}

LogColumns LogTail::take()
{
    auto taken = std::move(m_columns);
    m_columns = {};
    m_columns.values.resize(m_names.size());
    return taken;
}

/// Growing by doubling would hold twice the memory for a moment, and up to that for good.
void LogTail::reserveFor(std::int64_t bytes)
{
    if (bytes < kSmallestPiece || m_rowBytes == 0)
        return;
    const auto rows = m_columns.rows() + std::size_t(bytes) / m_rowBytes * 17 / 16 + 1;
    m_columns.step.reserve(rows);
    m_columns.time.reserve(rows);
    for (auto& column : m_columns.values)
        column.reserve(rows);
}

std::int64_t LogTail::expectedRows() const
{
    return m_rowBytes == 0 ? 0 : m_size / std::int64_t(m_rowBytes);
}

bool LogTail::readHeader(const char*& at, const char* end)
{
    const auto* newline = static_cast<const char*>(std::memchr(at, '\n', std::size_t(end - at)));
    if (!newline)
        return false;
    std::string_view line(at, std::size_t(newline - at));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    m_header = line;
    while (true) {
        const auto comma = line.find(',');
        const auto name = line.substr(0, comma);
        const auto found = std::find(m_names.begin(), m_names.end(), name);
        m_targets.push_back(name == "step" ? 0 : name == "time" ? 1 : found == m_names.end() ? -1 : 2 + int(found - m_names.begin()));
        if (comma == std::string_view::npos)
            break;
        line.remove_prefix(comma + 1);
    }
    if (std::find(m_targets.begin(), m_targets.end(), 0) == m_targets.end())
        m_headerProblem = m_file.string() + " has no column step in its first line, so it is not a log of a run";
    m_haveHeader = true;
    at = newline + 1;
    return true;
}

/// The rest of a line without an end; as the first one, it is no header either.
void LogTail::passOverLine()
{
    if (!m_haveHeader)
        m_headerProblem = m_file.string() + " has no column step in its first line, so it is not a log of a run";
    m_haveHeader = m_skipLine = true;
    m_rowBytes = 0;
    ++m_badRows;
}

void LogTail::readRow(const char* begin, const char* end)
{
    constexpr auto kMissing = std::numeric_limits<double>::quiet_NaN();
    double step = kMissing, time = kMissing;
    for (auto& column : m_columns.values)
        column.push_back(std::numeric_limits<float>::quiet_NaN());
    const auto* at = begin;
    for (const int target : m_targets) {
        const auto* comma = static_cast<const char*>(std::memchr(at, ',', std::size_t(end - at)));
        const auto* fieldEnd = comma ? comma : end;
        if (target >= 0) {
            const double value = numberIn(at, fieldEnd);
            if (target == 0)
                step = value;
            else if (target == 1)
                time = value;
            else
                m_columns.values[std::size_t(target - 2)].back() = float(value);
        }
        if (!comma)
            break;
        at = comma + 1;
    }
    if (!std::isfinite(step)) {
        for (auto& column : m_columns.values)
            column.pop_back();
        m_badRows += std::string_view(begin, std::size_t(end - begin)) != m_header;
        return;
    }
    m_columns.step.push_back(step);
    m_columns.time.push_back(time);
}

LogTail::Change LogTail::poll(std::int64_t maxBytes)
{
    m_more = false;
    const Descriptor descriptor(openRetrying(m_file.c_str(), O_RDONLY | O_NONBLOCK));     // waits for no pipe of that name
    struct stat info{};
    if (!descriptor.valid() || ::fstat(descriptor.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
        m_problem = m_file.string() + (!descriptor.valid() ? std::string(" cannot be opened: ") + std::strerror(errno) : " is not a regular file");
        return Change::Gone;
    }
    m_problem.clear();
    const bool restarted = m_place.isAnother(descriptor.get(), info);
    if (restarted)
        restart();
    m_place.remember(info);
    m_size = info.st_size;
    m_problem = m_headerProblem;
    if (info.st_size == m_place.offset())
        return restarted ? Change::Restarted : Change::None;

    const auto rowsBefore = m_columns.rows();
    reserveFor(std::min(info.st_size - m_place.offset(), maxBytes));
    std::vector<char> piece;
    std::int64_t used = 0;
    const auto wholePiece = std::size_t(std::clamp<std::int64_t>(maxBytes, kSmallestPiece, kPiece));
    std::size_t size = wholePiece;
    while (used < maxBytes) {
        piece.resize(std::min<std::size_t>(size, std::size_t(info.st_size - m_place.offset())));
        const auto got = readAt(descriptor.get(), piece.data(), piece.size(), m_place.offset());
        const char *at = piece.data(), *const end = at + got;
        if (!m_haveHeader && !readHeader(at, end)) {
            if (got < size)
                break;
            if (size >= kLongestLine)
                passOverLine();
            else
                size *= 2;      // a first line longer than a piece
            continue;
        }
        const char* lastBegin = nullptr;
        while (const auto* newline = static_cast<const char*>(std::memchr(at, '\n', std::size_t(end - at)))) {
            const auto* rowEnd = newline > at && newline[-1] == '\r' ? newline - 1 : newline;
            if (!std::exchange(m_skipLine, false) && rowEnd > at)
                readRow(at, rowEnd);
            lastBegin = at;
            at = newline + 1;
        }
        if (!m_skipLine && at == piece.data() && got == size && size >= kLongestLine)
            passOverLine();
        if (m_skipLine)
            at = end;
        const auto consumed = at - piece.data();
        if (lastBegin)
            m_rowBytes = std::size_t(at - lastBegin);
        m_place.advance({piece.data(), std::size_t(consumed)});
        used += consumed;
        if (got < size || m_place.offset() >= info.st_size)
            break;
        size = consumed == 0 ? size * 2 : wholePiece;
    }
    m_problem = m_headerProblem;
    m_more = used >= maxBytes && m_place.offset() < info.st_size;
    return restarted ? Change::Restarted : m_columns.rows() > rowsBefore ? Change::Appended : Change::None;
}

}  // namespace bam::runs
