// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/runs/run_tokenizer.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <fstream>

using namespace bam;

namespace {

const std::filesystem::path kPaper = "share/paper.model";

}  // namespace

class RunTokenizerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsNamedGoesBeforeTheRunsOwnCopy()
    {
        const QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        std::ofstream(run / "tokenizer.model") << "pieces";
        QCOMPARE(runs::tokenizerOf(run, {}, "other.model", kPaper).file, std::filesystem::path("other.model"));
        const auto own = runs::tokenizerOf(run, {}, {}, kPaper);
        QCOMPARE(own.file, run / "tokenizer.model");
        QVERIFY(!own.papers);
    }

    void anOfficialRunTakesThePapersWhereTheVocabularyIsItsOwn()
    {
        const QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        const auto found = runs::tokenizerOf(run, {}, {}, kPaper);
        QCOMPARE(found.file, kPaper);
        QVERIFY(found.papers);
        spec::ModelSpec small;
        small.vocabulary = 61;
        EXPECT_ERROR(runs::tokenizerOf(run, small, {}, kPaper), ErrorCode::Usage, "holds no tokenizer.model");
        EXPECT_ERROR(runs::tokenizerOf(run, {}, {}, {}), ErrorCode::Usage, "holds no tokenizer.model");
    }
};

BAMSCOPE_TEST(RunTokenizerTest)

#include "test_run_tokenizer.moc"
