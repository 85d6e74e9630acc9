// SPDX-License-Identifier: GPL-3.0-or-later
// RULER's tasks as the paper describes them: what is hidden, how often, and how answers are scored.
#include "core/base/text.h"
#include "core/eval/ruler.h"
#include "core/eval/ruler_words.h"
#include "tests/eval/asked.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

using namespace bam;

namespace {

std::size_t countOf(const std::string& text, const std::string& part)
{
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
        ++count;
    return count;
}

std::vector<std::string> wordsOf(const std::string& text)
{
    std::vector<std::string> words;
    std::string word;
    for (const char c : text + " ") {
        if (c != ' ' && c != '\n')
            word += c;
        else if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    return words;
}

/// How often each word comes between two texts.
std::map<std::string, int> counted(const std::string& text, const std::string& after, const std::string& before)
{
    const auto begin = text.rfind(after) + after.size();
    std::map<std::string, int> counts;
    for (const auto& word : wordsOf(text.substr(begin, text.find(before, begin) - begin)))
        ++counts[word];
    return counts;
}

}  // namespace

class RulerTest : public test::Suite {
    Q_OBJECT
    QTemporaryDir m_folder;
    tokenizer::Tokenizer m_tokenizer = tokenizer::Tokenizer::load(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3"));

    spec::RulerSpec spec() const
    {
        spec::RulerSpec spec;
        spec.essays = m_folder.filePath(QStringLiteral("essays")).toStdString();
        return spec;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("essays")));
        std::ofstream one(m_folder.filePath(QStringLiteral("essays/one.txt")).toStdString()), two(m_folder.filePath(QStringLiteral("essays/two.txt")).toStdString());
        for (int n = 0; n < 40; ++n)
            one << "This is sentence " << n << " of an essay.\nIt goes on with some words";
        two << "Another text. It ends here.";
    }

    void everyTaskFillsItsLengthAndNeverExceedsIt_data()
    {
        QTest::addColumn<QString>("task");
        for (const auto& task : spec::RulerSpec().tasks)
            QTest::newRow(task.c_str()) << QString::fromStdString(task);
    }
    void everyTaskFillsItsLengthAndNeverExceedsIt()
    {
        QFETCH(QString, task);
        const eval::RulerTasks tasks(m_tokenizer, spec());
        for (const std::int64_t length : {1024, 2500, 8192}) {
            const auto prompt = tasks.prompt(task.toStdString(), length, 3);
            const auto used = std::int64_t(prompt.tokens.size()) + prompt.most;
            QVERIFY2(used <= length && used > length - 120, qPrintable(QString::number(used)));
            QCOMPARE(prompt.tokens, m_tokenizer.encode(prompt.text));
            QVERIFY(!prompt.answers.empty());
            QCOMPARE(tasks.prompt(task.toStdString(), length, 3).text, prompt.text);
            QVERIFY(tasks.prompt(task.toStdString(), length, 4).text != prompt.text);
            auto other = spec();
            other.seed = 43;
            QVERIFY(eval::RulerTasks(m_tokenizer, other).prompt(task.toStdString(), length, 3).text != prompt.text);
        }
    }

