// SPDX-License-Identifier: GPL-3.0-or-later
// Where the questions of a multiple-choice task are, and what becomes of rows that cannot be asked.
#include "core/eval/choice_rows.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <algorithm>
#include <fstream>

using namespace bam;

namespace {

constexpr const char* kSound = R"({"question": "What?", "choices": ["one", "two"], "answer": 1})";

class Folder {
public:
    std::filesystem::path path() const { return m_folder.path().toStdString(); }
    std::filesystem::path write(const std::string& name, const std::string& text) const
    {
        const auto file = path() / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }
    std::string mmlu() const { return "mmlu=" + path().string(); }

private:
    QTemporaryDir m_folder;
};

spec::ChoiceSpec withShots(std::int64_t shots)
{
    spec::ChoiceSpec spec;
    spec.shots = shots;
    return spec;
}

struct Told {
    std::vector<std::string> lines;
    LogFn log() { return [this](const std::string& text) { lines.push_back(text); }; }
    bool say(const std::string& fragment) const
    {
        return std::any_of(lines.begin(), lines.end(), [&](const auto& line) { return line.find(fragment) != std::string::npos; });
    }
};

std::string lines(const std::vector<std::string>& rows)
{
    std::string text;
    for (const auto& row : rows)
        text += row + "\n";
    return text;
}

}  // namespace

class ChoiceTaskTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyBadRowIsNamedCountedAndKeepsItsPlace()
    {
        const Folder folder;
        folder.write("sums/test.jsonl", lines({kSound, R"({"question": "What?", "choices": ["one", "two"]})", "{broken", R"(["no", "object"])",
                                            R"({"question": "What?", "choices": [], "answer": 0})", R"({"question": "What?", "choices": ["one", ""], "answer": 0})",
                                            R"({"question": "What?", "choices": ["one", "two"], "answer": 2})", R"({"question": "What?", "choices": ["one", "two"], "answer": "E"})",
                                            R"({"question": null, "choices": ["one", "two"], "answer": 0})", R"({"question": "What?", "choices": "one", "answer": 0})", "", kSound}));
        Told told;
        const auto rows = eval::readChoiceRows(eval::choiceTask(folder.mmlu()), {}, told.log());
        QCOMPARE(rows.groups.size(), 1u);
        std::vector<std::string> kinds;
        for (const auto& row : rows.groups[0].rows)
            kinds.push_back(row.bad ? row.bad->kind : "");
        QCOMPARE(kinds, (std::vector<std::string>{"", "missing field", "no JSON object", "no JSON object", "empty choices", "empty choices", "answer out of range", "answer out of range", "missing field",
                            "missing field", ""}));
        QVERIFY(told.say("test.jsonl, row 2 is left out: there is no \"answer\""));
        QVERIFY(told.say("9 rows are left out in all: 2 answer out of range, 2 empty choices, 3 missing field and 2 no JSON object"));
        QCOMPARE(told.lines.size(), 4u);        // three by name, then the counts
        spec::ChoiceSpec refusing;
        refusing.badRows = "refuse";
        EXPECT_ERROR(eval::readChoiceRows(eval::choiceTask(folder.mmlu()), refusing), ErrorCode::Failed, "row 2 cannot be asked: there is no \"answer\"");
        const Folder blank;
        blank.write("sums/test.jsonl", lines({R"({"question": "What?", "choices": ["one", " \t"], "answer": 0})", kSound}));
        QCOMPARE(eval::readChoiceRows(eval::choiceTask(blank.mmlu()), {}).groups[0].rows[0].bad->kind, std::string("empty choices"));
        EXPECT_ERROR(eval::readChoiceRows(eval::choiceTask(blank.mmlu()), refusing), ErrorCode::Failed, "choice 2 of 2 is nothing but white space");
    }

    void aFileThatCannotBeReadIsNamedAndTheRestIsAsked()
    {
        const Folder folder;
        folder.write("empty/test.jsonl", "");
        folder.write("sound/test.jsonl", lines({kSound, kSound}));
        std::size_t left = 1;
#ifdef BAMSCOPE_HAVE_ARROW
        folder.write("zipped/test.jsonl.gz", "no gzip at all");
        left = 2;
#endif
        Told told;
        const auto rows = eval::readChoiceRows(eval::choiceTask(folder.mmlu()), {}, told.log());
        QCOMPARE(rows.groups.size(), 1u);
        QCOMPARE(rows.groups[0].name, std::string("sound"));
        QVERIFY(told.say("is empty (0 bytes)"));
        QCOMPARE(rows.filesLeftOut.size(), left);
        spec::ChoiceSpec refusing;
        refusing.badRows = "refuse";
        EXPECT_ERROR(eval::readChoiceRows(eval::choiceTask(folder.mmlu()), refusing), ErrorCode::Failed, "0 bytes");
        const Folder nothing;
        nothing.write("empty/test.jsonl", "");
        EXPECT_ERROR(eval::readChoiceRows(eval::choiceTask(nothing.mmlu()), {}), ErrorCode::Failed, "has no questions");
    }

    void aTruncatedParquetFileIsNamed()
    {
#ifdef BAMSCOPE_HAVE_ARROW
        const Folder folder;
        std::ifstream whole(test::dataFile("choice/mmlu_parquet/wild_animals/test-00000-of-00001.parquet"), std::ios::binary);
        const std::string content{std::istreambuf_iterator<char>(whole), {}};
        folder.write("animals/test-00000-of-00001.parquet", content.substr(0, content.size() / 2));
        folder.write("sound/test.jsonl", lines({kSound}));
        Told told;
        QCOMPARE(eval::readChoiceRows(eval::choiceTask(folder.mmlu()), {}, told.log()).groups.size(), 1u);
        QVERIFY(told.say("cannot be read as Parquet"));
#endif
    }

    void tooFewExamplesAreRefusedBeforeAnythingIsAsked()
    {
        const Folder folder;
        folder.write("sums/test.jsonl", lines({kSound}));
        EXPECT_ERROR(eval::readChoiceRows(eval::choiceTask(folder.mmlu()), withShots(1)), ErrorCode::Usage, "there are 0 examples; 1 are wanted");
        folder.write("sums/dev.jsonl", lines({R"({"question": "Which?"})", kSound}));
        QCOMPARE(eval::readChoiceRows(eval::choiceTask(folder.mmlu()), withShots(1)).groups[0].examples.size(), 1u);
        folder.write("sums/dev.jsonl", lines({kSound}));
        EXPECT_ERROR(eval::readChoiceRows(eval::choiceTask(folder.mmlu()), withShots(2)), ErrorCode::Usage, "there is 1 example; 2 are wanted");
    }

    void aSubjectWhoseExamplesAreDamagedIsLeftOutAndTheOthersAreAsked()
    {
        const Folder folder;
        for (const auto* subject : {"hollow", "sound", "spoilt"})
            folder.write(QStringLiteral("%1/test.jsonl").arg(QLatin1String(subject)).toStdString(), lines({kSound}));
        folder.write("hollow/dev.jsonl", "");
        folder.write("sound/dev.jsonl", lines({kSound, kSound}));
        folder.write("spoilt/dev.jsonl", lines({kSound, R"({"question": "Which?"})"}));
        Told told;
        const auto rows = eval::readChoiceRows(eval::choiceTask(folder.mmlu()), withShots(2), told.log());
        QCOMPARE(rows.groups.size(), 1u);
        QCOMPARE(rows.groups[0].name, std::string("sound"));
        QVERIFY(told.say("left out: hollow: there are 0 examples; 2 are wanted before each question, and others cannot be used"));
        QVERIFY(told.say("left out: spoilt: there is 1 example; 2 are wanted"));
        QCOMPARE(rows.filesLeftOut.size(), 3u);     // the empty file, and two subjects
        auto refusing = withShots(2);
        refusing.badRows = "refuse";
        EXPECT_ERROR(eval::readChoiceRows(eval::choiceTask(folder.mmlu()), refusing), ErrorCode::Failed, "0 bytes");
    }

    void dataOfWhichNothingCanBeAskedAreRefused()
    {
        const Folder folder;
        folder.write("sums/test.jsonl", lines({R"({"query": "What?"})", R"({"query": "Which?"})"}));
        EXPECT_ERROR(eval::readChoiceRows(eval::choiceTask(folder.mmlu()), {}), ErrorCode::Failed, "can be asked (2 missing field)");
    }

    void theHubsFoldersAreFound()
    {
        const Folder folder;
        folder.write("all/test.jsonl", lines({kSound}));
        folder.write("auxiliary_train/train.jsonl", lines({kSound}));
        folder.write("dataset_infos.json", "{}");
        auto task = eval::choiceTask(folder.mmlu());
        QCOMPARE(task.parts.size(), 1u);
        QCOMPARE(task.parts[0].group, std::string("all"));
        QCOMPARE(task.groupField, std::string("subject"));
        folder.write("b_subject/test-00001-of-00002.jsonl", lines({kSound}));
        folder.write("b_subject/test-00000-of-00002.jsonl", lines({kSound}));
        folder.write("b_subject/testimony.jsonl", lines({kSound}));
        folder.write("a_subject/validation.jsonl", lines({kSound}));
        task = eval::choiceTask(folder.mmlu() + "/");
        QCOMPARE(task.parts.size(), 2u);
        QCOMPARE(task.parts[0].group, std::string("a_subject"));
        QCOMPARE(task.parts[1].questions.size(), 2u);
        QCOMPARE(task.parts[1].questions[0].filename().string(), std::string("test-00000-of-00002.jsonl"));
        QCOMPARE(eval::choiceTask(folder.mmlu() + "/b_subject/").parts[0].group, std::string("b_subject"));
        QCOMPARE(eval::choiceTask(folder.mmlu() + "/b_subject/test-00000-of-00002.jsonl").parts[0].group, std::string("b_subject"));
        EXPECT_ERROR(eval::choiceTask("mmlu=" + (folder.path() / "none").string()), ErrorCode::Usage, "there is no");
        EXPECT_ERROR(eval::choiceTask("arc=" + (folder.path() / "auxiliary_train").string()), ErrorCode::Usage, "hold no file of arc");
        EXPECT_ERROR(eval::choiceTask("hellaswag=x"), ErrorCode::Usage, "there is no multiple-choice task \"hellaswag\"");
    }

    void aTemplateSaysWhereEverythingIs()
    {
        const Folder folder;
        folder.write("rows.jsonl", lines({R"({"ask": {"text": " Who? "}, "options": [{"t": "me"}, {"t": "you"}, {"t": 3}], "right": "you", "nr": 7, "topic": "some_body"})",
                                       R"({"ask": {"text": "Why?"}, "options": [{"t": "so"}, {"t": "else"}, {"t": "no"}], "right": "2", "nr": 8})"}));
        const auto file = folder.write("own.json", R"({"questions": "rows.jsonl", "prompt": "{{nr}}. {{ ask.text | strip }} ({{@group|spaces}})\n{{@choices}}", "group": "topic",
            "choices": ["options.0.t", "options.1.t", "options.2.t"], "answer": "right"})");
        const auto rows = eval::readChoiceRows(eval::choiceTask(file.string()), {});
        QCOMPARE(rows.groups.size(), 2u);
        QCOMPARE(rows.groups[0].name, std::string("some_body"));
        QCOMPARE(rows.groups[1].name, std::string("own"));
        const auto& item = rows.groups[0].rows[0].item;
        QCOMPARE(item.prompt, std::string("7. Who? (some body)\nA. me\nB. you\nC. 3"));
        QCOMPARE(item.scored, (std::vector<std::string>{"me", "you", "3"}));
        QCOMPARE(item.right, 1u);
        QCOMPARE(rows.groups[1].rows[0].item.right, 2u);
        const auto letters = folder.write("letters.json", R"({"questions": ["rows.jsonl"], "question": "ask.text", "scored": "letter", "choices": ["options.0.t", "options.1.t"], "answer": "nr"})");
        auto task = eval::choiceTask(letters.string());
        QCOMPARE(task.prompt, std::string("{{ask.text|strip}}\n{{@choices}}\nAnswer:"));
        EXPECT_ERROR(eval::readChoiceRows(task, {}), ErrorCode::Failed, "letters.json can be asked (2 answer out of range)");
    }

    void aTemplateThatSaysSomethingElseIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("fragment");
        QTest::newRow("no JSON") << "{" << "is no JSON object";
        QTest::newRow("unknown key") << R"({"questons": "rows.jsonl"})" << "Did you mean \"questions\"";
        QTest::newRow("no question") << R"({"questions": "rows.jsonl", "choices": "c", "answer": "a"})" << "needs either \"question\"";
        QTest::newRow("both") << R"({"questions": "rows.jsonl", "choices": "c", "answer": "a", "question": "q", "prompt": "p"})" << "needs either \"question\"";
        QTest::newRow("no choices") << R"({"questions": "rows.jsonl", "question": "q", "answer": "a"})" << "needs \"choices\"";
        QTest::newRow("no file") << R"({"questions": "none.jsonl", "question": "q", "choices": "c", "answer": "a"})" << "none.jsonl in \"questions\", which is not there";
        QTest::newRow("no rows") << R"({"questions": "bad.json.txt", "question": "q", "choices": "c", "answer": "a"})" << "neither JSON Lines nor Parquet";
        QTest::newRow("open braces") << "{\"questions\": \"rows.jsonl\", \"prompt\": \"{{q\", \"choices\": \"c\", \"answer\": \"a\"}" << "without its }}";
        QTest::newRow("unknown filter") << R"({"questions": "rows.jsonl", "prompt": "{{q|upper}}", "choices": "c", "answer": "a"})" << "unknown filter \"upper\"";
        QTest::newRow("unknown name") << R"({"questions": "rows.jsonl", "prompt": "{{@subject}}", "choices": "c", "answer": "a"})" << "has {{@subject}}";
        QTest::newRow("scored") << R"({"questions": "rows.jsonl", "question": "q", "choices": "c", "answer": "a", "scored": "digit"})" << "scores \"digit\"";
    }
    void aTemplateThatSaysSomethingElseIsRefused()
    {
        QFETCH(QString, text);
        QFETCH(QString, fragment);
        const Folder folder;
        folder.write("rows.jsonl", lines({kSound}));
        folder.write("bad.json.txt", "x");
        const auto file = folder.write("bad.json", text.toStdString());
        EXPECT_ERROR(eval::choiceTask(file.string()), ErrorCode::Usage, fragment.toStdString());
    }

    void anAnswerIsANumberALabelOrTheTextItself()
    {
        eval::ChoiceTask task{.name = "t", .prompt = "p", .choices = {"c"}, .answer = "a"};
        const auto right = [&](const char* row) { return eval::choiceItem(task, eval::Json::parse(row), "g").right; };
        QCOMPARE(right(R"({"c": ["x", "y"], "a": 1})"), 1u);
        QCOMPARE(right(R"({"c": ["x", "y"], "a": "1"})"), 1u);
        QCOMPARE(right(R"({"c": ["x", "y"], "a": 1.0})"), 1u);
        QVERIFY_THROWS_EXCEPTION(eval::BadRow, right(R"({"c": ["x", "y"], "a": 0.5})"));
        QCOMPARE(right(R"({"c": ["x", "y"], "a": "x"})"), 0u);
        QCOMPARE(right(R"({"c": ["2", "1"], "a": "1"})"), 1u);      // its own text goes before its number
        QCOMPARE(right(R"({"c": ["1", "0"], "a": 1})"), 1u);
        task.letters = true;
        QCOMPARE(right(R"({"c": ["x", "y"], "a": "B"})"), 1u);
        task.letters = false;
        task.labels = "l";
        QCOMPARE(right(R"({"c": ["x", "y"], "l": ["1", "2"], "a": "2"})"), 1u);
        QCOMPARE(right(R"({"c": ["x", "y"], "l": ["1", "2"], "a": 1})"), 0u);
        QVERIFY_THROWS_EXCEPTION(eval::BadRow, right(R"({"c": ["x", "y"], "l": ["1", "2"], "a": "3"})"));
        QVERIFY_THROWS_EXCEPTION(eval::BadRow, right(R"({"c": ["x", "y"], "l": ["1", "2", "3"], "a": "3"})"));
        QVERIFY_THROWS_EXCEPTION(eval::BadRow, right(R"({"c": ["x", "y"], "l": [], "a": "3"})"));
    }
};

BAMSCOPE_TEST(ChoiceTaskTest)
#include "test_choice_task.moc"
