// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/perplexity.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/eval/result_lists.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace bam::eval {
namespace {

// A question of the sliding window reads about so many tokens: little is lost when one is cut off.
constexpr std::int64_t kTokensPerStretch = 16384;

using Span = std::pair<std::int64_t, std::int64_t>;     // tokens [begin, end)

Score scoreOf(const double* nats, std::int64_t count) { return {std::accumulate(nats, nats + count, 0.0), double(count), 0}; }

std::string fixed(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, value < 1000 ? "%.2f" : "%.4g", value);
    return text;
}

/// Of an answer: what the model said alone. Which bytes the tokens stand for is the text's to say, and two texts with the same tokens may differ in them.
Json scoreJson(const Score& score) { return {score.nats, score.tokens}; }
Score scoreFrom(const Json& json) { return {json.at(0).get<double>(), json.at(1).get<double>(), 0}; }
bool isScoreOf(const Json& json, std::int64_t tokens) { return json.is_array() && json.size() >= 2 && json[0].is_number() && json[1].is_number() && json[1].get<double>() == double(tokens); }

class ByPosition : public PerplexityEvaluation {
public:
    ByPosition(const Subject& subject, const Corpus& corpus, const spec::EvalSpec& spec) : PerplexityEvaluation(subject, corpus)
    {
        const auto length = spec.perplexityTokens, window = spec.perplexityWindow;
        if (window < 1 || length < 1 || length % window != 0)
            throw Error(ErrorCode::Usage, str("perplexity_tokens is ", length, "; expected a multiple of perplexity_window, which is ", window),
                str("The nearest is ", std::max<std::int64_t>(1, (length + window / 2) / std::max<std::int64_t>(1, window)) * window, "."));
        m_curve.window = window;
        m_curve.sequence = length;
        m_curve.documents = spec.perplexityDocuments;
        // Beside a protocol that takes all of the text, fewer may have been read than are asked for here.
        const auto end = spec.perplexitySequences * (length + 1);
        if (std::int64_t(corpus.tokens.size()) < end)
            throw Error(ErrorCode::Usage, str("\"", corpus.path, "\" holds ", withThousands(std::int64_t(corpus.tokens.size())), " tokens; ", withThousands(end), " are wanted for perplexity by position"),
                "Give a longer text, or ask for fewer with --perplexity_tokens (a multiple of --perplexity_window) or --perplexity_sequences.");
        if (m_curve.documents == "within") {
            for (const auto& [first, last] : corpus.spans())
                if (std::min(last, end) - first > 1)
                    m_sequences.emplace_back(first, std::min({last, end, first + length + 1}));
        } else {
            for (std::int64_t first = 0; first + length + 1 <= end; first += length + 1)
                m_sequences.emplace_back(first, first + length + 1);
        }
        if (m_sequences.empty())
            refuseEmpty();
        m_curve.sequences = std::int64_t(m_sequences.size());
    }

    std::vector<CellPlan> cells() const override
    {
        double work = 0;
        for (const auto& [first, last] : m_sequences)
            work += readingWork(last - first - 1);
        return {{asText(m_corpus.name), std::int64_t(m_sequences.size()), work / double(m_sequences.size()), m_curve.sequence}};
    }

    Question question(std::size_t, std::int64_t n) override
    {
        const auto [first, last] = m_sequences.at(std::size_t(n));
        const std::span<const std::int32_t> tokens(m_corpus.tokens.data() + first, std::size_t(last - first));
        Question question;
        question.hash = questionHash(str("perplexity by position ", m_curve.window), tokens);
        question.tokens = std::int64_t(tokens.size()) - 1;
        question.ask = [this, tokens](const ReadingOptions& options) -> Json {
            Reading reading(m_subject.model, std::int64_t(tokens.size()) - 1, options);
            const auto nats = reading.crossEntropies(tokens.first(tokens.size() - 1), tokens.subspan(1));
            Json windows = Json::array();
            for (std::int64_t at = 0; at < nats.size(0); at += m_curve.window)
                windows.push_back(scoreJson(scoreOf(nats.const_data_ptr<double>() + at, std::min(m_curve.window, nats.size(0) - at))));
            return {{"windows", windows}};
        };
        return question;
    }

