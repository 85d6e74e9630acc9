// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/interop/torch_archive.h"
#include "core/interop/torch_pickle.h"
#include "core/interop/torch_writer.h"
#include "tests/support/file_limits.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <QTemporaryDir>

namespace {

namespace fs = std::filesystem;
using bam::ErrorCode;
using bam::interop::NamedTensors;
using bam::interop::readTorchFile;
using bam::interop::writeTorchFile;

class TestTorchWriter : public bam::test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void cleanup();
    void whatWasWrittenIsReadAgain();
    void theOrderOfNamesIsKept();
    void viewsAreWrittenAsTheyLook();
    void emptyTensorsAndScalarsAreKept();
    void recordsAreAlignedAndLittleEndian();
    void sameTensorsGiveTheSameBytes();
    void namesAndTypesThatCannotBeWrittenAreRefused();
    void aFullDiskLeavesTheOldFile();

private:
    fs::path file() const { return fs::path(m_folder.path().toStdString()) / "model.pt"; }
    std::size_t filesInFolder() const { return std::size_t(std::distance(fs::directory_iterator(m_folder.path().toStdString()), fs::directory_iterator())); }
    at::Tensor again(const at::Tensor& tensor) const
    {
        writeTorchFile(file(), {{"a", tensor}});
        return *readTorchFile(file()).find("a")->tensor();
    }
    QTemporaryDir m_folder;
};

void TestTorchWriter::cleanup()
{
    fs::remove(file());
}

void TestTorchWriter::whatWasWrittenIsReadAgain()
{
    const auto base = at::arange(6, at::kLong).reshape({2, 3});
    for (const auto type : {at::kDouble, at::kFloat, at::kHalf, at::kBFloat16, at::kLong, at::kInt, at::kShort, at::kChar, at::kByte, at::kBool}) {
        const auto tensor = base.to(type);
        const auto read = again(tensor);
        QVERIFY2(read.scalar_type() == type && read.equal(tensor), at::toString(type));
    }
    const auto special = at::tensor({0.1f, -0.0f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e-45f});
    QVERIFY(again(special).view(at::kInt).equal(special.view(at::kInt)));
}

void TestTorchWriter::theOrderOfNamesIsKept()
{
    NamedTensors tensors;
    for (int n = 0; n < 300; ++n)
        tensors.emplace_back("layers." + std::to_string((n * 7) % 300) + ".weight", at::full({n % 5 + 1}, n, at::kFloat));
    writeTorchFile(file(), tensors);
    const auto value = readTorchFile(file());
    const auto& entries = *std::get<std::shared_ptr<bam::interop::PickleDict>>(value.value);
    QCOMPARE(entries.size(), tensors.size());
    for (std::size_t n = 0; n < tensors.size(); ++n) {
        QCOMPARE(*entries[n].first.text(), tensors[n].first);
        QVERIFY(entries[n].second.tensor()->equal(tensors[n].second));
    }
}

void TestTorchWriter::viewsAreWrittenAsTheyLook()
{
    const auto base = at::arange(12, at::kFloat).reshape({3, 4});
    QVERIFY(again(base.t()).equal(base.t()));
    QVERIFY(again(base.slice(1, 1, 3)).equal(base.slice(1, 1, 3)));
    QVERIFY(again(base.select(0, 1).expand({5, 4})).equal(base.select(0, 1).expand({5, 4})));
    const auto trained = at::ones({2}, at::kFloat).requires_grad_(true);
    QVERIFY(again(trained).equal(trained.detach()));
    writeTorchFile(file(), {{"a", base.slice(0, 0, 1)}});
    QVERIFY(fs::file_size(file()) < 2500);     // a part takes its own room, not that of the whole
}

void TestTorchWriter::emptyTensorsAndScalarsAreKept()
{
    QVERIFY(again(at::empty({0, 3})).sizes() == at::IntArrayRef({0, 3}));
    QVERIFY(again(at::scalar_tensor(2.5)).equal(at::scalar_tensor(2.5)));
    writeTorchFile(file(), {});
    QVERIFY(std::get<std::shared_ptr<bam::interop::PickleDict>>(readTorchFile(file()).value)->empty());
}

void TestTorchWriter::recordsAreAlignedAndLittleEndian()
{
    writeTorchFile(file(), {{"a", at::ones({3}, at::kByte)}, {"b", at::ones({5}, at::kDouble)}});
    const bam::interop::TorchArchive archive(file());
    QVERIFY(archive.contains("version"));
    const auto order = archive.record("byteorder");
    QCOMPARE(std::string(reinterpret_cast<const char*>(order.data()), order.size()), std::string("little"));
    for (const auto* const name : {"data/0", "data/1"})
        QCOMPARE((archive.record(name).data() - archive.file()->data()) % 64, std::ptrdiff_t(0));
}

void TestTorchWriter::sameTensorsGiveTheSameBytes()
{
    const NamedTensors tensors{{"a", at::arange(100, at::kFloat)}, {"b", at::ones({3})}};
    writeTorchFile(file(), tensors);
    const auto first = bam::readFile(file());
    writeTorchFile(file(), tensors);
    QVERIFY(bam::readFile(file()) == first);
}

void TestTorchWriter::namesAndTypesThatCannotBeWrittenAreRefused()
{
    const auto one = at::ones({1});
    EXPECT_ERROR(writeTorchFile(file(), {{"a", one}, {"a", one}}), ErrorCode::Failed, "two tensors are called \"a\"");
    EXPECT_ERROR(writeTorchFile(file(), {{"a\xff", one}}), ErrorCode::Failed, "not valid UTF-8");
    EXPECT_ERROR(writeTorchFile(file(), {{"ids", one.to(at::kUInt16)}}), ErrorCode::Failed, "tensor \"ids\" has type UInt16");
    EXPECT_ERROR(writeTorchFile(file(), {{"none", at::Tensor()}}), ErrorCode::Failed, "no dense tensor");
    EXPECT_ERROR(writeTorchFile(file().parent_path() / "missing" / "model.pt", {{"a", one}}), ErrorCode::Failed, "no such file or folder");
    QVERIFY(!fs::exists(file()));
}

void TestTorchWriter::aFullDiskLeavesTheOldFile()
{
    writeTorchFile(file(), {{"a", at::ones({4})}});
    const auto before = bam::readFile(file());
    const auto large = at::ones({100'000});
    for (const rlim_t limit : {0u, 100u, 5000u, 399000u, 400300u}) {
        const bam::test::LimitedFileSize full(limit);
        EXPECT_ERROR(writeTorchFile(file(), {{"a", large}, {"b", at::ones({2})}}), ErrorCode::Failed, "Cannot write");
    }
    QVERIFY(bam::readFile(file()) == before);
    QCOMPARE(filesInFolder(), std::size_t(1));
}

}  // namespace

BAMSCOPE_TEST(TestTorchWriter)
#include "test_torch_writer.moc"
