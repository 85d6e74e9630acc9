// SPDX-License-Identifier: GPL-3.0-or-later
// RULER's tasks as the paper describes them: what is hidden, how often, and how answers are scored.
#include "core/base/text.h"
#include "core/compare/results.h"
#include "core/eval/ruler.h"
#include "core/eval/ruler_size.h"
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

    /// Few pieces: a letter or two each.
    tokenizer::Tokenizer smallTokenizer() const
    {
        const auto file = m_folder.filePath(QStringLiteral("small.model")).toStdString();
        tokenizer::trainBpe({.texts = {test::dataFile("text/documents.txt")}, .pieces = 400, .byteFallback = true, .output = file});
        return tokenizer::Tokenizer::load(file);
    }

    spec::RulerSpec spec() const
    {
        spec::RulerSpec spec;
        spec.essays = m_folder.filePath(QStringLiteral("essays")).toStdString();
        return spec;
    }

private Q_SLOTS:
    void theKeyOfACellSaysAllThatDecidesItsPrompts()
    {
        const auto tokenizer = tokenizer::Tokenizer::load(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3"));
        const auto model = test::smallModel(tokenizer.pieceCount());
        const test::Asked asked(model, tokenizer);
        QTemporaryDir folder;
        const auto essay = folder.filePath(QStringLiteral("essay.txt")).toStdString();
        std::set<std::string> keys;
        const auto add = [&](const std::function<void(spec::RulerSpec&)>& change) {
            spec::RulerSpec spec;
            spec.tasks = {"niah_single_1"};
            spec.lengths = {1000};
            change(spec);
            keys.insert(eval::RulerEvaluation(asked.subject(), spec).cellKey(0));
        };
        add([](auto&) {});
        add([](auto& spec) { spec.tasks = {"fwe"}; });
        add([](auto& spec) { spec.lengths = {1001}; });
        add([](auto& spec) { spec.samples = 51; });
        add([](auto& spec) { spec.seed = 43; });
        add([](auto& spec) { spec.answerPrefix = false; });
        for (const auto* text : {"One is here.", "Two is here."}) {
            std::ofstream(essay) << text;
            add([&](auto& spec) { spec.tasks = {"niah_single_2"}, spec.essays = essay; });
        }
        QCOMPARE(keys.size(), 8u);
    }

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

    void noDistractorHasTheKeyThatIsAskedFor()
    {
        const eval::RulerTasks tasks(m_tokenizer, spec());
        for (const auto& [length, n] : {std::pair{2048, 217}, {4096, 23}, {4096, 120}}) {      // their streams of names hold the key
            const auto prompt = tasks.prompt("niah_multikey_2", length, n);
            const std::string before = "What is the special magic number of ";
            const auto begin = prompt.text.rfind(before) + before.size();
            const auto key = prompt.text.substr(begin, prompt.text.find(' ', begin) - begin);
            QCOMPARE(countOf(prompt.text, "number of " + key + " is: "), std::size_t(1));
            QCOMPARE(countOf(prompt.text, "number of " + key + " is: " + prompt.answers[0]), std::size_t(1));
        }
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

    void commonWordsAreFoundForTheLongestPrompts()
    {
        const auto prompt = eval::RulerTasks(m_tokenizer, spec()).prompt("cwe", 100'000, 0);      // asks for more words than there are pairs
        QVERIFY(std::int64_t(prompt.tokens.size()) + prompt.most > 99'000);
        const auto counts = counted(prompt.text, "keep in mind which ones.\n", "\nQuestion");
        for (const auto& answer : prompt.answers)
            QCOMPARE(counts.at(answer), 30);
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

    void theThreeMostFrequentWordsAreMoreFrequentThanTheFourthHoweverShortTheText()
    {
        const eval::RulerTasks tasks(m_tokenizer, spec());
        for (std::int64_t length = 420; length <= 620; length += 10)
            for (std::int64_t n = 0; n < 3; ++n) {
                const auto prompt = tasks.prompt("fwe", length, n);
                QVERIFY(std::int64_t(prompt.tokens.size()) + prompt.most <= length);
                const auto counts = counted(prompt.text, "Keep count of them.\n", "\nQuestion");
                for (const auto& [word, count] : counts)
                    if (word != "...." && std::find(prompt.answers.begin(), prompt.answers.end(), word) == prompt.answers.end())
                        for (const auto& answer : prompt.answers)
                            QVERIFY2(count < counts.at(answer), qPrintable(QStringLiteral("%1 tokens, prompt %2").arg(length).arg(n)));
            }
    }

    void theScoreIsTheShareOfAnswersThatWereWritten()
    {
        QCOMPARE(eval::rulerScore("It is 1234567, and ABCDE.", {"1234567", "abcde", "fghij", "klmno"}), 0.5);
        QCOMPARE(eval::rulerScore("", {"a"}), 0.0);
    }

    void thePerfectAnswerFitsIntoWhatMayBeWritten_data()
    {
        QTest::addColumn<bool>("small");
        QTest::addColumn<bool>("prefix");
        QTest::newRow("many pieces") << false << true;
        QTest::newRow("few pieces") << true << true;
        QTest::newRow("few pieces, and the answer's beginning is the model's to write") << true << false;
    }
    void thePerfectAnswerFitsIntoWhatMayBeWritten()
    {
        QFETCH(bool, small);
        QFETCH(bool, prefix);
        const auto tokenizer = small ? smallTokenizer() : m_tokenizer;
        auto spec = this->spec();
        spec.answerPrefix = prefix;
        const eval::RulerTasks tasks(tokenizer, spec);
        for (const auto& task : spec.tasks) {
            const auto prompt = tasks.prompt(task, 4096, 0);
            std::string answer = prefix || task != "cwe" ? "" : " Answer: The words that come most often in the list are:";
            for (std::size_t n = 0; n < prompt.answers.size(); ++n)
                answer += task == "cwe" ? str(' ', n + 1, ". ", prompt.answers[n]) : str(n == 0 ? " " : n + 1 < prompt.answers.size() ? ", " : " and ", prompt.answers[n]);
            const auto tokens = std::int64_t(tokenizer.encode(answer).size());
            QVERIFY2(tokens + 8 <= prompt.most, qPrintable(QString::fromStdString(str(task, ": ", tokens, " tokens are wanted, ", prompt.most, " may be written"))));
            QVERIFY(std::int64_t(prompt.tokens.size()) + prompt.most <= 4096);
            QCOMPARE(eval::rulerScore(tokenizer.decode(tokenizer.encode(answer)), prompt.answers), 1.0);
        }
    }

    void promptsAreThoseOfEarlierResults_data()
    {
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("hash");
        for (const auto& [task, at1024, at4096] : {std::tuple{"niah_single_1", "4bcc2231ba3f717a", "ed23f8699445d785"}, {"niah_multikey_2", "1b862ee537675e9a", "e921f9ec9ca69519"},
                 {"niah_multikey_3", "45436b3601b6722c", "a527b7518e194d7e"}, {"vt", "b6a33508bab8c632", "99ebd62c58e0d849"}, {"cwe", "a98a8f4b9d74110c", "8b4b53bad440d03b"},
                 {"fwe", "52a59e6f4678ec4d", "8462b5e168ea9605"}}) {
            QTest::addRow("%s, 1024", task) << 1024 << QString::fromLatin1(at1024);
            QTest::addRow("%s, 4096", task) << 4096 << QString::fromLatin1(at4096);
        }
    }
    void promptsAreThoseOfEarlierResults()
    {
        QFETCH(int, length);
        QFETCH(QString, hash);
        const auto task = splitText(QTest::currentDataTag(), ',').front();
        QCOMPARE(sha256(eval::RulerTasks(m_tokenizer, spec()).prompt(task, length, 1).text).substr(0, 16), hash.toStdString());
    }

    void theLargestSizeIsFoundWithFewLooks()
    {
        SplitMix64 random(4);
        int looks = 0, searches = 0;
        for (const std::int64_t room : {1, 40, 400, 4000, 500'000})
            for (int n = 0; n < 20; ++n, ++searches) {
                // Sentences of 5 to 40 tokens after a beginning of some, over and over.
                std::vector<std::int64_t> sentences;
                for (int k = 0; k < 300; ++k)
                    sentences.push_back(random.between(5, 40));
                const auto begin = random.between(0, room), least = random.between(0, 50);
                const auto tokensOf = [&](std::int64_t size) {
                    std::int64_t tokens = begin;
                    for (auto k = least; k < size; ++k)
                        tokens += sentences[std::size_t(k) % sentences.size()];
                    return tokens;
                };
                const auto found = eval::largestSize(least, begin, least + room, room, [&](std::int64_t size) {
                    ++looks;
                    return tokensOf(size);
                });
                QVERIFY(tokensOf(found) <= room && tokensOf(found + 1) > room);
            }
        QVERIFY2(looks < 6 * searches, qPrintable(QString::number(looks)));
        // Where the text does not grow any more, or does so in jumps only, an end is found all the same.
        QCOMPARE(eval::largestSize(3, 10, 1000, 50, [](std::int64_t) { return 10; }), 1000);
        QCOMPARE(eval::largestSize(3, 10, 1'000'000, 50, [](std::int64_t size) { return size < 777'777 ? 10 : 1000; }), 777'776);
    }

    void aSizeIsThatOfAllStepsTried()
    {
        for (const std::int64_t room : {10, 64, 700, 4096, 100'000})
            for (const std::int64_t largest : {7, 8, 50, 333, 5000}) {
                std::int64_t size = 7, step = std::max<std::int64_t>(1, room / 64);
                while (size + step <= largest)
                    size += step;
                for (; step > 0; step /= 2)
                    size += size + step <= largest ? step : 0;
                QCOMPARE(eval::sizeInSteps(7, largest, room), size);
            }
    }

    void aRequestToStopEndsTheMakingOfAPrompt()
    {
        std::stop_source stop;
        const auto model = test::smallModel(m_tokenizer.pieceCount());
        const test::Asked asked(model, m_tokenizer);
        auto spec = this->spec();
        spec.tasks = {"fwe"};
        spec.lengths = {4096};
        eval::RulerEvaluation evaluation(asked.subject(), spec, stop.get_token());
        stop.request_stop();
        EXPECT_ERROR(eval::RulerTasks(m_tokenizer, spec).prompt("fwe", 4096, 0, stop.get_token()), ErrorCode::Stopped, "task fwe");
        const auto question = evaluation.question(0, 0);        // asked in its turn, so that every rank ends in order
        EXPECT_ERROR(question.ask({}), ErrorCode::Stopped, "task fwe");
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

    void everyPromptIsLookedAtBeforeTheFirstQuestionAndTheLengthThatIsNamedIsEnough_data()
    {
        QTest::addColumn<QString>("task");
        for (const auto* task : {"niah_single_1", "niah_multikey_3", "vt", "cwe", "fwe"})
            QTest::newRow(task) << task;
    }
    void everyPromptIsLookedAtBeforeTheFirstQuestionAndTheLengthThatIsNamedIsEnough()
    {
        constexpr std::int64_t kSamples = 40;
        QFETCH(QString, task);
        const auto name = task.toStdString();
        const eval::RulerTasks tasks(m_tokenizer, spec());
        const auto enough = [&](std::int64_t length, std::int64_t samples) {
            try {
                tasks.requireFits(name, length, samples);
                return length;
            } catch (const Error& error) {
                return std::int64_t(QRegularExpression(QStringLiteral("Test it with ([0-9,]+) tokens")).match(QString::fromStdString(error.hint())).captured(1).remove(u',').toLongLong());
            }
        };
        const auto length = enough(100, kSamples);
        QVERIFY(length > 100);
        tasks.requireFits(name, length, kSamples);
        for (std::int64_t n = 0; n < kSamples; ++n)
            QVERIFY(!tasks.prompt(name, length, n).tokens.empty());
        // The first prompt of a length is rarely the one that needs most.
        std::int64_t hidden = 0;
        for (auto shorter = length - 1; shorter > length - 40; --shorter)
            if (enough(shorter, 1) == shorter && enough(shorter, kSamples) != shorter) {
                ++hidden;
                EXPECT_ERROR(tasks.requireFits(name, shorter, kSamples), ErrorCode::Usage, "the longest of its 40 prompts takes");
            }
        QVERIFY(hidden > 0);
        std::stop_source stopped;
        stopped.request_stop();
        EXPECT_ERROR(tasks.requireFits(name, 300, 50, stopped.get_token()), ErrorCode::Stopped, "task " + name);
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

        // The same prompts to the same model with a scaled RoPE are another measurement.
        auto scaled = asked.subject();
        scaled.changes = {{"rope_scaling", {{"method", "linear"}, {"factor", 2.0}, {"original_length", 512}}}};
        eval::RulerEvaluation other(scaled, spec);
        other.finish(0, std::vector<eval::Json>(2, eval::Json{{"score", 1.0}, {"tokens", 690}}), {});
        auto written = results;
        other.merge(written, 0);
        QCOMPARE(written["ruler"]["niah_multivalue"].size(), std::size_t(3));
        const auto read = compare::parseResults(written.dump(), "results.json");
        QVERIFY2(read.notes.empty(), read.notes.empty() ? "" : read.notes.front().c_str());
        QCOMPARE(read.ruler.size(), 3u);
        QVERIFY2(read.ruler[0].task.starts_with("niah_multivalue, in "), read.ruler[0].task.c_str());
        QCOMPARE(read.ruler[0].lengths.size(), 2u);
        QCOMPARE(read.ruler[0].lengths[0].interval.value().high, first["score_95"][1].get<double>());
        QCOMPARE(read.ruler[1].task, read.ruler[0].task + " (linear × 2)");
        QCOMPARE(read.ruler[1].lengths.at(0).score, 1.0);
    }

    void lengthsMeasuredOtherwiseDoNotStandSideBySide_data()
    {
        QTest::addColumn<QString>("key");
        for (const auto* key : {"seed", "answer_prefix", "essays", "checkpoint_hash", "cache_dtype"})
            QTest::newRow(key) << QString::fromLatin1(key);
    }
    void lengthsMeasuredOtherwiseDoNotStandSideBySide()
    {
        QFETCH(QString, key);
        const auto model = test::smallModel(m_tokenizer.pieceCount());
        const test::Asked asked(model, m_tokenizer);
        auto spec = this->spec();
        spec.tasks = {"niah_single_2", "vt"};
        spec.lengths = {600, 700};
        spec.samples = 2;
        const auto measure = [](eval::Json& results, const eval::Subject& subject, const spec::RulerSpec& how, std::initializer_list<std::size_t> cells) {
            eval::RulerEvaluation evaluation(subject, how);
            for (const auto cell : cells) {
                evaluation.finish(cell, std::vector<eval::Json>(std::size_t(how.samples), eval::Json{{"score", 1.0}, {"tokens", 500}}), {});
                evaluation.merge(results, cell);
            }
        };
        auto scaled = asked.subject();
        scaled.changes = {{"rope_scaling", {{"method", "linear"}, {"factor", 2.0}, {"original_length", 512}}}};
        eval::Json results;
        measure(results, asked.subject(), spec, {0, 1, 2, 3});
        measure(results, scaled, spec, {0, 1});
        QCOMPARE(results["ruler"]["niah_single_2"].size(), std::size_t(4));
        measure(results, asked.subject(), spec, {1});
        QCOMPARE(results["ruler"]["niah_single_2"].size(), std::size_t(4));     // the same again
        auto more = spec;
        more.samples = 3;
        measure(results, asked.subject(), more, {1});
        QCOMPARE(results["ruler"]["niah_single_2"].size(), std::size_t(4));     // more of the same prompts at one length
        QCOMPARE(results["ruler"]["niah_single_2"][2]["samples"].get<int>(), 3);

        auto subject = asked.subject();
        auto other = spec;
        if (key == "seed")
            other.seed = 7;
        else if (key == "answer_prefix")
            other.answerPrefix = false;
        else if (key == "essays")
            other.essays += "/one.txt";
        else if (key == "checkpoint_hash")
            subject.checkpointHash = "c0de";
        else
            subject.cacheDtype = "bfloat16";
        measure(results, subject, other, {1});
        const auto& list = results["ruler"]["niah_single_2"];
        QCOMPARE(list.size(), std::size_t(3));      // this length, and those of the scaled model
        QVERIFY(!list[0].contains("rope_scaling") == (list[0]["length"] == 700));
        QCOMPARE(results["ruler"]["vt"].size(), std::size_t(2));        // other tasks stay
    }

    void entriesOfEarlierProgramsStayWhereTheySayNothingElse()
    {
        const auto model = test::smallModel(m_tokenizer.pieceCount());
        const test::Asked asked(model, m_tokenizer);
        auto spec = this->spec();
        spec.tasks = {"niah_single_2"};
        spec.lengths = {700};
        const auto kept = [&](const eval::Json& old) {
            eval::Json results{{"ruler", {{"niah_single_2", eval::Json::array({old})}}}};
            eval::RulerEvaluation evaluation(asked.subject(), spec);
            evaluation.finish(0, std::vector<eval::Json>(std::size_t(spec.samples), eval::Json{{"score", 1.0}, {"tokens", 500}}), {});
            evaluation.merge(results, 0);
            return results["ruler"]["niah_single_2"].size() == 2;
        };
        const eval::Json old{{"length", 600}, {"score", 0.5}, {"essays", spec.essays}};
        QVERIFY(kept(old));                                     // seed, prompts and prefix were the usual ones
        auto hashed = old;
        hashed["essays_sha256"] = "another text under the same name";
        QVERIFY(!kept(hashed));
        QVERIFY(!kept({{"length", 600}, {"score", 0.5}}));      // there were never essays without a name
        QVERIFY(!kept("no entry"));
        spec.seed = 7;
        QVERIFY(!kept(old));
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
        for (const std::size_t count : {10, 400, 20000, 27680, 27681, 180000}) {
            if (count == 27680)
                QCOMPARE(splitText(eval::plainWords(random, count).back(), '-').size(), std::size_t(2));
            const auto names = eval::needleNames(random, count), words = eval::plainWords(random, count);
            QCOMPARE(std::set<std::string>(names.begin(), names.end()).size(), count);
            QCOMPARE(std::set<std::string>(words.begin(), words.end()).size(), count);
        }
        // Names are the same whatever the compiler.
        SplitMix64 seven(7);
        const auto many = eval::needleNames(seven, 20000);
        QCOMPARE(many.front(), std::string("patient-oyster"));
        // The asked name is a pair: among the others of half a million tokens none tells itself apart by its form, and beyond that pairs are everywhere.
        QVERIFY(std::all_of(many.begin(), many.end(), [](const auto& name) { return splitText(name, '-').size() == 2; }));
        const auto most = eval::needleNames(seven, 40000);
        const auto pairsIn = [&](std::size_t from, std::size_t to) { return std::count_if(most.begin() + std::ptrdiff_t(from), most.begin() + std::ptrdiff_t(to), [](const auto& name) { return splitText(name, '-').size() == 2; }); };
        QVERIFY(pairsIn(0, 1000) > 500 && pairsIn(0, 1000) < 750 && pairsIn(39000, 40000) > 500 && pairsIn(39000, 40000) < 750);
        SplitMix64 eight(8), same(8);
        const auto names = eval::needleNames(eight, 100), others = eval::needleNames(same, 99, {names[3]});
        QCOMPARE(std::vector<std::string>(others.begin() + 3, others.end()), std::vector<std::string>(names.begin() + 4, names.end()));
        QCOMPARE(all.size(), std::size_t(200));
    }
};

BAMSCOPE_TEST(RulerTest)
#include "test_ruler.moc"
