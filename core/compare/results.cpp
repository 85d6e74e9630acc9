// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/results.h"

#include "core/base/json_text.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/compare/result_json.h"
#include "core/encoding/scaling/rope_scaling.h"
#include "core/spec/spec_fields.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace bam::compare {
namespace {

/// The word that a Python text stands for.
std::optional<std::string> unquoted(std::string_view text)
{
    const auto word = trimmed(text);
    if (word.size() < 3 || (word.front() != '\'' && word.front() != '"') || word.back() != word.front())
        return std::nullopt;
    return std::string(word.substr(1, word.size() - 2));
}

/// "('equidistant', 20, 5, 0)", and behind it what the official key has no word for: a filler, 'generated', a RoPE scaling with its factor and, where it is not that of the training, its length ('yarn', 8, 1024)
std::optional<PasskeyResult> resultOfKey(const std::string& key)
{
    if (key.size() < 3 || key.front() != '(' || key.back() != ')')
        return std::nullopt;
    const auto parts = splitText(std::string_view(key).substr(1, key.size() - 2), ',');
    if (parts.size() < 4)
        return std::nullopt;
    PasskeyResult result;
    result.key = key;
    const auto sampling = unquoted(parts[0]);
    if (!sampling)
        return std::nullopt;
    result.sampling = *sampling;
    std::int64_t* const targets[] = {&result.samples, &result.digits, &result.prefixDigits};
    for (std::size_t n = 0; n < 3; ++n) {
        const std::string digits(trimmed(parts[n + 1]));
        if (digits.empty() || digits.size() > 9 || !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
            return std::nullopt;
        *targets[n] = std::stoll(digits);
    }
    const auto methods = encoding::ropeScalingNames();
    for (std::size_t n = 4; n < parts.size(); ++n) {
        const auto word = unquoted(parts[n]);
        const bool isScaling = word && n + 1 < parts.size() && std::find(methods.begin(), methods.end(), *word) != methods.end() && spec::numberFromText(std::string(trimmed(parts[n + 1])));
        if (isScaling) {
            result.scaling = str(*word, " × ", trimmed(parts[++n]));
            if (n + 1 < parts.size() && spec::numberFromText(std::string(trimmed(parts[n + 1]))))
                result.scaling += str(" of ", trimmed(parts[++n]));
        } else {
            result.sampling += str(", ", word.value_or(std::string(trimmed(parts[n]))));
        }
    }
    return result;
}

void countCorrect(LengthResult& result)
{
    const double exact = result.accuracy * double(result.samples);
    const double nearest = std::round(exact);
    if (result.samples < 1 || std::abs(exact - nearest) > 1e-6 * std::max(1.0, exact)) {
        result.correct = -1;
        result.wilson = {0, 1};
        return;
    }
    result.correct = std::int64_t(nearest);
    result.wilson = wilsonInterval(result.correct, result.samples);
}

/// Where the key of each prompt was, as long as there is a place for every outcome.
void readDepths(LengthResult& result, const Json& entry)
{
    const auto* depths = find(entry, "depths");
    if (!depths || !depths->is_array() || depths->size() != result.outcomes.size())
        return;
    for (const auto& one : *depths) {
        const auto depth = number(&one);
        if (!depth || *depth < 0 || *depth > 1) {
            result.depths.clear();
            return;
        }
        result.depths.push_back(*depth);
    }
}

std::optional<LengthResult> ourLength(const Json& entry, const PasskeyResult& of, Notes& notes)
{
    const auto length = count(find(entry, "length")), tokens = count(find(entry, "prompt_tokens"));
    const auto accuracy = number(find(entry, "accuracy"));
    if (!length || !tokens) {
        notes.add(of.key, " has an entry without length and prompt_tokens; it is left out.");
        return std::nullopt;
    }
    if (!accuracy || *accuracy < 0 || *accuracy > 1) {
        notes.add(of.key, ", length ", *length, ": the accuracy is ", find(entry, "accuracy") ? shortened(*find(entry, "accuracy")) : "missing", "; expected 0 to 1. It is left out.");
        return std::nullopt;
    }
    LengthResult result;
    result.length = *length;
    result.promptTokens = *tokens;
    result.accuracy = *accuracy;
    result.samples = count(find(entry, "samples")).value_or(of.samples);
    if (const auto one = seed(entry))
        result.seeds.push_back(*one);
    result.officialSpace = flag(entry, "official_space");
    result.tokenizer = text(entry, "tokenizer");
    result.checkpoint = text(entry, "checkpoint");
    result.making = makingOf(entry);
    countCorrect(result);
    auto outcomes = text(entry, "outcomes");
    const auto ones = std::count(outcomes.begin(), outcomes.end(), '1'), zeros = std::count(outcomes.begin(), outcomes.end(), '0');
    if (!outcomes.empty() && (ones != result.correct || ones + zeros != result.samples || std::size_t(ones + zeros) != outcomes.size()))
        notes.add(of.key, ", length ", *length, ": the outcomes of single prompts do not agree with its accuracy; they are not used.");
    else
        result.outcomes = std::move(outcomes);
    readDepths(result, entry);
    return result;
}

/// Another seed's prompts of a length that is known.
void pool(LengthResult& into, LengthResult&& more)
{
    if (into.outcomes.empty() || more.outcomes.empty())
        into.outcomes.clear();
    else
        into.outcomes += more.outcomes;
    into.depths.insert(into.depths.end(), more.depths.begin(), more.depths.end());
    if (into.depths.size() != into.outcomes.size())
        into.depths.clear();
    into.making.seed.reset();       // of several: `seeds` has them
    const auto samples = into.samples + more.samples;
    into.accuracy = (into.accuracy * double(into.samples) + more.accuracy * double(more.samples)) / double(std::max<std::int64_t>(1, samples));
    into.samples = samples;
    into.promptTokens = std::max(into.promptTokens, more.promptTokens);
    into.seeds.insert(into.seeds.end(), more.seeds.begin(), more.seeds.end());
    countCorrect(into);
}

void add(PasskeyResult& result, LengthResult&& length)
{
    const auto known = std::find_if(result.lengths.begin(), result.lengths.end(), [&](const auto& one) {
        return one.length == length.length && one.checkpoint == length.checkpoint && one.tokenizer == length.tokenizer && one.officialSpace == length.officialSpace && !length.seeds.empty() && !one.seeds.empty() && length.seeds.front() > one.seeds.back();
    });
    if (known != result.lengths.end())
        pool(*known, std::move(length));
    else if (result.lengths.size() < kMostPoints)
        result.lengths.push_back(std::move(length));
}

/// Lengths that only the official shape holds.
void addOfficial(PasskeyResult& result, const Json& official, Notes& notes)
{
    const auto* lengths = find(official, "seq_lens");
    const auto* accuracies = find(official, "accs");
    if (!lengths || !accuracies || !lengths->is_array() || !accuracies->is_array() || lengths->size() != accuracies->size()) {
        notes.add(result.key, " has no lists seq_lens and accs of one length; it is left out.");
        return;
    }
    for (std::size_t n = 0; n < lengths->size() && n < kMostPoints; ++n) {
        const auto tokens = count(&(*lengths)[n]);
        const auto accuracy = number(&(*accuracies)[n]);
        if (!tokens || !accuracy || *accuracy < 0 || *accuracy > 1) {
            notes.add(result.key, ", entry ", n + 1, ": ", shortened((*accuracies)[n]), " at ", shortened((*lengths)[n]), " tokens; expected an accuracy from 0 to 1. It is left out.");
            continue;
        }
        if (std::any_of(result.lengths.begin(), result.lengths.end(), [&](const auto& known) { return known.promptTokens == *tokens; }))
            continue;
        LengthResult added;
        added.promptTokens = *tokens;
        added.accuracy = *accuracy;
        added.samples = result.samples;
        countCorrect(added);
        result.lengths.push_back(added);
    }
}

void readPasskey(Results& results, const Json& json, Notes& notes)
{
    const auto* official = find(json, "passkey");
    const auto* details = find(json, "passkey_details");
    std::vector<std::string> keys;
    for (const auto* section : {details, official}) {
        if (!section)
            continue;
        if (!section->is_object()) {
            notes.add("the pass-key results are ", section->type_name(), "; expected an object. They are left out.");
            continue;
        }
        for (const auto& [key, value] : section->items())
            if (std::find(keys.begin(), keys.end(), key) == keys.end())
                keys.push_back(key);
    }
    for (const auto& key : keys) {
        auto result = resultOfKey(key);
        if (!result) {
            notes.add("pass-key results are called ", shortened(Json(key)), "; expected for example ('equidistant', 20, 5, 0). They are left out.");
            continue;
        }
        // What the model wrote by itself, beside the score with the true digits before each.
        auto written = *result;
        written.sampling += ", generated";
        if (details && details->is_object() && details->contains(key) && (*details)[key].is_array())
            for (const auto& entry : (*details)[key]) {
                if (auto length = ourLength(entry, *result, notes))
                    add(*result, std::move(*length));
                if (const auto* generated = find(entry, "generated"); generated && generated->is_object()) {
                    auto one = entry;
                    one.update(*generated);
                    if (auto length = ourLength(one, written, notes))
                        add(written, std::move(*length));
                }
            }
        if (official && official->is_object() && official->contains(key))
            addOfficial(*result, (*official)[key], notes);
        std::stable_sort(result->lengths.begin(), result->lengths.end(), [](const auto& a, const auto& b) { return a.promptTokens < b.promptTokens; });
        std::stable_sort(written.lengths.begin(), written.lengths.end(), [](const auto& a, const auto& b) { return a.promptTokens < b.promptTokens; });
        if (!result->lengths.empty())
            results.passkey.push_back(std::move(*result));
        if (!written.lengths.empty())
            results.passkey.push_back(std::move(written));
    }
}

/// Tokens of each window, as long as there is a number above 0 for every one.
void readCounts(PerplexityResult& result, const Json& entry)
{
    const auto* tokens = find(entry, "tokens");
    if (!tokens || !tokens->is_array() || tokens->size() != result.positions.size())
        return;
    for (const auto& one : *tokens) {
        const auto counted = count(&one);
        if (!counted || *counted == 0) {
            result.counts.clear();
            return;
        }
        result.counts.push_back(double(*counted));
    }
}

std::optional<PerplexityResult> perplexityOf(const Json& entry, std::size_t place, Notes& notes)
{
    const auto* positions = find(entry, "positions");
    const auto* values = find(entry, "perplexity");
    if (!positions || !values || !positions->is_array() || !values->is_array() || positions->size() != values->size() || positions->empty() || positions->size() > kMostPoints) {
        notes.add("perplexity ", place, " has no lists perplexity and positions of one length; it is left out.");
        return std::nullopt;
    }
    PerplexityResult result;
    result.dataset = text(entry, "dataset_dir");
    result.corpus = text(entry, "corpus");
    if (result.corpus.empty())
        result.corpus = result.dataset.empty() ? str("text ", place) : lastPart(result.dataset);
    result.documents = text(entry, "documents");
    result.scaling = scalingOf(entry);
    result.window = count(find(entry, "window_size")).value_or(0);
    result.sequence = count(find(entry, "seq_len")).value_or(0);
    result.tokens = count(find(entry, "ntokens")).value_or(0);
    result.tokenizer = text(entry, "tokenizer");
    result.checkpoint = text(entry, "checkpoint");
    result.all = number(find(entry, "perplexity_all"));
    result.interval = interval(find(entry, "perplexity_all_95"));
    result.bitsPerByte = number(find(entry, "bits_per_byte"));
    result.bytes = count(find(entry, "bytes")).value_or(0);
    result.making = makingOf(entry);
    std::size_t gaps = 0;
    for (std::size_t n = 0; n < positions->size(); ++n) {
        const auto position = count(&(*positions)[n]);
        if (!position || (!result.positions.empty() && double(*position) <= result.positions.back())) {
            notes.add("perplexity ", place, ": position ", n + 1, " is ", shortened((*positions)[n]), "; expected growing numbers of tokens. The result is left out.");
            return std::nullopt;
        }
        const auto* value = &(*values)[n];
        const double found = value->is_number() ? value->get<double>() : kNone;
        const bool usable = std::isfinite(found) && found > 0;
        gaps += !usable;
        result.positions.push_back(double(*position));
        result.perplexity.push_back(usable ? found : kNone);
    }
    readCounts(result, entry);
    if (gaps > 0)
        notes.add("perplexity ", place, ": ", gaps, " of ", positions->size(), " windows have no number above 0; the curve has gaps there.");
    return result;
}

void readPerplexity(Results& results, const Json& json, Notes& notes)
{
    const auto* list = find(json, "perplexity");
    if (!list)
        return;
    if (!list->is_array()) {
        notes.add("perplexity is ", list->type_name(), "; expected a list. It is left out.");
        return;
    }
    for (std::size_t n = 0; n < list->size() && n < 1000; ++n)
        if (auto result = perplexityOf((*list)[n], n + 1, notes))
            results.perplexity.push_back(std::move(*result));
    nameTexts(results.perplexity);
}

}  // namespace

const LengthResult* PasskeyResult::at(std::int64_t shownLength) const
{
    const auto found = std::find_if(lengths.begin(), lengths.end(), [&](const auto& one) { return one.shownLength() == shownLength; });
    return found == lengths.end() ? nullptr : &*found;
}

double PerplexityResult::mean() const
{
    if (all)
        return *all;
    double sum = 0, tokens = 0;
    for (std::size_t n = 0; n < perplexity.size(); ++n)
        if (std::isfinite(perplexity[n])) {
            const double weight = counts.empty() ? 1 : counts[n];
            sum += weight * std::log(perplexity[n]);
            tokens += weight;
        }
    return tokens > 0 ? std::exp(sum / tokens) : kNone;
}

Results parseResults(std::string_view text, const std::string& name)
{
    Results results;
    results.present = true;
    Notes notes(results.notes, name);
    if (trimmed(text).empty()) {
        notes.add("the file is empty. Restore it or move it away, then evaluate the run again.");
        return results;
    }
    if (nestsTooDeep(text)) {
        notes.add("it nests deeper than ", kDeepestJson, " levels, which no results do. Restore it or move it away, then evaluate the run again.");
        return results;
    }
    const auto json = jsonOrDiscarded(withoutBareNan(text));
    if (!json.is_object()) {
        notes.add(json.is_discarded() ? "it is no JSON, or ends too early" : "it holds no JSON object", ". Restore it or move it away, then evaluate the run again.");
        return results;
    }
    readPasskey(results, json, notes);
    readPerplexity(results, json, notes);
    results.sliding = readSliding(json, notes);
    results.ruler = readRuler(json, notes);
    results.choices = readChoices(json, notes);
    return results;
}

Results readResults(const std::filesystem::path& run)
{
    const auto file = run / "results.json";
    try {
        const auto text = readSmallFile(file);
        return text ? parseResults(*text, file.string()) : Results{};
    } catch (const std::exception& failure) {
        Results results;
        results.present = true;
        results.notes.push_back(failure.what());
        return results;
    }
}

}  // namespace bam::compare
