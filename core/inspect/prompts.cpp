// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/prompts.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/eval/passkey_task.h"
#include "core/eval/passkey_texts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bam::inspect {
namespace {

using tokenizer::Tokenizer;
using Tokens = std::vector<std::int32_t>;

constexpr std::array kQualities{"amber", "brave", "calm", "distant", "early", "faint", "gentle", "hollow", "icy", "jolly", "kind", "loyal", "mellow", "narrow", "odd", "pale",
    "quick", "rustic", "silent", "tidy", "upper", "vivid", "warm", "young"};
constexpr std::array kThings{"anchor", "basket", "candle", "desert", "engine", "feather", "garden", "harbor", "island", "jacket", "kettle", "ladder", "meadow", "needle", "orchard", "pencil",
    "quarry", "river", "saddle", "timber", "umbrella", "valley", "window", "yarn"};

void append(Tokens& to, const Tokens& what) { to.insert(to.end(), what.begin(), what.end()); }

std::string percent(double depth) { return str(std::llround(100 * std::clamp(depth, 0.0, 1.0)), " %"); }

/// Appends the answer to what is asked: scored is everything but a lone space in front.
void expect(Prompt& prompt, const Tokenizer& tokenizer, const Tokens& answer)
{
    auto scored = answer.begin();
    while (scored + 1 < answer.end() && tokenizer.shown(*scored) == " ")
        ++scored;
    prompt.tokens.insert(prompt.tokens.end(), answer.begin(), scored);
    prompt.answer.assign(scored, answer.end());
    for (std::size_t n = 0; n < prompt.answer.size(); ++n)
        prompt.queryRows.push_back(std::int64_t(prompt.tokens.size() + n) - 1);
    append(prompt.tokens, prompt.answer);
    prompt.tokens.pop_back();       // nothing is predicted after the last one
}

Prompt passkey(const Tokenizer& tokenizer, const PromptSpec& spec)
{
    spec::PasskeySpec task;
    task.digits = {spec.digits};
    task.seeds = {std::int64_t(spec.seed)};
    auto made = eval::PasskeyTask(tokenizer, task).promptAt(spec.length, spec.depth);
    Prompt prompt;
    const auto rows = std::int64_t(made.answer.size()), length = std::int64_t(made.tokens.size());
    for (std::int64_t n = 0; n < rows; ++n)
        prompt.queryRows.push_back(length - rows + n);
    prompt.tokens = std::move(made.tokens);
    prompt.answer = std::move(made.answer);
    prompt.needleBegin = made.keyBegin;
    prompt.needleEnd = made.keyEnd;
    prompt.title = str("pass key ", made.key, " in ", withThousands(made.promptTokens), " tokens, depth ", percent(spec.depth));
    return prompt;
}

/// "One of the special magic numbers …" between repetitions of the pass-key filler (Hsieh et al., RULER, COLM 2024: S-NIAH with noise).
Prompt needle(const Tokenizer& tokenizer, const PromptSpec& spec)
{
    const auto [word, number] = needleOf(spec.seed, spec.digits);
    const auto line = str("One of the special magic numbers for ", word, " is: ", number, ".");
    const auto description = tokenizer.encode("A special magic number is hidden within the following text. Make sure to memorize it. I will quiz you about the number afterwards.");
    const auto question = tokenizer.encode(str("What is the special magic number for ", word, " mentioned in the provided text? The special magic number for ", word, " mentioned in the provided text is"));
    const auto information = tokenizer.encode(line), filler = tokenizer.encode(eval::kPasskeyFiller), answer = tokenizer.encode(number);
    const auto fixed = std::int64_t(description.size() + information.size() + question.size());
    const auto fillers = std::max<std::int64_t>(0, (spec.length - fixed) / std::int64_t(filler.size()));
    const auto before = std::llround(std::clamp(spec.depth, 0.0, 1.0) * double(fillers));
    Prompt prompt;
    append(prompt.tokens, description);
    for (std::int64_t n = 0; n < before; ++n)
        append(prompt.tokens, filler);
    const auto [first, last] = tokenizer.range(line, line.rfind(number), line.rfind(number) + number.size());
    prompt.needleBegin = std::int64_t(prompt.tokens.size()) + first;
    prompt.needleEnd = std::int64_t(prompt.tokens.size()) + last;
    append(prompt.tokens, information);
    for (auto n = before; n < fillers; ++n)
        append(prompt.tokens, filler);
    append(prompt.tokens, question);
    prompt.title = str("magic number ", number, " for ", word, " in ", withThousands(prompt.length()), " tokens, depth ", percent(spec.depth));
    expect(prompt, tokenizer, answer);
    return prompt;
}

Prompt ownText(const Tokenizer& tokenizer, const PromptSpec& spec)
{
    Prompt prompt;
    prompt.tokens = tokenizer.encode(spec.text);
    if (prompt.tokens.empty())
        throw Error(ErrorCode::Usage, spec.text.empty() ? "the text is empty" : str("the tokenizer ", tokenizer.name(), " makes no token of this text"), "Write at least one word.");
    prompt.title = str("a text of ", withThousands(prompt.length()), prompt.length() == 1 ? " token" : " tokens");
    if (!spec.needle.empty()) {
        const auto at = spec.text.find(spec.needle);
        if (at == std::string::npos)
            throw Error(ErrorCode::Usage, str("the needle \"", spec.needle, "\" is not in the text"), "Copy a passage of the text exactly, or leave the needle empty.");
        std::tie(prompt.needleBegin, prompt.needleEnd) = tokenizer.range(spec.text, at, at + spec.needle.size());
        if (prompt.needleBegin == prompt.needleEnd)
            throw Error(ErrorCode::Usage, str("the tokenizer ", tokenizer.name(), " makes no token of the needle \"", spec.needle, "\""), "Choose a passage with a word in it.");
    }
    const auto answer = tokenizer.encode(spec.answer);
    if (answer.empty())
        prompt.queryRows = {prompt.length() - 1};
    else
        expect(prompt, tokenizer, answer);
    return prompt;
}

Prompt ofKind(const Tokenizer& tokenizer, const PromptSpec& spec)
{
    switch (spec.kind) {
    case PromptKind::Passkey: return passkey(tokenizer, spec);
    case PromptKind::Needle: return needle(tokenizer, spec);
    default: return ownText(tokenizer, spec);
    }
}

}  // namespace

Needle needleOf(std::int64_t seed, std::int64_t digits)
{
    SplitMix64 random(mixKeys(std::uint64_t(seed), 0x6e656564));
    const std::string quality = kQualities[random.below(kQualities.size())];
    return {quality + "-" + kThings[random.below(kThings.size())], eval::randomKey(random, digits)};
}

Prompt makePrompt(const Tokenizer& tokenizer, const PromptSpec& spec)
{
    if (spec.kind != PromptKind::Text && (spec.digits < 1 || spec.digits > 100))
        throw Error(ErrorCode::Usage, str("a key of ", spec.digits, " digits was asked for"), "Choose 1 to 100 digits.");
    auto prompt = ofKind(tokenizer, spec);
    for (const auto token : prompt.tokens)
        prompt.pieces.push_back(tokenizer.shown(token));
    for (const auto token : prompt.answer)
        prompt.answerPieces.push_back(tokenizer.shown(token));
    return prompt;
}

}  // namespace bam::inspect
