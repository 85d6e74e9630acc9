// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/results.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <cmath>

#include <sys/stat.h>

using namespace bam;
using namespace bam::compare;

namespace {

const char* const kOurs = R"json({"passkey": {"('equidistant', 4, 5, 0)": {"seq_lens": [66, 498], "accs": [1.0, 0.5]}},
 "passkey_details": {"('equidistant', 4, 5, 0)": [
  {"length": 0, "prompt_tokens": 66, "correct": 4, "samples": 4, "accuracy": 1.0, "wilson_95": [0.5, 1], "seed": 7, "official_space": false, "checkpoint": "step_00000100", "outcomes": "1111", "tokenizer": "ab"},
  {"length": 512, "prompt_tokens": 498, "correct": 2, "samples": 4, "accuracy": 0.5, "seed": 7, "outcomes": "1010", "tokenizer": "ab"}]},
 "perplexity": [{"window_size": 512, "seq_len": 1024, "ntokens": 1025, "dataset_dir": "data/bible", "corpus": "Bible", "perplexity": [20.0, 5.0], "positions": [512, 1024]}]})json";

bool noted(const Results& results, const char* words)
{
    for (const auto& note : results.notes)
        if (note.find(words) != std::string::npos)
            return true;
    return false;
}

std::string passkey(const std::string& entry) { return R"json({"passkey": {"('equidistant', 20, 5, 0)": )json" + entry + "}}"; }

}  // namespace

class ResultsTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void oursAreReadWithTheOutcomeOfEveryPrompt()
    {
        const auto results = parseResults(kOurs, "results.json");
        QVERIFY(results.notes.empty());
        const auto& passkey = results.passkey.at(0);
        QCOMPARE(passkey.sampling, std::string("equidistant"));
        QCOMPARE(passkey.samples, 4);
        QCOMPARE(passkey.lengths.size(), std::size_t(2));
        const auto* longer = passkey.at(512);
        QVERIFY(longer);
        QCOMPARE(longer->promptTokens, 498);
        QCOMPARE(longer->outcomes, std::string("1010"));
        QVERIFY(longer->seeds == std::vector<std::int64_t>{7});
        QVERIFY(std::abs(longer->wilson.low - wilsonInterval(2, 4).low) < 1e-12);
        QCOMPARE(results.perplexity.at(0).corpus, std::string("Bible"));
        QVERIFY(std::abs(results.perplexity.at(0).mean() - 10) < 1e-9);
    }

    void theMeanPerplexityIsOfAllPositions()
    {
        const auto meanOf = [](const std::string& more) {
            return parseResults(R"json({"perplexity": [{"corpus": "a", "documents": "within", "perplexity": [20, 5], "positions": [512, 1024])json" + more + "}]}", "results.json").perplexity.at(0).mean();
        };
        QCOMPARE(meanOf(R"(, "tokens": [300, 100], "perplexity_all": 14)"), 14.0);
        QVERIFY(std::abs(meanOf(R"(, "tokens": [300, 100])") - std::exp((3 * std::log(20.0) + std::log(5.0)) / 4)) < 1e-9);     // few documents reach far positions
        QVERIFY(std::abs(meanOf(R"(, "tokens": [300])") - 10) < 1e-9);      // not of every window: they count alike
        QVERIFY(std::abs(meanOf({}) - 10) < 1e-9);
    }

    void promptsOfEverySeedThatASpecMayHaveCount()
    {
        const auto results = parseResults(R"json({"passkey_details": {"('equidistant', 2, 5, 0)": [
            {"length": 512, "prompt_tokens": 498, "samples": 2, "accuracy": 1, "seed": 7, "outcomes": "11", "tokenizer": "ab"},
            {"length": 512, "prompt_tokens": 498, "samples": 2, "accuracy": 0, "seed": 9007199254740991, "outcomes": "00", "tokenizer": "ab"}]}})json", "results.json");
        QVERIFY(results.notes.empty());
        const auto& lengths = results.passkey.at(0).lengths;
        QCOMPARE(lengths.size(), std::size_t(1));
        QCOMPARE(lengths[0].samples, 4);
        QCOMPARE(lengths[0].seeds, (std::vector<std::int64_t>{7, 9007199254740991}));
    }

    void officialResultsHaveTheirCountsFromTheirNames()
    {
        const auto results = parseResults(passkey(R"json({"seq_lens": [66, 1016], "accs": [1.0, 0.35]})json"), "results.json");
        QVERIFY(results.notes.empty());
        const auto& lengths = results.passkey.at(0).lengths;
        QCOMPARE(lengths[1].length, -1);
        QCOMPARE(lengths[1].shownLength(), 1016);
        QCOMPARE(lengths[1].correct, 7);
        QCOMPARE(lengths[1].samples, 20);
        QVERIFY(lengths[1].seeds.empty());
    }

    void whatOnlyTheOfficialShapeHoldsIsAddedToOurs()
    {
        auto text = std::string(kOurs);
        text.replace(text.find("[66, 498]"), 9, "[66, 498, 994]");
        text.replace(text.find("[1.0, 0.5]"), 10, "[1.0, 0.5, 0.25]");
        const auto results = parseResults(text, "results.json");
        QCOMPARE(results.passkey.at(0).lengths.size(), std::size_t(3));
        QCOMPARE(results.passkey.at(0).lengths[2].correct, 1);
    }

    void pythonsNullsAndNanAreNoReasonToRefuseTheRest()
    {
        const auto results = parseResults(R"json({"passkey": null, "perplexity": [{"window_size": 2, "seq_len": 4, "ntokens": 5, "dataset_dir": "data/10B/", "perplexity": [3.0, NaN], "positions": [2, 4]}]})json", "results.json");
        QVERIFY(results.passkey.empty());
        QCOMPARE(results.perplexity.at(0).corpus, std::string("10B"));
        QVERIFY(std::isnan(results.perplexity.at(0).perplexity[1]));
        QCOMPARE(results.perplexity.at(0).mean(), 3.0);
        QVERIFY(noted(results, "1 of 2 windows"));
    }

    void accuraciesOutOfRangeAreLeftOutAndTold()
    {
        const auto results = parseResults(passkey(R"json({"seq_lens": [10, 20, 30, 40], "accs": [1.5, -0.1, 0.5, NaN]})json"), "results.json");
        QCOMPARE(results.passkey.at(0).lengths.size(), std::size_t(1));
        QCOMPARE(results.notes.size(), std::size_t(3));
        QVERIFY(noted(results, "1.5"));
    }

    void anAccuracyThatIsNoNumberOfPromptsHasNoInterval()
    {
        const auto results = parseResults(passkey(R"json({"seq_lens": [10], "accs": [0.333]})json"), "results.json");
        QCOMPARE(results.passkey.at(0).lengths[0].correct, -1);
        QCOMPARE(results.passkey.at(0).lengths[0].wilson.high, 1.0);
    }

    void outcomesThatContradictTheCountAreNotUsed()
    {
        auto text = std::string(kOurs);
        text.replace(text.find("1010"), 4, "1110");
        const auto results = parseResults(text, "results.json");
        QVERIFY(results.passkey.at(0).at(512)->outcomes.empty());
        QCOMPARE(results.passkey.at(0).at(512)->correct, 2);
        QVERIFY(noted(results, "do not agree"));
    }

    void brokenFilesAreToldAndNeverEndTheProgram_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("told");
        QTest::newRow("empty") << QByteArray() << QByteArray("is empty");
        QTest::newRow("torn") << QByteArray(kOurs).left(300) << QByteArray("ends too early");
        QTest::newRow("a list") << QByteArray("[1, 2]") << QByteArray("no JSON object");
        QTest::newRow("deep") << QByteArray(100000, '[') << QByteArray("nests deeper");
        QTest::newRow("binary") << QByteArray("\x89PNG\0\x1a", 6) << QByteArray("no JSON");
        QTest::newRow("passkey a list") << QByteArray(R"json({"passkey": [1]})json") << QByteArray("expected an object");
        QTest::newRow("odd name") << QByteArray(R"json({"passkey": {"best": {}}})json") << QByteArray("are called \"best\"");
        QTest::newRow("huge name") << QByteArray(R"json({"passkey": {"('equidistant', 99999999999999999999, 5, 0)": {}}})json") << QByteArray("are called");
        QTest::newRow("unequal lists") << QByteArray(passkey(R"json({"seq_lens": [1, 2], "accs": [1]})json").c_str()) << QByteArray("lists seq_lens and accs");
        QTest::newRow("texts for numbers") << QByteArray(passkey(R"json({"seq_lens": ["a"], "accs": ["b"]})json").c_str()) << QByteArray("left out");
        QTest::newRow("perplexity a number") << QByteArray(R"json({"perplexity": 3})json") << QByteArray("expected a list");
        QTest::newRow("positions fall") << QByteArray(R"json({"perplexity": [{"perplexity": [1, 2], "positions": [4, 2]}]})json") << QByteArray("growing numbers");
        QTest::newRow("invalid UTF-8") << QByteArray("{\"passkey\": {\"\xff\xfe\": {}}}") << QByteArray("results.json");
    }
    void brokenFilesAreToldAndNeverEndTheProgram()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, told);
        const auto results = parseResults(std::string_view(text.constData(), std::size_t(text.size())), "results.json");
        QVERIFY(results.passkey.empty() && results.perplexity.empty());
        QVERIFY2(noted(results, told.constData()), results.notes.empty() ? "no note" : results.notes[0].c_str());
    }

    void aThousandBadEntriesAreToldInAFewSentences()
    {
        std::string lengths = "1", accuracies = "2";
        for (int n = 0; n < 1000; ++n) {
            lengths += ", 1";
            accuracies += ", 2";
        }
        const auto results = parseResults(passkey(R"json({"seq_lens": [)json" + lengths + R"json(], "accs": [)json" + accuracies + "]}"), "results.json");
        QCOMPARE(results.notes.size(), std::size_t(7));
        QVERIFY(noted(results, "995 more"));
    }

    void aRunWithoutResultsIsNoProblem()
    {
        QTemporaryDir folder;
        const auto results = readResults(folder.path().toStdString());
        QVERIFY(!results.present);
        QVERIFY(results.notes.empty());
    }

    void aPipeInPlaceOfTheFileIsNotWaitedFor()
    {
        QTemporaryDir folder;
        QCOMPARE(::mkfifo(folder.filePath(QStringLiteral("results.json")).toLocal8Bit().constData(), 0600), 0);
        const auto results = readResults(folder.path().toStdString());
        QVERIFY(results.present);
        QCOMPARE(results.notes.size(), std::size_t(1));
    }
};

BAMSCOPE_TEST(ResultsTest)
#include "test_results.moc"
