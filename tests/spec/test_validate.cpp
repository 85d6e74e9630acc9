// SPDX-License-Identifier: GPL-3.0-or-later
// Relations between fields, presets, accumulation and validation tokens.
#include "core/base/text.h"
#include "core/spec/spec_io.h"
#include "tests/support/test_main.h"

#include <functional>

using namespace bam::spec;

namespace {

/// The problems of the default spec after a change, as one text.
std::string problemsAfter(const std::function<void(RunSpec&)>& change, int ranks = 1)
{
    RunSpec spec;
    change(spec);
    std::string text;
    for (const auto& problem : validate(spec, ranks))
        text += problem.field + " is " + problem.value + "; expected " + problem.expected + "\n";
    return text;
}

}  // namespace

#define EXPECT_PROBLEM(change, fragment)                                             \
    do {                                                                             \
        const auto text = problemsAfter([](RunSpec& spec) { change; });              \
        QVERIFY2(text.find(fragment) != std::string::npos, text.c_str());            \
        QCOMPARE(std::count(text.begin(), text.end(), '\n'), std::ptrdiff_t(1));     \
    } while (false)

class Validation : public bam::test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void contradictionsAreNamed();
    void tokensPerStepNamesTheNearestThatWork();
    void ranksCountInTokensPerStep();
    void allProblemsAreFoundAtOnce();
    void numbersThatAreNotFiniteAreRefused();
    void encodingsAddTheirOwnConditions();
    void oneRopeScalingServesASweepOverEncodings();
    void everyPresetIsValidAndRoundTrips();
    void thePaperPresetsAreThePapersRuns();
    void anUnknownPresetNamesTheNearest();
    void accumulationFollowsTheRuleGiven();
    void validationTokensFollowTheRuleGiven();
};

void Validation::contradictionsAreNamed()
{
    EXPECT_PROBLEM(spec.model.heads = spec.model.kvHeads = 7; spec.model.size = "custom", "model.n_heads is 7; expected a divisor of model.dim = 768; nearest: 6 or 8");
    EXPECT_PROBLEM(spec.model.kvHeads = 5; spec.model.size = "custom", "a divisor of model.n_heads = 16; nearest: 4 or 8");
    EXPECT_PROBLEM(spec.model.layers = 13, "model.model_size is \"l12\"; expected custom");
    EXPECT_PROBLEM(spec.training.tokensPerStep = spec.training.maxTokensPerStep = 256, "at most one of tokens_per_step, min_tokens_per_step and max_tokens_per_step");
    EXPECT_PROBLEM(spec.data.valTokens = spec.data.minValTokens = 512, "at most one of val_tokens, min_val_tokens and max_val_tokens");
    EXPECT_PROBLEM(spec.training.maxTokensPerStep = 100, "at least one forward pass of 256");
    EXPECT_PROBLEM(spec.data.valTokens = 100, "0, or at least one forward pass of 256");
    EXPECT_PROBLEM(spec.training.numIterations = 10; spec.training.warmupIters = 11, "at most num_iterations = 10");
    EXPECT_PROBLEM(spec.data.kind = "passkey_mixture", "training.num_iterations is null; expected a number of steps");
    EXPECT_PROBLEM(spec.training.resetSteps = true, "a checkpoint to start from");
    EXPECT_PROBLEM(spec.evaluation.passkey.prefixDigits = 5, "less than digits = 5");
    EXPECT_PROBLEM(spec.evaluation.passkey.lengths = {}, "at least one length");
    EXPECT_PROBLEM(spec.evaluation.passkey.lengths = (std::vector<std::int64_t>{5, 5}), "each length once");
    EXPECT_PROBLEM(spec.evaluation.passkey.samplings = {"middle"}, "equidistant, random, beginning or end");
    EXPECT_PROBLEM(spec.model.prior.thetaBetaTrainable = false, "theta_beta_trainable = false fixes θβ at 1");
    EXPECT_PROBLEM(spec.training.device = "gpu", "auto, cpu, cuda or cuda:N");
    EXPECT_PROBLEM(spec.model.prior.thetaAlphaInit = "steep", "slope, slope_raw, sampled or a number");
    EXPECT_PROBLEM(spec.model.encoding = "alibee", "did you mean alibi?");
}

void Validation::tokensPerStepNamesTheNearestThatWork()
{
    EXPECT_PROBLEM(spec.training.tokensPerStep = 1000,
        "training.tokens_per_step is 1,000; expected a multiple of 256 (batch_size 4 · sequence_length 64); nearest: 768 (accumulates 3 forward "
        "passes) or 1,024 (accumulates 4 forward passes)");
    EXPECT_PROBLEM(spec.training.tokensPerStep = 100, "nearest: 256 (accumulates 1 forward pass)");
}

void Validation::ranksCountInTokensPerStep()
{
    const auto change = [](RunSpec& spec) { spec.training.tokensPerStep = 768; };
    QCOMPARE(problemsAfter(change, 1), std::string());
    QCOMPARE(problemsAfter(change, 3), std::string());
    const auto text = problemsAfter(change, 2);
    QVERIFY2(text.find("sequence_length 64 · 2 processes); nearest: 512") != std::string::npos, text.c_str());
}

void Validation::allProblemsAreFoundAtOnce()
{
    const auto text = problemsAfter([](RunSpec& spec) {
        spec.model.heads = 7;
        spec.model.size = "custom";
        spec.training.batchSize = 0;
        spec.training.dtype = "float16";
        spec.data.inductionFraction = 2;
    });
    for (const auto* field : {"model.n_heads", "model.n_kv_heads", "training.batch_size", "training.dtype", "data.induction_fraction"})
        QVERIFY2(text.find(field) != std::string::npos, text.c_str());
}

