// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/task_results.h"

#include "core/compare/result_json.h"
#include "core/spec/spec.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bam::compare {
namespace {

constexpr std::size_t kMostEntries = 1000;
constexpr double kSameText = 0.9;       // stretches of a text that share so much count as the same one

/// As far as both say.
bool agree(const std::string& one, const std::string& other) { return one.empty() || other.empty() || one == other; }

/// By the hash over all of them. Of another tokenizer they are other tokens, which say nothing.
bool samePrompts(const Making& one, const Making& other) { return !agree(one.tokenizer, other.tokenizer) || agree(one.prompts, other.prompts); }

/// A share, or nothing with a note.
std::optional<double> share(const Json& entry, const char* key, const std::string& of, Notes& notes)
{
    const auto* value = find(entry, key);
    const auto found = number(value);
    if (found && *found >= 0 && *found <= 1)
        return found;
    notes.add(of, ": ", key, " is ", value ? shortened(*value) : std::string("missing"), "; expected 0 to 1. It is left out.");
    return std::nullopt;
}

std::optional<RulerLength> rulerLength(const Json& entry, const std::string& task, Notes& notes)
{
    const auto length = count(find(entry, "length"));
    if (!length) {
        notes.add("RULER ", task, " has an entry without a length; it is left out.");
        return std::nullopt;
    }
    const auto score = share(entry, "score", str("RULER ", task, ", length ", *length), notes);
    if (!score)
        return std::nullopt;
    return RulerLength{*length, count(find(entry, "prompt_tokens")).value_or(*length), count(find(entry, "samples")).value_or(0), *score, interval(find(entry, "score_95")), makingOf(entry),
        flag(entry, "answer_prefix").value_or(spec::RulerSpec().answerPrefix), lastPart(text(entry, "essays")), text(entry, "essays_sha256")};
}

std::string rulerName(const std::string& task, const RulerLength& of)
{
    return str(task, of.essays.empty() ? "" : ", in ", of.essays, of.answerPrefix ? "" : ", without answer prefix");
}

/// @param of for notes
std::optional<ChoiceScore> choiceScore(const Json& entry, const std::string& of, Notes& notes)
{
    ChoiceScore score;
    score.subject = text(entry, "subject");
    score.questions = count(find(entry, "questions")).value_or(count(find(entry, "samples")).value_or(0));
    if (find(entry, "questions") && score.questions == 0)
        return std::nullopt;        // none could be scored
    const auto accuracy = share(entry, "acc", of, notes);
    if (!accuracy)
        return std::nullopt;
    score.accuracy = *accuracy;
    score.interval = interval(find(entry, "acc_wilson_95"));
    if (find(entry, "acc_norm"))
        score.normalized = share(entry, "acc_norm", of, notes);
    if (score.normalized)
        score.normalizedInterval = interval(find(entry, "acc_norm_wilson_95"));
    score.making = makingOf(entry);
    return score;
}

/// What tells two measurements of one task apart besides examples and data: its only subject, the number of questions, a mark of the beginning, and what becomes of long questions.
std::string choiceName(const std::string& task, const ChoiceResult& result, const Json& entry)
{
    auto name = task;
    if (result.subjects.size() == 1 && !result.subjects.front().subject.empty() && result.subjects.front().subject != task)
        name += str(", ", result.subjects.front().subject);
    if (const auto limit = count(find(entry, "limit")); limit && *limit > 0)
        name += str(", first ", *limit);
    if (const auto* bos = find(entry, "bos"); bos && bos->is_boolean() && bos->get<bool>())
        name += ", bos";
    if (const auto most = count(find(entry, "max_tokens")); most && *most > 0) {
        const auto others = text(entry, "too_long");
        name += str(", at most ", *most, " tokens", others.empty() ? "" : ", longer ones ", others == "cut" ? "cut" : others == "skip" ? "left out" : others == "refuse" ? "refused" : others);
    }
    return name;
}

/// Two folders of one name are told by their whole paths. @param paths of the data, in the order of the results
void tellData(std::vector<ChoiceResult>& results, const std::vector<std::string>& paths)
{
    for (std::size_t n = 0; n < results.size(); ++n)
        results[n].data = lastPart(paths[n]);
    std::vector<bool> whole(results.size());
    for (std::size_t n = 0; n < results.size(); ++n)
        for (std::size_t other = 0; other < results.size(); ++other)
            if (paths[n] != paths[other] && isSameTask(results[n], results[other]))
                whole[n] = true;
    for (std::size_t n = 0; n < results.size(); ++n)
        if (whole[n])
            results[n].data = paths[n];
}

void addChoice(std::vector<ChoiceResult>& results, std::vector<std::string>& paths, const std::string& task, const Json& entry, Notes& notes)
{
    ChoiceResult result;
    result.scaling = scalingOf(entry);
    result.letters = text(entry, "scored") == "letter";
    if (const auto shots = count(find(entry, "shots")))
        result.shots = *shots;
    const auto* subjects = find(entry, "subjects");
    if (subjects && subjects->is_array()) {
        for (const auto& one : *subjects)
            if (auto score = choiceScore(one, str(task, ", ", text(one, "subject")), notes); score && result.subjects.size() < kMostEntries)
                result.subjects.push_back(std::move(*score));
    } else if (subjects && subjects->is_object()) {
        for (const auto& [name, one] : subjects->items())
            if (auto score = choiceScore(one, str(task, ", ", name), notes); score && result.subjects.size() < kMostEntries) {
                score->subject = name;
                result.subjects.push_back(std::move(*score));
            }
    }
    const auto* total = find(entry, "total");
    auto score = choiceScore(total ? *total : entry, task, notes);
    if (!score)
        return;
    score->subject.clear();
    if (score->making.checkpoint.empty() && !result.subjects.empty())
        score->making = result.subjects.front().making;     // results of one checkpoint stand together
    result.total = std::move(*score);
    result.task = withScaling(choiceName(task, result, entry), result.scaling);
    results.push_back(std::move(result));
    paths.push_back(text(entry, "data"));
}

void readStretches(SlidingResult& result, const Json& entry)
{
    const auto *positions = find(entry, "positions"), *values = find(entry, "perplexity");
    if (!positions || !values || !positions->is_array() || !values->is_array() || positions->size() != values->size() || positions->size() > kMostPoints)
        return;
    for (std::size_t n = 0; n < positions->size(); ++n) {
        const auto position = count(&(*positions)[n]);
        if (!position || (!result.positions.empty() && double(*position) <= result.positions.back())) {
            result.positions.clear();
            result.perplexities.clear();
            return;
        }
        const auto value = number(&(*values)[n]);
        result.positions.push_back(double(*position));
        result.perplexities.push_back(value && *value > 0 ? *value : std::numeric_limits<double>::quiet_NaN());
    }
}

}  // namespace