    void needlesAreAsManyAsThePaperSays_data()
    {
        QTest::addColumn<QString>("task");
        QTest::addColumn<int>("answers");
        QTest::addColumn<int>("needles");       // in the haystack; 0: it is made of them
        QTest::addColumn<bool>("uuids");
        QTest::newRow("single 1") << "niah_single_1" << 1 << 1 << false;
        QTest::newRow("single 2") << "niah_single_2" << 1 << 1 << false;
        QTest::newRow("single 3") << "niah_single_3" << 1 << 1 << true;
        QTest::newRow("multi-key 1") << "niah_multikey_1" << 1 << 4 << false;
        QTest::newRow("multi-key 2") << "niah_multikey_2" << 1 << 0 << false;
        QTest::newRow("multi-key 3") << "niah_multikey_3" << 1 << 0 << true;
        QTest::newRow("multi-value") << "niah_multivalue" << 4 << 4 << false;
        QTest::newRow("multi-query") << "niah_multiquery" << 4 << 4 << false;
    }
    void needlesAreAsManyAsThePaperSays()
    {
        QFETCH(QString, task);
        QFETCH(int, answers);
        QFETCH(int, needles);
        QFETCH(bool, uuids);
        const auto prompt = eval::RulerTasks(m_tokenizer, spec()).prompt(task.toStdString(), 2048, 0);
        QCOMPARE(int(prompt.answers.size()), answers);
        const auto found = int(countOf(prompt.text, uuids ? "The special magic uuid of" : "The special magic number of")) - (answers == 1);     // the answer's beginning has it too
        QVERIFY2(needles == 0 ? found > 10 : found == needles, qPrintable(QString::number(found)));
        for (const auto& answer : prompt.answers) {
            QCOMPARE(countOf(prompt.text, answer), std::size_t(1));
            QCOMPARE(answer.size(), std::size_t(uuids ? 36 : 7));
        }
        QVERIFY(prompt.text.ends_with(answers == 1 ? " that the text gives is" : " that the text gives are"));
    }

    void needlesLieAnywhere()
    {
        const eval::RulerTasks tasks(m_tokenizer, spec());
        std::set<int> tenths;
        for (int n = 0; n < 60; ++n) {
            const auto prompt = tasks.prompt("niah_single_1", 1024, n);
            tenths.insert(int(10 * prompt.text.find("of ") / prompt.text.size()));
            tenths.insert(int(10 * prompt.text.find(prompt.answers[0]) / prompt.text.size()));
        }
        QVERIFY(tenths.size() >= 9);
    }

    void aChainOfVariablesLeadsToEveryAnswer()
    {
        const auto prompt = eval::RulerTasks(m_tokenizer, spec()).prompt("vt", 2048, 1);
        QCOMPARE(prompt.answers.size(), std::size_t(5));
        QCOMPARE(countOf(prompt.text, "VAR " + prompt.answers[0] + " = "), std::size_t(1));
        for (std::size_t n = 1; n < 5; ++n) {
            const auto step = "VAR " + prompt.answers[n] + " = VAR " + prompt.answers[n - 1];
            QVERIFY2(prompt.text.find(step) != std::string::npos, step.c_str());
            QVERIFY(prompt.text.find(step) > prompt.text.find("VAR " + prompt.answers[n - 1] + " ="));
        }
        QCOMPARE(countOf(prompt.text, "Question:"), std::size_t(2));      // a solved example comes first
    }

    void commonWordsComeMoreOftenThanAllOthers()
    {
        for (const std::int64_t length : {1024, 8192}) {
            const auto prompt = eval::RulerTasks(m_tokenizer, spec()).prompt("cwe", length, 2);
            QCOMPARE(prompt.answers.size(), std::size_t(10));
            auto counts = counted(prompt.text, "keep in mind which ones.\n", "\nQuestion");
            const auto often = counts.at(prompt.answers[0]);
            QVERIFY(length > 4000 ? often == 30 : often == 10 || often == 3);
            for (const auto& [word, count] : counts) {
                const bool common = std::find(prompt.answers.begin(), prompt.answers.end(), word) != prompt.answers.end();
                QVERIFY2(common ? count == often : count <= 3, word.c_str());
            }
        }
    }

    void codedWordsFollowAPowerLawAndTheDotsLead()
    {
        const auto prompt = eval::RulerTasks(m_tokenizer, spec()).prompt("fwe", 4096, 2);
        const auto counts = counted(prompt.text, "Keep count of them.\n", "\nQuestion");
        const auto of = [&](const std::string& word) { return counts.at(word); };
        QVERIFY(of("....") > of(prompt.answers[0]) && of(prompt.answers[0]) > of(prompt.answers[1]) && of(prompt.answers[1]) > of(prompt.answers[2]));
        QVERIFY(std::abs(double(of("....")) / of(prompt.answers[0]) - 4) < 0.2);    // rank 2 of α = 2
        for (const auto& [word, count] : counts)
            QVERIFY(word == "...." || count <= of(prompt.answers[2]) || std::find(prompt.answers.begin(), prompt.answers.end(), word) != prompt.answers.end());
    }