void Validation::numbersThatAreNotFiniteAreRefused()
{
    const auto nan = std::numeric_limits<double>::quiet_NaN();
    const auto text = problemsAfter([&](RunSpec& spec) {
        spec.training.learningRate = nan;
        spec.training.weightDecay = std::numeric_limits<double>::infinity();
        spec.model.ffnMultiplier = nan;
        spec.model.size = "custom";
        spec.model.prior.thetaMuInit = nan;
    });
    QCOMPARE(std::count(text.begin(), text.end(), '\n'), std::ptrdiff_t(4));
}

void Validation::encodingsAddTheirOwnConditions()
{
    EXPECT_PROBLEM(spec.model.size = "custom"; spec.model.dim = 9; spec.model.heads = spec.model.kvHeads = 3; spec.model.encoding = "rotary", "head width");
    EXPECT_PROBLEM(spec.model.encoding = "rotary"; spec.model.rotaryFraction = 0.3, "rotary_fraction");
    EXPECT_PROBLEM(spec.model.encoding = "t5"; spec.model.prior.t5Buckets = 31, "t5_buckets is 31");
    EXPECT_PROBLEM(spec.model.encoding = "t5"; spec.model.prior.t5MaxDistance = 9, "t5_max_distance is 9");
    EXPECT_PROBLEM(spec.model.encoding = "sandwich"; spec.model.prior.sandwichWidth = 7, "sandwich_width is 7");
    EXPECT_PROBLEM(spec.model.prior.fireThreshold = 0, "a number from 1 to");
}

void Validation::oneRopeScalingServesASweepOverEncodings()
{
    EXPECT_PROBLEM(spec.evaluation.ropeScaling = "yarn", "more than 1 with rope_scaling = yarn");
    EXPECT_PROBLEM(spec.model.encoding = "rotary"; spec.evaluation.ropeScaling = "yarn", "more than 1 with rope_scaling = yarn");
    EXPECT_PROBLEM(spec.model.encoding = "rotary"; spec.evaluation.ropeScaling = "dynamic"; spec.evaluation.ropeFactor = 8, "none, linear, ntk or yarn");
    auto spec = RunSpec();
    spec.model.encoding = "rotary";
    spec.evaluation.ropeScaling = "yarn";
    spec.evaluation.ropeFactor = 8;
    QVERIFY(validate(spec).empty() && rotates(spec.model));
    // Others are evaluated without: that is no reason not to train them.
    for (const auto* encoding : {"bam", "alibi", "nope"}) {
        spec.model.encoding = encoding;
        QVERIFY(validate(spec).empty() && !rotates(spec.model));
    }
}

void Validation::everyPresetIsValidAndRoundTrips()
{
    QVERIFY(presetNames().size() >= 7);
    QCOMPARE(presetNames().front(), std::string("laptop"));
    QCOMPARE(presetNames().back(), std::string("l24"));
    for (const auto& name : presetNames()) {
        const auto spec = preset(name);
        QVERIFY2(validate(spec).empty(), name.c_str());
        std::vector<Problem> problems;
        QVERIFY2(overlay(RunSpec{}, toJson(spec), problems) == spec && problems.empty(), name.c_str());
    }
}

void Validation::thePaperPresetsAreThePapersRuns()
{
    for (const auto* name : {"l6", "l8", "l12", "l15", "l18", "l24"}) {
        const auto spec = preset(name);
        QCOMPARE(spec.model.size, std::string(name));
        QCOMPARE(spec.model.vocabulary, 32768);
        QCOMPARE(spec.training.numIterations, 20000);
        QCOMPARE(accumulationSteps(spec.training, 1) * spec.training.batchSize * 512, 589824);
        QCOMPARE(spec.training.sequenceLength, 512);
        QCOMPARE(spec.training.learningRate, 1e-3);
        QCOMPARE(spec.training.weightDecay, 0.1);
        QCOMPARE(spec.training.learningRateDecayFrac, 0.1);
        QCOMPARE(spec.training.valLossEvery, 32);
        QCOMPARE(spec.training.dtype, std::string("bfloat16"));
        QCOMPARE(spec.training.optimizer, std::string("radam"));
    }
}

void Validation::anUnknownPresetNamesTheNearest()
{
    EXPECT_ERROR(preset("labtop"), bam::ErrorCode::Usage, "Did you mean laptop?");
}

void Validation::accumulationFollowsTheRuleGiven()
{
    TrainSpec training;     // 4 · 64 = 256 tokens per forward pass
    QCOMPARE(accumulationSteps(training, 1), 1);
    training.tokensPerStep = 1024;
    QCOMPARE(accumulationSteps(training, 1), 4);
    QCOMPARE(accumulationSteps(training, 2), 2);
    training.tokensPerStep = -1;
    training.minTokensPerStep = 1000;
    QCOMPARE(accumulationSteps(training, 1), 4);
    training.minTokensPerStep = -1;
    training.maxTokensPerStep = 1000;
    QCOMPARE(accumulationSteps(training, 1), 3);
}

void Validation::validationTokensFollowTheRuleGiven()
{
    RunSpec spec;
    QCOMPARE(validationTokens(spec, 1), 3932160);
    spec.data.valTokens = 300;
    QCOMPARE(validationTokens(spec, 1), 300);
    spec.data.valTokens = -1;
    spec.data.minValTokens = 300;
    QCOMPARE(validationTokens(spec, 1), 512);
    QCOMPARE(validationTokens(spec, 3), 768);
    spec.data.minValTokens = -1;
    spec.data.maxValTokens = 600;
    QCOMPARE(validationTokens(spec, 1), 512);
    spec.data.maxValTokens = 0;
    QCOMPARE(validationTokens(spec, 1), 0);
}

BAMSCOPE_TEST(Validation)
#include "test_validate.moc"
