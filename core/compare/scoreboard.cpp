// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/scoreboard.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bam::compare {
namespace {

using Found = std::pair<Measure, Score>;

Found ofPasskey(const PasskeyResult& result)
{
    Measure measure{MeasureKind::Passkey, "passkey " + result.sampling, result.sampling, true};
    if (result.digits != 5 || result.prefixDigits != 0) {
        measure.id += str(' ', result.digits, ' ', result.prefixDigits);
        measure.name += str(", ", result.digits, " digits");
    }
    if (!result.scaling.empty()) {
        measure.id += ' ' + result.scaling;
        measure.name += str(", RoPE ", result.scaling);
    }
    Score score;
    double sum = 0;
    std::int64_t correct = 0, counted = 0;
    for (const auto& length : result.lengths) {
        ScorePoint point{double(length.shownLength()), length.accuracy};
        point.samples = length.samples;
        if (length.correct >= 0) {
            point.low = length.wilson.low;
            point.high = length.wilson.high;
            correct += length.correct;
            counted += length.samples;
        }
        sum += length.accuracy;
        score.samples += length.samples;
        score.curve.push_back(std::move(point));
    }
    score.value = sum / double(std::max<std::size_t>(1, result.lengths.size()));
    if (counted == score.samples && counted > 0) {
        const auto interval = wilsonInterval(correct, counted);
        score.low = interval.low;
        score.high = interval.high;
    }
    if (!result.lengths.empty())
        score.checkpoint = result.lengths.front().checkpoint;
    std::stable_sort(score.curve.begin(), score.curve.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    return {std::move(measure), std::move(score)};
}

Found ofPerplexity(const PerplexityResult& result)
{
    Measure measure{MeasureKind::PerplexityByPosition, str("perplexity ", result.corpus, ' ', result.window, ' ', result.sequence), result.corpus, false};
    Score score;
    score.value = result.mean();
    score.bitsPerByte = result.bitsPerByte.value_or(score.bitsPerByte);
    score.checkpoint = result.checkpoint;
    score.asked = result.making.prompts;        // a hash over tokens: of another tokenizer it is another
    for (std::size_t n = 0; n < result.positions.size(); ++n)
        if (std::isfinite(result.perplexity[n]))
            score.curve.push_back({result.positions[n], result.perplexity[n]});
    return {std::move(measure), std::move(score)};
}

void setInterval(Score& score, const std::optional<Interval>& interval)
{
    if (interval) {
        score.low = interval->low;
        score.high = interval->high;
    }
}

Found ofSliding(const SlidingResult& result)
{
    Measure measure{MeasureKind::PerplexitySliding, str("sliding ", result.corpus, ' ', result.context, ' ', result.stride, ' ', result.documents, ' ', result.tokens),
        str(result.corpus, result.documents == "within" ? ", within documents" : "", ", ", result.context, "/", result.stride), false};
    Score score;
    score.value = result.perplexity;
    setInterval(score, result.interval);
    score.samples = result.tokens;
    score.bitsPerByte = result.bitsPerByte.value_or(score.bitsPerByte);
    score.checkpoint = result.making.checkpoint;
    score.asked = result.making.prompts;
    for (std::size_t n = 0; n < result.positions.size(); ++n)
        if (std::isfinite(result.perplexities[n]))
            score.curve.push_back({result.positions[n], result.perplexities[n]});
    return {std::move(measure), std::move(score)};
}

Found ofRuler(const RulerResult& result)
{
    Measure measure{MeasureKind::Ruler, "ruler " + result.task, result.task, true};
    Score score;
    double sum = 0;
    for (const auto& length : result.lengths) {
        ScorePoint point{double(length.length), length.score};
        if (length.interval) {
            point.low = length.interval->low;
            point.high = length.interval->high;
        }
        point.samples = length.samples;
        sum += length.score;
        score.samples += length.samples;
        score.checkpoint = length.making.checkpoint;
        score.curve.push_back(std::move(point));
    }
    const auto lengths = std::int64_t(result.lengths.size());
    score.value = lengths > 0 ? sum / double(lengths) : std::numeric_limits<double>::quiet_NaN();
    if (score.samples > 0) {
        const auto interval = wilsonIntervalOfMean(score.value, score.samples);
        score.low = interval.low;
        score.high = interval.high;
    }
    return {std::move(measure), std::move(score)};
}

Found ofChoice(const ChoiceResult& result)
{
    Measure measure{MeasureKind::Choice, str("choice ", result.task, ' ', result.shots), result.shots > 0 ? str(result.task, ", ", result.shots, " examples") : result.task, true};
    Score score;
    score.value = result.total.accuracy;
    setInterval(score, result.total.interval);
    score.samples = result.total.questions;
    score.checkpoint = result.total.making.checkpoint;
    score.asked = str(result.total.questions, " questions");
    for (const auto& subject : result.subjects) {
        ScorePoint point{double(score.curve.size() + 1), subject.accuracy};
        if (subject.interval) {
            point.low = subject.interval->low;
            point.high = subject.interval->high;
        }
        point.samples = subject.questions;
        point.name = subject.subject;
        score.curve.push_back(std::move(point));
    }
    return {std::move(measure), std::move(score)};
}

void add(Scoreboard& board, std::size_t run, Found found)
{
    auto& [measure, score] = found;
    if (!std::isfinite(score.value))
        return;
    auto at = std::find_if(board.measures.begin(), board.measures.end(), [&](const auto& one) { return one.id == measure.id; });
    if (at == board.measures.end()) {
        // After the last of its kind, or of the kinds before it.
        at = std::find_if(board.measures.begin(), board.measures.end(), [&](const auto& one) { return one.kind > measure.kind; });
        const auto place = at - board.measures.begin();
        at = board.measures.insert(at, measure);
        for (auto& scores : board.scores)
            scores.insert(scores.begin() + place, std::nullopt);
    }
    board.scores[run][std::size_t(at - board.measures.begin())] = std::move(score);
}

}  // namespace

std::optional<std::size_t> Scoreboard::best(std::size_t measure) const
{
    std::optional<std::size_t> best;
    std::size_t having = 0;
    bool shared = false;        // by another of the same score
    std::string asked;
    for (std::size_t run = 0; run < scores.size(); ++run) {
        const auto& score = scores[run][measure];
        if (!score)
            continue;
        ++having;
        if (!score->asked.empty()) {
            if (!asked.empty() && score->asked != asked)
                return std::nullopt;
            asked = score->asked;
        }
        if (!best || measures[measure].isBetter(score->value, scores[*best][measure]->value)) {
            best = run;
            shared = false;
        } else {
            shared = shared || score->value == scores[*best][measure]->value;
        }
    }
    return having > 1 && !shared ? best : std::nullopt;
}

Scoreboard scoreboardOf(const std::vector<Results>& runs)
{
    Scoreboard board;
    board.scores.resize(runs.size());
    for (std::size_t run = 0; run < runs.size(); ++run) {
        for (const auto& result : runs[run].passkey)
            add(board, run, ofPasskey(result));
        for (const auto& result : runs[run].perplexity)
            add(board, run, ofPerplexity(result));
        for (const auto& result : runs[run].sliding)
            add(board, run, ofSliding(result));
        for (const auto& result : runs[run].ruler)
            add(board, run, ofRuler(result));
        for (const auto& result : runs[run].choices)
            add(board, run, ofChoice(result));
    }
    return board;
}

}  // namespace bam::compare
