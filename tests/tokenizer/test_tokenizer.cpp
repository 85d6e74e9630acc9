// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/eval/passkey_texts.h"
#include "core/tokenizer/tokenizer.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stop_token>
#include <thread>

using bam::ErrorCode;
using bam::tokenizer::BpeTraining;
using bam::tokenizer::Tokenizer;
using bam::tokenizer::trainBpe;

namespace {

const char* const kMistral = "tokenizers/mistral_instruct_tokenizer_240323.model.v3";

/// Some hundred different lines of a small made-up language.
std::string smallText(int lines)
{
    const std::vector<std::string> words = {"river", "stone", "and", "the", "mountain", "walked", "under", "cold", "light", "of", "seven", "houses",
        "remembered", "garden", "slowly"};
    std::string text;
    std::uint64_t state = 7;
    for (int line = 0; line < lines; ++line) {
        for (int word = 0; word < 9; ++word) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            text += words[(state >> 33) % words.size()] + (word == 8 ? "." : " ");
        }
        text += '\n';
    }
    return text;
}

class TokenizerTest : public bam::test::Suite {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path path(const std::string& name) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }
    std::filesystem::path textFile(const std::string& name, const std::string& text) const
    {
        bam::writeFileAtomic(path(name), text);
        return path(name);
    }

