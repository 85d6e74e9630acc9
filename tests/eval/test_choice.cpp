// SPDX-License-Identifier: GPL-3.0-or-later
// Scores of questions with choices, against tests/data/choice/expected.json: prompts and log-likelihoods computed by tests/interop/check_choice.py in PyTorch.
#include "core/eval/choice.h"
#include "core/base/text.h"
#include "core/compare/results.h"
#include "core/eval/choice_text.h"
#include "tests/eval/asked.h"
#include "tests/support/reference.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace bam;

namespace {

tokenizer::Tokenizer pieces() { return tokenizer::Tokenizer::load(test::dataFile("choice/tokenizer.model")); }

/// A task of the test data: "mmlu=mmlu", "colours.json".
eval::ChoiceTask taskOf(const std::string& name)
{
    const auto equals = name.find('=') + 1;
    return eval::choiceTask(name.substr(0, equals) + test::dataFile("choice/" + name.substr(equals)).string());
}

spec::ChoiceSpec withShots(std::int64_t shots)
{
    spec::ChoiceSpec spec;
    spec.shots = shots;
    return spec;
}

const eval::Json& expected()
{
    static const auto json = eval::Json::parse(readFile(test::dataFile("choice/expected.json")));
    return json;
}

model::Transformer reference(const std::string& name) { return test::referenceModel(test::referenceManifest().at(name), test::reference(name)); }

std::size_t cellOf(const eval::ChoiceEvaluation& evaluation, const std::string& subject)
{
    const auto& groups = evaluation.rows().groups;
    return std::size_t(std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.name == subject; }) - groups.begin());
}

bool close(const std::vector<double>& one, const std::vector<double>& other, double tolerance)
{
    return one.size() == other.size() && std::equal(one.begin(), one.end(), other.begin(), [&](double a, double b) { return std::abs(a - b) <= tolerance; });
}

}  // namespace

class ChoiceTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void promptsAreThoseOfThePublicHarness()
    {
        const auto model = reference("alibi");
        const auto tokenizer = pieces();
        const test::Asked asked(model, tokenizer);
        for (const auto& setting : expected()) {
            const eval::ChoiceEvaluation evaluation(asked.subject(), taskOf(setting["task"]), withShots(setting["shots"]));
            QCOMPARE(evaluation.cells().size(), setting["subjects"].size());
            for (const auto& [subject, questions] : setting["subjects"].items()) {
                const auto cell = cellOf(evaluation, subject);
                QCOMPARE(evaluation.rows().groups.at(cell).rows.size(), questions.size());
                for (std::size_t n = 0; n < questions.size(); ++n) {
                    const auto& item = evaluation.rows().groups[cell].rows[n].item;
                    QCOMPARE(evaluation.context(cell, std::int64_t(n)), questions[n]["context"].get<std::string>());
                    QCOMPARE(item.scored, questions[n]["choices"].get<std::vector<std::string>>());
                    QCOMPARE(item.right, questions[n]["gold"].get<std::size_t>());
                }
            }
        }
        const eval::ChoiceEvaluation mmlu(asked.subject(), taskOf("mmlu=mmlu"), withShots(1));
        QCOMPARE(mmlu.context(0, 1), std::string("The following are multiple choice questions (with answers) about kitchen things.\n\n"
            "What cuts bread?\nA. a spoon\nB. a knife\nC. a cup\nD. a lid\nAnswer: B\n\nWhat is a sieve for?\nA. to cut\nB. to sing\nC. to drain\nD. to boil\nAnswer:"));
    }

    void everyReferenceModelScoresAsInPyTorch_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& [name, scores] : expected().front()["loglik"].items())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void everyReferenceModelScoresAsInPyTorch()
    {
        QFETCH(QString, name);
        const auto model = reference(name.toStdString());
        const auto tokenizer = pieces();
        for (const std::int64_t chunk : {512, 7})
            for (const auto& setting : expected()) {
                const test::Asked asked(model, tokenizer, chunk);
                eval::ChoiceEvaluation evaluation(asked.subject(), taskOf(setting["task"]), withShots(setting["shots"]));
                std::int64_t right = 0, rightNorm = 0;
                for (const auto& [subject, scores] : setting["loglik"][name.toStdString()].items()) {
                    const auto cell = cellOf(evaluation, subject);
                    for (std::size_t n = 0; n < scores.size(); ++n) {
                        const auto& question = setting["subjects"][subject][n];
                        const auto answer = evaluation.question(cell, std::int64_t(n)).ask({.chunk = chunk});
                        const auto sums = answer["loglik"].get<std::vector<double>>(), wanted = scores[n].get<std::vector<double>>();
                        QVERIFY2(close(sums, wanted, 1e-5), qPrintable(QString::fromStdString(answer.dump() + " " + scores[n].dump())));
                        auto perCharacter = wanted;
                        for (std::size_t choice = 0; choice < wanted.size(); ++choice) {
                            perCharacter[choice] /= double(eval::codePoints(question["choices"][choice].get<std::string>()));
                            QCOMPARE(answer["chars"][choice].get<std::int64_t>(), eval::codePoints(question["choices"][choice].get<std::string>()));
                        }
                        const auto gold = question["gold"].get<std::ptrdiff_t>();
                        right += std::max_element(wanted.begin(), wanted.end()) - wanted.begin() == gold;
                        rightNorm += std::max_element(perCharacter.begin(), perCharacter.end()) - perCharacter.begin() == gold;
                    }
                }
                asked.run(evaluation);
                const auto total = asked.results()["multiple_choice"][0]["total"];
                QCOMPARE(total["correct"].get<std::int64_t>(), right);
                QCOMPARE(total["correct_norm"].get<std::int64_t>(), rightNorm);
            }
    }

    void parquetAndCompressedLinesAreTheSameQuestions()
    {
#ifndef BAMSCOPE_HAVE_ARROW
        EXPECT_ERROR(eval::readChoiceRows(taskOf("mmlu=mmlu_parquet"), withShots(2)), ErrorCode::Environment, "without Apache Arrow");
#else
        for (const auto& [one, others] : std::vector<std::pair<std::string, std::vector<std::string>>>{
                 {"mmlu=mmlu", {"mmlu=mmlu_parquet", "mmlu=mmlu_parquet/all", "mmlu=mmlu_one_file", "mmlu=mmlu_one_file/test.jsonl.gz"}}, {"arc=arc", {"arc=arc_parquet"}}}) {
            const auto plain = eval::readChoiceRows(taskOf(one), withShots(1));
            for (const auto& other : others) {
                const auto rows = eval::readChoiceRows(taskOf(other), withShots(1));
                QCOMPARE(rows.groups.size(), plain.groups.size());
                for (std::size_t group = 0; group < rows.groups.size(); ++group) {
                    QCOMPARE(rows.groups[group].name, plain.groups[group].name);
                    QCOMPARE(rows.groups[group].rows.size(), plain.groups[group].rows.size());
                    for (std::size_t n = 0; n < rows.groups[group].rows.size(); ++n) {
                        const auto &a = rows.groups[group].rows[n], &b = plain.groups[group].rows[n];
                        QCOMPARE(a.hash, b.hash);
                        QCOMPARE(a.item.prompt, b.item.prompt);
                        QCOMPARE(a.item.scored, b.item.scored);
                        QCOMPARE(a.item.right, b.item.right);
                    }
                    QCOMPARE(rows.groups[group].examples.front().item.prompt, plain.groups[group].examples.front().item.prompt);
                }
            }
        }
#endif
    }

    void contextAndChoiceAreEncodedAsTheHarnessDoes()
    {
        const auto tokenizer = pieces();
        const auto pair = eval::encodePair(tokenizer, "a hat \u00a0", "is", false);
        QCOMPARE(pair.context, tokenizer.encode("a hat"));
        auto whole = tokenizer.encode("a hat \u00a0is");
        QCOMPARE(pair.continuation, (std::vector<std::int32_t>(whole.begin() + std::ptrdiff_t(pair.context.size()), whole.end())));
        const auto marked = eval::encodePair(tokenizer, "a hat", " is", true);
        QCOMPARE(marked.context.front(), tokenizer.bos());
        QCOMPARE(marked.context.size(), pair.context.size() + 1);
        QCOMPARE(eval::encodePair(tokenizer, "", " is", false).context, (std::vector<std::int32_t>{tokenizer.bos()}));
        QCOMPARE(eval::codePoints("crème brûlée"), 12);
        QCOMPARE(std::string(eval::stripped(" \u3000a b\u2003\n")), std::string("a b"));
        QVERIFY(eval::stripped("\u00a0\t").empty());
    }

    void longerPromptsAreLeftOutCutOrRefused()
    {
        const auto model = reference("bam_ssmax");
        const auto tokenizer = pieces();
        const test::Asked asked(model, tokenizer);
        const auto task = taskOf("mmlu=mmlu");
        auto spec = withShots(0);
        // Those of the first subject that are longer than its shortest.
        std::vector<std::int64_t> lengths;
        const eval::ChoiceEvaluation any(asked.subject(), task, spec);
        for (std::int64_t n = 0; n < 5; ++n)
            lengths.push_back(std::int64_t(tokenizer.encode(any.context(0, n)).size()));
        const auto shortest = *std::min_element(lengths.begin(), lengths.end()), fit = std::int64_t(std::count(lengths.begin(), lengths.end(), shortest));
        spec.maxTokens = shortest + 1;      // " B" is two pieces, of which the last is not read
        eval::ChoiceEvaluation skipping(asked.subject(), task, spec);
        asked.run(skipping);
        QCOMPARE(skipping.at(0).questions, fit);
        QCOMPARE(skipping.at(0).leftOut.at("too long"), 5 - fit);
        QCOMPARE(std::count(skipping.at(0).outcomes.begin(), skipping.at(0).outcomes.end(), '-'), 5 - fit);
        QVERIFY(skipping.line(0).find(str(5 - fit, " too long")) != std::string::npos);

        spec.tooLong = "refuse";
        EXPECT_ERROR(eval::ChoiceEvaluation(asked.subject(), task, spec), ErrorCode::Usage, "row ");
        spec.tooLong = "cut";
        eval::ChoiceEvaluation cutting(asked.subject(), task, spec);
        asked.run(cutting);
        QCOMPARE(cutting.at(0).questions, 5);
        // The last maxTokens + 1 pieces, of which the last is predicted.
        for (std::int64_t n = 0; n < 5; ++n) {
            auto [before, choice] = eval::encodePair(tokenizer, cutting.context(0, n), " B", false);
            before.insert(before.end(), choice.begin(), choice.end());
            before.erase(before.begin(), before.end() - std::ptrdiff_t(spec.maxTokens + 1));
            const std::vector<std::int64_t> tokens(before.begin(), before.end() - 1);
            const auto logits = model.forward(at::tensor(tokens, at::kLong).unsqueeze(0)).detach().squeeze(0).to(at::kDouble).log_softmax(1);
            double sum = 0;
            for (std::size_t k = 0; k < choice.size(); ++k)
                sum += logits[std::int64_t(tokens.size() - choice.size() + k)][choice[k]].item<double>();
            const auto answer = cutting.question(0, n).ask({});
            QVERIFY(std::abs(answer["loglik"][1].get<double>() - sum) < 1e-5);
        }
    }

    void theMarkOfTheBeginningIsReadFirst()
    {
        const auto model = reference("alibi");
        const auto tokenizer = pieces();
        const test::Asked asked(model, tokenizer);
        auto spec = withShots(0);
        spec.bos = true;
        eval::ChoiceEvaluation marked(asked.subject(), taskOf("arc=arc"), spec);
        eval::ChoiceEvaluation plain(asked.subject(), taskOf("arc=arc"), withShots(0));
        QCOMPARE(marked.question(0, 0).tokens, plain.question(0, 0).tokens + 1);
        QVERIFY(marked.question(0, 0).hash != plain.question(0, 0).hash);
        const auto none = tokenizer::Tokenizer::load(test::dataFile("text/no_bos.model"));
        spec::ModelSpec size = test::referenceSpec(test::referenceManifest().at("alibi"));
        size.vocabulary = none.pieceCount();
        const model::Transformer larger(size, 1);
        const test::Asked without(larger, none);
        EXPECT_ERROR(eval::ChoiceEvaluation(without.subject(), taskOf("arc=arc"), spec), ErrorCode::Usage, "no mark of the beginning");
    }

    void resultsKeepEverySubjectAndTheTotalOverItsQuestions()
    {
        const auto model = reference("bam_ssmax");
        const auto tokenizer = pieces();
        const test::Asked asked(model, tokenizer);
        eval::ChoiceEvaluation evaluation(asked.subject(), taskOf("mmlu=mmlu"), withShots(2));
        asked.run(evaluation);
        eval::ChoiceEvaluation other(asked.subject(), taskOf("arc=arc"), withShots(0));
        asked.run(other);
        const auto results = asked.results();
        QCOMPARE(results["multiple_choice"].size(), 2u);
        const auto& entry = results["multiple_choice"][0];
        QCOMPARE(entry["task"].get<std::string>(), std::string("mmlu"));
        QCOMPARE(entry["shots"].get<int>(), 2);
        QCOMPARE(entry["scored"].get<std::string>(), std::string("letter"));
        QCOMPARE(entry["subjects"].size(), 2u);
        const auto& first = entry["subjects"][0];
        QCOMPARE(first["subject"].get<std::string>(), std::string("kitchen_things"));
        QCOMPARE(first["questions"].get<int>(), 5);
        const auto outcomes = first["outcomes"].get<std::string>();
        QCOMPARE(outcomes.size(), 5u);
        QCOMPARE(first["acc"].get<double>(), double(std::count(outcomes.begin(), outcomes.end(), '1')) / 5);
        const auto interval = wilsonInterval(first["correct"].get<std::int64_t>(), 5);
        QCOMPARE(first["acc_wilson_95"][0].get<double>(), interval.low);
        for (const auto* key : {"checkpoint_hash", "tokenizer", "prompts", "program", "cache_dtype"})
            QVERIFY2(first.contains(key), key);
        QCOMPARE(entry["total"]["questions"].get<int>(), 9);
        QCOMPARE(entry["total"]["correct"].get<int>(), first["correct"].get<int>() + entry["subjects"][1]["correct"].get<int>());
        QVERIFY(evaluation.event(1).contains("total"));
        QVERIFY(evaluation.line(1).find("all 2 subjects") != std::string::npos);

        // Asked again nothing is asked; of another checkpoint the subjects are replaced, and never counted together.
        auto later = asked.subject();
        later.checkpointHash = "another";
        eval::ChoiceEvaluation again(later, taskOf("mmlu=mmlu"), withShots(2));
        again.finish(0, std::vector<eval::Json>(5, eval::Json{{"loglik", {-1.0, -2.0, -3.0, -4.0}}, {"chars", {1, 1, 1, 1}}, {"gold", 0}}), {});
        auto merged = results;
        again.merge(merged, 0);
        QCOMPARE(merged["multiple_choice"].size(), 2u);
        const auto& newest = merged["multiple_choice"][1];
        QCOMPARE(newest["task"].get<std::string>(), std::string("mmlu"));
        QCOMPARE(newest["subjects"].size(), 1u);
        QCOMPARE(newest["total"]["correct"].get<int>(), 5);

        // A subject whose file cannot be read this time keeps its score.
        QTemporaryDir damaged;
        const auto folder = std::filesystem::path(damaged.path().toStdString()) / "mmlu";
        std::filesystem::copy(taskOf("mmlu=mmlu").data, folder, std::filesystem::copy_options::recursive);
        eval::ChoiceTask half = eval::choiceTask("mmlu=" + folder.string());
        writeFileAtomic(half.parts.at(1).questions.at(0), "");
        half.data = taskOf("mmlu=mmlu").data;
        eval::ChoiceEvaluation partly(asked.subject(), half, withShots(2));
        auto kept = results;
        partly.finish(0, std::vector<eval::Json>(5, eval::Json{{"loglik", {-1.0, -2.0, -3.0, -4.0}}, {"chars", {1, 1, 1, 1}}, {"gold", 0}}), {});
        partly.merge(kept, 0);
        QCOMPARE(kept["multiple_choice"][1]["subjects"].size(), 2u);
        QCOMPARE(kept["multiple_choice"][1]["files_left_out"].size(), 1u);

        // Subjects that the data do not have any more are not counted.
        auto stale = results;
        stale["multiple_choice"][0]["subjects"][1]["subject"] = "gone";
        evaluation.merge(stale, 0);
        QCOMPARE(stale["multiple_choice"][1]["subjects"].size(), 1u);
        QCOMPARE(stale["multiple_choice"][1]["total"]["questions"].get<int>(), 5);
    }

    void whatIsWrittenIsReadForComparisons()
    {
        const auto model = reference("bam_ssmax");
        const auto tokenizer = pieces();
        const test::Asked asked(model, tokenizer);
        eval::ChoiceEvaluation evaluation(asked.subject(), taskOf("mmlu=mmlu"), withShots(2));
        asked.run(evaluation);
        // The same questions to the same model with a scaled RoPE are another measurement.
        auto scaled = asked.subject();
        scaled.changes = {{"rope_scaling", {{"method", "yarn"}, {"factor", 4.0}, {"original_length", 64}}}};
        eval::ChoiceEvaluation other(scaled, taskOf("mmlu=mmlu"), withShots(2));
        other.finish(0, std::vector<eval::Json>(5, eval::Json{{"loglik", {-1.0, -2.0, -3.0, -4.0}}, {"chars", {1, 1, 1, 1}}, {"gold", 0}}), {});
        auto written = asked.results();
        const auto before = written["multiple_choice"][0];
        other.merge(written, 0);
        QVERIFY(written["multiple_choice"][0] == before);

        const auto results = compare::parseResults(written.dump(), "results.json");
        QVERIFY2(results.notes.empty(), results.notes.empty() ? "" : results.notes.front().c_str());
        QCOMPARE(results.choices.size(), 2u);
        const auto& read = results.choices[0];
        QCOMPARE(read.task, std::string("mmlu"));
        QCOMPARE(read.total.questions, 9);
        QCOMPARE(read.total.interval.value().low, before["total"]["acc_wilson_95"][0].get<double>());
        QCOMPARE(read.total.normalizedInterval.value().high, before["total"]["acc_norm_wilson_95"][1].get<double>());
        QCOMPARE(read.subjects.at(1).interval.value().low, before["subjects"][1]["acc_wilson_95"][0].get<double>());
        QCOMPARE(read.total.making.checkpointHash, std::string("5e1f"));
        QCOMPARE(results.choices[1].task, std::string("mmlu, kitchen_things (yarn × 4)"));
        QCOMPARE(results.choices[1].total.accuracy, 1.0);
    }

    void memoryIsThatOfTheLongestQuestionWithItsExamples()
    {
        const auto model = reference("alibi");
        const auto tokenizer = pieces();
        const test::Asked asked(model, tokenizer);
        for (const int shots : {0, 1}) {
            eval::ChoiceEvaluation evaluation(asked.subject(), taskOf("arc=arc"), withShots(shots));
            const auto plan = evaluation.cells().at(0);
            std::int64_t longest = 0;
            for (std::int64_t n = 0; n < plan.questions; ++n)
                longest = std::max(longest, evaluation.question(0, n).tokens);
            QCOMPARE(plan.tokens, longest + 1);     // the last piece is predicted
            EXPECT_ERROR(eval::requireMemory(asked.subject(), {plan}, 1), ErrorCode::Environment, plan.name);
        }
        auto spec = withShots(1);
        spec.maxTokens = 20;
        QCOMPARE(eval::ChoiceEvaluation(asked.subject(), taskOf("arc=arc"), spec).cells().at(0).tokens, 21);
    }

    void limitTakesTheFirstQuestionsOfEachSubject()
    {
        const auto model = reference("alibi");
        const auto tokenizer = pieces();
        const test::Asked asked(model, tokenizer);
        auto spec = withShots(1);
        spec.limit = 2;
        std::vector<std::string> tasks = {"mmlu=mmlu", "colours.json"};
#ifdef BAMSCOPE_HAVE_ARROW
        tasks.push_back("mmlu=mmlu_one_file/test.jsonl.gz");
#endif
        for (const auto& task : tasks) {
            const eval::ChoiceEvaluation evaluation(asked.subject(), taskOf(task), spec);
            QCOMPARE(evaluation.cells().size(), 2u);
            QCOMPARE(evaluation.cells()[0].questions, 2);
            QCOMPARE(evaluation.cells()[1].questions, 2);
        }
    }
};

BAMSCOPE_TEST(ChoiceTest)
#include "test_choice.moc"
