// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/scoreboard.h"

#include "core/base/text.h"
#include "core/compare/passkey_lengths.h"
#include "core/compare/result_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace bam::compare {
namespace {

using Found = std::pair<Measure, Score>;

/// The lengths, as what was asked.
std::string lengthsOf(const Score& score)
{
    std::string lengths;
    for (const auto& point : score.curve)
        lengths += str(lengths.empty() ? "" : " ", std::int64_t(point.x));
    return lengths;
}

/// Value and interval of a score whose curve is complete.
void takeMean(Score& score)
{
    double sum = 0;
    for (const auto& point : score.curve)
        sum += point.y;
    score.value = score.curve.empty() ? std::numeric_limits<double>::quiet_NaN() : sum / double(score.curve.size());
    if (const auto interval = intervalOfMean(score.curve)) {
        score.low = interval->low;
        score.high = interval->high;
    }
    score.asked = lengthsOf(score);
}

/// @param result any of the protocol @param lengths all of it
Found ofPasskey(const PasskeyResult& result, const PasskeyLengths& lengths)
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
    auto told = result;
    told.lengths.clear();
    for (const auto& [asked, length] : lengths) {
        ScorePoint point{double(asked), length->accuracy};
        point.samples = length->samples;
        if (length->correct >= 0) {
            point.low = length->wilson.low;
            point.high = length->wilson.high;
        }
        score.samples += length->samples;
        score.curve.push_back(std::move(point));
        told.lengths.push_back(*length);
    }
    takeMean(score);
    score.officialSpace = spaceOf(lengths);
    score.depths = depthMap(told);
    if (!told.lengths.empty())
        score.checkpoint = told.lengths.front().checkpoint;
    return {std::move(measure), std::move(score)};
}

/// Nothing where there are none. @param id of the evaluation, without what differs between tokenizers
std::optional<Found> bitsPerByteOf(const Found& found, const std::string& id, std::optional<double> bits, std::int64_t bytes)
{
    if (!bits)
        return std::nullopt;
    auto [measure, score] = found;
    measure.id = id + " bits_per_byte";
    measure.metric = Metric::BitsPerByte;
    score.value = *bits;
    score.low = score.high = std::numeric_limits<double>::quiet_NaN();
    score.curve.clear();
    score.bytes = bytes;
    return Found{std::move(measure), std::move(score)};
}

