// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/perplexity.h"
#include "core/data/shard.h"
#include "tests/eval/asked.h"
#include "tests/support/reference.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <ATen/ATen.h>

#include <QTemporaryDir>

#include <cmath>
#include <fstream>
#include <numeric>
#include <thread>

using namespace bam;

namespace {

tokenizer::Tokenizer small() { return tokenizer::Tokenizer::load(test::dataFile("text/no_bos.model")); }

eval::Corpus corpusOf(std::int64_t count, std::int64_t vocabulary)
{
    eval::Corpus corpus{"noise", "texts/noise", {}, {0}, {}};
    std::uint32_t state = 7;
    for (std::int64_t n = 0; n < count; ++n) {
        state = state * 1664525u + 1013904223u;
        corpus.tokens.push_back(std::int32_t((state >> 8) % std::uint32_t(vocabulary)));
    }
    return corpus;
}

/// Mean cross-entropy in windows from one whole forward, in double.
std::vector<double> plainWindows(const model::Transformer& model, const eval::Corpus& corpus, std::int64_t first, std::int64_t length, std::int64_t window)
{
    const std::vector<std::int64_t> all(corpus.tokens.begin() + first, corpus.tokens.begin() + first + length + 1);
    const auto tokens = at::tensor(all, at::kLong);
    const auto logits = model.forward(tokens.narrow(0, 0, length).unsqueeze(0)).detach().squeeze(0).to(at::kDouble);
    std::vector<double> means(std::size_t(length / window));
    for (std::int64_t n = 0; n < length; ++n)
        means[std::size_t(n / window)] -= logits[n].log_softmax(0)[all[std::size_t(n + 1)]].item<double>() / double(window);
    return means;
}

spec::EvalSpec byPosition(std::int64_t length, std::int64_t window, std::int64_t sequences = 1)
{
    spec::EvalSpec spec;
    spec.perplexity = "texts/noise";
    spec.perplexityTokens = length;
    spec.perplexityWindow = window;
    spec.perplexitySequences = sequences;
    return spec;
}

spec::EvalSpec slidingOver(std::int64_t context, std::int64_t stride)
{
    spec::EvalSpec spec;
    spec.perplexity = "texts/noise";
    spec.perplexityKinds = {"sliding"};
    spec.perplexityContext = context;
    spec.perplexityStride = stride;
    spec.perplexityTotal = 0;
    return spec;
}

eval::PerplexityCurve measured(const model::Transformer& model, const eval::Corpus& corpus, const spec::EvalSpec& spec, std::int64_t chunk = 512)
{
    const auto tokenizer = small();
    const test::Asked asked(model, tokenizer, chunk);
    const auto evaluation = spec.perplexityKinds.front() == "sliding" ? eval::PerplexityEvaluation::sliding(asked.subject(), corpus, spec)
                                                                     : eval::PerplexityEvaluation::byPosition(asked.subject(), corpus, spec);
    asked.run(*evaluation);
    return evaluation->curve();
}

void write(const QString& file, const std::string& text) { std::ofstream(file.toStdString(), std::ios::binary) << text; }

std::filesystem::path pathOf(const QTemporaryDir& folder, const char* name) { return folder.filePath(QLatin1String(name)).toStdString(); }

}  // namespace

class PerplexityTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyEncodingGivesWhatOneWholeForwardGives_data()
    {
        QTest::addColumn<QString>("name");
        const auto manifest = test::referenceManifest();
        for (const auto& [name, entry] : manifest.items())
            if (!entry.contains("kind"))
                QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void everyEncodingGivesWhatOneWholeForwardGives()
    {
        QFETCH(QString, name);
        const auto model = test::referenceModel(test::referenceManifest().at(name.toStdString()), test::reference(name.toStdString()));
        const auto corpus = corpusOf(161, 61);
        const auto expected = plainWindows(model, corpus, 0, 160, 32);
        for (const std::int64_t chunk : {1000, 23}) {
            const auto curve = measured(model, corpus, byPosition(160, 32), chunk);
            QCOMPARE(curve.positions, (std::vector<std::int64_t>{32, 64, 96, 128, 160}));
            QCOMPARE(curve.nats.size(), expected.size());
            for (std::size_t n = 0; n < expected.size(); ++n)
                QVERIFY2(std::abs(curve.nats[n] - expected[n]) < 1e-5, qPrintable(QString::number(curve.nats[n] - expected[n])));
        }
    }

    void sequencesFollowEachOtherAndAreAveraged()
    {
        const auto model = test::referenceModel(test::referenceManifest().at("bam_ssmax"), test::reference("bam_ssmax"));
        const auto corpus = corpusOf(2 * 65 + 30, 61);
        const auto one = plainWindows(model, corpus, 0, 64, 16), two = plainWindows(model, corpus, 65, 64, 16);
        const auto curve = measured(model, corpus, byPosition(64, 16, 2), 40);
        QCOMPARE(curve.sequences, 2);
        for (std::size_t n = 0; n < one.size(); ++n)
            QVERIFY(std::abs(curve.nats[n] - (one[n] + two[n]) / 2) < 1e-5);
        QVERIFY(std::abs(curve.perplexity(1) - std::exp(curve.nats[1])) < 1e-12);
    }

    void textsAreTokenisedAsFarAsTheyAreNeeded()
    {
        QTemporaryDir folder;
        std::string text;
        for (int n = 0; n < 50; ++n)
            text += "a line of words\n\nanother line\n";
        write(folder.filePath(QStringLiteral("words.txt")), text);
        const auto tokenizer = small();
        const auto corpus = eval::readCorpus(pathOf(folder, "words.txt"), tokenizer, tokenizer.pieceCount(), 40);
        auto expected = tokenizer.encode("a line of words");
        const auto second = tokenizer.encode("another line");
        expected.insert(expected.end(), second.begin(), second.end());
        QCOMPARE(corpus.name, std::string("words"));
        QCOMPARE(corpus.tokens.size(), std::size_t(40));
        for (std::size_t n = 0; n < std::min<std::size_t>(40, expected.size()); ++n)
            QCOMPARE(corpus.tokens[n], expected[n]);
        EXPECT_ERROR(eval::readCorpus(pathOf(folder, "words.txt"), tokenizer, tokenizer.pieceCount(), 1000000), ErrorCode::Usage, "1,000,000 are wanted");
        EXPECT_ERROR(eval::readCorpus(pathOf(folder, "none.txt"), tokenizer, tokenizer.pieceCount(), 10), ErrorCode::Usage, "there is no");
    }

    void rowsOfJsonAreReadByTheirText()
    {
        QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("rows.jsonl")), "{\"text\": \"a line of words\"}\n{\"text\": \"another line\"}\n");
        write(folder.filePath(QStringLiteral("other.jsonl")), "{\"body\": \"a line of words\"}\n");
        const auto tokenizer = small();
        const auto corpus = eval::readCorpus(pathOf(folder, "rows.jsonl"), tokenizer, tokenizer.pieceCount(), 8);
        const auto expected = tokenizer.encode("a line of words another line");
        QCOMPARE(corpus.tokens[0], expected[0]);
        EXPECT_ERROR(eval::readCorpus(pathOf(folder, "other.jsonl"), tokenizer, tokenizer.pieceCount(), 8), ErrorCode::Failed, "other.jsonl, line 1 has no text");
    }

    void rowsWithoutATextAreNamedCountedAndLeftOutOrRefused()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath(QStringLiteral("rows.jsonl"));
        write(file, "{\"text\": \"a line of words\"}\n{\"body\": \"x\"}\n{\"text\": null}\nnot json\n{\"text\": 5}\n{\"text\": \"another line\"}\n");
        const auto tokenizer = small();
        std::vector<std::string> told;
        const auto log = [&](const std::string& line) { told.push_back(line); };
        const auto corpus = eval::readCorpus(pathOf(folder, "rows.jsonl"), tokenizer, tokenizer.pieceCount(), 0, {}, {}, {false, log});
        QCOMPARE(corpus.documents.size(), std::size_t(2));
        QCOMPARE(corpus.tokens.size(), tokenizer.encode("a line of words").size() + tokenizer.encode("another line").size());
        QCOMPARE(corpus.rowsLeftOut, 4);
        QCOMPARE(corpus.documentsAre, std::string("rows"));
        QCOMPARE(told.size(), std::size_t(4));
        for (std::size_t n = 0; n < 3; ++n)
            QVERIFY2(told[n].find(str("rows.jsonl, line ", n + 2, " is left out: ")) != std::string::npos, told[n].c_str());
        QCOMPARE(told[3], std::string("rows: 4 rows are left out in all"));
        EXPECT_ERROR(eval::readCorpus(pathOf(folder, "rows.jsonl"), tokenizer, tokenizer.pieceCount(), 0, {}, {}, {true, log}), ErrorCode::Failed, "rows.jsonl, line 2 has no text");
        EXPECT_ERROR(eval::readCorpus(pathOf(folder, "rows.jsonl"), tokenizer, tokenizer.pieceCount(), 0, {}, {}, {true, log}), ErrorCode::Failed, "--perplexity_bad_rows skip");
        // A text that is too short because of them is a matter of its data.
        EXPECT_ERROR(eval::readCorpus(pathOf(folder, "rows.jsonl"), tokenizer, tokenizer.pieceCount(), 1000), ErrorCode::Failed, "1,000 are wanted");
        nlohmann::ordered_json results;
        eval::mergePerplexity(results, corpus, {}, {});
        QCOMPARE(results["perplexity"][0]["rows_left_out"].get<int>(), 4);
        QCOMPARE(results["perplexity"][0]["documents_are"].get<std::string>(), std::string("rows"));
    }

    void linesOfATextAreItsDocumentsAndLineBreaksAreNoTokens()
    {
        QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("words.txt")), "a line of words\nanother line\n");
        write(folder.filePath(QStringLiteral("whole.jsonl")), "{\"text\": \"a line of words\\nanother line\"}\n");
        const auto papers = tokenizer::Tokenizer::load(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3"));
        const auto lines = eval::readCorpus(pathOf(folder, "words.txt"), papers, papers.pieceCount(), 0), whole = eval::readCorpus(pathOf(folder, "whole.jsonl"), papers, papers.pieceCount(), 0);
        QCOMPARE(lines.documentsAre, std::string("lines"));
        QCOMPARE(lines.documents.size(), std::size_t(2));
        QCOMPARE(whole.documents.size(), std::size_t(1));
        QCOMPARE(std::accumulate(whole.bytes.begin(), whole.bytes.end(), 0), std::accumulate(lines.bytes.begin(), lines.bytes.end(), 0) + 1);
    }

    void whatIsDamagedOfAFileCostsNothingOfWhatIsBeforeIt()
    {
        QTemporaryDir folder;
        const auto tokenizer = small();
        // gzip with blocks that are stored as they are; the last one is not whole.
        std::string lines, content("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
        while (lines.size() < 60'000)
            lines += std::string(1980, 'a') + " line of words\n";
        const std::string block{char(0), char(lines.size()), char(lines.size() >> 8), char(~lines.size()), char(~lines.size() >> 8)};
        for (int n = 0; n < 24; ++n)
            content += block + lines;
        write(folder.filePath(QStringLiteral("cut.txt.gz")), content + block + lines.substr(0, 1000));
        std::vector<std::string> told;
        const auto log = [&](const std::string& line) { told.push_back(line); };
        const auto corpus = eval::readCorpus(pathOf(folder, "cut.txt.gz"), tokenizer, tokenizer.pieceCount(), 0, {}, {}, {false, log});
        QVERIFY(corpus.documents.size() > 100);
        QVERIFY2(!told.empty() && told.back().find("cut.txt: left out: ") == 0, told.empty() ? "nothing" : told.back().c_str());
        EXPECT_ERROR(eval::readCorpus(pathOf(folder, "cut.txt.gz"), tokenizer, tokenizer.pieceCount(), 0, {}, {}, {true, log}), ErrorCode::Failed, "cut.txt.gz");
    }

    void shardsAreReadInOrderAndOnlyOfTheRunsTokenizer()
    {
        QTemporaryDir folder;
        const auto tokenizer = small();
        const auto pieces = tokenizer.pieceCount();
        data::writeShard(pathOf(folder, "shard_000000.safetensors"), {1, 2, 3}, {0, 0, 0}, {"small", tokenizer.sha256(), {}, {}, pieces});
        data::writeShard(pathOf(folder, "shard_000001.safetensors"), {4, 5, 6}, {1, 1, 1}, {"small", tokenizer.sha256(), {}, {}, pieces});
        const std::filesystem::path path = folder.path().toStdString();
        QCOMPARE(eval::readCorpus(path, tokenizer, pieces, 5).tokens, (std::vector<std::int32_t>{1, 2, 3, 4, 5}));
        QCOMPARE(eval::readCorpus(path / "", tokenizer, pieces, 5).name, path.filename().string());
        EXPECT_ERROR(eval::readCorpus(path, tokenizer, pieces, 7), ErrorCode::Usage, "holds 6 tokens; 7 are wanted");
        EXPECT_ERROR(eval::readCorpus(path, tokenizer, 5, 6), ErrorCode::Failed, "5");
        // What an unknown piece stood for shards do not hold: no bytes then.
        std::int32_t unknown = 0;
        while (!tokenizer.isUnknown(unknown))
            ++unknown;
        QVERIFY(!eval::readCorpus(path, tokenizer, pieces, 5).bytes.empty());
        QTemporaryDir gaps;
        data::writeShard(pathOf(gaps, "shard_000000.safetensors"), {4, std::uint32_t(unknown), 5}, {0, 0, 0}, {"small", tokenizer.sha256(), {}, {}, pieces});
        std::string told;
        const auto corpus = eval::readCorpus(gaps.path().toStdString(), tokenizer, pieces, 0, {}, {}, {false, [&](const std::string& line) { told = line; }});
        QVERIFY(corpus.bytes.empty() && corpus.unknownTokens == 1);
        QVERIFY2(told.find("no bits per byte, because 1 token is unknown") != std::string::npos, told.c_str());
        QTemporaryDir other;
        data::writeShard(pathOf(other, "shard_000000.safetensors"), {1, 2, 3}, {0, 0, 0}, {"large", std::string(64, 'a'), {}, {}, pieces});
        EXPECT_ERROR(eval::readCorpus(other.path().toStdString(), tokenizer, pieces, 2), ErrorCode::Usage, "another tokenizer (large)");
    }

    void progressRisesToItsEndAndStoppingIsTold()
    {
        const auto model = test::referenceModel(test::referenceManifest().at("alibi"), test::reference("alibi"));
        const auto corpus = corpusOf(65, 61);
        const auto tokenizer = small();
        const test::Asked asked(model, tokenizer, 16);
        std::vector<double> shares;
        const auto whole = eval::PerplexityEvaluation::byPosition(asked.subject(), corpus, byPosition(64, 16));
        asked.run(*whole, [&](const Progress& progress) { shares.push_back(progress.done / progress.total); });
        QCOMPARE(shares.size(), std::size_t(5));
        QVERIFY(std::is_sorted(shares.begin(), shares.end()));
        QVERIFY(std::abs(shares.back() - 1) < 1e-12);
        std::stop_source stop;
        const auto cut = eval::PerplexityEvaluation::byPosition(asked.subject(), corpus, byPosition(64, 16));
        EXPECT_ERROR(asked.run(*cut, [&](const Progress&) { stop.request_stop(); }, {}, stop.get_token(), true), ErrorCode::Stopped, "perplexity");
    }

    void theReadingOfAVeryLongLineCanBeStopped()
    {
        QTemporaryDir folder;
        std::string text;
        while (text.size() < 8'000'000)
            text += "the cold garden was quiet and the door stood open ";
        writeFileAtomic(pathOf(folder, "line.txt"), text);
        const auto tokenizer = small();
        std::stop_source stop;
        std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            stop.request_stop();
        });
        EXPECT_ERROR(eval::readCorpus(pathOf(folder, "line.txt"), tokenizer, tokenizer.pieceCount(), 0, {}, stop.get_token()), ErrorCode::Stopped, "stopped on request");
    }

    void slidingScoresEveryTokenOnceWithTheContextItPromises()
    {
        const auto model = test::referenceModel(test::referenceManifest().at("bam_ssmax"), test::reference("bam_ssmax"));
        const auto corpus = corpusOf(75, 61);
        const auto curve = measured(model, corpus, slidingOver(32, 8), 10);
        // The protocol, written plainly: a window of 32 moved by 8; of each, what no window before has scored.
        double nats = 0;
        std::int64_t scored = 1;
        for (std::int64_t begin = 0; scored < 75; begin += 8) {
            const auto end = std::min<std::int64_t>(begin + 32, 75);
            const std::vector<std::int64_t> seen(corpus.tokens.begin() + begin, corpus.tokens.begin() + end);
            const auto logits = model.forward(at::tensor(seen, at::kLong).unsqueeze(0)).detach().squeeze(0).to(at::kDouble);
            for (; scored < end; ++scored)
                nats -= logits[scored - begin - 1].log_softmax(0)[corpus.tokens[std::size_t(scored)]].item<double>();
        }
        QCOMPARE(curve.all.tokens, 74.0);
        QVERIFY2(std::abs(curve.all.mean() - nats / 74) < 1e-5, qPrintable(QString::number(curve.all.mean() - nats / 74)));
    }

    void aStrideAsLongAsTheContextScoresEveryTokenOnceToo()
    {
        const auto model = test::referenceModel(test::referenceManifest().at("bam_ssmax"), test::reference("bam_ssmax"));
        auto corpus = corpusOf(75, 61);
        const auto curve = measured(model, corpus, slidingOver(16, 16));
        // Each window begins with the last token of the one before, from which its first is predicted.
        double nats = 0;
        for (std::int64_t begin = 0; begin + 1 < 75; begin += 15) {
            const auto end = std::min<std::int64_t>(begin + 16, 75);
            const std::vector<std::int64_t> seen(corpus.tokens.begin() + begin, corpus.tokens.begin() + end);
            const auto logits = model.forward(at::tensor(seen, at::kLong).unsqueeze(0)).detach().squeeze(0).to(at::kDouble);
            for (auto scored = begin + 1; scored < end; ++scored)
                nats -= logits[scored - begin - 1].log_softmax(0)[corpus.tokens[std::size_t(scored)]].item<double>();
        }
        QCOMPARE(curve.all.tokens, 74.0);
        QVERIFY2(std::abs(curve.all.mean() - nats / 74) < 1e-5, qPrintable(QString::number(curve.all.mean() - nats / 74)));
        corpus.documents = {0, 20, 21, 40};
        auto within = slidingOver(2, 2);
        within.perplexityDocuments = "within";
        QCOMPARE(measured(model, corpus, within).all.tokens, 19.0 + 18 + 34);
        EXPECT_ERROR(measured(model, corpus, slidingOver(16, 17)), ErrorCode::Usage, "expected a stride from 1 to the context");
    }

    void slidingWorkGrowsWithTheTokensRead()
    {
        const auto model = test::referenceModel(test::referenceManifest().at("alibi"), test::reference("alibi"));
        const auto corpus = corpusOf(200, 61);
        const auto tokenizer = small();
        const test::Asked asked(model, tokenizer, 16);
        const auto evaluation = eval::PerplexityEvaluation::sliding(asked.subject(), corpus, slidingOver(32, 8));
        const auto tokens = double(evaluation->question(0, 0).tokens);
        std::vector<double> shares;
        asked.run(*evaluation, [&](const Progress& progress) { shares.push_back(progress.done / progress.total); });
        QVERIFY2(std::abs(shares.front() - 16 / tokens) < 1e-12, qPrintable(QString::number(shares.front())));      // one chunk
        QVERIFY(std::is_sorted(shares.begin(), shares.end()));
        QCOMPARE(shares.back(), 1.0);
    }

    void textsWithTheSameTokensKeepTheirOwnBytes()
    {
        const auto model = test::referenceModel(test::referenceManifest().at("alibi"), test::reference("alibi"));
        const auto tokenizer = small();
        auto one = corpusOf(65, 61), other = one;
        one.bytes.assign(65, 1);
        other.bytes.assign(65, 3);
        for (const bool slides : {false, true}) {
            const auto spec = slides ? slidingOver(16, 8) : byPosition(64, 16);
            const test::Asked asked(model, tokenizer);
            std::vector<eval::PerplexityCurve> curves;
            for (const auto* corpus : {&one, &other}) {
                const auto evaluation = slides ? eval::PerplexityEvaluation::sliding(asked.subject(), *corpus, spec) : eval::PerplexityEvaluation::byPosition(asked.subject(), *corpus, spec);
                asked.run(*evaluation);
                curves.push_back(evaluation->curve());
            }
            QCOMPARE(curves[0].all.nats, curves[1].all.nats);
            QCOMPARE(curves[0].all.bytes, 64.0);
            QCOMPARE(curves[1].all.bytes, 192.0);
        }
    }

    void aTextTooShortIsRefusedAlsoBesideSlidingPerplexity()
    {
        const auto model = test::referenceModel(test::referenceManifest().at("alibi"), test::reference("alibi"));
        auto spec = byPosition(16, 16, 4);
        spec.perplexityKinds = {"by_position", "sliding"};
        spec.perplexityTotal = 0;
        QCOMPARE(eval::tokensWanted(spec), 0);      // all that the text has
        EXPECT_ERROR(measured(model, corpusOf(60, 61), spec), ErrorCode::Usage, "holds 60 tokens; 68 are wanted");
        spec.perplexityDocuments = "within";
        EXPECT_ERROR(measured(model, corpusOf(60, 61), spec), ErrorCode::Usage, "holds 60 tokens; 68 are wanted");
        QCOMPARE(measured(model, corpusOf(68, 61), spec).sequences, 1);
    }

    void answersOfAnotherShapeAreAskedAgain()
    {
        const auto model = test::referenceModel(test::referenceManifest().at("alibi"), test::reference("alibi"));
        const auto corpus = corpusOf(65, 61);
        const auto tokenizer = small();
        for (const bool slides : {false, true}) {
            const auto spec = slides ? slidingOver(16, 8) : byPosition(64, 16);
            const test::Asked asked(model, tokenizer);
            std::vector<double> nats;
            for (const auto* answer : {"", "{}", "[]", R"({"windows": [[1, 16]], "score": [1]})", R"({"windows": [[1, 16], [1, 16], [1, 16], ["a", 16]], "score": [1, 5]})"}) {
                const auto file = asked.folder() / "evaluation" / "answers.jsonl";
                if (*answer) {
                    auto line = nlohmann::ordered_json::parse(readFile(file).substr(0, readFile(file).find('\n')));
                    line["answer"] = nlohmann::ordered_json::parse(answer);
                    std::ofstream(file, std::ios::binary) << line.dump() << '\n';
                }
                const auto evaluation = slides ? eval::PerplexityEvaluation::sliding(asked.subject(), corpus, spec) : eval::PerplexityEvaluation::byPosition(asked.subject(), corpus, spec);
                asked.run(*evaluation);
                nats.push_back(evaluation->curve().all.nats);
            }
            QCOMPARE(nats, std::vector<double>(5, nats.front()));
        }
    }

    void withinDocumentsEachIsReadAlone()
    {
        const auto model = test::referenceModel(test::referenceManifest().at("alibi"), test::reference("alibi"));
        auto corpus = corpusOf(66, 61);
        corpus.documents = {0, 25, 26, 40};
        auto spec = byPosition(32, 8, 2);
        spec.perplexityDocuments = "within";
        const auto curve = measured(model, corpus, spec);
        QCOMPARE(curve.sequences, 3);       // one of them has a single token
        QCOMPARE(curve.counts, (std::vector<double>{8 + 8 + 8, 8 + 5 + 8, 8 + 8, 1}));
        double first = 0;
        for (const auto& [begin, length] : {std::pair{0, 24}, {26, 13}, {40, 25}}) {
            const std::vector<std::int64_t> all(corpus.tokens.begin() + begin, corpus.tokens.begin() + begin + length + 1);
            const auto logits = model.forward(at::tensor(all, at::kLong).unsqueeze(0)).detach().squeeze(0).to(at::kDouble);
            for (int n = 0; n < 8; ++n)
                first -= logits[n].log_softmax(0)[all[std::size_t(n + 1)]].item<double>() / 24;
        }
        QVERIFY(std::abs(curve.nats[0] - first) < 1e-5);
        QVERIFY(curve.interval && curve.interval->low <= curve.all.perplexity() && curve.interval->high >= curve.all.perplexity());
        auto sliding = slidingOver(16, 8);
        sliding.perplexityDocuments = "within";
        QCOMPARE(measured(model, corpus, sliding).all.tokens, 24.0 + 13 + 25);
    }

    void bytesAreThoseOfTheTextWhateverTheTokenizer()
    {
        QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("words.txt")), "a line of words\n\u00e4nother line\n");
        const auto tokenizer = small();
        const auto corpus = eval::readCorpus(pathOf(folder, "words.txt"), tokenizer, tokenizer.pieceCount(), 0);
        QCOMPARE(corpus.documents.size(), std::size_t(2));
        QCOMPARE(std::accumulate(corpus.bytes.begin(), corpus.bytes.end(), 0), 15 + 13);
        // Shards know their pieces alone; marks have no bytes, and neither has the space before a document.
        const auto papers = tokenizer::Tokenizer::load(test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3"));
        const auto pieces = papers.encode("a line of words");
        std::vector<std::uint32_t> ids(pieces.begin(), pieces.end());
        ids.insert(ids.begin(), std::uint32_t(papers.bos()));
        data::writeShard(pathOf(folder, "shard_000000.safetensors"), ids, std::vector<std::uint32_t>(ids.size()), {"papers", papers.sha256(), {}, {}, papers.pieceCount()});
        QFile::remove(folder.filePath(QStringLiteral("words.txt")));
        const auto shards = eval::readCorpus(folder.path().toStdString(), papers, papers.pieceCount(), 0);
        QCOMPARE(std::accumulate(shards.bytes.begin(), shards.bytes.end(), 0), 15);
    }

    void windowsMustFillTheSequence()
    {
        const auto model = test::referenceModel(test::referenceManifest().at("alibi"), test::reference("alibi"));
        EXPECT_ERROR(measured(model, corpusOf(100, 61), byPosition(50, 16)), ErrorCode::Usage, "The nearest is 48");
        EXPECT_ERROR(measured(model, corpusOf(48, 61), byPosition(48, 16)), ErrorCode::Usage, "49 are wanted");
    }

    void resultsKeepTheOfficialShapeAndReplaceTheSameWindowsOfTheSameText()
    {
        auto results = nlohmann::ordered_json::parse(R"({"passkey": {"kept": 1}, "perplexity": null})");
        eval::Corpus corpus{"bible", "texts/bible.txt", {}, {0}, {}};
        eval::PerplexityCurve curve;
        curve.corpus = "bible";
        curve.window = 512;
        curve.sequence = 1024;
        curve.sequences = 2;
        curve.positions = {512, 1024};
        curve.nats = {std::log(20.0), std::log(5.0)};
        eval::mergePerplexity(results, corpus, curve, {{"checkpoint", "step_00000010"}});
        curve.nats[0] = 0;
        eval::mergePerplexity(results, corpus, curve, {{"checkpoint", "step_00000020"}});
        QCOMPARE(results["perplexity"].size(), std::size_t(1));
        const auto& entry = results["perplexity"][0];
        QCOMPARE(entry["window_size"].get<int>(), 512);
        QCOMPARE(entry["seq_len"].get<int>(), 1024);
        QCOMPARE(entry["ntokens"].get<int>(), 2050);
        QCOMPARE(entry["dataset_dir"].get<std::string>(), std::string("texts/bible.txt"));
        QCOMPARE(entry["positions"].dump(), std::string("[512,1024]"));
        QCOMPARE(entry["perplexity"][0].get<double>(), 1.0);
        QCOMPARE(entry["checkpoint"].get<std::string>(), std::string("step_00000020"));
        curve.window = 1024;
        eval::mergePerplexity(results, corpus, curve, {});
        QCOMPARE(results["perplexity"].size(), std::size_t(2));
        QCOMPARE(results["passkey"]["kept"].get<int>(), 1);
        eval::mergePerplexity(results, corpus, curve, {{"rope_scaling", {{"method", "ntk"}, {"factor", 4}}}});
        eval::mergePerplexity(results, corpus, curve, {{"rope_scaling", {{"method", "ntk"}, {"factor", 8}}}});
        QCOMPARE(results["perplexity"].size(), std::size_t(4));
        eval::mergePerplexity(results, corpus, curve, {});
        QCOMPARE(results["perplexity"].size(), std::size_t(4));
        QVERIFY(!results["perplexity"][3].contains("rope_scaling"));      // the newest is the last
    }
};

BAMSCOPE_TEST(PerplexityTest)
#include "test_perplexity.moc"
