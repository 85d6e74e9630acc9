// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/safetensors.h"
#include "tests/support/file_limits.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <QTemporaryDir>

#include <cstring>
#include <fstream>

namespace {

namespace fs = std::filesystem;
using bam::ErrorCode;
using bam::interop::NamedTensors;
using bam::interop::SafetensorsFile;
using bam::interop::writeSafetensors;

std::string lengthField(std::uint64_t length)
{
    return std::string(reinterpret_cast<const char*>(&length), 8);
}

class TestSafetensors : public bam::test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void cleanup();
    void whatIsWrittenIsReadBack();
    void everyElementTypeSurvives();
    void theBytesFollowTheFormatExactly();
    void everyTensorIsAlignedToItsElements();
    void viewsAndTransposesAreWrittenDense();
    void aTensorOutlivesItsFile();
    void noTensorsAndNoMetadataIsAFile();
    void aFileWrittenByPythonIsRead();
    void unalignedDataIsCopied();
    void aMissingTensorNamesTheNearest();
    void theWriterRefusesWhatTheFormatCannotHold();
    void aFailedWriteKeepsTheOldFile();
    void lyingFilesAreRefused_data();
    void lyingFilesAreRefused();
    void everyTruncationIsRefused();

private:
    fs::path file() const { return fs::path(m_folder.path().toStdString()) / "t.safetensors"; }
    QTemporaryDir m_folder;
};

void TestSafetensors::cleanup()
{
    fs::remove(file());
}

void TestSafetensors::whatIsWrittenIsReadBack()
{
    const auto a = at::rand({3, 5});
    const auto b = at::arange(7, at::kLong);
    writeSafetensors(file(), {{"layers.0.wq", a}, {"step", b}}, {{"format", "pt"}, {"step", "12"}});
    const SafetensorsFile read(file());
    QVERIFY(read.names() == (std::vector<std::string>{"layers.0.wq", "step"}));
    QVERIFY(read.contains("step"));
    QVERIFY(!read.contains("steps"));
    QVERIFY(read.tensor("layers.0.wq").equal(a));
    QVERIFY(read.tensor("step").equal(b));
    QCOMPARE(read.metadata().size(), std::size_t(2));
    QCOMPARE(read.metadata().at("step"), std::string("12"));
}

void TestSafetensors::everyElementTypeSurvives()
{
    NamedTensors tensors;
    for (const auto type : {at::kDouble, at::kFloat, at::kHalf, at::kBFloat16, at::kLong, at::kInt, at::kShort, at::kChar, at::kByte,
             at::kUInt16, at::kUInt32, at::kUInt64, at::kBool})
        tensors.emplace_back(at::toString(type), at::arange(6, at::kInt).reshape({2, 3}).to(type));
    tensors.emplace_back("scalar", at::scalar_tensor(0.25));
    tensors.emplace_back("empty", at::empty({2, 0, 3}));
    writeSafetensors(file(), tensors);
    const SafetensorsFile read(file());
    for (const auto& [name, tensor] : tensors) {
        const auto other = read.tensor(name);
        QVERIFY2(other.scalar_type() == tensor.scalar_type() && other.sizes() == tensor.sizes(), name.c_str());
        if (tensor.numel() > 0)
            QVERIFY2(std::memcmp(other.const_data_ptr(), tensor.const_data_ptr(), tensor.nbytes()) == 0, name.c_str());
    }
}

void TestSafetensors::theBytesFollowTheFormatExactly()
{
    const auto a = at::tensor({1.0f, -2.0f});
    const auto b = at::tensor({7}, at::kLong);
    writeSafetensors(file(), {{"a", a}, {"b", b}}, {{"k", "v"}});
    // 8 bytes of length, then JSON with the metadata first, padded with spaces to a multiple of 64 bytes; wide types come first.
    std::string header = R"({"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[2],"data_offsets":[8,16]},)"
                         R"("b":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}})";
    QVERIFY(header.size() + 8 <= 192);
    header.resize(184, ' ');
    const std::string data("\x07\0\0\0\0\0\0\0" "\0\0\x80\x3f" "\0\0\0\xc0", 16);
    QCOMPARE(QByteArray::fromStdString(bam::readFile(file())).toHex(),
        QByteArray::fromStdString(lengthField(184) + header + data).toHex());
}