Found ofPerplexity(const PerplexityResult& result)
{
    Measure measure{MeasureKind::PerplexityByPosition, str("perplexity ", result.corpus, ' ', result.window, ' ', result.sequence), result.corpus, false};
    Score score;
    score.value = result.mean();
    score.checkpoint = result.checkpoint;
    score.tokenizer = result.tokenizer;
    score.prompts = result.making.prompts;
    score.asked = str(result.tokens, " tokens of ", result.tokenizer);      // perplexities per token of another tokenizer are other measures
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

std::string slidingId(const SlidingResult& result) { return str("sliding ", result.corpus, ' ', result.context, ' ', result.stride); }

Found ofSliding(const SlidingResult& result)
{
    Measure measure{MeasureKind::PerplexitySliding, str(slidingId(result), ' ', result.tokens),
        str(result.corpus, ", ", result.context, "/", result.stride), false};
    Score score;
    score.value = result.perplexity;
    setInterval(score, result.interval);
    score.samples = result.tokens;
    score.checkpoint = result.making.checkpoint;
    score.tokenizer = result.making.tokenizer;
    score.prompts = result.making.prompts;
    score.asked = result.making.tokenizer;
    for (std::size_t n = 0; n < result.positions.size(); ++n)
        if (std::isfinite(result.perplexities[n]))
            score.curve.push_back({result.positions[n], result.perplexities[n]});
    return {std::move(measure), std::move(score)};
}

Found ofRuler(const RulerResult& result)
{
    Measure measure{MeasureKind::Ruler, "ruler " + result.task, result.task, true};
    Score score;
    for (const auto& length : result.lengths) {
        ScorePoint point{double(length.length), length.score};
        if (length.interval) {
            point.low = length.interval->low;
            point.high = length.interval->high;
        }
        point.samples = length.samples;
        score.samples += length.samples;
        score.checkpoint = length.making.checkpoint;
        score.tokenizer = length.making.tokenizer;
        score.curve.push_back(std::move(point));
    }
    takeMean(score);
    for (const auto& length : result.lengths)
        score.asked += str(", ", askedOf(length));
    if (std::all_of(result.lengths.begin(), result.lengths.end(), [](const auto& length) { return !length.making.prompts.empty(); }))
        for (const auto& length : result.lengths)
            score.prompts += length.making.prompts;
    return {std::move(measure), std::move(score)};
}

/// @param value of a subject or of all: accuracy or acc_norm, with its interval
template <class ValueOf>
Found ofChoice(const ChoiceResult& result, const ValueOf& value)
{
    Measure measure{MeasureKind::Choice, str("choice ", result.task, ' ', result.shots, result.data.empty() ? "" : " ", result.data),
        result.shots > 0 ? str(result.task, ", ", result.shots, " examples") : result.task, true};
    Score score;
    const auto [total, interval] = value(result.total);
    score.value = total;
    setInterval(score, interval);
    score.samples = result.total.questions;
    score.checkpoint = result.total.making.checkpoint;
    score.tokenizer = result.total.making.tokenizer;
    score.asked = str(result.total.questions, " questions");
    for (const auto& subject : result.subjects) {
        const auto [share, bounds] = value(subject);
        if (!std::isfinite(share))
            continue;
        ScorePoint point{double(score.curve.size() + 1), share};
        if (bounds) {
            point.low = bounds->low;
            point.high = bounds->high;
        }
        point.samples = subject.questions;
        point.name = subject.subject;
        score.curve.push_back(std::move(point));
    }
    if (result.subjects.empty())
        score.prompts = result.total.making.prompts;
    std::map<std::string, const ChoiceScore*> byName;       // in one order, whichever was asked first
    for (const auto& subject : result.subjects)
        byName.emplace(subject.subject, &subject);
    for (const auto& [name, subject] : byName)
        score.asked += str(", ", subject->questions, " of ", name);
    if (std::all_of(result.subjects.begin(), result.subjects.end(), [](const auto& subject) { return !subject.making.prompts.empty(); }))
        for (const auto& [name, subject] : byName)
            score.prompts += subject->making.prompts;
    return {std::move(measure), std::move(score)};
}

using ShareOf = std::pair<double, std::optional<Interval>>;

ShareOf accuracyOf(const ChoiceScore& score) { return {score.accuracy, score.interval}; }
ShareOf normalizedOf(const ChoiceScore& score) { return {score.normalized.value_or(std::numeric_limits<double>::quiet_NaN()), score.normalizedInterval}; }

/// Where a measure that is new has its column: another metric behind those of its evaluation, else behind the last of its kind.
std::size_t placeOf(const Scoreboard& board, const Measure& measure)
{
    std::size_t behindKind = 0, behindItsOwn = 0;
    for (std::size_t n = 0; n < board.measures.size(); ++n) {
        const auto& one = board.measures[n];
        if (one.kind <= measure.kind)
            behindKind = n + 1;
        if (one.kind == measure.kind && one.name == measure.name)
            behindItsOwn = n + 1;
    }
    return measure.metric != Metric::Usual && behindItsOwn > 0 ? behindItsOwn : behindKind;
}

void add(Scoreboard& board, std::size_t run, Found found)
{
    auto& [measure, score] = found;
    if (!std::isfinite(score.value))
        return;
    const auto known = std::find_if(board.measures.begin(), board.measures.end(), [&](const auto& one) { return one.id == measure.id; });
    auto place = std::size_t(known - board.measures.begin());
    if (known == board.measures.end()) {
        place = placeOf(board, measure);
        board.measures.insert(board.measures.begin() + std::ptrdiff_t(place), measure);
        for (auto& scores : board.scores)
            scores.insert(scores.begin() + std::ptrdiff_t(place), std::nullopt);
    }
    board.scores[run][place] = std::move(score);
}

void addPasskey(Scoreboard& board, const std::vector<Results>& runs)
{
    std::vector<const Results*> all;
    for (const auto& run : runs)
        all.push_back(&run);
    for (std::size_t run = 0; run < runs.size(); ++run) {
        std::set<std::string> told;
        for (const auto& result : runs[run].passkey)
            if (const auto protocol = protocolName(result); told.insert(protocol).second)
                add(board, run, ofPasskey(result, passkeyLengths(runs[run], protocol, askedLengths(all, protocol))));
    }
}

void addWithBits(Scoreboard& board, std::size_t run, Found found, std::optional<Found> bits)
{
    add(board, run, std::move(found));
    if (bits)
        add(board, run, std::move(*bits));
}

void addPerplexity(Scoreboard& board, std::size_t run, const PerplexityResult& result)
{
    auto found = ofPerplexity(result);
    auto bits = bitsPerByteOf(found, found.first.id, result.bitsPerByte, result.bytes);
    addWithBits(board, run, std::move(found), std::move(bits));
}

void addSliding(Scoreboard& board, std::size_t run, const SlidingResult& result)
{
    auto found = ofSliding(result);
    auto bits = bitsPerByteOf(found, slidingId(result), result.bitsPerByte, result.bytes);
    addWithBits(board, run, std::move(found), std::move(bits));
}

/// @param all results of all runs, to tell them by their data where those differ
void addChoice(Scoreboard& board, std::size_t run, const ChoiceResult& result, const std::vector<const ChoiceResult*>& all)
{
    const auto named = [&](Found found) {
        found.first.name += otherData(result, all);
        return found;
    };
    add(board, run, named(ofChoice(result, accuracyOf)));
    if (!result.total.normalized || result.letters)
        return;
    auto found = named(ofChoice(result, normalizedOf));
    found.first.id += " acc_norm";
    found.first.metric = Metric::Normalized;
    add(board, run, std::move(found));
}

/// Were two runs asked the same?
bool askedTheSame(const Score& a, const Score& b, Metric metric)
{
    const bool sameSpace = !a.officialSpace || !b.officialSpace || *a.officialSpace == *b.officialSpace;
    const bool same = a.asked == b.asked && sameSpace && (a.prompts.empty() || b.prompts.empty() || a.tokenizer != b.tokenizer || a.prompts == b.prompts);
    return same || (metric == Metric::BitsPerByte && sameText({a.bytes, b.bytes}));
}

}  // namespace

