// SPDX-License-Identifier: GPL-3.0-or-later
// The quickstart's rows: what is in them, and that they depend on seed and row number alone.
#include "core/data/mixture_source.h"
#include "core/eval/passkey_texts.h"
#include "tests/data/ingest_support.h"

#include <nlohmann/json.hpp>

#include <map>
#include <set>

using bam::ErrorCode;
using bam::data::Batch;
using bam::data::openMixtureSource;
using bam::spec::RunSpec;
using bam::test::dataFile;

namespace {

using Row = std::vector<std::int64_t>;

Row rowOf(const at::Tensor& values, std::int64_t row)
{
    const auto* data = values.const_data_ptr<std::int64_t>() + row * values.size(1);
    return {data, data + values.size(1)};
}

/// The documents of a row of T inputs and the last target.
std::vector<Row> documentsOf(const Batch& batch, std::int64_t row)
{
    const auto inputs = rowOf(batch.inputs, row), ids = rowOf(batch.documents, row);
    std::vector<Row> documents;
    for (std::size_t n = 0; n < inputs.size(); ++n) {
        if (documents.empty() || ids[n] != ids[n - 1])
            documents.emplace_back();
        documents.back().push_back(inputs[n]);
    }
    return documents;
}

/// How often a document repeats its first `length` tokens with at most eight others between copies, from `at` to its end; 0 when it does not.
int copiesOf(const Row& document, std::size_t length, std::size_t at)
{
    if (at + length > document.size() || !std::equal(document.begin(), document.begin() + std::ptrdiff_t(length), document.begin() + std::ptrdiff_t(at)))
        return 0;
    if (at + length == document.size())
        return 1;
    for (std::size_t gap = 0; gap <= 8; ++gap)
        if (const int rest = copiesOf(document, length, at + length + gap); rest > 0)
            return rest + 1;
    return 0;
}

bool startsWith(const Row& row, const Row& part) { return row.size() >= part.size() && std::equal(part.begin(), part.end(), row.begin()); }

class MixtureTest : public bam::test::Suite {
    Q_OBJECT

    bam::test::IngestFolder m_folder;
    std::filesystem::path m_model = m_folder.path("passkey.model");

    RunSpec spec(std::int64_t length = 200) const
    {
        RunSpec spec;
        spec.data.kind = "passkey_mixture";
        spec.data.dataset = dataFile("text/documents.txt").string();
        spec.data.tokenizer = m_model.string();
        spec.data.valTokens = 2 * 8 * length;
        spec.training.batchSize = 8;
        spec.training.sequenceLength = length;
        spec.training.numIterations = 10;
        spec.training.seed = 5;
        spec.model.vocabulary = 512;
        return spec;
    }

    Row encoded(const std::string& text) const
    {
        const auto ids = bam::tokenizer::Tokenizer::load(m_model).encode(text);
        return {ids.begin(), ids.end()};
    }

    static std::vector<Batch> steps(bam::data::BatchSource& source, int count)
    {
        std::vector<Batch> all;
        for (int n = 0; n < count; ++n)
            for (auto& batch : source.nextStep())
                all.push_back(std::move(batch));
        return all;
    }

    static bool same(const Batch& a, const Batch& b)
    {
        return at::equal(a.inputs, b.inputs) && at::equal(a.targets, b.targets) && at::equal(a.documents, b.documents);
    }

private Q_SLOTS:
    void initTestCase()
    {
        std::vector<std::string> sentences;
        for (int key = 10000; key < 10050; ++key)
            sentences.insert(sentences.end(), {bam::eval::kPasskeyDescription, bam::eval::kPasskeyFiller, bam::eval::kPasskeyQuestion,
                bam::eval::informationLine(std::to_string(key))});
        bam::tokenizer::trainBpe({.texts = {dataFile("text/documents.txt")}, .extraSentences = sentences, .pieces = 220, .output = m_model});
    }

