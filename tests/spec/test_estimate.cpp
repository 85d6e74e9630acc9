// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates against known counts and against the model itself.
#include "core/model/transformer.h"
#include "core/spec/estimate.h"
#include "core/spec/spec_io.h"
#include "tests/support/test_main.h"

using namespace bam::spec;

namespace {

RunSpec sized(const char* size, const char* encoding)
{
    std::vector<Problem> problems;
    return overlay(RunSpec{}, Json{{"model", {{"model_size", size}, {"position_encoding", encoding}}}}, problems);
}

}  // namespace

class Estimates : public bam::test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void thePriorOfL12HasThePapers384Scalars();
    void countsOfL12AreTheOfficialOnes();
    void countsEqualTheModels_data();
    void countsEqualTheModels();
    void bytesAndOperationsFollowTheFormulas();
};

void Estimates::thePriorOfL12HasThePapers384Scalars()
{
    QCOMPARE(estimate(sized("l12", "bam")).priorParameters, 384);
    QCOMPARE(estimate(sized("l24", "bam_ssmax")).priorParameters, 3072);
    QCOMPARE(estimate(sized("l12", "rotary")).priorParameters, 0);
    auto global = sized("l12", "bam");
    global.model.prior.global = true;
    QCOMPARE(estimate(global).priorParameters, 32);
}

// 2 · 32768 · 768 embeddings and output, 12 layers of 4 · 768² + 3 · 768 · 1536 + 2 · 768, the last norm 768.
void Estimates::countsOfL12AreTheOfficialOnes()
{
    const auto nope = estimate(sized("l12", "nope"));
    QCOMPARE(nope.parameters, 50331648 + 12 * 5899776 + 768);
    QCOMPARE(nope.withoutEmbeddings, nope.parameters - 25165824);
    QCOMPARE(estimate(sized("l12", "nope_ssmax")).parameters, nope.parameters + 12 * 16);
    QCOMPARE(estimate(sized("l12", "bam")).parameters, nope.parameters + 12 * 16 * 3);
}

void Estimates::countsEqualTheModels_data()
{
    QTest::addColumn<QString>("model");
    const char* shape = R"("model_size": "custom", "dim": 24, "n_layers": 3, "n_heads": 6, "n_kv_heads": 2, "ffn_dim_multiplier": 2.3, "vocab_size": 50)";
    for (const auto& encoding : bam::encoding::encodingNames())
        for (const auto* ssmax : {"", "_ssmax"})
            QTest::addRow("%s%s", encoding.c_str(), ssmax) << QStringLiteral("{%1, \"position_encoding\": \"%2%3\"}").arg(shape, QString::fromStdString(encoding), ssmax);
    QTest::newRow("few buckets") << QStringLiteral(R"({%1, "position_encoding": "t5", "prior": {"t5_buckets": 8}})").arg(shape);
    QTest::newRow("global fire") << QStringLiteral(R"({%1, "position_encoding": "fire", "prior": {"global_prior": true}})").arg(shape);
    QTest::newRow("global") << QStringLiteral(R"({%1, "position_encoding": "bam_ssmax", "no_seq_scale": true, "prior": {"global_prior": true, "theta_beta_trainable": false}})").arg(shape);
}

void Estimates::countsEqualTheModels()
{
    QFETCH(QString, model);
    RunSpec run;
    run.model = modelFromJson(Json::parse(model.toStdString()));
    const bam::model::Transformer transformer(run.model, 1);
    const auto result = estimate(run);
    std::int64_t trainable = 0, prior = 0, embeddings = 0;
    for (const auto& [name, value] : transformer.parameters()) {
        trainable += value.requires_grad() ? value.numel() : 0;
        prior += value.requires_grad() && name.find("prior.") != std::string::npos ? value.numel() : 0;
        embeddings += name == "tok_embeddings.weight" ? value.numel() : 0;
    }
    QCOMPARE(result.parameters, transformer.parameterCount());
    QCOMPARE(result.trainable, trainable);
    QCOMPARE(result.priorParameters, prior);
    QCOMPARE(result.withoutEmbeddings, transformer.parameterCount() - embeddings);
}

void Estimates::bytesAndOperationsFollowTheFormulas()
{
    auto run = preset("l12");
    run.model.encoding = "nope";
    run.model.ssmax = false;
    const auto result = estimate(run);
    const double matrices = 12.0 * (4 * 768 * 768 + 3 * 768 * 1536) + 32768.0 * 768;
    QCOMPARE(result.flopsPerToken, 6 * matrices + 6.0 * 12 * 768 * 512);
    QCOMPARE(result.flopsPerStep, result.flopsPerToken * 589824);
    QCOMPARE(result.weightBytes, 4.0 * double(result.parameters));
    QCOMPARE(result.optimizerBytes, 12.0 * double(result.trainable));
    QCOMPARE(result.checkpointBytes, 4.0 * double(result.parameters) + 8.0 * double(result.trainable));
    auto wider = run;
    wider.training.batchSize *= 2;
    // All grows with the batch but the logits, of which one chunk is in memory.
    QVERIFY(estimate(wider).activationBytes > 1.8 * result.activationBytes && estimate(wider).activationBytes < 2 * result.activationBytes);
    QVERIFY(result.totalBytes > result.weightBytes + result.optimizerBytes);
}

BAMSCOPE_TEST(Estimates)
#include "test_estimate.moc"
