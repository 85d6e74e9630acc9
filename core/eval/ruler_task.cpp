// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/ruler_task.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/eval/passkey_texts.h"
#include "core/eval/ruler_size.h"
#include "core/eval/ruler_words.h"
#include "core/eval/sentences.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace bam::eval {
namespace {

enum class Haystack { Noise, Essays, Needles };
enum class Value { Number, Uuid };

/// The paper's table of needle tasks.
struct NeedleTask {
    Haystack haystack = Haystack::Noise;
    bool uuidKeys = false;
    Value value = Value::Number;
    std::size_t keys = 1, values = 1, queries = 1;
};

const std::map<std::string, NeedleTask>& needleTasks()
{
    static const std::map<std::string, NeedleTask> all{
        {"niah_single_1", {}},
        {"niah_single_2", {.haystack = Haystack::Essays}},
        {"niah_single_3", {.haystack = Haystack::Essays, .value = Value::Uuid}},
        {"niah_multikey_1", {.haystack = Haystack::Essays, .keys = 4}},
        {"niah_multikey_2", {.haystack = Haystack::Needles}},
        {"niah_multikey_3", {.haystack = Haystack::Needles, .uuidKeys = true, .value = Value::Uuid}},
        {"niah_multivalue", {.haystack = Haystack::Essays, .values = 4}},
        {"niah_multiquery", {.haystack = Haystack::Essays, .keys = 4, .queries = 4}},
    };
    return all;
}

constexpr std::int64_t kNeedleAnswer = 128, kVariableAnswer = 30, kCommonAnswer = 120, kFrequentAnswer = 50;    // tokens, as in the paper, whose tokenizers have many pieces
constexpr std::int64_t kSpareAnswer = 8;                            // tokens, beside a quarter of the wanted answer's: for line breaks and a word or two around it
constexpr std::size_t kHops = 4;
constexpr std::size_t kCommonWords = 10;
/// How often words come: as in the paper, and less where so many with `others` other words do not fit.
struct Frequency {
    std::int64_t others, common, other;
};
constexpr Frequency kFrequencies[] = {{50, 30, 3}, {20, 10, 1}, {5, 3, 1}};
constexpr std::int64_t kRoomForExample = 2048;                      // tokens of a prompt from which on a solved example comes before the question
constexpr double kZipf = 2;                                         // the paper's α
constexpr std::size_t kFrequentWords = 3;

std::string valueOf(Value kind, SplitMix64& random) { return kind == Value::Uuid ? needleUuid(random) : needleNumber(random); }

std::string needle(Value kind, const std::string& key, const std::string& value)
{
    return str("The special magic ", kind == Value::Uuid ? "uuid" : "number", " of ", key, " is: ", value, ".");
}

std::string joined(const std::vector<std::string>& parts, const char* between)
{
    std::string text;
    for (const auto& part : parts)
        text += (text.empty() ? "" : between) + part;
    return text;
}

/// So many different places 0 … size, ascending.
std::vector<std::int64_t> places(SplitMix64& random, std::int64_t size, std::size_t count)
{
    std::vector<std::int64_t> all;
    for (std::size_t n = 0; n < count; ++n)
        all.push_back(random.between(0, size));
    std::sort(all.begin(), all.end());
    return all;
}

/// Filler with sentences put in, in their order. @param filler the k-th sentence of it
std::string hidden(std::int64_t size, const std::vector<std::string>& sentences, SplitMix64 random, const std::function<std::string(std::int64_t)>& filler, const char* between)
{
    const auto at = places(random, size, sentences.size());
    std::vector<std::string> parts;
    std::size_t next = 0;
    for (std::int64_t n = 0; n <= size; ++n) {
        while (next < at.size() && at[next] == n)
            parts.push_back(sentences[next++]);
        if (n < size)
            parts.push_back(filler(n));
    }
    return joined(parts, between);
}

/// "1. word 2. word …"
std::string numberedList(const std::vector<std::string>& words)
{
    std::string text;
    for (std::size_t n = 0; n < words.size(); ++n)
        text += str(n == 0 ? "" : " ", n + 1, ". ", words[n]);
    return text;
}

std::vector<std::string> repeated(const std::vector<std::string>& common, std::int64_t commonTimes, const std::vector<std::string>& others, std::int64_t otherTimes, SplitMix64 random)
{
    std::vector<std::string> all;
    for (std::int64_t n = 0; n < commonTimes; ++n)
        all.insert(all.end(), common.begin(), common.end());
    for (std::int64_t n = 0; n < otherTimes; ++n)
        all.insert(all.end(), others.begin(), others.end());
    shuffle(all, random);
    return all;
}

std::string commonText(const std::vector<std::string>& list)
{
    return str("Here is a numbered list of words. Some of them come more often than others; keep in mind which ones.\n", numberedList(list), "\nQuestion: Which are the ", kCommonWords,
        " words that come most often in the list above?");
}

constexpr const char* kCommonPrefix = " Answer: The words that come most often in the list are:";

std::string chainText(const std::string& context, const std::string& value)
{
    return str("The text below hides assignments of variables, some of them by way of others. Follow them.\n\n", context, "\nQuestion: Which variables have the value ", value, " in the text above?");
}

std::string chainPrefix(std::size_t count, const std::string& value)
{
    return str(" Answer: By the assignments in the text above, ", count, " variables have the value ", value, ":");
}

/// "VAR A = 12345", "VAR B = VAR A", …
std::vector<std::string> chain(const std::vector<std::string>& names, const std::string& value)
{
    std::vector<std::string> all;
    for (std::size_t n = 0; n < names.size(); ++n)
        all.push_back(n == 0 ? str("VAR ", names[n], " = ", value) : str("VAR ", names[n], " = VAR ", names[n - 1]));
    return all;
}

}  // namespace

