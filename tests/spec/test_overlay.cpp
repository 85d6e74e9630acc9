// SPDX-License-Identifier: GPL-3.0-or-later
// JSON onto specs: sizes, groups, names of the official code, and everything that is refused.
#include "core/spec/spec_io.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <fstream>

using namespace bam::spec;

namespace {

RunSpec accepted(const char* text, const RunSpec& base = {})
{
    std::vector<Problem> problems;
    const auto run = overlay(base, Json::parse(text), problems);
    for (const auto& problem : problems)
        qWarning("%s is %s; expected %s", problem.field.c_str(), problem.value.c_str(), problem.expected.c_str());
    return run;
}

std::vector<Problem> problemsOf(const char* text, const RunSpec& base = {})
{
    std::vector<Problem> problems;
    overlay(base, Json::parse(text), problems);
    return problems;
}

bool mentions(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

class Overlay : public bam::test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void missingKeysKeepTheBase();
    void aSizeSetsItsFiveFields();
    void explicitFieldsBesideASizeMakeItCustom();
    void aCustomSizeMustSayItsFields();
    void keyValueHeadsFollowTheHeads();
    void theEncodingMaySayScalableSoftmax();
    void theGivenOneOfThreeTokenCountsReplacesTheOther();
    void olderOfficialNamesAreUnderstood();
    void aNumericScaleInitIsRefusedWithTheReason();
    void differentPriorRatesAreRefused();
    void anUntrainedShapeIsFixedAtOne();
    void anUnknownKeyNamesTheNearest();
    void aKeyOfAnotherSectionIsSentThere();
    void wrongTypesAndRangesKeepTheBaseAndAreAllReported();
    void float16IsRefusedWithTheReason();
    void theSameFieldUnderTwoNamesIsRefused();
    void presetsCanBeNamedInTheFile();
    void aSyntaxErrorNamesLineAndColumn();
    void whatIsNoObjectIsRefused();
};

void Overlay::missingKeysKeepTheBase()
{
    RunSpec base;
    base.training.batchSize = 7;
    base.data.dataset = "text";
    const auto run = accepted(R"({"training": {"learning_rate": 0.5}})", base);
    QCOMPARE(run.training.batchSize, 7);
    QCOMPARE(run.training.learningRate, 0.5);
    QCOMPARE(run.data.dataset, std::string("text"));
}

void Overlay::aSizeSetsItsFiveFields()
{
    const auto run = accepted(R"({"model": {"model_size": "llama8b"}})");
    QCOMPARE(run.model.dim, 4096);
    QCOMPARE(run.model.layers, 32);
    QCOMPARE(run.model.kvHeads, 8);
    QCOMPARE(run.model.ffnMultiplier, 3.5);
    QCOMPARE(run.model.size, std::string("llama8b"));
    QCOMPARE(accepted(R"({"model": {"size": "l15"}})").model.heads, 24);
}

void Overlay::explicitFieldsBesideASizeMakeItCustom()
{
    const auto run = accepted(R"({"model": {"dim": 256, "model_size": "l6"}})");     // whatever the order
    QCOMPARE(run.model.size, std::string("custom"));
    QCOMPARE(run.model.dim, 256);
    QCOMPARE(run.model.layers, 6);
    QCOMPARE(accepted(R"({"model": {"model_size": "l6", "dim": 512}})").model.size, std::string("l6"));
    QCOMPARE(accepted(R"({"model": {"n_layers": 8}})").model.size, std::string("l8"));      // l12 with 8 layers is l8
}

void Overlay::aCustomSizeMustSayItsFields()
{
    const auto problems = problemsOf(R"({"model": {"model_size": "custom", "dim": 64}})");
    QCOMPARE(problems.size(), std::size_t(1));
    QVERIFY(mentions(problems[0].expected, "n_layers, n_heads and ffn_dim_multiplier"));
    const auto run = accepted(R"({"model": {"model_size": "custom", "dim": 64, "n_layers": 1, "n_heads": 2, "ffn_dim_multiplier": 3}})");
    QCOMPARE(run.model.kvHeads, 2);
}

void Overlay::keyValueHeadsFollowTheHeads()
{
    QCOMPARE(accepted(R"({"model": {"n_heads": 8}})").model.kvHeads, 8);
    QCOMPARE(accepted(R"({"model": {"heads": 8, "kv_heads": 2}})").model.kvHeads, 2);
}

void Overlay::theEncodingMaySayScalableSoftmax()
{
    const auto run = accepted(R"({"model": {"position_encoding": "rotary_ssmax"}})");
    QCOMPARE(run.model.encoding, std::string("rotary"));
    QVERIFY(run.model.ssmax);
    QVERIFY(!accepted(R"({"model": {"position_encoding": "rotary"}})", run).model.ssmax);
    const auto problems = problemsOf(R"({"model": {"position_encoding": "rotory_ssmax"}})");
    QCOMPARE(problems.size(), std::size_t(1));
    QVERIFY2(mentions(problems[0].expected, "did you mean rotary?"), problems[0].expected.c_str());
    QCOMPARE(problemsOf(R"({"model": {"encoding": "bam", "position_encoding": "rotary"}})").size(), std::size_t(1));
}

void Overlay::theGivenOneOfThreeTokenCountsReplacesTheOther()
{
    RunSpec base;
    base.training.tokensPerStep = 1024;
    base.data.valTokens = 2048;
    const auto run = accepted(R"({"training": {"min_tokens_per_step": 5}, "data": {"max_val_tokens": 6}})", base);
    QCOMPARE(run.training.tokensPerStep, -1);
    QCOMPARE(run.training.minTokensPerStep, 5);
    QCOMPARE(run.data.valTokens, -1);
    QCOMPARE(run.data.maxValTokens, 6);
}

void Overlay::olderOfficialNamesAreUnderstood()
{
    const auto run = accepted(R"({"model": {"no_seq_scale": true, "prior": {"shape_init": "linear", "scale_init": "slope", "loc_init": -1,
        "shape_trainable": 1, "scale_trainable": 0, "loc_trainable": 1}}, "training": {"shape_lr": 0.5, "scale_lr": 0.5, "loc_lr": null}})");
    QCOMPARE(run.model.prior.thetaBetaInit, std::string("linear"));
    QCOMPARE(run.model.prior.thetaAlphaInit, std::string("slope"));
    QCOMPARE(run.model.prior.thetaMuInit, -1.0);
    QVERIFY(run.model.prior.thetaBetaTrainable && !run.model.prior.thetaAlphaTrainable && run.model.prior.thetaMuTrainable);
    QVERIFY(!run.model.seqScaleTrainable);
    QCOMPARE(run.training.priorLr, 0.5);
    QCOMPARE(accepted(R"({"model": {"prior": {"thata_beta_init": 2}}})").model.prior.thetaBetaInit, std::string("2"));
}