private Q_SLOTS:
    void theMistralModelGivesTheReferenceTokensOfThePasskeyTexts()
    {
        const auto tokenizer = Tokenizer::load(bam::test::dataFile(kMistral));
        const auto reference = nlohmann::json::parse(bam::readFile(bam::test::dataFile("passkey.json")));
        for (const char* part : {"description", "filler", "information", "question", "key", "key_after_space"}) {
            const auto ids = reference.at(part).at("ids").get<std::vector<std::int32_t>>();
            QVERIFY2(tokenizer.encode(reference.at(part).at("text").get<std::string>()) == ids, part);
        }
        QCOMPARE(std::string(bam::eval::kPasskeyDescription), reference.at("description").at("text").get<std::string>());
        QCOMPARE(std::string(bam::eval::kPasskeyFiller), reference.at("filler").at("text").get<std::string>());
        QCOMPARE(std::string(bam::eval::kPasskeyQuestion), reference.at("question").at("text").get<std::string>());
        QCOMPARE(bam::eval::informationLine("12345"), reference.at("information").at("text").get<std::string>());
        QCOMPARE(tokenizer.pieceCount(), 32768);
        QCOMPARE(tokenizer.bos(), 1);
        QCOMPARE(tokenizer.eos(), 2);
        QCOMPARE(tokenizer.name(), std::string("mistral_instruct_tokenizer_240323.model.v3"));
        QCOMPARE(tokenizer.sha256(), bam::sha256OfFile(bam::test::dataFile(kMistral)));
    }

    void encodingAndDecodingAreInverse()
    {
        const auto tokenizer = Tokenizer::load(bam::test::dataFile(kMistral));
        const std::string text = "Grüße, 世界: 1024 bytes\tand a new\nline 🙂";
        QCOMPARE(tokenizer.decode(tokenizer.encode(text)), text);
        QVERIFY(tokenizer.encode("").empty());
        QCOMPARE(tokenizer.piece(29473), std::string("▁"));
        QVERIFY(tokenizer.isText(29473));
        QVERIFY(!tokenizer.isText(tokenizer.bos()));
        QVERIFY(!tokenizer.isText(0));
    }

    void manyThreadsMayEncodeAtOnce()
    {
        const auto tokenizer = Tokenizer::load(bam::test::dataFile(kMistral));
        const auto expected = tokenizer.encode(bam::eval::kPasskeyDescription);
        std::atomic<int> wrong = 0;
        {
            std::vector<std::jthread> threads;
            for (int n = 0; n < 4; ++n)
                threads.emplace_back([&] {
                    for (int i = 0; i < 200; ++i)
                        wrong += tokenizer.encode(bam::eval::kPasskeyDescription) != expected;
                });
        }
        QCOMPARE(wrong.load(), 0);
    }

    void tokenisingALongTextCanBeStopped()
    {
        const auto tokenizer = Tokenizer::load(bam::test::dataFile(kMistral));
        auto text = smallText(6000);
        std::replace(text.begin(), text.end(), '\n', ' ');
        std::stop_source never;
        QVERIFY(tokenizer.encode(text, never.get_token()) == tokenizer.encode(text));
        QVERIFY(tokenizer.encode("the cold garden", never.get_token()) == tokenizer.encode("the cold garden"));
        QCOMPARE(tokenizer.encodeWithPlaces(text, never.get_token()).size(), tokenizer.encode(text).size());
        while (text.size() < 4'000'000)
            text += text;
        std::stop_source stop;
        const std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            stop.request_stop();
        });
        EXPECT_ERROR(tokenizer.encode(text, stop.get_token()), ErrorCode::Stopped, "while tokenising a text of ");
        EXPECT_ERROR(tokenizer.encode("short", stop.get_token()), ErrorCode::Stopped, "stopped on request");
    }

    void aMissingModelIsAUsageError()
    {
        EXPECT_ERROR(Tokenizer::load(path("absent.model")), ErrorCode::Usage, "absent.model");
        EXPECT_ERROR(Tokenizer::load({}), ErrorCode::Usage, "the path is empty");
        EXPECT_ERROR(Tokenizer::load(m_folder.path().toStdString()), ErrorCode::Usage, "is a folder");
    }

    void aFileThatIsNoModelIsRefused()
    {
        EXPECT_ERROR(Tokenizer::load(textFile("text.model", "In the beginning")), ErrorCode::Failed, "is no sentencepiece model");
        EXPECT_ERROR(Tokenizer::load(textFile("empty.model", "")), ErrorCode::Failed, "is no sentencepiece model");
        const auto whole = bam::readFile(bam::test::dataFile(kMistral));
        EXPECT_ERROR(Tokenizer::load(textFile("half.model", whole.substr(0, whole.size() / 2))), ErrorCode::Failed, "is no sentencepiece model");
    }

    void aTokenBeyondTheVocabularyIsRefused()
    {
        const auto tokenizer = Tokenizer::load(bam::test::dataFile(kMistral));
        EXPECT_ERROR(tokenizer.decode({5, 32768}), ErrorCode::Failed, "token 32768");
        EXPECT_ERROR(tokenizer.piece(-1), ErrorCode::Failed, "token -1");
    }

    void trainingGivesTheNumberOfPiecesAndSplitsDigits()
    {
        BpeTraining training{.texts = {textFile("a.txt", smallText(400))}, .pieces = 100, .output = path("models/small.model")};
        trainBpe(training);
        const auto tokenizer = Tokenizer::load(training.output);
        QCOMPARE(tokenizer.pieceCount(), 100);
        const auto digits = tokenizer.encode("90817");      // the text holds no digit, they are pieces all the same
        QCOMPARE(digits.size(), std::size_t(6));
        QCOMPARE(tokenizer.decode(digits), std::string("90817"));
    }

    void trainingIsDeterministic()
    {
        const auto text = textFile("b.txt", smallText(400));
        trainBpe({.texts = {text}, .extraSentences = {"The pass key is 12345."}, .pieces = 90, .output = path("one.model")});
        trainBpe({.texts = {text}, .extraSentences = {"The pass key is 12345."}, .pieces = 90, .output = path("two.model")});
        QCOMPARE(bam::sha256OfFile(path("one.model")), bam::sha256OfFile(path("two.model")));
    }

    void extraSentencesBecomePieces()
    {
        const auto text = textFile("c.txt", smallText(2000));
        std::vector<std::string> sentences;
        for (int key = 10000; key < 10040; ++key)
            sentences.insert(sentences.end(), {bam::eval::kPasskeyQuestion, bam::eval::informationLine(std::to_string(key))});
        trainBpe({.texts = {text}, .extraSentences = sentences, .pieces = 220, .output = path("passkey.model")});
        const auto tokenizer = Tokenizer::load(path("passkey.model"));
        const auto question = tokenizer.encode(bam::eval::kPasskeyQuestion);
        QVERIFY2(question.size() <= 14, bam::str("the question takes ", question.size(), " tokens").c_str());
        QCOMPARE(tokenizer.encode("31415").size(), std::size_t(6));
    }

    void byteFallbackKeepsUnknownCharacters()
    {
        const auto text = textFile("d.txt", smallText(400));
        trainBpe({.texts = {text}, .pieces = 340, .byteFallback = true, .output = path("bytes.model")});
        const auto tokenizer = Tokenizer::load(path("bytes.model"));
        QCOMPARE(tokenizer.decode(tokenizer.encode("the cold 🙂 garden")), std::string("the cold 🙂 garden"));
    }

    void longLinesAreNotDropped()
    {
        auto text = smallText(3000);
        std::replace(text.begin(), text.end(), '\n', ' ');
        trainBpe({.texts = {textFile("long.txt", text)}, .pieces = 100, .output = path("long.model")});
        QCOMPARE(Tokenizer::load(path("long.model")).pieceCount(), 100);
    }

    void aWordOfManyCharactersDoesNotEndTheProgram()
    {
        trainBpe({.texts = {textFile("blob.txt", smallText(100) + std::string(100'000, 'x') + '\n')}, .pieces = 60, .output = path("blob.model")});
        QCOMPARE(Tokenizer::load(path("blob.model")).pieceCount(), 60);
    }

    void aTextTooSmallSaysHowManyPiecesItSupports()
    {
        const auto text = textFile("tiny.txt", "a few words\nof text\n");
        std::string supported;
        try {
            trainBpe({.texts = {text}, .pieces = 5000, .byteFallback = false, .output = path("tiny.model")});
        } catch (const bam::Error& error) {
            QCOMPARE(int(error.code()), int(ErrorCode::Usage));
            supported = error.hint();
        }
        QVERIFY(!std::filesystem::exists(path("tiny.model")));
        const QRegularExpression number(QStringLiteral("at most (\\d+) pieces"));
        const auto match = number.match(QString::fromStdString(supported));
        QVERIFY2(match.hasMatch(), supported.c_str());
        trainBpe({.texts = {text}, .pieces = match.captured(1).toInt(), .byteFallback = false, .output = path("tiny.model")});
        QCOMPARE(Tokenizer::load(path("tiny.model")).pieceCount(), match.captured(1).toInt());
    }

    void tooFewPiecesForTheCharactersIsAUsageError()
    {
        EXPECT_ERROR(trainBpe({.texts = {textFile("e.txt", smallText(100))}, .pieces = 8, .output = path("few.model")}), ErrorCode::Usage, "8 pieces");
    }

    void missingAndEmptyTextsAreUsageErrors()
    {
        EXPECT_ERROR(trainBpe({.texts = {path("absent.txt")}, .output = path("x.model")}), ErrorCode::Usage, "absent.txt");
        EXPECT_ERROR(trainBpe({.texts = {textFile("blank.txt", "\n  \n")}, .output = path("x.model")}), ErrorCode::Usage, "is empty");
        EXPECT_ERROR(trainBpe({.output = path("x.model")}), ErrorCode::Usage, "no text");
    }
};

BAMSCOPE_TEST(TokenizerTest)

}  // namespace

#include "test_tokenizer.moc"
