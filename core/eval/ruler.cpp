// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/ruler.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/eval/generation.h"
#include "core/eval/result_lists.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace bam::eval {
namespace {

std::string percent(double share) { return str(std::lround(100 * share), " %"); }

/// Was an older entry measured as a new one? More prompts of a seed begin with the fewer ones. What a program of before did not write counts as what was the default then.
bool isAlike(const Json& old, const Json& made)
{
    const spec::RulerSpec usual;
    const Json defaults{{"seed", usual.seed}, {"answer_prefix", usual.answerPrefix}, {"essays", usual.essays}};
    const auto agree = [&](const char* key) { return !made.contains(key) || old.value(key, defaults.value(key, Json())) == made[key]; };
    return ofSameSubject(old, made) && agree("seed") && agree("answer_prefix") && agree(old.contains("essays_sha256") ? "essays_sha256" : "essays");
}

/// What the model's RoPE was made of; entries of before lack the length of the training.
Json scalingOf(const Json& entry)
{
    auto scaling = entry.value("rope_scaling", Json());
    if (scaling.is_object())
        scaling.erase("trained_length");
    return scaling;
}

}  // namespace

RulerEvaluation::RulerEvaluation(const Subject& subject, const spec::RulerSpec& spec, std::stop_token stop)
    : Evaluation(subject), m_spec(spec), m_tasks(subject.tokenizer, spec), m_stop(std::move(stop))
{
    requireFits(subject);
    for (const auto& task : spec.tasks)
        for (const auto length : spec.lengths) {
            m_tasks.requireFits(task, length, spec.samples, m_stop);    // a prompt that does not fit is told before hours of others
            m_cells.push_back({task, length, {}, 0, {}});
        }
}

std::vector<CellPlan> RulerEvaluation::cells() const
{
    std::vector<CellPlan> plans;
    for (const auto& cell : m_cells)
        plans.push_back({str(cell.task, ", ", withThousands(cell.length), " tokens"), m_spec.samples, readingWork(cell.length), cell.length});
    return plans;
}

std::string RulerEvaluation::cellKey(std::size_t cell) const
{
    const auto& of = m_cells[cell];
    return str(of.task, ' ', of.length, ' ', m_spec.samples, ' ', m_spec.seed, m_spec.answerPrefix ? " prefix " : " ", m_tasks.essaysHash());
}

Question RulerEvaluation::question(std::size_t cell, std::int64_t n)
{
    Question question;
    RulerPrompt prompt;
    try {
        prompt = m_tasks.prompt(m_cells[cell].task, m_cells[cell].length, n, m_stop);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Stopped)
            throw;
        // Whoever asks ends in order: with several ranks, the others hear of it.
        question.ask = [error](const ReadingOptions&) -> Json { throw Error(error); };
        return question;
    }
    std::string scoring = str("ruler, up to ", prompt.most, " tokens for");
    for (const auto& answer : prompt.answers)
        scoring += ' ' + answer;
    question.hash = questionHash(scoring, prompt.tokens);
    question.tokens = std::int64_t(prompt.tokens.size()) + prompt.most;
    question.ask = [this, prompt = std::move(prompt)](const ReadingOptions& options) { return ask(prompt, options); };
    return question;
}

Json RulerEvaluation::ask(const RulerPrompt& prompt, const ReadingOptions& options) const
{
    const auto& tokenizer = m_subject.tokenizer;
    Reading reading(m_subject.model, std::int64_t(prompt.tokens.size()) + prompt.most, options);
    Sampler likeliest({}, tokenizer.pieceCount());
    std::vector<std::int32_t> so;
    const auto ended = tokenizer.eos();
    const auto written = generate(reading, prompt.tokens, prompt.most, likeliest, [&](std::int32_t token) {
        so.push_back(token);
        // More cannot change the score once all is found.
        return token != ended && (so.size() % 8 != 0 || rulerScore(tokenizer.decode(so), prompt.answers) < 1);
    });
    auto text = tokenizer.decode(written);
    repairUtf8(text);
    return {{"score", rulerScore(text, prompt.answers)}, {"written", text}, {"wanted", prompt.answers}, {"tokens", prompt.tokens.size()}};
}

std::string RulerEvaluation::soFar(std::size_t, const std::vector<Json>& answers) const
{
    double sum = 0;
    for (const auto& answer : answers)
        sum += answer.at("score").get<double>();
    return percent(sum / double(std::max<std::size_t>(1, answers.size()))) + " found";
}

void RulerEvaluation::finish(std::size_t cell, const std::vector<Json>& answers, const CellFacts& facts)
{
    auto& of = m_cells[cell];
    of.facts = facts;
    of.scores.clear();
    for (const auto& answer : answers) {
        of.scores.push_back(answer.at("score").get<double>());
        of.promptTokens = std::max(of.promptTokens, answer.at("tokens").get<std::int64_t>());
    }
}

double RulerEvaluation::score(std::size_t cell) const
{
    const auto& scores = m_cells[cell].scores;
    return scores.empty() ? 0 : std::accumulate(scores.begin(), scores.end(), 0.0) / double(scores.size());
}

Json RulerEvaluation::entry(const Cell& cell) const
{
    const auto mean = score(std::size_t(&cell - m_cells.data()));
    const auto interval = wilsonIntervalOfMean(mean, std::int64_t(cell.scores.size()));
    return {{"task", cell.task}, {"length", cell.length}, {"prompt_tokens", cell.promptTokens}, {"samples", cell.scores.size()}, {"score", mean}, {"score_95", {interval.low, interval.high}},
        {"scores", cell.scores}, {"seed", m_spec.seed}, {"answer_prefix", m_spec.answerPrefix}};
}

void RulerEvaluation::merge(Json& results, std::size_t cell) const
{
    const auto& of = m_cells[cell];
    auto made = entry(of);
    if (rulerNeedsEssays(of.task)) {
        made["essays"] = m_spec.essays;
        made["essays_sha256"] = m_tasks.essaysHash();
    }
    addProvenance(made, m_subject, of.facts);
    auto& list = listAt(results["ruler"][of.task]);
    const auto leaves = [&](const Json& one) { return !one.is_object() || (scalingOf(one) == scalingOf(made) && !isAlike(one, made)); };
    std::erase_if(list.get_ref<Json::array_t&>(), leaves);
    putInOrder(list, std::move(made), [](const Json& one) { return std::pair(one.value("length", std::int64_t(-1)), scalingOf(one).dump()); });
}

Json RulerEvaluation::event(std::size_t cell) const
{
    auto event = entry(m_cells[cell]);
    event.erase("scores");
    event["event"] = "ruler";
    event["seconds"] = m_cells[cell].facts.seconds;
    return event;
}

std::string RulerEvaluation::line(std::size_t cell) const
{
    const auto& of = m_cells[cell];
    const auto interval = wilsonIntervalOfMean(score(cell), std::int64_t(of.scores.size()));
    return str("RULER ", of.task, ", ", withThousands(of.length), " tokens: ", percent(score(cell)), " [", percent(interval.low), ", ", percent(interval.high), "] of ", of.scores.size(), " prompts (",
        humanDuration(of.facts.seconds), ")");
}

}  // namespace bam::eval
