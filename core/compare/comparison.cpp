// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/comparison.h"

#include "core/base/text.h"
#include "core/compare/passkey_lengths.h"
#include "core/compare/result_rows.h"
#include "core/runs/curve_band.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace bam::compare {
namespace {

std::vector<Protocol> protocolsOf(const std::vector<RunData>& runs)
{
    std::vector<Protocol> protocols;
    std::map<std::string, std::size_t> lengths;
    for (const auto& run : runs)
        for (const auto& result : run.results.passkey) {
            const auto id = protocolName(result);
            if (lengths.try_emplace(id, 0).second)
                protocols.push_back({id, result.sampling, result.digits, result.prefixDigits});
        }
    for (const auto& run : runs)
        for (const auto& result : newestResults(run.results.passkey))
            lengths[protocolName(result)] += result.lengths.size();
    // The one with most results first.
    std::stable_sort(protocols.begin(), protocols.end(), [&](const auto& a, const auto& b) { return lengths[a.id] > lengths[b.id]; });
    return protocols;
}

Interval extremes(const std::vector<double>& values)
{
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return {*low, *high};
}

double meanOf(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size()); }

/// A value of a column from those of its runs.
Cell cellOf(const std::vector<double>& values)
{
    Cell cell;
    std::vector<double> finite;
    std::copy_if(values.begin(), values.end(), std::back_inserter(finite), [](double value) { return std::isfinite(value); });
    cell.runs = int(finite.size());
    if (finite.empty())
        return cell;
    cell.value = meanOf(finite);
    if (finite.size() > 1) {
        cell.intervalKind = IntervalKind::Seeds;
        cell.interval = extremes(finite);
    }
    return cell;
}

Cell accuracyCell(const std::vector<const LengthResult*>& results)
{
    std::vector<double> accuracies;
    for (const auto* result : results)
        accuracies.push_back(result->accuracy);
    auto cell = cellOf(accuracies);
    if (results.size() == 1 && results[0]->correct >= 0) {
        cell.intervalKind = IntervalKind::Wilson;
        cell.interval = results[0]->wilson;
    }
    for (const auto* result : results)
        cell.samples = cell.samples == 0 ? result->samples : std::min(cell.samples, result->samples);
    return cell;
}

/// Of all columns, by length: the results of a column's runs.
class PasskeyTable {
public:
    PasskeyTable(const std::vector<RunData>& runs, const std::vector<ColumnRequest>& columns, const std::string& protocol)
    {
        if (protocol.empty()) {
            m_columns.resize(columns.size());
            return;
        }
        std::vector<const Results*> results;
        for (const auto& run : runs)
            results.push_back(&run.results);
        const auto asked = askedLengths(results, protocol);
        for (const auto& column : columns) {
            auto& found = m_columns.emplace_back();
            for (const auto run : column.runs)
                for (const auto& [length, result] : passkeyLengths(runs.at(run).results, protocol, asked))
                    found[length].push_back(result);
        }
    }

    std::vector<std::int64_t> lengths() const
    {
        std::map<std::int64_t, int> all;
        for (const auto& column : m_columns)
            for (const auto& [length, results] : column)
                ++all[length];
        std::vector<std::int64_t> lengths;
        for (const auto& [length, columns] : all)
            lengths.push_back(length);
        return lengths;
    }
    /// Lengths that every column with results has.
    std::vector<std::int64_t> sharedLengths() const
    {
        std::vector<std::int64_t> shared;
        for (const auto length : lengths())
            if (std::all_of(m_columns.begin(), m_columns.end(), [&](const auto& column) { return column.empty() || column.contains(length); }))
                shared.push_back(length);
        return shared;
    }
    std::vector<const LengthResult*> at(std::size_t column, std::int64_t length) const
    {
        const auto found = m_columns[column].find(length);
        return found == m_columns[column].end() ? std::vector<const LengthResult*>() : found->second;
    }
    bool has(std::size_t column) const { return !m_columns[column].empty(); }
    /// Did all columns' prompts of these lengths have the same kind of space before the digits?
    bool hasOneSpace(const std::vector<std::int64_t>& lengths) const
    {
        std::vector<const LengthResult*> all;
        for (std::size_t column = 0; column < m_columns.size(); ++column)
            for (const auto length : lengths) {
                const auto results = at(column, length);
                all.insert(all.end(), results.begin(), results.end());
            }
        return sameSpace(all);
    }

private:
    std::vector<std::map<std::int64_t, std::vector<const LengthResult*>>> m_columns;
};

