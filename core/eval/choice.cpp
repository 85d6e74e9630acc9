// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/choice.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/eval/choice_text.h"
#include "core/eval/result_lists.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cstdio>

namespace bam::eval {
namespace {

constexpr const char* kTooLong = "too long";
constexpr const char* kEmptyChoices = "empty choices";

/// The first of the largest, as numpy's argmax.
std::size_t largest(const std::vector<double>& values) { return std::size_t(std::max_element(values.begin(), values.end()) - values.begin()); }

/// By log-likelihood and by log-likelihood per character. None of a row that was left out.
std::optional<std::pair<bool, bool>> rightness(const Json& answer)
{
    if (answer.contains("left_out"))
        return std::nullopt;
    const auto sums = answer.at("loglik").get<std::vector<double>>();
    auto perCharacter = sums;
    for (std::size_t n = 0; n < sums.size(); ++n)
        perCharacter[n] /= answer.at("chars").at(n).get<double>();
    const auto gold = answer.at("gold").get<std::size_t>();
    return std::pair(largest(sums) == gold, largest(perCharacter) == gold);
}

std::string percent(std::int64_t part, std::int64_t whole)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", whole > 0 ? 100.0 * double(part) / double(whole) : 0.0);
    return text;
}

void addScore(Json& to, const char* name, std::int64_t correct, std::int64_t questions)
{
    const auto interval = wilsonInterval(correct, questions);
    to[name] = questions > 0 ? Json(double(correct) / double(questions)) : Json();
    to[str(name, "_wilson_95")] = {interval.low, interval.high};
}

Json scoresJson(std::int64_t questions, std::int64_t correct, std::int64_t correctNorm)
{
    Json scores{{"questions", questions}, {"correct", correct}, {"correct_norm", correctNorm}};
    addScore(scores, "acc", correct, questions);
    addScore(scores, "acc_norm", correctNorm, questions);
    return scores;
}

std::string scoresText(const ChoiceCell& cell)
{
    const auto interval = wilsonInterval(cell.correct, cell.questions);
    char range[48];
    std::snprintf(range, sizeof range, " [%.1f, %.1f]", 100 * interval.low, 100 * interval.high);
    return str("acc ", percent(cell.correct, cell.questions), range, ", acc_norm ", percent(cell.correctNorm, cell.questions), " of ", withThousands(cell.questions),
        cell.questions == 1 ? " question" : " questions");
}

/// What an entry of results.json and its parts must share: of another checkpoint, tokenizer or precision are other scores.
bool sameSubject(const Json& one, const Json& other)
{
    const std::vector<std::string> free = {"seconds", "prompts", "program", "checkpoint"};
    return std::all_of(other.items().begin(), other.items().end(), [&](const auto& item) {
        return std::find(free.begin(), free.end(), item.key()) != free.end() || one.value(item.key(), Json()) == item.value();
    });
}

}  // namespace

ChoiceEvaluation::ChoiceEvaluation(const Subject& subject, ChoiceTask task, const spec::ChoiceSpec& spec, const LogFn& log, const std::stop_token& stop)
    : Evaluation(subject), m_spec(spec), m_task(std::move(task)), m_rows(readChoiceRows(m_task, spec, log, stop)), m_cells(m_rows.groups.size())
{
    requireFits(subject);
    if (spec.bos && subject.tokenizer.bos() < 0)
        throw Error(ErrorCode::Usage, str("the tokenizer ", subject.tokenizer.name(), " has no mark of the beginning"), "Leave --choice_bos out.");
    if (spec.maxTokens < 1 || spec.tooLong != "refuse")
        return;
    for (std::size_t cell = 0; cell < m_cells.size(); ++cell)
        for (std::size_t n = 0; n < m_rows.groups[cell].rows.size(); ++n)
            if (encoded(cell, std::int64_t(n)).leftOut == kTooLong)
                throw Error(ErrorCode::Usage, str(m_task.name, ": ", m_rows.groups[cell].rows[n].place, " has more than ", withThousands(spec.maxTokens), " tokens with its examples"),
                    "Allow more with --choice_max_tokens, take fewer examples, or leave such questions out with --choice_too_long skip.");
}