bool Scoreboard::isRanked(std::size_t measure) const
{
    std::vector<const Score*> having;
    for (const auto& run : scores)
        if (run[measure])
            having.push_back(&*run[measure]);
    for (std::size_t n = 0; n < having.size(); ++n)
        for (std::size_t other = 0; other < n; ++other)
            if (!askedTheSame(*having[n], *having[other], measures[measure].metric))
                return false;
    return true;
}

std::optional<std::size_t> Scoreboard::best(std::size_t measure) const
{
    std::optional<std::size_t> best;
    std::size_t having = 0;
    bool shared = false;        // by another of the same score
    for (std::size_t run = 0; run < scores.size(); ++run) {
        const auto& score = scores[run][measure];
        if (!score)
            continue;
        ++having;
        if (!best || measures[measure].isBetter(score->value, scores[*best][measure]->value)) {
            best = run;
            shared = false;
        } else {
            shared = shared || score->value == scores[*best][measure]->value;
        }
    }
    return having > 1 && !shared && isRanked(measure) ? best : std::nullopt;
}

bool Scoreboard::hasSameLengths(std::size_t measure) const
{
    const auto shared = sharedLengths(measure).size();
    return std::all_of(scores.begin(), scores.end(), [&](const auto& run) { return !run[measure] || run[measure]->curve.size() == shared; });
}

std::vector<double> Scoreboard::sharedLengths(std::size_t measure) const
{
    std::map<double, std::size_t> runs;
    std::size_t having = 0;
    for (const auto& run : scores)
        if (run[measure]) {
            ++having;
            for (const auto& point : run[measure]->curve)
                ++runs[point.x];
        }
    std::vector<double> shared;
    for (const auto& [length, count] : runs)
        if (count == having)
            shared.push_back(length);
    return shared;
}

double Scoreboard::meanOfShared(std::size_t run, std::size_t measure) const
{
    const auto& score = scores.at(run)[measure];
    const auto shared = sharedLengths(measure);
    double sum = 0;
    if (score)
        for (const auto& point : score->curve)
            sum += std::binary_search(shared.begin(), shared.end(), point.x) ? point.y : 0;
    return score && !shared.empty() ? sum / double(shared.size()) : std::numeric_limits<double>::quiet_NaN();
}

std::optional<Interval> intervalOfMean(const std::vector<ScorePoint>& points)
{
    double mean = 0, below = 0, above = 0;
    for (const auto& point : points) {
        if (!std::isfinite(point.low) || !std::isfinite(point.high))
            return std::nullopt;
        mean += point.y;
        below += (point.y - point.low) * (point.y - point.low);
        above += (point.high - point.y) * (point.high - point.y);
    }
    if (points.empty())
        return std::nullopt;
    const auto count = double(points.size());
    return Interval{std::max(0.0, (mean - std::sqrt(below)) / count), std::min(1.0, (mean + std::sqrt(above)) / count)};
}

Scoreboard scoreboardOf(const std::vector<Results>& runs)
{
    Scoreboard board;
    board.scores.resize(runs.size());
    std::vector<const ChoiceResult*> choices;
    for (const auto& run : runs)
        for (const auto& result : run.choices)
            choices.push_back(&result);
    addPasskey(board, runs);
    for (std::size_t run = 0; run < runs.size(); ++run) {
        for (const auto& result : runs[run].perplexity)
            addPerplexity(board, run, result);
        for (const auto& result : runs[run].sliding)
            addSliding(board, run, result);
        for (const auto& result : runs[run].ruler)
            add(board, run, ofRuler(result));
        for (const auto& result : runs[run].choices)
            addChoice(board, run, result, choices);
    }
    return board;
}

}  // namespace bam::compare