bool rulerNeedsEssays(const std::string& task)
{
    const auto found = needleTasks().find(task);
    return found != needleTasks().end() && found->second.haystack == Haystack::Essays;
}

double rulerScore(const std::string& written, const std::vector<std::string>& answers)
{
    if (answers.empty())
        return 0;
    const auto lowered = [](std::string text) {
        std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
        return text;
    };
    const auto text = lowered(written);
    const auto found = std::count_if(answers.begin(), answers.end(), [&](const auto& answer) { return text.find(lowered(answer)) != std::string::npos; });
    return double(found) / double(answers.size());
}

RulerTasks::RulerTasks(const tokenizer::Tokenizer& tokenizer, const spec::RulerSpec& spec) : m_tokenizer(tokenizer), m_spec(spec)
{
    const auto needy = std::find_if(spec.tasks.begin(), spec.tasks.end(), rulerNeedsEssays);
    if (needy == spec.tasks.end())
        return;
    if (spec.essays.empty()) {
        std::vector<std::string> others;
        std::copy_if(spec.tasks.begin(), spec.tasks.end(), std::back_inserter(others), [](const auto& task) { return !rulerNeedsEssays(task); });
        throw Error(ErrorCode::Usage, str("RULER's task ", *needy, " hides its needles in essays, and none are given"),
            others.empty() ? std::string("Give a text or a folder of texts with --ruler_essays.")
                           : str("Give a text or a folder of texts with --ruler_essays, or leave such tasks out: --ruler_tasks ", joined(others, ",")));
    }
    m_essays = sentencesOfFile(spec.essays, "RULER's essays");
    m_essaysHash = sha256OfTexts(spec.essays);
}

