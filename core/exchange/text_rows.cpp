// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text_rows.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <ctime>
#include <unistd.h>

namespace bam::exchange {
namespace {

constexpr std::size_t kPiece = std::size_t(1) << 20;
constexpr std::size_t kLongestRow = std::size_t(16) << 20;
constexpr std::size_t kMostFields = 10'000;
constexpr std::int64_t kMostReadAgain = std::int64_t(64) << 20;
constexpr int kEnd = -1;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return std::find(words.begin(), words.end(), lower) != words.end();
}

/// "05:30", "0530" or "05": hours and minutes, in seconds.
std::optional<double> secondsOfOffset(std::string text)
{
    if (text.size() == 5 && text[2] == ':')
        text.erase(2, 1);
    if ((text.size() != 2 && text.size() != 4) || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    return 3600.0 * std::stoi(text.substr(0, 2)) + (text.size() == 4 ? 60.0 * std::stoi(text.substr(2)) : 0);
}

}  // namespace

TextRows::TextRows(const std::filesystem::path& file) : m_path(file), m_file(openRetrying(file.c_str(), O_RDONLY))
{
    if (!m_file.valid())
        throwFileError(file, "open", errno);
    if (fill() && std::string_view(m_buffer).starts_with(kByteOrderMark))
        m_at = kByteOrderMark.size();
}

bool TextRows::fill()
{
    m_buffer.resize(kPiece);
    const auto got = readRetrying(m_file.get(), m_buffer.data(), m_buffer.size());
    if (got < 0)
        throwFileError(m_path, "read", errno);
    m_buffer.resize(std::size_t(got));
    m_at = 0;
    m_bytes += got;
    m_furthest = std::max(m_furthest, m_bytes);
    return got > 0;
}

void TextRows::goBack(const Mark& mark)
{
    const auto first = m_bytes - std::int64_t(m_buffer.size());
    if (mark.byte >= first) {
        m_at = std::size_t(mark.byte - first);
    } else {
        if (::lseek(m_file.get(), off_t(mark.byte), SEEK_SET) < 0)
            throwFileError(m_path, "read", errno);
        m_buffer.clear();
        m_at = 0;
        m_bytes = mark.byte;
    }
    m_line = mark.line;
}

int TextRows::get()
{
    if (m_at == m_buffer.size() && !fill())
        return kEnd;
    return static_cast<unsigned char>(m_buffer[m_at++]);
}

TextRows::Row TextRows::line(std::string& text)
{
    text.clear();
    m_rowLine = m_line;
    bool tooLong = false;
    for (;;) {
        if (m_at == m_buffer.size() && !fill()) {
            if (text.empty() && !tooLong)
                return Row::End;
            break;
        }
        const auto end = m_buffer.find('\n', m_at);
        const auto upTo = end == std::string::npos ? m_buffer.size() : end;
        tooLong = tooLong || text.size() + (upTo - m_at) > kLongestRow;
        if (!tooLong)
            text.append(m_buffer, m_at, upTo - m_at);
        m_at = upTo;
        if (end != std::string::npos) {
            ++m_at;
            ++m_line;
            break;
        }
    }
    if (tooLong) {
        text.clear();
        return Row::TooLong;
    }
    if (text.ends_with('\r'))
        text.pop_back();
    return Row::Whole;
}

TextRows::Row TextRows::record(std::vector<std::string>& fields, char separator, std::size_t expected)
{
    for (;;) {
        const auto row = fieldsUpToTheEnd(fields, separator, expected);
        if (row != Row::Whole)
            return row;
        if (fields.back().ends_with('\r'))
            fields.back().pop_back();
        if (fields.size() > 1 || !trimmed(fields.front()).empty())
            return Row::Whole;
    }
}

TextRows::Row TextRows::fieldsUpToTheEnd(std::vector<std::string>& fields, char separator, std::size_t expected)
{
    fields.assign(1, {});
    m_rowLine = m_line;
    std::size_t size = 0;
    bool quoted = false, wasQuoted = false, anything = false;
    std::int64_t quoteLine = 0;
    std::optional<Mark> behind, first;      // the line after that of the last quote, and of the first; of those with line breaks behind them only
    const auto broken = [&](const std::optional<Mark>& mark) {
        fields.assign(1, {});
        m_rowLine = mark ? mark->line - 1 : quoteLine;
        if (mark)
            goBack(*mark);
        return Row::OpenQuote;
    };
    const auto isMiscounted = [&](std::size_t count) {
        if (expected == 0 || !first || count == expected || m_readAgain > kMostReadAgain)
            return false;
        m_readAgain += at() - first->byte;
        return true;
    };
    for (int c = get();; c = get()) {
        if (c == kEnd) {
            if (!anything)
                return Row::End;
            if (quoted && size <= kLongestRow)
                return broken(behind);
            break;
        }
        anything = true;
        m_line += c == '\n';
        if (++size > kLongestRow) {
            if (quoted && behind)
                return broken(behind);
            fields.assign(1, {});
        }
        auto& field = fields.back();
        if (quoted) {
            if (c == '\n' && !behind)
                behind = Mark{at(), m_line}, first = first ? first : behind;
            if (c != '"') {
                field += char(c);
            } else if (const int next = get(); next == '"') {
                field += '"';
            } else {
                quoted = false;
                if (next == kEnd)
                    break;
                --m_at;     // get() never leaves the buffer at its beginning
                if (behind && next != separator && next != '\n' && next != '\r' && next != ' ')
                    return broken(behind);  // it was the first quote of a field below
            }
        } else if (c == '"' && field.empty() && !wasQuoted) {
            quoted = wasQuoted = true;
            quoteLine = m_line;
            behind.reset();
        } else if (c == separator) {
            if (fields.size() < kMostFields)
                fields.emplace_back();
            else
                size = kLongestRow;
            wasQuoted = false;
            if (fields.size() > expected && isMiscounted(fields.size()))
                return broken(first);
        } else if (c == '\n') {
            break;
        } else {
            field += char(c);
        }
    }
    if (isMiscounted(fields.size()))
        return broken(first);
    return size > kLongestRow ? Row::TooLong : Row::Whole;
}

std::optional<char> separatorOf(std::string_view header)
{
    constexpr std::string_view kSeparators = ",;\t|";
    std::array<std::size_t, kSeparators.size()> counts{};
    bool quoted = false;
    for (const char c : header) {
        quoted ^= c == '"';
        if (const auto which = kSeparators.find(c); !quoted && which != std::string_view::npos)
            ++counts[which];
    }
    const auto most = std::max_element(counts.begin(), counts.end());
    return *most == 0 ? std::nullopt : std::optional(kSeparators[std::size_t(most - counts.begin())]);
}

FieldValue valueOf(std::string_view field, bool decimalComma)
{
    auto text = trimmed(field);
    if (text.empty() || isOneOf(text, {"null", "none", "na", "n/a", "-"}))
        return {};
    if (isOneOf(text, {"nan", "inf", "-inf", "+inf", "infinity", "-infinity"}))
        return {FieldValue::Kind::NotFinite, 0};
    if (text.front() == '+')
        text.remove_prefix(1);
    std::string withPoint;
    if (decimalComma && text.find(',') != std::string_view::npos && text.find('.') == std::string_view::npos) {
        withPoint = text;
        std::replace(withPoint.begin(), withPoint.end(), ',', '.');
        text = withPoint;
    }
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end != text.data() + text.size() || error == std::errc::invalid_argument)
        return {FieldValue::Kind::Text, 0};
    if (error == std::errc::result_out_of_range || !std::isfinite(number))
        return {FieldValue::Kind::NotFinite, 0};
    return {FieldValue::Kind::Number, number};
}