    void batchesAreShiftedRowsOfPackedDocuments()
    {
        const auto source = openMixtureSource(spec(), {});
        for (const auto& batch : steps(*source, 4)) {
            QVERIFY(batch.inputs.sizes() == at::IntArrayRef({8, 200}));
            QCOMPARE(int(batch.inputs.scalar_type()), int(at::kLong));
            QVERIFY(at::equal(batch.inputs.narrow(1, 1, 199), batch.targets.narrow(1, 0, 199)));
            QVERIFY(batch.inputs.min().item<std::int64_t>() >= 0 && batch.inputs.max().item<std::int64_t>() < 220);
            QVERIFY(batch.targets.min().item<std::int64_t>() >= 0);
            const auto steps = batch.documents.narrow(1, 1, 199) - batch.documents.narrow(1, 0, 199);
            QVERIFY((batch.documents.select(1, 0) == 0).all().item<bool>());
            QVERIFY(((steps == 0) | (steps == 1)).all().item<bool>());
        }
    }

    void passkeyDocumentsFollowTheEvaluation()
    {
        auto spec = this->spec();
        spec.data.inductionFraction = 0;
        spec.data.proseFillerFraction = 0;
        const auto source = openMixtureSource(spec, {});
        const auto description = encoded(bam::eval::kPasskeyDescription), filler = encoded(bam::eval::kPasskeyFiller),
                   question = encoded(bam::eval::kPasskeyQuestion);
        const auto model = bam::tokenizer::Tokenizer::load(m_model);
        std::set<std::string> keys;
        std::set<std::pair<std::size_t, std::size_t>> depths;
        for (const auto& batch : steps(*source, 5))
            for (std::int64_t row = 0; row < 8; ++row) {
                const auto document = documentsOf(batch, row).front();
                // The last six tokens are the mark before the key and its digits.
                std::vector<std::int32_t> answer(document.end() - 6, document.end());
                const auto key = model.decode(answer);
                QCOMPARE(key.size(), std::size_t(5));
                keys.insert(key);
                auto at = document.begin();
                const auto take = [&](const Row& part) {
                    const bool found = std::distance(at, document.end()) >= std::ptrdiff_t(part.size()) && std::equal(part.begin(), part.end(), at);
                    if (found)
                        at += std::ptrdiff_t(part.size());
                    return found;
                };
                QVERIFY(take(description));
                std::size_t before = 0, after = 0;
                while (take(filler))
                    ++before;
                QVERIFY(take(encoded(bam::eval::informationLine(key))));
                while (take(filler))
                    ++after;
                QVERIFY(take(question));
                QVERIFY(take(encoded(key)));
                QVERIFY(at == document.end());
                depths.insert({before, after});
            }
        QVERIFY2(keys.size() >= 39, bam::str(keys.size(), " keys").c_str());
        QVERIFY2(depths.size() >= 3, bam::str(depths.size(), " depths").c_str());
    }

    void runningTextCanBeTheFiller()
    {
        auto spec = this->spec(300);
        spec.data.inductionFraction = 0;
        spec.data.proseFillerFraction = 1;
        const auto source = openMixtureSource(spec, {});
        Row text;
        for (const auto& line : bam::test::linesOf(dataFile("text/documents.txt"))) {
            const auto ids = encoded(line);
            text.insert(text.end(), ids.begin(), ids.end());
        }
        text.insert(text.end(), text.begin(), text.begin() + 300);      // prose wraps at the end of the file
        const auto description = encoded(bam::eval::kPasskeyDescription), question = encoded(bam::eval::kPasskeyQuestion);
        const auto model = bam::tokenizer::Tokenizer::load(m_model);
        for (std::int64_t row = 0; row < 8; ++row) {
            const auto document = documentsOf(source->nextStep().front(), row).front();
            QVERIFY(startsWith(document, description));
            const auto key = model.decode({document.end() - 6, document.end()});
            const auto information = encoded(bam::eval::informationLine(key));
            const auto place = std::search(document.begin(), document.end(), information.begin(), information.end());
            QVERIFY(place != document.end());
            Row prose(document.begin() + std::ptrdiff_t(description.size()), place);
            prose.insert(prose.end(), place + std::ptrdiff_t(information.size()), document.end() - std::ptrdiff_t(question.size() + 6));
            QVERIFY(std::search(text.begin(), text.end(), prose.begin(), prose.end()) != text.end());
        }
    }