RulerTasks::Draft RulerTasks::needles(const std::string& task, SplitMix64 random) const
{
    const auto& kind = needleTasks().at(task);
    const auto count = std::max(kind.keys, kind.queries);
    const auto keyOf = [&](SplitMix64& from, std::size_t wanted, const std::vector<std::string>& except) {
        if (!kind.uuidKeys)
            return needleNames(from, wanted, except);
        std::vector<std::string> keys;
        for (std::size_t n = 0; n < wanted; ++n)
            keys.push_back(needleUuid(from));
        return keys;
    };
    Draft draft;
    const auto keys = keyOf(random, count, {});
    std::vector<std::string> sentences, queried;
    for (std::size_t n = 0; n < keys.size(); ++n) {
        if (n < kind.queries)
            queried.push_back(keys[n]);
        for (std::size_t v = 0; v < kind.values; ++v) {
            const auto value = valueOf(kind.value, random);
            if (n < kind.queries)
                draft.answers.push_back(value);
            sentences.push_back(needle(kind.value, keys[n], value));
        }
    }
    shuffle(sentences, random);
    const std::string what = kind.value == Value::Uuid ? "uuid" : "number";
    const bool several = draft.answers.size() > 1;
    const auto whose = joinNames(queried);
    const auto asked = str("special magic ", what, several ? "s" : "", " of ", whose, " that the text gives");
    draft.answerPrefix = str(" The ", asked, several ? " are" : " is");
    draft.most = answerTokens(kNeedleAnswer, draft, str(' ', joinNames(draft.answers), '.'));
    const auto first = random.below(std::max<std::size_t>(1, m_essays.size()));
    const auto seed = random.next();
    draft.text = [this, kind, what, several, asked, sentences, first, seed, keyOf, keys](std::int64_t size) {
        SplitMix64 place(seed), others(seed + 1);
        std::vector<std::string> distractors;
        if (kind.haystack == Haystack::Needles)
            for (const auto& key : keyOf(others, std::size_t(size), keys))      // a second needle of the same key would be as right
                distractors.push_back(needle(kind.value, key, valueOf(kind.value, others)));
        const auto filler = [&](std::int64_t n) -> std::string {
            if (kind.haystack == Haystack::Essays)
                return m_essays[(std::size_t(first) + std::size_t(n)) % m_essays.size()];
            return kind.haystack == Haystack::Needles ? distractors[std::size_t(n)] : kPasskeyFiller;
        };
        return str("Somewhere in the text below special magic ", what, "s are hidden. Keep them in mind: you will be asked about the ", what, "s at its end.\n",
            hidden(size, sentences, place, filler, kind.haystack == Haystack::Essays ? " " : "\n"), "\nWhat ", several ? "are all the " : "is the ", asked, "?");
    };
    return draft;
}

RulerTasks::Draft RulerTasks::variables(SplitMix64 random) const
{
    const auto names = variableNames(random, 2 * (kHops + 1));
    const std::vector<std::string> first(names.begin(), names.begin() + kHops + 1), second(names.begin() + kHops + 1, names.end());
    const auto value = std::to_string(random.between(10000, 99999)), other = std::to_string(random.between(10000, 99999));
    Draft draft;
    draft.answers = first;
    draft.answerPrefix = chainPrefix(first.size(), value);
    draft.most = answerTokens(kVariableAnswer + std::int64_t(kHops) * 6, draft, ' ' + joined(first, " "));      // five letters are up to five pieces
    const auto noise = [](std::int64_t) { return std::string(kPasskeyFiller); };
    // A solved example shows what is asked for.
    const auto example = str(chainText(hidden(3, chain(second, other), SplitMix64(random.next()), noise, "\n"), other), chainPrefix(second.size(), other), ' ', joined(second, " "), "\n\n");
    const auto seed = random.next();
    draft.text = [example, first, value, noise, seed](std::int64_t size) { return example + chainText(hidden(size, chain(first, value), SplitMix64(seed), noise, "\n"), value); };
    return draft;
}

