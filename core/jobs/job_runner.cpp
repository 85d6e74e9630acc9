// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/job_runner.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/data/train_tokenizer.h"
#include "core/eval/evaluate_run.h"
#include "core/runs/folder_lock.h"

#include <chrono>

namespace bam::jobs {
namespace {

using Json = nlohmann::ordered_json;

Json cellToJson(const eval::PasskeyCell& cell)
{
    return {{"sampling", cell.sampling}, {"length", cell.length}, {"digits", cell.digits}, {"seed", cell.seed}, {"prompt_tokens", cell.promptTokens}, {"correct", cell.correct}, {"samples", cell.samples}, {"seconds", cell.seconds}};
}

eval::PasskeyCell cellFromJson(const Json& json)
{
    eval::PasskeyCell cell;
    cell.sampling = json.at("sampling").get<std::string>();
    cell.length = json.at("length").get<std::int64_t>();
    cell.digits = json.value("digits", cell.digits);
    cell.seed = json.value("seed", cell.seed);
    cell.promptTokens = json.at("prompt_tokens").get<std::int64_t>();
    cell.correct = json.at("correct").get<std::int64_t>();
    cell.samples = json.at("samples").get<std::int64_t>();
    cell.seconds = json.at("seconds").get<double>();
    cell.accuracy = double(cell.correct) / double(cell.samples);
    cell.wilson = wilsonInterval(cell.correct, cell.samples);
    return cell;
}

/// jobs.json: job hash -> {"state": started|finished, "run", "seconds", "cells"}.
class State {
public:
    explicit State(std::filesystem::path file) : m_file(std::move(file))
    {
        if (std::filesystem::exists(m_file))
            m_json = spec::readJsonFile(m_file);
        if (!m_json.is_object())
            m_json = Json::object();
    }

    Json of(const std::string& hash) const { return m_json.value(hash, Json::object()); }
    bool finished(const std::string& hash) const { return of(hash).value("state", "") == "finished"; }
    void set(const std::string& hash, const Json& entry)
    {
        m_json[hash] = entry;
        writeFileAtomic(m_file, m_json.dump(2) + "\n");
    }

private:
    std::filesystem::path m_file;
    Json m_json = Json::object();
};

class Runner {
public:
    Runner(const JobFile& file, const JobCallbacks& callbacks, std::stop_token stop)
        : m_file(file), m_callbacks(callbacks), m_stop(std::move(stop)), m_state(file.out / "jobs.json")
    {
    }