std::string ChoiceEvaluation::title() const { return str("multiple choice ", m_task.name); }

std::vector<CellPlan> ChoiceEvaluation::cells() const
{
    std::vector<CellPlan> plans;
    for (std::size_t cell = 0; cell < m_cells.size(); ++cell) {
        const auto& group = m_rows.groups[cell];
        // The longest text stands for the memory of all, the mean length for their time.
        std::size_t longest = 0, asked = 0;
        double bytes = 0, most = 0;
        for (std::size_t n = 0; n < group.rows.size(); ++n) {
            if (group.rows[n].bad)
                continue;
            const auto size = textBytes(cell, std::int64_t(n));
            if (size > most) {
                most = size;
                longest = n;
            }
            bytes += size;
            ++asked;
        }
        std::int64_t tokens = 1;
        if (asked > 0)
            for (const auto& choice : group.rows[longest].item.scored) {
                const auto [before, pieces] = encodePair(m_subject.tokenizer, context(cell, std::int64_t(longest)), " " + choice, m_spec.bos);
                tokens = std::max(tokens, std::int64_t(before.size() + pieces.size()));
            }
        if (m_spec.maxTokens > 0)
            tokens = std::min(tokens, m_spec.maxTokens + 1);        // the last piece is predicted and not read
        const auto mean = asked > 0 ? std::int64_t(double(tokens) * bytes / (double(asked) * most)) : 1;
        plans.push_back({group.name, std::int64_t(group.rows.size()), readingWork(mean), tokens});
    }
    return plans;
}

double ChoiceEvaluation::textBytes(std::size_t cell, std::int64_t n) const
{
    std::size_t longest = 0;
    for (const auto& choice : m_rows.groups.at(cell).rows.at(std::size_t(n)).item.scored)
        longest = std::max(longest, choice.size() + 1);
    return double(context(cell, n).size() + longest);
}

std::string ChoiceEvaluation::context(std::size_t cell, std::int64_t n) const
{
    const auto& group = m_rows.groups.at(cell);
    const auto& row = group.rows.at(std::size_t(n));
    auto text = row.item.description;
    std::int64_t shots = 0;
    for (auto example = group.examples.begin(); example != group.examples.end() && shots < m_spec.shots; ++example) {
        if (m_rows.ownExamples && example->hash == row.hash)
            continue;
        text += str(example->item.prompt, ' ', example->item.scored[example->item.right], "\n\n");
        ++shots;
    }
    return text + row.item.prompt;
}

ChoiceEvaluation::Encoded ChoiceEvaluation::encoded(std::size_t cell, std::int64_t n) const
{
    Encoded encoded;
    const auto& row = m_rows.groups.at(cell).rows.at(std::size_t(n));
    if (row.bad) {
        encoded.leftOut = row.bad->kind;
        return encoded;
    }
    const auto text = context(cell, n);
    for (const auto& choice : row.item.scored) {
        auto [before, pieces] = encodePair(m_subject.tokenizer, text, " " + choice, m_spec.bos);
        if (pieces.empty() || before.empty()) {
            encoded.leftOut = kEmptyChoices;    // nothing to score, or nothing to score it after
            return encoded;
        }
        // The last piece is predicted and not read.
        const auto read = std::int64_t(before.size() + pieces.size()) - 1;
        if (m_spec.maxTokens > 0 && read > m_spec.maxTokens) {
            if (m_spec.tooLong != "cut" || std::int64_t(pieces.size()) > m_spec.maxTokens) {
                encoded.leftOut = kTooLong;
                return encoded;
            }
            before.erase(before.begin(), before.begin() + (read - m_spec.maxTokens));
        }
        encoded.before.push_back(std::move(before));
        encoded.choices.push_back(std::move(pieces));
    }
    return encoded;
}

