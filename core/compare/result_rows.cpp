// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/result_rows.h"

#include "core/base/text.h"

#include <cmath>

namespace bam::compare {
namespace {

Interval orNone(const std::optional<Interval>& interval) { return interval.value_or(Interval{kNone, kNone}); }

std::string seedOf(const Making& making) { return making.seed ? std::to_string(*making.seed) : std::string(); }

void addPasskey(std::vector<ResultRow>& rows, const PasskeyResult& result)
{
    for (const auto& one : result.lengths)
        rows.push_back({"passkey", str(protocolName(result), one.officialSpace.value_or(false) ? ", double space" : ""), "accuracy", double(one.shownLength()), one.samples, one.accuracy, one.correct >= 0 ? one.wilson : Interval{kNone, kNone}, seedText(one.seeds), one.making});
}

void addPerplexity(std::vector<ResultRow>& rows, const PerplexityResult& result)
{
    for (std::size_t n = 0; n < result.positions.size(); ++n)
        if (std::isfinite(result.perplexity[n]))
            rows.push_back({"perplexity", result.corpus, "perplexity", result.positions[n], 0, result.perplexity[n], {kNone, kNone}, {}, result.making});
    if (result.all)
        rows.push_back({"perplexity", result.corpus, "perplexity_all", kNone, result.tokens, *result.all, orNone(result.interval), {}, result.making});
    if (result.bitsPerByte)
        rows.push_back({"perplexity", result.corpus, "bits_per_byte", kNone, result.tokens, *result.bitsPerByte, {kNone, kNone}, {}, result.making});
}

void addSliding(std::vector<ResultRow>& rows, const SlidingResult& result)
{
    const auto subject = nameOf(result);
    rows.push_back({"perplexity_sliding", subject, "perplexity_all", kNone, result.tokens, result.perplexity, orNone(result.interval), {}, result.making});
    if (result.bitsPerByte)
        rows.push_back({"perplexity_sliding", subject, "bits_per_byte", kNone, result.tokens, *result.bitsPerByte, {kNone, kNone}, {}, result.making});
}

void addChoice(std::vector<ResultRow>& rows, const std::string& subject, const ChoiceScore& score)
{
    rows.push_back({"multiple_choice", subject, "acc", kNone, score.questions, score.accuracy, orNone(score.interval), seedOf(score.making), score.making});
    if (score.normalized)
        rows.push_back({"multiple_choice", subject, "acc_norm", kNone, score.questions, *score.normalized, orNone(score.normalizedInterval), seedOf(score.making), score.making});
}

}  // namespace

std::string seedText(const std::vector<std::int64_t>& seeds)
{
    std::string text;
    for (const auto seed : seeds)
        text += str(text.empty() ? "" : " ", seed);
    return text;
}

std::string protocolName(const PasskeyResult& result)
{
    return str(result.sampling, ", ", result.digits, result.digits == 1 ? " digit" : " digits", result.prefixDigits > 0 ? str(", ", result.prefixDigits, " given") : std::string(),
        result.scaling.empty() ? std::string() : str(", RoPE ", result.scaling));
}

std::vector<ResultRow> resultRows(const Results& results)
{
    std::vector<ResultRow> rows;
    for (const auto& result : results.passkey)
        addPasskey(rows, result);
    for (const auto& result : results.perplexity)
        addPerplexity(rows, result);
    for (const auto& result : results.sliding)
        addSliding(rows, result);
    for (const auto& result : results.ruler)
        for (const auto& one : result.lengths)
            rows.push_back({"ruler", result.task, "score", double(one.length), one.samples, one.score, orNone(one.interval), seedOf(one.making), one.making});
    std::vector<const ChoiceResult*> choices;
    for (const auto& result : results.choices)
        choices.push_back(&result);
    for (const auto& result : results.choices) {
        const auto task = titleAmong(result, choices);
        addChoice(rows, task, result.total);
        if (result.subjects.size() > 1)
            for (const auto& score : result.subjects)
                addChoice(rows, str(task, ": ", score.subject), score);
    }
    return rows;
}

}  // namespace bam::compare