std::string shown(std::string text)
{
    repairUtf8(text);
    std::string result;
    for (std::size_t n = 0; n < text.size(); ++n) {
        const auto c = static_cast<unsigned char>(text[n]);
        const auto next = n + 1 < text.size() ? static_cast<unsigned char>(text[n + 1]) : 0;
        const bool second = c == 0xc2 && next >= 0x80 && next < 0xa0;      // U+0080 to U+009F
        const auto control = second ? next : c;
        if (second || c < ' ' || c == 0x7f) {
            result += str("\\x", "0123456789abcdef"[control >> 4], "0123456789abcdef"[control & 15]);
            n += second;
        } else {
            result += char(c);
        }
    }
    return result;
}

std::optional<double> secondsOfDate(std::string_view text)
{
    std::string copy(trimmed(text));
    if (copy.size() > 40)
        return std::nullopt;
    if (copy.size() > 10 && copy[10] == ' ')
        copy[10] = 'T';
    std::tm parts{};
    const char* rest = ::strptime(copy.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
    if (!rest)
        return std::nullopt;
    double seconds = double(::timegm(&parts));
    if (*rest == '.' || *rest == ',') {
        double scale = 0.1;
        for (++rest; *rest >= '0' && *rest <= '9'; ++rest, scale /= 10)
            seconds += (*rest - '0') * scale;
    }
    if (*rest == '+' || *rest == '-') {
        const auto offset = secondsOfOffset(rest + 1);
        return offset ? std::optional(seconds - (*rest == '-' ? -1 : 1) * *offset) : std::nullopt;
    }
    return *rest == '\0' || (*rest == 'Z' && rest[1] == '\0') ? std::optional(seconds) : std::nullopt;
}

}  // namespace bam::exchange
