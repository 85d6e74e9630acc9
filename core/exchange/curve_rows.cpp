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
    double step = 0, time = kMissing, validationTime = kMissing;
    std::array<double, kFields> values;     // of fields other than step and time
};

/// What was said twice, and differently, of one step.
struct Replaced {
    std::int64_t count = 0;
    std::string first;
    void add(double step, Field field, double before, double now)
    {
        if (before != now && ++count == 1)
            first = str(fieldName(field), " at step ", shortest(step), ": ", shortest(before), ", then ", shortest(now));
    }
};

void join(StepRow& into, const StepRow& later, Replaced* replaced = nullptr)
{
    if (std::isfinite(later.time))
        into.time = later.time;
    if (std::isfinite(later.validationTime))
        into.validationTime = later.validationTime;
    for (std::size_t n = 0; n < kFields; ++n) {
        if (!std::isfinite(later.values[n]))
            continue;
        if (replaced && std::isfinite(into.values[n]))
            replaced->add(into.step, Field(n), into.values[n], later.values[n]);
        into.values[n] = later.values[n];
    }
}

class Collector {
public:
    Collector(const CurveSource& source, const std::vector<SourceColumn>& columns, const Picks& picks) : m_columns(columns)
    {
        const bool pickedStep = picks[Field::Step].has_value();
        m_steps = pickedStep ? Steps::Column : source.hasSteps() ? Steps::Own : Steps::Numbered;
        m_ownTimes = !picks[Field::Time];
        for (std::size_t column = 0; column < columns.size(); ++column) {
            m_fields.push_back(picks.fieldOf(column));
            // A step or a time that a map names in rows of training is one in rows of validation as well.
            for (const auto axis : {Field::Step, Field::Time})
                if (!m_fields[column] && picks[axis] && source.ownName(column) == source.ownName(*picks[axis]))
                    m_fields[column] = axis;
        }
    }

    bool numbered() const { return m_steps == Steps::Numbered; }

    void add(const SourceRow& row)
    {
        StepRow made;
        made.values.fill(kMissing);
        bool trained = false, validated = false, empty = false;
        double step = m_steps == Steps::Own ? row.step : m_steps == Steps::Numbered ? double(m_count) : kMissing;
        double time = m_ownTimes ? row.time : kMissing;
        for (const auto& [column, value] : row.numbers) {
            const auto field = fieldOf(column);
            if (field == Field::Step)
                step = value;
            else if (field == Field::Time)
                time = value;
            else if (field) {
                made.values[std::size_t(*field)] = value;
                (field == Field::ValidationLoss ? validated : trained) = true;
            }
        }
        for (const auto& [column, text] : row.texts) {
            const auto field = fieldOf(column);
            if (field == Field::Time) {
                if (const auto seconds = secondsOfDate(text)) {
                    time = *seconds;
                    continue;
                }
            }
            if (field) {
                bad.add(str(row.place, ": ", m_columns[column].name, " is \"", shown(text.substr(0, 40)), "\"; expected a number"));
                return;
            }
        }
        for (const auto column : row.gaps)
            empty = empty || isValue(fieldOf(column));
        if (!trained && !validated && !empty)
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
        for (const auto column : row.gaps)
            if (const auto field = fieldOf(column); isValue(field))
                m_gaps[std::size_t(*field)].push_back(step);
        made.step = step;
        (trained ? made.time : made.validationTime) = time;
        if (validated)
            made.validationTime = time;
        if (!trained && !validated)
            return;
        if (!m_rows.empty() && m_rows.back().step == step)
            join(m_rows.back(), made, &m_replaced);
        else
            m_rows.push_back(made);
    }

    void restart(double step, const std::vector<bool>& columns)
    {
        for (std::size_t column = 0; column < columns.size(); ++column)
            if (const auto field = fieldOf(column); columns[column] && field) {
                for (auto& row : m_rows)
                    if (row.step >= step)
                        row.values[std::size_t(*field)] = kMissing;
                std::erase_if(m_gaps[std::size_t(*field)], [&](double gap) { return gap >= step; });
            }
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
                join(joined.back(), row, &m_replaced);
            else
                joined.push_back(row);
        return joined;
    }

