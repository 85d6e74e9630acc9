// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/run_evaluation.h"

#include "core/base/checksum.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/spec/spec_io.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace bam::eval {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// What a question of this subject is called in the journal.
std::string subjectKey(const Subject& subject)
{
    spec::RunSpec whole;
    whole.model = subject.model.spec();
    const auto model = spec::toJson(whole)["model"].dump();
    return checksumOf(str(subject.checkpointHash, ' ', subject.tokenizer.sha256(), ' ', subject.cacheDtype, ' ', model, ' ', subject.changes.dump()));
}

/// Work done and to do; what was known already counts for neither, so that the ETA is that of the rest.
class Pace {
public:
    Pace(const Evaluation& evaluation, const std::vector<CellPlan>& plan, const EvaluationOptions& options) : m_title(evaluation.title()), m_options(options)
    {
        for (const auto& cell : plan)
            m_total += cell.work * double(cell.questions);
    }

    void leaveOut(double work) { m_total -= work; }
    void add(double work) { m_done += work; }
    void tell(double within, const std::string& detail) const
    {
        if (m_options.progress)
            m_options.progress({m_title, std::min(m_total, m_done + within), m_total, "work", secondsSince(m_start), detail});
    }

private:
    std::string m_title;
    const EvaluationOptions& m_options;
    double m_total = 0, m_done = 0;
    Clock::time_point m_start = Clock::now();
};

class Asking {
public:
    Asking(Evaluation& evaluation, const Subject& subject, const EvaluationOptions& options)
        : m_evaluation(evaluation), m_subject(subject), m_options(options), m_plan(evaluation.cells()), m_pace(evaluation, m_plan, options), m_key(subjectKey(subject))
    {
    }

    void run()
    {
        for (std::size_t cell = 0; cell < m_plan.size(); ++cell) {
            if (m_evaluation.isWorthwhile(cell))
                askAll(cell);
            else
                m_pace.leaveOut(m_plan[cell].work * double(m_plan[cell].questions));
        }
    }

private:
    void askAll(std::size_t cell)
    {
        const auto& plan = m_plan[cell];
        const auto start = Clock::now();
        const auto ranks = m_options.group.ranks();
        // What this rank has to say in the end: its answers, and whether it was asked to stop.
        Json mine{{"answers", Json::array()}};
        std::vector<Json> answers;
        CellFacts facts;
        for (std::int64_t n = m_options.group.rank(); n < plan.questions; n += ranks) {
            if (m_options.stop.stop_requested())
                mine["stopped"] = true;
            if (mine.contains("stopped"))
                break;
            const auto question = m_evaluation.question(cell, n);
            const auto key = checksumOf(m_key + question.hash);
            const auto* known = m_options.journal && !m_options.again ? m_options.journal->find(key) : nullptr;
            std::optional<Json> answer;
            if (known) {
                answer = *known;
                m_pace.leaveOut(plan.work * ranks);
            } else {
                answer = ask(question, cell, n, answers);
            }
            if (!answer) {
                mine["stopped"] = true;
                break;
            }
            if (!known) {
                ++facts.asked;
                m_pace.add(plan.work * ranks);
                if (m_options.journal)
                    m_options.journal->add(key, {{"evaluation", m_evaluation.title()}, {"cell", plan.name}, {"question", n}}, *answer);
            }
            answers.push_back(*answer);
            mine["answers"].push_back({{"n", n}, {"hash", question.hash}, {"answer", std::move(*answer)}});
            if (!known)
                m_pace.tell(0, detail(cell, n + 1, answers));
        }
        mine["asked"] = facts.asked;
        finish(cell, start, m_options.group.fromAll(mine.dump(-1, ' ', false, Json::error_handler_t::replace)));
    }

    /// None after a request to stop.
    std::optional<Json> ask(const Question& question, std::size_t cell, std::int64_t n, const std::vector<Json>& before)
    {
        ReadingOptions options;
        options.chunk = m_subject.chunk;
        options.cacheType = m_subject.cacheDtype == "bfloat16" ? at::kBFloat16 : at::kFloat;
        options.stop = m_options.stop;
        options.onChunk = [&](std::int64_t length) {
            const auto share = std::min(1.0, readingWork(length) / readingWork(std::max<std::int64_t>(1, question.tokens)));
            m_pace.tell(share * m_plan[cell].work * m_options.group.ranks(), str(detail(cell, n, before), ", token ", withThousands(length), " of ", withThousands(question.tokens)));
        };
        try {
            return question.ask(options);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::Stopped)
                throw;
            return std::nullopt;
        }
    }

    std::string detail(std::size_t cell, std::int64_t n, const std::vector<Json>& answers) const
    {
        const auto& plan = m_plan[cell];
        auto text = str(plan.name, ": ", n, " of ", plan.questions);
        if (const auto words = answers.empty() ? std::string() : m_evaluation.soFar(cell, answers); !words.empty())
            text += str(", ", words, m_options.group.several() ? " by this rank" : "");
        return text;
    }

    void finish(std::size_t cell, Clock::time_point start, const std::vector<std::string>& all)
    {
        const auto& plan = m_plan[cell];
        std::vector<Json> answers(static_cast<std::size_t>(plan.questions));
        std::vector<std::string> hashes(answers.size());
        CellFacts facts;
        bool stopped = false;
        for (const auto& text : all) {
            const auto told = Json::parse(text);
            stopped = stopped || told.contains("stopped");
            facts.asked += told.at("asked").get<std::int64_t>();
            for (const auto& one : told.at("answers")) {
                const auto n = one.at("n").get<std::size_t>();
                answers[n] = one.at("answer");
                hashes[n] = one.at("hash").get<std::string>();
            }
        }
        if (stopped)
            throw Error(ErrorCode::Stopped, str("stopped on request during ", m_evaluation.title(), " (", plan.name, ")"),
                "Finished cells are in results.json, single answers in the run's folder evaluation; the same command goes on from there.");
        Checksum prompts;
        for (const auto& hash : hashes)
            prompts.add(hash);
        facts.promptsHash = prompts.digits();
        facts.seconds = secondsSince(start);
        m_evaluation.finish(cell, answers, facts);
        if (!m_options.group.isFirst())
            return;
        const auto file = m_subject.run / "results.json";
        auto results = std::filesystem::exists(file) ? spec::readJsonFile(file) : Json::object();
        m_evaluation.merge(results, cell);
        writeFileAtomic(file, results.dump(2) + "\n");
        if (m_options.onCell)
            m_options.onCell(cell);
    }

    Evaluation& m_evaluation;
    const Subject& m_subject;
    const EvaluationOptions& m_options;
    const std::vector<CellPlan> m_plan;
    Pace m_pace;
    const std::string m_key;
};

}  // namespace

void runEvaluation(Evaluation& evaluation, const Subject& subject, const EvaluationOptions& options)
{
    Asking(evaluation, subject, options).run();
}

}  // namespace bam::eval