Question ChoiceEvaluation::question(std::size_t cell, std::int64_t n)
{
    auto all = encoded(cell, n);
    Question question;
    if (!all.leftOut.empty()) {
        question.hash = questionHash(str("choice left out ", all.leftOut, ' ', m_rows.groups[cell].rows[std::size_t(n)].hash), {});
        question.ask = [reason = all.leftOut](const ReadingOptions&) -> Json { return {{"left_out", reason}}; };
        return question;
    }
    const auto& item = m_rows.groups[cell].rows[std::size_t(n)].item;
    auto scoring = str("choice loglik, right ", item.right);
    std::vector<std::int32_t> tokens;
    auto characters = Json::array();
    for (std::size_t choice = 0; choice < all.choices.size(); ++choice) {
        characters.push_back(codePoints(item.scored[choice]));
        scoring += str(", ", all.before[choice].size(), " + ", all.choices[choice].size(), " of ", characters.back().get<std::int64_t>());
        tokens.insert(tokens.end(), all.before[choice].begin(), all.before[choice].end());
        tokens.insert(tokens.end(), all.choices[choice].begin(), all.choices[choice].end());
        question.tokens = std::max(question.tokens, std::int64_t(all.before[choice].size() + all.choices[choice].size()) - 1);
    }
    question.hash = questionHash(scoring, tokens);
    question.ask = [this, all = std::move(all), characters, right = item.right](const ReadingOptions& options) -> Json {
        auto answer = ask(all, options);
        answer["chars"] = characters;
        answer["gold"] = right;
        return answer;
    };
    return question;
}

Json ChoiceEvaluation::ask(const Encoded& encoded, const ReadingOptions& options) const
{
    std::int64_t longest = 0;
    for (std::size_t choice = 0; choice < encoded.choices.size(); ++choice)
        longest = std::max(longest, std::int64_t(encoded.before[choice].size() + encoded.choices[choice].size()));
    Reading reading(m_subject.model, longest, options);
    std::vector<std::int32_t> seen;     // what has been read before the last choice
    at::Tensor next;                    // log p of each piece after that, [V] float64
    auto sums = Json::array();
    for (std::size_t choice = 0; choice < encoded.choices.size(); ++choice) {
        const auto& before = encoded.before[choice];
        const std::span<const std::int32_t> pieces = encoded.choices[choice];
        if (before == seen) {
            reading.goBack(std::int64_t(before.size()));
        } else {
            const auto same = std::mismatch(before.begin(), before.end() - 1, seen.begin(), seen.end()).first - before.begin();
            reading.goBack(same);
            const auto rest = std::span(before).subspan(std::size_t(same));
            reading.read(rest.first(rest.size() - 1));
            next = reading.predict(rest.last(1)).squeeze(0).to(at::kCPU, at::kDouble).log_softmax(0);
            seen = before;
        }
        auto sum = next[pieces.front()].item<double>();
        if (pieces.size() > 1)
            sum -= reading.crossEntropies(pieces.first(pieces.size() - 1), pieces.subspan(1)).sum().item<double>();
        sums.push_back(sum);
    }
    return {{"loglik", sums}};
}

std::string ChoiceEvaluation::soFar(std::size_t, const std::vector<Json>& answers) const
{
    return str(std::count_if(answers.begin(), answers.end(), [](const Json& answer) { const auto right = rightness(answer); return right && right->first; }), " right");
}

void ChoiceEvaluation::finish(std::size_t cell, const std::vector<Json>& answers, const CellFacts& facts)
{
    ChoiceCell result{.subject = m_rows.groups[cell].name, .outcomes = {}, .outcomesNorm = {}, .leftOut = {}, .seconds = facts.seconds};
    for (const auto& answer : answers) {
        const auto right = rightness(answer);
        result.outcomes += !right ? '-' : right->first ? '1' : '0';
        result.outcomesNorm += !right ? '-' : right->second ? '1' : '0';
        if (right) {
            ++result.questions;
            result.correct += right->first;
            result.correctNorm += right->second;
        } else {
            ++result.leftOut[answer["left_out"].get<std::string>()];
        }
    }
    m_cells[cell].result = std::move(result);
    m_cells[cell].facts = facts;
}

