// SPDX-License-Identifier: GPL-3.0-or-later
// Sampling as it is defined, and text that comes token by token.
#include "core/eval/generation.h"
#include "core/eval/passkey.h"
#include "core/eval/ruler.h"
#include "tests/eval/asked.h"
#include "tests/support/reference.h"

#include <ATen/ATen.h>

#include <cmath>
#include <map>

using namespace bam;

namespace {

std::map<std::int32_t, double> shares(const eval::Sampling& sampling, const at::Tensor& logits, int draws = 20000)
{
    eval::Sampler sampler(sampling);
    std::map<std::int32_t, double> counts;
    for (int n = 0; n < draws; ++n)
        counts[sampler.pick(logits)] += 1.0 / draws;
    return counts;
}

}  // namespace

class GenerationTest : public test::Suite {
    Q_OBJECT
    const at::Tensor m_logits = at::tensor({0.5f, 2.0f, -1.0f, 1.0f});

private Q_SLOTS:
    void withoutATemperatureTheLikeliestIsTaken() { QCOMPARE(eval::Sampler({}).pick(m_logits), 1); }

    void theTemperatureDividesTheLogits()
    {
        for (const double temperature : {0.5, 1.0, 2.0}) {
            const auto found = shares({.temperature = temperature, .seed = 3}, m_logits);
            const auto expected = (m_logits / temperature).softmax(0);
            for (int n = 0; n < 4; ++n)
                QVERIFY(std::abs(found.contains(n) ? found.at(n) - expected[n].item<double>() : expected[n].item<double>()) < 0.015);
        }
    }

    void topKKeepsTheLikeliestAndTopPThoseThatReachIt()
    {
        QCOMPARE(shares({.temperature = 1, .topK = 2}, m_logits, 2000).size(), 2u);
        // 0.609 of token 1, then 0.224 of token 3, then 0.136.
        QCOMPARE(shares({.temperature = 1, .topP = 0.6}, m_logits, 500).size(), 1u);
        QCOMPARE(shares({.temperature = 1, .topP = 0.62}, m_logits, 2000).size(), 2u);
        QCOMPARE(shares({.temperature = 1, .topP = 0.9}, m_logits, 2000).size(), 3u);
        // Top-p counts what top-k left.
        QCOMPARE(shares({.temperature = 1, .topK = 2, .topP = 0.7}, m_logits, 500).size(), 1u);
        const auto two = shares({.temperature = 1, .topK = 2, .seed = 9}, m_logits);
        QVERIFY(std::abs(two.at(1) - 1 / (1 + std::exp(-1.0))) < 0.015);
    }

    void tokensWithoutAPieceAreNeverTaken()
    {
        QCOMPARE(eval::Sampler({}, 1).pick(m_logits), 0);
        QCOMPARE(eval::Sampler({}, 4).pick(m_logits), 1);
        QCOMPARE(eval::Sampler({}, 9).pick(m_logits), 1);       // more pieces than logits: all are pieces
        eval::Sampler sampler({.temperature = 5, .topK = 3, .seed = 3}, 3);
        for (int n = 0; n < 1000; ++n)
            QVERIFY(sampler.pick(m_logits) < 3);
    }