/// Were the prompts of all these results the same?
PairingProblem pairing(const std::vector<const LengthResult*>& results)
{
    const auto& first = *results.front();
    const auto all = [&](auto&& holds) { return std::all_of(results.begin(), results.end(), [&](const auto* one) { return holds(*one); }); };
    if (!all([](const auto& one) { return one.correct >= 0 && one.samples > 0; }))
        return PairingProblem::NoCounts;
    if (!all([](const auto& one) { return !one.seeds.empty(); }))
        return PairingProblem::NoSeed;
    if (!all([](const auto& one) { return !one.outcomes.empty(); }))
        return PairingProblem::NoOutcomes;
    if (!all([&](const auto& one) { return one.seeds == first.seeds; }))
        return PairingProblem::OtherSeed;
    if (!all([&](const auto& one) { return one.samples == first.samples; }))
        return PairingProblem::OtherSamples;
    if (!all([&](const auto& one) { return one.tokenizer == first.tokenizer; }))
        return PairingProblem::OtherTokenizer;
    if (!all([&](const auto& one) { return one.promptTokens == first.promptTokens && one.officialSpace == first.officialSpace; }))
        return PairingProblem::OtherPrompts;
    return PairingProblem::None;
}

/// Prompt by prompt, the mean over runs.
std::vector<double> scores(const std::vector<const LengthResult*>& results)
{
    std::vector<double> mean(results.front()->outcomes.size());
    for (const auto* result : results)
        for (std::size_t n = 0; n < mean.size(); ++n)
            mean[n] += (result->outcomes[n] == '1' ? 1.0 : 0.0) / double(results.size());
    return mean;
}

/// Tests the best column of a row against another one. @param lengths one, or several that count alike
void test(Cell& cell, const PasskeyTable& table, std::size_t best, std::size_t other, const std::vector<std::int64_t>& lengths)
{
    std::vector<PairedScores> paired;
    std::vector<UnpairedCounts> unpaired;
    cell.against = best;
    cell.problem = PairingProblem::None;
    for (const auto length : lengths) {
        const auto first = table.at(best, length), second = table.at(other, length);
        if (first.empty() || second.empty())
            continue;
        auto all = first;
        all.insert(all.end(), second.begin(), second.end());
        const auto problem = pairing(all);
        if (problem == PairingProblem::NoCounts) {
            cell.problem = problem;
            return;
        }
        if (problem != PairingProblem::None)
            cell.problem = problem;
        else
            paired.push_back({scores(first), scores(second)});
        const auto a = accuracyCell(first), b = accuracyCell(second);
        unpaired.push_back({a.value, b.value, a.samples, b.samples});
    }
    if (unpaired.empty())
        return;
    cell.test = cell.problem == PairingProblem::None ? pairedBootstrap(paired) : unpairedBootstrap(unpaired);
    cell.adjustedP = cell.test.p;
    cell.tested = true;
}

std::size_t columnsWithValue(const Row& row)
{
    return std::size_t(std::count_if(row.cells.begin(), row.cells.end(), [](const auto& cell) { return std::isfinite(cell.value); }));
}

/// Marks the best of a row, all of them where several are equal. @returns a best column, or the number of columns where there is nothing to compare or all are alike
std::size_t markBest(Row& row)
{
    if (!row.hasBest() || columnsWithValue(row) < 2)
        return row.cells.size();
    const double sign = row.higherIsBetter() ? 1 : -1;
    std::size_t best = row.cells.size();
    for (std::size_t n = 0; n < row.cells.size(); ++n)
        if (std::isfinite(row.cells[n].value) && (best == row.cells.size() || sign * row.cells[n].value > sign * row.cells[best].value))
            best = n;
    const bool alike = std::all_of(row.cells.begin(), row.cells.end(), [&](const auto& cell) { return !std::isfinite(cell.value) || cell.value == row.cells[best].value; });
    if (alike)
        return row.cells.size();
    for (auto& cell : row.cells)
        if (cell.value == row.cells[best].value)
            cell.mark = Mark::Best;
    return best;
}

