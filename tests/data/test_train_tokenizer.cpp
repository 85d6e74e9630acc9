// SPDX-License-Identifier: GPL-3.0-or-later
// The same documents in every format give the same tokenizer.
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/train_tokenizer.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <nlohmann/json.hpp>

using namespace bam;
using tokenizer::BpeTraining;

class TrainTokenizerTest : public test::Suite {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::filesystem::path path(const char* name) const { return m_folder.filePath(QLatin1String(name)).toStdString(); }
    std::string made(const std::vector<std::filesystem::path>& texts, const std::string& column = "text") const
    {
        data::trainTokenizer({.texts = texts, .pieces = 60, .output = path("made.model")}, column);
        return readFile(path("made.model"));
    }

private Q_SLOTS:
    void initTestCase()
    {
        std::string plain, rows, others;
        for (int n = 0; n < 300; n += 2) {
            const auto line = [](int k) { return "the river " + std::to_string(k * 7919 % 1000) + " runs by the old mill"; };
            plain += line(n) + "\n" + line(n + 1) + "\n";
            rows += nlohmann::json{{"text", line(n) + "\n" + line(n + 1)}}.dump() + "\n";       // two lines in one document
            others += nlohmann::json{{"body", line(n) + "\n" + line(n + 1)}, {"text", nullptr}}.dump() + "\n";
        }
        writeFileAtomic(path("plain.txt"), plain);
        writeFileAtomic(path("plain.md"), plain);
        writeFileAtomic(path("rows.jsonl"), rows);
        writeFileAtomic(path("others.jsonl"), others);
        std::filesystem::create_directory(path("folder"));
        writeFileAtomic(path("folder/part.jsonl"), rows);
    }

    void documentsGiveWhatTheirLinesGive()
    {
        const auto expected = made({path("plain.txt")});
        QVERIFY(!expected.empty());
        QVERIFY(made({path("plain.md")}) == expected);
        QVERIFY(made({path("rows.jsonl")}) == expected);
        QVERIFY(made({path("others.jsonl")}, "body") == expected);
        QVERIFY(made({path("folder")}) == expected);
    }

    void compressedTextsAndParquetAreReadAsWell()
    {
        const auto expected = [&](const char* name) {
            data::trainTokenizer({.texts = {std::filesystem::path(BAMSCOPE_TEST_DATA) / "text" / name}, .pieces = 180, .output = path("shipped.model")}, "text");
            return readFile(path("shipped.model"));
        };
        const auto jsonl = expected("documents.jsonl");
        QVERIFY(expected("documents.jsonl.gz") == jsonl);
        QVERIFY(expected("documents.parquet") == jsonl);
    }

    void aColumnThatIsNotThereIsTold()
    {
        EXPECT_ERROR(made({path("rows.jsonl")}, "body"), ErrorCode::Usage, "\"body\"");
        EXPECT_ERROR(made({path("absent.jsonl")}), ErrorCode::Usage, "absent.jsonl");
        EXPECT_ERROR(made({path("absent.txt")}), ErrorCode::Usage, "absent.txt");
    }

    void aStopRequestEndsIt()
    {
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(data::trainTokenizer({.texts = {path("rows.jsonl")}, .pieces = 60, .output = path("stopped.model")}, "text", {}, stop.get_token()), ErrorCode::Stopped, "stopped");
        QVERIFY(!std::filesystem::exists(path("stopped.model")));
    }
};

BAMSCOPE_TEST(TrainTokenizerTest)
#include "test_train_tokenizer.moc"