void TestSafetensors::everyTensorIsAlignedToItsElements()
{
    writeSafetensors(file(), {{"a", at::ones({3}, at::kByte)}, {"b", at::ones({3}, at::kShort)}, {"c", at::ones({3}, at::kLong)}});
    const SafetensorsFile read(file());
    for (const auto& name : read.names()) {
        const auto tensor = read.tensor(name);
        QCOMPARE(reinterpret_cast<std::uintptr_t>(tensor.const_data_ptr()) % tensor.element_size(), std::uintptr_t(0));
    }
    QCOMPARE(reinterpret_cast<std::uintptr_t>(read.tensor("c").const_data_ptr()) % 64, std::uintptr_t(0));
}

void TestSafetensors::viewsAndTransposesAreWrittenDense()
{
    const auto base = at::arange(12, at::kFloat).reshape({3, 4});
    writeSafetensors(file(), {{"t", base.t()}, {"column", base.select(1, 2)}, {"expanded", base.select(0, 0).expand({5, 4})}});
    const SafetensorsFile read(file());
    QVERIFY(read.tensor("t").equal(base.t()));
    QVERIFY(read.tensor("t").is_contiguous());
    QVERIFY(read.tensor("column").equal(base.select(1, 2)));
    QVERIFY(read.tensor("expanded").equal(base.select(0, 0).expand({5, 4})));
}

void TestSafetensors::aTensorOutlivesItsFile()
{
    writeSafetensors(file(), {{"a", at::full({1000}, 3.0)}});
    at::Tensor kept;
    {
        const SafetensorsFile read(file());
        kept = read.tensor("a");
    }
    fs::remove(file());
    QCOMPARE(kept.sum().item<double>(), 3000.0);
}

void TestSafetensors::noTensorsAndNoMetadataIsAFile()
{
    writeSafetensors(file(), {});
    const SafetensorsFile read(file());
    QVERIFY(read.names().empty());
    QVERIFY(read.metadata().empty());
}

void TestSafetensors::aFileWrittenByPythonIsRead()
{
    const SafetensorsFile read(bam::test::dataFile("safetensors/python.safetensors"));
    QCOMPARE(read.metadata().at("note"), std::string("h\u00e4h"));
    QCOMPARE(read.names().size(), std::size_t(15));
    const auto values = at::arange(6, at::kLong).reshape({2, 3});
    const auto expect = [&](const char* name, at::ScalarType type, const at::Tensor& expected) {
        const auto tensor = read.tensor(name);
        return tensor.scalar_type() == type && tensor.equal(expected);
    };
    QVERIFY(expect("f64", at::kDouble, values.to(at::kDouble) / 3));
    QVERIFY(expect("f32", at::kFloat, values.to(at::kFloat) / 3));
    QVERIFY(expect("f16", at::kHalf, values.to(at::kHalf) / 2));
    QVERIFY(expect("bf16", at::kBFloat16, values.to(at::kBFloat16) / 2));
    QVERIFY(expect("i64", at::kLong, values - (std::int64_t(1) << 40)));
    QVERIFY(expect("i32", at::kInt, (values - 2).to(at::kInt)));
    QVERIFY(expect("i16", at::kShort, (values - 2).to(at::kShort)));
    QVERIFY(expect("i8", at::kChar, (values - 2).to(at::kChar)));
    QVERIFY(expect("u8", at::kByte, (values + 250).to(at::kByte)));
    QVERIFY(read.tensor("u16").scalar_type() == at::kUInt16);
    QVERIFY(read.tensor("u16").to(at::kLong).equal(values + 65530));
    QVERIFY(read.tensor("u32").scalar_type() == at::kUInt32);
    QVERIFY(read.tensor("u32").to(at::kLong).equal(values + ((std::int64_t(1) << 32) - 6)));
    QVERIFY(read.tensor("u64").scalar_type() == at::kUInt64);
    QVERIFY(read.tensor("u64").to(at::kLong).equal(values));
    QVERIFY(expect("bool", at::kBool, values.remainder(2).eq(1)));
    QVERIFY(expect("scalar", at::kFloat, at::scalar_tensor(1.5)));
    QVERIFY(read.tensor("empty").sizes() == at::IntArrayRef({0, 4}));
}

void TestSafetensors::unalignedDataIsCopied()
{
    std::string header = R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
    if ((8 + header.size()) % 4 == 0)
        header += ' ';
    const float value = 2.5f;
    std::ofstream(file(), std::ios::binary) << lengthField(header.size()) << header
                                            << std::string_view(reinterpret_cast<const char*>(&value), 4);
    QCOMPARE(SafetensorsFile(file()).tensor("a").item<float>(), 2.5f);
}