    void aVocabularyLargerThanTheTokenizersIsEvaluatedAllTheSame()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath(QStringLiteral("small.model")).toStdString();
        tokenizer::trainBpe({.texts = {test::dataFile("text/documents.txt")}, .pieces = 400, .byteFallback = true, .output = file});
        const auto tokenizer = tokenizer::Tokenizer::load(file);
        const auto pieces = tokenizer.pieceCount();
        const auto model = test::smallModel(pieces + 32);
        for (const auto& [name, tensor] : model.parameters())
            if (name == "output.weight")        // one of these is the likeliest after any token
                tensor.detach().slice(0, pieces).copy_(at::cat({at::eye(16), -at::eye(16)}) * 1000);
        QVERIFY(model.forward(at::full({1, 1}, 5, at::kLong)).argmax().item<std::int64_t>() >= pieces);
        const test::Asked asked(model, tokenizer);
        spec::RulerSpec ruler;
        ruler.tasks = {"fwe"};
        ruler.lengths = {1500};
        ruler.samples = 1;
        eval::RulerEvaluation words(asked.subject(), ruler);
        asked.run(words);
        spec::PasskeySpec passkey;
        passkey.lengths = {0};
        passkey.samples = 2;
        passkey.scoring = "both";
        eval::PasskeyEvaluation keys(asked.subject(), passkey);
        asked.run(keys);
        QCOMPARE(asked.results()["ruler"]["fwe"].size(), std::size_t(1));
        QCOMPARE(keys.finished().size(), std::size_t(1));
    }

    void equalSeedsDrawTheSameAndOthersDoNot()
    {
        const auto drawn = [&](std::uint64_t seed) {
            eval::Sampler sampler({.temperature = 2, .seed = seed});
            std::vector<std::int32_t> all;
            for (int n = 0; n < 50; ++n)
                all.push_back(sampler.pick(m_logits));
            return all;
        };
        QCOMPARE(drawn(1), drawn(1));
        QVERIFY(drawn(1) != drawn(2));
    }

    void numbersOutOfRangeAreRefused()
    {
        EXPECT_ERROR(eval::requireValid({.temperature = -1}), ErrorCode::Usage, "temperature is -1");
        EXPECT_ERROR(eval::requireValid({.temperature = std::nan("")}), ErrorCode::Usage, "temperature");
        EXPECT_ERROR(eval::requireValid({.topK = -2}), ErrorCode::Usage, "top-k");
        EXPECT_ERROR(eval::requireValid({.topP = 0}), ErrorCode::Usage, "top-p");
        EXPECT_ERROR(eval::requireValid({.topP = 1.5}), ErrorCode::Usage, "top-p");
    }

    void greedyTextIsTheArgmaxOfWholeForwards_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto* name : {"bam_ssmax", "rotary", "sinusoidal", "alibi_ssmax"})
            QTest::newRow(name) << name;
    }
    void greedyTextIsTheArgmaxOfWholeForwards()
    {
        QFETCH(QString, name);
        const auto model = test::referenceModel(test::referenceManifest().at(name.toStdString()), test::reference(name.toStdString()));
        std::vector<std::int64_t> all{5, 7, 11, 13, 17};
        const std::vector<std::int32_t> prompt(all.begin(), all.end());
        eval::Reading reading(model, 5, {.chunk = 2});
        eval::Sampler greedy({});
        std::vector<std::int32_t> seen;
        const auto written = eval::generate(reading, prompt, 12, greedy, [&](std::int32_t token) {
            seen.push_back(token);
            return true;
        });
        for (const auto token : written) {
            QCOMPARE(std::int64_t(token), model.forward(at::tensor(all, at::kLong).unsqueeze(0)).select(1, -1).argmax().item<std::int64_t>());
            all.push_back(token);
        }
        QCOMPARE(written.size(), 12u);
        QCOMPARE(seen, written);
        // It ends when it is told to, and the last token is not read.
        eval::Reading again(model, 5, {});
        QCOMPARE(eval::generate(again, prompt, 12, greedy, [&](std::int32_t token) { return token != written[3]; }).size(), std::size_t(std::find(written.begin(), written.end(), written[3]) - written.begin()) + 1);
    }

    void textComesInWholeCharactersWithItsSpaces()
    {
        const auto tokenizer = tokenizer::Tokenizer::load(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3"));
        const std::string before = "It was", after = " a na\u00efve \U0001F600 idea, said\n she; and so it went on for quite a while, until all of it was told.";
        const auto prompt = tokenizer.encode(before);
        auto whole = tokenizer.encode(before + after);
        QVERIFY(std::equal(prompt.begin(), prompt.end(), whole.begin()));
        eval::TextStream stream(tokenizer, prompt);
        std::string text;
        for (auto token = whole.begin() + std::ptrdiff_t(prompt.size()); token != whole.end(); ++token) {
            const auto piece = stream.add(*token);
            QVERIFY2(QString::fromStdString(piece).toStdString() == piece, piece.c_str());      // never half a character
            text += piece;
        }
        QCOMPARE(QString::fromStdString(text + stream.rest()), QString::fromStdString(after));
        // A character that is never completed comes at the end.
        const auto smile = tokenizer.encode("\U0001FAE8");     // made of bytes
        eval::TextStream cut(tokenizer, prompt);
        std::string shown;
        for (std::size_t n = 0; n + 1 < smile.size(); ++n)
            shown += cut.add(smile[n]);
        QVERIFY(!cut.rest().empty());
    }
};

BAMSCOPE_TEST(GenerationTest)
#include "test_generation.moc"
