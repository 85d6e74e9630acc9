// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/curve_rows.h"

#include "core/base/text.h"
#include "core/exchange/text_rows.h"

#include <algorithm>
#include <cmath>

namespace bam::exchange {
namespace {

constexpr std::size_t kMostBad = 5;     // that are named
constexpr double kLargestStep = 9e15;
constexpr double kClock = 1e8;          // seconds: a time beyond it counts from 1970 (that is 1973), one below from the run's start

struct Bad {
    std::int64_t count = 0;
    std::vector<std::string> first;
    void add(const std::string& what)
    {
        if (++count <= std::int64_t(kMostBad))
            first.push_back(what);
    }
};

/// All that is known of one step.
struct StepRow {
    double step = 0, time = kMissing;
    std::array<double, kFields> values;     // of fields other than step and time
};

void join(StepRow& into, const StepRow& later)
{
    if (std::isfinite(later.time))
        into.time = later.time;
    for (std::size_t n = 0; n < kFields; ++n)
        if (std::isfinite(later.values[n]))
            into.values[n] = later.values[n];
}

class Collector {
public:
    Collector(const CurveSource& source, const std::vector<SourceColumn>& columns, const Picks& picks) : m_columns(columns), m_picks(picks)
    {
        const bool pickedStep = picks[Field::Step].has_value();
        m_steps = pickedStep ? Steps::Column : source.hasSteps() ? Steps::Own : Steps::Numbered;
    }

    bool numbered() const { return m_steps == Steps::Numbered; }

    void add(const SourceRow& row)
    {
        StepRow made;
        made.values.fill(kMissing);
        bool any = false;
        double step = m_steps == Steps::Own ? row.step : m_steps == Steps::Numbered ? double(m_count) : kMissing;
        made.time = m_picks[Field::Time] ? kMissing : row.time;
        for (const auto& [column, value] : row.numbers) {
            const auto field = m_picks.fieldOf(column);
            if (field == Field::Step)
                step = value;
            else if (field == Field::Time)
                made.time = value;
            else if (field) {
                made.values[std::size_t(*field)] = value;
                any = true;
            }
        }
        for (const auto& [column, text] : row.texts) {
            const auto field = m_picks.fieldOf(column);
            if (field == Field::Time) {
                if (const auto seconds = secondsOfDate(text)) {
                    made.time = *seconds;
                    continue;
                }
            }
            if (field) {
                bad.add(str(row.place, ": ", m_columns[column].name, " is \"", shown(text.substr(0, 40)), "\"; expected a number"));
                return;
            }
        }
        if (!any)
            return;         // of other curves
        ++m_count;
        if (!std::isfinite(step)) {
            bad.add(str(row.place, " has no step"));
            return;
        }
        if (step < 0 || step > kLargestStep || step != std::floor(step)) {
            bad.add(str(row.place, ": the step is ", shortest(step), "; expected a whole number from 0 on"));
            return;
        }
        made.step = step;
        if (!m_rows.empty() && m_rows.back().step == step)
            join(m_rows.back(), made);
        else
            m_rows.push_back(made);
    }

    void restart(double step, const std::vector<bool>& columns)
    {
        for (std::size_t column = 0; column < columns.size(); ++column)
            if (const auto field = m_picks.fieldOf(column); columns[column] && field)
                for (auto& row : m_rows)
                    if (row.step >= step)
                        row.values[std::size_t(*field)] = kMissing;
        std::erase_if(m_rows, [](const auto& row) { return std::none_of(row.values.begin(), row.values.end(), [](double value) { return std::isfinite(value); }); });
    }

    std::vector<StepRow> rows()
    {
        const auto before = [](const auto& a, const auto& b) { return a.step < b.step; };
        if (!std::is_sorted(m_rows.begin(), m_rows.end(), before))
            std::stable_sort(m_rows.begin(), m_rows.end(), before);
        std::vector<StepRow> joined;
        for (const auto& row : m_rows)
            if (!joined.empty() && joined.back().step == row.step)
                join(joined.back(), row);
            else
                joined.push_back(row);
        return joined;
    }

    Bad bad;

private:
    enum class Steps { Column, Own, Numbered } m_steps;
    const std::vector<SourceColumn>& m_columns;
    const Picks& m_picks;
    std::vector<StepRow> m_rows;
    std::int64_t m_count = 0;
};

/// Times in seconds since the first, whatever they were: since 1970 (also in milli-, micro- or nanoseconds), or since a start. @returns when that first was, where it is told
double rebase(std::vector<StepRow>& rows)
{
    double first = kMissing;
    for (const auto& row : rows)
        if (std::isfinite(row.time) && !(row.time >= first))
            first = row.time;
    if (!(first > kClock))
        return kMissing;
    const double unit = first > 1e17 ? 1e9 : first > 1e14 ? 1e6 : first > 1e11 ? 1e3 : 1;
    for (auto& row : rows)
        row.time = (row.time - first) / unit;
    return first / unit;
}

}  // namespace

Survey survey(CurveSource& source, const RowSink& progress)
{
    Survey found;
    Bad bad;
    auto sink = progress;
    sink.row = [&](const SourceRow& row) {
        found.columns.resize(std::max(found.columns.size(), source.columns().size()));
        for (const auto& [column, value] : row.numbers)
            ++found.columns[column].numbers;
        for (const auto& [column, text] : row.texts)
            ++found.columns[column].texts;
        found.rows += !row.numbers.empty();
    };
    sink.bad = [&](const std::string& what) { bad.add(what); };
    source.read(sink);
    found.columns.resize(source.columns().size());
    for (std::size_t n = 0; n < found.columns.size(); ++n) {
        found.columns[n].name = source.columns()[n];
        found.columns[n].aside = source.isAside(n);
    }
    found.notes = source.notes();
    found.badRows = bad.count;
    found.bad = std::move(bad.first);
    return found;
}

CurveRows readCurves(CurveSource& source, const Survey& known, const Picks& picks, const RowSink& progress)
{
    Collector collector(source, known.columns, picks);
    auto sink = progress;
    sink.row = [&](const SourceRow& row) { collector.add(row); };
    sink.bad = [&](const std::string& what) { collector.bad.add(what); };
    sink.restart = [&](double step, const std::vector<bool>& columns) { collector.restart(step, columns); };
    source.read(sink);
    auto rows = collector.rows();
    CurveRows curves;
    curves.startedAt = rebase(rows);
    curves.numbered = collector.numbered();
    curves.badRows = collector.bad.count;
    curves.bad = collector.bad.first;
    const auto at = [](const StepRow& row, Field field) { return row.values[std::size_t(field)]; };
    const bool trained = picks[Field::Loss].has_value();
    StepRow since;
    since.values.fill(kMissing);
    for (const auto& row : rows) {
        join(since, row);
        if (std::isfinite(at(row, Field::ValidationLoss)))
            curves.eval.push_back({std::int64_t(row.step), row.time, float(at(row, Field::ValidationLoss)), kMissing, kMissing});
        const bool other = std::isfinite(at(row, Field::LearningRate)) || std::isfinite(at(row, Field::GradientNorm)) || std::isfinite(at(row, Field::TokensPerSecond));
        if (!(trained ? std::isfinite(at(row, Field::Loss)) : other))
            continue;
        curves.train.push_back({std::int64_t(row.step), row.time, float(at(since, Field::Loss)), float(at(since, Field::GradientNorm)), at(since, Field::LearningRate), kMissing,
            at(since, Field::TokensPerSecond)});
        since.values.fill(kMissing);
    }
    return curves;
}

}  // namespace bam::exchange