std::vector<RulerResult> readRuler(const nlohmann::ordered_json& json, Notes& notes)
{
    std::vector<RulerResult> results;
    const auto* section = find(json, "ruler");
    if (!section)
        return results;
    if (!section->is_object()) {
        notes.add("ruler is ", section->type_name(), "; expected an object. It is left out.");
        return results;
    }
    for (const auto& [task, list] : section->items()) {
        if (!list.is_array()) {
            notes.add("RULER ", task, " is ", list.type_name(), "; expected a list. It is left out.");
            continue;
        }
        const auto before = std::ptrdiff_t(results.size());
        for (const auto& entry : list) {
            auto length = rulerLength(entry, task, notes);
            if (!length)
                continue;
            const auto scaling = scalingOf(entry), name = withScaling(rulerName(task, *length), scaling);
            auto of = std::find_if(results.begin() + before, results.end(), [&](const auto& result) { return result.task == name; });
            if (of == results.end() && results.size() < kMostEntries)
                of = results.insert(results.end(), RulerResult{name, scaling, {}});
            if (of != results.end() && of->lengths.size() < kMostPoints)
                of->lengths.push_back(std::move(*length));
        }
        for (auto of = results.begin() + before; of != results.end(); ++of)
            std::stable_sort(of->lengths.begin(), of->lengths.end(), [](const auto& a, const auto& b) { return a.length < b.length; });
    }
    return results;
}

std::vector<ChoiceResult> readChoices(const nlohmann::ordered_json& json, Notes& notes)
{
    std::vector<ChoiceResult> results;
    std::vector<std::string> paths;
    const auto* section = find(json, "multiple_choice");
    if (!section)
        return results;
    if (section->is_array()) {
        for (const auto& entry : *section) {
            const auto task = text(entry, "task");
            if (task.empty())
                notes.add("multiple_choice has an entry without a task; it is left out.");
            else if (results.size() < kMostEntries)
                addChoice(results, paths, task, entry, notes);
        }
    } else if (section->is_object()) {
        for (const auto& [task, entry] : section->items())
            if (results.size() < kMostEntries)
                addChoice(results, paths, task, entry, notes);
    } else {
        notes.add("multiple_choice is ", section->type_name(), "; expected a list. It is left out.");
    }
    tellData(results, paths);
    return results;
}

