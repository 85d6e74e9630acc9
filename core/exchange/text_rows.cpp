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

namespace bam::exchange {
namespace {

constexpr std::size_t kPiece = std::size_t(1) << 20;
constexpr std::size_t kLongestRow = std::size_t(16) << 20;
constexpr std::size_t kMostFields = 10'000;
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
    return got > 0;
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

TextRows::Row TextRows::record(std::vector<std::string>& fields, char separator)
{
    for (;;) {
        fields.assign(1, {});
        m_rowLine = m_line;
        std::size_t size = 0;
        bool quoted = false, wasQuoted = false, anything = false;
        for (int c = get();; c = get()) {
            if (c == kEnd) {
                if (!anything)
                    return Row::End;
                break;
            }
            anything = true;
            m_line += c == '\n';
            if (++size > kLongestRow)
                fields.assign(1, {});
            auto& field = fields.back();
            if (quoted) {
                if (c != '"') {
                    field += char(c);
                } else if (const int next = get(); next == '"') {
                    field += '"';
                } else {
                    quoted = false;
                    if (next == kEnd)
                        break;
                    --m_at;     // get() never leaves the buffer at its beginning
                }
            } else if (c == '"' && field.empty() && !wasQuoted) {
                quoted = wasQuoted = true;
            } else if (c == separator) {
                if (fields.size() < kMostFields)
                    fields.emplace_back();
                else
                    size = kLongestRow;
                wasQuoted = false;
            } else if (c == '\n') {
                break;
            } else {
                field += char(c);
            }
        }
        if (size > kLongestRow)
            return Row::TooLong;
        if (fields.back().ends_with('\r'))
            fields.back().pop_back();
        if (fields.size() > 1 || !trimmed(fields.front()).empty())
            return Row::Whole;
    }
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
    if (text.empty() || isOneOf(text, {"nan", "null", "none", "na", "n/a", "-", "inf", "-inf", "+inf", "infinity", "-infinity"}))
        return {};
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
        return {};
    return {FieldValue::Kind::Number, number};
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