    bool understands(std::size_t, std::int64_t n, const Json& answer) const override
    {
        const auto tokens = tokensOf(std::size_t(n));
        if (!answer.is_object() || !answer.contains("windows") || !answer["windows"].is_array() || std::int64_t(answer["windows"].size()) != (tokens + m_curve.window - 1) / m_curve.window)
            return false;
        for (std::int64_t at = 0; at < tokens; at += m_curve.window)
            if (!isScoreOf(answer["windows"][std::size_t(at / m_curve.window)], std::min(m_curve.window, tokens - at)))
                return false;
        return true;
    }

protected:
    void collect(const std::vector<Json>& answers) override
    {
        std::vector<Score> windows(std::size_t(m_curve.sequence / m_curve.window));
        std::vector<double> nats, tokens;
        for (std::size_t which = 0; which < answers.size(); ++which) {
            const auto& answer = answers[which];
            Score sequence;
            for (std::size_t n = 0; n < answer.at("windows").size(); ++n) {
                auto score = scoreFrom(answer["windows"][n]);
                const auto begin = std::int64_t(n) * m_curve.window;
                score.bytes = bytesOf(m_sequences.at(which).first + 1 + begin, std::min(m_curve.window, tokensOf(which) - begin));
                windows.at(n) += score;
                sequence += score;
            }
            m_curve.all += sequence;
            nats.push_back(sequence.nats);
            tokens.push_back(sequence.tokens);
        }
        addInterval(nats, tokens);
        for (std::size_t n = 0; n < windows.size() && windows[n].tokens > 0; ++n) {
            m_curve.positions.push_back(std::int64_t(n + 1) * m_curve.window);
            m_curve.nats.push_back(windows[n].mean());
            m_curve.counts.push_back(windows[n].tokens);
        }
    }

private:
    /// Scored ones.
    std::int64_t tokensOf(std::size_t sequence) const { return m_sequences.at(sequence).second - m_sequences.at(sequence).first - 1; }

    std::vector<Span> m_sequences;
};

class Sliding : public PerplexityEvaluation {
public:
    Sliding(const Subject& subject, const Corpus& corpus, const spec::EvalSpec& spec) : PerplexityEvaluation(subject, corpus)
    {
        m_curve.kind = "sliding";
        m_curve.context = spec.perplexityContext;
        m_curve.stride = spec.perplexityStride;
        m_curve.documents = spec.perplexityDocuments;
        if (m_curve.stride < 1 || m_curve.context < 2 || m_curve.stride > m_curve.context)
            throw Error(ErrorCode::Usage, str("perplexity_stride is ", m_curve.stride, ", perplexity_context ", m_curve.context, "; expected a stride from 1 to the context, and a context of at least 2"));
        const auto length = std::int64_t(corpus.tokens.size()), end = spec.perplexityTotal > 0 ? std::min(length, spec.perplexityTotal) : length;
        const auto spans = m_curve.documents == "within" ? corpus.spans() : std::vector<Span>{{0, end}};
        for (const auto& [first, last] : spans)
            addForwards(first, std::min(last, end));
        const auto perStretch = std::max<std::int64_t>(1, kTokensPerStretch / m_curve.context);
        m_curve.sequences = (std::int64_t(m_forwards.size()) + perStretch - 1) / perStretch;
        m_perStretch = std::size_t(perStretch);
        if (m_forwards.empty())
            refuseEmpty();
    }

    std::vector<CellPlan> cells() const override { return {{asText(m_corpus.name), m_curve.sequences, double(m_perStretch) * readingWork(m_curve.context), m_curve.context}}; }

    Question question(std::size_t, std::int64_t n) override
    {
        const auto forwards = stretch(std::size_t(n));
        Question question;
        std::string scoring = "perplexity sliding";
        for (const auto& forward : forwards) {
            scoring += str(' ', forward.begin - forwards.front().begin, ' ', forward.firstTarget - forward.begin, ' ', forward.end - forward.begin);
            question.tokens += forward.end - forward.begin - 1;
        }
        question.hash = questionHash(scoring, tokens(forwards.front().begin, forwards.back().end));
        question.share = [all = double(question.tokens)](std::int64_t tokens) { return double(tokens) / all; };    // many short texts: a token costs as much as any other
        question.ask = [this, forwards](const ReadingOptions& options) { return ask(forwards, options); };
        return question;
    }

    bool understands(std::size_t, std::int64_t n, const Json& answer) const override
    {
        std::int64_t tokens = 0;
        for (const auto& forward : stretch(std::size_t(n)))
            tokens += forward.end - forward.firstTarget;
        return answer.is_object() && answer.contains("score") && isScoreOf(answer["score"], tokens);
    }

protected:
    void collect(const std::vector<Json>& answers) override
    {
        std::vector<double> nats, tokens;
        for (std::size_t n = 0; n < answers.size(); ++n) {
            auto score = scoreFrom(answers[n].at("score"));
            for (const auto& forward : stretch(n))
                score.bytes += bytesOf(forward.firstTarget, forward.end - forward.firstTarget);
            m_curve.all += score;
            nats.push_back(score.nats);
            tokens.push_back(score.tokens);
            m_curve.positions.push_back(m_forwards[std::min(m_forwards.size(), (n + 1) * m_perStretch) - 1].end);
            m_curve.nats.push_back(score.mean());
            m_curve.counts.push_back(score.tokens);
        }
        addInterval(nats, tokens);
    }

private:
    /// Tokens [begin, end) are seen, of which those from firstTarget on are scored.
    struct Forward {
        std::int64_t begin, firstTarget, end;
    };

