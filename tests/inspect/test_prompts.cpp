// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/passkey_task.h"
#include "core/eval/passkey_texts.h"
#include "core/inspect/prompts.h"
#include "tests/inspect/lens_support.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <numeric>
#include <set>

using namespace bam;
using inspect::PromptKind;

namespace {

const tokenizer::Tokenizer& mistral()
{
    static const auto loaded = tokenizer::Tokenizer::load(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3"));
    return loaded;
}

std::string join(const std::vector<std::string>& pieces, std::int64_t begin, std::int64_t end)
{
    return std::accumulate(pieces.begin() + begin, pieces.begin() + end, std::string());
}

std::string wholeOf(const inspect::Prompt& prompt) { return join(prompt.pieces, 0, prompt.length()); }

}  // namespace

class PromptsTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aPassKeyPromptIsTheEvaluations()
    {
        for (const std::int64_t length : {0, 300, 1000}) {
            const auto prompt = inspect::makePrompt(mistral(), {.length = length, .depth = 0.5, .seed = 4});
            const auto made = eval::PasskeyTask(mistral(), {.seeds = {4}}).promptAt(length, 0.5);
            QCOMPARE(prompt.tokens, made.tokens);
            QCOMPARE(prompt.answer, made.answer);
            QCOMPARE(prompt.answer.size(), 5u);
            QCOMPARE(prompt.queryRows.size(), 5u);
            QCOMPARE(prompt.queryRows.back(), prompt.length() - 1);
            QVERIFY(length == 0 || made.promptTokens <= length);
            QCOMPARE(join(prompt.answerPieces, 0, 5), made.key);
            // The rows predict the answer: behind each stands the token that it must give.
            for (std::size_t n = 0; n + 1 < 5; ++n)
                QCOMPARE(prompt.tokens[std::size_t(prompt.queryRows[n]) + 1], prompt.answer[n]);
            QCOMPARE(join(prompt.pieces, prompt.needleBegin, prompt.needleEnd), made.key + ". Remember it. " + made.key);
            QVERIFY(prompt.title.find(made.key) != std::string::npos);
        }
    }

    void theKeyStandsWhereTheDepthSays()
    {
        const auto at = [](double depth) { return inspect::makePrompt(mistral(), {.length = 2000, .depth = depth}).needleBegin; };
        QVERIFY(at(0) < at(0.25) && at(0.25) < at(0.5) && at(0.5) < at(1));
        QVERIFY(at(0) < 60);
        QVERIFY(at(1) > 1900);
        QVERIFY(std::abs(double(at(0.5)) - 1000) < 40);
        QCOMPARE(at(-3), at(0));
    }

