// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that hold rows of training and of validation under the same titles, with a text in each row that says which it is: "table" in our own JSON lines, "split", "set", "phase", …
// in those of others. All texts are looked at before the rows are, so that a word of no meaning to us ("warm") is one only beside words that have it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace bam::exchange {

/// What a row is part of.
struct RowPart {
    std::string name;                   ///< put before its columns, as in "validation/loss"; empty: the row is no part of anything
    bool aside = false;                 ///< says neither training nor validation: its columns are taken where people say so, and are no guess
};

class RowParts {
public:
    /// Titles that such texts have, in lower case; the more telling first.
    static constexpr std::array<std::string_view, 8> kTitles{"table", "split", "set", "subset", "partition", "phase", "mode", "stage"};
    /// An index into kTitles; nothing for other titles. Case does not count.
    static std::optional<std::size_t> titled(std::string_view name);

    /// Before anything is asked: what stands in a row under one of the titles.
    void see(std::size_t title, std::string_view text);

    /// The title that tells rows apart: the first with a text that says training or validation; nothing where there is none, or where all say training.
    std::optional<std::size_t> title() const;
    /// Of a row with this text under title().
    RowPart partOf(std::string_view text) const;
    /// For people: which rows are told apart by what, and which of them are left aside.
    std::vector<std::string> notes(const std::string& file) const;

private:
    std::array<std::vector<std::string>, kTitles.size()> m_texts;       // in the order of their appearance
    std::array<std::set<std::string, std::less<>>, kTitles.size()> m_known;
};

}  // namespace bam::exchange
