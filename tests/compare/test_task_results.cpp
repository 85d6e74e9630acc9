// SPDX-License-Identifier: GPL-3.0-or-later
// RULER, multiple choice and sliding perplexity in results.json, and where in prompts keys are found.
#include "core/compare/depth_map.h"
#include "core/compare/result_rows.h"
#include "core/compare/results.h"
#include "core/compare/scoreboard.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace bam;
using namespace bam::compare;

namespace {

bool noted(const Results& results, const char* words)
{
    for (const auto& note : results.notes)
        if (note.find(words) != std::string::npos)
            return true;
    return false;
}

Results parse(const std::string& text) { return parseResults(text, "results.json"); }

}  // namespace

class TaskResultsTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void rulerIsReadByTaskAndLength()
    {
        const auto results = parse(R"json({"ruler": {"niah_single_1": [{"length": 4096, "prompt_tokens": 4090, "samples": 10, "score": 0.5, "score_95": [0.2, 0.8], "seed": 1, "checkpoint_hash": "ab"},
            {"length": 512, "samples": 10, "score": 1}]}})json");
        QVERIFY(results.notes.empty());
        const auto& lengths = results.ruler.at(0).lengths;
        QCOMPARE(lengths[0].length, 512);
        QVERIFY(!lengths[0].interval);
        QCOMPARE(lengths[1].score, 0.5);
        QCOMPARE(lengths[1].interval->high, 0.8);
        QCOMPARE(lengths[1].making.seed.value(), 1);
        QCOMPARE(lengths[1].making.checkpointHash, std::string("ab"));
    }

    void rulerIsNamedByWhatMakesItsPromptsOthers()
    {
        const auto results = parse(R"json({"ruler": {"niah_single_2": [{"length": 512, "samples": 10, "score": 1, "answer_prefix": true, "essays": "texts/pg.txt", "essays_sha256": "ab"},
            {"length": 512, "samples": 10, "score": 0.5, "answer_prefix": false, "essays": "texts/pg.txt"}], "vt": [{"length": 512, "samples": 10, "score": 0.25, "answer_prefix": false,
            "rope_scaling": {"method": "yarn", "factor": 8}}]}})json");
        QCOMPARE(results.ruler.size(), 3u);
        QCOMPARE(results.ruler[0].task, std::string("niah_single_2, in pg.txt"));
        QCOMPARE(results.ruler[1].task, std::string("niah_single_2, in pg.txt, without answer prefix"));
        QCOMPARE(results.ruler[2].task, std::string("vt, without answer prefix (yarn × 8)"));
        QCOMPARE(resultRows(results).at(1).subject, results.ruler[1].task);
    }

    void rulerAsksTheSameWhereItsPromptsAreMadeAlike()
    {
        RulerLength one;
        one.length = 512;
        one.samples = 10;
        auto other = one;
        one.making.seed = 42;
        QVERIFY(sameQuestions(one, other));         // the usual seed, where none is told
        other.making.seed = 43;
        QVERIFY(!sameQuestions(one, other));
        other = one;
        other.samples = 20;
        QVERIFY(!sameQuestions(one, other));
        other = one;
        other.answerPrefix = false;
        QVERIFY(!sameQuestions(one, other));
        other = one;
        one.essays = other.essays = "pg.txt";
        one.essaysHash = "a";
        other.essaysHash = "b";
        QVERIFY(!sameQuestions(one, other));
        other.essaysHash = "a";
        one.making.prompts = "c";
        other.making.prompts = "d";
        QVERIFY(!sameQuestions(one, other));
        one.making.tokenizer = "t";
        other.making.tokenizer = "u";
        QVERIFY(sameQuestions(one, other));         // the same prompts in other tokens
    }

    void multipleChoiceIsReadAsAListAndByTask()
    {
        const auto list = parse(R"json({"multiple_choice": [{"task": "mmlu", "shots": 5, "total": {"questions": 20, "acc": 0.25, "acc_wilson_95": [0.1, 0.5], "acc_norm": 0.3, "acc_norm_wilson_95": [0.1, 0.6]},
            "subjects": [{"subject": "anatomy", "questions": 20, "acc": 0.25, "checkpoint": "step_1"}]}]})json");
        QVERIFY(list.notes.empty());
        const auto& mmlu = list.choices.at(0);
        QCOMPARE(mmlu.shots, 5);
        QCOMPARE(mmlu.total.questions, 20);
        QCOMPARE(mmlu.total.interval->low, 0.1);
        QCOMPARE(mmlu.total.normalized.value(), 0.3);
        QCOMPARE(mmlu.total.making.checkpoint, std::string("step_1"));      // its subjects are of one checkpoint
        QCOMPARE(mmlu.subjects.at(0).subject, std::string("anatomy"));
        const auto object = parse(R"json({"multiple_choice": {"arc_easy": {"acc": 0.5, "samples": 8, "subjects": {"a": {"acc": 0.5}}}}})json");
        QCOMPARE(object.choices.at(0).task, std::string("arc_easy, a"));        // its only subject
        QCOMPARE(object.choices.at(0).total.questions, 8);
        QCOMPARE(object.choices.at(0).subjects.at(0).subject, std::string("a"));
    }

    void slidingPerplexityHasItsIntervalAndBits()
    {
        const auto results = parse(R"json({"perplexity_sliding": [{"context": 1024, "stride": 512, "ntokens": 9, "dataset_dir": "texts/bible.txt", "perplexity_all": 12.5, "perplexity_all_95": [12, 13], "bits_per_byte": 0.9, "bytes": 40}]})json");
        QCOMPARE(results.sliding.at(0).bytes, 40);
        QCOMPARE(results.sliding.at(0).corpus, std::string("bible.txt"));
        QCOMPARE(results.sliding.at(0).perplexity, 12.5);
        QCOMPARE(results.sliding.at(0).interval->high, 13.0);
        QCOMPARE(results.sliding.at(0).bitsPerByte.value(), 0.9);
    }

    void slidingPerplexityHasAPlotOfItsStretches()
    {
        const auto results = parse(R"json({"perplexity_sliding": [{"context": 32, "stride": 8, "ntokens": 9, "corpus": "a", "perplexity_all": 3, "perplexity": [4, null, 2], "positions": [10, 20, 30]},
            {"context": 64, "stride": 8, "ntokens": 9, "corpus": "a", "perplexity_all": 3, "perplexity": [4, 2], "positions": [20, 10]}]})json");
        QCOMPARE(results.sliding[0].positions, (std::vector<double>{10, 20, 30}));
        QVERIFY(std::isnan(results.sliding[0].perplexities[1]));
        QVERIFY(results.sliding[1].positions.empty());      // they do not grow
        const auto board = scoreboardOf({results});
        QCOMPARE(board.scores[0][0]->curve.size(), 2u);
        QCOMPARE(board.scores[0][0]->curve[1].x, 30.0);
        QCOMPARE(board.measures[0].name, std::string("a, 32/8"));
    }

    void choicesAreToldApartByWhatWasAsked()
    {
        const auto results = parse(R"json({"multiple_choice": [
            {"task": "arc", "shots": 0, "total": {"questions": 9, "acc": 0.5}, "subjects": [{"subject": "ARC-Easy", "questions": 9, "acc": 0.5}]},
            {"task": "arc", "shots": 0, "total": {"questions": 9, "acc": 0.25}, "subjects": [{"subject": "ARC-Challenge", "questions": 9, "acc": 0.25}]},
            {"task": "arc", "shots": 0, "limit": 10, "bos": true, "total": {"questions": 9, "acc": 0.25}}]})json");
        QCOMPARE(results.choices[0].task, std::string("arc, ARC-Easy"));
        QCOMPARE(results.choices[1].task, std::string("arc, ARC-Challenge"));
        QCOMPARE(results.choices[2].task, std::string("arc, first 10, bos"));
        QCOMPARE(scoreboardOf({results}).measures.size(), 3u);
    }

    void choicesWithOtherDataOrLimitsAreOtherMeasures()
    {
        const auto results = parse(R"json({"multiple_choice": [
            {"task": "mmlu", "data": "texts/mmlu", "shots": 0, "max_tokens": 0, "too_long": null, "total": {"questions": 9, "acc": 0.5}},
            {"task": "mmlu", "data": "texts/mmlu_redux", "shots": 0, "max_tokens": 0, "too_long": null, "total": {"questions": 9, "acc": 0.25}},
            {"task": "mmlu", "data": "texts/mmlu", "shots": 0, "max_tokens": 512, "too_long": "cut", "total": {"questions": 9, "acc": 0.75}},
            {"task": "mmlu", "data": "texts/mmlu", "shots": 0, "max_tokens": 512, "too_long": "skip", "total": {"questions": 8, "acc": 0.125}},
            {"task": "mmlu", "data": "old/mmlu", "shots": 0, "max_tokens": 512, "too_long": "skip", "total": {"questions": 8, "acc": 1}}]})json");
        QCOMPARE(results.choices[2].task, std::string("mmlu, at most 512 tokens, longer ones cut"));
        QCOMPARE(results.choices[3].data, std::string("texts/mmlu"));       // two of one name
        const auto board = scoreboardOf({results});
        std::vector<std::string> names;
        for (const auto& measure : board.measures)
            names.push_back(measure.name);
        QCOMPARE(names, (std::vector<std::string>{"mmlu, from mmlu", "mmlu, from mmlu_redux", "mmlu, at most 512 tokens, longer ones cut", "mmlu, at most 512 tokens, longer ones left out, from texts/mmlu",
            "mmlu, at most 512 tokens, longer ones left out, from old/mmlu"}));
        QCOMPARE(board.scores[0][0]->value, 0.5);
        QCOMPARE(resultRows(results).at(1).subject, std::string("mmlu, from mmlu_redux"));
    }

    void questionsAreTheSameByTheirPromptsOrOfOtherTokenizersByTheirNumber()
    {
        ChoiceScore one, other;
        one.questions = other.questions = 9;
        one.making.prompts = "a";
        QVERIFY(sameQuestions(one, other));         // not told
        other.making.prompts = "b";
        QVERIFY(!sameQuestions(one, other));
        one.making.tokenizer = "t";
        other.making.tokenizer = "u";
        QVERIFY(sameQuestions(one, other));
        other.questions = 8;
        QVERIFY(!sameQuestions(one, other));
    }

    void stretchesOfATextAreTheSameWhereTheyShareMostOfIt()
    {
        QVERIFY(sameText({1000, 950}));
        QVERIFY(!sameText({1000, 800}));
        QVERIFY(!sameText({1000, 0}));
        QVERIFY(!sameText({}));
    }

    void whatTheModelWroteByItselfIsAResultOfItsOwn()
    {
        const auto results = parse(R"json({"passkey_details": {"('equidistant', 4, 5, 0)": [{"length": 512, "prompt_tokens": 500, "correct": 4, "samples": 4, "accuracy": 1, "seed": 0, "outcomes": "1111",
            "tokenizer": "t", "generated": {"correct": 1, "accuracy": 0.25, "wilson_95": [0.1, 0.7], "outcomes": "1000"}}]}})json");
        QVERIFY(results.notes.empty());
        QCOMPARE(results.passkey.size(), 2u);
        QCOMPARE(protocolName(results.passkey[1]), std::string("equidistant, generated, 5 digits"));
        QCOMPARE(results.passkey[0].lengths.at(0).accuracy, 1.0);
        QCOMPARE(results.passkey[1].lengths.at(0).accuracy, 0.25);
        QCOMPARE(results.passkey[1].lengths.at(0).outcomes, std::string("1000"));
        QCOMPARE(results.passkey[1].lengths.at(0).seeds, (std::vector<std::int64_t>{0}));
    }

    void perplexityWithinDocumentsIsAnotherMeasure()
    {
        const auto results = parse(R"json({"perplexity": [{"perplexity": [3], "positions": [16], "corpus": "a", "documents": "across", "bytes": 80}, {"perplexity": [4], "positions": [16], "corpus": "a", "documents": "within"}]})json");
        QCOMPARE(results.perplexity[0].corpus, std::string("a"));
        QCOMPARE(results.perplexity[0].bytes, 80);
        QCOMPARE(results.perplexity[1].corpus, std::string("a, within documents"));
    }

    void slidingPerplexityWithinDocumentsIsAnotherMeasure()
    {
        const auto results = parse(R"json({"perplexity_sliding": [{"context": 32, "stride": 8, "ntokens": 9, "corpus": "a", "documents": "across", "perplexity_all": 3},
            {"context": 32, "stride": 8, "ntokens": 9, "corpus": "a", "documents": "within", "perplexity_all": 4}]})json");
        QCOMPARE(results.sliding[1].corpus, std::string("a, within documents"));
        const auto rows = resultRows(results);
        QCOMPARE(rows.at(0).subject, std::string("a, context 32, stride 8"));
        QCOMPARE(rows.at(1).subject, std::string("a, within documents, context 32, stride 8"));
        QCOMPARE(scoreboardOf({results}).measures.size(), 2u);
    }

    void textsOfOneNameAreToldByTheirPaths()
    {
        const auto results = parse(R"json({
            "perplexity": [{"perplexity": [3], "positions": [16], "corpus": "test", "dataset_dir": "wiki/test.txt", "prompts": "a"}, {"perplexity": [4], "positions": [16], "corpus": "test", "dataset_dir": "c4/test.txt", "prompts": "b"},
                {"perplexity": [5], "positions": [16], "corpus": "other", "dataset_dir": "c4/other.txt"}],
            "perplexity_sliding": [{"context": 32, "stride": 8, "corpus": "test", "dataset_dir": "wiki/test.txt", "perplexity_all": 3, "documents": "within", "prompts": "c"},
                {"context": 32, "stride": 8, "corpus": "test", "dataset_dir": "./wiki/test.txt", "perplexity_all": 4, "documents": "within", "prompts": "c"}]})json");
        QCOMPARE(results.perplexity[0].corpus, std::string("wiki/test.txt"));
        QCOMPARE(results.perplexity[1].corpus, std::string("c4/test.txt"));
        QCOMPARE(results.perplexity[2].corpus, std::string("other"));
        QCOMPARE(results.sliding[1].corpus, std::string("test, within documents"));     // the same text, written another way
        QCOMPARE(resultRows(results).at(1).subject, std::string("c4/test.txt"));
        QCOMPARE(scoreboardOf({results}).measures.size(), 4u);
    }

    void whatCannotBeUsedIsToldAndLeftOut_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("told");
        QTest::newRow("ruler a list") << QByteArray(R"json({"ruler": [1]})json") << QByteArray("ruler is array");
        QTest::newRow("a task a number") << QByteArray(R"json({"ruler": {"a": 1}})json") << QByteArray("RULER a is number");
        QTest::newRow("no length") << QByteArray(R"json({"ruler": {"a": [{"score": 1}]}})json") << QByteArray("without a length");
        QTest::newRow("score above 1") << QByteArray(R"json({"ruler": {"a": [{"length": 1, "score": 7}]}})json") << QByteArray("score is 7; expected 0 to 1");
        QTest::newRow("choices a text") << QByteArray(R"json({"multiple_choice": "x"})json") << QByteArray("multiple_choice is string");
        QTest::newRow("no task") << QByteArray(R"json({"multiple_choice": [{"acc": 1}]})json") << QByteArray("without a task");
        QTest::newRow("no accuracy") << QByteArray(R"json({"multiple_choice": {"a": {}}})json") << QByteArray("acc is missing");
        QTest::newRow("sliding below 0") << QByteArray(R"json({"perplexity_sliding": [{"perplexity_all": -1}]})json") << QByteArray("no perplexity_all above 0");
    }
    void whatCannotBeUsedIsToldAndLeftOut()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, told);
        const auto results = parse(text.toStdString());
        QVERIFY(results.ruler.empty() && results.choices.empty() && results.sliding.empty());
        QVERIFY2(noted(results, told.constData()), results.notes.empty() ? "no note" : results.notes[0].c_str());
    }

    void depthsMakeAMap()
    {
        const auto results = parse(R"json({"passkey_details": {"('equidistant', 4, 5, 0)": [
            {"length": 512, "prompt_tokens": 500, "samples": 4, "accuracy": 0.5, "outcomes": "1100", "depths": [0, 0.33, 0.67, 1]},
            {"length": 1024, "prompt_tokens": 1000, "samples": 4, "accuracy": 0.25, "outcomes": "1000", "depths": [0, 0.33, 0.67, 1]},
            {"length": 2048, "prompt_tokens": 2000, "samples": 4, "accuracy": 0.25, "outcomes": "1000", "depths": [0, 0.33, 7, 1]}]}})json");
        const auto map = depthMap(results.passkey.at(0), 2);
        QCOMPARE(map.lengths, (std::vector<double>{512, 1024}));        // a depth beyond the prompt is no depth
        QCOMPARE(map.bins, 2);
        QCOMPARE(map.accuracy, (std::vector<float>{1, 0.5f, 0, 0}));
        QCOMPARE(map.prompts, 8);
        QVERIFY(depthMap(PasskeyResult{}).empty());
    }

    void depthsAreThoseOfTheCheckpointThatWasMeasuredLast()
    {
        const auto results = parse(R"json({"passkey_details": {
            "('equidistant', 4, 5, 0)": [{"length": 512, "prompt_tokens": 500, "samples": 4, "accuracy": 1, "outcomes": "1111", "depths": [0, 0.33, 0.67, 1], "checkpoint_hash": "old"}],
            "('equidistant', 2, 5, 0)": [{"length": 512, "prompt_tokens": 500, "samples": 2, "accuracy": 0, "outcomes": "00", "depths": [0, 1], "checkpoint_hash": "new"}]}})json");
        const auto map = fullestDepthMap(results.passkey);
        QCOMPARE(map.prompts, 2);
        QCOMPARE(map.accuracy, (std::vector<float>{0, 0}));
    }

    void everyNumberIsARowWithHowItWasMade()
    {
        const auto rows = resultRows(parse(R"json({"passkey_details": {"('random', 2, 5, 0)": [{"length": 512, "prompt_tokens": 500, "samples": 2, "accuracy": 0.5, "seed": 4, "program": "bamscope 1"}]},
            "perplexity": [{"perplexity": [3, 2], "positions": [16, 32], "corpus": "Bible", "ntokens": 33, "perplexity_all": 2.5, "bits_per_byte": 1}]})json"));
        QCOMPARE(rows.size(), std::size_t(5));
        QCOMPARE(rows[0].subject, std::string("random, 5 digits"));
        QCOMPARE(rows[0].seeds, std::string("4"));
        QCOMPARE(rows[0].making.program, std::string("bamscope 1"));
        QVERIFY(rows[0].interval.low > 0);
        QCOMPARE(rows[2].position, 32.0);
        QCOMPARE(rows[3].metric, std::string("perplexity_all"));
        QVERIFY(std::isnan(rows[3].position));
        QCOMPARE(rows[4].value, 1.0);
    }
};

BAMSCOPE_TEST(TaskResultsTest)
#include "test_task_results.moc"
