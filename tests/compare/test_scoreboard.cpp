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
    void aScoreIsTheMeanOverLengthsWithTheIntervalOfThatMean()
    {
        const auto board = scoreboardOf({resultsOf(kOne)});
        QCOMPARE(board.measures.size(), 2u);
        QCOMPARE(board.measures[0].name, std::string("equidistant"));
        const auto& score = *board.scores[0][0];
        QVERIFY(std::abs(score.value - 0.75) < 1e-12);
        QCOMPARE(score.samples, 60);
        QCOMPARE(score.curve.size(), 2u);       // both seeds of 512 as one
        QVERIFY(std::abs(score.curve[1].y - 0.5) < 1e-12);
        const auto first = wilsonInterval(20, 20), second = wilsonInterval(20, 40);
        QVERIFY(std::abs(score.low - (0.75 - std::hypot(1 - first.low, 0.5 - second.low) / 2)) < 1e-12);
        QVERIFY(std::abs(score.high - (0.75 + std::hypot(first.high - 1, second.high - 0.5) / 2)) < 1e-12);
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
        QCOMPARE(board.measures.size(), 3u);
        QCOMPARE(board.measures[0].kind, MeasureKind::PerplexitySliding);
        QCOMPARE(board.scores[0][0]->value, 12.5);
        QCOMPARE(board.measures[1].metric, Metric::BitsPerByte);
        QCOMPARE(board.scores[0][1]->value, 1.5);
        QCOMPARE(board.measures[2].name, std::string("vt"));
        QCOMPARE(board.scores[0][2]->value, 0.375);
        QCOMPARE(board.scores[0][2]->curve.size(), 2u);
        QVERIFY(board.scores[0][2]->low < 0.375 && board.scores[0][2]->high > 0.375);
    }

    void theBestIsMarkedWhereThereIsACompetition()
    {
        const auto better = resultsOf(R"json({"passkey": {"('equidistant', 20, 5, 0)": {"seq_lens": [120, 500], "accs": [0.9, 0.7]}},
            "perplexity": [{"window_size": 16, "seq_len": 32, "ntokens": 33, "dataset_dir": "texts/bible.txt", "perplexity": [30, 5], "positions": [16, 32], "corpus": "bible"}]})json");
        const auto board = scoreboardOf({resultsOf(kOne), better});
        QCOMPARE(*board.best(0), 1u);
        QCOMPARE(*board.best(1), 0u);           // the smaller perplexity
        QVERIFY(!scoreboardOf({resultsOf(kOne)}).best(0));
    }

    void nothingIsBestWhereOneRunStoppedAtAShorterLength()
    {
        const auto both = resultsOf(R"json({"passkey": {"('equidistant', 20, 5, 0)": {"seq_lens": [512, 1024], "accs": [1.0, 0.0]}}, "ruler": {"vt": [{"length": 512, "samples": 9, "score": 1}, {"length": 1024, "samples": 9, "score": 0}]}})json");
        const auto one = resultsOf(R"json({"passkey": {"('equidistant', 20, 5, 0)": {"seq_lens": [512], "accs": [0.9]}}, "ruler": {"vt": [{"length": 512, "samples": 9, "score": 0.9}]}})json");
        const auto board = scoreboardOf({both, one, {}});
        for (std::size_t measure = 0; measure < 2; ++measure) {
            QVERIFY(!board.best(measure) && !board.isRanked(measure));
            QCOMPARE(board.scores[0][measure]->value, 0.5);
            QCOMPARE(board.sharedLengths(measure), (std::vector<double>{512}));
            QCOMPARE(board.meanOfShared(0, measure), 1.0);      // what compares
            QCOMPARE(board.meanOfShared(1, measure), 0.9);
            QVERIFY(std::isnan(board.meanOfShared(2, measure)));
        }
    }

    void anIntervalHoldsItsMeanWhateverTheNumbersOfSamples()
    {
        std::string seeds;
        for (int seed = 0; seed < 5; ++seed)
            seeds += R"json(, {"length": 32768, "prompt_tokens": 32000, "accuracy": 0, "samples": 20, "seed": )json" + std::to_string(seed) + "}";
        const auto board = scoreboardOf({resultsOf(R"json({"passkey_details": {"('equidistant', 20, 5, 0)": [{"length": 512, "prompt_tokens": 500, "accuracy": 1, "samples": 20, "seed": 0})json" + seeds + "]}}")});
        const auto& score = *board.scores[0][0];
        QCOMPARE(score.samples, 120);
        QCOMPARE(score.value, 0.5);
        QVERIFY(score.low > 0.4 && score.low < 0.5 && score.high > 0.5 && score.high < 0.6);
        QVERIFY(!intervalOfMean({{512, 1, 0.8, 1}, {1024, 0}}));     // a length without an interval
        const auto alone = intervalOfMean({{512, 0.5, 0.25, 0.75}});
        QVERIFY(alone->low == 0.25 && alone->high == 0.75);
    }

    void ofResultsWithOtherNumbersOfPromptsTheOneWithMostCountsAtEachLength()
    {
        const auto more = std::string(R"json("('equidistant', 100, 5, 0)": [{"length": 512, "prompt_tokens": 500, "accuracy": 0.75, "samples": 100, "seed": 0}])json");
        const auto fewer = std::string(R"json("('equidistant', 20, 5, 0)": [{"length": 512, "prompt_tokens": 500, "accuracy": 1, "samples": 20, "seed": 0}, {"length": 1024, "prompt_tokens": 1000, "accuracy": 0.25, "samples": 20, "seed": 0}])json");
        for (const auto& both : {more + "," + fewer, fewer + "," + more}) {
            const auto board = scoreboardOf({resultsOf(R"json({"passkey_details": {)json" + both + "}}")});
            QCOMPARE(board.measures.size(), 1u);
            const auto& score = *board.scores[0][0];
            QCOMPARE(score.curve.size(), 2u);
            QCOMPARE(score.curve[0].y, 0.75);
            QCOMPARE(score.curve[1].y, 0.25);
            QCOMPARE(score.value, 0.5);
            QCOMPARE(score.samples, 120);
        }
    }

    void bothAccuraciesAndBitsPerByteAreMeasuresBesideTheirs()
    {
        const auto board = scoreboardOf({resultsOf(R"json({
            "perplexity": [{"window_size": 16, "seq_len": 32, "ntokens": 33, "perplexity": [20, 5], "positions": [16, 32], "corpus": "a", "bits_per_byte": 1.25, "bytes": 80}, {"window_size": 16, "seq_len": 32, "perplexity": [20, 5], "positions": [16, 32], "corpus": "b"}],
            "multiple_choice": [{"task": "arc", "shots": 0, "scored": "text", "total": {"questions": 9, "acc": 0.5, "acc_norm": 0.25, "acc_norm_wilson_95": [0.1, 0.6]},
                "subjects": [{"subject": "ARC-Easy", "questions": 5, "acc": 0.5, "acc_norm": 0.75, "acc_norm_wilson_95": [0.5, 0.9]}, {"subject": "ARC-Challenge", "questions": 4, "acc": 0.5, "acc_norm": 0.125}]},
                {"task": "mmlu", "shots": 0, "scored": "letter", "total": {"questions": 9, "acc": 0.5, "acc_norm": 0.5}}]})json")});
        std::vector<std::pair<std::string, Metric>> told;
        for (const auto& measure : board.measures)
            told.emplace_back(measure.name, measure.metric);
        QCOMPARE(told, (std::vector<std::pair<std::string, Metric>>{{"a", Metric::Usual}, {"a", Metric::BitsPerByte}, {"b", Metric::Usual}, {"arc", Metric::Usual}, {"arc", Metric::Normalized}, {"mmlu", Metric::Usual}}));
        QVERIFY(!board.measures[1].isShare && board.measures[4].isShare);
        QCOMPARE(board.scores[0][1]->value, 1.25);
        QVERIFY(board.scores[0][1]->curve.empty());
        const auto& normalized = *board.scores[0][4];
        QCOMPARE(normalized.value, 0.25);
        QCOMPARE(normalized.high, 0.6);
        QCOMPARE(normalized.curve.at(0).y, 0.75);
        QCOMPARE(normalized.curve[0].low, 0.5);
    }

    void bitsPerByteRankBetweenTokenizersWhereTheTextIsTheSame()
    {
        const auto sliding = [](const std::string& tokenizer, const std::string& tokens, const std::string& bits, const std::string& bytes) {
            return filled(R"json({"perplexity_sliding": [{"context": 32, "stride": 8, "corpus": "a", "perplexity_all": 3, "tokenizer": "%", "ntokens": %, "bits_per_byte": %, "bytes": %}]})json", {tokenizer, tokens, bits, bytes});
        };
        const auto same = scoreboardOf({sliding("t", "100", "1.5", "400"), sliding("u", "130", "1.25", "399")});
        QCOMPARE(same.measures.size(), 3u);         // perplexities per token are two measures
        QCOMPARE(same.measures[1].metric, Metric::BitsPerByte);
        QCOMPARE(*same.best(1), 1u);
        const auto shorter = scoreboardOf({sliding("t", "100", "1.5", "400"), sliding("u", "100", "1.25", "300")});
        QVERIFY(!shorter.best(0));                  // of another tokenizer
        QVERIFY(!shorter.best(1));                  // a shorter stretch of the text
    }

    void nothingIsBestAmongScoresOfDifferentQuestions()
    {
        const auto prompts = [](const std::string& tokenizer, const std::string& hash, const std::string& accuracy) {
            return filled(R"json({"multiple_choice": [{"task": "arc", "shots": 0, "total": {"questions": 9, "acc": %}, "subjects": [{"subject": "ARC-Easy", "questions": 9, "acc": 0.5, "tokenizer": "%", "prompts": "%"}]}]})json", {accuracy, tokenizer, hash});
        };
        QCOMPARE(*scoreboardOf({prompts("t", "a", "0.5"), prompts("t", "a", "0.25")}).best(0), 0u);
        QVERIFY(!scoreboardOf({prompts("t", "a", "0.5"), prompts("t", "b", "0.25")}).best(0));
        QVERIFY(scoreboardOf({prompts("t", "a", "0.5"), prompts("u", "b", "0.25")}).best(0));      // the same questions in other tokens
        const auto subjects = [](const std::string& first, const std::string& second, const std::string& accuracy) {
            return filled(R"json({"multiple_choice": [{"task": "arc", "shots": 0, "total": {"questions": 9, "acc": %}, "subjects": [{"subject": "%", "questions": 4, "acc": 0.5}, {"subject": "%", "questions": 4, "acc": 0.5}]}]})json", {accuracy, first, second});
        };
        QVERIFY(scoreboardOf({subjects("a", "b", "0.5"), subjects("b", "a", "0.25")}).best(0));    // asked in another order
        QVERIFY(!scoreboardOf({subjects("a", "b", "0.5"), subjects("a", "c", "0.25")}).best(0));
        QCOMPARE(*scoreboardOf({choice("9", "0.5"), choice("9", "0.25")}).best(0), 0u);
        QVERIFY(!scoreboardOf({choice("9", "0.5"), choice("3", "0.25")}).best(0));
        QVERIFY(!scoreboardOf({choice("9", "0.5"), choice("9", "0.25"), choice("9", "0.5")}).best(0));     // shared
        QVERIFY(scoreboardOf({perplexity("ab", "4"), perplexity("ab", "5")}).best(0));
        QVERIFY(!scoreboardOf({perplexity("ab", "4"), perplexity("cd", "5")}).best(0));     // of another tokenizer
    }

    void rulerRanksRunsThatWereAskedTheSamePrompts()
    {
        const auto ruler = [](const std::string& score, const std::string& more) { return filled(R"json({"ruler": {"vt": [{"length": 512, "samples": 9, "score": %, %}]}})json", {score, more}); };
        const std::string usual = R"("seed": 42, "answer_prefix": true, "prompts": "a", "tokenizer": "t")";
        QCOMPARE(*scoreboardOf({ruler("0.5", usual), ruler("0.25", usual)}).best(0), 0u);
        for (const auto* other : {R"("seed": 43)", R"("samples": 20)", R"("prompts": "b", "tokenizer": "t")"}) {
            const auto board = scoreboardOf({ruler("0.5", usual), ruler("0.25", other)});
            QVERIFY2(!board.best(0), other);
            QVERIFY(board.hasSameLengths(0));
        }
        QVERIFY(scoreboardOf({ruler("0.5", usual), ruler("0.25", R"("prompts": "b", "tokenizer": "u")")}).best(0));     // the same prompts in other tokens
        QCOMPARE(scoreboardOf({ruler("0.5", usual), ruler("0.25", R"("answer_prefix": false)")}).measures.size(), 2u);
    }

    void passKeysWithTheOfficialSpaceAreNotRankedAgainstOthers()
    {
        const auto passkey = [](const std::string& accuracy, const std::string& space) {
            return filled(R"json({"passkey_details": {"('equidistant', 4, 5, 0)": [{"length": 512, "prompt_tokens": 500, "samples": 4, "accuracy": %, "official_space": %}]}})json", {accuracy, space});
        };
        QVERIFY(scoreboardOf({passkey("1", "true"), passkey("0", "true")}).best(0));
        QVERIFY(scoreboardOf({passkey("1", "true"), passkey("0", "null")}).best(0));
        QVERIFY(!scoreboardOf({passkey("1", "true"), passkey("0", "false")}).best(0));
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
