// SPDX-License-Identifier: GPL-3.0-or-later
// What all evaluations share: answers are kept one by one, and nothing is asked twice.
#include "core/base/checksum.h"
#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/eval/made_results.h"
#include "core/eval/passkey.h"
#include "tests/eval/asked.h"
#include "tests/eval/on_ranks.h"

#include <ATen/ATen.h>

#include <atomic>
#include <cmath>
#include <fstream>

using namespace bam;

namespace {

/// Counts what it is asked; every answer is its number, squared.
class Squares : public eval::Evaluation {
public:
    using Evaluation::Evaluation;
    std::string title() const override { return "squares"; }
    std::vector<eval::CellPlan> cells() const override { return plans; }
    std::string cellKey(std::size_t cell) const override { return key.empty() ? key : str(key, cell); }
    eval::Question question(std::size_t cell, std::int64_t n) override
    {
        ++made;
        const auto number = std::int64_t(cell) * 10 + n;
        return {std::to_string(number), 1, [this, number](const eval::ReadingOptions&) -> eval::Json {
            ++asked;
            if (onAsk)
                onAsk(number);
            return number * number;
        }};
    }
    void finish(std::size_t cell, const std::vector<eval::Json>& answers, const eval::CellFacts& of) override
    {
        sums[cell] = 0;
        for (const auto& answer : answers)
            sums[cell] += answer.get<std::int64_t>();
        facts.push_back(of);
    }
    void merge(eval::Json& results, std::size_t cell) const override
    {
        results["squares"][cell] = {{"sum", sums[cell]}};
        eval::addProvenance(results["squares"][cell], m_subject, facts.back());
    }
    eval::Json event(std::size_t) const override { return {}; }
    std::string line(std::size_t) const override { return {}; }

    std::vector<eval::CellPlan> plans{{"small", 4, 1, 1}, {"large", 3, 2, 1}};
    std::string key;            // of cells; empty: they have none
    std::atomic<int> asked = 0, made = 0;
    std::function<void(std::int64_t)> onAsk;
    std::int64_t sums[2] = {};
    std::vector<eval::CellFacts> facts;
};

/// Called by bytes that are no UTF-8.
class Strange : public Squares {
public:
    using Squares::Squares;
    std::string title() const override { return "g\xe9om\xe9trie"; }
    void merge(eval::Json& results, std::size_t cell) const override { results["squares"][cell] = {{"name", title()}}; }
};

/// Replaces lines of a journal.
void changeLines(const std::filesystem::path& file, const std::function<void(eval::Json& line, int number)>& change)
{
    std::string text;
    int number = 0;
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line); ++number) {
        auto json = eval::Json::parse(line);
        change(json, number);
        text += json.dump() + "\n";
    }
    lines.close();
    std::ofstream(file, std::ios::binary) << text;
}

tokenizer::Tokenizer small() { return tokenizer::Tokenizer::load(test::dataFile("text/no_bos.model")); }

}  // namespace

class RunEvaluationTest : public test::Suite {
    Q_OBJECT
    const tokenizer::Tokenizer m_tokenizer = small();
    const model::Transformer m_model = test::smallModel(m_tokenizer.pieceCount());

private Q_SLOTS:
    void anInterruptedEvaluationAsksOnlyWhatItDoesNotKnow()
    {
        const test::Asked asked(m_model, m_tokenizer);
        std::stop_source stop;
        Squares cut(asked.subject());
        cut.onAsk = [&](std::int64_t number) { number == 2 ? (void)stop.request_stop() : (void)0; };
        EXPECT_ERROR(asked.run(cut, {}, {}, stop.get_token()), ErrorCode::Stopped, "squares (small)");
        QCOMPARE(cut.asked.load(), 3);
        Squares rest(asked.subject());
        asked.run(rest);
        QCOMPARE(rest.asked.load(), 4);
        QCOMPARE(rest.sums[0], 0 + 1 + 4 + 9);
        QCOMPARE(rest.sums[1], 100 + 121 + 144);
        QCOMPARE(rest.facts[0].asked, 1);
        QCOMPARE(asked.results()["squares"][1]["sum"].get<int>(), 365);
        Squares known(asked.subject());
        asked.run(known);
        QCOMPARE(known.asked.load(), 0);
        QCOMPARE(known.sums[1], 365);
        QCOMPARE(known.facts[1].promptsHash, rest.facts[1].promptsHash);
        Squares again(asked.subject());
        asked.run(again, {}, {}, {}, true);
        QCOMPARE(again.asked.load(), 7);
    }