/// Of rows that compare: marks the best and tests the others against it.
void markAndTest(Row& row, const PasskeyTable& table, const std::vector<std::int64_t>& lengths)
{
    const auto best = row.comparable ? markBest(row) : row.cells.size();
    for (std::size_t n = 0; best < row.cells.size() && n < row.cells.size(); ++n)
        if (std::isfinite(row.cells[n].value) && row.cells[n].mark != Mark::Best)
            test(row.cells[n], table, best, n, lengths);
}

Row accuracyRow(const PasskeyTable& table, std::size_t columns, std::int64_t length)
{
    Row row;
    row.length = length;
    row.comparable = table.hasOneSpace({length});
    for (std::size_t n = 0; n < columns; ++n) {
        const auto results = table.at(n, length);
        row.cells.push_back(results.empty() ? Cell{} : accuracyCell(results));
    }
    markAndTest(row, table, {length});
    return row;
}

Row meanRow(const PasskeyTable& table, std::size_t columns)
{
    Row row;
    row.kind = RowKind::MeanAccuracy;
    const auto lengths = table.sharedLengths();
    row.lengths = std::int64_t(lengths.size());
    for (std::size_t n = 0; n < columns; ++n) {
        std::vector<double> means;
        std::int64_t samples = 0;
        for (const auto length : lengths) {
            const auto results = table.at(n, length);
            if (results.empty())
                continue;
            const auto cell = accuracyCell(results);
            means.push_back(cell.value);
            samples += cell.samples;
        }
        Cell cell;
        if (!means.empty() && table.has(n)) {
            cell.value = meanOf(means);
            cell.runs = int(table.at(n, lengths.front()).size());
            cell.samples = samples;
        }
        row.cells.push_back(cell);
    }
    row.comparable = table.hasOneSpace(lengths);
    markAndTest(row, table, lengths);
    return row;
}

/// Each column's tests over the lengths are one family; the mean over all lengths is a test of its own.
void judge(std::vector<Row>& rows, std::size_t columns, double level)
{
    for (std::size_t n = 0; n < columns; ++n) {
        std::vector<Cell*> family;
        std::vector<double> p;
        for (auto& row : rows)
            if (row.kind == RowKind::Accuracy && row.cells[n].tested) {
                family.push_back(&row.cells[n]);
                p.push_back(row.cells[n].test.p);
            }
        const auto adjusted = holm(p);
        for (std::size_t i = 0; i < family.size(); ++i)
            family[i]->adjustedP = adjusted[i];
        for (auto& row : rows)
            if (auto& cell = row.cells[n]; cell.tested)
                cell.mark = cell.adjustedP < level ? Mark::Worse : Mark::NotWorse;
    }
}

const PerplexityResult* perplexityOf(const RunData& run, const std::string& corpus)
{
    const PerplexityResult* found = nullptr;
    for (const auto& result : run.results.perplexity)
        if (result.corpus == corpus)
            found = &result;        // the last one is the newest
    return found;
}

/// Results of a column's runs that have the windows of its first.
std::vector<const PerplexityResult*> perplexities(const std::vector<RunData>& runs, const ColumnRequest& column, const std::string& corpus)
{
    std::vector<const PerplexityResult*> results;
    for (const auto run : column.runs)
        if (const auto* result = perplexityOf(runs.at(run), corpus); result && (results.empty() || result->positions == results.front()->positions))
            results.push_back(result);
    return results;
}

