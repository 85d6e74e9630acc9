// SPDX-License-Identifier: GPL-3.0-or-later
// args.json to and from the official code's shape.
#include "core/spec/official_args.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <fstream>

using namespace bam::spec;

namespace {

/// What the 2026 release writes for --position_encoding=bam_ssmax --model_size=l12 (shortened to what is read).
Json release2026()
{
    return Json::parse(R"({
      "args": {"dataset": "10B", "log_dir": "logs", "position_encoding": "bam_ssmax", "model_size": "l12", "global_prior": null,
        "thata_beta_init": "0", "theta_alpha_init": "slope", "theta_mu_init": "0", "theta_beta_trainable": true, "prior_lr": 0.001,
        "no_seq_scale": null, "batch_size": 18, "sequence_length": 512, "min_tokens_per_step": null, "tokens_per_step": 589824,
        "max_tokens_per_step": null, "num_iterations": 20000, "learning_rate": 0.001, "warmup_iters": 0, "learning_rate_decay_frac": 0.1,
        "weight_decay": 0.1, "grad_clip": 1.0, "min_val_tokens": null, "val_tokens": 3932160, "max_val_tokens": null,
        "val_tokens_padding": 1000000, "val_loss_every": 32, "tensorcores": true, "device": "", "compile": true, "dtype": "bfloat16",
        "checkpoint": null, "checkpoint_args": null, "reset_steps": null},
      "dataset_args": {},
      "model_args": {"dim": 768, "n_layers": 12, "n_heads": 16, "n_kv_heads": null, "vocab_size": 32768, "multiple_of": 1,
        "ffn_dim_multiplier": 2, "norm_eps": 1e-05, "max_batch_size": 18, "max_seq_len": 768, "thata_beta_init": "0",
        "theta_alpha_init": "slope", "theta_mu_init": "0", "train_theta_beta": true, "train_theta_alpha": true, "train_theta_mu": false,
        "global_positional_encoding": null, "seq_scale": true}})");
}

/// Before the release: other names, a numeric scale, one global prior, and Python's Infinity.
const char* kOlder = R"({
  "args": {"position_encoding": "bam", "model_size": "l6 @Infinity@", "scale_init": "16", "num_iterations": Infinity, "dataset": "10B"},
  "dataset_args": {"nothing": NaN, "less": -Infinity},
  "model_args": {"dim": 512, "n_layers": 6, "n_heads": 16, "n_kv_heads": null, "vocab_size": 32768, "multiple_of": 256,
    "ffn_dim_multiplier": 1.7, "norm_eps": 1e-05, "shape_init": "linear", "scale_init": "16", "loc_init": 0, "train_shape": true,
    "train_scale": true, "train_loc": false, "global_positional_encoding": true}})";

}  // namespace

class OfficialArgs : public bam::test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theReleasesModelIsRebuilt();
    void theReleasesRunIsTakenOver();
    void olderNamesAndRoundedWidthsAreUnderstood();
    void oursReadBackAsWeWroteThem();
    void whatTheOfficialCodeDoesNotKnowIsWrittenWhereItCounts();
    void filesWithoutThemHaveTheDefaults();
    void theOfficialKeysAreAllThere();
    void whatIsNoArgsFileIsRefused();
};

void OfficialArgs::theReleasesModelIsRebuilt()
{
    const auto model = modelFromOfficialArgs(release2026(), "args.json");
    QCOMPARE(model.size, std::string("l12"));
    QCOMPARE(officialEncodingName(model), std::string("bam_ssmax"));
    QCOMPARE(model.prior.thetaAlphaInit, std::string("slope_raw"));     // the release stores the slope itself
    QCOMPARE(model.prior.thetaBetaInit, std::string("0"));
    QVERIFY(!model.prior.global && model.seqScaleTrainable);
    QCOMPARE(model.kvHeads, 16);
}

void OfficialArgs::theReleasesRunIsTakenOver()
{
    std::vector<std::string> notes;
    const auto run = runFromOfficialArgs(release2026(), "args.json", notes);
    QCOMPARE(notes.size(), std::size_t(0));
    QCOMPARE(run.training.batchSize, 18);
    QCOMPARE(run.training.tokensPerStep, 589824);
    QCOMPARE(run.training.priorLr, 0.001);
    QCOMPARE(run.training.valLossEvery, 32);
    QCOMPARE(run.training.dtype, std::string("bfloat16"));
    QCOMPARE(run.training.device, std::string("auto"));
    QCOMPARE(run.data.dataset, std::string("10B"));
    QCOMPARE(run.data.valTokens, 3932160);
    QCOMPARE(validate(run).size(), std::size_t(0));
}

