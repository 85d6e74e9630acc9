// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/csv_log.h"

#include "core/base/append.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <cerrno>
#include <charconv>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace bam::runs {
namespace {

/// Length of the part of `content` that ends with a newline.
std::size_t wholeRows(std::string_view content)
{
    const auto last = content.rfind('\n');
    return last == std::string_view::npos ? 0 : last + 1;
}

}  // namespace

CsvLog::CsvLog(std::filesystem::path path, std::string header)
    : m_path(std::move(path)), m_header(std::move(header))
{
    std::string content;
    if (std::filesystem::exists(m_path))
        content = readFile(m_path);
    m_file = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (m_file < 0)
        throwFileError(m_path, "open", errno);
    m_size = std::int64_t(wholeRows(content));
    if (m_size != std::int64_t(content.size()) && ::ftruncate(m_file, m_size) != 0)
        throwFileError(m_path, "cut the torn last row of", errno);
    if (m_size == 0)
        append(m_header + "\n");
}

CsvLog::~CsvLog()
{
    if (m_file >= 0)
        ::close(m_file);
}

CsvLog::CsvLog(CsvLog&& other) noexcept
    : m_path(std::move(other.m_path)), m_header(std::move(other.m_header)), m_file(std::exchange(other.m_file, -1)), m_size(other.m_size)
{
}

void CsvLog::append(std::string_view rows) { appendWhole(m_file, m_path, m_size, rows); }

void CsvLog::trimTo(std::int64_t step)
{
    const auto content = readFile(m_path);
    std::size_t keep = content.find('\n') + 1;
    while (keep < content.size()) {
        std::int64_t rowStep = 0;
        const auto parsed = std::from_chars(content.data() + keep, content.data() + content.size(), rowStep);
        if (parsed.ec != std::errc() || rowStep >= step)
            break;
        const auto end = content.find('\n', keep);
        if (end == std::string::npos)
            break;
        keep = end + 1;
    }
    if (::ftruncate(m_file, std::int64_t(keep)) != 0)
        throwFileError(m_path, "trim", errno);
    m_size = std::int64_t(keep);
}

void readCsv(const std::filesystem::path& file, const std::vector<std::string>& columns,
    const std::function<void(const std::vector<std::string_view>&, std::int64_t)>& row)
{
    const auto content = readFile(file);
    std::string_view rest = std::string_view(content).substr(0, wholeRows(content));
    const auto nextLine = [&rest] {
        const auto end = rest.find('\n');
        const auto line = rest.substr(0, end);
        rest.remove_prefix(end + 1);
        return line;
    };
    const auto split = [](std::string_view line, std::vector<std::string_view>& fields) {
        fields.clear();
        for (std::size_t begin = 0; begin <= line.size();) {
            const auto end = std::min(line.find(',', begin), line.size());
            fields.push_back(line.substr(begin, end - begin));
            begin = end + 1;
        }
    };
    if (rest.empty())
        throw Error(ErrorCode::Failed, str(file.string(), " has no header row"), "The file is empty or was cut; the run may not have started.");
    std::vector<std::string_view> fields, wanted;
    split(nextLine(), fields);
    std::vector<std::size_t> index;
    for (const auto& column : columns) {
        const auto at = std::find(fields.begin(), fields.end(), column);
        if (at == fields.end())
            throw Error(ErrorCode::Failed, str(file.string(), " has no column \"", column, "\" in its header"), "Expected the columns " + joinNames(columns) + ".");
        index.push_back(std::size_t(at - fields.begin()));
    }
    for (std::int64_t line = 2; !rest.empty(); ++line) {
        split(nextLine(), fields);
        wanted.clear();
        for (const auto at : index) {
            if (at >= fields.size())
                throw Error(ErrorCode::Failed, str(file.string(), " line ", line, " has ", fields.size(), " fields, column \"", columns[wanted.size()], "\" is number ", at + 1),
                    "The file is damaged; resuming the run from its checkpoint rewrites its end.");
            wanted.push_back(fields[at]);
        }
        row(wanted, line);
    }
}

std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + '"';
}

}  // namespace bam::runs
