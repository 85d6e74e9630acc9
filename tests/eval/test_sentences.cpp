// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that somebody gives to hide needles in: one file, or a folder of them.
#include "core/base/files.h"
#include "core/eval/passkey_task.h"
#include "core/eval/sentences.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTemporaryDir>

#include <fstream>
#include <optional>
#include <sys/fsuid.h>
#include <sys/stat.h>

using namespace bam;

namespace {

std::string shortHash(const std::string& hash) { return hash.substr(0, 12); }

}  // namespace

class SentencesTest : public test::Suite {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::string path(const char* name) const { return m_folder.filePath(QLatin1String(name)).toStdString(); }
    void write(const char* name, const std::string& text) const
    {
        QDir(m_folder.path()).mkpath(QFileInfo(QLatin1String(name)).path());
        std::ofstream(path(name)) << text;
    }

private Q_SLOTS:
    void aFolderGivesItsTextsByName()
    {
        write("essays/b.txt", "Three.");
        write("essays/a.md", "One. Two");
        write("essays/c.pdf", "Never.");
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("essays/d.txt")));
        QCOMPARE(eval::sentencesOfFile(path("essays"), "a test"), (std::vector<std::string>{"One.", "Two", "Three."}));
        QCOMPARE(eval::sha256OfTexts(path("essays/b.txt")), sha256("Three."));
        QCOMPARE(eval::sha256OfTexts(path("essays")), sha256(sha256("One. Two") + sha256("Three.")));
        EXPECT_ERROR(eval::sha256OfTexts(path("nowhere")), ErrorCode::Failed, "nowhere");
    }

    void aFolderOfTextsHidesTheKey()
    {
        write("filler/one.txt", "The river runs by. The trees stand there.");
        write("filler/two.txt", "Nobody knows why.");
        const auto tokenizer = tokenizer::Tokenizer::load(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3"));
        const auto nameOf = [&](const std::string& filler) {
            spec::PasskeySpec spec;
            spec.filler = filler;
            return eval::PasskeyTask(tokenizer, spec).fillerName();
        };
        spec::PasskeySpec spec;
        spec.filler = path("filler");
        spec.samples = 1;
        const auto text = tokenizer.decode(eval::PasskeyTask(tokenizer, spec).prompts({.length = 200, .sampling = "end"}).at(0).tokens);
        QVERIFY2(text.find("The river runs by. The trees stand there. Nobody knows why.") != std::string::npos, text.c_str());
        const auto name = nameOf(path("filler"));
        QCOMPARE(name, "filler " + shortHash(eval::sha256OfTexts(path("filler"))));
        QCOMPARE(nameOf(path("filler/")), name);        // as a shell completes it
        QCOMPARE(nameOf(path("filler/../filler/.")), name);
        QCOMPARE(nameOf(path("filler/one.txt")), "one.txt " + shortHash(sha256OfFile(path("filler/one.txt"))));
        write("filler/two.txt", "Nobody knows how.");
        QVERIFY(nameOf(path("filler")) != name);
    }

    void whatMayNotBeReadIsNamed()
    {
        write("closed/a.txt", "One.");
        write("listed/b.txt", "Two.");
        QCOMPARE(::chmod(m_folder.path().toLocal8Bit().constData(), 0755), 0);
        QCOMPARE(::chmod(path("closed").c_str(), 0), 0);
        QCOMPARE(::chmod(path("listed/b.txt").c_str(), 0), 0);
        const int before = ::setfsuid(65534);       // where the tests are run by one who may read everything
        const auto failure = [](const std::string& what) -> std::optional<Error> {
            try {
                eval::sentencesOfFile(what, "a test");
            } catch (const Error& error) {
                return error;
            }
            return std::nullopt;
        };
        const auto folder = failure(path("closed")), inside = failure(path("closed/a.txt")), file = failure(path("listed"));
        ::setfsuid(uid_t(before));
        QCOMPARE(::chmod(path("closed").c_str(), 0755), 0);
        for (const auto& [error, name] : {std::pair{folder, "closed\""}, {inside, "closed/a.txt\""}, {file, "listed/b.txt\""}}) {
            QVERIFY2(error, name);
            QCOMPARE(int(error->code()), int(ErrorCode::Environment));
            QVERIFY2(error->cause().find(name) != std::string::npos && error->cause().find("permission denied") != std::string::npos, error->what());
        }
    }
};

BAMSCOPE_TEST(SentencesTest)
#include "test_sentences.moc"