    void anAnswerBelongsToItsWeightsTokenizerAndPrecision()
    {
        const test::Asked asked(m_model, m_tokenizer);
        Squares first(asked.subject());
        asked.run(first);
        for (const auto change : {0, 1, 2}) {
            auto subject = asked.subject();
            if (change == 0)
                subject.checkpointHash = "other";
            else if (change == 1)
                subject.cacheDtype = "bfloat16";
            else
                subject.changes = {{"rope_scaling", "yarn"}};
            Squares other(subject);
            distributed::Group alone;
            eval::Journal journal(asked.folder() / "evaluation", 0);
            eval::runEvaluation(other, subject, {alone, &journal});
            QCOMPARE(other.asked.load(), 7);
        }
    }

    void aTornOrDamagedLineIsAskedAgainAndTheOthersStay()
    {
        const test::Asked asked(m_model, m_tokenizer);
        Squares first(asked.subject());
        asked.run(first);
        const auto file = asked.folder() / "evaluation" / "answers.jsonl";
        auto text = readFile(file);
        QCOMPARE(std::count(text.begin(), text.end(), '\n'), 7);
        const auto second = text.find('\n') + 1;
        text[second + 2] = '\x01';                      // the second line is no JSON any more
        text.resize(text.size() - 9);                   // the last one is torn
        std::ofstream(file, std::ios::binary) << text;
        QCOMPARE(eval::Journal(asked.folder() / "evaluation", 0).damagedLines(), 2u);
        Squares rest(asked.subject());
        asked.run(rest);
        QCOMPARE(rest.asked.load(), 2);
        QCOMPARE(rest.sums[1], 365);
        // What was torn is cut off, so that the next line begins on its own.
        QCOMPARE(eval::Journal(asked.folder() / "evaluation", 0).damagedLines(), 1u);
        QCOMPARE(eval::Journal(asked.folder() / "evaluation", 0).size(), 7u);
    }

    void everyAnswerIsOnTheDiskBeforeTheNextQuestionIsAsked()
    {
        const test::Asked asked(m_model, m_tokenizer);
        const auto file = asked.folder() / "evaluation" / "answers.jsonl";
        std::vector<std::ptrdiff_t> lines;
        Squares squares(asked.subject());
        squares.onAsk = [&](std::int64_t) {
            const auto text = std::filesystem::exists(file) ? readFile(file) : std::string();
            lines.push_back(std::count(text.begin(), text.end(), '\n'));
        };
        asked.run(squares);
        QCOMPARE(lines, (std::vector<std::ptrdiff_t>{0, 1, 2, 3, 4, 5, 6}));
    }

    void aCellThatIsKnownWholeIsTakenWithoutMakingItsQuestions()
    {
        const test::Asked asked(m_model, m_tokenizer);
        const auto evaluated = [&](const std::string& key, bool again = false) {
            auto squares = std::make_unique<Squares>(asked.subject());
            squares->key = key;
            asked.run(*squares, {}, {}, {}, again);
            return squares;
        };
        const auto first = evaluated("a");
        QCOMPARE(first->made.load(), 7);
        const auto results = asked.results().dump();
        const auto known = evaluated("a");
        QCOMPARE(known->made.load(), 0);
        QCOMPARE(known->sums[1], 365);
        QCOMPARE(known->facts[1].promptsHash, first->facts[1].promptsHash);
        QCOMPARE(asked.results().dump(), results);
        QCOMPARE(evaluated("b")->made.load(), 7);      // whatever else decides its questions
        QCOMPARE(evaluated("b")->made.load(), 0);
        const auto again = evaluated("a", true);
        QCOMPARE(again->asked.load(), 7);
        // Of answers that were lost, or cannot be used, the questions are made, and no other ones.
        changeLines(asked.folder() / "evaluation" / "answers.jsonl", [](eval::Json& line, int) { line["question"] == 2 ? void(line["key"] = "lost") : void(); });
        const auto rest = evaluated("a");
        QCOMPARE(rest->made.load(), 2);
        QCOMPARE(rest->asked.load(), 2);
        QCOMPARE(rest->sums[1], 365);
        // A torn note costs making them once more.
        const auto notes = asked.folder() / "evaluation" / "cells.jsonl";
        const auto text = readFile(notes);
        std::ofstream(notes, std::ios::binary) << text.substr(0, text.find('\n') + 20);
        QCOMPARE(evaluated("a")->made.load(), 3);
        QCOMPARE(evaluated("a")->made.load(), 0);
    }