RulerTasks::Draft RulerTasks::commonWords(SplitMix64 random, std::int64_t length) const
{
    Draft draft;
    const auto exampleWords = plainWords(random, 2 * kCommonWords);
    const std::vector<std::string> exampleCommon(exampleWords.begin(), exampleWords.begin() + kCommonWords), exampleOthers(exampleWords.begin() + kCommonWords, exampleWords.end());
    const auto answerOf = [](const std::vector<std::string>& words) { return str(' ', numberedList(words)); };
    std::string example;
    if (length >= kRoomForExample)
        example = str(commonText(repeated(exampleCommon, 3, exampleOthers, 1, SplitMix64(random.next()))), kCommonPrefix, answerOf(exampleCommon), "\n\n");
    const auto seed = random.next();
    SplitMix64 from(seed);
    // All from one list, as many as could ever be needed (a word with its number takes three tokens at least): the common ones must not look different.
    const auto words = plainWords(from, kCommonWords + std::size_t(std::max<std::int64_t>(0, length)) / 3);
    draft.answers.assign(words.begin(), words.begin() + kCommonWords);
    draft.answerPrefix = kCommonPrefix;
    draft.most = answerTokens(kCommonAnswer, draft, answerOf(draft.answers));
    draft.largest = std::int64_t(words.size() - kCommonWords);
    // Size: the number of other words.
    for (const auto& times : kFrequencies) {
        draft.least = times.others;
        draft.text = [example, words, seed, times](std::int64_t size) {
            const auto middle = words.begin() + kCommonWords, end = words.begin() + std::min(std::ptrdiff_t(words.size()), std::ptrdiff_t(size) + std::ptrdiff_t(kCommonWords));
            return example + commonText(repeated({words.begin(), middle}, times.common, {middle, end}, times.other, SplitMix64(seed + 1)));
        };
        draft.leastTokens = tokensOf(draft, draft.least);
        if (draft.leastTokens <= length - draft.most)
            break;
    }
    return draft;
}

RulerTasks::Draft RulerTasks::frequentWords(SplitMix64 random) const
{
    Draft draft;
    draft.least = 60;
    const auto words = codedWords(random, 200);
    draft.answers.assign(words.begin(), words.begin() + kFrequentWords);
    draft.answerPrefix = " Answer: The three coded words that come most often are:";
    draft.most = answerTokens(kFrequentAnswer, draft, str(' ', joinNames(draft.answers), '.'));
    const auto seed = random.next();
    // Size: the number of words. Rank k comes ∝ k^−α; the first rank is dots.
    draft.text = [words, seed](std::int64_t size) {
        double sum = 0;
        for (std::size_t rank = 1; rank <= words.size() + 1; ++rank)
            sum += std::pow(double(rank), -kZipf);
        const auto timesOf = [&](std::size_t rank) { return std::llround(double(size) * std::pow(double(rank), -kZipf) / sum); };
        // In a short text rounding may leave the fourth word as common as the third: then the wanted ones come once more.
        const auto more = timesOf(kFrequentWords + 1) > timesOf(kFrequentWords + 2) ? 0 : 1;
        std::vector<std::string> all;
        for (std::size_t rank = 1; rank <= words.size() + 1; ++rank)
            for (auto times = timesOf(rank) + (rank > 1 && rank <= kFrequentWords + 1 ? more : 0); times > 0; --times)
                all.push_back(rank == 1 ? "...." : words[rank - 2]);
        SplitMix64 place(seed);
        shuffle(all, place);
        return str("The coded text below repeats some coded words more often than others. Keep count of them.\n", joined(all, " "),
            "\nQuestion: Leave the dots aside. Which three coded words come most often in the text above?");
    };
    return draft;
}

std::int64_t RulerTasks::answerTokens(std::int64_t papers, const Draft& draft, const std::string& wanted) const
{
    const auto tokens = std::int64_t(m_tokenizer.encode((m_spec.answerPrefix ? std::string() : draft.answerPrefix) + wanted).size());
    return std::max(papers, tokens + tokens / 4 + kSpareAnswer);
}

