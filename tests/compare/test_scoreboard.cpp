// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/scoreboard.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace bam;
using namespace bam::compare;

namespace {

Results resultsOf(const std::string& json) { return parseResults(json, "results.json"); }

const char* const kOne = R"json({
  "passkey": {"('equidistant', 20, 5, 0)": {"seq_lens": [120, 500], "accs": [1.0, 0.5]}},
  "passkey_details": {"('equidistant', 20, 5, 0)": [
    {"length": 128, "prompt_tokens": 120, "accuracy": 1.0, "samples": 20, "seed": 0, "checkpoint": "step_00000010"},
    {"length": 512, "prompt_tokens": 500, "accuracy": 0.4, "samples": 20, "seed": 0, "checkpoint": "step_00000010"},
    {"length": 512, "prompt_tokens": 500, "accuracy": 0.6, "samples": 20, "seed": 1, "checkpoint": "step_00000010"}]},
  "perplexity": [{"window_size": 16, "seq_len": 32, "ntokens": 33, "dataset_dir": "texts/bible.txt", "perplexity": [20, 5], "positions": [16, 32], "corpus": "bible"}]
})json";

/// A template with one place for each argument.
Results filled(std::string json, const std::vector<std::string>& values)
{
    for (const auto& value : values)
        json.replace(json.find('%'), 1, value);
    return resultsOf(json);
}

Results choice(const std::string& questions, const std::string& accuracy)
{
    return filled(R"json({"multiple_choice": [{"task": "mmlu", "shots": 0, "total": {"questions": %, "acc": %}}]})json", {questions, accuracy});
}

Results perplexity(const std::string& prompts, const std::string& last)
{
    return filled(R"json({"perplexity": [{"window_size": 16, "seq_len": 32, "perplexity": [30, %], "positions": [16, 32], "corpus": "bible", "prompts": "%"}]})json", {last, prompts});
}

}  // namespace

class ScoreboardTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aScoreIsTheMeanOverLengthsWithTheIntervalOfAllPrompts()
    {
        const auto board = scoreboardOf({resultsOf(kOne)});
        QCOMPARE(board.measures.size(), 2u);
        QCOMPARE(board.measures[0].name, std::string("equidistant"));
        const auto& score = *board.scores[0][0];
        QVERIFY(std::abs(score.value - 0.75) < 1e-12);
        QCOMPARE(score.samples, 60);
        QCOMPARE(score.curve.size(), 2u);       // both seeds of 512 as one
        QVERIFY(std::abs(score.curve[1].y - 0.5) < 1e-12);
        const auto expected = wilsonInterval(40, 60);
        QVERIFY(std::abs(score.low - expected.low) < 1e-12 && std::abs(score.high - expected.high) < 1e-12);
        QCOMPARE(score.checkpoint, std::string("step_00000010"));
        QVERIFY(std::abs(board.scores[0][1]->value - 10) < 1e-9);      // the geometric mean
        QVERIFY(!board.measures[1].isShare);
    }

    void columnsAreWhatAnyRunWasMeasuredByAndOthersHaveGaps()
    {
        const auto other = resultsOf(R"json({"passkey": {"('random', 20, 5, 0)": {"seq_lens": [120], "accs": [0.25]}, "('random', 20, 7, 0)": {"seq_lens": [120], "accs": [0.5]}}})json");
        const auto board = scoreboardOf({resultsOf(kOne), other, {}});
        QCOMPARE(board.measures.size(), 4u);
        QCOMPARE(board.measures[1].name, std::string("random"));
        QCOMPARE(board.measures[2].name, std::string("random, 7 digits"));
        QCOMPARE(board.measures[3].kind, MeasureKind::PerplexityByPosition);    // kinds stay together
        QVERIFY(!board.scores[0][1] && !board.scores[1][0] && board.scores[1][2]);
        for (const auto& score : board.scores[2])
            QVERIFY(!score);
    }

    void rulerSlidingPerplexityAndChoicesHaveColumnsToo()
    {
        const auto board = scoreboardOf({resultsOf(R"json({
            "ruler": {"vt": [{"task": "vt", "length": 1024, "samples": 10, "score": 0.5, "score_95": [0.3, 0.7]}, {"task": "vt", "length": 2048, "samples": 10, "score": 0.25, "score_95": [0.1, 0.5]}]},
            "perplexity_sliding": [{"context": 32, "stride": 8, "ntokens": 100, "dataset_dir": "texts/bible.txt", "documents": "across", "corpus": "bible", "perplexity_all": 12.5,
                "perplexity_all_95": [12, 13], "bits_per_byte": 1.5, "perplexity": [12.5], "positions": [100], "tokens": [100], "mean_nats": 2.5}]})json")});
        QCOMPARE(board.measures.size(), 2u);
        QCOMPARE(board.measures[0].kind, MeasureKind::PerplexitySliding);
        QCOMPARE(board.scores[0][0]->value, 12.5);
        QCOMPARE(board.scores[0][0]->bitsPerByte, 1.5);
        QCOMPARE(board.measures[1].name, std::string("vt"));
        QCOMPARE(board.scores[0][1]->value, 0.375);
        QCOMPARE(board.scores[0][1]->curve.size(), 2u);
        QVERIFY(board.scores[0][1]->low < 0.375 && board.scores[0][1]->high > 0.375);
    }

    void theBestIsMarkedWhereThereIsACompetition()
    {
        const auto better = resultsOf(R"json({"passkey": {"('equidistant', 20, 5, 0)": {"seq_lens": [120], "accs": [0.9]}},
            "perplexity": [{"window_size": 16, "seq_len": 32, "ntokens": 33, "dataset_dir": "texts/bible.txt", "perplexity": [30, 5], "positions": [16, 32], "corpus": "bible"}]})json");
        const auto board = scoreboardOf({resultsOf(kOne), better});
        QCOMPARE(*board.best(0), 1u);
        QCOMPARE(*board.best(1), 0u);           // the smaller perplexity
        QVERIFY(!scoreboardOf({resultsOf(kOne)}).best(0));
    }

    void nothingIsBestAmongScoresOfDifferentQuestions()
    {
        QCOMPARE(*scoreboardOf({choice("9", "0.5"), choice("9", "0.25")}).best(0), 0u);
        QVERIFY(!scoreboardOf({choice("9", "0.5"), choice("3", "0.25")}).best(0));
        QVERIFY(!scoreboardOf({choice("9", "0.5"), choice("9", "0.25"), choice("9", "0.5")}).best(0));     // shared
        QVERIFY(scoreboardOf({perplexity("ab", "4"), perplexity("ab", "5")}).best(0));
        QVERIFY(!scoreboardOf({perplexity("ab", "4"), perplexity("cd", "5")}).best(0));     // of another tokenizer
    }

    void perplexitiesOfOtherTextsOrWindowsAreOtherMeasures()
    {
        auto other = std::string(kOne);
        other.replace(other.find("\"seq_len\": 32"), 13, "\"seq_len\": 64");
        QCOMPARE(scoreboardOf({resultsOf(kOne), resultsOf(other)}).measures.size(), 3u);
    }
};

BAMSCOPE_TEST(ScoreboardTest)
#include "test_scoreboard.moc"
