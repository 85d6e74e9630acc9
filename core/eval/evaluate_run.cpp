// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/evaluate_run.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/device.h"
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
            m_evaluations.push_back(std::make_unique<PasskeyEvaluation>(subject, spec.passkey));
        if (spec.runRuler)
            m_evaluations.push_back(std::make_unique<RulerEvaluation>(subject, spec.ruler, stop));
        for (const auto& task : spec.choice.tasks)
            m_evaluations.push_back(std::make_unique<ChoiceEvaluation>(subject, choiceTask(task), spec.choice, options.log, stop));
        if (spec.perplexity.empty())
            return;
        m_corpus = readCorpus(spec.perplexity, subject.tokenizer, subject.model.spec().vocabulary, tokensWanted(spec), options.progress, stop);
        for (const auto& kind : spec.perplexityKinds)
            m_evaluations.push_back(kind == "sliding" ? PerplexityEvaluation::sliding(subject, m_corpus, spec) : PerplexityEvaluation::byPosition(subject, m_corpus, spec));
    }

    const std::vector<std::unique_ptr<Evaluation>>& evaluations() const { return m_evaluations; }

private:
    Corpus m_corpus;
    std::vector<std::unique_ptr<Evaluation>> m_evaluations;
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

std::vector<PasskeyCell> evaluateRun(const std::filesystem::path& run, const spec::EvalSpec& askedSpec, const EvaluateOptions& asked, std::stop_token stop)
{
    const bool first = asked.ranks.rank == 0;
    auto options = asked;
    if (!first)
        options.progress = {}, options.log = {}, options.onCell = {};
    std::optional<runs::FolderLock> lock;
    if (first && std::filesystem::is_directory(run)) {
        lock.emplace(run, ".evaluate.lock");
        resultsOf(run);     // what could not be added to is told before anything is loaded
    }
    const auto spec = applicable(run, askedSpec, options.log);
    const LoadedSubject subject(run, {spec.checkpoint, options.tokenizer, options.device, options.threads, spec.cacheDtype, spec.chunk, {spec.ropeScaling, spec.ropeFactor, spec.ropeOriginalLength}, options.ranks, options.log});
    const Programme programme(*subject, spec, options, stop);
    for (const auto& evaluation : programme.evaluations())
        requireMemory(*subject, evaluation->cells(), double(device::freeMemory(subject->model.device())), subject->model.device().is_cpu() ? options.ranks.localRanks : 1);
    distributed::Group group(options.ranks, subject->model.device(), kTimeout, options.log);
    requireSameEverywhere(group, *subject, programme.evaluations());
    Journal journal(run / "evaluation", options.ranks.rank);
    if (journal.damagedLines() > 0 && options.log)
        options.log(str(journal.damagedLines(), " answers in ", (run / "evaluation").string(), " are damaged or torn; they are asked again"));
    std::vector<PasskeyCell> cells;
    for (const auto& evaluation : programme.evaluations()) {
        EvaluationOptions how{group, &journal, options.again, options.progress, {}, stop, options.log};
        if (options.onCell)
            how.onCell = [&](std::size_t cell) { options.onCell(*evaluation, cell); };
        runEvaluation(*evaluation, *subject, how);
        if (const auto* passkey = dynamic_cast<const PasskeyEvaluation*>(evaluation.get()))
            cells = passkey->finished();
    }
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