    void inductionDocumentsRepeatTheirSegmentTwoToFourTimes()
    {
        auto spec = this->spec();
        spec.data.inductionFraction = 1;
        const auto source = openMixtureSource(spec, {});
        std::map<int, int> copies;
        int ofDigits = 0, documents = 0;
        const auto digitIds = encoded("0123456789");
        const std::set<std::int64_t> digits(digitIds.begin() + 1, digitIds.end());
        for (const auto& batch : steps(*source, 6))
            for (std::int64_t row = 0; row < 8; ++row) {
                auto all = documentsOf(batch, row);
                all.pop_back();                                         // cut at the end of the row
                for (const auto& document : all) {
                    int found = 0;
                    for (std::size_t length = 4; length <= 20 && found < 2; ++length)
                        found = copiesOf(document, length, 0);
                    QVERIFY(found >= 2 && found <= 4);
                    ++copies[found];
                    ++documents;
                    ofDigits += digits.contains(document[0]) && digits.contains(document[1]) && digits.contains(document[2]) && digits.contains(document[3]);
                }
            }
        QVERIFY(documents > 50);
        QCOMPARE(copies.size(), std::size_t(3));
        QVERIFY2(ofDigits > documents / 10 && ofDigits < documents / 2, bam::str(ofDigits, " of ", documents, " of digits").c_str());
    }

    void theShareOfInductionRowsIsAsAskedFor()
    {
        auto spec = this->spec();
        spec.data.inductionFraction = 0.25;
        const auto source = openMixtureSource(spec, {});
        const auto description = encoded(bam::eval::kPasskeyDescription);
        int passkey = 0;
        for (const auto& batch : steps(*source, 50))
            for (std::int64_t row = 0; row < 8; ++row)
                passkey += startsWith(rowOf(batch.inputs, row), description);
        QVERIFY2(passkey > 400 * 0.75 - 35 && passkey < 400 * 0.75 + 35, bam::str(passkey, " of 400").c_str());
    }

    void rowsDependOnTheSeed()
    {
        const auto one = openMixtureSource(spec(), {}), again = openMixtureSource(spec(), {});
        auto other = spec();
        other.training.seed = 6;
        const auto first = one->nextStep();
        QVERIFY(same(first.front(), again->nextStep().front()));
        QVERIFY(!same(first.front(), openMixtureSource(other, {})->nextStep().front()));
        QVERIFY(!same(first.front(), one->nextStep().front()));
    }

    void seekingContinuesWithTheSameBatch()
    {
        const auto source = openMixtureSource(spec(), {});
        steps(*source, 3);
        const auto position = nlohmann::ordered_json::parse(source->position().dump());
        const auto next = source->nextStep();
        const auto resumed = openMixtureSource(spec(), {});
        resumed->seek(position);
        QCOMPARE(resumed->position().dump(), position.dump());
        QVERIFY(same(resumed->nextStep().front(), next.front()));
        EXPECT_ERROR(resumed->seek({{"shard", 3}}), ErrorCode::Failed, "a row number was expected");
    }

