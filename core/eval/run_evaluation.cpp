// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/run_evaluation.h"

#include "core/base/checksum.h"
#include "core/base/error.h"
#include "core/base/file_error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/eval/made_results.h"
#include "core/eval/result_lists.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace bam::eval {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

constexpr const char* kResultsHint = "Restore the file, or move it away; then evaluate again. What was answered before is kept in the run's folder evaluation.";

/// What a rank tells the others of its failure.
Json failureJson(const std::exception& failure)
{
    // Answers that cannot be kept, or memory that is gone: the next test would meet the same.
    const bool memory = dynamic_cast<const std::bad_alloc*>(&failure), lasts = memory || dynamic_cast<const FileError*>(&failure);
    if (memory)
        return {{"code", int(ErrorCode::Failed)}, {"cause", "memory ran out"}, {"hint", "Ask for shorter prompts, or read fewer tokens at once (--chunk)."}, {"lasts", lasts}};
    if (const auto* error = dynamic_cast<const Error*>(&failure))
        return {{"code", int(error->code())}, {"cause", error->cause()}, {"hint", error->hint()}, {"lasts", lasts}};
    const std::string text = failure.what();        // LibTorch's has its trace below
    return {{"code", int(ErrorCode::Failed)}, {"cause", text.substr(0, text.find('\n'))}, {"hint", ""}, {"lasts", lasts}};
}

/// Throws what a rank failed with, the same on all of them: a request to stop first, else the first rank's. @param all by rank, null where all went well
/// @param asking by itself it is a test that failed, and others may be asked
void throwFailures(const std::vector<Json>& all, bool asking = false)
{
    const auto codeOf = [](const Json& one) { return ErrorCode(one.at("code").get<int>()); };
    auto found = std::find_if(all.begin(), all.end(), [&](const Json& one) { return !one.is_null() && codeOf(one) == ErrorCode::Stopped; });
    if (found == all.end())
        found = std::find_if(all.begin(), all.end(), [](const Json& one) { return !one.is_null(); });
    if (found == all.end())
        return;
    const auto rank = found - all.begin();
    const Error error(codeOf(*found), str(rank > 0 ? str("rank ", rank, ": ") : std::string(), found->at("cause").get<std::string>()), found->at("hint").get<std::string>());
    if (asking && error.code() != ErrorCode::Stopped && !found->at("lasts").get<bool>())
        throw AskingFailed(error.code(), error.cause(), error.hint());
    throw Error(error);
}

/// Tokens from which on making a prompt may take seconds, since a tokenizer reads it several times.
constexpr std::int64_t kLongPrompt = 32'768;

/// Work done and to do; what was known already counts for neither, so that the ETA is that of the rest.
class Pace {
public:
    Pace(const Evaluation& evaluation, const std::vector<CellPlan>& plan, const EvaluationOptions& options) : m_title(asText(evaluation.title())), m_options(options)
    {
        for (const auto& cell : plan)
            m_total += cell.work * double(cell.questions);
    }

    void leaveOut(double work) { m_total -= work; }
    void takeIn(double work) { m_total += work; }
    void add(double work) { m_done += work; }
    void tell(double within, const std::string& detail) const
    {
        if (m_options.progress)
            m_options.progress({m_title, std::min(m_total, m_done + within), m_total, "work", secondsSince(m_start), asText(detail)});
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
            const auto reason = m_evaluation.passedOver(cell);
            if (reason.empty()) {
                askCell(cell);
                continue;
            }
            m_pace.leaveOut(workOf(cell));
            if (m_options.log && m_options.group.isFirst())
                m_options.log(str(m_evaluation.title(), ", ", m_plan[cell].name, " is left out: ", reason));
        }
    }

