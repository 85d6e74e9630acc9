// SPDX-License-Identifier: GPL-3.0-or-later
// A spec checked as a whole: every field by its table, then the relations between fields. All problems are found, not the first.
#include "core/spec/spec_io.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/encoding/encoding.h"
#include "core/spec/model_sizes.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace bam::spec {
namespace {

using Problems = std::vector<Problem>;

std::string shown(std::int64_t value) { return withThousands(value); }
std::string shown(double value) { return shortest(value); }
std::string shown(bool value) { return value ? "true" : "false"; }
std::string shown(const std::string& value) { return "\"" + value + "\""; }

template <class Element>
std::string shown(const std::vector<Element>& values)
{
    std::string text = "[";
    for (std::size_t i = 0; i < values.size(); ++i)
        text += (i == 0 ? "" : ", ") + shown(values[i]);
    return text + "]";
}

void checkFields(const RunSpec& spec, Problems& problems)
{
    visitSections(spec, [&](const std::string& path, const auto& section) {
        visitFields(section, [&](const Field& field, const auto& value) {
            if (const auto expected = refusal(field, value))
                problems.push_back({fieldPath(path, field.key), shown(value), *expected});
        });
    });
}

/// The divisors of `number` next to `value`, as "12 or 16".
std::string nearestDivisors(std::int64_t number, std::int64_t value)
{
    std::int64_t below = 1, above = number;
    for (std::int64_t candidate = 1; candidate <= number; ++candidate) {
        if (number % candidate != 0)
            continue;
        if (candidate < value)
            below = candidate;
        else if (candidate > value) {
            above = candidate;
            break;
        }
    }
    return below == above ? str(below) : str(below, " or ", above);
}

void checkModel(const ModelSpec& model, Problems& problems)
{
    if (model.dim < 1 || model.heads < 1 || model.kvHeads < 1)
        return;     // already reported by the range
    if (model.dim % model.heads != 0)
        problems.push_back({"model.n_heads", shown(model.heads),
            str("a divisor of model.dim = ", model.dim, "; nearest: ", nearestDivisors(model.dim, model.heads))});
    if (model.heads % model.kvHeads != 0)
        problems.push_back({"model.n_kv_heads", shown(model.kvHeads),
            str("a divisor of model.n_heads = ", model.heads, "; nearest: ", nearestDivisors(model.heads, std::min(model.kvHeads, model.heads)))});
    if (model.ffnMultiplier > 0 && model.ffnMultiplier * double(model.dim) < 1)
        problems.push_back({"model.ffn_dim_multiplier", shown(model.ffnMultiplier), str("at least 1 / model.dim = ", shortest(1.0 / double(model.dim)))});
    if (const auto* size = findSize(model.size); size && !matchesSize(model, *size))
        problems.push_back({"model.model_size", shown(model.size),
            str("custom, because dim, n_layers, n_heads, n_kv_heads or ffn_dim_multiplier differ from ", model.size, "'s (", size->dim, ", ",
                size->layers, ", ", size->heads, ", ", size->kvHeads, ", ", shortest(size->ffnMultiplier), ")")});
}

/// What an encoding asks of the model, said by the encoding itself.
void checkEncoding(const ModelSpec& model, Problems& problems)
{
    const auto& prior = model.prior;
    if (!prior.thetaBetaTrainable && numberFromText(prior.thetaBetaInit) != 1.0)
        problems.push_back({"model.prior.theta_beta_init", shown(prior.thetaBetaInit),
            "1, because theta_beta_trainable = false fixes θβ at 1; or set theta_beta_trainable to true"});
    const auto before = problems.size();
    for (const auto& kind : encoding::registry()) {
        if (kind.name != model.encoding || !kind.check || model.heads < 1 || model.dim < 1)
            continue;
        for (const auto& text : kind.check(model)) {
            const bool known = std::any_of(problems.begin(), problems.begin() + std::ptrdiff_t(before),
                [&](const Problem& problem) { return text.find(problem.field.substr(problem.field.rfind('.') + 1)) != std::string::npos; });
            if (!known)
                problems.push_back({"model.position_encoding", shown(officialEncodingName(model)), text});
        }
    }
}

/// "at most one of a, b and c": reports the group when more than one is given.
void checkAtMostOne(const std::string& section, const std::vector<std::pair<std::string, std::int64_t>>& group, Problems& problems)
{
    std::vector<std::string> given, names, values;
    for (const auto& [key, value] : group) {
        names.push_back(key);
        if (value != -1) {
            given.push_back(key);
            values.push_back(shown(value));
        }
    }
    if (given.size() > 1)
        problems.push_back({section + "." + joinNames(given), joinNames(values), str("at most one of ", joinNames(names))});
}

void checkTokensPerStep(const TrainSpec& training, int ranks, Problems& problems)
{
    if (training.batchSize < 1 || training.sequenceLength < 1)
        return;
    const auto forward = training.batchSize * training.sequenceLength * ranks;
    const auto forwardText = str(withThousands(forward), " (batch_size ", training.batchSize, " · sequence_length ", training.sequenceLength,
        ranks > 1 ? str(" · ", ranks, " processes") : "", ")");
    if (const auto tokens = training.tokensPerStep; tokens > 0 && tokens % forward != 0) {
        const auto below = tokens / forward;
        const auto option = [&](std::int64_t count) {
            return str(withThousands(count * forward), " (accumulates ", count, count == 1 ? " forward pass)" : " forward passes)");
        };
        problems.push_back({"training.tokens_per_step", shown(tokens),
            str("a multiple of ", forwardText, "; nearest: ", below > 0 ? option(below) + " or " : "", option(below + 1))});
    }
    if (const auto tokens = training.maxTokensPerStep; tokens > 0 && tokens < forward)
        problems.push_back({"training.max_tokens_per_step", shown(tokens), str("at least one forward pass of ", forwardText)});
}

void checkTraining(const RunSpec& spec, int ranks, Problems& problems)
{
    const auto& training = spec.training;
    const auto before = problems.size();
    checkAtMostOne("training",
        {{"tokens_per_step", training.tokensPerStep}, {"min_tokens_per_step", training.minTokensPerStep},
            {"max_tokens_per_step", training.maxTokensPerStep}},
        problems);
    if (problems.size() == before)
        checkTokensPerStep(training, ranks, problems);
    if (training.numIterations > 0 && training.warmupIters > training.numIterations)
        problems.push_back({"training.warmup_iters", shown(training.warmupIters),
            str("at most num_iterations = ", withThousands(training.numIterations))});
    if (training.resetSteps && training.checkpoint.empty())
        problems.push_back({"training.reset_steps", "true", "a checkpoint to start from, or false"});
    if (spec.data.kind == "passkey_mixture" && training.numIterations == -1)
        problems.push_back({"training.num_iterations", "null", "a number of steps, because the pass-key mixture never ends"});
}

void checkData(const RunSpec& spec, int ranks, Problems& problems)
{
    const auto& data = spec.data;
    const auto before = problems.size();
    checkAtMostOne("data", {{"val_tokens", data.valTokens}, {"min_val_tokens", data.minValTokens}, {"max_val_tokens", data.maxValTokens}},
        problems);
    if (problems.size() != before || spec.training.batchSize < 1 || spec.training.sequenceLength < 1)
        return;
    const auto forward = spec.training.batchSize * spec.training.sequenceLength * ranks;
    const auto tooFew = [&](const char* key, std::int64_t tokens) {
        if (tokens > 0 && tokens < forward)
            problems.push_back({str("data.", key), shown(tokens),
                str("0, or at least one forward pass of ", withThousands(forward), " (batch_size · sequence_length · processes)")});
    };
    tooFew("val_tokens", data.valTokens);
    tooFew("max_val_tokens", data.maxValTokens);
}

/// One evaluation may be that of a sweep over encodings: models that rotate nothing are no problem, they are evaluated without scaling.
void checkRopeScaling(const EvalSpec& evaluation, Problems& problems)
{
    if (evaluation.ropeScaling != "none" && evaluation.ropeFactor == 1)
        problems.push_back({"evaluation.rope_factor", "1", str("more than 1 with rope_scaling = ", evaluation.ropeScaling, ": the wanted length divided by the trained one")});
}

/// A list must hold something, and nothing twice.
template <class Element>
void checkList(const std::string& path, const std::vector<Element>& list, const std::string& what, bool needed, Problems& problems)
{
    if (needed && list.empty())
        problems.push_back({path, "[]", str("at least one ", what)});
    if (std::set(list.begin(), list.end()).size() != list.size())
        problems.push_back({path, shown(list), str("each ", what, " once")});
}

void checkEvaluation(const EvalSpec& evaluation, Problems& problems)
{
    const auto& passkey = evaluation.passkey;
    checkList("evaluation.passkey.lengths", passkey.lengths, "length", evaluation.runPasskey, problems);
    checkList("evaluation.passkey.samplings", passkey.samplings, "depth sampling", evaluation.runPasskey, problems);
    checkList("evaluation.passkey.digits", passkey.digits, "number of digits", evaluation.runPasskey, problems);
    checkList("evaluation.passkey.seeds", passkey.seeds, "seed", evaluation.runPasskey, problems);
    for (const auto digits : passkey.digits)
        if (passkey.prefixDigits >= digits)
            problems.push_back({"evaluation.passkey.prefix_digits", shown(passkey.prefixDigits), str("less than digits = ", digits)});
    checkList("evaluation.ruler.tasks", evaluation.ruler.tasks, "task", evaluation.runRuler, problems);
    checkList("evaluation.ruler.lengths", evaluation.ruler.lengths, "length", evaluation.runRuler, problems);
    checkList("evaluation.choice.tasks", evaluation.choice.tasks, "task", false, problems);
    for (const auto& task : evaluation.choice.tasks)
        if (!task.starts_with("mmlu=") && !task.starts_with("arc=") && !task.ends_with(".json"))
            problems.push_back({"evaluation.choice.tasks", shown(task), "mmlu=PATH, arc=PATH or a template, PATH.json"});
    if (evaluation.perplexity.empty())
        return;
    checkList("evaluation.perplexity_kinds", evaluation.perplexityKinds, "kind", true, problems);
    const auto asked = [&](const char* kind) { return std::ranges::find(evaluation.perplexityKinds, kind) != evaluation.perplexityKinds.end(); };
    const auto tokens = evaluation.perplexityTokens, window = evaluation.perplexityWindow;
    if (asked("by_position") && window > 0 && tokens % window != 0)
        problems.push_back({"evaluation.perplexity_tokens", shown(tokens), str("a multiple of perplexity_window = ", window, ", such as ", std::max<std::int64_t>(1, (tokens + window / 2) / window) * window)});
    if (asked("sliding") && evaluation.perplexityStride > evaluation.perplexityContext)
        problems.push_back({"evaluation.perplexity_stride", shown(evaluation.perplexityStride), str("at most perplexity_context = ", evaluation.perplexityContext)});
}

}  // namespace