std::string RulerTasks::textOf(const Draft& draft, std::int64_t size) const { return draft.text(size) + (m_spec.answerPrefix ? draft.answerPrefix : "\n"); }

std::int64_t RulerTasks::tokensOf(const Draft& draft, std::int64_t size) const { return std::int64_t(m_tokenizer.encode(textOf(draft, size)).size()); }

RulerTasks::Draft RulerTasks::draft(const std::string& task, std::int64_t length, std::int64_t n) const
{
    std::uint64_t name = 0;
    for (const char letter : task)
        name = name * 31 + std::uint64_t(letter);
    const SplitMix64 random(mixKeys(mixKeys(mixKeys(std::uint64_t(m_spec.seed), name), std::uint64_t(length)), std::uint64_t(n)));
    auto made = task == "vt" ? variables(random) : task == "cwe" ? commonWords(random, length) : task == "fwe" ? frequentWords(random) : needles(task, random);
    if (made.leastTokens == 0)
        made.leastTokens = tokensOf(made, made.least);
    return made;
}

std::int64_t RulerTasks::tokensNeeded(const std::string& task, std::int64_t length, std::int64_t samples, const std::stop_token& stop) const
{
    std::int64_t most = 0;
    for (std::int64_t n = 0; n < samples; ++n) {
        if (stop.stop_requested())
            throw Error(ErrorCode::Stopped, str("stopped on request while prompts of RULER's task ", task, " were tried for their length"));
        const auto made = draft(task, length, n);
        most = std::max(most, made.leastTokens + made.most);
        if (n == 0 && 2 * most <= length)
            break;
    }
    return most;
}

void RulerTasks::requireFits(const std::string& task, std::int64_t length, std::int64_t samples, const std::stop_token& stop) const
{
    const auto needed = tokensNeeded(task, length, samples, stop);
    if (needed <= length)
        return;
    // Prompts of another length are others.
    auto enough = needed;
    for (auto next = tokensNeeded(task, enough, samples, stop); next > enough; next = tokensNeeded(task, enough, samples, stop))
        enough = next;
    throw Error(ErrorCode::Usage,
        str("RULER's task ", task, " does not fit into ", withThousands(length), " tokens: the longest of its ", withThousands(samples), samples == 1 ? " prompt" : " prompts",
            " takes ", withThousands(needed), " with its answer, without any filler"),
        str("Test it with ", withThousands(enough), " tokens or clearly more (--ruler_lengths), or leave it out (--ruler_tasks)."));
}

RulerPrompt RulerTasks::prompt(const std::string& task, std::int64_t length, std::int64_t n, const std::stop_token& stop) const
{
    const auto made = draft(task, length, n);
    if (made.leastTokens + made.most > length)
        throw Error(ErrorCode::Usage, str("prompt ", n + 1, " of RULER's task ", task, " does not fit into ", withThousands(length), " tokens: it takes ", withThousands(made.leastTokens + made.most), " with its answer"),
            "Test the task with longer prompts (--ruler_lengths), or leave it out (--ruler_tasks).");
    const auto room = length - made.most;
    RulerPrompt prompt;
    const auto look = [&](std::int64_t size) {
        if (stop.stop_requested())
            throw Error(ErrorCode::Stopped, str("stopped on request while a prompt of RULER's task ", task, " was made"));
        prompt.text = textOf(made, size);
        prompt.tokens = m_tokenizer.encode(prompt.text);
        return std::int64_t(prompt.tokens.size());
    };
    // Filler of any kind takes about a token per size at least.
    const auto most = made.largest > 0 ? made.largest : made.least + 2 * room;
    look(sizeInSteps(made.least, largestSize(made.least, made.leastTokens, most, room, look), room));
    prompt.answers = made.answers;
    prompt.most = made.most;
    return prompt;
}

}  // namespace bam::eval