private:
    /// What all ranks know of a cell.
    struct Answers {
        std::vector<Json> answers;              // by question
        std::vector<std::string> programs;      // who gave them, each once; empty for one whose line does not say
        std::vector<std::string> hashes;        // of the questions
        std::optional<double> took;             // all of them together, in seconds, where nothing was asked and every line says it
        CellFacts facts;
    };

    double workOf(std::size_t cell) const { return m_plan[cell].work * double(m_plan[cell].questions); }

    void askCell(std::size_t cell)
    {
        const auto start = Clock::now();
        auto all = askAll(cell, start);
        try {
            finish(cell, all);
        } catch (const Json::exception&) {
            // The same on every rank, since all have the same answers.
            const auto known = std::int64_t(all.answers.size()) - all.facts.asked;
            if (known == 0 || !m_options.journal)
                throw;
            for (const auto& key : m_taken)
                m_options.journal->forget(key);
            tellUnusable(cell, known);
            m_pace.takeIn(workOf(cell));
            all = askAll(cell, start);
            finish(cell, all);
        }
        m_options.group.madeByFirst([&] {
            keep(cell);
            note(cell, all.hashes);
            return Json();
        });
    }

    /// What a rank has to say of a cell in the end.
    struct Share {
        Json told = Json::array();          // its answers, by question
        std::vector<Json> answers;
        std::int64_t asked = 0, unusable = 0;
        bool stopped = false;
    };

    /// Asks this rank's share of what is not known, and hears from the others.
    Answers askAll(std::size_t cell, Clock::time_point start)
    {
        Share share;
        Json failed;
        m_taken.clear();
        try {
            askShare(cell, share);
        } catch (const std::exception& failure) {
            failed = failureJson(failure);      // of which the others must hear, so that all go the same way
        }
        const Json mine{{"answers", std::move(share.told)}, {"asked", share.asked}, {"unusable", share.unusable}, {"stopped", share.stopped}, {"failed", std::move(failed)}};
        return together(cell, start, m_options.group.fromAll(mine.dump(-1, ' ', false, Json::error_handler_t::replace)));
    }

    void askShare(std::size_t cell, Share& share)
    {
        const auto& plan = m_plan[cell];
        const auto rank = m_options.group.rank(), ranks = m_options.group.ranks();
        const auto* hashes = questionsOf(cell);
        for (std::int64_t n = rank; n < plan.questions && !share.stopped; n += ranks) {
            if (m_options.stop.stop_requested()) {
                share.stopped = true;
                return;
            }
            // Ranks are taken to be equally fast: each answer of this one stands for one of every rank, as long as there are so many.
            const auto work = plan.work * double(std::min<std::int64_t>(ranks, plan.questions - (n - rank)));
            if (hashes && take(cell, n, (*hashes)[std::size_t(n)], {}, work, share))
                continue;
            if (plan.tokens >= kLongPrompt)
                m_pace.tell(0, str(detail(cell, n, share.answers), ", making a prompt of ", withThousands(plan.tokens), " tokens"));
            const auto question = m_evaluation.question(cell, n);
            if (!take(cell, n, question.hash, question.holdsToo, work, share))
                askOne(cell, n, question, work, share);
        }
    }

    /// The questions of a cell that was finished before, as far as this version of the program has noted them; null when their prompts must be made.
    const std::vector<std::string>* questionsOf(std::size_t cell) const
    {
        const auto key = keyOf(cell);
        const auto* hashes = m_options.journal && !m_options.again && !key.empty() ? m_options.journal->questionsOf(key) : nullptr;
        return hashes && std::int64_t(hashes->size()) == m_plan[cell].questions ? hashes : nullptr;
    }

    /// Empty where the evaluation gives none. Another version of the program may make other prompts.
    std::string keyOf(std::size_t cell) const
    {
        const auto key = m_evaluation.cellKey(cell);
        return key.empty() ? key : checksumOf(str(thisProgram(), ' ', programCommit(), ' ', m_subject.tokenizer.sha256(), ' ', m_evaluation.title(), ' ', m_plan[cell].questions, ' ', key));
    }

    /// Whether the answer to a question is known; then it is taken. @param others questions whose answers hold this one's
    bool take(std::size_t cell, std::int64_t n, const std::string& hash, const std::vector<std::string>& others, double work, Share& share)
    {
        auto key = checksumOf(m_key + hash);
        const auto* known = m_options.journal && !m_options.again ? m_options.journal->find(key) : nullptr;
        for (auto other = others.begin(); other != others.end() && !known && m_options.journal && !m_options.again; ++other)
            known = m_options.journal->find(key = checksumOf(m_key + *other));
        if (!known)
            return false;
        if (!m_evaluation.understands(cell, n, known->answer)) {
            m_options.journal->forget(key);
            ++share.unusable;
            return false;
        }
        share.told.push_back({{"n", n}, {"hash", hash}, {"program", known->program}, {"seconds", known->seconds}, {"answer", known->answer}});
        share.answers.push_back(known->answer);
        m_taken.push_back(key);
        m_pace.leaveOut(work);
        return true;
    }

    void askOne(std::size_t cell, std::int64_t n, const Question& question, double work, Share& share)
    {
        const auto& plan = m_plan[cell];
        const auto begin = Clock::now();
        auto answer = ask(question, cell, n, work, share.answers);
        if (!answer) {
            share.stopped = true;
            return;
        }
        ++share.asked;
        m_pace.add(work);
        if (m_options.journal)
            m_options.journal->add(checksumOf(m_key + question.hash), {{"evaluation", m_evaluation.title()}, {"cell", plan.name}, {"question", n}}, *answer, secondsSince(begin));
        share.answers.push_back(*answer);
        share.told.push_back({{"n", n}, {"hash", question.hash}, {"answer", std::move(*answer)}});
        m_pace.tell(0, detail(cell, n + 1, share.answers));
    }

    /// None after a request to stop. @param work of the question, or of one of every rank
    std::optional<Json> ask(const Question& question, std::size_t cell, std::int64_t n, double work, const std::vector<Json>& before)
    {
        ReadingOptions options;
        options.chunk = m_subject.chunk;
        options.cacheType = m_subject.cacheDtype == "bfloat16" ? at::kBFloat16 : at::kFloat;
        options.stop = m_options.stop;
        options.onChunk = [&](std::int64_t length) {
            const auto share = question.share ? question.share(length) : readingWork(length) / readingWork(std::max<std::int64_t>(1, question.tokens));
            m_pace.tell(std::min(1.0, share) * work, str(detail(cell, n, before), ", token ", withThousands(length), " of ", withThousands(question.tokens)));
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
        try {
            if (const auto words = answers.empty() ? std::string() : m_evaluation.soFar(cell, answers); !words.empty())
                text += str(", ", words, m_options.group.several() ? " by this rank" : "");
        } catch (const Json::exception&) {
            // Of an answer that cannot be used finish() tells.
        }
        return text;
    }

    void tellUnusable(std::size_t cell, std::int64_t count) const
    {
        if (count > 0 && m_options.log && m_options.group.isFirst())
            m_options.log(str(m_evaluation.title(), ", ", m_plan[cell].name, ": ", count, count == 1 ? " answer" : " answers", " in ", m_options.journal->file().parent_path().string(),
                count == 1 ? " has" : " have", " a shape that this version of the program cannot use; ", count == 1 ? "it is" : "they are", " asked again"));
    }

    Answers together(std::size_t cell, Clock::time_point start, const std::vector<std::string>& all) const
    {
        const auto& plan = m_plan[cell];
        Answers found;
        found.answers.resize(std::size_t(plan.questions));
        found.hashes.resize(found.answers.size());
        std::int64_t unusable = 0;
        bool stopped = false, timed = true;
        double took = 0;
        std::vector<Json> failures;             // by rank
        for (const auto& text : all) {
            const auto told = Json::parse(text);
            stopped = stopped || told.at("stopped").get<bool>();
            failures.push_back(told.at("failed"));
            found.facts.asked += told.at("asked").get<std::int64_t>();
            unusable += told.at("unusable").get<std::int64_t>();
            for (const auto& one : told.at("answers")) {
                const auto n = one.at("n").get<std::size_t>();
                found.answers[n] = one.at("answer");
                found.hashes[n] = one.at("hash").get<std::string>();
                const auto seconds = one.value("seconds", 0.0);
                timed = timed && seconds > 0;
                took += seconds;
                const auto program = one.value("program", thisProgram());
                if (std::find(found.programs.begin(), found.programs.end(), program) == found.programs.end())
                    found.programs.push_back(program);
            }
        }
        tellUnusable(cell, unusable);
        if (stopped)
            throw Error(ErrorCode::Stopped, str("stopped on request during ", m_evaluation.title(), " (", plan.name, ")"),
                "Finished cells are in results.json, single answers in the run's folder evaluation; the same command goes on from there.");
        throwFailures(failures, true);
        Checksum prompts;
        for (const auto& hash : found.hashes)
            prompts.add(hash);
        found.facts.promptsHash = prompts.digits();
        found.facts.seconds = secondsSince(start);
        if (timed && found.facts.asked == 0)
            found.took = took;
        return found;
    }

    void finish(std::size_t cell, Answers& all)
    {
        m_options.group.madeByFirst([&] {
            rememberMaking(all);
            return Json();
        });
        m_evaluation.finish(cell, all.answers, all.facts);
    }

    /// Who answered, and how long that took when nothing was asked this time: as results.json says, or as the answers do.
    void rememberMaking(Answers& all) const
    {
        auto& facts = all.facts;
        const auto results = resultsOf(m_subject.run);
        const auto* before = entryMadeBy(results, m_subject, facts.promptsHash);
        if (facts.asked == 0)
            facts.seconds = before && before->contains("seconds") && before->at("seconds").is_number() ? before->at("seconds").get<double>() : all.took.value_or(0);
        const auto named = [&](const std::string& program) {
            return !program.empty() ? program : before && before->contains("program") && before->at("program").is_string() ? before->at("program").get<std::string>() : std::string("an earlier bamscope");
        };
        std::vector<std::string> programs;
        for (const auto& program : all.programs)
            if (std::find(programs.begin(), programs.end(), named(program)) == programs.end())
                programs.push_back(named(program));
        facts.program = joinNames(programs);
    }

    void keep(std::size_t cell)
    {
        const auto file = m_subject.run / "results.json";
        auto results = resultsOf(m_subject.run);
        const auto before = madeResults(results);
        try {
            m_evaluation.merge(results, cell);
        } catch (const Json::exception& failure) {
            throw Error(ErrorCode::Failed, str(asText(file.string()), " holds something else where the results of ", m_evaluation.title(), " belong: ", failure.what()), kResultsHint);
        }
        writeFileAtomic(file, results.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
        if (const auto gone = goneResults(before, madeResults(results), m_subject); !gone.empty() && m_options.log)
            m_options.log(str(m_evaluation.title(), ": ", gone));
        if (m_options.onCell)
            m_options.onCell(cell);
    }

    /// Which questions the cell has, for the next evaluation.
    void note(std::size_t cell, const std::vector<std::string>& hashes)
    {
        const auto key = keyOf(cell);
        if (!m_options.journal || key.empty())
            return;
        if (const auto* noted = m_options.journal->questionsOf(key); !noted || *noted != hashes)
            m_options.journal->addCell(key, {{"evaluation", m_evaluation.title()}, {"cell", m_plan[cell].name}}, hashes);
    }

    Evaluation& m_evaluation;
    const Subject& m_subject;
    const EvaluationOptions& m_options;
    const std::vector<CellPlan> m_plan;
    Pace m_pace;
    const std::string m_key;
    std::vector<std::string> m_taken;       // keys of the cell's answers that this rank's journal knew
};

}  // namespace

