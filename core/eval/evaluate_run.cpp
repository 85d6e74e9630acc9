// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/evaluate_run.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/device.h"
#include "core/distributed/rank_device.h"
#include "core/eval/choice.h"
#include "core/eval/perplexity.h"
#include "core/eval/ruler.h"
#include "core/eval/run_evaluation.h"
#include "core/runs/folder_lock.h"
#include "core/spec/official_args.h"
#include "core/spec/spec_io.h"

#include <memory>
#include <optional>
#include <tuple>
#include <utility>

namespace bam::eval {
namespace {

// One prompt may take an hour; a rank that ends is noticed at once all the same.
constexpr std::chrono::seconds kTimeout = std::chrono::hours(6);

/// What a spec asks for, in the order in which it is done. What cannot be asked is told here, before hours of other tests.
class Programme {
public:
    Programme(const Subject& subject, const spec::EvalSpec& spec, const EvaluateOptions& options, const std::stop_token& stop)
    {
        if (spec.runPasskey)
            add("pass key", options.log, [&] { m_evaluations.push_back(std::make_unique<PasskeyEvaluation>(subject, spec.passkey)); });
        if (spec.runRuler)
            add("RULER", options.log, [&] { m_evaluations.push_back(std::make_unique<RulerEvaluation>(subject, spec.ruler, stop)); });
        for (const auto& task : spec.choice.tasks)
            add(task, options.log, [&] { m_evaluations.push_back(std::make_unique<ChoiceEvaluation>(subject, choiceTask(task), spec.choice, options.log, stop)); });
        if (!spec.perplexity.empty())
            add("perplexity", options.log, [&] { addPerplexity(subject, spec, options, stop); });
        if (m_evaluations.empty())
            requireAll();       // nothing is left to be asked
    }

    const std::vector<std::unique_ptr<Evaluation>>& evaluations() const { return m_evaluations; }

    /// A test whose questions could not all be asked.
    void failed(const std::string& what, const Error& error, const LogFn& log)
    {
        m_failures.emplace_back(what, error);
        ++m_failedAsked;
        if (log)
            log(str(what, " ended: ", error.cause()));
    }

    /// @throws Error: that of a test alone; Failed when there were several and one could not be measured
    void requireAll() const
    {
        if (m_failures.empty())
            return;
        const bool measured = m_evaluations.size() > m_failedAsked;
        if (!measured && m_failures.size() == 1)
            throw Error(m_failures.front().second);
        std::vector<std::string> causes;
        for (const auto& [what, error] : m_failures)
            causes.push_back(str(what, " (", error.cause(), ")"));
        throw Error(ErrorCode::Failed, str(joinNames(causes), " could not be measured"), str(m_failures.front().second.hint(), measured ? " The other results are in results.json." : ""));
    }

private:
    /// A test whose data are damaged costs no other one; settings that cannot be met end all of them before anything is asked.
    void add(const std::string& what, const LogFn& log, const std::function<void()>& make)
    {
        try {
            make();
        } catch (const Error& error) {
            if (error.code() != ErrorCode::Failed && error.code() != ErrorCode::Environment)
                throw;
            m_failures.emplace_back(what, error);
            if (log)
                log(str(what, " is left out: ", error.cause()));
        }
    }

    void addPerplexity(const Subject& subject, const spec::EvalSpec& spec, const EvaluateOptions& options, const std::stop_token& stop)
    {
        try {
            m_corpus = readCorpus(spec.perplexity, subject.tokenizer, subject.model.spec().vocabulary, tokensWanted(spec), options.progress, stop, {spec.perplexityBadRows == "refuse", options.log});
        } catch (const Error& error) {
            // What is wrong in the text is the text's: only a text that is not there ends the other tests too.
            std::error_code unreachable;
            if (error.code() != ErrorCode::Usage || !std::filesystem::exists(spec.perplexity, unreachable))
                throw;
            throw Error(ErrorCode::Failed, error.cause(), error.hint());
        }
        for (const auto& kind : spec.perplexityKinds)
            m_evaluations.push_back(kind == "sliding" ? PerplexityEvaluation::sliding(subject, m_corpus, spec) : PerplexityEvaluation::byPosition(subject, m_corpus, spec));
    }