    void theScoreIsTheShareOfAnswersThatWereWritten()
    {
        QCOMPARE(eval::rulerScore("It is 1234567, and ABCDE.", {"1234567", "abcde", "fghij", "klmno"}), 0.5);
        QCOMPARE(eval::rulerScore("", {"a"}), 0.0);
    }

    void whatDoesNotFitOrLacksItsTextIsTold()
    {
        auto spec = this->spec();
        const eval::RulerTasks tasks(m_tokenizer, spec);
        EXPECT_ERROR(tasks.prompt("cwe", 300, 0), ErrorCode::Usage, "does not fit into 300 tokens");
        QVERIFY(std::int64_t(tasks.prompt("cwe", 512, 0).tokens.size()) <= 512 - 120);
        EXPECT_ERROR(tasks.prompt("niah_single_1", 130, 0), ErrorCode::Usage, "does not fit");
        spec.essays.clear();
        EXPECT_ERROR(eval::RulerTasks(m_tokenizer, spec), ErrorCode::Usage, "niah_single_2 hides its needles in essays");
        spec.tasks = {"niah_single_1", "vt"};
        QCOMPARE(eval::RulerTasks(m_tokenizer, spec).prompt("vt", 1024, 0).answers.size(), std::size_t(5));
        spec.answerPrefix = false;
        QVERIFY(eval::RulerTasks(m_tokenizer, spec).prompt("niah_single_1", 1024, 0).text.ends_with("that the text gives?\n"));
    }

    void resultsAreKeptByTaskAndLength()
    {
        spec::ModelSpec small;
        small.size = "custom";
        small.dim = 16;
        small.layers = 1;
        small.heads = small.kvHeads = 2;
        small.vocabulary = m_tokenizer.pieceCount();
        const model::Transformer model(small, 5);
        const test::Asked asked(model, m_tokenizer);
        auto spec = this->spec();
        spec.tasks = {"niah_multivalue", "fwe"};
        spec.lengths = {700, 600};
        spec.samples = 2;
        eval::RulerEvaluation evaluation(asked.subject(), spec);
        asked.run(evaluation);
        const auto results = asked.results();
        QCOMPARE(results["ruler"]["niah_multivalue"].size(), std::size_t(2));
        const auto& first = results["ruler"]["niah_multivalue"][0];
        QCOMPARE(first["length"].get<int>(), 600);
        QCOMPARE(first["score"].get<double>(), 0.0);    // nobody taught it
        QVERIFY(first["score_95"][1].get<double>() > 0.5);
        QCOMPARE(first["checkpoint_hash"].get<std::string>(), std::string("5e1f"));
        QVERIFY(evaluation.line(0).starts_with("RULER niah_multivalue, 700 tokens: 0 %"));
    }

    void uuidsAndNamesAreWellFormedAndDifferent()
    {
        SplitMix64 random(1);
        std::set<std::string> all;
        for (int n = 0; n < 200; ++n) {
            const auto uuid = eval::needleUuid(random);
            QVERIFY(uuid[8] == '-' && uuid[13] == '-' && uuid[14] == '4' && uuid[18] == '-' && std::string("89ab").find(uuid[19]) != std::string::npos && uuid[23] == '-');
            all.insert(uuid);
        }
        for (const std::size_t count : {10, 400, 20000}) {
            const auto names = eval::needleNames(random, count), words = eval::plainWords(random, count);
            QCOMPARE(std::set<std::string>(names.begin(), names.end()).size(), count);
            QCOMPARE(std::set<std::string>(words.begin(), words.end()).size(), count);
        }
        QCOMPARE(all.size(), std::size_t(200));
    }
};

BAMSCOPE_TEST(RulerTest)
#include "test_ruler.moc"