    /// The forwards of a question.
    std::span<const Forward> stretch(std::size_t n) const
    {
        const auto begin = n * m_perStretch;
        return std::span(m_forwards).subspan(begin, std::min(m_perStretch, m_forwards.size() - begin));
    }

    void addForwards(std::int64_t first, std::int64_t last)
    {
        for (auto begin = first, scored = first + 1; scored < last; begin += m_curve.stride) {
            // A stride as long as the context would leave nothing to predict the first token from.
            begin = std::min(begin, scored - 1);
            const auto end = std::min(begin + m_curve.context, last);
            m_forwards.push_back({begin, scored, end});
            scored = end;
        }
    }

    std::span<const std::int32_t> tokens(std::int64_t begin, std::int64_t end) const { return {m_corpus.tokens.data() + begin, std::size_t(end - begin)}; }

    Json ask(std::span<const Forward> forwards, const ReadingOptions& asked) const
    {
        std::int64_t before = 0;
        auto options = asked;
        options.onChunk = [&](std::int64_t length) {
            if (asked.onChunk)
                asked.onChunk(before + length);
        };
        Reading reading(m_subject.model, m_curve.context, options);
        Score sum;
        for (const auto& [begin, firstTarget, end] : forwards) {
            reading.goBack(0);
            reading.read(tokens(begin, firstTarget - 1));
            const auto nats = reading.crossEntropies(tokens(firstTarget - 1, end - 1), tokens(firstTarget, end));
            sum += scoreOf(nats.const_data_ptr<double>(), nats.size(0));
            before += end - begin - 1;
        }
        return {{"score", scoreJson(sum)}};
    }

    std::vector<Forward> m_forwards;
    std::size_t m_perStretch = 1;
};

}  // namespace

double Score::perplexity() const { return std::exp(mean()); }
double Score::bitsPerByte() const { return bytes > 0 ? nats / std::log(2.0) / bytes : 0; }

Score& Score::operator+=(const Score& other)
{
    nats += other.nats;
    tokens += other.tokens;
    bytes += other.bytes;
    return *this;
}

double PerplexityCurve::perplexity(std::size_t n) const { return std::exp(nats.at(n)); }
double PerplexityCurve::meanNats() const { return nats.empty() ? 0 : std::accumulate(nats.begin(), nats.end(), 0.0) / double(nats.size()); }

std::unique_ptr<PerplexityEvaluation> PerplexityEvaluation::byPosition(const Subject& subject, const Corpus& corpus, const spec::EvalSpec& spec)
{
    return std::make_unique<ByPosition>(subject, corpus, spec);
}

std::unique_ptr<PerplexityEvaluation> PerplexityEvaluation::sliding(const Subject& subject, const Corpus& corpus, const spec::EvalSpec& spec)
{
    return std::make_unique<Sliding>(subject, corpus, spec);
}

std::string PerplexityEvaluation::title() const { return m_curve.kind == "sliding" ? "sliding perplexity" : "perplexity by position"; }

double PerplexityEvaluation::bytesOf(std::int64_t first, std::int64_t count) const
{
    return m_corpus.bytes.empty() ? 0 : std::accumulate(m_corpus.bytes.begin() + first, m_corpus.bytes.begin() + first + count, 0.0);
}

void PerplexityEvaluation::refuseEmpty() const
{
    throw Error(ErrorCode::Usage, str("\"", m_corpus.path, "\" has no document of two tokens or more"), "Give a longer text, or measure across documents: --perplexity_documents across.");
}

void PerplexityEvaluation::addInterval(const std::vector<double>& nats, const std::vector<double>& tokens)
{
    if (nats.size() < 2)
        return;
    const auto mean = intervalOfRatio(nats, tokens);
    m_curve.interval = Interval{std::exp(mean.low), std::exp(mean.high)};
}

void PerplexityEvaluation::finish(std::size_t, const std::vector<Json>& answers, const CellFacts& facts)
{
    m_curve.corpus = asText(m_corpus.name);
    m_curve.seconds = facts.seconds;
    m_facts = facts;
    m_curve.positions.clear();
    m_curve.nats.clear();
    m_curve.counts.clear();
    m_curve.all = {};
    m_curve.interval.reset();
    collect(answers);
}

void PerplexityEvaluation::merge(Json& results, std::size_t) const
{
    Json provenance;
    addProvenance(provenance, m_subject, m_facts);
    mergePerplexity(results, m_corpus, m_curve, provenance);
}