    Corpus m_corpus;
    std::vector<std::unique_ptr<Evaluation>> m_evaluations;
    std::vector<std::pair<std::string, Error>> m_failures;
    std::size_t m_failedAsked = 0;
};

/// Runs of a sweep all have its evaluation, whatever their encoding: RoPE scaling that a run's own spec names is left out where nothing is rotated. Asked for otherwise, it is refused
/// when the model is loaded.
spec::EvalSpec applicable(const std::filesystem::path& run, spec::EvalSpec spec, const LogFn& log)
{
    if (spec.ropeScaling == "none" || !std::filesystem::exists(run / "run.json"))
        return spec;
    spec::RunSpec own;
    try {
        std::vector<std::string> notes;
        own = spec::specOfRun(run, notes);
    } catch (const Error&) {
        return spec;        // what is wrong there is told by whoever needs it
    }
    const auto scaling = [](const spec::EvalSpec& of) { return std::tie(of.ropeScaling, of.ropeFactor, of.ropeOriginalLength); };
    if (scaling(own.evaluation) != scaling(spec) || spec::rotates(own.model))
        return spec;
    if (log)
        log(str(run.string(), ": RoPE scaling (", spec.ropeScaling, ") is left out, because ", spec::officialEncodingName(own.model), " does not rotate queries and keys"));
    spec.ropeScaling = "none";
    return spec;
}

}  // namespace

std::unique_ptr<distributed::Group> evaluationGroup(const EvaluateOptions& options, const std::stop_token& stop)
{
    const auto device = options.ranks.several() ? device::resolve(distributed::deviceFor(options.device, options.ranks)) : at::Device(at::kCPU);
    return std::make_unique<distributed::Group>(options.ranks, device, kTimeout, options.ranks.rank == 0 ? options.log : LogFn(), stop);
}

bool asksSomething(const spec::EvalSpec& spec) { return spec.runPasskey || spec.runRuler || !spec.choice.tasks.empty() || !spec.perplexity.empty(); }

namespace {

/// All that a rank does before the first question.
class Preparation {
public:
    /// @throws Error, of this rank alone
    Preparation(const std::filesystem::path& run, const spec::EvalSpec& asked, const EvaluateOptions& options, const std::stop_token& stop)
    {
        if (options.ranks.rank == 0 && std::filesystem::is_directory(run)) {
            m_lock.emplace(run, ".evaluate.lock");
            resultsOf(run);     // what could not be added to is told before anything is loaded
        }
        const auto spec = applicable(run, asked, options.log);
        m_subject.emplace(run, SubjectOptions{spec.checkpoint, options.tokenizer, options.device, options.threads, spec.cacheDtype, spec.chunk, {spec.ropeScaling, spec.ropeFactor, spec.ropeOriginalLength}, options.ranks, options.log});
        m_programme.emplace(subject(), spec, options, stop);
        for (const auto& evaluation : programme().evaluations())
            requireMemory(subject(), evaluation->cells(), double(device::freeMemory(subject().model.device())), subject().model.device().is_cpu() ? options.ranks.localRanks : 1);
        m_journal.emplace(run / "evaluation", options.ranks.rank);
        if (m_journal->damagedLines() > 0 && options.log)
            options.log(str(m_journal->damagedLines(), " answers in ", (run / "evaluation").string(), " are damaged or torn; they are asked again"));
    }

    const Subject& subject() const { return **m_subject; }
    Programme& programme() { return *m_programme; }
    Journal& journal() { return *m_journal; }

private:
    std::optional<runs::FolderLock> m_lock;
    std::optional<LoadedSubject> m_subject;
    std::optional<Programme> m_programme;
    std::optional<Journal> m_journal;
};

}  // namespace

std::vector<PasskeyCell> evaluateRun(const std::filesystem::path& run, const spec::EvalSpec& spec, const EvaluateOptions& asked, std::stop_token stop)
{
    auto options = asked;
    if (asked.ranks.rank != 0)
        options.progress = {}, options.log = {}, options.onCell = {};
    const auto own = asked.group ? nullptr : evaluationGroup(asked, stop);
    auto& group = asked.group ? *asked.group : *own;
    std::optional<Preparation> ready;
    onAllRanks(group, [&] { ready.emplace(run, spec, options, stop); });
    requireSameEverywhere(group, ready->subject(), ready->programme().evaluations());
    std::vector<PasskeyCell> cells;
    for (const auto& evaluation : ready->programme().evaluations()) {
        EvaluationOptions how{group, &ready->journal(), options.again, options.progress, {}, stop, options.log};
        if (options.onCell)
            how.onCell = [&](std::size_t cell) { options.onCell(*evaluation, cell); };
        try {
            runEvaluation(*evaluation, ready->subject(), how);
        } catch (const AskingFailed& failure) {
            ready->programme().failed(evaluation->title(), failure, options.log);       // on all ranks
        }
        if (const auto* passkey = dynamic_cast<const PasskeyEvaluation*>(evaluation.get()))
            cells = passkey->finished();
    }
    onAllRanks(group, [&] { ready->programme().requireAll(); });
    return cells;
}

Json cellEvent(const Evaluation& evaluation, std::size_t cell)
{
    auto event = evaluation.event(cell);
    event["run"] = evaluation.subject().run.string();
    event["evaluation"] = evaluation.title();
    event["line"] = evaluation.line(cell);
    return event;
}

}  // namespace bam::eval
