// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/table_layout.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/exchange/curve_fields.h"
#include "core/exchange/text_rows.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace bam::exchange {
namespace {

constexpr std::string_view kLowest = "__MIN", kHighest = "__MAX";       // of the points that a point of W&B's chart stands for
constexpr std::size_t kMostNotes = 5;

/// What W&B's charts have along their axis.
bool isAxisOfChart(const std::string& title)
{
    constexpr std::array<std::string_view, 5> kAxes{"Step", "_step", "_runtime", "_timestamp", "Wall Time"};
    return std::find(kAxes.begin(), kAxes.end(), title) != kAxes.end() || title.starts_with("Relative Time");
}

/// W&B writes the axis, and then for each run "run - metric", "run - metric__MIN" and "run - metric__MAX". Without the last two (people leave them out), every column but the axis has to be called
/// so, and not after a part of the data: "train - loss" is no run. A column "time - spent" among others makes no chart.
bool isChart(const std::vector<std::string>& header)
{
    const std::set<std::string> titles(header.begin(), header.end());
    std::vector<std::string> runs;
    for (const auto& title : header) {
        const auto [run, metric] = runAndMetric(title);
        if (run.empty())
            continue;
        if (titles.contains(str(title, kLowest)) && titles.contains(str(title, kHighest)))
            return true;
        runs.push_back(run);
    }
    const auto isPart = [](const std::string& run) { return partNamed(run).part != DataPart::Unsaid && partNamed(run).stem.empty(); };
    return !runs.empty() && runs.size() + 1 == header.size() && isAxisOfChart(header.front()) && !std::all_of(runs.begin(), runs.end(), isPart);
}

/// The title with a number: of a chart's column the run gets it, since two runs may be called alike.
std::string numbered(const std::string& title, std::size_t number, bool chart)
{
    const auto at = chart ? title.rfind(kBetween) : std::string::npos;
    return at == std::string::npos ? str(title, " (", number, ")") : str(title.substr(0, at), " (", number, ")", title.substr(at));
}

void numberTitles(TableLayout& layout)
{
    for (std::size_t n = 0; n < layout.header.size(); ++n)
        if (layout.header[n].empty())
            layout.header[n] = str("column ", n + 1);
    std::set<std::string> known(layout.header.begin(), layout.header.end()), seen;
    std::map<std::string, std::size_t> last;        // number given
    std::size_t notes = 0;
    for (auto& title : layout.header) {
        if (seen.insert(title).second)
            continue;
        auto& number = last.try_emplace(title, 1).first->second;
        std::string made;
        do
            made = numbered(title, ++number, layout.chart);
        while (!known.insert(made).second);
        if (!(layout.chart && runAndMetric(title).first.empty()) && ++notes <= kMostNotes)
            layout.notes.push_back(str(layout.file.filename().string(), ": several columns are called \"", shown(title), "\"; number ", number, " of them is read as \"", shown(made), "\""));
        title = std::move(made);
    }
    if (notes > kMostNotes)
        layout.notes.push_back(str(layout.file.filename().string(), ": ", notes - kMostNotes, " more columns that are called alike were numbered"));
}

}  // namespace

std::optional<std::size_t> TableLayout::columnNamed(std::string_view name) const
{
    const auto found = std::find(header.begin(), header.end(), name);
    return found == header.end() ? std::nullopt : std::optional(std::size_t(found - header.begin()));
}

std::pair<std::string, std::string> runAndMetric(const std::string& column)
{
    const auto at = column.rfind(kBetween);
    if (at == std::string::npos || at == 0 || column.ends_with(kLowest) || column.ends_with(kHighest))
        return {};
    return {column.substr(0, at), column.substr(at + kBetween.size())};
}

TableLayout layoutOf(const std::filesystem::path& file)
{
    const auto refuse = [&](const std::string& found, const std::string& hint) -> void { throw Error(ErrorCode::Usage, str("\"", file.string(), "\" ", found), hint); };
    std::string first;
    TextRows::Row row;
    TextRows lines(file);
    do
        row = lines.line(first);
    while (row == TextRows::Row::Whole && trimmed(first).empty());
    if (row != TextRows::Row::Whole)
        refuse(row == TextRows::Row::End ? "is empty" : "begins with a line of more than 16 MiB", "Name a table whose first line holds the names of its columns.");
    if (first.find('\0') != std::string::npos)
        refuse("is no text", "Name a folder of TensorBoard event files, a W&B run, a CSV or a JSONL file.");
    TableLayout layout{file, separatorOf(first).value_or(','), {}};
    row = TextRows(file).record(layout.header, layout.separator);
    if (row == TextRows::Row::TooLong)
        refuse("has more than 10,000 columns", "Leave the columns out that are no curves, and import what remains.");
    if (row == TextRows::Row::OpenQuote)
        refuse("opens a quote in its header that is not closed", "Close it, or leave it out.");
    for (auto& title : layout.header) {
        title = trimmed(title);
        repairUtf8(title);
    }
    while (!layout.header.front().empty() && (layout.header.front().front() == '#' || layout.header.front().front() == ' '))
        layout.header.front().erase(0, 1);
    if (std::all_of(layout.header.begin(), layout.header.end(), [](const auto& title) { return valueOf(title).kind != FieldValue::Kind::Text; }))
        refuse("has no header: its first line holds no names", "Put a line with the names of the columns in front, such as step,loss.");
    layout.chart = isChart(layout.header);
    numberTitles(layout);
    return layout;
}

}  // namespace bam::exchange