void TestSafetensors::aMissingTensorNamesTheNearest()
{
    writeSafetensors(file(), {{"output.weight", at::ones({1})}, {"norm.weight", at::ones({1})}});
    const SafetensorsFile read(file());
    EXPECT_ERROR(read.tensor("ouptut.weight"), ErrorCode::Failed, "Did you mean \"output.weight\"?");
    EXPECT_ERROR(read.tensor("x"), ErrorCode::Failed, file().string());
}

void TestSafetensors::theWriterRefusesWhatTheFormatCannotHold()
{
    const auto one = at::ones({1});
    EXPECT_ERROR(writeSafetensors(file(), {{"a", one}, {"a", one}}), ErrorCode::Failed, "two tensors are called \"a\"");
    EXPECT_ERROR(writeSafetensors(file(), {{"__metadata__", one}}), ErrorCode::Failed, "cannot be called");
    EXPECT_ERROR(writeSafetensors(file(), {{"z", at::ones({1}, at::kComplexFloat)}}), ErrorCode::Failed, "\"z\" has type ComplexFloat");
    EXPECT_ERROR(writeSafetensors(file(), {{"u", at::Tensor()}}), ErrorCode::Failed, "\"u\" is no dense tensor");
    EXPECT_ERROR(writeSafetensors(file(), {{"s", at::ones({2, 2}).to_sparse()}}), ErrorCode::Failed, "\"s\" is no dense tensor");
    EXPECT_ERROR(writeSafetensors(file(), {{"\xff", one}}), ErrorCode::Failed, "not valid UTF-8");
    QVERIFY(!fs::exists(file()));
}

void TestSafetensors::aFailedWriteKeepsTheOldFile()
{
    writeSafetensors(file(), {{"a", at::ones({1})}});
    {
        const bam::test::LimitedFileSize limit(4096);
        EXPECT_ERROR(writeSafetensors(file(), {{"a", at::zeros({4096})}}), ErrorCode::Failed, file().string());
    }
    QCOMPARE(SafetensorsFile(file()).tensor("a").item<float>(), 1.0f);
    QCOMPARE(std::distance(fs::directory_iterator(file().parent_path()), fs::directory_iterator()), std::ptrdiff_t(1));
}