Curve perplexityCurve(const std::vector<const PerplexityResult*>& results)
{
    Curve curve;
    if (results.empty())
        return curve;
    for (std::size_t n = 0; n < results.front()->positions.size(); ++n) {
        std::vector<double> nats;
        for (const auto* result : results)
            if (std::isfinite(result->perplexity[n]))
                nats.push_back(std::log(result->perplexity[n]));
        curve.x.push_back(results.front()->positions[n]);
        curve.y.push_back(nats.empty() ? kNone : std::exp(meanOf(nats)));
        curve.low.push_back(nats.size() < 2 ? kNone : std::exp(extremes(nats).low));
        curve.high.push_back(nats.size() < 2 ? kNone : std::exp(extremes(nats).high));
    }
    return curve;
}

Row perplexityRow(const std::vector<RunData>& runs, const std::vector<ColumnRequest>& columns, const std::string& corpus)
{
    Row row;
    row.kind = RowKind::Perplexity;
    row.corpus = corpus;
    const PerplexityResult* first = nullptr;
    for (const auto& column : columns) {
        std::vector<double> means;
        for (const auto* result : perplexities(runs, column, corpus)) {
            means.push_back(result->mean());
            if (!first)
                first = result;
            row.comparable &= comparable(*result, *first);
        }
        row.cells.push_back(cellOf(means));
    }
    if (row.comparable)
        markBest(row);
    return row;
}

Curve lossCurve(const std::vector<RunData>& runs, const ColumnRequest& column)
{
    Curve curve;
    const RunData* longest = nullptr;
    std::vector<std::vector<float>> losses(column.runs.size());
    std::vector<runs::BandSeries> series;
    for (std::size_t n = 0; n < column.runs.size(); ++n) {
        const auto& run = runs.at(column.runs[n]);
        if (run.validationStep.empty())
            continue;
        losses[n].assign(run.validationLoss.begin(), run.validationLoss.end());
        series.push_back({&run.validationStep, 1, &losses[n], -1});
        if (!longest || run.validationStep.size() > longest->validationStep.size())
            longest = &run;
    }
    if (!longest)
        return curve;
    if (series.size() == 1) {
        curve.x = longest->validationStep;
        curve.y = longest->validationLoss;
        curve.low = curve.high = std::vector<double>(curve.x.size(), kNone);
        return curve;
    }
    for (const auto& point : runs::band(series, longest->validationStep, runs::BandKind::Extremes, 1)) {
        curve.x.push_back(point.x);
        curve.y.push_back(point.mean);
        curve.low.push_back(point.seeds > 1 ? point.low : kNone);
        curve.high.push_back(point.seeds > 1 ? point.high : kNone);
    }
    return curve;
}

Curve accuracyCurve(const PasskeyTable& table, std::size_t column, const std::vector<std::int64_t>& lengths)
{
    std::map<double, Cell> points;
    for (const auto length : lengths) {
        const auto results = table.at(column, length);
        if (!results.empty())
            points.emplace(double(std::max(length, results.front()->promptTokens)), accuracyCell(results));
    }
    Curve curve;
    for (const auto& [x, cell] : points) {
        curve.x.push_back(x);
        curve.y.push_back(cell.value);
        curve.low.push_back(cell.intervalKind == IntervalKind::None ? kNone : cell.interval.low);
        curve.high.push_back(cell.intervalKind == IntervalKind::None ? kNone : cell.interval.high);
    }
    return curve;
}

/// Losses are nats per token of the same tokens, or measures of different things. Data count by their name: they lie elsewhere on each machine.
bool sameValidation(const std::vector<RunData>& runs)
{
    const RunData* first = nullptr;
    for (const auto& run : runs) {
        if (!run.parameters.known || run.validationLoss.empty())
            continue;
        if (!first)
            first = &run;
        const auto &a = run.parameters.spec, &b = first->parameters.spec;
        if (a.model.vocabulary != b.model.vocabulary || a.data.kind != b.data.kind || std::filesystem::path(a.data.dataset).filename() != std::filesystem::path(b.data.dataset).filename())
            return false;
    }
    return true;
}