    void ranksTakeACellThatOthersFinished()
    {
        const test::Asked asked(m_model, m_tokenizer);
        std::atomic<int> made = 0, sum = 0;
        const auto on = [&](int ranks) {
            made = sum = 0;
            return test::onRanks(ranks, [&](distributed::Group& group) {
                Squares squares(asked.subject());
                squares.key = "a";
                eval::Journal journal(asked.folder() / "evaluation", group.rank());
                group.barrier();
                eval::runEvaluation(squares, asked.subject(), {group, &journal});
                made += squares.made;
                sum += int(squares.sums[1]);
            });
        };
        QCOMPARE(on(2), std::vector<std::string>(2));
        QCOMPARE(made.load(), 7);
        for (const int ranks : {3, 2, 1}) {
            QCOMPARE(on(ranks), std::vector<std::string>(std::size_t(ranks)));
            QCOMPARE(made.load(), 0);
            QCOMPARE(sum.load(), 365 * ranks);
        }
    }

    void whatFailsOnOneRankFailsOnAllOfThem()
    {
        const test::Asked asked(m_model, m_tokenizer);
        const auto failures = test::onRanks(2, [&](distributed::Group& group) {
            Squares squares(asked.subject());
            squares.onAsk = [](std::int64_t number) {
                if (number == 3)
                    throw Error(ErrorCode::Failed, "the numbers are not finite", "Train on.");
            };
            eval::runEvaluation(squares, asked.subject(), {group});
        });
        QCOMPARE(failures, std::vector<std::string>(2, "rank 1: the numbers are not finite\n  Train on."));
        const auto prepared = test::onRanks(2, [&](distributed::Group& group) {
            eval::onAllRanks(group, [] {});
            eval::onAllRanks(group, [&] {
                if (!group.isFirst())
                    throw std::runtime_error("no memory");
            });
        });
        QCOMPARE(prepared, std::vector<std::string>(2, "rank 1: no memory"));
    }

    void everyRanksAnswersAreKnownToAll()
    {
        const test::Asked asked(m_model, m_tokenizer);
        eval::Journal(asked.folder() / "evaluation", 0).add("a", {{"cell", "x"}}, 1, 0.5);
        eval::Journal(asked.folder() / "evaluation", 3).add("b", {{"cell", "x"}}, 2, 0.5);
        const eval::Journal read(asked.folder() / "evaluation", 1);
        QCOMPARE(read.find("a")->answer.get<int>(), 1);
        QCOMPARE(read.find("b")->answer.get<int>(), 2);
        QCOMPARE(read.find("b")->seconds, 0.5);
        QVERIFY(!read.find("c"));
        QVERIFY(std::filesystem::exists(asked.folder() / "evaluation" / "answers_rank_03.jsonl"));
        QVERIFY(!std::filesystem::exists(asked.folder() / "evaluation" / "answers_rank_01.jsonl"));
    }