std::vector<SlidingResult> readSliding(const nlohmann::ordered_json& json, Notes& notes)
{
    std::vector<SlidingResult> results;
    const auto* section = find(json, "perplexity_sliding");
    if (!section)
        return results;
    if (!section->is_array()) {
        notes.add("perplexity_sliding is ", section->type_name(), "; expected a list. It is left out.");
        return results;
    }
    for (std::size_t n = 0; n < section->size() && results.size() < kMostEntries; ++n) {
        const auto& entry = (*section)[n];
        const auto perplexity = number(find(entry, "perplexity_all"));
        if (!perplexity || *perplexity <= 0) {
            notes.add("perplexity_sliding ", n + 1, " has no perplexity_all above 0; it is left out.");
            continue;
        }
        SlidingResult result{text(entry, "corpus"), text(entry, "dataset_dir"), text(entry, "documents"), count(find(entry, "context")).value_or(0), count(find(entry, "stride")).value_or(0),
            count(find(entry, "ntokens")).value_or(0), *perplexity, interval(find(entry, "perplexity_all_95")), number(find(entry, "bits_per_byte")), makingOf(entry)};
        if (result.corpus.empty())
            result.corpus = result.dataset.empty() ? str("text ", n + 1) : lastPart(result.dataset);
        result.scaling = scalingOf(entry);
        result.bytes = count(find(entry, "bytes")).value_or(0);
        readStretches(result, entry);
        results.push_back(std::move(result));
    }
    nameTexts(results);
    return results;
}

bool isSameTask(const ChoiceResult& one, const ChoiceResult& other) { return one.task == other.task && one.shots == other.shots && one.data == other.data; }

std::string otherData(const ChoiceResult& of, const std::vector<const ChoiceResult*>& among)
{
    const bool differ = std::any_of(among.begin(), among.end(), [&](const auto* other) { return other->task == of.task && other->shots == of.shots && other->data != of.data; });
    return differ && !of.data.empty() ? ", from " + of.data : std::string();
}

std::string titleAmong(const ChoiceResult& of, const std::vector<const ChoiceResult*>& among, const std::string& subject)
{
    return str(of.task, subject.empty() ? "" : ": ", subject, of.shots > 0 ? str(", ", of.shots, "-shot") : std::string(), otherData(of, among));
}

bool ofSameSubject(const Making& one, const Making& other)
{
    const bool hashed = !one.checkpointHash.empty() && !other.checkpointHash.empty();
    return (hashed ? one.checkpointHash == other.checkpointHash : agree(one.checkpoint, other.checkpoint)) && agree(one.tokenizer, other.tokenizer) && agree(one.cacheDtype, other.cacheDtype);
}

bool sameQuestions(const ChoiceScore& one, const ChoiceScore& other) { return one.questions == other.questions && samePrompts(one.making, other.making); }

std::string askedOf(const RulerLength& result)
{
    // What a program of before did not write counts as what was the default then.
    const auto& essays = result.essaysHash.empty() ? result.essays : result.essaysHash;
    return str(result.samples, " of seed ", result.making.seed.value_or(spec::RulerSpec().seed), result.answerPrefix ? " with prefix" : "", essays.empty() ? "" : " in ", essays);
}

bool sameQuestions(const RulerLength& one, const RulerLength& other) { return one.length == other.length && askedOf(one) == askedOf(other) && samePrompts(one.making, other.making); }

bool sameQuestions(const ChoiceResult& one, const ChoiceResult& other)
{
    if (one.subjects.empty() && other.subjects.empty())
        return sameQuestions(one.total, other.total);
    return one.total.questions == other.total.questions && one.subjects.size() == other.subjects.size() && std::all_of(one.subjects.begin(), one.subjects.end(), [&](const auto& score) {
        const auto same = std::find_if(other.subjects.begin(), other.subjects.end(), [&](const auto& its) { return its.subject == score.subject; });
        return same != other.subjects.end() && sameQuestions(score, *same);
    });
}

std::string nameOf(const SlidingResult& result) { return str(result.corpus, ", context ", result.context, ", stride ", result.stride); }

bool sameText(const std::vector<std::int64_t>& bytes)
{
    if (bytes.empty())
        return false;
    const auto [fewest, most] = std::minmax_element(bytes.begin(), bytes.end());
    return *fewest > 0 && double(*fewest) > kSameText * double(*most);
}

std::string lastPart(const std::string& path)
{
    const auto end = path.find_last_not_of('/');
    if (end == std::string::npos)
        return path;
    const auto begin = path.find_last_of('/', end);
    return path.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

}  // namespace bam::compare
