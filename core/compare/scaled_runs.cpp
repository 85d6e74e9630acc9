// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/scaled_runs.h"

#include "core/compare/result_json.h"

#include <algorithm>
#include <iterator>

namespace bam::compare {
namespace {

template <class Result>
void addScalings(std::vector<std::string>& scalings, const std::vector<Result>& results)
{
    for (const auto& result : results)
        if (!result.scaling.empty() && std::find(scalings.begin(), scalings.end(), result.scaling) == scalings.end())
            scalings.push_back(result.scaling);
}

/// @param name of a result, which carries its scaling
template <class Result>
void takeScaling(std::vector<Result>& taken, const std::vector<Result>& results, const std::string& scaling, std::string Result::*name)
{
    for (const auto& result : results)
        if (result.scaling == scaling) {
            auto& one = taken.emplace_back(result);
            one.scaling.clear();
            if (name)
                one.*name = withoutScaling(one.*name, scaling);
        }
}

}  // namespace

std::vector<std::string> scalingsOf(const Results& results)
{
    std::vector<std::string> scalings;
    addScalings(scalings, results.passkey);
    addScalings(scalings, results.perplexity);
    addScalings(scalings, results.sliding);
    addScalings(scalings, results.ruler);
    addScalings(scalings, results.choices);
    return scalings;
}

Results resultsOfScaling(const Results& results, const std::string& scaling)
{
    Results taken;
    taken.notes = results.notes;
    taken.present = results.present;
    takeScaling(taken.passkey, results.passkey, scaling, static_cast<std::string PasskeyResult::*>(nullptr));
    takeScaling(taken.perplexity, results.perplexity, scaling, &PerplexityResult::corpus);
    takeScaling(taken.sliding, results.sliding, scaling, &SlidingResult::corpus);
    takeScaling(taken.ruler, results.ruler, scaling, &RulerResult::task);
    takeScaling(taken.choices, results.choices, scaling, &ChoiceResult::task);
    return taken;
}

std::vector<ScaledRun> splitByScaling(RunData run)
{
    const auto scalings = scalingsOf(run.results);
    std::vector<ScaledRun> split;
    for (const auto& scaling : scalings) {
        RunData scaled = run;
        scaled.results = resultsOfScaling(run.results, scaling);
        // What the training tells stands in the column of the run itself.
        scaled.results.notes.clear();
        scaled.notes.clear();
        scaled.step = -1;
        scaled.validationStep.clear();
        scaled.validationLoss.clear();
        scaled.finalLoss = scaled.bestLoss = scaled.tokensSeen = scaled.seconds = scaled.parameterCount = kNone;
        split.push_back({scaling, int(split.size()), std::move(scaled)});
    }
    if (!scalings.empty())
        run.results = resultsOfScaling(run.results, {});
    split.insert(split.begin(), ScaledRun{{}, 0, std::move(run)});
    return split;
}

SplitRuns splitByScaling(const std::vector<RunData>& runs, const std::vector<ColumnRequest>& columns)
{
    SplitRuns split;
    std::vector<std::vector<std::pair<std::string, std::size_t>>> scaled(runs.size());     // of each run: scaling and index of its run
    split.runs.resize(runs.size());
    for (std::size_t n = 0; n < runs.size(); ++n)
        for (auto& one : splitByScaling(runs[n])) {
            if (one.scaling.empty()) {
                split.runs[n] = std::move(one.data);
                continue;
            }
            scaled[n].emplace_back(one.scaling, split.runs.size());
            split.runs.push_back(std::move(one.data));
        }
    for (std::size_t n = 0; n < columns.size(); ++n) {
        split.columns.push_back(columns[n]);
        split.told.push_back({n, {}, 0});
        const auto first = split.columns.size();
        for (const auto run : columns[n].runs)
            for (const auto& [scaling, index] : scaled.at(run)) {
                auto at = first;
                while (at < split.columns.size() && split.told[at].scaling != scaling)
                    ++at;
                if (at == split.columns.size()) {
                    split.columns.push_back({columns[n].id + '\n' + scaling, {}});
                    split.told.push_back({n, scaling, int(at - first)});
                }
                split.columns[at].runs.push_back(index);
            }
    }
    return split;
}

}  // namespace bam::compare