Json PerplexityEvaluation::event(std::size_t) const
{
    auto perplexities = Json::array();
    for (std::size_t n = 0; n < m_curve.nats.size(); ++n)
        perplexities.push_back(m_curve.perplexity(n));
    return {{"event", "perplexity"}, {"kind", m_curve.kind}, {"corpus", m_curve.corpus}, {"documents", m_curve.documents}, {"window_size", m_curve.window}, {"seq_len", m_curve.sequence},
        {"context", m_curve.context}, {"stride", m_curve.stride}, {"sequences", m_curve.sequences}, {"positions", m_curve.positions}, {"perplexity", perplexities},
        {"mean_nats", m_curve.meanNats()}, {"perplexity_all", m_curve.all.perplexity()}, {"bits_per_byte", m_curve.all.bitsPerByte()}, {"seconds", m_curve.seconds}};
}

std::string PerplexityEvaluation::line(std::size_t) const
{
    const auto bytes = m_curve.all.bytes > 0 ? str(", ", fixed(m_curve.all.bitsPerByte()), " bits per byte") : std::string();
    const auto time = str(" (", humanDuration(m_curve.seconds), ")");
    if (m_curve.kind == "sliding")
        return str("sliding perplexity on ", m_curve.corpus, ": ", fixed(m_curve.all.perplexity()), m_curve.interval ? str(" [", fixed(m_curve.interval->low), ", ", fixed(m_curve.interval->high), "]") : std::string(),
            bytes, ", context ", withThousands(m_curve.context), ", stride ", withThousands(m_curve.stride), ", ", m_curve.documents, " documents", time);
    // First, middle and last window: enough to see whether it holds.
    const auto last = m_curve.nats.size() - 1;
    return str("perplexity by position on ", m_curve.corpus, ": ", fixed(m_curve.perplexity(0)), " up to position ", withThousands(m_curve.positions.front()),
        last > 1 ? str(", ", fixed(m_curve.perplexity(last / 2)), " at ", withThousands(m_curve.positions[last / 2])) : std::string(),
        last > 0 ? str(", ", fixed(m_curve.perplexity(last)), " at ", withThousands(m_curve.positions[last])) : std::string(), bytes, time);
}

std::int64_t tokensWanted(const spec::EvalSpec& spec)
{
    std::int64_t wanted = 0;
    for (const auto& kind : spec.perplexityKinds) {
        if (kind == "sliding" && spec.perplexityTotal == 0)
            return 0;
        wanted = std::max(wanted, kind == "sliding" ? spec.perplexityTotal : spec.perplexitySequences * (spec.perplexityTokens + 1));
    }
    return wanted;
}

void mergePerplexity(Json& results, const Corpus& corpus, const PerplexityCurve& curve, const Json& provenance)
{
    const bool sliding = curve.kind == "sliding";
    Json perplexities = Json::array();
    for (std::size_t n = 0; n < curve.nats.size(); ++n)
        perplexities.push_back(curve.perplexity(n));
    const auto path = asText(corpus.path);
    Json entry;
    if (sliding)
        entry = {{"context", curve.context}, {"stride", curve.stride}, {"ntokens", std::int64_t(curve.all.tokens)}, {"dataset_dir", path}, {"documents", curve.documents}};
    else
        entry = {{"window_size", curve.window}, {"seq_len", curve.sequence}, {"ntokens", curve.documents == "within" ? std::int64_t(curve.all.tokens) : curve.sequences * (curve.sequence + 1)},
            {"dataset_dir", path}, {"documents", curve.documents}};
    auto same = entry;      // what tells one measurement from another
    same["rope_scaling"] = provenance.is_object() ? provenance.value("rope_scaling", Json()) : Json();
    entry["perplexity"] = perplexities;
    entry["positions"] = curve.positions;
    entry["tokens"] = curve.counts;
    entry["corpus"] = curve.corpus;
    if (!corpus.documentsAre.empty())
        entry["documents_are"] = corpus.documentsAre;
    if (corpus.rowsLeftOut > 0)
        entry["rows_left_out"] = corpus.rowsLeftOut;
    if (corpus.unknownTokens > 0)
        entry["unknown_tokens"] = corpus.unknownTokens;
    entry["sequences"] = curve.sequences;
    entry["mean_nats"] = sliding ? curve.all.mean() : curve.meanNats();
    entry["perplexity_all"] = curve.all.perplexity();
    if (curve.interval)
        entry["perplexity_all_95"] = {curve.interval->low, curve.interval->high};
    if (curve.all.bytes > 0) {
        entry["bits_per_byte"] = curve.all.bitsPerByte();
        entry["bytes"] = std::int64_t(curve.all.bytes);
    }
    if (provenance.is_object())
        entry.update(provenance);
    auto& list = listAt(results[sliding ? "perplexity_sliding" : "perplexity"]);
    const auto found = findSame(list, same, Json::object({{"documents", "across"}}));
    if (found != list.end())
        list.erase(found);
    list.push_back(std::move(entry));       // the newest last
}

}  // namespace bam::eval
