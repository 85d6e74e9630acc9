// SPDX-License-Identifier: GPL-3.0-or-later
// Tables with a header, separated by commas, semicolons, tabs or bars. Three kinds: one run in plain columns; several in columns called "run - metric", as W&B's web page exports a
// chart; several in the rows of one table whose columns "run" and "set" say which, as our own exports have them. In the rows of the first and the third, a text such as "train" or
// "validation" in a column called "set", "split", … says of which data they are.
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/exchange/curve_source.h"
#include "core/exchange/table_layout.h"
#include "core/exchange/text_rows.h"

#include <algorithm>
#include <map>
#include <set>

namespace bam::exchange {
namespace {

constexpr std::size_t kMostRuns = 1000;

/// What the rows of a table tell of their runs and parts.
struct Contents {
    std::vector<std::string> runs;      ///< in the order of their appearance
    RowParts parts;
    std::optional<std::size_t> partColumn;
};

class TableSource : public CurveSource {
public:
    /// @param run of several in the table: the one that is read
    TableSource(std::string kind, const std::string& name, TableLayout layout, Contents contents, std::string run = {})
        : CurveSource(std::move(kind), name, {layout.file}), m_layout(std::move(layout)), m_contents(std::move(contents)), m_run(std::move(run))
    {
        m_runColumn = m_run.empty() || m_layout.chart ? std::nullopt : m_layout.columnNamed("run");
        if (!m_contents.partColumn)
            targetsOf({});      // all columns are known at once
    }

    std::vector<std::string> notes() const override
    {
        auto notes = m_layout.notes;
        const auto ofParts = m_contents.parts.notes(m_layout.file.filename().string());
        notes.insert(notes.end(), ofParts.begin(), ofParts.end());
        return notes;
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
            const auto found = rows.record(fields, m_layout.separator, m_layout.header.size());
            if (found == TextRows::Row::End)
                break;
            if (number % 1024 == 0) {
                requireGoing(sink);
                sink.progress(double(rows.bytesRead()));
            }
            row.place = str("line ", rows.lineNumber(), " of ", file);
            if (const auto wrong = reasonOf(found, fields.size()); !wrong.empty()) {
                sink.bad(row.place + wrong);
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
    using Targets = std::vector<std::optional<std::size_t>>;    // by field

    std::string reasonOf(TextRows::Row found, std::size_t fields) const
    {
        switch (found) {
        case TextRows::Row::TooLong: return " has more than 10,000 fields or 16 MiB";
        case TextRows::Row::OpenQuote: return " opens a quote that is not closed; reading goes on in the line after it";
        default: return fields == m_layout.header.size() ? std::string() : str(" has ", fields, " fields, its header ", m_layout.header.size());
        }
    }

    const Targets& targetsOf(const RowPart& part)
    {
        auto& targets = m_targets[part.name];
        if (!targets.empty())
            return targets;
        for (std::size_t n = 0; n < m_layout.header.size(); ++n) {
            const auto& title = m_layout.header[n];
            const auto [owner, metric] = m_layout.chart ? runAndMetric(title) : std::pair<std::string, std::string>();
            const bool foreign = m_layout.chart && title.find(kBetween) != std::string::npos && owner != m_run;
            const bool use = !foreign && m_runColumn != n && m_contents.partColumn != n;
            targets.push_back(use ? columnOf(owner.empty() ? title : metric, part) : std::nullopt);
        }
        return targets;
    }

    void take(SourceRow& row, const std::vector<std::string>& fields)
    {
        row.numbers.clear();
        row.texts.clear();
        row.gaps.clear();
        m_empty.clear();
        const auto& targets = targetsOf(m_contents.partColumn ? m_contents.parts.partOf(fields[*m_contents.partColumn]) : RowPart());
        for (std::size_t n = 0; n < fields.size(); ++n) {
            const auto column = targets[n];
            if (!column)
                continue;
            const auto value = valueOf(fields[n], m_layout.separator == ';');
            switch (value.kind) {
            case FieldValue::Kind::Missing: m_empty.push_back(*column); break;
            case FieldValue::Kind::NotFinite: row.gaps.push_back(*column); break;
            case FieldValue::Kind::Number: row.numbers.emplace_back(*column, value.number); break;
            case FieldValue::Kind::Text: row.texts.emplace_back(*column, fields[n]); break;
            }
        }
        if (!m_layout.chart)        // there, runs are of different lengths
            addEmpty(row, m_empty);
    }

    const TableLayout m_layout;
    const Contents m_contents;
    const std::string m_run;
    std::optional<std::size_t> m_runColumn;
    std::map<std::string, Targets> m_targets;       // by part
    std::vector<std::size_t> m_empty;
};

Contents contentsOf(const TableLayout& layout)
{
    Contents contents;
    if (layout.chart)
        return contents;
    const auto runColumn = layout.columnNamed("run");
    std::map<std::size_t, std::size_t> titled;      // the first column of each title
    for (std::size_t n = 0; n < layout.header.size(); ++n)
        if (const auto title = RowParts::titled(layout.header[n]))
            titled.emplace(*title, n);
    if (titled.empty())
        return contents;
    TextRows rows(layout.file);
    std::vector<std::string> fields;
    std::set<std::string> known;
    rows.record(fields, layout.separator);
    const auto next = [&] { return rows.record(fields, layout.separator, layout.header.size()); };
    for (auto found = next(); found != TextRows::Row::End; found = next()) {
        if (found != TextRows::Row::Whole || fields.size() != layout.header.size())
            continue;
        for (const auto& [title, column] : titled)
            if (valueOf(fields[column]).kind == FieldValue::Kind::Text)
                contents.parts.see(title, fields[column]);
        if (runColumn && known.size() < kMostRuns && known.insert(fields[*runColumn]).second)
            contents.runs.push_back(fields[*runColumn]);
    }
    if (const auto title = contents.parts.title())
        contents.partColumn = titled.at(*title);
    if (!layout.columnNamed("set") && !contents.partColumn)
        contents.runs.clear();
    return contents;
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

std::vector<std::unique_ptr<CurveSource>> tableSources(const std::string& name, const std::filesystem::path& file)
{
    const auto layout = layoutOf(file);
    const auto contents = contentsOf(layout);
    std::vector<std::unique_ptr<CurveSource>> sources;
    std::vector<std::string> runs;
    for (const auto& title : layout.chart ? layout.header : std::vector<std::string>())
        if (const auto [run, metric] = runAndMetric(title); !run.empty() && runs.size() < kMostRuns && std::find(runs.begin(), runs.end(), run) == runs.end())
            runs.push_back(run);
    for (const auto& run : runs)
        sources.push_back(std::make_unique<TableSource>("wandb-csv", run, layout, contents, run));
    for (const auto& run : contents.runs)
        sources.push_back(std::make_unique<TableSource>("csv", shortName(run), layout, contents, run));
    if (sources.empty())
        sources.push_back(std::make_unique<TableSource>("csv", name, layout, contents));
    return sources;
}

}  // namespace bam::exchange
