// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/passkey.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/eval/generation.h"
#include "core/eval/result_lists.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace bam::eval {
namespace {

// The model may write a space piece or two before the key, and one more shows whether the key ends there.
constexpr std::int64_t kSpareTokens = 3;

std::string outcomesOf(const std::vector<Json>& answers, const char* kind)
{
    std::string outcomes;
    for (const auto& answer : answers)
        outcomes += answer.at(kind).get<bool>() ? '1' : '0';
    return outcomes;
}

std::int64_t ones(const std::string& outcomes) { return std::count(outcomes.begin(), outcomes.end(), '1'); }

Json intervalJson(const Interval& interval) { return {interval.low, interval.high}; }

}  // namespace

bool writesKey(const std::string& text, const std::string& key)
{
    const auto written = trimmed(text);
    return written.starts_with(key) && (written.size() == key.size() || written[key.size()] < '0' || written[key.size()] > '9');
}

PasskeyEvaluation::PasskeyEvaluation(const Subject& subject, const spec::PasskeySpec& spec) : Evaluation(subject), m_spec(spec), m_task(subject.tokenizer, spec)
{
    requireFits(subject);
    auto lengths = spec.lengths;
    if (spec.patience > 0)
        std::sort(lengths.begin(), lengths.end());      // what is missed in a short prompt is passed over in longer ones, in whichever order they are named
    for (const auto digits : spec.digits)
        for (const auto& sampling : spec.samplings)
            for (const auto seed : spec.seeds)
                for (const auto length : lengths)
                    m_cells.push_back({{length, sampling, digits, seed}, {}, {}});
}

std::vector<CellPlan> PasskeyEvaluation::cells() const
{
    std::vector<CellPlan> plans;
    for (const auto& cell : m_cells) {
        auto name = str(cell.place.sampling, ", ", withThousands(cell.place.length), " tokens");
        if (m_spec.digits.size() > 1)
            name += str(", ", cell.place.digits, " digits");
        if (m_spec.seeds.size() > 1)
            name += str(", seed ", cell.place.seed);
        plans.push_back({name, m_spec.samples, readingWork(cell.place.length), cell.place.length});
    }
    return plans;
}

std::string PasskeyEvaluation::passedOver(std::size_t cell) const
{
    if (m_spec.patience < 1)
        return {};
    const auto reason = str("no key was found at ", m_spec.patience, m_spec.patience == 1 ? " shorter length" : " shorter lengths in a row", " (--passkey_patience ", m_spec.patience, ")");
    const auto& place = m_cells[cell].place;
    std::int64_t misses = 0;
    for (std::size_t n = cell; n-- > 0 && misses < m_spec.patience;) {
        const auto& before = m_cells[n];
        if (before.place.sampling != place.sampling || before.place.digits != place.digits || before.place.seed != place.seed)
            break;
        if (!before.result)
            return reason;      // passed over itself
        if (before.result->correct > 0)
            break;
        ++misses;
    }
    return misses < m_spec.patience ? std::string() : reason;
}

std::string PasskeyEvaluation::cellKey(std::size_t cell) const
{
    const auto& place = m_cells[cell].place;
    return str(m_spec.scoring, ' ', m_spec.samples, ' ', m_spec.prefixDigits, m_spec.officialSpace ? " spaced " : " ", m_task.fillerName(), ' ', place.sampling, ' ', place.length, ' ', place.digits, ' ',
        place.seed);
}

Question PasskeyEvaluation::question(std::size_t cell, std::int64_t n)
{
    auto prompt = m_task.prompt(m_cells[cell].place, n);
    Question question;
    const auto hashFor = [&](const std::string& scoring) {
        // Answers of before do not know whether a further digit follows what the model wrote.
        return questionHash(str("passkey ", scoring, scoring == "teacher_forced" ? "" : ", no further digit", " after ", prompt.promptTokens), prompt.tokens, prompt.answer);
    };
    question.hash = hashFor(m_spec.scoring);
    if (m_spec.scoring != "both")
        question.holdsToo = {hashFor("both")};
    question.tokens = std::int64_t(prompt.tokens.size());
    question.ask = [this, prompt = std::move(prompt)](const ReadingOptions& options) { return ask(prompt, options); };
    return question;
}

