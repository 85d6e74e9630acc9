// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/results.h"

#include "core/base/json_text.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/spec/spec_fields.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace bam::compare {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostNotes = 6;
constexpr std::size_t kMostPoints = 100000;     // lengths or windows of one result: more is no result of any test
constexpr std::int64_t kMostCount = std::int64_t(1) << 40;

/// Notes of one file, not more than people read.
class Notes {
public:
    Notes(std::vector<std::string>& notes, std::string name) : m_notes(notes), m_name(std::move(name)) {}
    ~Notes()
    {
        if (m_count > kMostNotes)
            m_notes.push_back(str(m_name, ": ", m_count - kMostNotes, " more entries are left out."));
    }
    Notes(const Notes&) = delete;
    Notes& operator=(const Notes&) = delete;

    template <typename... Parts>
    void add(const Parts&... parts)
    {
        if (++m_count <= kMostNotes)
            m_notes.push_back(str(m_name, ": ", parts...));
    }

private:
    std::vector<std::string>& m_notes;
    const std::string m_name;
    std::size_t m_count = 0;
};

const Json* find(const Json& object, const char* key)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::optional<double> number(const Json* value)
{
    if (!value || !value->is_number())
        return std::nullopt;
    const double found = value->get<double>();
    return std::isfinite(found) ? std::optional(found) : std::nullopt;
}

/// A whole number 0 … kMostCount.
std::optional<std::int64_t> count(const Json* value)
{
    const auto found = number(value);
    if (!found || *found < 0 || *found > double(kMostCount) || *found != std::floor(*found))
        return std::nullopt;
    return std::int64_t(*found);
}

std::string text(const Json& object, const char* key)
{
    const auto* found = find(object, key);
    return found && found->is_string() ? found->get<std::string>() : std::string();
}

std::string shortened(const Json& value)
{
    auto shown = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return shown.size() > 60 ? "a long text" : shown;
}

/// The word that a Python text stands for.
std::optional<std::string> unquoted(std::string_view text)
{
    const auto word = trimmed(text);
    if (word.size() < 3 || (word.front() != '\'' && word.front() != '"') || word.back() != word.front())
        return std::nullopt;
    return std::string(word.substr(1, word.size() - 2));
}

/// "('equidistant', 20, 5, 0)", or with RoPE scaling "('equidistant', 20, 5, 0, 'yarn', 8)"
std::optional<PasskeyResult> resultOfKey(const std::string& key)
{
    if (key.size() < 3 || key.front() != '(' || key.back() != ')')
        return std::nullopt;
    const auto parts = splitText(std::string_view(key).substr(1, key.size() - 2), ',');
    if (parts.size() != 4 && parts.size() != 6)
        return std::nullopt;
    PasskeyResult result;
    result.key = key;
    const auto sampling = unquoted(parts[0]);
    if (!sampling)
        return std::nullopt;
    result.sampling = *sampling;
    if (parts.size() == 6) {
        const auto method = unquoted(parts[4]);
        if (!method || !spec::numberFromText(std::string(trimmed(parts[5]))))
            return std::nullopt;
        result.ropeScaling = str(*method, " × ", trimmed(parts[5]));
    }
    std::int64_t* const targets[] = {&result.samples, &result.digits, &result.prefixDigits};
    for (std::size_t n = 0; n < 3; ++n) {
        const std::string digits(trimmed(parts[n + 1]));
        if (digits.empty() || digits.size() > 9 || !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
            return std::nullopt;
        *targets[n] = std::stoll(digits);
    }
    return result;
}

void count(LengthResult& result)
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
    result.seed = count(find(entry, "seed")).value_or(-1);
    const auto* space = find(entry, "official_space");
    result.officialSpace = space && space->is_boolean() && space->get<bool>();
    result.tokenizer = text(entry, "tokenizer");
    result.checkpoint = text(entry, "checkpoint");
    count(result);
    auto outcomes = text(entry, "outcomes");
    const auto ones = std::count(outcomes.begin(), outcomes.end(), '1'), zeros = std::count(outcomes.begin(), outcomes.end(), '0');
    if (!outcomes.empty() && (ones != result.correct || ones + zeros != result.samples || std::size_t(ones + zeros) != outcomes.size()))
        notes.add(of.key, ", length ", *length, ": the outcomes of single prompts do not agree with its accuracy; they are not used.");
    else
        result.outcomes = std::move(outcomes);
    return result;
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
        count(added);
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
        if (details && details->is_object() && details->contains(key) && (*details)[key].is_array())
            for (const auto& entry : (*details)[key])
                if (auto length = ourLength(entry, *result, notes); length && result->lengths.size() < kMostPoints)
                    result->lengths.push_back(std::move(*length));
        if (official && official->is_object() && official->contains(key))
            addOfficial(*result, (*official)[key], notes);
        std::stable_sort(result->lengths.begin(), result->lengths.end(), [](const auto& a, const auto& b) { return a.promptTokens < b.promptTokens; });
        if (!result->lengths.empty())
            results.passkey.push_back(std::move(*result));
    }
}