void Overlay::aNumericScaleInitIsRefusedWithTheReason()
{
    const auto problems = problemsOf(R"({"model": {"prior": {"scale_init": 16}}})");
    QCOMPARE(problems.size(), std::size_t(1));
    QVERIFY(mentions(problems[0].expected, "−ln(x) in bam_ssmax") && mentions(problems[0].expected, "theta_alpha_init"));
}

void Overlay::differentPriorRatesAreRefused()
{
    for (const auto* text : {R"({"training": {"shape_lr": 0.5, "scale_lr": 0.25}})", R"({"training": {"shape_lr": 0.5}})"}) {
        const auto problems = problemsOf(text);
        QCOMPARE(problems.size(), std::size_t(1));
        QVERIFY(mentions(problems[0].expected, "prior_lr"));
    }
}

void Overlay::anUntrainedShapeIsFixedAtOne()
{
    const auto run = accepted(R"({"model": {"prior": {"theta_beta_trainable": 0}}})");
    QCOMPARE(run.model.prior.thetaBetaInit, std::string("1"));
    QCOMPARE(validate(run).size(), std::size_t(0));
    const auto contradicting = accepted(R"({"model": {"prior": {"theta_beta_trainable": false, "theta_beta_init": 2}}})");
    QCOMPARE(validate(contradicting).size(), std::size_t(1));
}

void Overlay::anUnknownKeyNamesTheNearest()
{
    const auto problems = problemsOf(R"({"training": {"lerning_rate": 1}, "modle": {}, "model": {"positon_encoding": "bam"}})");
    QCOMPARE(problems.size(), std::size_t(3));
    QCOMPARE(problems[0].field, std::string("modle"));
    QVERIFY(mentions(problems[0].expected, "did you mean model?"));
    QVERIFY(mentions(problems[1].expected, "did you mean position_encoding?"));
    QCOMPARE(problems[2].field, std::string("training.lerning_rate"));
    QVERIFY(mentions(problems[2].expected, "did you mean learning_rate?"));
}