    void theNewestAnswerCountsInWhicheverFileItStands()
    {
        for (const int newest : {0, 3}) {
            const test::Asked asked(m_model, m_tokenizer);
            const auto folder = asked.folder() / "evaluation";
            eval::Journal(folder, 3 - newest).add("a", {{"cell", "x"}}, "old", 1);
            eval::Journal(folder, newest).add("a", {{"cell", "x"}}, "new", 1);
            QCOMPARE(eval::Journal(folder, 1).find("a")->answer.get<std::string>(), std::string("new"));
            // Lines that do not say when they were written are older than those that do.
            std::ofstream(folder / "answers_rank_09.jsonl", std::ios::binary) << "{\"key\": \"a\", \"answer\": \"ancient\"}\n{\"key\": \"b\", \"answer\": 1}\n{\"key\": \"b\", \"answer\": 2}\n";
            const eval::Journal read(folder, 1);
            QCOMPARE(read.find("a")->answer.get<std::string>(), std::string("new"));
            QCOMPARE(read.find("b")->answer.get<int>(), 2);
            QVERIFY(read.find("a")->program.starts_with("bamscope "));
            QCOMPARE(read.find("b")->program, std::string());
        }
    }

    void anAnswerThatCannotBeUsedIsAskedAgain()
    {
        const test::Asked asked(m_model, m_tokenizer);
        const auto file = asked.folder() / "evaluation" / "answers.jsonl";
        Squares first(asked.subject());
        asked.run(first);
        changeLines(file, [](eval::Json& line, int number) { number == 5 ? void(line["answer"] = "lots") : void(); });
        std::vector<std::string> told;
        distributed::Group alone;
        eval::Journal journal(asked.folder() / "evaluation", 0);
        Squares rest(asked.subject());
        eval::runEvaluation(rest, asked.subject(), {alone, &journal, false, {}, {}, {}, [&](const std::string& line) { told.push_back(line); }});
        QCOMPARE(rest.sums[1], 365);
        QCOMPARE(rest.asked.load(), 3);        // its cell, but not the other
        QCOMPARE(told.size(), 1u);
        QVERIFY2(told[0].find("squares, large: 3 answers in ") == 0 && told[0].ends_with("they are asked again"), told[0].c_str());
        Squares known(asked.subject());
        asked.run(known);
        QCOMPARE(known.asked.load(), 0);
    }

