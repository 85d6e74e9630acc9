// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/passkey_task.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/eval/passkey_texts.h"
#include "core/eval/sentences.h"

#include <algorithm>
#include <cmath>

namespace bam::eval {
namespace {

std::int64_t depthOf(const std::string& sampling, std::int64_t index, std::int64_t samples, std::int64_t fillers, SplitMix64& random)
{
    if (sampling == "beginning")
        return 0;
    if (sampling == "end")
        return fillers;
    if (sampling == "random")
        return random.between(0, fillers);
    if (sampling == "equidistant")
        return samples == 1 ? 0 : index * fillers / (samples - 1);
    throw Error(ErrorCode::Usage, "there is no depth sampling \"" + sampling + "\"", "Known: equidistant, random, beginning, end.");
}

void append(std::vector<std::int32_t>& to, const std::vector<std::int32_t>& what) { to.insert(to.end(), what.begin(), what.end()); }

}  // namespace

PasskeyTask::PasskeyTask(const tokenizer::Tokenizer& tokenizer, const spec::PasskeySpec& spec)
    : m_spec(spec), m_tokenizer(tokenizer), m_description(tokenizer.encode(kPasskeyDescription)), m_question(tokenizer.encode(kPasskeyQuestion))
{
    if (spec.filler == "noise") {
        m_fillers.push_back(tokenizer.encode(kPasskeyFiller));
        return;
    }
    for (const auto& sentence : sentencesOfFile(spec.filler, "the pass key's filler"))
        if (auto pieces = tokenizer.encode(sentence); !pieces.empty())
            m_fillers.push_back(std::move(pieces));
    m_fillerName = str(nameOfTexts(spec.filler), ' ', sha256OfTexts(spec.filler).substr(0, 12));
}

std::int64_t PasskeyTask::fillersThatFit(std::int64_t tokens, std::size_t first) const
{
    if (m_fillers.size() == 1)
        return std::max<std::int64_t>(0, tokens / std::int64_t(m_fillers[0].size()));
    std::int64_t count = 0;
    while ((tokens -= std::int64_t(filler(first + std::size_t(count)).size())) >= 0)
        ++count;
    return count;
}

PasskeyTask::Draft PasskeyTask::draw(const PasskeyPlace& place, SplitMix64& random, const std::function<std::int64_t(std::int64_t)>& depth) const
{
    Draft draft;
    draft.key = randomKey(random, place.digits + m_spec.prefixDigits);
    if (m_fillers.size() > 1)
        draft.firstFiller = std::size_t(random.below(m_fillers.size()));
    const auto fixed = std::int64_t(m_description.size() + m_tokenizer.encode(informationLine(draft.key)).size() + m_question.size());
    draft.fillers = fillersThatFit(place.length - fixed, draft.firstFiller);
    draft.depthFillers = depth(draft.fillers);
    return draft;
}

PasskeyPrompt PasskeyTask::make(const Draft& draft, std::int64_t digits) const
{
    PasskeyPrompt prompt;
    prompt.key = draft.key;
    prompt.fillers = draft.fillers;
    prompt.depthFillers = draft.depthFillers;
    const auto line = informationLine(prompt.key);
    const auto information = m_tokenizer.encode(line);
    const auto keyTokens = m_tokenizer.encode(m_spec.officialSpace ? " " + prompt.key : prompt.key);
    if (std::int64_t(keyTokens.size()) < digits + 1 || std::int64_t(keyTokens.size()) > digits + m_spec.prefixDigits + 2)
        throw Error(ErrorCode::Usage, str("the tokenizer ", m_tokenizer.name(), " makes ", keyTokens.size(), " pieces of the key ", prompt.key, "; every digit must be one piece"),
            "Use a tokenizer that splits digits (bamscope --batch tokenizer train splits them).");

    auto& tokens = prompt.tokens;
    const auto inform = [&] {
        const auto begin = line.find(prompt.key), end = line.rfind(prompt.key) + prompt.key.size();
        const auto [first, last] = m_tokenizer.range(line, begin, end);
        prompt.keyBegin = std::int64_t(tokens.size()) + first;
        prompt.keyEnd = std::int64_t(tokens.size()) + last;
        append(tokens, information);
    };
    append(tokens, m_description);
    for (std::int64_t f = 0; f < prompt.fillers; ++f) {
        if (f == prompt.depthFillers)
            inform();
        append(tokens, filler(draft.firstFiller + std::size_t(f)));
    }
    if (prompt.depthFillers == prompt.fillers)
        inform();
    append(tokens, m_question);
    prompt.promptTokens = std::int64_t(tokens.size());
    prompt.answer.assign(keyTokens.end() - digits, keyTokens.end());
    append(tokens, keyTokens);
    tokens.pop_back();      // nothing is predicted after the last digit
    return prompt;
}

PasskeyPrompt PasskeyTask::prompt(const PasskeyPlace& place, std::int64_t n)
{
    if (m_drawn.empty() || !(m_drawnPlace == place)) {
        std::uint64_t name = 0;
        for (const char letter : place.sampling)
            name = name * 31 + std::uint64_t(letter);
        SplitMix64 random(mixKeys(mixKeys(std::uint64_t(place.seed), std::uint64_t(place.length)), name));
        m_drawn.clear();
        for (std::int64_t k = 0; k < m_spec.samples; ++k)
            m_drawn.push_back(draw(place, random, [&](std::int64_t fillers) { return depthOf(place.sampling, k, m_spec.samples, fillers, random); }));
        m_drawnPlace = place;
    }
    return make(m_drawn.at(std::size_t(n)), place.digits);
}

std::vector<PasskeyPrompt> PasskeyTask::prompts(const PasskeyPlace& place)
{
    std::vector<PasskeyPrompt> all;
    for (std::int64_t n = 0; n < m_spec.samples; ++n)
        all.push_back(prompt(place, n));
    return all;
}

PasskeyPrompt PasskeyTask::promptAt(std::int64_t length, double depth) const
{
    const PasskeyPlace place{length, "equidistant", m_spec.digits.front(), m_spec.seeds.front()};
    SplitMix64 random(mixKeys(std::uint64_t(place.seed), 0x6b657973));
    return make(draw(place, random, [&](std::int64_t fillers) { return std::int64_t(std::llround(std::clamp(depth, 0.0, 1.0) * double(fillers))); }), place.digits);
}

std::vector<std::string> PasskeyTask::sentences()
{
    // Each part as often as the others, so that training gives all their words pieces.
    std::vector<std::string> all;
    SplitMix64 random(20260101);
    for (int n = 0; n < 200; ++n)
        all.insert(all.end(), {kPasskeyDescription, kPasskeyFiller, kPasskeyQuestion, informationLine(randomKey(random, 5))});
    return all;
}

}  // namespace bam::eval
