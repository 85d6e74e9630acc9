// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/runs/run_notes.h"
#include "tests/support/test_main.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>

#include <sys/stat.h>

using namespace bam;
using namespace bam::runs;

class RunNotesTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void notesAreReadAsTheyWereWritten()
    {
        const RunNotes notes{{"paper", "lange Läufe"}, "two\nlines \"quoted\"", true, "#12abEF"};
        writeNotes(folder(), notes);
        std::string problem;
        QVERIFY(readNotes(folder(), problem) == notes);
        QVERIFY(problem.empty());
    }

    void aRunWithoutNotesHasNone()
    {
        std::string problem;
        QVERIFY(readNotes(folder() / "nothing", problem) == RunNotes());
        QVERIFY(problem.empty());
    }

    void keysOfOtherProgramsStay()
    {
        writeFileAtomic(folder() / "notes.json", R"({"rating": 5, "note": "old", "tags": ["a", 3, "a", "b"], "color": "red"})");
        std::string problem;
        auto notes = readNotes(folder(), problem);
        QCOMPARE(notes.tags, (std::vector<std::string>{"a", "b"}));
        QVERIFY(notes.color.empty());
        notes.note = "new";
        writeNotes(folder(), notes);
        const auto json = nlohmann::json::parse(readFile(folder() / "notes.json"));
        QCOMPARE(json["rating"].get<int>(), 5);
        QCOMPARE(json["note"].get<std::string>(), std::string("new"));
    }

    void aBrokenFileIsKeptAside()
    {
        const std::string broken = "{\"note\": \"half";
        std::string problem;
        for (const auto* aside : {"notes.broken.json", "notes.broken-2.json"}) {
            writeFileAtomic(folder() / "notes.json", broken);
            QVERIFY(readNotes(folder(), problem) == RunNotes());
            QVERIFY(problem.find("notes.json cannot be read") != std::string::npos);
            writeNotes(folder(), {{"x"}, {}, false, {}});
            QCOMPARE(readFile(folder() / aside), broken);
            problem.clear();
            QCOMPARE(readNotes(folder(), problem).tags, std::vector<std::string>{"x"});
            QVERIFY(problem.empty());
        }
    }

    void anythingAPersonTypesCanBeStored()
    {
        writeNotes(folder(), {{"\xff"}, std::string("\x01\xc3", 2), false, {}});
        std::string problem;
        QCOMPARE(readNotes(folder(), problem).tags.size(), std::size_t(1));
        QVERIFY(problem.empty());
    }

    void aFolderThatIsGoneIsAnError() { EXPECT_ERROR(writeNotes(folder() / "gone", {}), ErrorCode::Failed, "gone"); }

    void aPipeOfThatNameIsSetAsideAndNotWaitedFor()
    {
        std::filesystem::remove(folder() / "notes.json");
        QCOMPARE(::mkfifo((folder() / "notes.json").c_str(), 0600), 0);
        std::string problem;
        readNotes(folder(), problem);
        QVERIFY2(problem.find("not a regular file") != std::string::npos, problem.c_str());
        writeNotes(folder(), {.tags = {"kept"}, .note = {}, .pinned = false, .color = {}});
        QCOMPARE(readNotes(folder(), problem).tags, std::vector<std::string>{"kept"});
        std::filesystem::remove(folder() / "notes.json");
    }

    void tagsAreWordsBetweenCommas()
    {
        QCOMPARE(tagsFromText(" paper,, long run ,paper"), (std::vector<std::string>{"paper", "long run"}));
        QCOMPARE(tagsAsText({"paper", "long run"}), std::string("paper, long run"));
        QVERIFY(tagsFromText("  ").empty());
    }

private:
    std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    QTemporaryDir m_folder;
};

BAMSCOPE_TEST(RunNotesTest)
#include "test_run_notes.moc"