void Overlay::aKeyOfAnotherSectionIsSentThere()
{
    const auto problems = problemsOf(R"({"batch_size": 4, "data": {"theta_mu_init": 0}})");
    QCOMPARE(problems.size(), std::size_t(2));
    QCOMPARE(problems[0].expected, std::string("this key in training"));
    QCOMPARE(problems[1].expected, std::string("this key in model.prior"));
}

void Overlay::wrongTypesAndRangesKeepTheBaseAndAreAllReported()
{
    std::vector<Problem> problems;
    const auto run = overlay(RunSpec{}, Json::parse(R"({"log_dir": 3, "model": {"dim": "wide", "n_heads": 0, "vocab_size": 1e300},
        "training": {"learning_rate": -1, "batch_size": 2.5, "tensorcores": "yes", "seed": 18446744073709551615},
        "evaluation": {"passkey": {"lengths": [1, -2], "samplings": "random"}}})"), problems);
    QStringList fields;
    for (const auto& problem : problems)
        fields << QString::fromStdString(problem.field);
    QCOMPARE(fields, (QStringList{"log_dir", "model.dim", "model.n_heads", "model.vocab_size", "training.learning_rate", "training.batch_size",
        "training.tensorcores", "training.seed", "evaluation.passkey.lengths", "evaluation.passkey.samplings"}));
    QCOMPARE(problems[2].value, std::string("0"));
    QCOMPARE(problems[2].expected, std::string("a whole number from 1 to 4,096"));
    QVERIFY(run == RunSpec{});
    try {
        requireNone(problems, "spec.json");
        QFAIL("accepted");
    } catch (const bam::Error& error) {
        QCOMPARE(int(error.code()), 2);
        QVERIFY(mentions(error.cause(), "spec.json has 10 problems:"));
        QVERIFY(mentions(error.cause(), "model.dim is \"wide\"; expected a whole number from 1 to 65,536"));
    }
}

void Overlay::float16IsRefusedWithTheReason()
{
    const auto problems = problemsOf(R"({"training": {"dtype": "float16"}})");
    QCOMPARE(problems.size(), std::size_t(1));
    QVERIFY(mentions(problems[0].expected, "loss scaling"));
}

void Overlay::theSameFieldUnderTwoNamesIsRefused()
{
    const auto problems = problemsOf(R"({"model": {"prior": {"theta_beta_init": 1, "thata_beta_init": 2}}})");
    QCOMPARE(problems.size(), std::size_t(1));
    QVERIFY(mentions(problems[0].expected, "other name"));
}

void Overlay::presetsCanBeNamedInTheFile()
{
    const auto run = accepted(R"({"preset": "laptop", "description": "mine", "training": {"num_iterations": 10}})");
    QCOMPARE(run.model.dim, 128);
    QCOMPARE(run.training.numIterations, 10);
    const auto problems = problemsOf(R"({"preset": "desktop"})");
    QCOMPARE(problems.size(), std::size_t(1));
    QVERIFY(mentions(problems[0].expected, "laptop"));
}

void Overlay::aSyntaxErrorNamesLineAndColumn()
{
    QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.path().toStdString()) / "spec.json";
    std::ofstream(path) << "{\n  \"model\": {,}\n}\n";
    EXPECT_ERROR(readJsonFile(path), bam::ErrorCode::Usage, "line 2, column 13");
    std::ofstream(path) << "{\"training\": {\"learning_rate\": 1e999}}";
    EXPECT_ERROR(readJsonFile(path), bam::ErrorCode::Usage, "spec.json");
    std::ofstream(path) << "{\"log_dir\": \"\xff\"}";
    EXPECT_ERROR(readJsonFile(path), bam::ErrorCode::Usage, "line 1, column 14");
    std::ofstream(path) << "";
    EXPECT_ERROR(readJsonFile(path), bam::ErrorCode::Usage, "line 1, column 1");
    EXPECT_ERROR(readJsonFile(path.parent_path()), bam::ErrorCode::Usage, "a folder");
    EXPECT_ERROR(readJsonFile(path.parent_path() / "none.json"), bam::ErrorCode::Usage, "not there");
}

void Overlay::whatIsNoObjectIsRefused()
{
    QCOMPARE(problemsOf("[]").size(), std::size_t(1));
    QCOMPARE(problemsOf(R"({"model": null, "training": 3, "evaluation": {"passkey": []}})").size(), std::size_t(3));
    EXPECT_ERROR(modelFromJson(Json::parse(R"({"dim": "x", "prior": 4})")), bam::ErrorCode::Usage, "2 problems");
}

BAMSCOPE_TEST(Overlay)
#include "test_overlay.moc"
