// SPDX-License-Identifier: GPL-3.0-or-later
// Results with a scaled RoPE: beside those of the model as trained, under the same names, in columns of their own.
#include "core/compare/scaled_runs.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace bam;
using namespace bam::compare;

namespace {

constexpr const char* kResults = R"json({
 "passkey_details": {
  "('equidistant', 4, 5, 0)": [{"length": 512, "prompt_tokens": 500, "correct": 1, "samples": 4, "accuracy": 0.25, "seed": 0, "outcomes": "1000", "tokenizer": "t"}],
  "('equidistant', 4, 5, 0, 'yarn', 8)": [{"length": 512, "prompt_tokens": 500, "correct": 4, "samples": 4, "accuracy": 1, "seed": 0, "outcomes": "1111", "tokenizer": "t",
    "rope_scaling": {"method": "yarn", "factor": 8, "original_length": 128}}]},
 "perplexity": [
  {"window_size": 512, "seq_len": 1024, "ntokens": 1025, "corpus": "Bible", "perplexity": [20, 90], "positions": [512, 1024]},
  {"window_size": 512, "seq_len": 1024, "ntokens": 1025, "corpus": "Bible", "perplexity": [21, 19], "positions": [512, 1024], "rope_scaling": {"method": "yarn", "factor": 8}},
  {"window_size": 512, "seq_len": 1024, "ntokens": 1025, "corpus": "Bible", "perplexity": [25, 24], "positions": [512, 1024], "rope_scaling": {"method": "linear", "factor": 2.5}}],
 "perplexity_sliding": [{"context": 512, "stride": 256, "corpus": "Bible", "ntokens": 900, "perplexity_all": 9, "rope_scaling": {"method": "yarn", "factor": 8}}],
 "ruler": {"vt": [{"length": 512, "samples": 10, "score": 0.5}, {"length": 512, "samples": 10, "score": 0.75, "rope_scaling": {"method": "yarn", "factor": 8}}]},
 "multiple_choice": [{"task": "arc_easy", "shots": 0, "total": {"questions": 100, "acc": 0.5}}, {"task": "arc_easy", "shots": 0, "rope_scaling": {"method": "yarn", "factor": 8}, "total": {"questions": 100, "acc": 0.75}}]
})json";

RunData rope()
{
    RunData run;
    run.path = "/runs/rotary";
    run.results = parseResults(kResults, "results.json");
    run.validationStep = {10};
    run.validationLoss = {3};
    run.finalLoss = run.bestLoss = 3;
    run.trainedLength = 128;
    run.step = 10;
    return run;
}

RunData bamRun()
{
    RunData run;
    run.path = "/runs/bam";
    run.results = parseResults(R"json({"passkey_details": {"('equidistant', 4, 5, 0)": [{"length": 512, "prompt_tokens": 500, "correct": 3, "samples": 4, "accuracy": 0.75, "seed": 0,
        "outcomes": "1110", "tokenizer": "t"}]}})json", "results.json");
    return run;
}

}  // namespace

class ScaledRunsTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyKindOfResultTellsItsScaling()
    {
        const auto results = rope().results;
        QVERIFY2(results.notes.empty(), results.notes.empty() ? "" : results.notes.front().c_str());
        QCOMPARE(scalingsOf(results), (std::vector<std::string>{"yarn × 8", "linear × 2.5"}));
        QCOMPARE(results.ruler.size(), 2u);
        QCOMPARE(results.ruler[1].task, std::string("vt (yarn × 8)"));
        QCOMPARE(results.choices[1].task, std::string("arc_easy (yarn × 8)"));
        QCOMPARE(results.sliding[0].corpus, std::string("Bible (yarn × 8)"));
    }

    void anotherLengthThanThatOfTheTrainingIsAnotherModel()
    {
        const auto results = parseResults(R"json({
            "passkey_details": {
             "('equidistant', 4, 5, 0, 'yarn', 8)": [{"length": 512, "prompt_tokens": 500, "correct": 4, "samples": 4, "accuracy": 1, "seed": 0, "outcomes": "1111"}],
             "('equidistant', 4, 5, 0, 'yarn', 8, 1024)": [{"length": 512, "prompt_tokens": 500, "correct": 2, "samples": 4, "accuracy": 0.5, "seed": 0, "outcomes": "1100"}]},
            "ruler": {"vt": [{"length": 512, "samples": 10, "score": 0.5, "rope_scaling": {"method": "yarn", "factor": 8, "original_length": 512, "trained_length": 512}},
             {"length": 512, "samples": 10, "score": 0.75, "rope_scaling": {"method": "yarn", "factor": 8, "original_length": 1024, "trained_length": 512}}]}})json", "results.json");
        QCOMPARE(scalingsOf(results), (std::vector<std::string>{"yarn × 8", "yarn × 8 of 1024"}));
        QCOMPARE(resultsOfScaling(results, "yarn × 8 of 1024").passkey.at(0).lengths.at(0).accuracy, 0.5);
        QCOMPARE(resultsOfScaling(results, "yarn × 8 of 1024").ruler.at(0).lengths.at(0).score, 0.75);
        QCOMPARE(resultsOfScaling(results, "yarn × 8").ruler.at(0).lengths.size(), 1u);
    }

    void aScalingIsARunOfResultsAloneUnderTheSameNames()
    {
        const auto split = splitByScaling(rope());
        QCOMPARE(split.size(), 3u);
        const auto &trained = split[0].data, &yarn = split[1].data, &linear = split[2].data;
        QVERIFY(split[0].scaling.empty() && split[1].scaling == "yarn × 8" && split[2].scaling == "linear × 2.5");
        QCOMPARE(split[1].number, 0);
        QCOMPARE(split[2].number, 1);
        QVERIFY(scalingsOf(trained.results).empty() && scalingsOf(yarn.results).empty());
        QCOMPARE(trained.results.passkey.size(), 1u);
        QCOMPARE(trained.results.passkey[0].lengths[0].accuracy, 0.25);
        QCOMPARE(yarn.results.passkey[0].lengths[0].accuracy, 1.0);
        QCOMPARE(yarn.results.perplexity[0].corpus, std::string("Bible"));
        QCOMPARE(yarn.results.sliding[0].corpus, std::string("Bible"));
        QCOMPARE(yarn.results.ruler[0].task, std::string("vt"));
        QCOMPARE(yarn.results.choices[0].task, std::string("arc_easy"));
        QCOMPARE(linear.results.perplexity[0].perplexity[1], 24.0);
        QVERIFY(linear.results.passkey.empty());
        QCOMPARE(trained.finalLoss, 3.0);
        QVERIFY(yarn.validationStep.empty() && std::isnan(yarn.finalLoss));
        QCOMPARE(yarn.trainedLength, 128);
        QCOMPARE(splitByScaling(bamRun()).size(), 1u);
    }

    void comparedTheyStandInOneRowWithTheOthers()
    {
        const auto split = splitByScaling({bamRun(), rope()}, {{"a", {0}}, {"b", {1}}});
        QCOMPARE(split.columns.size(), 4u);
        QCOMPARE(split.told[1].of, 1u);
        QVERIFY(split.told[1].scaling.empty());
        QCOMPARE(split.told[2].scaling, std::string("yarn × 8"));
        QCOMPARE(split.told[3].of, 1u);
        QCOMPARE(split.told[3].number, 1);
        const auto comparison = compareRuns(split.runs, {split.columns, {}});
        QCOMPARE(comparison.protocols.size(), 1u);
        QCOMPARE(comparison.corpora.size(), 1u);
        const auto& accuracies = comparison.rows.front();
        QCOMPARE(accuracies.length, 512);
        QCOMPARE(accuracies.cells[0].value, 0.75);
        QCOMPARE(accuracies.cells[1].value, 0.25);
        QCOMPARE(accuracies.cells[2].value, 1.0);
        QCOMPARE(accuracies.cells[2].mark, Mark::Best);
        QVERIFY(accuracies.cells[0].tested && accuracies.cells[0].against == 2);     // the same prompts, tested one by one
        QVERIFY(std::isnan(accuracies.cells[3].value));
        QVERIFY(comparison.columns[2].loss.x.empty() && !comparison.columns[1].loss.x.empty());
    }

    void runsOfOneColumnShareTheColumnOfAScaling()
    {
        const auto split = splitByScaling({rope(), bamRun(), rope()}, {{"all", {0, 1, 2}}});
        QCOMPARE(split.columns.size(), 3u);
        QCOMPARE(split.columns[0].runs, (std::vector<std::size_t>{0, 1, 2}));
        QCOMPARE(split.columns[1].runs.size(), 2u);
        QCOMPARE(split.runs[split.columns[1].runs[0]].results.passkey[0].lengths[0].accuracy, 1.0);
        QCOMPARE(split.columns[2].runs.size(), 2u);
    }
};

BAMSCOPE_TEST(ScaledRunsTest)
#include "test_scaled_runs.moc"
