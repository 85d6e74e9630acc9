// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/state_dict.h"
#include "core/interop/torch_writer.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <QTemporaryDir>
#include <caffe2/serialize/inline_container.h>

#include <fstream>

namespace {

namespace fs = std::filesystem;
using bam::ErrorCode;
using bam::interop::officialName;
using bam::interop::readStateDict;
using bam::test::dataFile;

class TestStateDict : public bam::test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void namesOfAllAgesAndWrappersBecomeTodays_data();
    void namesOfAllAgesAndWrappersBecomeTodays();
    void aWrappedStateDictOfTheOlderReleaseIsRead();
    void weightsBesideAnOptimizerAreReadAndTheRestIsTold();
    void aFileOfAnOptimizerAloneIsRefused();
    void aFileWithoutTensorsIsRefused();
    void twoNamesOfOneParameterAreRefused();
    void safetensorsKeepTheirMetadata();

private:
    fs::path file(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }
    QTemporaryDir m_folder;
};

void TestStateDict::namesOfAllAgesAndWrappersBecomeTodays_data()
{
    QTest::addColumn<QString>("stored");
    QTest::addColumn<QString>("today");
    QTest::newRow("today's") << "layers.0.attention.wq.weight" << "layers.0.attention.wq.weight";
    QTest::newRow("DistributedDataParallel") << "module.norm.weight" << "norm.weight";
    QTest::newRow("compiled") << "_orig_mod.norm.weight" << "norm.weight";
    QTest::newRow("in a trainer") << "model.norm.weight" << "norm.weight";
    QTest::newRow("several wrappers") << "_orig_mod.module.model._orig_mod.norm.weight" << "norm.weight";
    QTest::newRow("scale") << "layers.3.attention.prior.scale" << "layers.3.attention.prior.theta_alpha";
    QTest::newRow("shape") << "module.layers.3.attention.prior.shape" << "layers.3.attention.prior.theta_beta";
    QTest::newRow("global loc") << "prior.loc" << "prior.theta_mu";
    QTest::newRow("another prior") << "my_prior.scale" << "my_prior.scale";
    QTest::newRow("longer") << "prior.scale.weight" << "prior.scale.weight";
    QTest::newRow("SSMax scale") << "layers.0.attention.seq_scale" << "layers.0.attention.seq_scale";
    QTest::newRow("prefix inside") << "layers.0.module.w" << "layers.0.module.w";
    QTest::newRow("empty") << "" << "";
}

void TestStateDict::namesOfAllAgesAndWrappersBecomeTodays()
{
    QFETCH(QString, stored);
    QFETCH(QString, today);
    QCOMPARE(QString::fromStdString(officialName(stored.toStdString())), today);
}

void TestStateDict::aWrappedStateDictOfTheOlderReleaseIsRead()
{
    const auto state = readStateDict(dataFile("pt/state_dict.pt"));
    QCOMPARE(state.tensors.size(), std::size_t(4));
    QCOMPARE(state.tensors[0].first, std::string("tok_embeddings.weight"));
    QCOMPARE(state.tensors[2].first, std::string("layers.0.attention.prior.theta_beta"));
    QVERIFY(state.tensors[3].second.scalar_type() == at::kBFloat16);
    QVERIFY(state.notes.empty());
}

void TestStateDict::weightsBesideAnOptimizerAreReadAndTheRestIsTold()
{
    const auto state = readStateDict(dataFile("pt/training_state.pt"));
    QCOMPARE(state.tensors.size(), std::size_t(2));
    QCOMPARE(state.tensors[0].first, std::string("norm.weight"));
    QVERIFY(state.tensors[1].second.equal(at::full({1, 2, 1, 1}, 0.25, at::kHalf)));
    QCOMPARE(state.notes.size(), std::size_t(1));
    QVERIFY2(state.notes[0].find("also holds optimizer, step and best_loss; only the model's weights are read") != std::string::npos, state.notes[0].c_str());
}

void TestStateDict::aFileOfAnOptimizerAloneIsRefused()
{
    EXPECT_ERROR(readStateDict(dataFile("pt/optimizer.pt")), ErrorCode::Failed, "This is the state of an optimizer");
    EXPECT_ERROR(readStateDict(dataFile("pt/optimizer.pt")), ErrorCode::Failed, "optimizer.pt");
}

void TestStateDict::aFileWithoutTensorsIsRefused()
{
    caffe2::serialize::PyTorchStreamWriter writer(file("number.pt").string());
    writer.writeRecord("data.pkl", "\x80\x02K\x07.", 5);
    writer.writeEndOfFile();
    EXPECT_ERROR(readStateDict(file("number.pt")), ErrorCode::Failed, "holds no state dict of tensors");
    std::ofstream(file("text.pt")) << "some text";
    EXPECT_ERROR(readStateDict(file("text.pt")), ErrorCode::Failed, "does not begin like a zip archive");
    EXPECT_ERROR(readStateDict(file("missing.pt")), ErrorCode::Failed, "no such file");
    EXPECT_ERROR(readStateDict(file("missing.safetensors")), ErrorCode::Failed, "no such file");
}

void TestStateDict::twoNamesOfOneParameterAreRefused()
{
    bam::interop::writeTorchFile(file("twice.pt"), {{"module.prior.scale", at::ones({1})}, {"prior.theta_alpha", at::zeros({1})}});
    EXPECT_ERROR(readStateDict(file("twice.pt")), ErrorCode::Failed, "prior.theta_alpha twice, as module.prior.scale and as prior.theta_alpha");
}

void TestStateDict::safetensorsKeepTheirMetadata()
{
    bam::interop::writeSafetensors(file("m.safetensors"), {{"_orig_mod.prior.loc", at::ones({2})}}, {{"encoding", "bam"}});
    const auto state = readStateDict(file("m.safetensors"));
    QCOMPARE(state.tensors[0].first, std::string("prior.theta_mu"));
    QCOMPARE(state.metadata.at("encoding"), std::string("bam"));
}

}  // namespace

BAMSCOPE_TEST(TestStateDict)
#include "test_state_dict.moc"