    void ofThePassKeyOnlyTheUnusableAnswerIsAskedAgain()
    {
        spec::PasskeySpec spec;
        spec.lengths = {0};
        spec.samples = 3;
        const auto tokenizer = tokenizer::Tokenizer::load(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3"));
        const auto model = test::smallModel(tokenizer.pieceCount());
        const test::Asked asked(model, tokenizer);
        const auto file = asked.folder() / "evaluation" / "answers.jsonl";
        const auto outcomes = [&] {
            eval::PasskeyEvaluation evaluation(asked.subject(), spec);
            asked.run(evaluation);
            return evaluation.at(0).outcomes;
        };
        const auto count = [&] {
            const auto text = readFile(file);
            return std::count(text.begin(), text.end(), '\n');
        };
        const auto fresh = outcomes();
        changeLines(file, [](eval::Json& line, int number) { number == 1 ? void(line["answer"]["found"] = "yes") : void(); });
        QCOMPARE(outcomes(), fresh);
        QCOMPARE(count(), 4);
        changeLines(file, [](eval::Json& line, int) { line["answer"].erase("depth"); });
        QCOMPARE(outcomes(), fresh);
        QCOMPARE(count(), 7);
        QCOMPARE(outcomes(), fresh);
        QCOMPARE(count(), 7);
    }

    void whoAnsweredAndHowLongItTookStaysTrue()
    {
        const test::Asked asked(m_model, m_tokenizer);
        const auto file = asked.folder() / "evaluation" / "answers.jsonl";
        Squares first(asked.subject());
        first.onAsk = [](std::int64_t) { QTest::qSleep(2); };
        asked.run(first);
        const auto seconds = asked.results()["squares"][1]["seconds"].get<double>();
        const auto now = eval::thisProgram();
        QVERIFY(seconds > 0.004);
        QCOMPARE(asked.results()["squares"][1]["program"].get<std::string>(), now);
        changeLines(file, [](eval::Json& line, int) { line["program"] = "bamscope 0.0.9"; });
        Squares known(asked.subject());
        asked.run(known);
        QCOMPARE(asked.results()["squares"][1]["seconds"].get<double>(), seconds);
        QCOMPARE(asked.results()["squares"][1]["program"].get<std::string>(), std::string("bamscope 0.0.9"));
        // Some of before, some of now.
        changeLines(file, [](eval::Json& line, int number) { number == 6 ? void(line["key"] = "other") : void(); });
        Squares some(asked.subject());
        asked.run(some);
        QCOMPARE(asked.results()["squares"][1]["program"].get<std::string>(), "bamscope 0.0.9 and " + now);
        // Another checkpoint may have taken the place in results.json meanwhile: then the answers say it themselves.
        const auto before = readFile(asked.folder() / "results.json");
        std::filesystem::remove(asked.folder() / "results.json");
        Squares back(asked.subject());
        asked.run(back);
        QVERIFY(asked.results()["squares"][1]["seconds"].get<double>() > 0.004);
        std::ofstream(asked.folder() / "results.json", std::ios::binary) << before;
        // Lines of early versions do not say; what results.json told before stays, and without it nothing is made up.
        changeLines(file, [](eval::Json& line, int) {
            line.erase("program");
            line.erase("seconds");
        });
        Squares early(asked.subject());
        asked.run(early);
        QCOMPARE(asked.results()["squares"][0]["program"].get<std::string>(), std::string("bamscope 0.0.9"));
        std::filesystem::remove(asked.folder() / "results.json");
        asked.run(early);
        QCOMPARE(asked.results()["squares"][0]["program"].get<std::string>(), std::string("an earlier bamscope"));
        QVERIFY(!asked.results()["squares"][0].contains("seconds"));
    }

    void resultsThatPythonWroteStay()
    {
        const test::Asked asked(m_model, m_tokenizer);
        std::ofstream(asked.folder() / "results.json") << R"({"perplexity": [{"perplexity": [NaN, 5.0], "note": "NaN"}]})";
        Squares evaluation(asked.subject());
        asked.run(evaluation);
        QCOMPARE(asked.results()["perplexity"].dump(), std::string(R"([{"perplexity":[null,5.0],"note":"NaN"}])"));
        QCOMPARE(asked.results()["squares"][1]["sum"].get<int>(), 365);
    }

    void resultsThatCannotBeAddedToAreToldBeforeAnythingIsAsked_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("problem");
        QTest::newRow("nothing") << QByteArray() << "is empty (0 bytes)";
        QTest::newRow("cut") << QByteArray("{\"passkey\": {") << "is no JSON, or ends too early";
        QTest::newRow("list") << QByteArray("[1]") << "holds a list; expected a JSON object";
        QTest::newRow("null") << QByteArray("null\n") << "holds a single value; expected a JSON object";
        QTest::newRow("deep") << QByteArray(1000, '[') << "nests deeper than";
    }
    void resultsThatCannotBeAddedToAreToldBeforeAnythingIsAsked()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, problem);
        const test::Asked asked(m_model, m_tokenizer);
        const auto file = asked.folder() / "results.json";
        std::ofstream(file, std::ios::binary) << content.toStdString();
        Squares evaluation(asked.subject());
        EXPECT_ERROR(asked.run(evaluation), ErrorCode::Failed, problem.toStdString());
        EXPECT_ERROR(asked.run(evaluation), ErrorCode::Failed, "move it away");
        QCOMPARE(evaluation.asked.load(), 0);
        QCOMPARE(readFile(file), content.toStdString());
    }

    void resultsOfAnotherShapeAreToldAndTheAnswersStay()
    {
        const test::Asked asked(m_model, m_tokenizer);
        std::ofstream(asked.folder() / "results.json") << R"({"squares": "none"})";
        Squares evaluation(asked.subject());
        EXPECT_ERROR(asked.run(evaluation), ErrorCode::Failed, "holds something else where the results of squares belong");
        std::filesystem::remove(asked.folder() / "results.json");
        Squares again(asked.subject());
        asked.run(again);
        QCOMPARE(again.asked.load(), 3);       // the cell that was not reached
    }

    void namesThatAreNoTextCostNoAnswer()
    {
        const test::Asked asked(m_model, m_tokenizer);
        Strange evaluation(asked.subject());
        std::vector<std::string> told;
        asked.run(evaluation, [&](const Progress& progress) { told.push_back(progress.task); });
        QCOMPARE(told.front(), std::string("g\xef\xbf\xbdom\xef\xbf\xbdtrie"));
        QCOMPARE(asked.results()["squares"][1]["name"].get<std::string>(), told.front());
    }

    void theKeyOfASubjectIsTheSameInEveryVersion()
    {
        const test::Asked asked(m_model, m_tokenizer);
        // As versions before T5's buckets and partial RoPE wrote the model.
        const auto before = str(R"({"model_size":"custom","position_encoding":"bam_ssmax","dim":16,"n_layers":2,"n_heads":2,"n_kv_heads":2,"ffn_dim_multiplier":2,"vocab_size":)", m_tokenizer.pieceCount(),
            R"(,"seq_scale_trainable":true,"seq_scale_init":1,"norm_eps":1e-05,"prior":{"theta_alpha_init":0,"theta_beta_init":0,"theta_mu_init":0,"theta_alpha_trainable":true,)",
            R"("theta_beta_trainable":true,"theta_mu_trainable":false,"global_prior":false}})");
        QCOMPARE(eval::subjectKey(asked.subject()), checksumOf(str("5e1f ", m_tokenizer.sha256(), " float32 ", before, " {}")));
        auto other = m_model.spec();
        other.rotaryFraction = 0.5;
        other.prior.t5Buckets = 64;
        const auto json = spec::hashedJson(other);
        QCOMPARE(json["rotary_fraction"].get<double>(), 0.5);
        QCOMPARE(json["prior"]["t5_buckets"].get<int>(), 64);
        QVERIFY(!json["prior"].contains("t5_max_distance"));
        spec::RunSpec run;
        run.evaluation.ropeScaling = "yarn";
        QVERIFY(!spec::hashedJson(run)["model"].contains("rotary_fraction"));
        QCOMPARE(spec::hashedJson(run)["evaluation"]["rope_scaling"].get<std::string>(), std::string("yarn"));
        QVERIFY(!spec::hashedJson(run)["evaluation"].contains("rope_factor"));
    }

    void ranksWithOtherWeightsOrQuestionsAreRefused()
    {
        const test::Asked asked(m_model, m_tokenizer);
        const auto failures = [&](const std::function<void(eval::Subject&, std::vector<eval::CellPlan>&)>& changeRank1) {
            return test::onRanks(2, [&](distributed::Group& group) {
                auto subject = asked.subject();
                auto squares = std::make_unique<Squares>(subject);
                if (!group.isFirst())
                    changeRank1(subject, squares->plans);
                std::vector<std::unique_ptr<eval::Evaluation>> all;
                all.push_back(std::move(squares));
                eval::requireSameEverywhere(group, subject, all);
            });
        };
        const auto every = [](const std::vector<std::string>& all, const std::string& fragment) {
            return std::all_of(all.begin(), all.end(), [&](const auto& one) { return fragment.empty() ? one.empty() : one.find(fragment) != std::string::npos; });
        };
        QVERIFY(every(failures([](auto&, auto&) {}), ""));
        QVERIFY(every(failures([](auto& subject, auto&) { subject.checkpoint = "step_00000020", subject.checkpointHash = "other"; }),
            "rank 1 loaded another checkpoint (step_00000020) than rank 0 (step_00000010)"));
        QVERIFY(every(failures([](auto& subject, auto&) { subject.cacheDtype = "bfloat16"; }), "rank 1 evaluates another model, tokenizer, precision"));
        QVERIFY(every(failures([](auto&, auto& plans) { plans[1].questions = 4; }), "rank 1 has other questions than rank 0 (squares)"));
        QVERIFY(every(failures([](auto&, auto& plans) { plans.pop_back(); }), "rank 1 has other questions than rank 0 (squares)"));
    }

    void anAnswerStandsForThoseOfTheRanksThatHaveAQuestion()
    {
        const test::Asked asked(m_model, m_tokenizer);
        const auto told = [&](std::vector<eval::CellPlan> plans) {
            std::vector<Progress> told;
            const auto failures = test::onRanks(2, [&](distributed::Group& group) {
                Squares squares(asked.subject());
                squares.plans = plans;
                eval::Journal journal(asked.folder() / "evaluation", group.rank());
                group.barrier();
                eval::runEvaluation(squares, asked.subject(), {group, &journal, false, group.isFirst() ? ProgressFn([&](const Progress& progress) { told.push_back(progress); }) : ProgressFn()});
            });
            return failures == std::vector<std::string>(2) ? told : std::vector<Progress>();
        };
        const auto odd = told({{"one", 3, 1, 1}});
        QCOMPARE(odd.size(), 2u);
        QCOMPARE(odd[0].done, 2.0);
        QCOMPARE(odd[1].done, 3.0);
        // Three that are known already leave the work of the others as it is.
        const auto rest = told({{"one", 3, 1, 1}, {"two", 4, 1, 1}});
        QCOMPARE(rest.size(), 2u);
        QCOMPARE(rest[0].total, 4.0);
        QCOMPARE(rest[1].done, 4.0);
    }

    void whatIsKnownDoesNotCountForTheEta()
    {
        const test::Asked asked(m_model, m_tokenizer);
        std::stop_source stop;
        Squares cut(asked.subject());
        cut.onAsk = [&](std::int64_t number) { number == 3 ? (void)stop.request_stop() : (void)0; };
        EXPECT_ERROR(asked.run(cut, {}, {}, stop.get_token()), ErrorCode::Stopped, "squares");
        std::vector<Progress> told;
        Squares rest(asked.subject());
        asked.run(rest, [&](const Progress& progress) { told.push_back(progress); });
        QCOMPARE(told.size(), 3u);
        QCOMPARE(told.front().done, 2.0);
        QCOMPARE(told.front().total, 6.0);      // three questions of work 2
        QCOMPARE(told.back().done, 6.0);
    }

    void theMakingOfALongPromptIsTold()
    {
        const test::Asked asked(m_model, m_tokenizer);
        std::vector<std::string> told;
        Squares squares(asked.subject());
        squares.plans = {{"short", 1, 1, 1000}, {"long", 2, 1, 100'000}};
        asked.run(squares, [&](const Progress& progress) { told.push_back(progress.detail); });
        QCOMPARE(told, (std::vector<std::string>{"short: 1 of 1", "long: 0 of 2, making a prompt of 100,000 tokens", "long: 1 of 2", "long: 1 of 2, making a prompt of 100,000 tokens", "long: 2 of 2"}));
    }

    void twoEvaluationsOfOneCheckpointGiveIdenticalNumbersAndAnotherSeedOtherPrompts()
    {
        spec::PasskeySpec spec;
        spec.lengths = {0};
        spec.samples = 3;
        const auto tokenizer = tokenizer::Tokenizer::load(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3"));
        const auto model = test::smallModel(tokenizer.pieceCount());
        const auto entry = [&](std::int64_t seed) {
            spec.seeds = {seed};
            const test::Asked asked(model, tokenizer);
            eval::PasskeyEvaluation evaluation(asked.subject(), spec);
            asked.run(evaluation);
            auto entry = asked.results()["passkey_details"].front()[0];
            entry.erase("seconds");
            return entry;
        };
        QCOMPARE(entry(1).dump(), entry(1).dump());
        QVERIFY(entry(1)["prompts"] != entry(2)["prompts"]);
    }

    void promptsWhoseKeysAndValuesDoNotFitAreRefusedBeforeAnyIsRead()
    {
        const test::Asked asked(m_model, m_tokenizer);
        // 2 tensors × 2 layers × 16 numbers × 4 bytes a token.
        QCOMPARE(eval::cacheBytes(asked.subject(), 1000), 256'000.0);
        eval::requireMemory(asked.subject(), {{"short", 1, 1, 1000}}, 256'000);
        EXPECT_ERROR(eval::requireMemory(asked.subject(), {{"short", 1, 1, 10}, {"equidistant, 1,001 tokens", 1, 1, 1001}}, 256'000), ErrorCode::Environment, "equidistant, 1,001 tokens");
        EXPECT_ERROR(eval::requireMemory(asked.subject(), {{"shared", 1, 1, 600}}, 256'000, 2), ErrorCode::Environment, "on 2 ranks");
        eval::requireMemory(asked.subject(), {{"unknown", 1, 1, 1'000'000}}, 0);
        auto half = asked.subject();
        half.cacheDtype = "bfloat16";
        QCOMPARE(eval::cacheBytes(half, 1000), 128'000.0);
    }

    void resultsThatMakeRoomForOthersAreTold()
    {
        const auto entry = [](const char* checkpoint, const char* prompts, const char* cache) {
            return eval::Json{{"prompts", prompts}, {"checkpoint", checkpoint}, {"checkpoint_hash", checkpoint}, {"tokenizer", "t"}, {"cache_dtype", cache}};
        };
        const auto made = [](const eval::Json& list) { return eval::madeResults({{"passkey_details", {{"key", list}}}}); };
        const test::Asked asked(m_model, m_tokenizer);
        const auto old = made({entry("step_3", "a", "float32"), entry("step_3", "b", "float32"), entry("step_3", "c", "bfloat16")});
        QCOMPARE(eval::goneResults(old, old, asked.subject()), std::string());
        const auto told = eval::goneResults(old, made({entry("step_00000010", "a", "float32")}), asked.subject());
        QVERIFY2(told.starts_with("3 earlier results in results.json, of step_3 and step_3 with keys and values in bfloat16, made room"), told.c_str());
        // A cell's own place is not told about; that of another checkpoint is.
        QCOMPARE(eval::goneResults(made({entry("step_00000010", "a", "float32")}), made({entry("step_00000010", "b", "float32")}), asked.subject()), std::string());
        QVERIFY(eval::goneResults(made({entry("step_3", "a", "float32")}), made({entry("step_00000010", "a", "float32")}), asked.subject()).starts_with("1 earlier result in"));
    }

    void intervalsCoverTheTruthAtTheirRate()
    {
        SplitMix64 random(11);
        int wilson = 0, bootstrap = 0;
        constexpr int kTrials = 1000;
        for (int trial = 0; trial < kTrials; ++trial) {
            std::int64_t hits = 0;
            for (int n = 0; n < 40; ++n)
                hits += random.unit() < 0.7;
            const auto interval = wilsonInterval(hits, 40);
            wilson += interval.low <= 0.7 && 0.7 <= interval.high;
            // Means of 60 units of unlike weight; each unit's numbers are exponential with mean 2.
            std::vector<double> sums, weights;
            for (int n = 0; n < 60; ++n) {
                weights.push_back(1 + double(random.below(3)));
                sums.push_back(0);
                for (int k = 0; k < int(weights.back()); ++k)
                    sums.back() -= 2 * std::log(1 - random.unit());
            }
            const auto mean = intervalOfRatio(sums, weights, 300, std::uint64_t(trial));
            bootstrap += mean.low <= 2 && 2 <= mean.high;
        }
        // 950 expected of 1,000; five standard deviations are 34. The percentile bootstrap is a little narrow with 60 units.
        QVERIFY2(wilson > 916 && wilson < 984, qPrintable(QString::number(wilson)));
        QVERIFY2(bootstrap > 900 && bootstrap < 984, qPrintable(QString::number(bootstrap)));
    }

    void intervalsOfAFewSequencesCoverTheTruthToo()
    {
        SplitMix64 random(12);
        for (const int units : {2, 3, 4, 8, 29, 30}) {
            int covered = 0;
            for (int trial = 0; trial < 1000; ++trial) {
                std::vector<double> sums, weights;
                for (int n = 0; n < units; ++n) {
                    weights.push_back(100 + double(random.below(50)));
                    sums.push_back(0);
                    for (int k = 0; k < int(weights.back()); ++k)
                        sums.back() -= 2 * std::log(1 - random.unit());
                }
                const auto mean = intervalOfRatio(sums, weights, 300, std::uint64_t(trial));
                covered += mean.low <= 2 && 2 <= mean.high;
            }
            QVERIFY2(covered > 910 && covered < 984, qPrintable(QStringLiteral("%1 units: %2").arg(units).arg(covered)));
        }
    }
};

BAMSCOPE_TEST(RunEvaluationTest)
#include "test_run_evaluation.moc"