void TestSafetensors::lyingFilesAreRefused_data()
{
    QTest::addColumn<std::string>("content");
    QTest::addColumn<std::string>("text");
    const auto raw = [](const char* name, std::string content, const char* text) {
        QTest::newRow(name) << std::move(content) << std::string(text);
    };
    // A header with its true length, followed by eight bytes of data.
    const auto header = [&](const char* name, const std::string& json, const char* text) {
        raw(name, lengthField(json.size()) + json + std::string(8, '\0'), text);
    };
    const auto tensor = [&](const char* name, const std::string& dtype, const std::string& shape, const std::string& offsets, const char* text) {
        header(name, R"({"a":{"dtype":)" + dtype + R"(,"shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}", text);
    };
    const std::string whole = R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]})";

    raw("empty", "", "it has 0 bytes");
    raw("no room for the length", "\x05\0\0", "at least 8 were expected");
    raw("length beyond the file", lengthField(50) + "{}", "its header claims 50 bytes, but only 2 follow");
    raw("length of 64 bits", std::string(8, '\xff') + "{}", "at most 100000000 are allowed");
    raw("length above the limit", lengthField(100'000'001) + "{}", "at most 100000000 are allowed");
    raw("a zip archive", "PK\x03\x04\x14\x00\x08\x08 and so on", "not a valid safetensors file");
    raw("no header", lengthField(0), "does not begin with '{'");
    header("a list", "[]", "does not begin with '{'");
    header("leading space", " {}", "does not begin with '{'");
    header("not UTF-8", "{\"\xff\":{}}", "not valid UTF-8");
    header("unfinished", "{\"a\":", "not valid JSON");
    header("two values", "{}{}", "not valid JSON");
    header("nested without end", "{\"a\":" + std::string(100000, '['), "nested too deeply");
    header("name twice", "{" + whole + "," + whole + "}", "the name \"a\" twice");
    header("key twice", R"({"a":{"dtype":"F32","shape":[2],"shape":[2],"data_offsets":[0,8]}})", "the name \"shape\" twice");
    header("metadata no object", R"({"__metadata__":"x",)" + whole + "}", "metadata is not a JSON object");
    header("metadata no text", R"({"__metadata__":{"k":1},)" + whole + "}", "metadata \"k\" is not text");
    header("entry no object", R"({"a":[1,2]})", "not a JSON object");
    header("no dtype", R"({"a":{"shape":[2],"data_offsets":[0,8]}})", "has no dtype");
    header("no shape", R"({"a":{"dtype":"F32","data_offsets":[0,8]}})", "has no shape");
    header("no offsets", R"({"a":{"dtype":"F32","shape":[2]}})", "no pair of data offsets");
    tensor("unknown dtype", R"("F8_E4M3")", "[8]", "[0,8]", "dtype \"F8_E4M3\", expected F64, F32");
    tensor("dtype no text", "7", "[8]", "[0,8]", "has no dtype");
    tensor("negative size", R"("F32")", "[-2]", "[0,8]", "size -2 in its shape");
    tensor("fractional size", R"("F32")", "[2.0]", "[0,8]", "size 2.0 in its shape");
    tensor("size of 64 bits", R"("F32")", "[18446744073709551615]", "[0,8]", "in its shape");
    tensor("overflowing shape", R"("F32")", "[4294967296,4294967296]", "[0,8]", "larger than any memory");
    tensor("overflow that wraps to 8", R"("F32")", "[4611686018427387904,2,2]", "[0,8]", "larger than any memory");
    tensor("overflow hidden by a zero", R"("F32")", "[0,4611686018427387904,4]", "[0,0]", "larger than any memory");
    tensor("shape too large", R"("F32")", "[3]", "[0,8]", "needs 12 bytes, its data offsets hold 8");
    tensor("shape too small", R"("F32")", "[1]", "[0,8]", "needs 4 bytes, its data offsets hold 8");
    tensor("offsets descend", R"("F32")", "[2]", "[8,0]", "two ascending whole numbers");
    tensor("three offsets", R"("F32")", "[2]", "[0,8,8]", "no pair of data offsets");
    tensor("negative offset", R"("F32")", "[2]", "[-8,0]", "two ascending whole numbers");
    tensor("offset beyond the file", R"("F32")", "[2]", "[8,16]", "the file holds 8 bytes of data");
    tensor("a hole before", R"("U8")", "[4]", "[4,8]", "4 bytes before tensor \"a\"");
    tensor("a rest behind", R"("U8")", "[4]", "[0,4]", "the last 4 bytes belong to no tensor");
    header("overlap", R"({"a":{"dtype":"U8","shape":[6],"data_offsets":[0,6]},"b":{"dtype":"U8","shape":[4],"data_offsets":[4,8]}})",
        "tensor \"b\" overlaps another tensor");
    header("same data twice", "{" + whole + R"(,"b":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", "overlaps another tensor");
    raw("data cut off", lengthField(whole.size() + 2) + "{" + whole + "}" + "1234567", "the file holds 7 bytes of data");
}

void TestSafetensors::lyingFilesAreRefused()
{
    QFETCH(std::string, content);
    QFETCH(std::string, text);
    std::ofstream(file(), std::ios::binary) << content;
    EXPECT_ERROR(SafetensorsFile(file()), ErrorCode::Failed, text);
    EXPECT_ERROR(SafetensorsFile(file()), ErrorCode::Failed, file().string());
}

void TestSafetensors::everyTruncationIsRefused()
{
    writeSafetensors(file(), {{"a", at::ones({20}, at::kBool)}, {"b", at::ones({3})}});
    const std::string whole = bam::readFile(file());
    for (std::size_t size = 0; size < whole.size(); ++size) {
        std::ofstream(file(), std::ios::binary | std::ios::trunc) << whole.substr(0, size);
        EXPECT_ERROR(SafetensorsFile(file()), ErrorCode::Failed, "not a valid safetensors file");
    }
    // A flag must be 0 or 1: any other value would be undefined behaviour in C++.
    std::string lying = whole;
    lying.back() = 2;
    std::ofstream(file(), std::ios::binary | std::ios::trunc) << lying;
    const SafetensorsFile read(file());
    EXPECT_ERROR(read.tensor("a"), ErrorCode::Failed, "neither 0 nor 1");
    QVERIFY(read.tensor("b").equal(at::ones({3})));
}

BAMSCOPE_TEST(TestSafetensors)

}  // namespace

#include "test_safetensors.moc"