std::string lastPart(const std::string& path)
{
    const auto end = path.find_last_not_of('/');
    if (end == std::string::npos)
        return path;
    const auto begin = path.find_last_of('/', end);
    return path.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

/// " (yarn × 8)" of a result with RoPE scaling.
std::string scalingText(const Json& entry)
{
    const auto* scaling = find(entry, "rope_scaling");
    if (!scaling || !scaling->is_object())
        return {};
    return str(" (", text(*scaling, "method"), " × ", shortest(number(find(*scaling, "factor")).value_or(1)), ")");
}

std::optional<PerplexityResult> perplexityOf(const Json& entry, std::size_t number, Notes& notes)
{
    const auto* positions = find(entry, "positions");
    const auto* values = find(entry, "perplexity");
    if (!positions || !values || !positions->is_array() || !values->is_array() || positions->size() != values->size() || positions->empty() || positions->size() > kMostPoints) {
        notes.add("perplexity ", number, " has no lists perplexity and positions of one length; it is left out.");
        return std::nullopt;
    }
    PerplexityResult result;
    result.dataset = text(entry, "dataset_dir");
    result.corpus = text(entry, "corpus");
    if (result.corpus.empty())
        result.corpus = result.dataset.empty() ? str("text ", number) : lastPart(result.dataset);
    result.corpus += scalingText(entry);
    result.window = count(find(entry, "window_size")).value_or(0);
    result.sequence = count(find(entry, "seq_len")).value_or(0);
    result.tokens = count(find(entry, "ntokens")).value_or(0);
    result.tokenizer = text(entry, "tokenizer");
    result.checkpoint = text(entry, "checkpoint");
    std::size_t gaps = 0;
    for (std::size_t n = 0; n < positions->size(); ++n) {
        const auto position = count(&(*positions)[n]);
        if (!position || (!result.positions.empty() && double(*position) <= result.positions.back())) {
            notes.add("perplexity ", number, ": position ", n + 1, " is ", shortened((*positions)[n]), "; expected growing numbers of tokens. The result is left out.");
            return std::nullopt;
        }
        const auto* value = &(*values)[n];
        const double found = value->is_number() ? value->get<double>() : kNone;
        const bool usable = std::isfinite(found) && found > 0;
        gaps += !usable;
        result.positions.push_back(double(*position));
        result.perplexity.push_back(usable ? found : kNone);
    }
    if (gaps > 0)
        notes.add("perplexity ", number, ": ", gaps, " of ", positions->size(), " windows have no number above 0; the curve has gaps there.");
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
}

}  // namespace

const LengthResult* PasskeyResult::at(std::int64_t shownLength) const
{
    const auto found = std::find_if(lengths.begin(), lengths.end(), [&](const auto& one) { return one.shownLength() == shownLength; });
    return found == lengths.end() ? nullptr : &*found;
}

double PerplexityResult::mean() const
{
    double sum = 0;
    std::int64_t n = 0;
    for (const double value : perplexity)
        if (std::isfinite(value)) {
            sum += std::log(value);
            ++n;
        }
    return n > 0 ? std::exp(sum / double(n)) : kNone;
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
