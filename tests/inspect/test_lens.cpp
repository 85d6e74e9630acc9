// SPDX-License-Identifier: GPL-3.0-or-later
// Opening runs, regions, decompositions, cancelling, and everything that can be wrong.
#include "core/encoding/encoding.h"
#include "core/eval/evaluate_run.h"
#include "tests/inspect/lens_support.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>

#include <cmath>
#include <fstream>
#include <limits>

using namespace bam;
using inspect::HeadId;

namespace {

/// A run of a small model, opened, with a prompt captured whose every row was asked.
struct Captured {
    explicit Captured(const std::string& encoding = "bam", bool ssmax = true, std::int64_t length = 100)
        : spec(test::smallSpec(encoding, ssmax)), run(spec, test::randomParameters(spec)), lens(run.open()),
          capture(lens->capture({.prompt = test::promptOf(test::randomTokens(length, spec.vocabulary))}))
    {
    }

    spec::ModelSpec spec;
    test::LensRun run;
    std::unique_ptr<inspect::Lens> lens;
    inspect::Capture capture;
};

void damage(model::NamedParameters& parameters, const std::string& name, const std::function<void(at::Tensor)>& change)
{
    for (auto& [known, tensor] : parameters)
        if (known == name)
            change(tensor);
}

}  // namespace

class LensTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void anOpenedRunTellsWhatItIs()
    {
        const Captured captured;
        const auto& info = captured.lens->info();
        QCOMPARE(info.encoding, std::string("bam_ssmax"));
        QCOMPARE(info.checkpoint, std::string("step_00000040"));
        QCOMPARE(info.step, 40);
        QCOMPARE(info.trainedLength, 96);
        QCOMPARE(info.priors.size(), 8u);
        QVERIFY(std::isfinite(info.priors[5].thetaBeta) && std::isfinite(info.priors[5].seqScale));
        QVERIFY(std::isnan(Captured("rotary", false, 3).lens->info().priors[0].thetaAlpha));
    }

    void aSmallRegionIsASliceOfTheMatrix()
    {
        Captured captured;
        const auto region = captured.lens->region({.head = {1, 2}, .queryBegin = 40, .queryEnd = 75, .keyBegin = 20, .keyEnd = 60});
        QCOMPARE(region.queryTile, 1);
        QCOMPARE(region.keyTile, 1);
        QCOMPARE(region.rows, 35);
        QCOMPARE(region.columns, 40);
        for (std::int64_t row = 0; row < 35; ++row)
            for (std::int64_t column = 0; column < 40; ++column) {
                const auto expected = captured.capture.row({1, 2}, std::size_t(40 + row))[20 + column];
                QVERIFY(std::abs(region.max[std::size_t(row * 40 + column)] - expected) <= 1e-6);
                QVERIFY(std::abs(region.mean[std::size_t(row * 40 + column)] - expected) <= 1e-6);
            }
    }

    void aLargeRegionIsPooled()
    {
        Captured captured;
        const auto region = captured.lens->region({.head = {0, 3}, .queryBegin = 3, .queryEnd = 98, .keyBegin = 7, .keyEnd = 100, .side = 16});
        QCOMPARE(region.queryTile, 8);
        QCOMPARE(region.keyTile, 8);
        QCOMPARE(region.rows, 12);
        QCOMPARE(region.columns, 12);
        QCOMPARE(region.max.size(), 144u);
        for (std::int64_t row = 0; row < 12; ++row)
            for (std::int64_t column = 0; column < 12; ++column) {
                float max = 0;
                double sum = 0, count = 0;
                for (auto query = 3 + 8 * row; query < std::min<std::int64_t>(11 + 8 * row, 98); ++query)
                    for (auto key = 7 + 8 * column; key < std::min<std::int64_t>(15 + 8 * column, 100); ++key) {
                        const auto weight = captured.capture.row({0, 3}, std::size_t(query))[key];
                        max = std::max(max, weight);
                        sum += double(weight);
                        ++count;
                    }
                QVERIFY(std::abs(region.max[std::size_t(row * 12 + column)] - max) <= 1e-6);
                QVERIFY(std::abs(double(region.mean[std::size_t(row * 12 + column)]) - sum / count) <= 1e-6);
            }
    }

    void aRegionOfTheFutureIsEmpty()
    {
        Captured captured;
        const auto region = captured.lens->region({.head = {0, 0}, .queryBegin = 5, .queryEnd = 10, .keyBegin = 50, .keyEnd = 60, .parts = true});
        QCOMPARE(region.max, std::vector<float>(50, 0));
        QCOMPARE(region.joint.size(), 50u);
        QVERIFY(std::all_of(region.content.begin(), region.content.end(), [](float value) { return std::isnan(value); }));
        QCOMPARE(region.lambda.size(), 5u);
    }

    void jointIsContentTimesPositionTimesZ_data()
    {
        QTest::addColumn<QString>("encoding");
        QTest::addColumn<bool>("ssmax");
        for (const auto& encoding : encoding::encodingNames())
            for (const bool ssmax : {false, true})
                QTest::addRow("%s%s", encoding.c_str(), ssmax ? "_ssmax" : "") << QString::fromStdString(encoding) << ssmax;
    }
    void jointIsContentTimesPositionTimesZ()
    {
        QFETCH(QString, encoding);
        QFETCH(bool, ssmax);
        Captured captured(encoding.toStdString(), ssmax);
        for (const HeadId head : {HeadId{0, 1}, HeadId{1, 3}}) {
            const auto parts = captured.lens->decompose(head, 90);
            QCOMPARE(parts.joint.size(), 91u);
            const auto scale = captured.lens->info().priors[std::size_t(head.layer * 4 + head.head)].seqScale;
            QVERIFY(ssmax ? parts.scale == scale : std::isnan(parts.scale));
            QVERIFY(std::abs(parts.lambda - (ssmax ? scale * std::log(91.0) : 1.0)) <= 1e-12);
            double normaliser = 0;
            for (std::size_t key = 0; key < 91; ++key) {
                const auto product = parts.content[key] * parts.position[key] * std::exp(parts.logZ);
                QVERIFY(std::abs(product / parts.joint[key] - 1) <= 1e-6);
                QVERIFY(std::abs(parts.joint[key] - double(captured.capture.row(head, 90)[key])) <= 1e-5);
                QVERIFY(std::abs(parts.scaledContent[key] - parts.lambda * parts.contentScore[key]) <= 1e-5 * std::max(1.0, std::abs(parts.scaledContent[key])));
                normaliser += parts.content[key] * parts.position[key];
            }
            QVERIFY(std::abs(std::log(normaliser) + parts.logZ) <= 1e-9);
            if (!encoding::kind(encoding.toStdString()).makeBias)
                QVERIFY(std::abs(parts.position[17] - 1.0 / 91) <= 1e-12);
        }
    }

    void partsOfARegionAreTheDecompositions_data()
    {
        QTest::addColumn<QString>("encoding");
        for (const auto* encoding : {"bam", "kerple_power", "fire"})
            QTest::newRow(encoding) << encoding;
    }
    void partsOfARegionAreTheDecompositions()
    {
        QFETCH(QString, encoding);
        Captured captured(encoding.toStdString());
        const auto region = captured.lens->region({.head = {1, 1}, .queryBegin = 50, .queryEnd = 60, .keyBegin = 0, .keyEnd = 58, .parts = true});
        for (std::int64_t row = 0; row < 10; ++row) {
            const auto parts = captured.lens->decompose({1, 1}, 50 + row);
            QVERIFY(std::abs(double(region.logZ[std::size_t(row)]) - parts.logZ) <= 1e-5);
            QVERIFY(std::abs(double(region.lambda[std::size_t(row)]) - parts.lambda) <= 1e-6);
            for (std::int64_t key = 0; key < 58; ++key) {
                const auto at = std::size_t(row * 58 + key), n = std::size_t(key);
                if (key > 50 + row) {
                    QVERIFY(std::isnan(region.joint[at]) && std::isnan(region.biasTerm[at]));
                    continue;
                }
                const auto close = [](float value, double expected) { return std::abs(double(value) - expected) <= 1e-5 * std::max(1.0, std::abs(expected)); };
                QVERIFY(close(region.contentScore[at], parts.contentScore[n]) && close(region.biasTerm[at], parts.biasTerm[n]) && close(region.joint[at], parts.joint[n]));
                QVERIFY(close(region.content[at], parts.content[n]) && close(region.position[at], parts.position[n]));
                const auto product = double(region.content[at]) * double(region.position[at]) * std::exp(double(region.logZ[std::size_t(row)]));
                QVERIFY(std::abs(product - double(region.joint[at])) <= 2e-6);
            }
        }
    }

    void pooledPartsAreMeansOverVisiblePairs()
    {
        Captured captured;
        const auto fine = captured.lens->region({.head = {0, 0}, .queryBegin = 16, .queryEnd = 48, .keyBegin = 16, .keyEnd = 48, .parts = true});
        const auto coarse = captured.lens->region({.head = {0, 0}, .queryBegin = 16, .queryEnd = 48, .keyBegin = 16, .keyEnd = 48, .side = 8, .parts = true});
        QCOMPARE(coarse.rows, 8);
        for (std::int64_t row = 0; row < 8; ++row)
            for (std::int64_t column = 0; column < 8; ++column) {
                double sum = 0, count = 0;
                for (std::int64_t r = 0; r < 4; ++r)
                    for (std::int64_t c = 0; c < 4; ++c)
                        if (const auto value = fine.contentScore[std::size_t((4 * row + r) * 32 + 4 * column + c)]; !std::isnan(value)) {
                            sum += double(value);
                            ++count;
                        }
                const auto value = coarse.contentScore[std::size_t(row * 8 + column)];
                QCOMPARE(std::isnan(value), count == 0);
                QVERIFY(count == 0 || std::abs(double(value) - sum / count) <= 1e-5);
            }
    }

    void regionsAndDecompositionsSeeTheChangesOfTheCapture()
    {
        Captured captured;
        auto prompt = captured.capture.prompt;
        const auto changed = captured.lens->capture({.prompt = prompt, .changes = {{{0, 0}, inspect::Ablation::Zero, {}}, {{1, 1}, inspect::Ablation::PriorOnly, {}}}});
        const auto parts = captured.lens->decompose({1, 1}, 80);
        QVERIFY(std::abs(parts.joint[30] - double(changed.row({1, 1}, 80)[30])) <= 1e-6);
        QVERIFY(std::abs(parts.content[30] - 1.0 / 81) <= 1e-12);
        const auto region = captured.lens->region({.head = {1, 2}, .queryBegin = 80, .queryEnd = 81, .keyBegin = 0, .keyEnd = 81});
        for (std::int64_t key = 0; key < 81; ++key)
            QVERIFY(std::abs(region.max[std::size_t(key)] - changed.row({1, 2}, 80)[key]) <= 1e-6);
        QVERIFY(std::abs(double(captured.capture.row({1, 2}, 80)[80] - changed.row({1, 2}, 80)[80])) > 0);
    }

    void ropeScalingIsOfOneCaptureAndOfItsRegions()
    {
        Captured captured("rotary", false);
        const auto& prompt = captured.capture.prompt;
        const auto scaled = captured.lens->capture({.prompt = prompt, .ropeScaling = {"yarn", 4, 0}});
        QVERIFY((scaled.ropeScaling == encoding::RopeScaling{"yarn", 4, 96}));      // as it was trained
        QVERIFY(!captured.capture.ropeScaling.isOn());
        double difference = 0;
        for (std::size_t n = 0; n < scaled.rows.size(); ++n)
            difference = std::max(difference, std::abs(double(scaled.rows[n] - captured.capture.rows[n])));
        QVERIFY(difference > 1e-3);
        const auto parts = captured.lens->decompose({1, 1}, 80);
        const auto region = captured.lens->region({.head = {1, 2}, .queryBegin = 80, .queryEnd = 81, .keyBegin = 0, .keyEnd = 81});
        for (std::int64_t key = 0; key < 81; ++key) {
            QVERIFY(std::abs(parts.joint[std::size_t(key)] - double(scaled.row({1, 1}, 80)[key])) <= 1e-5);
            QVERIFY(std::abs(region.max[std::size_t(key)] - scaled.row({1, 2}, 80)[key]) <= 1e-6);
        }
        QVERIFY(captured.lens->capture({.prompt = prompt}).rows == captured.capture.rows);
        QVERIFY((captured.lens->capture({.prompt = prompt, .ropeScaling = {"yarn", 2, 48}}).ropeScaling == encoding::RopeScaling{"yarn", 2, 48}));
    }

    void theLensScalesRopeAsTheModelDoes()
    {
        const auto spec = test::smallSpec("rotary", false);
        const auto parameters = test::randomParameters(spec);
        const test::LensRun run(spec, parameters);
        const auto prompt = test::promptOf(test::randomTokens(100, spec.vocabulary));
        const auto capture = run.open()->capture({.prompt = prompt, .ropeScaling = {"ntk", 8, 0}});
        model::Transformer model(spec, 0);
        model.load(parameters);
        model.setRopeScaling({"ntk", 8, 96});
        const auto tokens = at::tensor(std::vector<std::int64_t>(prompt.tokens.begin(), prompt.tokens.end()), at::kLong).unsqueeze(0);
        const auto probability = model.forward(tokens)[0].softmax(-1);
        for (const auto& step : capture.answer)
            QVERIFY(std::abs(step.top.front().probability - probability[step.row].max().item<double>()) <= 1e-5);
    }

    void aModelThatDoesNotRotateRefusesRopeScalingAndKeepsItsCapture()
    {
        Captured captured;
        EXPECT_ERROR(captured.lens->capture({.prompt = captured.capture.prompt, .ropeScaling = {"yarn", 4, 0}}), ErrorCode::Usage, "BAM does not rotate them");
        const auto parts = captured.lens->decompose({1, 1}, 80);
        QVERIFY(std::abs(parts.joint[30] - double(captured.capture.row({1, 1}, 80)[30])) <= 1e-5);
    }

    void cancellingEndsInsideALayerAndTheLensGoesOn()
    {
        Captured captured("bam", true, 20);
        auto prompt = test::promptOf(test::randomTokens(6000, captured.spec.vocabulary));
        prompt.queryRows = {5999};
        std::stop_source stop;
        int reports = 0;
        const auto progress = [&](const Progress& now) {
            ++reports;
            if (now.detail == "layer 1 of 2" && reports >= 4)
                stop.request_stop();
        };
        EXPECT_ERROR(captured.lens->capture({.prompt = prompt, .matrices = true}, progress, stop.get_token()), ErrorCode::Stopped, "stopped on request");
        QCOMPARE(reports, 4);
        QVERIFY(captured.lens->capture({.prompt = captured.capture.prompt}).rows == captured.capture.rows);
    }

    void progressReachesItsTotal()
    {
        Captured captured;
        for (const bool matrices : {false, true}) {
            double last = 0, total = 0;
            captured.lens->capture({.prompt = captured.capture.prompt, .matrices = matrices}, [&](const Progress& now) {
                QVERIFY(now.done >= last);
                last = now.done;
                total = now.total;
            });
            QVERIFY2(last > 0.97 * total, qPrintable(QString::number(last / total)));
        }
    }

    void whatIsNoRunIsRefused()
    {
        EXPECT_ERROR(inspect::Lens::open({.run = "/nowhere/at/all"}), ErrorCode::Usage, "no args.json");
        const auto spec = test::smallSpec("bam", true);
        const test::LensRun without(spec, test::randomParameters(spec), {});
        EXPECT_ERROR(without.open(), ErrorCode::Usage, "holds no tokenizer.model");
        auto source = without.source();
        source.tokenizer = test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3").string();
        EXPECT_ERROR(inspect::Lens::open(source), ErrorCode::Usage, "32,768 pieces, the model's vocabulary is 61");
        source.tokenizer = test::tinyTokenizer().string();
        QVERIFY(inspect::Lens::open(source));
        source.checkpoint = "7";
        EXPECT_ERROR(inspect::Lens::open(source), ErrorCode::Usage, "no checkpoint at step 7");
    }

    void aCheckpointOfAnotherModelIsRefused()
    {
        const auto spec = test::smallSpec("bam", true);
        const test::LensRun other(spec, test::randomParameters(test::smallSpec("bam", true, 50)));
        EXPECT_ERROR(other.open(), ErrorCode::Failed, "tok_embeddings.weight has shape");
        const test::LensRun noPriors(spec, test::randomParameters(test::smallSpec("nope", true)));
        EXPECT_ERROR(noPriors.open(), ErrorCode::Failed, "prior.theta_alpha is missing");
    }

    void promptsThatDoNotFitAreRefused()
    {
        Captured captured;
        auto prompt = captured.capture.prompt;
        prompt.tokens[3] = 61;
        EXPECT_ERROR(captured.lens->capture({.prompt = prompt}), ErrorCode::Usage, "token 61, the model's vocabulary is 61");
        EXPECT_ERROR(captured.lens->capture({}), ErrorCode::Usage, "no token");
        prompt = captured.capture.prompt;
        prompt.queryRows = {100};
        EXPECT_ERROR(captured.lens->capture({.prompt = prompt}), ErrorCode::Usage, "asks for rows that it does not have");
        prompt.queryRows = {99};
        EXPECT_ERROR(captured.lens->capture({.prompt = prompt, .changes = {{{2, 0}, inspect::Ablation::Zero, {}}}}), ErrorCode::Usage, "no layer 2, head 0");
        EXPECT_ERROR(captured.lens->capture({.prompt = prompt, .matrices = true, .matrixHeads = {{0, 4}}}), ErrorCode::Usage, "no layer 0, head 4");
        Captured rotary("rotary", false);
        EXPECT_ERROR(rotary.lens->capture({.prompt = prompt, .changes = {{{0, 0}, {}, inspect::PriorValues{.thetaBeta = 1}}}}), ErrorCode::Usage, "with RoPE, which learns none");
        Captured kerple("kerple_log", false);
        EXPECT_ERROR(kerple.lens->capture({.prompt = prompt, .changes = {{{0, 0}, {}, inspect::PriorValues{.thetaBeta = 1}}}}), ErrorCode::Usage,
            "with Kerple (log), whose bias has other parameters");
        EXPECT_ERROR(rotary.lens->capture({.prompt = prompt, .changes = {{{0, 0}, {}, inspect::PriorValues{.seqScale = 1}}}}), ErrorCode::Usage, "without it");
    }

    void tooLongAPromptSaysHowLongWouldFit()
    {
        const Captured captured;
        const auto fits = captured.lens->longestPrompt({.prompt = captured.capture.prompt});
        QVERIFY(fits > 1000);
        // As many rows as tokens: their attention alone would be terabytes.
        auto prompt = test::promptOf(test::randomTokens(1'000'000, captured.spec.vocabulary));
        EXPECT_ERROR(captured.lens->capture({.prompt = prompt}), ErrorCode::Environment, "tokens would fit now");
        QVERIFY(captured.lens->longestPrompt({.prompt = prompt}) < 1'000'000);
        QVERIFY(captured.lens->longestPrompt({.prompt = captured.capture.prompt, .matrices = true}) < fits);
        // Before it is made: nothing could hold it.
        EXPECT_ERROR(captured.lens->prompt({.length = 999'999'999'999}), ErrorCode::Environment, "tokens would fit now");
        EXPECT_ERROR(captured.lens->prompt({.kind = inspect::PromptKind::Needle, .length = 999'999'999'999}), ErrorCode::Environment, "a prompt of 999,999,999,999 tokens needs");
    }

    /// The evaluation's kernels may pass over what is not finite.
    void theEvaluationRefusesWeightsThatAreNotFinite()
    {
        const auto spec = test::smallSpec("bam", true);
        auto parameters = test::randomParameters(spec);
        for (auto& [name, tensor] : parameters)
            if (name.find("layers.1") != std::string::npos && name.ends_with("wq.weight"))
                tensor[0][0] = std::numeric_limits<float>::quiet_NaN();
        const test::LensRun run(spec, parameters);
        eval::EvaluateOptions options;
        options.device = "cpu";
        options.threads = 1;
        EXPECT_ERROR(eval::evaluateRun(run.path(), {}, options), ErrorCode::Failed, "wq.weight");
        QVERIFY(!std::filesystem::exists(run.path() / "results.json"));
    }

    void theEvaluationScalesRopeAndKeepsItsResultsApart()
    {
        eval::EvaluateOptions options;
        options.device = "cpu";
        options.threads = 1;
        spec::EvalSpec evaluation;
        evaluation.passkey.lengths = {64};
        evaluation.passkey.samples = 2;
        const auto model = test::smallSpec("rotary", false);
        const test::LensRun run(model, test::randomParameters(model));
        eval::evaluateRun(run.path(), evaluation, options);
        evaluation.ropeScaling = "yarn";
        evaluation.ropeFactor = 4;
        std::vector<std::string> lines;
        options.log = [&](const std::string& line) { lines.push_back(line); };
        eval::evaluateRun(run.path(), evaluation, options);
        evaluation.ropeOriginalLength = 48;
        evaluation.ropeFactor = 2;
        eval::evaluateRun(run.path(), evaluation, options);
        std::ifstream file(run.path() / "results.json");
        const auto details = nlohmann::json::parse(file)["passkey_details"];
        QCOMPARE(details.size(), 3u);
        QVERIFY(!details["('equidistant', 2, 5, 0)"][0].contains("rope_scaling"));
        QCOMPARE(details["('equidistant', 2, 5, 0, 'yarn', 4)"][0]["rope_scaling"]["original_length"].get<int>(), 96);    // as it was trained
        QCOMPARE(details["('equidistant', 2, 5, 0, 'yarn', 2, 48)"][0]["rope_scaling"]["original_length"].get<int>(), 48);
        QVERIFY(lines.front().ends_with("RoPE scaling yarn × 4 of 96 tokens"));

        const auto other = test::smallSpec("bam", false);
        EXPECT_ERROR(eval::evaluateRun(test::LensRun(other, test::randomParameters(other)).path(), evaluation, options), ErrorCode::Usage, "BAM does not rotate them");
    }

    void attentionThatIsNotFiniteNamesTheHeadAndTheQuery()
    {
        const auto spec = test::smallSpec("bam", true);
        auto prompt = test::promptOf(test::randomTokens(300, 40));
        prompt.tokens[123] = 55;
        prompt.queryRows = {299};
        auto parameters = test::randomParameters(spec);
        const auto none = std::numeric_limits<float>::quiet_NaN();
        damage(parameters, "layers.1.attention.wq.weight", [&](at::Tensor weight) { weight.narrow(0, 16, 8).fill_(none); });
        EXPECT_ERROR(test::LensRun(spec, parameters).open()->capture({.prompt = prompt}), ErrorCode::Failed, "layer 1, head 2 for the query at position 299");
        prompt.queryRows = {100, 299};
        EXPECT_ERROR(test::LensRun(spec, parameters).open()->capture({.prompt = prompt}), ErrorCode::Failed, "layer 1, head 2 for the query at position 100");

        parameters = test::randomParameters(spec);
        damage(parameters, "tok_embeddings.weight", [&](at::Tensor weight) { weight[55][3] = none; });
        prompt.queryRows = {100};
        EXPECT_ERROR(test::LensRun(spec, parameters).open()->capture({.prompt = prompt}), ErrorCode::Failed, "layer 0, head 0 for the query at position 123");

        parameters = test::randomParameters(spec);
        damage(parameters, "layers.0.attention.prior.theta_alpha", [&](at::Tensor theta) { theta.view({-1})[3] = none; });
        EXPECT_ERROR(test::LensRun(spec, parameters).open()->capture({.prompt = prompt}), ErrorCode::Failed, "layer 0, head 3");
    }

    void askingBeforeACaptureOrOutsideThePromptIsRefused()
    {
        Captured captured;
        const auto fresh = captured.run.open();
        EXPECT_ERROR(fresh->decompose({0, 0}, 0), ErrorCode::Usage, "nothing was captured yet");
        EXPECT_ERROR(fresh->region({.head = {0, 0}, .queryEnd = 1, .keyEnd = 1}), ErrorCode::Usage, "nothing was captured yet");
        EXPECT_ERROR(captured.lens->decompose({0, 0}, 100), ErrorCode::Usage, "no query at position 100");
        EXPECT_ERROR(captured.lens->decompose({0, 9}, 3), ErrorCode::Usage, "no layer 0, head 9");
        EXPECT_ERROR(captured.lens->region({.head = {0, 0}, .queryBegin = 5, .queryEnd = 101, .keyEnd = 5}), ErrorCode::Usage, "queries 5 to 101");
        EXPECT_ERROR(captured.lens->region({.head = {0, 0}, .queryBegin = 5, .queryEnd = 5, .keyEnd = 5}), ErrorCode::Usage, "are no rectangle");
    }

    void aSingleTokenIsAPrompt()
    {
        Captured captured("bam", true, 1);
        QCOMPARE(captured.capture.row({1, 0}, 0)[0], 1.0F);
        QCOMPARE(captured.lens->decompose({1, 0}, 0).joint, std::vector<double>{1.0});
    }
};

BAMSCOPE_TEST(LensTest)
#include "test_lens.moc"