    /// @param rows as rows() had them
    std::vector<std::string> notes(const std::vector<StepRow>& rows)
    {
        std::vector<std::string> notes;
        if (m_replaced.count > 0)
            notes.push_back(str(withThousands(m_replaced.count), m_replaced.count == 1 ? " value was" : " values were", " replaced by a later one of the same step (", m_replaced.first, ")"));
        for (std::size_t field = 0; field < kFields; ++field)
            if (auto note = gapNote(Field(field), rows); !note.empty())
                notes.push_back(std::move(note));
        return notes;
    }

    Bad bad;

private:
    static bool isValue(std::optional<Field> field) { return field && field != Field::Step && field != Field::Time; }
    std::optional<Field> fieldOf(std::size_t column) const { return column < m_fields.size() ? m_fields[column] : std::nullopt; }

    /// What of a field is NaN, infinite or empty, where no other row of that step has a number.
    std::string gapNote(Field field, const std::vector<StepRow>& rows)
    {
        auto& gaps = m_gaps[std::size_t(field)];
        std::sort(gaps.begin(), gaps.end());
        gaps.erase(std::unique(gaps.begin(), gaps.end()), gaps.end());
        double last = kMissing;         // with a number
        auto gap = gaps.begin();
        std::vector<double> open;
        for (const auto& row : rows) {
            for (; gap != gaps.end() && *gap < row.step; ++gap)
                open.push_back(*gap);
            if (!std::isfinite(row.values[std::size_t(field)]))
                continue;
            last = row.step;
            if (gap != gaps.end() && *gap == row.step)
                ++gap;
        }
        open.insert(open.end(), gap, gaps.end());
        if (open.empty())
            return {};
        const auto behind = std::count_if(open.begin(), open.end(), [&](double step) { return step > last; });
        auto note = str(fieldName(field), " is NaN, infinite or empty at ", withThousands(std::int64_t(open.size())), open.size() == 1 ? " step" : " steps", ", first at step ", shortest(open.front()), "; left out");
        if (behind > 0)
            note += str("; its curve ends at step ", shortest(last), ", ", withThousands(behind), behind == 1 ? " such step" : " such steps", " before the log does");
        return note;
    }

    enum class Steps { Column, Own, Numbered } m_steps;
    const std::vector<SourceColumn>& m_columns;
    std::vector<std::optional<Field>> m_fields;     // by column
    bool m_ownTimes = false;
    std::vector<StepRow> m_rows;
    std::array<std::vector<double>, kFields> m_gaps;    // steps without a number
    Replaced m_replaced;
    std::int64_t m_count = 0;
};

/// Times in seconds since the first, whatever they were: since 1970 (also in milli-, micro- or nanoseconds), or since a start. @returns when that first was, where it is told
double rebase(std::vector<StepRow>& rows)
{
    double first = kMissing;
    for (const auto& row : rows)
        for (const auto time : {row.time, row.validationTime})
            if (std::isfinite(time) && !(time >= first))
                first = time;
    if (!(first > kClock))
        return kMissing;
    const double unit = first > 1e17 ? 1e9 : first > 1e14 ? 1e6 : first > 1e11 ? 1e3 : 1;
    for (auto& row : rows)
        for (auto* time : {&row.time, &row.validationTime})
            *time = (*time - first) / unit;
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
    curves.notes = collector.notes(rows);
    const auto at = [](const StepRow& row, Field field) { return row.values[std::size_t(field)]; };
    const bool trained = picks[Field::Loss].has_value();
    StepRow since;
    since.values.fill(kMissing);
    for (const auto& row : rows) {
        join(since, row);
        if (std::isfinite(at(row, Field::ValidationLoss)))
            curves.eval.push_back({std::int64_t(row.step), row.validationTime, float(at(row, Field::ValidationLoss)), kMissing, kMissing});
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