    void equalSeedsGiveEqualPromptsAndOthersDiffer_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("pass key") << int(PromptKind::Passkey);
        QTest::newRow("needle") << int(PromptKind::Needle);
    }
    void equalSeedsGiveEqualPromptsAndOthersDiffer()
    {
        QFETCH(int, kind);
        const auto make = [&](std::int64_t seed) { return inspect::makePrompt(mistral(), {.kind = PromptKind(kind), .length = 400, .seed = seed}); };
        QCOMPARE(make(3).tokens, make(3).tokens);
        std::set<std::vector<std::int32_t>> answers;
        for (std::int64_t seed = 0; seed < 20; ++seed)
            answers.insert(make(seed).answer);
        QVERIFY(answers.size() >= 19);
        // The key belongs to the seed, not to length and depth: the same one is looked for at another place.
        QCOMPARE(inspect::makePrompt(mistral(), {.kind = PromptKind(kind), .length = 900, .depth = 0.1, .seed = 3}).answer, make(3).answer);
    }

    void rulersNeedleIsAskedForByItsWord()
    {
        const auto prompt = inspect::makePrompt(mistral(), {.kind = PromptKind::Needle, .length = 700, .depth = 0.3, .digits = 7, .seed = 8});
        const auto [word, number] = inspect::needleOf(8, 7);
        QCOMPARE(number.size(), 7u);
        const auto text = wholeOf(prompt);
        QVERIFY(text.find("One of the special magic numbers for " + word + " is: " + number + ".") != std::string::npos);
        QVERIFY(text.ends_with("What is the special magic number for " + word + " mentioned in the provided text? The special magic number for " + word
            + " mentioned in the provided text is " + number.substr(0, 6)));
        QCOMPARE(join(prompt.pieces, prompt.needleBegin, prompt.needleEnd), number);
        QCOMPARE(join(prompt.answerPieces, 0, 7), number);
        QVERIFY(prompt.length() - 7 < 700 && prompt.length() > 650);
    }

    void needlesWorkWithoutPiecesForDigits()
    {
        // The tiny tokenizer knows letters and digits only: unknown pieces, still a prompt with a needle.
        const auto tiny = tokenizer::Tokenizer::load(test::tinyTokenizer());
        const auto prompt = inspect::makePrompt(tiny, {.kind = PromptKind::Needle, .length = 600, .digits = 4});
        QCOMPARE(join(prompt.answerPieces, 0, std::int64_t(prompt.answerPieces.size())), inspect::needleOf(0, 4).number);
        QVERIFY(prompt.needleEnd > prompt.needleBegin);
    }

    void aTextOfOnesOwnInAnyScript()
    {
        const std::vector<std::pair<std::string, std::string>> texts{{"Die Straße führt über Brücken nach Köln.", "Brücken"}, {"Москва — столица России, город на реке.", "столица"},
            {"東京は日本の首都です。富士山が見えます。", "富士山"}, {"القاهرة عاصمة مصر ومدينة كبيرة", "عاصمة"}, {"emoji 👩‍🔬 and 🧬 here", "🧬"}};
        for (const auto& [text, needle] : texts) {
            const auto prompt = inspect::makePrompt(mistral(), {.kind = PromptKind::Text, .text = text, .needle = needle});
            QCOMPARE(prompt.tokens, mistral().encode(text));
            QCOMPARE(prompt.queryRows, (std::vector<std::int64_t>{prompt.length() - 1}));
            QVERIFY(prompt.answer.empty());
            const std::vector<std::int32_t> found(prompt.tokens.begin() + prompt.needleBegin, prompt.tokens.begin() + prompt.needleEnd);
            QVERIFY2(mistral().decode(found).find(needle) != std::string::npos, text.c_str());
            QVERIFY(prompt.needleEnd - prompt.needleBegin <= std::int64_t(needle.size()) + 1);
        }
    }

    void anAnswerToATextIsAppendedAndScored()
    {
        const auto prompt = inspect::makePrompt(mistral(), {.kind = PromptKind::Text, .text = "The code is", .answer = "4711"});
        auto expected = mistral().encode("The code is");
        const auto answer = mistral().encode("4711");           // a lone space, then four digits
        QCOMPARE(prompt.answer, (std::vector<std::int32_t>{answer.end() - 4, answer.end()}));
        expected.insert(expected.end(), answer.begin(), answer.end() - 1);
        QCOMPARE(prompt.tokens, expected);
        QCOMPARE(prompt.queryRows.size(), 4u);
        QCOMPARE(prompt.queryRows.back(), prompt.length() - 1);
    }

    void textsThatGiveNothingAreRefused()
    {
        EXPECT_ERROR(inspect::makePrompt(mistral(), {.kind = PromptKind::Text}), ErrorCode::Usage, "the text is empty");
        EXPECT_ERROR(inspect::makePrompt(mistral(), {.kind = PromptKind::Text, .text = "one two", .needle = "three"}), ErrorCode::Usage, "\"three\" is not in the text");
        EXPECT_ERROR(inspect::makePrompt(mistral(), {.digits = 0}), ErrorCode::Usage, "0 digits");
    }

    void bytesAreShownAsSuchAndMarksAsSpaces()
    {
        const auto prompt = inspect::makePrompt(mistral(), {.kind = PromptKind::Text, .text = "one\ntwo"});
        QVERIFY(std::find(prompt.pieces.begin(), prompt.pieces.end(), "<0x0A>") != prompt.pieces.end());
        QCOMPARE(prompt.pieces.front(), std::string(" one"));
    }
};

BAMSCOPE_TEST(PromptsTest)
#include "test_prompts.moc"