Json PasskeyEvaluation::ask(const PasskeyPrompt& prompt, const ReadingOptions& options) const
{
    const std::span<const std::int32_t> tokens = prompt.tokens;
    // Where the prompt ends: what the question gives of the key belongs to it.
    const auto given = tokens.size() - prompt.answer.size() + 1;
    const auto end = m_spec.prefixDigits > 0 ? given : std::size_t(prompt.promptTokens);
    Reading reading(m_subject.model, std::int64_t(tokens.size()) + kSpareTokens, options);
    reading.read(tokens.first(end - 1));
    Json answer{{"depth", prompt.depth()}, {"tokens", prompt.promptTokens}, {"key", prompt.key}};
    if (teacherForces()) {
        const auto predicted = reading.predict(tokens.subspan(end - 1)).argmax(-1).cpu();
        const auto before = predicted.size(0) - std::int64_t(prompt.answer.size());
        bool found = true;
        for (std::size_t n = 0; n < prompt.answer.size(); ++n)
            found = found && predicted[before + std::int64_t(n)].item<std::int64_t>() == prompt.answer[n];
        answer["found"] = found;
        reading.goBack(std::int64_t(end) - 1);
    }
    if (generates()) {
        Sampler likeliest({}, m_subject.tokenizer.pieceCount());
        const auto written = m_subject.tokenizer.decode(generate(reading, tokens.subspan(end - 1, 1), std::int64_t(prompt.answer.size()) + kSpareTokens, likeliest));
        const auto wanted = m_spec.prefixDigits > 0 ? prompt.key.substr(std::size_t(m_spec.prefixDigits)) : prompt.key;
        answer["written"] = written;
        answer["written_right"] = writesKey(written, wanted);
    }
    return answer;
}

std::string PasskeyEvaluation::soFar(std::size_t, const std::vector<Json>& answers) const
{
    return str(ones(outcomesOf(answers, teacherForces() ? "found" : "written_right")), " found");
}

void PasskeyEvaluation::finish(std::size_t cell, const std::vector<Json>& answers, const CellFacts& facts)
{
    const auto& place = m_cells[cell].place;
    PasskeyCell result{place.sampling, place.length, place.digits, place.seed, 0, 0, 0, 0, {}, facts.seconds, {}, {}, {}};
    result.outcomes = outcomesOf(answers, teacherForces() ? "found" : "written_right");
    if (m_spec.scoring == "both")
        result.generated = outcomesOf(answers, "written_right");
    for (const auto& answer : answers) {
        result.promptTokens = std::max(result.promptTokens, answer.at("tokens").get<std::int64_t>());
        result.depths.push_back(answer.at("depth").get<double>());
    }
    result.correct = ones(result.outcomes);
    result.samples = std::int64_t(answers.size());
    result.accuracy = double(result.correct) / double(result.samples);
    result.wilson = wilsonInterval(result.correct, result.samples);
    m_cells[cell].result = std::move(result);
    m_cells[cell].facts = facts;
}

void PasskeyEvaluation::merge(Json& results, std::size_t cell) const
{
    Json provenance;
    addProvenance(provenance, m_subject, m_cells[cell].facts);
    mergePasskey(results, m_spec, at(cell), m_task.fillerName(), provenance);
}

Json PasskeyEvaluation::event(std::size_t cell) const
{
    const auto& result = at(cell);
    Json event{{"event", "passkey"}, {"sampling", result.sampling}, {"length", result.length}, {"digits", result.digits}, {"seed", result.seed}, {"prompt_tokens", result.promptTokens},
        {"correct", result.correct}, {"samples", result.samples}, {"accuracy", result.accuracy}, {"wilson_95", intervalJson(result.wilson)}, {"seconds", result.seconds}};
    if (result.generated)
        event["generated_correct"] = ones(*result.generated);
    return event;
}

std::string PasskeyEvaluation::line(std::size_t cell) const
{
    const auto& result = at(cell);
    return str(cells()[cell].name, result.promptTokens > result.length ? str(" (the shortest prompt has ", result.promptTokens, ")") : std::string(), ": ", result.correct, " of ", result.samples, " found", result.generated ? str(", ", ones(*result.generated), " written by itself") : std::string(), " (",
        humanDuration(result.seconds), ")");
}

std::vector<PasskeyCell> PasskeyEvaluation::finished() const
{
    std::vector<PasskeyCell> all;
    for (const auto& cell : m_cells)
        if (cell.result)
            all.push_back(*cell.result);
    return all;
}

std::vector<PasskeyCell> pooledOverSeeds(const std::vector<PasskeyCell>& cells)
{
    std::vector<PasskeyCell> pooled;
    for (const auto& cell : cells) {
        const auto same = std::find_if(pooled.begin(), pooled.end(), [&](const auto& one) { return one.sampling == cell.sampling && one.length == cell.length && one.digits == cell.digits; });
        if (same == pooled.end()) {
            pooled.push_back(cell);
            continue;
        }
        same->promptTokens = std::max(same->promptTokens, cell.promptTokens);
        same->correct += cell.correct;
        same->samples += cell.samples;
        same->accuracy = double(same->correct) / double(same->samples);
        same->wilson = wilsonInterval(same->correct, same->samples);
        same->seconds += cell.seconds;
        same->outcomes += cell.outcomes;
        same->depths.insert(same->depths.end(), cell.depths.begin(), cell.depths.end());
        if (same->generated && cell.generated)
            *same->generated += *cell.generated;
    }
    return pooled;
}

