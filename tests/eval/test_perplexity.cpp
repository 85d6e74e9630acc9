// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/perplexity.h"
#include "core/data/shard.h"
#include "tests/support/reference.h"

#include <ATen/ATen.h>

#include <QTemporaryDir>

#include <cmath>
#include <fstream>

using namespace bam;

namespace {

tokenizer::Tokenizer small() { return tokenizer::Tokenizer::load(test::dataFile("text/no_bos.model")); }

eval::Corpus corpusOf(std::int64_t count, std::int64_t vocabulary)
{
    eval::Corpus corpus{"noise", "texts/noise", {}};
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
            const auto curve = eval::evaluatePerplexity(model, corpus, {.sequence = 160, .window = 32, .chunk = chunk});
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
        const auto curve = eval::evaluatePerplexity(model, corpus, {.sequence = 64, .window = 16, .chunk = 40});
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
        EXPECT_ERROR(eval::readCorpus(pathOf(folder, "other.jsonl"), tokenizer, tokenizer.pieceCount(), 8), ErrorCode::Failed, "line 1 of");
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
        QTemporaryDir other;
        data::writeShard(pathOf(other, "shard_000000.safetensors"), {1, 2, 3}, {0, 0, 0}, {"large", std::string(64, 'a'), {}, {}, pieces});
        EXPECT_ERROR(eval::readCorpus(other.path().toStdString(), tokenizer, pieces, 2), ErrorCode::Usage, "another tokenizer (large)");
    }

    void progressRisesToItsEndAndStoppingIsTold()
    {
        const auto model = test::referenceModel(test::referenceManifest().at("alibi"), test::reference("alibi"));
        eval::PerplexityOptions options{.sequence = 64, .window = 16, .chunk = 16};
        std::vector<double> shares;
        std::stop_source stop;
        options.progress = [&](const Progress& progress) { shares.push_back(progress.done / progress.total); };
        (void)eval::evaluatePerplexity(model, corpusOf(65, 61), options);
        QCOMPARE(shares.size(), std::size_t(4));
        QVERIFY(std::is_sorted(shares.begin(), shares.end()));
        QVERIFY(std::abs(shares.back() - 1) < 1e-12);
        options.progress = [&](const Progress&) { stop.request_stop(); };
        EXPECT_ERROR(eval::evaluatePerplexity(model, corpusOf(65, 61), options, stop.get_token()), ErrorCode::Stopped, "perplexity");
    }

    void windowsMustFillTheSequence()
    {
        const auto model = test::referenceModel(test::referenceManifest().at("alibi"), test::reference("alibi"));
        EXPECT_ERROR(eval::evaluatePerplexity(model, corpusOf(100, 61), {.sequence = 50, .window = 16}), ErrorCode::Usage, "The nearest is 48");
        EXPECT_ERROR(eval::evaluatePerplexity(model, corpusOf(48, 61), {.sequence = 48, .window = 16}), ErrorCode::Usage, "49 are wanted");
    }

    void resultsKeepTheOfficialShapeAndReplaceTheSameWindowsOfTheSameText()
    {
        auto results = nlohmann::ordered_json::parse(R"({"passkey": {"kept": 1}, "perplexity": null})");
        eval::Corpus corpus{"bible", "texts/bible.txt", {}};
        eval::PerplexityCurve curve{"bible", 512, 1024, 2, {512, 1024}, {std::log(20.0), std::log(5.0)}, 3};
        eval::mergePerplexity(results, corpus, curve, {"step_00000010", "float32", "ab"});
        curve.nats[0] = 0;
        eval::mergePerplexity(results, corpus, curve, {"step_00000020", "float32", "ab"});
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
        eval::mergePerplexity(results, corpus, curve, {"", "float32", "", {{"method", "ntk"}, {"factor", 4}}});
        eval::mergePerplexity(results, corpus, curve, {"", "float32", "", {{"method", "ntk"}, {"factor", 8}}});
        QCOMPARE(results["perplexity"].size(), std::size_t(4));
        eval::mergePerplexity(results, corpus, curve, {});
        QCOMPARE(results["perplexity"].size(), std::size_t(4));
        QVERIFY(!results["perplexity"][1].contains("rope_scaling"));
    }
};

BAMSCOPE_TEST(PerplexityTest)
#include "test_perplexity.moc"