void onAllRanks(distributed::Group& group, const std::function<void()>& work)
{
    if (!group.several()) {
        work();
        return;
    }
    Json failed;
    try {
        work();
    } catch (const std::exception& failure) {
        failed = failureJson(failure);
    }
    std::vector<Json> all;
    for (const auto& text : group.fromAll(failed.dump(-1, ' ', false, Json::error_handler_t::replace)))
        all.push_back(Json::parse(text));
    throwFailures(all);
}

void runEvaluation(Evaluation& evaluation, const Subject& subject, const EvaluationOptions& options)
{
    options.group.madeByFirst([&] {
        resultsOf(subject.run);
        return Json();
    });
    Asking(evaluation, subject, options).run();
}

Json resultsOf(const std::filesystem::path& run)
{
    const auto file = run / "results.json";
    std::error_code unreachable;
    if (!std::filesystem::exists(std::filesystem::symlink_status(file, unreachable)))
        return Json::object();
    const auto text = readFile(file);
    const auto name = asText(file.string());
    if (trimmed(text).empty())
        throw Error(ErrorCode::Failed, str(name, " is empty (", text.size(), " bytes); expected a JSON object with results"), kResultsHint);
    refuseDeepJson(text, name, ErrorCode::Failed, kResultsHint);
    auto results = jsonOrDiscarded<Json>(withoutBareNan(text));
    if (!results.is_object())
        throw Error(ErrorCode::Failed, str(name, results.is_discarded() ? std::string(" is no JSON, or ends too early") : str(" holds ", results.is_array() ? "a list" : "a single value"),
            "; expected a JSON object with results"), kResultsHint);
    return results;
}