void OfficialArgs::olderNamesAndRoundedWidthsAreUnderstood()
{
    QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.path().toStdString()) / "args.json";
    std::ofstream(path) << QString(kOlder).replace('@', "\\\"").toStdString();     // moc does not read quotes escaped in raw strings
    const auto args = readOfficialArgs(path);
    QVERIFY(args["args"]["num_iterations"].is_null() && args["dataset_args"]["less"].is_null());
    QVERIFY(args["args"]["model_size"] == "l6 \"Infinity\"");
    std::vector<std::string> notes;
    QCOMPARE(runFromOfficialArgs(args, "args.json", notes).training.numIterations, -1);
    const auto model = modelFromOfficialArgs(args, "args.json");
    QCOMPARE(std::int64_t(model.ffnMultiplier * double(model.dim)), 1024);     // int(1.7 · 512) = 870, rounded up to 256s
    QCOMPARE(model.prior.thetaBetaInit, std::string("linear"));
    QVERIFY(model.prior.global);
}

void OfficialArgs::oursReadBackAsWeWroteThem()
{
    for (const auto& name : presetNames()) {
        const auto run = preset(name);
        const Json args = {{"args", officialArgs(run)}, {"dataset_args", Json::object()}, {"model_args", officialModelArgs(run)}};
        auto expected = run.model;
        if (expected.prior.thetaAlphaInit == "slope")
            expected.prior.thetaAlphaInit = "slope_raw";    // the official file has one word for both
        QVERIFY2(modelFromOfficialArgs(args, "args.json") == expected, name.c_str());
    }
}

void OfficialArgs::whatTheOfficialCodeDoesNotKnowIsWrittenWhereItCounts()
{
    const auto readBack = [](const RunSpec& run) {
        return modelFromOfficialArgs({{"args", officialArgs(run)}, {"dataset_args", Json::object()}, {"model_args", officialModelArgs(run)}}, "args.json");
    };
    auto run = preset("laptop");
    run.model.prior = {};
    const auto with = [&](const char* encoding, const std::function<void(ModelSpec&)>& change) {
        auto changed = run;
        changed.model.encoding = encoding;
        change(changed.model);
        return changed;
    };
    for (const auto& changed : {with("rotary", [](ModelSpec& model) { model.rotaryFraction = 0.5; }),
             with("t5", [](ModelSpec& model) { model.prior.t5Buckets = 16; model.prior.t5MaxDistance = 99; model.prior.global = true; }),
             with("fire", [](ModelSpec& model) { model.prior.fireThreshold = 160; }), with("sandwich", [](ModelSpec& model) { model.prior.sandwichWidth = 64; }),
             with("kerple_log", [](ModelSpec& model) { model.prior.global = true; })})
        QVERIFY2(readBack(changed) == changed.model, changed.model.encoding.c_str());
    for (const auto* key : {"rotary_fraction", "t5_buckets", "t5_max_distance", "fire_threshold", "sandwich_width"})
        QVERIFY2(!officialModelArgs(with("rotary", [](ModelSpec&) {})).contains(key), key);
}

void OfficialArgs::filesWithoutThemHaveTheDefaults()
{
    auto args = release2026();
    for (const auto* encoding : {"rotary", "t5", "fire", "sandwich"}) {
        args["args"]["position_encoding"] = encoding;
        const auto model = modelFromOfficialArgs(args, "args.json");
        QCOMPARE(model.rotaryFraction, 1.0);
        QCOMPARE(model.prior.t5Buckets, 32);
        QCOMPARE(model.prior.t5MaxDistance, 128);
        QCOMPARE(model.prior.fireThreshold, 512.0);
        QCOMPARE(model.prior.sandwichWidth, 128);
    }
}

void OfficialArgs::theOfficialKeysAreAllThere()
{
    const auto run = preset("l12");
    const auto args = officialArgs(run);
    const auto reference = release2026();
    for (const auto& [key, value] : reference["args"].items())
        if (key != "compile" && key != "checkpoint_args")
            QVERIFY2(args.contains(key), key.c_str());
    const auto modelArgs = officialModelArgs(run);
    for (const auto& [key, value] : reference["model_args"].items())
        QVERIFY2(modelArgs.contains(key), key.c_str());
}

void OfficialArgs::whatIsNoArgsFileIsRefused()
{
    EXPECT_ERROR(modelFromOfficialArgs(Json::array(), "args.json"), bam::ErrorCode::Failed, "no object \"args\"");
    auto args = release2026();
    args["model_args"]["dim"] = "wide";
    EXPECT_ERROR(modelFromOfficialArgs(args, "args.json"), bam::ErrorCode::Failed, "model_args.dim is \"wide\"");
    args = release2026();
    args["model_args"]["n_heads"] = 7;
    EXPECT_ERROR(modelFromOfficialArgs(args, "args.json"), bam::ErrorCode::Failed, "divisor");
    args = release2026();
    args["args"].erase("position_encoding");
    EXPECT_ERROR(modelFromOfficialArgs(args, "args.json"), bam::ErrorCode::Failed, "position_encoding");
    EXPECT_ERROR(readOfficialArgs("nowhere/args.json"), bam::ErrorCode::Usage, "not there");
}

BAMSCOPE_TEST(OfficialArgs)
#include "test_official_args.moc"
