// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/documents/row_reader.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <fstream>

using namespace bam;

namespace {

data::InputFile inputOf(const std::filesystem::path& path)
{
    auto file = *data::classified(path);
    file.bytes = std::int64_t(std::filesystem::file_size(path));
    return file;
}

std::vector<data::Row> rowsOf(const std::filesystem::path& path)
{
    const auto reader = data::openRows(inputOf(path));
    std::vector<data::Row> rows;
    for (data::Row row; reader->next(row);)
        rows.push_back(row);
    return rows;
}

}  // namespace

class RowReaderTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void linesAreObjectsOrSayWhyNot()
    {
        QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.path().toStdString()) / "rows.jsonl";
        std::ofstream(file) << "\xef\xbb\xbf{\"b\": [1, {\"x\": null}], \"a\": \"\xff\"}\r\n\n  \n[1]\n{\"a\": }\n{\"a\": 2}";
        const auto rows = rowsOf(file);
        QCOMPARE(rows.size(), 4u);
        QCOMPARE(rows[0].value.dump(), std::string(R"({"b":[1,{"x":null}],"a":")") + "\ufffd" + "\"}");
        QCOMPARE(rows[1].number, 4);
        QVERIFY(rows[1].problem.find("found a JSON array") != std::string::npos);
        QVERIFY(rows[1].value.is_null());
        QVERIFY(rows[2].problem.find("parse error") != std::string::npos);
        QVERIFY(rows[3].problem.empty());
        QCOMPARE(rows[3].number, 6);
    }

    void anArrayIsRefusedWithAWayOut()
    {
        QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.path().toStdString()) / "rows.json";
        std::ofstream(file) << "[\n{\"a\": 1}\n]\n";
        EXPECT_ERROR(rowsOf(file), ErrorCode::Failed, "one JSON object per line");
        EXPECT_ERROR(rowsOf(test::dataFile("text/documents.txt")), ErrorCode::Usage, "holds no rows");
    }

    void parquetRowsHaveAllTheirColumns()
    {
#ifdef BAMSCOPE_HAVE_ARROW
        const auto rows = rowsOf(test::dataFile("text/documents.parquet"));
        const auto lines = rowsOf(test::dataFile("text/documents.jsonl"));
        QCOMPARE(rows.size(), 60u);
        QCOMPARE(rows[59].number, 60);
        for (std::size_t n = 0; n < rows.size(); ++n)
            QCOMPARE(rows[n].value["text"].get<std::string>(), lines[n].value["text"].get<std::string>());
        QCOMPARE(rows[7].value["meta"].dump(), std::string(R"({"lang":"en","score":1.0})"));
        QCOMPARE(rows[7].value["id"].get<int>(), 7);
        QCOMPARE(rows[7].value.size(), 4u);
        for (const auto* name : {"text/dictionary.parquet", "text/large_string.parquet", "text/binary.parquet"}) {
            const auto others = rowsOf(test::dataFile(name));
            QCOMPARE(others.size(), 60u);
            QCOMPARE(others[41].value["text"].get<std::string>(), lines[41].value["text"].get<std::string>());
        }
        const auto nulls = rowsOf(test::dataFile("text/nulls.parquet"));
        QVERIFY(nulls[0].value["text"].is_null());
        QVERIFY(nulls[1].value["text"].is_string());
        const auto lists = rowsOf(test::dataFile("choice/arc_parquet/ARC-Easy/test-00000-of-00001.parquet"));
        QCOMPARE(lists[1].value["choices"]["label"].dump(), std::string(R"(["1","2","3","4"])"));
        QCOMPARE(lists[3].value["choices"]["text"].size(), 5u);
#else
        EXPECT_ERROR(rowsOf(test::dataFile("text/documents.parquet")), ErrorCode::Environment, "without Apache Arrow");
#endif
    }

    void aDamagedFileIsNamed()
    {
#ifdef BAMSCOPE_HAVE_ARROW
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        std::ifstream whole(test::dataFile("text/documents.parquet"), std::ios::binary);
        std::string content{std::istreambuf_iterator<char>(whole), {}};
        std::ofstream(path / "short.parquet", std::ios::binary) << content.substr(0, content.size() - 40);
        EXPECT_ERROR(rowsOf(path / "short.parquet"), ErrorCode::Failed, "short.parquet cannot be read as Parquet");
        content[300] = char(content[300] ^ 0x55);
        std::ofstream(path / "flipped.parquet", std::ios::binary) << content;
        EXPECT_ERROR(rowsOf(path / "flipped.parquet"), ErrorCode::Failed, "flipped.parquet cannot be read as Parquet");
        std::ofstream(path / "other.jsonl.gz") << "no gzip";
        EXPECT_ERROR(rowsOf(path / "other.jsonl.gz"), ErrorCode::Failed, "other.jsonl.gz");
#endif
    }
};

BAMSCOPE_TEST(RowReaderTest)
#include "test_row_reader.moc"