    void ranksAndAccumulationShareTheSameRows()
    {
        auto alone = spec();
        alone.training.tokensPerStep = 4 * 8 * 200;
        const auto source = openMixtureSource(alone, {});
        const auto together = [&] {
            std::vector<Batch> all;
            const auto zero = openMixtureSource(alone, {0, 2}), one = openMixtureSource(alone, {1, 2});
            for (int step = 0; step < 2; ++step) {
                const auto a = zero->nextStep(), b = one->nextStep();
                for (std::size_t micro = 0; micro < a.size(); ++micro)
                    all.insert(all.end(), {a[micro], b[micro]});
            }
            return all;
        }();
        const auto expected = steps(*source, 2);
        QCOMPARE(together.size(), std::size_t(8));
        QCOMPARE(expected.size(), std::size_t(8));
        for (std::size_t n = 0; n < expected.size(); ++n)
            QVERIFY(same(expected[n], together[n]));
        const auto zero = openMixtureSource(alone, {0, 2});
        zero->nextStep();
        QCOMPARE(zero->position().dump(), openMixtureSource(alone, {}).get()->position().dump().replace(7, 1, "32"));
    }

    void validationIsFixedAndApartFromTraining()
    {
        const auto source = openMixtureSource(spec(), {});
        const auto first = source->validation();
        QCOMPARE(first.size(), std::size_t(2));
        const auto training = steps(*source, 5);
        const auto second = source->validation();
        for (std::size_t n = 0; n < first.size(); ++n)
            QVERIFY(same(first[n], second[n]));
        std::set<Row> rows;
        for (const auto& batch : first)
            for (std::int64_t row = 0; row < 8; ++row)
                rows.insert(rowOf(batch.inputs, row));
        QCOMPARE(rows.size(), std::size_t(16));
        for (const auto& batch : training)
            for (std::int64_t row = 0; row < 8; ++row)
                QVERIFY(!rows.contains(rowOf(batch.inputs, row)));
    }

    void itNeverEndsAndKnowsItsTokenizer()
    {
        const auto source = openMixtureSource(spec(), {});
        QVERIFY(!source->stepsAvailable());
        QCOMPARE(source->tokenizer().name, std::string("passkey.model"));
        QCOMPARE(source->tokenizer().pieces, 220);
        QCOMPARE(source->tokenizer().sha256, bam::sha256OfFile(m_model));
        QCOMPARE(source->describe().at("tokens_per_batch").get<std::int64_t>(), 1600);
        QCOMPARE(source->describe().at("seq_len").get<std::int64_t>(), 200);
    }

    void aTextThatIsNotUtf8IsReported()
    {
        auto spec = this->spec();
        spec.data.dataset = m_folder.write("latin1.txt", "caf\xe9 and na\xefve words\nby the river\n").string();
        std::string said;
        openMixtureSource(spec, {}, [&](const std::string& line) { said += line + '\n'; });
        QVERIFY2(said.find("2 invalid UTF-8 sequences") != std::string::npos, said.c_str());
    }

    void whatItNeedsIsAskedFor()
    {
        auto spec = this->spec();
        spec.data.tokenizer.clear();
        EXPECT_ERROR(openMixtureSource(spec, {}), ErrorCode::Usage, "needs a tokenizer");
        spec = this->spec();
        spec.data.dataset = m_folder.path("absent.txt").string();
        EXPECT_ERROR(openMixtureSource(spec, {}), ErrorCode::Usage, "absent.txt");
        spec.data.dataset = m_folder.write("blank.txt", "\n \n").string();
        EXPECT_ERROR(openMixtureSource(spec, {}), ErrorCode::Usage, "holds no text");
        spec = this->spec();
        spec.model.vocabulary = 219;
        EXPECT_ERROR(openMixtureSource(spec, {}), ErrorCode::Usage, "has 220 pieces");
        EXPECT_ERROR(openMixtureSource(this->spec(60), {}), ErrorCode::Usage, "training.sequence_length is 60");
        spec = this->spec();
        // Without digits of its own, a number becomes one unknown piece.
        spec.data.tokenizer = dataFile("text/no_bos.model").string();
        EXPECT_ERROR(openMixtureSource(spec, {}), ErrorCode::Usage, "every digit must be one piece");
    }
};

BAMSCOPE_TEST(MixtureTest)

}  // namespace

#include "test_mixture.moc"