void ChoiceEvaluation::merge(Json& results, std::size_t cell) const
{
    const auto& result = at(cell);
    // What tells one measurement from another.
    Json same{{"task", m_task.name}, {"data", m_task.data}, {"shots", m_spec.shots}, {"limit", m_spec.limit}, {"bos", m_spec.bos}, {"max_tokens", m_spec.maxTokens},
        {"too_long", m_spec.maxTokens > 0 ? Json(m_spec.tooLong) : Json()}, {"rope_scaling", m_subject.changes.value("rope_scaling", Json())}};
    auto& list = listAt(results["multiple_choice"]);
    auto entry = same;
    if (const auto found = findSame(list, same); found != list.end()) {
        entry = std::move(*found);
        list.erase(found);
    }
    entry["scored"] = m_task.letters ? "letter" : "text";
    if (m_rows.filesLeftOut.empty())
        entry.erase("files_left_out");
    else
        entry["files_left_out"] = m_rows.filesLeftOut;

    Json provenance;
    addProvenance(provenance, m_subject, m_cells[cell].facts);
    Json scores{{"subject", result.subject}};
    scores.update(scoresJson(result.questions, result.correct, result.correctNorm));
    scores["left_out"] = result.leftOut;
    scores["outcomes"] = result.outcomes;
    scores["outcomes_norm"] = result.outcomesNorm;
    scores.update(provenance);
    auto subjects = Json::array();
    bool placed = false;
    for (const auto& one : entry.value("subjects", Json::array())) {
        const auto subject = one.value("subject", std::string());
        const bool replaced = subject == result.subject;
        // Subjects that the data no longer have were arranged otherwise then; those of a file that cannot be read this time keep their scores.
        if (m_rows.filesLeftOut.empty() && std::none_of(m_rows.groups.begin(), m_rows.groups.end(), [&](const auto& group) { return group.name == subject; }))
            continue;
        if (replaced || sameSubject(one, provenance))
            subjects.push_back(replaced ? scores : one);
        placed = placed || replaced;
    }
    if (!placed)
        subjects.push_back(scores);

    std::int64_t questions = 0, correct = 0, correctNorm = 0;
    for (const auto& one : subjects) {
        questions += one.at("questions").get<std::int64_t>();
        correct += one.at("correct").get<std::int64_t>();
        correctNorm += one.at("correct_norm").get<std::int64_t>();
    }
    entry["total"] = scoresJson(questions, correct, correctNorm);
    entry["total"]["subjects"] = subjects.size();
    entry["subjects"] = std::move(subjects);
    list.push_back(std::move(entry));       // the newest last
}

std::optional<ChoiceCell> ChoiceEvaluation::total() const
{
    ChoiceCell all;
    for (const auto& cell : m_cells) {
        if (!cell.result)
            return std::nullopt;
        all.questions += cell.result->questions;
        all.correct += cell.result->correct;
        all.correctNorm += cell.result->correctNorm;
    }
    return all;
}

Json ChoiceEvaluation::event(std::size_t cell) const
{
    const auto& result = at(cell);
    Json event{{"event", "multiple_choice"}, {"task", m_task.name}, {"subject", result.subject}, {"shots", m_spec.shots}};
    event.update(scoresJson(result.questions, result.correct, result.correctNorm));
    event["left_out"] = result.leftOut;
    event["seconds"] = result.seconds;
    if (const auto all = total())
        event["total"] = scoresJson(all->questions, all->correct, all->correctNorm);
    return event;
}

std::string ChoiceEvaluation::line(std::size_t cell) const
{
    const auto& result = at(cell);
    auto text = str(m_task.name, result.subject == m_task.name ? "" : ", ", result.subject == m_task.name ? "" : result.subject, ": ",
        result.questions > 0 ? scoresText(result) : std::string("no question could be scored"), m_spec.shots > 0 ? str(", ", m_spec.shots, "-shot") : std::string(),
        result.leftOut.empty() ? std::string() : str("; left out: ", countsText(result.leftOut)), " (", humanDuration(result.seconds), ")");
    if (const auto all = total(); all && m_cells.size() > 1)
        text += str("; all ", m_cells.size(), " subjects: ", all->questions > 0 ? scoresText(*all) : std::string("no question could be scored"));
    return text;
}

}  // namespace bam::eval
