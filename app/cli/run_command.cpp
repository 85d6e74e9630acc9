// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_command.h"

#include "app/cli/figures.h"
#include "app/cli/results_table.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/eval/evaluate_run.h"
#include "core/jobs/job_runner.h"

#include <chrono>
#include <cstdio>
#include <iostream>

namespace bam::cli {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr double kSecondsBetweenLines = 5;

/// Tells about the jobs: lines for people, or one JSON object per line for machines.
class Reporter {
public:
    Reporter(const RunRequest& request) : m_quiet(request.quiet), m_json(request.json), m_interval(request.jsonInterval) {}

    jobs::JobCallbacks callbacks()
    {
        jobs::JobCallbacks calls;
        calls.onJob = [this](const jobs::Job& job, std::size_t index, std::size_t count, bool skipped) {
            m_place = str("[", index + 1, "/", count, "] ");
            m_lastLine = {};
            emit({{"event", "job"}, {"job", job.title}, {"index", index + 1}, {"count", count}, {"skipped", skipped}});
            line(m_place + job.title + (skipped ? ": done before, skipped" : ""));
        };
        calls.onStart = [this](const std::filesystem::path& run) { emit({{"event", "start"}, {"run", run.string()}}); };
        calls.onStep = [this](const train::StepReport& report) { step(report); };
        calls.onValidation = [this](const runs::EvalRow& row) {
            emit({{"event", "validation"}, {"step", row.step}, {"loss", row.loss}});
            m_validation = str(" | validation ", rounded(row.loss, 4));
        };
        calls.onCell = [this](const eval::Evaluation& evaluation, std::size_t cell) {
            emit(eval::cellEvent(evaluation, cell));
            line("      " + evaluation.line(cell));
        };
        calls.progress = [this](const Progress& progress) {
            if (!due())
                return;
            const double eta = progress.done > 0 && progress.total > 0 ? progress.seconds * (progress.total / progress.done - 1) : 0;
            line(str("      ", progress.task, progress.total > 0 ? str(" ", int(100 * progress.done / progress.total), " %") : "", progress.detail.empty() ? "" : " | " + progress.detail,
                eta > 0 ? " | ETA " + humanDuration(eta) : ""));
        };
        calls.log = [this](const std::string& text) {
            emit({{"event", "log"}, {"text", text}});
            line("      " + text);
        };
        calls.onDone = [this](const jobs::Job& job, double seconds) {
            emit({{"event", "done"}, {"job", job.title}, {"seconds", seconds}});
            line(m_place + job.title + ": done in " + humanDuration(seconds));
        };
        return calls;
    }

    void emit(const Json& event) const
    {
        if (m_json)
            std::cout << event.dump() << std::endl;
    }
    void line(const std::string& text) const
    {
        if (!m_json && !m_quiet)
            std::cout << text << std::endl;
    }
    void always(const std::string& text) const
    {
        if (!m_json)
            std::cout << text << std::endl;
    }

private:
    void step(const train::StepReport& report)
    {
        const auto& row = report.row;
        const auto now = Clock::now();
        if (row.step + 1 == report.totalSteps || now - m_lastStep >= m_interval) {
            m_lastStep = now;
            emitStep(report);
        }
        if (row.step + 1 < report.totalSteps && !due())
            return;
        line(str("      step ", row.step + 1, "/", report.totalSteps, " | loss ", rounded(row.loss, 4), m_validation, " | ", withThousands(std::int64_t(row.tokensPerSecond)), " tok/s | ETA ",
            humanDuration(report.etaSeconds)));
    }

    void emitStep(const train::StepReport& report) const
    {
        const auto& row = report.row;
        emit({{"event", "step"}, {"step", row.step + 1}, {"total_steps", report.totalSteps}, {"loss", row.loss}, {"norm", row.norm}, {"lr", row.lr}, {"tokens_per_second", row.tokensPerSecond}, {"eta_seconds", report.etaSeconds}});
    }

    bool due()
    {
        const auto now = Clock::now();
        if (std::chrono::duration<double>(now - m_lastLine).count() < kSecondsBetweenLines)
            return false;
        m_lastLine = now;
        return true;
    }

    static std::string rounded(double value, int digits)
    {
        char text[48];
        std::snprintf(text, sizeof text, "%.*f", digits, value);
        return text;
    }

    bool m_quiet, m_json;
    std::chrono::milliseconds m_interval;
    std::string m_place, m_validation;
    Clock::time_point m_lastLine{}, m_lastStep{};
};

}  // namespace

void runJobFile(const RunRequest& request, std::stop_token stop)
{
    const auto begin = Clock::now();
    const auto file = jobs::readJobFile(request.spec, request.options);
    Reporter reporter(request);
    reporter.line(str(file.name, ": ", file.jobs.size(), " jobs, results in ", file.out.string()));
    const auto outcomes = jobs::runJobs(file, reporter.callbacks(), std::move(stop));

    std::vector<std::filesystem::path> written{file.out / "results.json"};
    writeFileAtomic(written.back(), outcomesJson(outcomes).dump(2) + "\n");
    const auto table = passkeyTable(outcomes);
    if (!table.empty()) {
        written.push_back(file.out / "passkey.csv");
        writeFileAtomic(written.back(), passkeyCsv(outcomes));
        reporter.always("\n" + table);
    }
    for (const auto& figure : file.figures) {
        const auto files = drawFigure(figure, outcomes);
        if (files.empty())
            reporter.line("note: this program was built without the window, so no figure was drawn; passkey.csv holds its data");
        written.insert(written.end(), files.begin(), files.end());
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    for (const auto& path : written)
        reporter.always("wrote " + path.string());
    for (const auto& [name, outcome] : outcomes)
        reporter.always(str("run ", name, ": ", outcome.path.string(), " (trained in ", humanDuration(outcome.trainSeconds), ", tested in ", humanDuration(outcome.evaluateSeconds), ")"));
    reporter.always("finished in " + humanDuration(seconds));
    reporter.emit({{"event", "finished"}, {"seconds", seconds}, {"results", outcomesJson(outcomes)}});
}

}  // namespace bam::cli
