// SPDX-License-Identifier: GPL-3.0-or-later
// Files of questions that may not be read, and subjects whose folders are called by bytes that are no text.
#include "core/eval/choice_rows.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <fstream>

#include <sys/fsuid.h>
#include <sys/stat.h>

using namespace bam;

namespace {

constexpr const char* kSound = R"({"question": "What?", "choices": ["one", "two"], "answer": 1})";

std::filesystem::path write(const std::filesystem::path& file)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << kSound << "\n";
    return file;
}

/// While it lives, this thread may read only what everyone may: tests may be run by one who may read everything.
class AsNobody {
public:
    AsNobody() : m_before(::setfsuid(65534)) {}
    ~AsNobody() { ::setfsuid(uid_t(m_before)); }
    AsNobody(const AsNobody&) = delete;
    AsNobody& operator=(const AsNobody&) = delete;

private:
    int m_before;
};

}  // namespace

class ChoiceRowsTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aFileThatMayNotBeReadIsLeftOutAndNamed()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const auto open = write(path / "open/test.jsonl"), closed = write(path / "closed/test.jsonl");
        QCOMPARE(::chmod(path.c_str(), 0755), 0);
        QCOMPARE(::chmod(closed.c_str(), 0), 0);
        const auto task = eval::choiceTask("mmlu=" + path.string());
        std::vector<std::string> told;
        spec::ChoiceSpec spec;
        {
            const AsNobody nobody;
            const auto rows = eval::readChoiceRows(task, spec, [&](const std::string& line) { told.push_back(line); });
            QCOMPARE(rows.groups.size(), 1u);
            QCOMPARE(rows.groups[0].name, std::string("open"));
            QCOMPARE(rows.filesLeftOut.size(), 1u);
            QVERIFY2(rows.filesLeftOut[0].find(closed.string()) != std::string::npos && rows.filesLeftOut[0].find("permission denied") != std::string::npos, rows.filesLeftOut[0].c_str());
            QVERIFY(told.size() == 1 && told[0].find("left out: ") != std::string::npos);
            spec.badRows = "refuse";
            EXPECT_ERROR(eval::readChoiceRows(task, spec), ErrorCode::Environment, "permission denied");
            spec.badRows = "skip";
            EXPECT_ERROR(eval::readChoiceRows(eval::choiceTask("mmlu=" + (path / "closed").string()), spec), ErrorCode::Failed, "permission denied");
        }
        QCOMPARE(::chmod(closed.c_str(), 0644), 0);
        QCOMPARE(eval::readChoiceRows(task, spec).groups.size(), 2u);
    }

    void aSubjectsNameIsTextWhateverItsFolderIsCalled()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const auto strange = path / "g\xe9om\xe9trie";
        write(strange / "test.jsonl");
        write(path / "plain/test.jsonl");
        write(strange / "dev.jsonl");
        write(path / "plain/dev.jsonl");
        spec::ChoiceSpec spec;
        spec.shots = 1;
        const auto rows = eval::readChoiceRows(eval::choiceTask("mmlu=" + path.string()), spec);
        QCOMPARE(rows.groups.size(), 2u);
        QCOMPARE(rows.groups[0].name, std::string("g\xef\xbf\xbdom\xef\xbf\xbdtrie"));
        QCOMPARE(rows.groups[0].examples.size(), 1u);
        std::filesystem::remove_all(strange);       // QTemporaryDir cannot
    }
};

BAMSCOPE_TEST(ChoiceRowsTest)
#include "test_choice_rows.moc"