/// A row of one number per run.
template <class Value>
Row plainRow(RowKind kind, const std::vector<RunData>& runs, const std::vector<ColumnRequest>& columns, Value&& value)
{
    Row row;
    row.kind = kind;
    for (const auto& column : columns) {
        std::vector<double> values;
        for (const auto run : column.runs)
            values.push_back(value(runs.at(run)));
        row.cells.push_back(cellOf(values));
    }
    if (kind == RowKind::ValidationLoss || kind == RowKind::BestValidationLoss)
        row.comparable = sameValidation(runs);
    if (row.comparable)
        markBest(row);
    return row;
}

}  // namespace

bool comparable(const PerplexityResult& one, const PerplexityResult& other)
{
    const auto &a = one.making.prompts, &b = other.making.prompts;
    return one.positions == other.positions && one.tokenizer == other.tokenizer && one.tokens == other.tokens && (a.empty() || b.empty() || a == b);
}

bool comparable(const SlidingResult& one, const SlidingResult& other)
{
    const auto &a = one.making, &b = other.making;
    return one.tokens == other.tokens && a.tokenizer == b.tokenizer && (a.prompts.empty() || b.prompts.empty() || a.prompts == b.prompts);
}

Comparison compareRuns(const std::vector<RunData>& runs, const Request& request)
{
    Comparison result;
    result.protocols = protocolsOf(runs);
    if (!result.protocols.empty()) {
        const bool known = std::any_of(result.protocols.begin(), result.protocols.end(), [&](const auto& one) { return one.id == request.protocol; });
        result.protocol = known ? request.protocol : result.protocols.front().id;
    }
    for (const auto& run : runs)
        for (const auto& perplexity : run.results.perplexity)
            if (std::find(result.corpora.begin(), result.corpora.end(), perplexity.corpus) == result.corpora.end())
                result.corpora.push_back(perplexity.corpus);
    const auto& columns = request.columns;
    const PasskeyTable table(runs, columns, result.protocol);
    const auto lengths = table.lengths();
    std::vector<std::vector<const RunParameters*>> parameters;
    for (std::size_t n = 0; n < columns.size(); ++n) {
        Column column{columns[n].id, columns[n].runs, accuracyCurve(table, n, lengths), lossCurve(runs, columns[n]), {}};
        for (const auto& corpus : result.corpora)
            column.perplexity.push_back(perplexityCurve(perplexities(runs, columns[n], corpus)));
        result.columns.push_back(std::move(column));
        auto& specs = parameters.emplace_back();
        for (const auto run : columns[n].runs)
            specs.push_back(&runs.at(run).parameters);
    }
    for (const auto length : lengths)
        result.rows.push_back(accuracyRow(table, columns.size(), length));
    if (lengths.size() > 1)
        result.rows.push_back(meanRow(table, columns.size()));
    judge(result.rows, columns.size(), result.level);
    result.rows.push_back(plainRow(RowKind::ValidationLoss, runs, columns, [](const auto& run) { return run.finalLoss; }));
    result.rows.push_back(plainRow(RowKind::BestValidationLoss, runs, columns, [](const auto& run) { return run.bestLoss; }));
    for (const auto& corpus : result.corpora)
        result.rows.push_back(perplexityRow(runs, columns, corpus));
    result.rows.push_back(plainRow(RowKind::Parameters, runs, columns, [](const auto& run) { return run.parameterCount; }));
    result.rows.push_back(plainRow(RowKind::TokensSeen, runs, columns, [](const auto& run) { return run.tokensSeen; }));
    result.rows.push_back(plainRow(RowKind::Seconds, runs, columns, [](const auto& run) { return run.seconds; }));
    std::erase_if(result.rows, [](const auto& row) { return columnsWithValue(row) == 0; });
    result.parameters = parameterDiff(parameters);
    std::int64_t trained = -1;
    bool same = true;
    for (const auto& run : runs) {
        same &= trained < 0 || run.trainedLength < 0 || run.trainedLength == trained;
        trained = std::max(trained, run.trainedLength);
    }
    if (same && trained > 0)
        result.trainedLength = double(trained);
    return result;
}

}  // namespace bam::compare