std::vector<Problem> validate(const RunSpec& spec, int ranks)
{
    Problems problems;
    checkFields(spec, problems);
    checkModel(spec.model, problems);
    checkEncoding(spec.model, problems);
    checkTraining(spec, ranks, problems);
    checkData(spec, ranks, problems);
    checkEvaluation(spec.evaluation, problems);
    checkRopeScaling(spec.evaluation, problems);
    return problems;
}

bool rotates(const ModelSpec& model) { return rotates(model.encoding); }

bool rotates(const std::string& encoding)
{
    constexpr std::string_view kScaled = "_ssmax";
    const auto base = encoding.ends_with(kScaled) ? encoding.substr(0, encoding.size() - kScaled.size()) : encoding;
    const auto& kinds = encoding::registry();
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& one) { return one.name == base; });
    return kind != kinds.end() && kind->rotationTable;
}

void requireNone(const std::vector<Problem>& problems, const std::string& what)
{
    if (problems.empty())
        return;
    auto text = str(what, problems.size() == 1 ? " has a problem:" : str(" has ", problems.size(), " problems:"));
    for (const auto& problem : problems)
        text += str("\n  ", problem.field, " is ", problem.value, "; expected ", problem.expected);
    throw Error(ErrorCode::Usage, text, "Nothing was started. Correct what is listed and try again.");
}

