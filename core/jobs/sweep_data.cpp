// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/sweep_data.h"

#include "core/base/error.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/data/loader.h"
#include "core/jobs/sweep_worker.h"
#include "core/runs/run_directory.h"
#include "core/runs/run_summary.h"

#include <ctime>
#include <set>

namespace bam::jobs {
namespace {

/// As run.json tells it, where the run was trained on this path; else empty. (The entry may be another task's, whose spec this call does not know.)
std::string fingerprintOf(const SweepEntry& entry, const spec::DataSpec& data)
{
    try {
        const auto run = runs::readJsonFile(std::filesystem::path(entry.run) / "run.json");
        const auto pointer = nlohmann::ordered_json::json_pointer("/spec/data/dataset");
        if (!run.is_object() || !run.contains(pointer) || !run.contains("data") || !run[pointer].is_string() || run[pointer].get<std::string>() != data.dataset)     // both absolute
            return {};
        return textOr(run["data"], "fingerprint");
    } catch (const Error&) {
        return {};
    }
}

/// Whether the data that lie there now are others; not where they cannot be opened: then the worker tells why.
bool areOthers(const spec::RunSpec& spec, const std::string& fingerprint)
{
    try {
        return !data::openBatchSource(spec, {})->hasFingerprint(fingerprint);
    } catch (const Error&) {
        return false;
    }
}

/// Of the first run that has begun on the same path: its title and its data.
std::pair<std::string, std::string> firstOn(const spec::DataSpec& data, const std::vector<SweepEntry>& all)
{
    for (const auto& entry : all)
        if (entry.index >= 0 && hasBegun(entry))
            if (auto fingerprint = fingerprintOf(entry, data); !fingerprint.empty())
                return {entry.title, std::move(fingerprint)};
    return {};
}

}  // namespace

std::vector<spec::Problem> dataProblems(const std::vector<SweepEntry*>& mine, const std::vector<SweepEntry>& all, const SpecOf& specOf)
{
    std::vector<spec::Problem> problems;
    std::set<std::string> looked;
    for (const auto* entry : mine) {
        const auto& spec = specOf(*entry);
        const auto& dataset = spec.data.dataset;
        if (entry->isOver() || entry->state == SweepRunState::Running || hasBegun(*entry) || !looked.insert(dataset).second)
            continue;
        std::error_code error;
        if (dataset.empty() || !std::filesystem::exists(dataset, error)) {
            problems.push_back({"data.dataset", dataset.empty() ? "missing" : dataset, "a folder of token shards (bamscope --batch dataset makes one), or the text of a mixture"});
            continue;
        }
        const auto [title, before] = firstOn(spec.data, all);
        if (!before.empty() && areOthers(spec, before))
            problems.push_back({"data.dataset", dataset, str("the data that ", title, " was trained on, or a sweep of its own for the new data (--out)")});
    }
    return problems;
}

std::string shortageOf(const SweepEntry& entry)
{
    if (!entry.trained)
        return {};
    const auto run = runs::summarize(entry.run, std::time(nullptr));
    if (run.state != runs::RunState::Finished || run.dataSteps < 0)
        return {};
    return str("the data ended after ", withThousands(run.step), " of ", withThousands(run.totalSteps), " steps");
}

}  // namespace bam::jobs
