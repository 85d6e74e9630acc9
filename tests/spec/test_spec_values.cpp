// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/spec_values.h"
#include "core/spec/sweep.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <set>

using namespace bam;
using namespace bam::spec;

class TestSpecValues : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyFieldIsReadAndWrittenByItsPath()
    {
        std::set<std::string> paths;
        RunSpec changed;
        for (const auto& entry : allFields()) {
            QVERIFY2(paths.insert(entry.path).second, entry.path.c_str());
            auto value = fieldValue(changed, entry.path);
            QCOMPARE(int(value.index()), int(entry.kind));
            if (auto* whole = std::get_if<std::int64_t>(&value))
                *whole += 3;
            else if (auto* real = std::get_if<double>(&value))
                *real += 0.25;
            else if (auto* flag = std::get_if<bool>(&value))
                *flag = !*flag;
            else if (auto* text = std::get_if<std::string>(&value))
                *text += "x";
            else
                value = entry.kind == FieldKind::Integers ? FieldValue(std::vector<std::int64_t>{1}) : FieldValue(std::vector<std::string>{"end"});
            setFieldValue(changed, entry.path, value);
            QVERIFY2(fieldValue(changed, entry.path) == value, entry.path.c_str());
        }
        QCOMPARE(changedFields(changed, RunSpec{}).size(), allFields().size());
    }

    void aSizeBringsItsFieldsAndAFieldRenamesTheSize()
    {
        RunSpec run;
        changeField(run, "model.model_size", std::string("l15"));
        QCOMPARE(run.model.dim, 1152);
        changeField(run, "model.n_heads", std::int64_t(12));
        QCOMPARE(run.model.size, std::string("custom"));
        QCOMPARE(run.model.kvHeads, 12);
        changeField(run, "model.n_heads", std::int64_t(24));
        QCOMPARE(run.model.size, std::string("l15"));
    }

    void oneTokenRuleReplacesTheOthers()
    {
        RunSpec run;
        run.training.tokensPerStep = 512;
        changeField(run, "training.max_tokens_per_step", std::int64_t(1024));
        QCOMPARE(run.training.tokensPerStep, -1);
        changeField(run, "training.min_tokens_per_step", std::int64_t(-1));
        QCOMPARE(run.training.maxTokensPerStep, 1024);
    }

    void aShapeThatIsNotTrainedIsOne()
    {
        RunSpec run;
        run.model.prior.thetaBetaInit = "0.5";
        changeField(run, "model.prior.theta_beta_trainable", false);
        QCOMPARE(run.model.prior.thetaBetaInit, std::string("1"));
    }

    void problemsNameTheirFields()
    {
        RunSpec run;
        run.training.tokensPerStep = 256;
        run.training.minTokensPerStep = 256;
        run.model.heads = 7;
        run.evaluation.passkey.digits = {99};
        std::set<std::string> found;
        for (const auto& problem : validate(run))
            for (const auto& path : problemFields(problem))
                found.insert(path);
        for (const auto* path : {"training.tokens_per_step", "training.min_tokens_per_step", "model.n_heads", "evaluation.passkey.digits"})
            QVERIFY2(found.contains(path), path);
        QVERIFY(!found.contains("training.max_tokens_per_step"));
    }

    void anEncodingsProblemBelongsToTheEncoding()
    {
        const auto fields = problemFields({"model.position_encoding", "\"rotary\"", "an even head width"});
        QCOMPARE(fields, std::vector<std::string>{"model.encoding"});
    }

    void aSweepCrossesItsAxes()
    {
        Sweep sweep;
        sweep.base = preset("l12");
        sweep.encodings = {"bam_ssmax", "rotary"};
        sweep.sizes = {"l6", "l8"};
        sweep.seeds = {1, 2, 3};
        sweep.fields = {{"training.learning_rate", {FieldValue(1e-3), FieldValue(5e-4)}}};
        const auto runs = sweepRuns(sweep);
        QCOMPARE(runs.size(), 24U);
        QCOMPARE(runs[0].training.seed, 1);
        QCOMPARE(runs[1].training.seed, 2);
        QCOMPARE(runs[3].training.learningRate, 5e-4);
        QVERIFY(runs[0].model.ssmax && !runs.back().model.ssmax);
        QCOMPARE(runs.back().model.dim, 768);
        for (const auto& run : runs)
            QVERIFY(validate(run).empty());
    }

    void aSweepWithoutAxesIsTheRunItself()
    {
        Sweep sweep;
        sweep.base = preset("laptop");
        QCOMPARE(sweepRuns(sweep).size(), 1U);
        QVERIFY(sweepRuns(sweep).front() == sweep.base);
    }

    void equalRunsOfASweepAppearOnce()
    {
        Sweep sweep;
        sweep.seeds = {1};
        sweep.fields = {{"training.seed", {FieldValue(std::int64_t(1)), FieldValue(std::int64_t(2))}}};
        QCOMPARE(sweepRuns(sweep).size(), 1U);
    }

    void everyEncodingComesWithAndWithoutScalableSoftmax()
    {
        const auto all = officialEncodings();
        QCOMPARE(all.size(), 20U);
        for (const auto* name : {"nope", "sinusoidal", "rotary", "alibi", "bam", "t5", "kerple_log", "kerple_power", "fire", "sandwich"})
            for (const auto* ending : {"", "_ssmax"})
                QVERIFY2(std::find(all.begin(), all.end(), std::string(name) + ending) != all.end(), name);
    }

    void seedsAreNumbersAndRanges()
    {
        const std::vector<std::int64_t> expected{0, 1, 2, 7};
        QCOMPARE(numbersFromText("0-2, 7,7"), expected);
        QVERIFY(numbersFromText(" ").empty());
        EXPECT_ERROR(numbersFromText("3-1"), ErrorCode::Usage, "3-1");
        EXPECT_ERROR(numbersFromText("-4"), ErrorCode::Usage, "-4");
        EXPECT_ERROR(numbersFromText("1e3"), ErrorCode::Usage, "1e3");
        EXPECT_ERROR(numbersFromText("0-99999999"), ErrorCode::Usage, "more than");
    }

    void valuesOfAFieldAreChecked()
    {
        const auto& layers = *findField("model.n_layers");
        QCOMPARE(valuesFromText(layers, "2, 4,2").size(), 2U);
        EXPECT_ERROR(valuesFromText(layers, "2.5"), ErrorCode::Usage, "2.5");
        EXPECT_ERROR(valuesFromText(layers, "0"), ErrorCode::Usage, "n_layers");
        EXPECT_ERROR(valuesFromText(*findField("training.learning_rate"), "fast"), ErrorCode::Usage, "fast");
        QVERIFY(valuesFromText(*findField("model.prior.theta_alpha_init"), "slope, 0.5")[0] == FieldValue(std::string("slope")));
    }
};

BAMSCOPE_TEST(TestSpecValues)
#include "test_spec_values.moc"
