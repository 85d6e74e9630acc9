// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/comparison.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>

using namespace bam;
using namespace bam::compare;

namespace {

LengthResult passkey(std::int64_t length, const std::string& outcomes, std::int64_t seed = 0)
{
    LengthResult result;
    result.length = length;
    result.promptTokens = length - 6;
    result.samples = std::int64_t(outcomes.size());
    result.correct = std::count(outcomes.begin(), outcomes.end(), '1');
    result.accuracy = double(result.correct) / double(result.samples);
    result.wilson = wilsonInterval(result.correct, result.samples);
    result.outcomes = outcomes;
    result.seeds = {seed};
    result.tokenizer = "ab";
    return result;
}

RunData runOf(std::vector<LengthResult> lengths)
{
    RunData run;
    PasskeyResult result;
    result.sampling = "equidistant";
    result.samples = lengths.empty() ? 20 : lengths[0].samples;
    result.lengths = std::move(lengths);
    run.results.passkey.push_back(std::move(result));
    return run;
}

/// Each run a column of its own.
Request apart(std::size_t runs)
{
    Request request;
    for (std::size_t n = 0; n < runs; ++n)
        request.columns.push_back({std::to_string(n), {n}});
    return request;
}

const Row* rowOf(const Comparison& comparison, RowKind kind, std::int64_t length = -1)
{
    for (const auto& row : comparison.rows)
        if (row.kind == kind && (length < 0 || row.length == length))
            return &row;
    return nullptr;
}

const ParameterRow* parameter(const std::vector<ParameterRow>& rows, const std::string& path)
{
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.path == path; });
    return found == rows.end() ? nullptr : &*found;
}

RunParameters parameters(const spec::RunSpec& spec)
{
    RunParameters known;
    known.spec = spec;
    known.known = true;
    return known;
}

const std::string kAll(20, '1'), kNone20(20, '0');

}  // namespace

class ComparisonTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theBestIsMarkedAndTheOthersAreTestedAgainstItPromptByPrompt()
    {
        const std::string nearly = "11111111111111111110", poor = "11110000000000000000";
        const auto found = compareRuns({runOf({passkey(512, nearly)}), runOf({passkey(512, kAll)}), runOf({passkey(512, poor)})}, apart(3));
        const auto& cells = rowOf(found, RowKind::Accuracy, 512)->cells;
        QCOMPARE(cells[1].mark, Mark::Best);
        QCOMPARE(cells[0].mark, Mark::NotWorse);
        QCOMPARE(cells[2].mark, Mark::Worse);
        QCOMPARE(cells[2].against, std::size_t(1));
        QVERIFY(cells[2].test.paired);
        QCOMPARE(cells[2].test.prompts, 20);
        QCOMPARE(cells[2].test.difference, 0.8);
        QCOMPARE(cells[1].intervalKind, IntervalKind::Wilson);
        QCOMPARE(cells[1].samples, 20);
    }

    void equalBestsAreAllMarked()
    {
        const auto found = compareRuns({runOf({passkey(512, kAll)}), runOf({passkey(512, kAll)}), runOf({passkey(512, kNone20)})}, apart(3));
        const auto& cells = rowOf(found, RowKind::Accuracy, 512)->cells;
        QCOMPARE(cells[0].mark, Mark::Best);
        QCOMPARE(cells[1].mark, Mark::Best);
        QCOMPARE(cells[2].mark, Mark::Worse);
    }

    void oneColumnAloneIsNotTheBest()
    {
        const auto found = compareRuns({runOf({passkey(512, kAll)})}, apart(1));
        QCOMPARE(rowOf(found, RowKind::Accuracy, 512)->cells[0].mark, Mark::None);
    }

    void whyPromptsDoNotPairIsSaid()
    {
        const auto problemWith = [](LengthResult other) {
            const auto found = compareRuns({runOf({passkey(512, kAll)}), runOf({std::move(other)})}, apart(2));
            const auto& cell = found.rows.at(0).cells[1];
            return std::pair(cell.problem, cell.tested && !cell.test.paired);
        };
        auto other = passkey(512, "11110000000000000000", 5);
        QCOMPARE(problemWith(other), std::pair(PairingProblem::OtherSeed, true));
        other = passkey(512, "11110000000000000000");
        other.outcomes.clear();
        QCOMPARE(problemWith(other), std::pair(PairingProblem::NoOutcomes, true));
        other = passkey(512, "11110000000000000000");
        other.tokenizer = "cd";
        QCOMPARE(problemWith(other), std::pair(PairingProblem::OtherTokenizer, true));
        other = passkey(512, "1111000000");
        QCOMPARE(problemWith(other), std::pair(PairingProblem::OtherSamples, true));
        other = passkey(512, "11110000000000000000");
        other.seeds.clear();
        QCOMPARE(problemWith(other), std::pair(PairingProblem::NoSeed, true));
        other.correct = -1;
        QCOMPARE(problemWith(other), std::pair(PairingProblem::NoCounts, false));
    }

    void severalLengthsAreAdjustedTogetherAndTestedOnceAsAWhole()
    {
        // Six of twenty: p = 0.03 alone, not enough among three.
        const std::string some = "00000011111111111111";
        const auto lengths = [](const std::string& outcomes) { return runOf({passkey(128, outcomes), passkey(256, outcomes), passkey(512, outcomes)}); };
        const auto found = compareRuns({lengths(kAll), lengths(some)}, apart(2));
        const auto& one = rowOf(found, RowKind::Accuracy, 256)->cells[1];
        QCOMPARE(one.test.exactP, 0.03125);
        QVERIFY(std::abs(one.adjustedP - 3 * one.test.p) < 1e-12);
        QCOMPARE(one.mark, Mark::NotWorse);
        const auto* mean = rowOf(found, RowKind::MeanAccuracy);
        QCOMPARE(mean->lengths, 3);
        QCOMPARE(mean->cells[1].test.prompts, 60);
        QCOMPARE(mean->cells[1].mark, Mark::Worse);
        QCOMPARE(mean->cells[1].adjustedP, mean->cells[1].test.p);
    }

    void theMeanIsOverLengthsThatAllHave()
    {
        const auto found = compareRuns({runOf({passkey(128, kAll), passkey(256, kAll), passkey(512, kNone20)}), runOf({passkey(128, kAll), passkey(256, kNone20)})}, apart(2));
        const auto* mean = rowOf(found, RowKind::MeanAccuracy);
        QCOMPARE(mean->lengths, 2);
        QCOMPARE(mean->cells[0].value, 1.0);
        QCOMPARE(mean->cells[1].value, 0.5);
        QVERIFY(std::isnan(rowOf(found, RowKind::Accuracy, 512)->cells[1].value));
        QCOMPARE(rowOf(found, RowKind::Accuracy, 512)->cells[0].mark, Mark::None);
    }

    void seedsOfOneEncodingBecomeAMeanWithTheirSpread()
    {
        std::vector<RunData> runs{runOf({passkey(512, kAll)}), runOf({passkey(512, "11111111110000000000")}), runOf({passkey(512, kNone20)})};
        for (std::size_t n = 0; n < runs.size(); ++n) {
            runs[n].validationStep = {100, 200};
            runs[n].validationLoss = {3 + double(n), 2 + double(n)};
            runs[n].finalLoss = runs[n].bestLoss = 2 + double(n);
        }
        const auto found = compareRuns(runs, {{{"bam", {0, 1}}, {"nope", {2}}}, {}});
        const auto& cell = rowOf(found, RowKind::Accuracy, 512)->cells[0];
        QCOMPARE(cell.value, 0.75);
        QCOMPARE(cell.intervalKind, IntervalKind::Seeds);
        QCOMPARE(cell.interval.low, 0.5);
        QCOMPARE(cell.interval.high, 1.0);
        QCOMPARE(cell.runs, 2);
        const auto& curve = found.columns.at(0).loss;
        QCOMPARE(curve.y, (std::vector<double>{3.5, 2.5}));
        QCOMPARE(curve.low, (std::vector<double>{3, 2}));
        QVERIFY(std::isnan(found.columns.at(1).loss.low[0]));
        // Prompt by prompt, the mean over seeds: the first ten differ by 1, the others by a half.
        QCOMPARE(rowOf(found, RowKind::Accuracy, 512)->cells[1].test.difference, 0.75);
        QCOMPARE(rowOf(found, RowKind::ValidationLoss)->cells[0].mark, Mark::Best);
        QCOMPARE(rowOf(found, RowKind::ValidationLoss)->cells[1].value, 4.0);
    }

    void lossesOfOtherDataAreShownButNoneIsTheBest()
    {
        std::vector<RunData> runs(2);
        for (auto& run : runs) {
            run.validationStep = {1};
            run.validationLoss = {2};
            run.finalLoss = run.bestLoss = 2;
            run.parameters = parameters({});
        }
        runs[1].finalLoss = 1;
        QCOMPARE(rowOf(compareRuns(runs, apart(2)), RowKind::ValidationLoss)->cells[1].mark, Mark::Best);
        runs[1].parameters.spec.model.vocabulary = 512;
        const auto found = compareRuns(runs, apart(2));
        QVERIFY(!rowOf(found, RowKind::ValidationLoss)->comparable);
        QCOMPARE(rowOf(found, RowKind::ValidationLoss)->cells[1].mark, Mark::None);
    }

    void officialLengthsMeetOursByTheTokensOfThePrompt()
    {
        auto official = passkey(512, kNone20);
        official.length = -1;
        official.seeds.clear();
        official.outcomes.clear();
        const auto found = compareRuns({runOf({passkey(512, kAll)}), runOf({official})}, apart(2));
        QCOMPARE(found.rows.at(0).length, 512);
        QCOMPARE(found.rows.at(0).cells[1].mark, Mark::Worse);
        QVERIFY(!found.rows.at(0).cells[1].test.paired);
    }

    void onlyResultsOfTheCheckpointThatWasMeasuredLastStandTogether()
    {
        const auto measured = [](const std::vector<std::int64_t>& lengths, const std::string& outcomes, const std::string& checkpoint) {
            PasskeyResult result;
            result.sampling = "equidistant";
            for (const auto length : lengths) {
                result.lengths.push_back(passkey(length, outcomes));
                result.lengths.back().making.checkpointHash = checkpoint;
            }
            return result;
        };
        RunData run;
        run.results.passkey = {measured({160, 300, 512}, "111111", "step 3"), measured({300, 400}, "0000", "step 6")};
        auto found = compareRuns({run}, apart(1));
        QVERIFY(!rowOf(found, RowKind::Accuracy, 160));
        QCOMPARE(rowOf(found, RowKind::Accuracy, 300)->cells[0].value, 0.0);        // though the other has more prompts
        QCOMPARE(rowOf(found, RowKind::MeanAccuracy)->lengths, 2);
        QCOMPARE(found.columns[0].accuracy.x.size(), std::size_t(2));
        run.results.passkey[1].lengths[0].making.checkpointHash = run.results.passkey[1].lengths[1].making.checkpointHash = "step 3";
        found = compareRuns({run}, apart(1));
        QCOMPARE(rowOf(found, RowKind::Accuracy, 300)->cells[0].value, 1.0);        // of one checkpoint the one with most prompts
        QVERIFY(rowOf(found, RowKind::Accuracy, 400));
    }

    void promptsWithTheOfficialSpaceAreNotRankedAgainstOthers()
    {
        auto spaced = passkey(512, kNone20), official = passkey(512, kNone20);
        spaced.officialSpace = true;
        official.officialSpace.reset();
        auto ours = passkey(512, kAll);
        ours.officialSpace = false;
        const auto found = compareRuns({runOf({ours}), runOf({spaced})}, apart(2));
        QVERIFY(!found.rows.at(0).comparable);
        for (const auto& cell : found.rows[0].cells)
            QVERIFY(cell.mark == Mark::None && !cell.tested);
        QCOMPARE(compareRuns({runOf({ours}), runOf({official})}, apart(2)).rows.at(0).cells[0].mark, Mark::Best);       // not told
        auto both = runOf({passkey(300, kAll), ours});
        both.results.passkey.push_back(runOf({spaced}).results.passkey.front());
        both.results.passkey[0].lengths[0].officialSpace = false;
        QCOMPARE(compareRuns({both}, apart(1)).rows.at(0).length, 512);     // within a run the kind that was measured last
        QCOMPARE(compareRuns({both}, apart(1)).rows[0].cells[0].value, 0.0);
    }

    void otherSamplingsAreChosenByTheirName()
    {
        auto run = runOf({passkey(128, kAll), passkey(512, kAll)});
        run.results.passkey.push_back(run.results.passkey[0]);
        run.results.passkey[1].sampling = "end";
        run.results.passkey[1].lengths.resize(1);
        auto request = apart(1);
        const auto first = compareRuns({run}, request);
        QCOMPARE(first.protocols.size(), std::size_t(2));
        QCOMPARE(first.protocol, first.protocols[0].id);
        QCOMPARE(first.protocols[0].sampling, std::string("equidistant"));
        request.protocol = first.protocols[1].id;
        QVERIFY(!rowOf(compareRuns({run}, request), RowKind::Accuracy, 512));
        request.protocol = "none such";
        QVERIFY(rowOf(compareRuns({run}, request), RowKind::Accuracy, 512));
    }

    void perplexityOfTheSameWindowsIsCompared()
    {
        std::vector<RunData> runs(3);
        for (std::size_t n = 0; n < runs.size(); ++n) {
            PerplexityResult result;
            result.corpus = "Bible";
            result.positions = {512, 1024};
            result.perplexity = {20, 5.0 * double(n + 1)};
            runs[n].results.perplexity.push_back(result);
        }
        const auto found = compareRuns(runs, {{{"both", {0, 1}}, {"other", {2}}}, {}});
        QCOMPARE(found.corpora, (std::vector<std::string>{"Bible"}));
        const auto& curve = found.columns[0].perplexity[0];
        QVERIFY(std::abs(curve.y[1] - std::sqrt(50)) < 1e-9);      // the mean of cross-entropies
        QVERIFY(std::abs(curve.low[1] - 5) < 1e-9 && std::abs(curve.high[1] - 10) < 1e-9);
        QCOMPARE(rowOf(found, RowKind::Perplexity)->cells[0].mark, Mark::Best);
        runs[2].results.perplexity[0].positions = {256, 512};
        QVERIFY(!rowOf(compareRuns(runs, apart(3)), RowKind::Perplexity)->comparable);
    }

    void onlyParametersThatDifferAreListed()
    {
        spec::RunSpec one, two;
        two.training.learningRate = 3e-4;
        two.training.seed = 7;
        two.logDir = "elsewhere";
        two.evaluation.passkey.samples = 100;
        const auto a = parameters(one), b = parameters(two);
        const auto rows = parameterDiff({{&a}, {&b}});
        QCOMPARE(rows.size(), std::size_t(2));
        const auto* rate = parameter(rows, "training.learning_rate");
        QCOMPARE(rate->group, ParameterGroup::Training);
        QCOMPARE(rate->values[1].text, std::string("0.0003"));
        QVERIFY(!rate->title.empty() && !rate->help.empty());
        QVERIFY(parameterDiff({{&a}, {&b}}, true).size() > 30);
        QVERIFY(parameterDiff({{&a}, {&a}}).empty());
    }

    void parametersCountForTheEncodingsThatHaveThem()
    {
        spec::RunSpec one, two, rotary, bam;
        one.model.encoding = two.model.encoding = "fire";
        one.model.prior.fireThreshold = 64;
        rotary.model.encoding = "rotary";
        rotary.model.rotaryFraction = 0.25;
        const auto a = parameters(one), b = parameters(two), c = parameters(rotary), d = parameters(bam);
        QCOMPARE(parameter(parameterDiff({{&a}, {&b}}), "model.prior.fire_threshold")->values[0].text, std::string("64"));
        const auto* fraction = parameter(parameterDiff({{&c}, {&d}}, true), "model.rotary_fraction");
        QVERIFY(fraction && fraction->values[1].state == ParameterValue::State::Meaningless);
        one = two;
        one.model.prior.global = true;
        const auto e = parameters(one);
        QVERIFY(parameter(parameterDiff({{&e}, {&b}}), "model.prior.global_prior"));
    }

    void seedsOfAGroupStandSideBySide()
    {
        spec::RunSpec one, two, other;
        two.training.seed = 43;
        other.model.encoding = "alibi";
        const auto a = parameters(one), b = parameters(two), c = parameters(other);
        const auto rows = parameterDiff({{&a, &b}, {&c}});
        QCOMPARE(parameter(rows, "training.seed")->values[0].text, std::string("42, 43"));
        QCOMPARE(parameter(rows, "model.encoding")->values[1].text, std::string("alibi"));
        QVERIFY(!parameter(rows, "model.prior.theta_beta_init"));   // only one of them has a prior
        QCOMPARE(parameter(parameterDiff({{&a}, {&c}}, true), "model.prior.theta_beta_init")->values[1].state, ParameterValue::State::Meaningless);
    }

    void whatOfficialRunsDoNotTellMakesNoDifference()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("args.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"args": {"position_encoding": "rotary", "learning_rate": 0.002, "batch_size": 8}, "dataset_args": {},
            "model_args": {"dim": 64, "n_layers": 2, "n_heads": 4, "vocab_size": 512, "ffn_dim_multiplier": 2, "norm_eps": NaN}})");
        file.close();
        const auto official = readParameters(folder.path().toStdString());
        QVERIFY2(official.known, official.problem.c_str());
        spec::RunSpec ours = official.spec;
        ours.training.learningRate = 0.001;
        ours.training.optimizer = "adamw";
        const auto known = parameters(ours);
        const auto rows = parameterDiff({{&official}, {&known}});
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rows[0].path, std::string("training.learning_rate"));
        const auto all = parameterDiff({{&official}, {&known}}, true);
        QCOMPARE(parameter(all, "training.optimizer")->values[0].state, ParameterValue::State::NotTold);
    }

    void foldersThatAreNoRunsAreReadWithoutHarm()
    {
        QTemporaryDir folder;
        const auto nothing = readRunData(folder.path().toStdString());
        QCOMPARE(nothing.notes.size(), std::size_t(1));
        QVERIFY(!nothing.parameters.known);
        for (const auto* name : {"run.json", "results.json", "eval.log", "status.json"}) {
            QFile file(folder.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(5000, '{'));
        }
        const auto broken = readRunData(folder.path().toStdString());
        QVERIFY(broken.notes.size() >= 2);
        QVERIFY(compareRuns({nothing, broken}, apart(2)).rows.empty());
    }

    void validationIsReadWithoutRowsThatAResumedRunWroteTwice()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("eval.log")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("step,time,loss,exec_time,tok/sec\n0,1,5,1,1\n10,2,3,1,1\n20,3,9,1,1\n20,4,2.5,1,1\n30,5,nan,1,1\n30,6,2.75,1,1\n40,7,1");
        file.close();
        const auto run = readRunData(folder.path().toStdString());
        QCOMPARE(run.validationStep, (std::vector<double>{0, 10, 20, 30}));
        QCOMPARE(run.finalLoss, 2.75);
        QCOMPARE(run.bestLoss, 2.5);
    }
};

BAMSCOPE_TEST(ComparisonTest)
#include "test_comparison.moc"