    Outcomes run()
    {
        for (std::size_t n = 0; n < m_file.jobs.size(); ++n) {
            const auto& job = m_file.jobs[n];
            const bool skipped = m_state.finished(job.hash) && resultsAreThere(job);
            if (m_callbacks.onJob)
                m_callbacks.onJob(job, n, m_file.jobs.size(), skipped);
            const auto begin = std::chrono::steady_clock::now();
            if (!skipped)
                std::visit([&](const auto& work) { perform(job, work); }, job.work);
            std::visit([&](const auto& work) { collect(job, work); }, job.work);
            if (!skipped && m_callbacks.onDone)
                m_callbacks.onDone(job, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        }
        return std::move(m_outcomes);
    }

private:
    /// A finished job is done again when somebody removed what it made.
    bool resultsAreThere(const Job& job) const
    {
        if (const auto* tokenizer = std::get_if<TokenizerJob>(&job.work))
            return std::filesystem::exists(tokenizer->training.output);
        if (const auto* dataset = std::get_if<DatasetJob>(&job.work))
            return std::filesystem::exists(dataset->ingest.output);
        if (std::holds_alternative<TrainJob>(job.work))
            return std::filesystem::exists(std::filesystem::path(m_state.of(job.hash).value("run", "")) / "args.json");
        return true;
    }

    void perform(const Job& job, const TokenizerJob& work)
    {
        data::trainTokenizer(work.training, work.column, m_callbacks.progress, m_stop);
        m_state.set(job.hash, {{"title", job.title}, {"state", "finished"}});
    }

    void perform(const Job& job, const DatasetJob& work)
    {
        const auto report = data::ingest(work.ingest, m_callbacks.progress, m_stop);
        for (const auto& note : report.notes)
            say(note);
        m_state.set(job.hash, {{"title", job.title}, {"state", "finished"}, {"seconds", report.seconds}});
    }

    void perform(const Job& job, const TrainJob& work)
    {
        train::TrainOptions options;
        options.onStep = m_callbacks.onStep;
        options.onValidation = m_callbacks.onValidation;
        options.log = m_callbacks.log;
        options.onStart = [&](const std::filesystem::path& run) {
            m_state.set(job.hash, {{"title", job.title}, {"state", "started"}, {"run", run.string()}});
            if (m_callbacks.onStart)
                m_callbacks.onStart(run);
        };
        const auto begun = m_state.of(job.hash).value("run", "");
        const bool resumable = !begun.empty() && std::filesystem::exists(std::filesystem::path(begun) / "run.json");
        const auto result = resumable ? train::resumeRun(begun, options, m_stop) : train::trainNew(work.spec, options, m_stop);
        m_state.set(job.hash, {{"title", job.title}, {"state", "finished"}, {"run", result.run.string()}, {"seconds", result.seconds}});
    }

    void perform(const Job& job, const EvaluateJob& work)
    {
        const auto& outcome = outcomeOf(work.run);
        eval::EvaluateOptions options;
        options.progress = m_callbacks.progress;
        options.log = m_callbacks.log;
        options.onCell = m_callbacks.onCell;
        options.device = m_devices[work.run].first;
        options.threads = m_devices[work.run].second;
        Json cells = Json::array();
        double seconds = 0;
        for (const auto& cell : eval::evaluateRun(outcome.path, work.evaluation, options, m_stop)) {
            cells.push_back(cellToJson(cell));
            seconds += cell.seconds;
        }
        m_state.set(job.hash, {{"title", job.title}, {"state", "finished"}, {"seconds", seconds}, {"cells", cells}});
    }

    template <typename Work>
    void collect(const Job&, const Work&) {}

    void collect(const Job& job, const TrainJob& work)
    {
        const auto entry = m_state.of(job.hash);
        m_devices[work.as] = {work.spec.training.device, int(work.spec.training.threads)};
        m_outcomes.emplace_back(work.as, RunOutcome{entry.at("run").get<std::string>(), work.spec.model, work.spec.training.sequenceLength, work.spec.training.seed,
            entry.value("seconds", 0.0), 0, {}});
    }

    void collect(const Job& job, const EvaluateJob& work)
    {
        const auto entry = m_state.of(job.hash);
        auto& outcome = outcomeOf(work.run);
        outcome.evaluateSeconds += entry.value("seconds", 0.0);
        for (const auto& cell : entry.at("cells"))
            outcome.cells.push_back(cellFromJson(cell));
    }

    RunOutcome& outcomeOf(const std::string& run)
    {
        for (auto& [name, outcome] : m_outcomes)
            if (name == run)
                return outcome;
        throw Error(ErrorCode::Usage, "there is no run called " + run, "Train it in an earlier job.");
    }

    void say(const std::string& line) const
    {
        if (m_callbacks.log)
            m_callbacks.log(line);
    }

    const JobFile& m_file;
    const JobCallbacks& m_callbacks;
    std::stop_token m_stop;
    State m_state;
    Outcomes m_outcomes;
    std::map<std::string, std::pair<std::string, int>> m_devices;   // device and threads of a run
};

}  // namespace

Outcomes runJobs(const JobFile& file, const JobCallbacks& callbacks, std::stop_token stop)
{
    std::error_code failure;
    std::filesystem::create_directories(file.out, failure);
    if (failure)
        throwFileError(file.out, "create", failure.value());
    const runs::FolderLock lock(file.out, ".jobs.lock");
    return Runner(file, callbacks, std::move(stop)).run();
}

}  // namespace bam::jobs
