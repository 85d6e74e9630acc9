// SPDX-License-Identifier: GPL-3.0-or-later
// Text files of any size, row by row: lines, and records of comma-separated values (RFC 4180: fields in quotes may hold separators, line breaks and doubled quotes).
// Invariants: about a megabyte and one row are in memory; a row of more than 16 MiB or 10,000 fields is passed over and told as such. A quote that is opened and never closed costs the
// lines up to its own: the file is read again from the line after it. (No byte is read again twice: what was looked through holds no other quote that would open a field, since such a one
// would have ended the search.) So does one that is closed lines below, where the record then has a wrong number of fields; for these, 64 MiB of a file are read again at most.
#pragma once

#include "core/base/descriptor.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bam::exchange {

class TextRows {
public:
    /// @throws Error (Failed, Environment) when the file cannot be opened; a byte-order mark is passed over
    explicit TextRows(const std::filesystem::path& file);

    enum class Row { Whole, TooLong, OpenQuote, End };   ///< OpenQuote: of records only; a quote is not closed, or lines below by another quote that is not its own
    /// The next line, without its break.
    Row line(std::string& text);
    /// The next record; lines without anything are passed over. @param expected fields, where that is known: a record over several lines with another number of them is an OpenQuote
    Row record(std::vector<std::string>& fields, char separator, std::size_t expected = 0);
    /// Of the row that was read last: its first line, from 1; of an OpenQuote the quote's line.
    std::int64_t lineNumber() const { return m_rowLine; }
    std::int64_t bytesRead() const { return m_furthest; }

private:
    /// A place to go back to.
    struct Mark {
        std::int64_t byte = 0, line = 0;
    };

    bool fill();
    int get();
    Row fieldsUpToTheEnd(std::vector<std::string>& fields, char separator, std::size_t expected);
    std::int64_t at() const { return m_bytes - std::int64_t(m_buffer.size() - m_at); }
    void goBack(const Mark& mark);

    std::filesystem::path m_path;
    Descriptor m_file;
    std::string m_buffer;
    std::size_t m_at = 0;
    std::int64_t m_line = 1, m_rowLine = 0, m_bytes = 0, m_furthest = 0, m_readAgain = 0;
};

/// Of a header: the one of , ; tab | that stands in it most often outside of quotes; nothing when there is none of them.
std::optional<char> separatorOf(std::string_view header);

/// What a field of a log says.
struct FieldValue {
    enum class Kind { Missing, NotFinite, Number, Text } kind = Kind::Missing;      ///< Missing: empty, null, n/a; NotFinite: nan, an infinity, or beyond a double
    double number = 0;
};
/// @param decimalComma also reads 0,5
FieldValue valueOf(std::string_view field, bool decimalComma = false);

/// A name or a text of a file as it may be shown: valid UTF-8, with \xNN for each control character, since terminals obey them.
std::string shown(std::string text);

/// Seconds since 1970 of "2026-11-29T20:56:26.5Z" (also with a space, without the Z, with ±hh:mm, ±hhmm or ±hh); nothing for other texts.
std::optional<double> secondsOfDate(std::string_view text);

}  // namespace bam::exchange
