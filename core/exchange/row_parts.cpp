// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/row_parts.h"

#include "core/base/text.h"
#include "core/exchange/curve_fields.h"
#include "core/exchange/text_rows.h"

#include <algorithm>
#include <cctype>

namespace bam::exchange {
namespace {

constexpr std::size_t kMostParts = 100;         // a column with more texts does not say of which data its rows are
constexpr std::size_t kMostNamed = 10;
constexpr std::size_t kLongestText = 60;

std::string lower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return result;
}

}  // namespace

std::optional<std::size_t> RowParts::titled(std::string_view name)
{
    const auto found = std::find(kTitles.begin(), kTitles.end(), lower(trimmed(name)));
    return found == kTitles.end() ? std::nullopt : std::optional(std::size_t(found - kTitles.begin()));
}

void RowParts::see(std::size_t title, std::string_view text)
{
    const auto word = trimmed(text).substr(0, kLongestText);
    auto& known = m_known[title];
    if (word.empty() || known.size() > kMostParts || known.contains(word))
        return;
    known.emplace(word);
    m_texts[title].emplace_back(word);
}

std::optional<std::size_t> RowParts::title() const
{
    for (std::size_t title = 0; title < kTitles.size(); ++title) {
        const auto& texts = m_texts[title];
        const auto says = [](DataPart part) { return [part](const std::string& text) { return partNamed(text).part == part; }; };
        const bool training = std::any_of(texts.begin(), texts.end(), says(DataPart::Training)), validation = std::any_of(texts.begin(), texts.end(), says(DataPart::Validation));
        if (texts.size() <= kMostParts && (validation || (training && texts.size() > 1)))
            return title;
    }
    return std::nullopt;
}

RowPart RowParts::partOf(std::string_view text) const
{
    const auto word = trimmed(text).substr(0, kLongestText);
    const auto said = partNamed(word);
    if (said.part == DataPart::Unsaid)
        return {shown(std::string(word)), !word.empty()};
    if (!said.stem.empty())
        return {shown(std::string(word)), false};
    return {said.part == DataPart::Training ? std::string("train") : lower(word), false};
}

std::vector<std::string> RowParts::notes(const std::string& file) const
{
    const auto by = title();
    if (!by)
        return {};
    std::vector<std::string> placed, aside;
    for (const auto& text : m_texts[*by]) {
        const auto part = partOf(text);
        auto& names = part.aside ? aside : placed;
        if (std::find(names.begin(), names.end(), part.name) == names.end())
            names.push_back(part.name);
    }
    const auto list = [](std::vector<std::string> names) {
        if (const auto more = names.size() > kMostNamed ? names.size() - kMostNamed : 0; more > 0) {
            names.resize(kMostNamed);
            names.push_back(str(more, " more"));
        }
        return joinNames(names);
    };
    std::vector<std::string> notes{str(file, ": rows are told apart by their \"", kTitles[*by], "\" (", list(placed), "), which stands before the names of their columns")};
    if (!aside.empty())
        notes.push_back(str(file, ": \"", kTitles[*by], "\" is neither training nor validation in rows of ", list(aside), "; of these a column is taken only with --map, such as --map \"", aside.front(), "/COLUMN=loss\""));
    return notes;
}

}  // namespace bam::exchange
