// SPDX-License-Identifier: GPL-3.0-or-later
// Pass-key outcomes and perplexities of a trained model (tests/data/retrieval) against what PyTorch computed of it alone: tests/data/scores/expected.json, made by
// tests/interop/score_fixture.py.
#include "core/eval/load_subject.h"
#include "core/eval/passkey.h"
#include "core/eval/perplexity.h"
#include "tests/eval/asked.h"

#include <cmath>

using namespace bam;

namespace {

constexpr double kTolerance = 1e-5;     // nats

}  // namespace

class ScoresTest : public test::Suite {
    Q_OBJECT
    spec::Json m_expected;
    std::unique_ptr<eval::LoadedSubject> m_loaded;
    std::unique_ptr<test::Asked> m_asked;       // the same model, in a folder of its own

    static void near(double found, double expected)
    {
        QVERIFY2(std::abs(found - expected) < kTolerance, qPrintable(QStringLiteral("%1 instead of %2").arg(found, 0, 'g', 12).arg(expected, 0, 'g', 12)));
    }

    static spec::PasskeySpec specOf(const spec::Json& cell)
    {
        spec::PasskeySpec spec;
        spec.lengths = {cell["length"].get<std::int64_t>()};
        spec.samplings = {cell["sampling"].get<std::string>()};
        spec.samples = cell["samples"].get<std::int64_t>();
        spec.digits = {cell["digits"].get<std::int64_t>()};
        spec.seeds = {cell["seed"].get<std::int64_t>()};
        spec.scoring = cell["scoring"].get<std::string>();
        return spec;
    }

    spec::EvalSpec perplexity() const
    {
        const auto& of = m_expected["perplexity"];
        spec::EvalSpec spec;
        spec.perplexityTokens = of["by_position"]["tokens"].get<std::int64_t>();
        spec.perplexityWindow = of["by_position"]["window"].get<std::int64_t>();
        spec.perplexitySequences = of["by_position"]["sequences"].get<std::int64_t>();
        spec.perplexityContext = of["sliding"]["context"].get<std::int64_t>();
        spec.perplexityStride = of["sliding"]["stride"].get<std::int64_t>();
        spec.perplexityTotal = 0;
        return spec;
    }

    eval::Corpus text() const { return eval::readCorpus(test::dataFile("scores/text.txt"), m_asked->subject().tokenizer, m_asked->subject().model.spec().vocabulary, 0); }

private Q_SLOTS:
    void initTestCase()
    {
        m_expected = spec::readJsonFile(test::dataFile("scores/expected.json"));
        eval::SubjectOptions options;
        options.device = "cpu";
        options.threads = 1;
        m_loaded = std::make_unique<eval::LoadedSubject>(test::dataFile("retrieval"), options);
        m_asked = std::make_unique<test::Asked>((*m_loaded)->model, (*m_loaded)->tokenizer, 200);
    }

    void everyKeyIsFoundOrMissedAsInPyTorch()
    {
        std::string outcomes, written;
        for (const auto& cell : m_expected["pass_key"]) {
            eval::PasskeyEvaluation evaluation(m_asked->subject(), specOf(cell));
            m_asked->run(evaluation);
            const auto& found = evaluation.at(0);
            QCOMPARE(found.outcomes, cell["outcomes"].get<std::string>());
            QCOMPARE(found.promptTokens, cell["prompt_tokens"].get<std::int64_t>());
            near(found.accuracy, double(std::count(found.outcomes.begin(), found.outcomes.end(), '1')) / double(found.outcomes.size()));
            QCOMPARE(found.generated.value_or("none"), cell.value("generated", "none"));
            for (std::size_t n = 0; n < found.depths.size(); ++n)
                near(found.depths[n], cell["depths"][n].get<double>());
            outcomes += found.outcomes;
            written += found.generated.value_or("");
        }
        for (const char outcome : {'0', '1'}) {     // there is something to tell apart
            QVERIFY(outcomes.find(outcome) != std::string::npos);
            QVERIFY(written.find(outcome) != std::string::npos);
        }
    }

    void keysAreAsLikelyAsInPyTorch()
    {
        for (const auto& cell : m_expected["pass_key"]) {
            const auto spec = specOf(cell);
            eval::PasskeyTask task(m_asked->subject().tokenizer, spec);
            const auto prompts = task.prompts({spec.lengths[0], spec.samplings[0], spec.digits[0], spec.seeds[0]});
            QCOMPARE(prompts.size(), cell["keys"].size());
            for (std::size_t n = 0; n < prompts.size(); ++n) {
                QCOMPARE(prompts[n].key, cell["keys"][n].get<std::string>());
                const std::span<const std::int32_t> tokens = prompts[n].tokens;
                const auto asked = prompts[n].answer.size();
                eval::Reading reading(m_asked->subject().model, std::int64_t(tokens.size()), {});
                reading.read(tokens.first(tokens.size() - asked));
                const auto nats = reading.crossEntropies(tokens.last(asked), prompts[n].answer);
                near(nats.mean().item<double>(), cell["nats"][n].get<double>() / double(asked));
            }
        }
    }

    void perplexityByPositionIsThatOfPyTorch()
    {
        const auto corpus = text();
        for (const auto& expected : m_expected["perplexity"]["by_position"]["curves"]) {
            auto spec = perplexity();
            spec.perplexityDocuments = expected["documents"].get<std::string>();
            const auto evaluation = eval::PerplexityEvaluation::byPosition(m_asked->subject(), corpus, spec);
            m_asked->run(*evaluation);
            const auto& curve = evaluation->curve();
            QCOMPARE(curve.counts, expected["tokens"].get<std::vector<double>>());
            for (std::size_t n = 0; n < curve.nats.size(); ++n)
                near(curve.nats[n], expected["nats"][n].get<double>());
            near(curve.all.mean(), expected["mean_of_all"].get<double>());
            near(std::log(curve.all.perplexity()), expected["mean_of_all"].get<double>());
        }
    }

    void slidingPerplexityAndBitsPerByteAreThoseOfPyTorch()
    {
        const auto corpus = text();
        const auto evaluation = eval::PerplexityEvaluation::sliding(m_asked->subject(), corpus, perplexity());
        m_asked->run(*evaluation);
        const auto& all = evaluation->curve().all;
        const auto& expected = m_expected["perplexity"]["sliding"];
        QCOMPARE(all.tokens, expected["tokens"].get<double>());
        QCOMPARE(all.bytes, expected["bytes"].get<double>());
        near(all.mean(), expected["mean_nats"].get<double>());
        near(all.bitsPerByte(), expected["bits_per_byte"].get<double>());
    }
};

BAMSCOPE_TEST(ScoresTest)
#include "test_scores.moc"