void requireSameEverywhere(distributed::Group& group, const Subject& subject, const std::vector<std::unique_ptr<Evaluation>>& evaluations)
{
    if (!group.several())
        return;
    Json mine{{"key", subjectKey(subject)}, {"weights", subject.checkpointHash}, {"checkpoint", subject.checkpoint}, {"evaluations", Json::array()}};
    for (const auto& evaluation : evaluations) {
        Json questions = Json::array();
        for (const auto& cell : evaluation->cells())
            questions.push_back(cell.questions);
        mine["evaluations"].push_back({{"title", evaluation->title()}, {"questions", std::move(questions)}});
    }
    std::vector<Json> all;
    for (const auto& text : group.fromAll(mine.dump(-1, ' ', false, Json::error_handler_t::replace)))
        all.push_back(Json::parse(text));
    const auto& first = all.front();
    for (std::size_t rank = 1; rank < all.size(); ++rank) {
        const auto& other = all[rank];
        if (other["weights"] != first["weights"])
            throw Error(ErrorCode::Failed, str("rank ", rank, " loaded another checkpoint (", other["checkpoint"].get<std::string>(), ") than rank 0 (", first["checkpoint"].get<std::string>(), ")"),
                "Nothing was asked. Start again; while the run is being trained, name a step with --checkpoint.");
        if (other["key"] != first["key"])
            throw Error(ErrorCode::Failed, str("rank ", rank, " evaluates another model, tokenizer, precision or RoPE scaling than rank 0"), "Nothing was asked. Start all ranks with the same command and the same files.");
        for (std::size_t n = 0; n < std::max(other["evaluations"].size(), first["evaluations"].size()); ++n)
            if (n >= other["evaluations"].size() || n >= first["evaluations"].size() || other["evaluations"][n] != first["evaluations"][n])
                throw Error(ErrorCode::Failed, str("rank ", rank, " has other questions than rank 0 (", (n < first["evaluations"].size() ? first : other)["evaluations"][n]["title"].get<std::string>(), ")"),
                    "Nothing was asked. Start all ranks with the same command and the same texts.");
    }
}

}  // namespace bam::eval