std::int64_t accumulationSteps(const TrainSpec& training, int ranks)
{
    const auto forward = training.batchSize * training.sequenceLength * ranks;
    if (training.tokensPerStep > 0)
        return training.tokensPerStep / forward;
    if (training.minTokensPerStep > 0)
        return (training.minTokensPerStep + forward - 1) / forward;
    if (training.maxTokensPerStep > 0)
        return training.maxTokensPerStep / forward;
    return 1;
}

double tokensPerStep(const TrainSpec& training, int ranks)
{
    return double(accumulationSteps(training, ranks)) * double(training.batchSize) * double(training.sequenceLength) * ranks;
}

std::int64_t validationTokens(const RunSpec& spec, int ranks)
{
    constexpr std::int64_t kOfficialDefault = 3932160;
    const auto forward = spec.training.batchSize * spec.training.sequenceLength * ranks;
    if (spec.data.valTokens >= 0)
        return spec.data.valTokens;
    if (spec.data.minValTokens >= 0)
        return (spec.data.minValTokens + forward - 1) / forward * forward;
    if (spec.data.maxValTokens >= 0)
        return spec.data.maxValTokens / forward * forward;
    return kOfficialDefault;
}

double heldBackTokens(const RunSpec& spec, int ranks)
{
    const auto validation = validationTokens(spec, ranks);
    return validation > 0 ? double(validation) + double(spec.data.valTokensPadding) : 0;
}

}  // namespace bam::spec
