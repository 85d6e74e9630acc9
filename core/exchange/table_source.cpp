// SPDX-License-Identifier: GPL-3.0-or-later
// Tables with a header, separated by commas, semicolons, tabs or bars. Three kinds: one run in plain columns; several in columns called "run - metric", as W&B's web page exports a
// chart; several in the rows of one table whose columns "run" and "set" say which, as our own exports have them.
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/exchange/curve_source.h"
#include "core/exchange/text_rows.h"

#include <algorithm>
#include <set>

namespace bam::exchange {
namespace {

constexpr std::string_view kBetween = " - ";    // run and metric, in W&B's exports
constexpr std::size_t kMostRuns = 1000;

/// How a table is laid out.
struct Layout {
    std::filesystem::path file;
    char separator = ',';
    std::vector<std::string> header;

    std::optional<std::size_t> columnNamed(std::string_view name) const
    {
        const auto found = std::find(header.begin(), header.end(), name);
        return found == header.end() ? std::nullopt : std::optional(std::size_t(found - header.begin()));
    }
};

/// Run and metric of a column of W&B's; empty for others, and for the lowest and highest that stand beside each.
std::pair<std::string, std::string> runAndMetric(const std::string& column)
{
    const auto at = column.rfind(kBetween);
    if (at == std::string::npos || at == 0 || column.ends_with("__MIN") || column.ends_with("__MAX"))
        return {};
    return {column.substr(0, at), column.substr(at + kBetween.size())};
}

bool isValidation(const std::string& set) { return set == "validation" || set == "val" || set == "eval"; }

class TableSource : public CurveSource {
public:
    /// @param run of several in the table: the one that is read
    TableSource(std::string kind, std::string name, Layout layout, std::string run = {}) : CurveSource(std::move(kind), std::move(name), {layout.file}), m_layout(std::move(layout)), m_run(std::move(run))
    {
        const bool ofColumns = !m_run.empty() && this->kind() == "wandb-csv";
        m_runColumn = m_run.empty() || ofColumns ? std::nullopt : m_layout.columnNamed("run");
        m_setColumn = m_runColumn ? m_layout.columnNamed("set") : std::nullopt;
        for (std::size_t n = 0; n < m_layout.header.size(); ++n) {
            const auto& title = m_layout.header[n];
            const auto [owner, metric] = ofColumns ? runAndMetric(title) : std::pair<std::string, std::string>();
            const bool foreign = ofColumns && title.find(kBetween) != std::string::npos && owner != m_run;
            const bool use = !foreign && m_runColumn != n && m_setColumn != n;
            m_targets.push_back(use ? columnOf(owner.empty() ? title : metric) : std::nullopt);
        }
        m_loss = m_setColumn ? m_layout.columnNamed("loss") : std::nullopt;
        if (m_loss)
            m_validationLoss = columnOf("validation_loss");
    }

    const std::string& identity() const override { return m_run.empty() ? name() : m_run; }

    void read(const RowSink& sink) override
    {
        TextRows rows(m_layout.file);
        const auto file = m_layout.file.filename().string();
        std::vector<std::string> fields;
        rows.record(fields, m_layout.separator);        // the header
        SourceRow row;
        for (std::int64_t number = 0;; ++number) {
            const auto found = rows.record(fields, m_layout.separator);
            if (found == TextRows::Row::End)
                break;
            if (number % 1024 == 0) {
                requireGoing(sink);
                sink.progress(double(rows.bytesRead()));
            }
            row.place = str("line ", rows.lineNumber(), " of ", file);
            if (found == TextRows::Row::TooLong || fields.size() != m_layout.header.size()) {
                sink.bad(found == TextRows::Row::TooLong ? str(row.place, " is too long for a row") : str(row.place, " has ", fields.size(), " fields, its header ", m_layout.header.size()));
                continue;
            }
            if (m_runColumn && fields[*m_runColumn] != m_run)
                continue;
            take(row, fields);
            sink.row(row);
        }
        sink.progress(bytes());
    }

private:
    void take(SourceRow& row, const std::vector<std::string>& fields)
    {
        row.numbers.clear();
        row.texts.clear();
        const bool validation = m_setColumn && isValidation(fields[*m_setColumn]);
        for (std::size_t n = 0; n < fields.size(); ++n) {
            const auto column = validation && m_loss == n ? m_validationLoss : m_targets[n];
            if (!column)
                continue;
            const auto value = valueOf(fields[n], m_layout.separator == ';');
            if (value.kind == FieldValue::Kind::Number)
                row.numbers.emplace_back(*column, value.number);
            else if (value.kind == FieldValue::Kind::Text)
                row.texts.emplace_back(*column, fields[n]);
        }
    }

    const Layout m_layout;
    const std::string m_run;
    std::optional<std::size_t> m_runColumn, m_setColumn, m_loss, m_validationLoss;
    std::vector<std::optional<std::size_t>> m_targets;      // by field
};

Layout layoutOf(const std::filesystem::path& file)
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
    Layout layout{file, separatorOf(first).value_or(','), {}};
    TextRows(file).record(layout.header, layout.separator);
    for (auto& title : layout.header) {
        title = trimmed(title);
        repairUtf8(title);
    }
    while (!layout.header.front().empty() && (layout.header.front().front() == '#' || layout.header.front().front() == ' '))
        layout.header.front().erase(0, 1);
    if (std::all_of(layout.header.begin(), layout.header.end(), [](const auto& title) { return valueOf(title).kind != FieldValue::Kind::Text; }))
        refuse("has no header: its first line holds no names", "Put a line with the names of the columns in front, such as step,loss.");
    return layout;
}

/// What stands in a column, in the order of its appearance.
std::vector<std::string> valuesIn(const Layout& layout, std::size_t column)
{
    TextRows rows(layout.file);
    std::vector<std::string> fields, values;
    std::set<std::string> known;
    rows.record(fields, layout.separator);
    for (auto found = rows.record(fields, layout.separator); found != TextRows::Row::End; found = rows.record(fields, layout.separator))
        if (found == TextRows::Row::Whole && fields.size() == layout.header.size() && known.size() < kMostRuns && known.insert(fields[column]).second)
            values.push_back(fields[column]);
    return values;
}

/// "logs/l12/bam/version_00" → "l12-bam-version_00", as much as tells runs apart.
std::string shortName(const std::string& run)
{
    const auto parts = splitText(run, '/');
    std::string name;
    for (auto part = parts.size() > 3 ? parts.end() - 3 : parts.begin(); part != parts.end(); ++part)
        if (!part->empty())
            name += (name.empty() ? "" : "-") + *part;
    return name;
}

}  // namespace

std::vector<std::unique_ptr<CurveSource>> tableSources(std::string name, const std::filesystem::path& file)
{
    const auto layout = layoutOf(file);
    std::vector<std::unique_ptr<CurveSource>> sources;
    std::vector<std::string> runs;
    for (const auto& title : layout.header)
        if (const auto [run, metric] = runAndMetric(title); !run.empty() && runs.size() < kMostRuns && std::find(runs.begin(), runs.end(), run) == runs.end())
            runs.push_back(run);
    for (const auto& run : runs)
        sources.push_back(std::make_unique<TableSource>("wandb-csv", run, layout, run));
    if (const auto column = layout.columnNamed("run"); runs.empty() && column && layout.columnNamed("set"))
        for (const auto& run : valuesIn(layout, *column))
            sources.push_back(std::make_unique<TableSource>("csv", shortName(run), layout, run));
    if (sources.empty())
        sources.push_back(std::make_unique<TableSource>("csv", std::move(name), layout));
    return sources;
}

}  // namespace bam::exchange