namespace {

/// Tokens and accuracies of the details' lengths, those of several seeds together.
std::pair<Json, Json> officialShape(const Json& details)
{
    Json lengths = Json::array(), accuracies = Json::array();
    for (std::size_t n = 0; n < details.size();) {
        double correct = 0, samples = 0, tokens = 0;
        for (const auto length = details[n]["length"]; n < details.size() && details[n]["length"] == length; ++n) {
            correct += details[n]["correct"].get<double>();
            samples += details[n]["samples"].get<double>();
            tokens = std::max(tokens, details[n]["prompt_tokens"].get<double>());
        }
        lengths.push_back(std::int64_t(tokens));
        accuracies.push_back(correct / samples);
    }
    return {lengths, accuracies};
}

}  // namespace

void mergePasskey(Json& results, const spec::PasskeySpec& spec, const PasskeyCell& cell, const std::string& filler, const Json& provenance)
{
    // The official key, and what it has no word for behind it.
    const auto scaling = provenance.is_object() ? provenance.value("rope_scaling", Json()) : Json();
    const auto key = str("('", cell.sampling, "', ", spec.samples, ", ", cell.digits, ", ", spec.prefixDigits, filler == "noise" ? std::string() : str(", '", filler, "'"),
        spec.scoring == "generated" ? ", 'generated'" : "",
        scaling.is_object() ? str(", '", scaling.at("method").get<std::string>(), "', ", shortest(scaling.at("factor").get<double>())) : std::string(),
        // YaRN starts from the length of the training, unless it was told another.
        scaling.is_object() && scaling.contains("trained_length") && scaling["trained_length"] != scaling["original_length"] ? str(", ", scaling["original_length"].get<std::int64_t>()) : std::string(), ")");
    Json entry{{"length", cell.length}, {"prompt_tokens", cell.promptTokens}, {"correct", cell.correct}, {"samples", cell.samples}, {"accuracy", cell.accuracy},
        {"wilson_95", intervalJson(cell.wilson)}, {"seed", cell.seed}, {"official_space", spec.officialSpace}, {"scoring", spec.scoring == "both" ? "teacher_forced" : spec.scoring}};
    if (!cell.outcomes.empty())
        entry["outcomes"] = cell.outcomes;
    if (!cell.depths.empty())
        entry["depths"] = cell.depths;
    if (cell.generated) {
        const auto correct = ones(*cell.generated);
        entry["generated"] = {{"correct", correct}, {"accuracy", double(correct) / double(cell.samples)}, {"wilson_95", intervalJson(wilsonInterval(correct, cell.samples))}, {"outcomes", *cell.generated}};
    }
    if (provenance.is_object())
        entry.update(provenance);
    auto& details = newestLast(results["passkey_details"], key);
    const auto before = officialShape(details).first;
    std::erase_if(details.get_ref<Json::array_t&>(), [&](const Json& one) { return !ofSameSubject(one, entry) || one.value("official_space", spec.officialSpace) != spec.officialSpace; });
    // What the model wrote by itself at the same prompts stays where it was not asked for this time.
    for (const auto& one : details)
        if (!entry.contains("generated") && one.contains("generated") && one.value("length", Json()) == entry["length"] && one.value("seed", Json()) == entry["seed"] && one.value("samples", Json()) == entry["samples"])
            entry["generated"] = one["generated"];
    putInOrder(details, std::move(entry), [](const Json& one) { return std::pair(one.value("length", std::int64_t(-1)), one.value("seed", std::int64_t(0))); });
    if (scaling.is_object())
        return;     // the official shape has no word for another model than the trained one
    // The official shape, as its plots read it: one number per length. What the official code measured at other lengths stays.
    auto [lengths, accuracies] = officialShape(details);
    auto& official = results["passkey"][key];
    if (official.is_object() && official.contains("seq_lens") && official.contains("accs") && official["seq_lens"].is_array() && official["accs"].is_array() && official["seq_lens"].size() == official["accs"].size())
        for (std::size_t n = 0; n < official["seq_lens"].size(); ++n)
            if (const auto& length = official["seq_lens"][n]; std::find(before.begin(), before.end(), length) == before.end() && std::find(lengths.begin(), lengths.end(), length) == lengths.end()) {
                const auto place = std::find_if(lengths.begin(), lengths.end(), [&](const Json& one) { return one > length; }) - lengths.begin();
                lengths.insert(lengths.begin() + place, length);
                accuracies.insert(accuracies.begin() + place, official["accs"][n]);
            }
    official = {{"seq_lens", lengths}, {"accs", accuracies}};
}

}  // namespace bam::eval
