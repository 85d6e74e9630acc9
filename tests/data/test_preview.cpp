// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/ingest.h"
#include "core/data/preview.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <fstream>

using namespace bam;
using data::PreviewSpec;
using data::PreviewToken;

namespace {

std::filesystem::path tokenizer() { return test::dataFile("tokenizers/mistral_instruct_tokenizer_240323.model.v3"); }

PreviewSpec texts(const std::filesystem::path& input)
{
    PreviewSpec spec;
    spec.inputs = {input};
    spec.tokenizer = tokenizer();
    return spec;
}

std::string joined(const data::PreviewDocument& document)
{
    std::string text;
    for (const auto& token : document.tokens)
        if (token.kind == PreviewToken::Kind::Text)
            text += token.text;
    return text;
}

}  // namespace

class TestPreview : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void tokensOfADocumentMakeItsText()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath(QStringLiteral("a.txt")).toStdString();
        std::ofstream(file) << "In the beginning God created the heaven.\n\nAnd the earth.\n";
        const auto preview = data::preview(texts(file));
        QVERIFY2(preview.error.empty(), preview.error.c_str());
        QCOMPARE(preview.documents.size(), 2U);
        const auto& first = preview.documents.front();
        QCOMPARE(first.source, std::string("a.txt, line 1"));
        QCOMPARE(joined(first), std::string(" In the beginning God created the heaven."));
        QCOMPARE(first.tokens.front().text, std::string("<s>"));
        QVERIFY(first.tokens.front().kind == PreviewToken::Kind::Control);
        QCOMPARE(first.tokens.back().text, std::string("</s>"));
        QCOMPARE(std::size_t(first.tokenCount), first.tokens.size());
        QCOMPARE(first.characters, 40);
        QVERIFY(preview.exact);
        QCOMPARE(preview.tokens, double(preview.sampledTokens));
    }

    void whatIsPreviewedIsWhatAnIngestMakes()
    {
        for (const auto* name : {"text/documents.txt", "text/documents.jsonl", "text/documents.jsonl.gz", "text/documents.parquet"}) {
            const QTemporaryDir folder;
            data::IngestSpec ingest;
            ingest.inputs = {test::dataFile(name)};
            ingest.output = folder.filePath(QStringLiteral("shards")).toStdString();
            ingest.tokenizer = tokenizer();
            ingest.threads = 1;
            const auto report = data::ingest(ingest);
            const auto preview = data::preview(texts(test::dataFile(name)));
            QVERIFY2(preview.error.empty(), preview.error.c_str());
            QVERIFY2(preview.exact, name);
            QCOMPARE(preview.tokens, double(report.tokens));

            PreviewSpec made;
            made.source = data::PreviewSource::Shards;
            made.inputs = {ingest.output};
            const auto shards = data::preview(made);
            QVERIFY2(shards.error.empty(), shards.error.c_str());
            QCOMPARE(shards.tokens, double(report.tokens));
            QCOMPARE(joined(shards.documents.front()), joined(preview.documents.front()));
        }
    }

    void aLargeFileIsReadFromItsBeginningOnly()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath(QStringLiteral("large.txt")).toStdString();
        {
            std::ofstream out(file);
            for (int n = 0; n < 40000; ++n)
                out << "line " << 100000 + n << " of a text that goes on and on\n";
        }
        auto spec = texts(file);
        spec.bytes = 16 * 1024;
        const auto preview = data::preview(spec);
        QVERIFY(!preview.exact);
        QVERIFY(preview.sampledCharacters <= spec.bytes);
        QCOMPARE(int(preview.documents.size()), spec.documents);
        auto all = texts(file);
        all.bytes = 1 << 26;
        const auto whole = data::preview(all);
        QVERIFY(whole.exact);
        QVERIFY(std::abs(preview.tokens / whole.tokens - 1) < 0.02);
    }

    void aFileAsOneDocumentIsCutForShow()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath(QStringLiteral("whole.txt")).toStdString();
        {
            std::ofstream out(file);
            for (int n = 0; n < 2000; ++n)
                out << "word " << n << "\n";
        }
        auto spec = texts(file);
        spec.unit = "file";
        const auto preview = data::preview(spec);
        QCOMPARE(preview.documents.size(), 1U);
        QVERIFY(preview.documents[0].cut);
        QVERIFY(preview.documents[0].tokens.size() < std::size_t(preview.documents[0].tokenCount));
        QVERIFY(std::int64_t(preview.documents[0].text.size()) <= spec.documentBytes);
        QVERIFY(preview.exact);
    }

    void withoutATokenizerTheTextIsShown()
    {
        auto spec = texts(test::dataFile("text/documents.txt"));
        spec.tokenizer.clear();
        const auto preview = data::preview(spec);
        QVERIFY(preview.documents.front().tokens.empty());
        QVERIFY(!preview.documents.front().text.empty());
        QVERIFY(preview.tokens < 0);
    }

    void aMissingColumnSaysWhatIsThere()
    {
        auto spec = texts(test::dataFile("text/documents.jsonl"));
        spec.column = "body";
        const auto preview = data::preview(spec);
        QVERIFY(!preview.error.empty());
        QVERIFY2(preview.hint.find("body") != std::string::npos, preview.hint.c_str());
    }

    void whatIsWrongIsSaidAndNotThrown()
    {
        QVERIFY(!data::preview(texts("no/such/file.txt")).error.empty());
        PreviewSpec shards;
        shards.source = data::PreviewSource::Shards;
        shards.inputs = {test::dataFile("text")};
        QVERIFY(!data::preview(shards).error.empty());
        auto broken = texts(test::dataFile("text/documents.txt"));
        broken.tokenizer = test::dataFile("text/documents.txt");
        QVERIFY(!data::preview(broken).error.empty());
    }

    void aStoppedPreviewIsEmpty()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto preview = data::preview(texts(test::dataFile("text/documents.txt")), stop.get_token());
        QVERIFY(preview.documents.empty() && preview.error.empty());
    }
};

BAMSCOPE_TEST(TestPreview)
#include "test_preview.moc"
