// SPDX-License-Identifier: GPL-3.0-or-later
// What all evaluations share: answers are kept one by one, and nothing is asked twice.
#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/eval/passkey.h"
#include "tests/eval/asked.h"

#include <ATen/ATen.h>

#include <cmath>
#include <fstream>

using namespace bam;

namespace {

/// Counts what it is asked; every answer is its number, squared.
class Squares : public eval::Evaluation {
public:
    using Evaluation::Evaluation;
    std::string title() const override { return "squares"; }
    std::vector<eval::CellPlan> cells() const override { return {{"small", 4, 1, 1}, {"large", 3, 2, 1}}; }
    eval::Question question(std::size_t cell, std::int64_t n) override
    {
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
        facts.push_back(of);
        for (const auto& answer : answers)
            sums[cell] += answer.get<std::int64_t>();
    }
    void merge(eval::Json& results, std::size_t cell) const override { results["squares"][cell] = {{"sum", sums[cell]}}; }
    eval::Json event(std::size_t) const override { return {}; }
    std::string line(std::size_t) const override { return {}; }

    int asked = 0;
    std::function<void(std::int64_t)> onAsk;
    std::int64_t sums[2] = {};
    std::vector<eval::CellFacts> facts;
};

tokenizer::Tokenizer small() { return tokenizer::Tokenizer::load(test::dataFile("text/no_bos.model")); }

model::Transformer tiny(std::int64_t vocabulary)
{
    spec::ModelSpec spec;
    spec.size = "custom";
    spec.dim = 16;
    spec.layers = 2;
    spec.heads = spec.kvHeads = 2;
    spec.vocabulary = vocabulary;
    spec.ssmax = true;
    return {spec, 3};
}

}  // namespace

class RunEvaluationTest : public test::Suite {
    Q_OBJECT
    const tokenizer::Tokenizer m_tokenizer = small();
    const model::Transformer m_model = tiny(m_tokenizer.pieceCount());

private Q_SLOTS:
    void anInterruptedEvaluationAsksOnlyWhatItDoesNotKnow()
    {
        const test::Asked asked(m_model, m_tokenizer);
        std::stop_source stop;
        Squares cut(asked.subject());
        cut.onAsk = [&](std::int64_t number) { number == 2 ? (void)stop.request_stop() : (void)0; };
        EXPECT_ERROR(asked.run(cut, {}, {}, stop.get_token()), ErrorCode::Stopped, "squares (small)");
        QCOMPARE(cut.asked, 3);
        Squares rest(asked.subject());
        asked.run(rest);
        QCOMPARE(rest.asked, 4);
        QCOMPARE(rest.sums[0], 0 + 1 + 4 + 9);
        QCOMPARE(rest.sums[1], 100 + 121 + 144);
        QCOMPARE(rest.facts[0].asked, 1);
        QCOMPARE(asked.results()["squares"][1]["sum"].get<int>(), 365);
        Squares known(asked.subject());
        asked.run(known);
        QCOMPARE(known.asked, 0);
        QCOMPARE(known.sums[1], 365);
        QCOMPARE(known.facts[1].promptsHash, rest.facts[1].promptsHash);
        Squares again(asked.subject());
        asked.run(again, {}, {}, {}, true);
        QCOMPARE(again.asked, 7);
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
            QCOMPARE(other.asked, 7);
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
        QCOMPARE(rest.asked, 2);
        QCOMPARE(rest.sums[1], 365);
        // What was torn is cut off, so that the next line begins on its own.
        QCOMPARE(eval::Journal(asked.folder() / "evaluation", 0).damagedLines(), 1u);
        QCOMPARE(eval::Journal(asked.folder() / "evaluation", 0).size(), 7u);
    }

    void everyRanksAnswersAreKnownToAll()
    {
        const test::Asked asked(m_model, m_tokenizer);
        eval::Journal(asked.folder() / "evaluation", 0).add("a", {{"cell", "x"}}, 1);
        eval::Journal(asked.folder() / "evaluation", 3).add("b", {{"cell", "x"}}, 2);
        const eval::Journal read(asked.folder() / "evaluation", 1);
        QCOMPARE(read.find("a")->get<int>(), 1);
        QCOMPARE(read.find("b")->get<int>(), 2);
        QVERIFY(!read.find("c"));
        QVERIFY(std::filesystem::exists(asked.folder() / "evaluation" / "answers_rank_03.jsonl"));
        QVERIFY(!std::filesystem::exists(asked.folder() / "evaluation" / "answers_rank_01.jsonl"));
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

    void twoEvaluationsOfOneCheckpointGiveIdenticalNumbersAndAnotherSeedOtherPrompts()
    {
        spec::PasskeySpec spec;
        spec.lengths = {0};
        spec.samples = 3;
        const auto tokenizer = tokenizer::Tokenizer::load(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3"));
        const auto model = tiny(tokenizer.pieceCount());
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
            const auto mean = bootstrapRatio(sums, weights, 300, std::uint64_t(trial));
            bootstrap += mean.low <= 2 && 2 <= mean.high;
        }
        // 950 expected of 1,000; five standard deviations are 34. The percentile bootstrap is a little narrow with 60 units.
        QVERIFY2(wilson > 916 && wilson < 984, qPrintable(QString::number(wilson)));
        QVERIFY2(bootstrap > 900 && bootstrap < 984, qPrintable(QString::number(bootstrap)));
    }
};

BAMSCOPE_TEST(RunEvaluationTest)
#include "test_run_evaluation.moc"
