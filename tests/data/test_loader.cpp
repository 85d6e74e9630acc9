// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/data/loader.h"
#include "core/data/shard.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <QTemporaryDir>

#include <fstream>
#include <set>

namespace {

namespace fs = std::filesystem;
using bam::ErrorCode;
using bam::data::Batch;
using bam::data::openBatchSource;
using bam::data::ShardWriterOptions;
using bam::spec::RunSpec;
using Json = nlohmann::ordered_json;

const char* const kMistral = "tokenizers/mistral_instruct_tokenizer_240323.model.v3";
constexpr std::int64_t kRows = 2, kLength = 8, kForward = kRows * kLength;

/// Token and document of each stream position, so that every test can say what belongs where.
std::int64_t tokenAt(std::int64_t position) { return (position * 37 + position / 100) % 1000; }
std::int64_t documentAt(std::int64_t position) { return position / 13 % 5; }

std::vector<std::int64_t> flat(const at::Tensor& tensor)
{
    const auto dense = tensor.contiguous();
    const auto* const data = dense.const_data_ptr<std::int64_t>();
    return {data, data + dense.numel()};
}

bool sameBatch(const Batch& a, const Batch& b)
{
    return a.inputs.equal(b.inputs) && a.targets.equal(b.targets) && a.documents.equal(b.documents);
}

bool sameBatches(const std::vector<Batch>& a, const std::vector<Batch>& b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), sameBatch);
}

/// Whether this is the micro-batch that begins at a stream position.
bool beginsAt(const Batch& batch, std::int64_t begin)
{
    if (batch.inputs.sizes() != at::IntArrayRef({kRows, kLength}) || !batch.inputs.is_contiguous() || !batch.targets.is_contiguous())
        return false;
    const auto inputs = flat(batch.inputs), targets = flat(batch.targets), documents = flat(batch.documents);
    for (std::int64_t i = 0; i < kForward; ++i) {
        const bool first = i % kLength == 0;
        const auto expected = first ? 0 : documents[std::size_t(i - 1)] + (documentAt(begin + i) != documentAt(begin + i - 1));
        if (inputs[std::size_t(i)] != tokenAt(begin + i) || targets[std::size_t(i)] != tokenAt(begin + i + 1) || documents[std::size_t(i)] != expected)
            return false;
    }
    return true;
}

class TestLoader : public bam::test::Suite {
    Q_OBJECT
public:
    TestLoader();

private Q_SLOTS:
    void cleanup();
    void shardsFormOneStream();
    void targetsAtTheEndComeFromTheNextShard();
    void documentsAreCountedWithinEachRow();
    void wrappedDocumentIdsStillSeparate();
    void validationComesFirstAndPaddingIsUnused();
    void withoutValidationThereIsNoPadding();
    void ranksShareOneWindow_data();
    void ranksShareOneWindow();
    void ranksShareTheValidation();
    void seekContinuesOnAnyNumberOfRanks();
    void seekRefusesWhatDoesNotFit();
    void theDataEndsWithTheLastWholeStep();
    void oneTokenMoreOrLessDecidesAboutTheLastStep();
    void tooFewTokensSayTheNumbers();
    void fewShardsAreOpenAtATime();
    void aShardThatChangedIsNoticed();
    void officialShardsAreRead();
    void theDescriptionHasTheOfficialKeys();
    void shardsOfSeveralTokenizersAreRefused();
    void theTokenizerOfTheShardsIsFound();
    void anotherTokenizerIsRefused();
    void aTokenizerLargerThanTheModelIsRefused();
    void anIdBeyondTheVocabularyIsNamed();
    void impossibleRanksAndStepsAreRefused();
    void unknownKindsAndMissingFoldersAreRefused();

private:
    fs::path folder() const { return fs::path(m_folder.path().toStdString()) / "shards"; }
    fs::path shard(int index) const { return folder() / ("shard_00000" + std::to_string(index) + ".safetensors"); }
    void write(const std::vector<std::int64_t>& sizes, const ShardWriterOptions& options = {"small.model", "abcd", "", "", 1000}) const;
    RunSpec spec(std::int64_t accumulation = 3, std::int64_t validation = 0, std::int64_t padding = 0) const;
    QTemporaryDir m_folder;
};

TestLoader::TestLoader()
{
    fs::create_directories(folder());
}

void TestLoader::cleanup()
{
    fs::remove_all(folder());
    fs::create_directories(folder());
}

void TestLoader::write(const std::vector<std::int64_t>& sizes, const ShardWriterOptions& options) const
{
    std::int64_t position = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        std::vector<std::uint32_t> ids, documents;
        for (const auto end = position + sizes[i]; position < end; ++position) {
            ids.push_back(std::uint32_t(tokenAt(position)));
            documents.push_back(std::uint32_t(documentAt(position)));
        }
        bam::data::writeShard(shard(int(i)), ids, documents, options);
    }
}

RunSpec TestLoader::spec(std::int64_t accumulation, std::int64_t validation, std::int64_t padding) const
{
    RunSpec spec;
    spec.model.vocabulary = 1000;
    spec.data.dataset = folder().string();
    spec.data.valTokens = validation;
    spec.data.valTokensPadding = padding;
    spec.training.batchSize = kRows;
    spec.training.sequenceLength = kLength;
    spec.training.tokensPerStep = accumulation * kForward;
    return spec;
}

void TestLoader::shardsFormOneStream()
{
    write({50, 7, 0, 1, 100, 43});
    const auto source = openBatchSource(spec(), {});
    QCOMPARE(source->stepsAvailable().value(), std::int64_t(4));
    for (std::int64_t step = 0; step < 4; ++step) {
        const auto batches = source->nextStep();
        QCOMPARE(batches.size(), std::size_t(3));
        for (std::int64_t micro = 0; micro < 3; ++micro)
            QVERIFY(beginsAt(batches[std::size_t(micro)], (step * 3 + micro) * kForward));
    }
    QVERIFY(source->nextStep().empty());
    QVERIFY(source->nextStep().empty());
}

void TestLoader::targetsAtTheEndComeFromTheNextShard()
{
    write({kForward, kForward, 1});
    const auto source = openBatchSource(spec(1), {});
    for (std::int64_t step = 0; step < 2; ++step) {
        const auto batch = source->nextStep().at(0);
        QCOMPARE(batch.targets[kRows - 1][kLength - 1].item<std::int64_t>(), tokenAt((step + 1) * kForward));
        QVERIFY(batch.inputs.slice(1, 1).equal(batch.targets.slice(1, 0, kLength - 1)));
    }
}

void TestLoader::documentsAreCountedWithinEachRow()
{
    bam::data::writeShard(shard(0), std::vector<std::uint32_t>(17, 1), {4, 4, 9, 9, 9, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3}, {"t", "ab", "", "", 1000});
    const auto batch = openBatchSource(spec(1), {})->nextStep().at(0);
    QVERIFY(flat(batch.documents) == (std::vector<std::int64_t>{0, 0, 1, 1, 1, 2, 2, 3, 0, 0, 0, 0, 0, 0, 0, 1}));
}

void TestLoader::wrappedDocumentIdsStillSeparate()
{
    // Two documents of a row may carry one id when the ids wrap; they are different documents all the same.
    bam::data::writeShard(shard(0), std::vector<std::uint32_t>(17, 1), {65535, 65535, 0, 0, 65535, 65535, 65535, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2},
        {"t", "ab", "", "", 1000});
    const auto batch = openBatchSource(spec(1), {})->nextStep().at(0);
    QVERIFY(flat(batch.documents[0]) == (std::vector<std::int64_t>{0, 0, 1, 1, 2, 2, 2, 3}));
}

void TestLoader::validationComesFirstAndPaddingIsUnused()
{
    write({70, 300});
    const auto source = openBatchSource(spec(2, 5 * kForward, 11), {});
    const auto before = source->validation();
    QCOMPARE(before.size(), std::size_t(5));
    for (std::int64_t i = 0; i < 5; ++i)
        QVERIFY(beginsAt(before[std::size_t(i)], i * kForward));
    const auto step = source->nextStep();
    QVERIFY(beginsAt(step[0], 5 * kForward + 11));
    QVERIFY(beginsAt(step[1], 6 * kForward + 11));
    QVERIFY(sameBatches(source->validation(), before));
    QVERIFY(beginsAt(source->nextStep()[0], 7 * kForward + 11));
    QCOMPARE(source->stepsAvailable().value(), std::int64_t((370 - 5 * kForward - 11 - 1) / (2 * kForward)));
}

void TestLoader::withoutValidationThereIsNoPadding()
{
    write({100});
    const auto source = openBatchSource(spec(1, 0, 50), {});
    QVERIFY(source->validation().empty());
    QVERIFY(beginsAt(source->nextStep()[0], 0));
    QCOMPARE(source->describe()["val_tokens_padding"].get<std::int64_t>(), std::int64_t(0));
}

void TestLoader::ranksShareOneWindow_data()
{
    QTest::addColumn<int>("ranks");
    QTest::newRow("1") << 1;
    QTest::newRow("2") << 2;
    QTest::newRow("3") << 3;
}

void TestLoader::ranksShareOneWindow()
{
    QFETCH(int, ranks);
    write({90, 200, 13, 300});
    const auto whole = openBatchSource(spec(6, 6 * kForward, 5), {});
    std::vector<std::unique_ptr<bam::data::BatchSource>> sources;
    for (int rank = 0; rank < ranks; ++rank)
        sources.push_back(openBatchSource(spec(6, 6 * kForward, 5), {rank, ranks}));
    QCOMPARE(sources[0]->stepsAvailable().value(), whole->stepsAvailable().value());
    for (std::int64_t step = 0; step < whole->stepsAvailable().value(); ++step) {
        const auto all = whole->nextStep();
        QCOMPARE(all.size(), std::size_t(6));
        for (int rank = 0; rank < ranks; ++rank) {
            const auto own = sources[std::size_t(rank)]->nextStep();
            QCOMPARE(own.size(), std::size_t(6 / ranks));
            for (std::size_t micro = 0; micro < own.size(); ++micro)
                QVERIFY(sameBatch(own[micro], all[micro * std::size_t(ranks) + std::size_t(rank)]));
        }
    }
    for (const auto& source : sources)
        QVERIFY(source->nextStep().empty());
}

void TestLoader::ranksShareTheValidation()
{
    write({500});
    const auto whole = openBatchSource(spec(6, 6 * kForward), {})->validation();
    for (int rank = 0; rank < 3; ++rank) {
        const auto own = openBatchSource(spec(6, 6 * kForward), {rank, 3})->validation();
        QCOMPARE(own.size(), std::size_t(2));
        QVERIFY(sameBatch(own[0], whole[std::size_t(rank)]));
        QVERIFY(sameBatch(own[1], whole[std::size_t(3 + rank)]));
    }
}

void TestLoader::seekContinuesOnAnyNumberOfRanks()
{
    write({90, 200, 13, 300});
    const auto original = openBatchSource(spec(6, 32, 5), {0, 2});
    original->nextStep();
    original->nextStep();
    const Json position = Json::parse(original->position().dump());     // as state.json stores it
    for (const int ranks : {1, 2, 3}) {
        const auto reference = openBatchSource(spec(6, 32, 5), {});
        reference->nextStep();
        reference->nextStep();
        std::vector<std::unique_ptr<bam::data::BatchSource>> resumed;
        for (int rank = 0; rank < ranks; ++rank) {
            resumed.push_back(openBatchSource(spec(6, 32, 5), {rank, ranks}));
            resumed.back()->nextStep();
            resumed.back()->seek(position);
            QVERIFY(resumed.back()->position() == position);
        }
        for (auto all = reference->nextStep(); !all.empty(); all = reference->nextStep())
            for (int rank = 0; rank < ranks; ++rank) {
                const auto own = resumed[std::size_t(rank)]->nextStep();
                QCOMPARE(own.size(), std::size_t(6 / ranks));
                for (std::size_t micro = 0; micro < own.size(); ++micro)
                    QVERIFY(sameBatch(own[micro], all[micro * std::size_t(ranks) + std::size_t(rank)]));
            }
        QVERIFY(resumed[0]->nextStep().empty());
    }
    const auto other = openBatchSource(spec(6, 32, 5), {1, 2});
    other->nextStep();
    other->nextStep();
    QVERIFY(other->position() == position);
}

void TestLoader::seekRefusesWhatDoesNotFit()
{
    write({400});
    const auto source = openBatchSource(spec(3, 32, 5), {});
    const auto start = source->position();
    EXPECT_ERROR(source->seek(openBatchSource(spec(2, 32, 5), {})->position()), ErrorCode::Usage, "steps of 32 tokens, this run has steps of 48 tokens");
    EXPECT_ERROR(source->seek(openBatchSource(spec(3, 48, 5), {})->position()), ErrorCode::Usage, "continues at token 53");
    EXPECT_ERROR(source->seek(openBatchSource(spec(3, 16, 5), {})->position()), ErrorCode::Usage, "training begins at token 37");
    EXPECT_ERROR(source->seek({{"token", 37 + 48 * 9}, {"tokens_per_step", 48}}), ErrorCode::Failed, "hold 400 tokens");
    for (const Json& bad : {Json(), Json(3), Json::object(), Json{{"row", 3}}, Json{{"token", -1}, {"tokens_per_step", 48}},
             Json{{"token", "37"}, {"tokens_per_step", 48}}, Json{{"token", 37.5}, {"tokens_per_step", 48}}, Json{{"token", 37}}})
        EXPECT_ERROR(source->seek(bad), ErrorCode::Failed, "the checkpoint's data position is " + bad.dump());
    QVERIFY(source->position() == start);
}

void TestLoader::theDataEndsWithTheLastWholeStep()
{
    write({400});
    const auto source = openBatchSource(spec(), {});
    source->seek({{"token", 8 * 48}, {"tokens_per_step", 48}});
    QVERIFY(source->nextStep().empty());
    QVERIFY(source->position() == (Json{{"token", 8 * 48}, {"tokens_per_step", 48}}));
}

void TestLoader::oneTokenMoreOrLessDecidesAboutTheLastStep()
{
    // The last target of the last window needs one token more.
    write({32 + 5 + 48 * 3});
    const auto without = openBatchSource(spec(3, 32, 5), {});
    QCOMPARE(without->stepsAvailable().value(), std::int64_t(2));
    write({32 + 5 + 48 * 3 + 1});
    const auto with = openBatchSource(spec(3, 32, 5), {});
    QCOMPARE(with->stepsAvailable().value(), std::int64_t(3));
    int steps = 0;
    while (!with->nextStep().empty())
        ++steps;
    QCOMPARE(steps, 3);
}

void TestLoader::tooFewTokensSayTheNumbers()
{
    write({85});
    const char* const text = "holds 85 tokens, fewer than one step needs: 32 for validation, 5 of padding, 48 for the step and 1 for the last target, together 86";
    EXPECT_ERROR(openBatchSource(spec(3, 32, 5), {}), ErrorCode::Usage, text);
    write({86});
    QCOMPARE(openBatchSource(spec(3, 32, 5), {})->stepsAvailable().value(), std::int64_t(1));
}

void TestLoader::fewShardsAreOpenAtATime()
{
    const auto mapped = [&] {
        std::ifstream maps("/proc/self/maps");
        std::set<std::string> files;
        for (std::string line; std::getline(maps, line);)
            if (const auto at = line.find(folder().string()); at != std::string::npos)
                files.insert(line.substr(at));
        return files.size();
    };
    write(std::vector<std::int64_t>(9, 30));
    const auto source = openBatchSource(spec(1), {});
    QCOMPARE(mapped(), std::size_t(0));
    while (!source->nextStep().empty())
        QVERIFY(mapped() >= 1 && mapped() <= 3);
}

void TestLoader::aShardThatChangedIsNoticed()
{
    write({100, 100});
    const auto source = openBatchSource(spec(), {});
    write({100, 90});
    source->nextStep();
    source->nextStep();
    EXPECT_ERROR(source->nextStep(), ErrorCode::Failed, "held 100 tokens when the run started and holds 90 now");
}

void TestLoader::officialShardsAreRead()
{
    fs::copy_file(bam::test::dataFile("pt/sample_000000.pt"), folder() / "sample_000000.pt");
    fs::copy_file(bam::test::dataFile("pt/sample_000000.pt"), folder() / "sample_000001.pt");
    auto official = spec();
    official.model.vocabulary = 32768;
    const auto source = openBatchSource(official, {});
    QCOMPARE(source->stepsAvailable().value(), std::int64_t(1279 / 48));
    std::int64_t position = 0;
    for (auto batches = source->nextStep(); !batches.empty(); batches = source->nextStep())
        for (const auto& batch : batches)
            for (const auto id : flat(batch.inputs))
                QCOMPARE(id, ((position++ % 640 + 20) * 7919 + 13) % 32768);
    QCOMPARE(position, std::int64_t(1248));
    QCOMPARE(source->tokenizer().name, std::string("mistralai/Mistral-7B-Instruct-v0.3"));
    QCOMPARE(source->tokenizer().pieces, std::int64_t(0));

    // With the tokenizer named, it is used, and the log says that nothing could be compared.
    official.data.tokenizer = bam::test::dataFile(kMistral).string();
    std::string log;
    const auto named = openBatchSource(official, {}, [&](const std::string& line) { log += line + "\n"; });
    QCOMPARE(named->tokenizer().pieces, std::int64_t(32768));
    QVERIFY2(log.find("note: the shards do not say") != std::string::npos, log.c_str());
    QVERIFY2(log.find("1,280 tokens in 2 shards") != std::string::npos, log.c_str());
}

void TestLoader::theDescriptionHasTheOfficialKeys()
{
    write({600});
    const Json expected = {{"dataset_dir", folder().string()}, {"batch_size", 2}, {"seq_len", 8}, {"grad_accum_steps", 2}, {"val_tokens", 96},
        {"tokens_per_batch", 96}, {"val_tokens_padding", 7}, {"total_tokens", 600}, {"iterations", 5}, {"num_processes", 3}};
    QCOMPARE(QString::fromStdString(openBatchSource(spec(6, 96, 7), {2, 3})->describe().dump()), QString::fromStdString(expected.dump()));
}

void TestLoader::shardsOfSeveralTokenizersAreRefused()
{
    write({100, 100}, {"small.model", "abcd", "", "", 1000});
    const std::vector<std::uint32_t> zeros(100, 0);
    bam::data::writeShard(shard(1), zeros, zeros, {"small.model", "ef01", "", "", 900});
    EXPECT_ERROR(openBatchSource(spec(), {}), ErrorCode::Usage, "shard_000001.safetensors with small.model (900 pieces, SHA-256 ef01");
    // The same file under another name is the same tokenizer.
    bam::data::writeShard(shard(1), zeros, zeros, {"renamed.model", "abcd", "", "", 1000});
    QVERIFY(openBatchSource(spec(), {})->stepsAvailable() > 0);
}

void TestLoader::theTokenizerOfTheShardsIsFound()
{
    const auto model = bam::test::dataFile(kMistral);
    auto large = spec();
    large.model.vocabulary = 32768;
    write({100}, {"mistral", bam::sha256OfFile(model), model.string(), "", 32768});
    const auto found = openBatchSource(large, {})->tokenizer();
    QCOMPARE(found.name, std::string("mistral"));
    QCOMPARE(found.sha256, bam::sha256OfFile(model));
    QCOMPARE(found.pieces, std::int64_t(32768));
    QCOMPARE(found.path, model.string());
    // A file that is gone, or another file under that name, is not offered.
    write({100}, {"mistral", bam::sha256OfFile(model), (folder() / "gone.model").string(), "", 32768});
    QCOMPARE(openBatchSource(large, {})->tokenizer().path, std::string());
    write({100}, {"mistral", bam::sha256("other"), model.string(), "", 32768});
    QCOMPARE(openBatchSource(large, {})->tokenizer().path, std::string());
    // Naming the right file explicitly works wherever it lies.
    write({100}, {"mistral", bam::sha256OfFile(model), "", "", 32768});
    large.data.tokenizer = model.string();
    QCOMPARE(openBatchSource(large, {})->tokenizer().path, model.string());
}

void TestLoader::anotherTokenizerIsRefused()
{
    write({100});
    auto other = spec();
    other.model.vocabulary = 32768;
    other.data.tokenizer = bam::test::dataFile(kMistral).string();
    EXPECT_ERROR(openBatchSource(other, {}), ErrorCode::Usage, "is not the tokenizer of the shards");
    EXPECT_ERROR(openBatchSource(other, {}), ErrorCode::Usage, "made with small.model (1,000 pieces, SHA-256 abcd");
    other.data.tokenizer = (folder() / "none.model").string();
    EXPECT_ERROR(openBatchSource(other, {}), ErrorCode::Usage, "none.model");
}

void TestLoader::aTokenizerLargerThanTheModelIsRefused()
{
    write({100});
    auto small = spec();
    small.model.vocabulary = 999;
    EXPECT_ERROR(openBatchSource(small, {}), ErrorCode::Usage, "has 1,000 pieces, model.vocab_size is 999");
    EXPECT_ERROR(openBatchSource(small, {}), ErrorCode::Usage, "at least 1000");
    small.model.vocabulary = 1001;
    QVERIFY(openBatchSource(small, {})->stepsAvailable() > 0);
}

void TestLoader::anIdBeyondTheVocabularyIsNamed()
{
    // Shards that do not know their tokenizer's size are checked token by token, as they are read.
    std::vector<std::uint32_t> ids(200, 5);
    ids[100] = 1000;
    const std::vector<std::uint32_t> documents(200, 0);
    bam::data::writeShard(shard(0), std::vector<std::uint32_t>(20, 5), std::vector<std::uint32_t>(20, 0), {"t", "", "", "", 0});
    bam::data::writeShard(shard(1), ids, documents, {"t", "", "", "", 0});
    const auto source = openBatchSource(spec(), {});
    source->nextStep();
    source->nextStep();
    EXPECT_ERROR(source->nextStep(), ErrorCode::Failed,
        "token 100 of \"" + shard(1).string() + "\" has the id 1000, but the model (model.vocab_size) has 1,000 pieces, ids 0 to 999");
    // The same in the validation slice.
    const auto validation = openBatchSource(spec(1, 128), {});
    EXPECT_ERROR(validation->validation(), ErrorCode::Failed, "has the id 1000");
}

void TestLoader::impossibleRanksAndStepsAreRefused()
{
    write({400});
    EXPECT_ERROR(openBatchSource(spec(), {3, 3}), ErrorCode::Usage, "rank 3 of 3");
    EXPECT_ERROR(openBatchSource(spec(), {-1, 3}), ErrorCode::Usage, "rank -1 of 3");
    EXPECT_ERROR(openBatchSource(spec(), {0, 0}), ErrorCode::Usage, "rank 0 of 0");
    EXPECT_ERROR(openBatchSource(spec(3), {0, 2}), ErrorCode::Usage, "not a multiple of batch_size");
    EXPECT_ERROR(openBatchSource(spec(1), {0, 2}), ErrorCode::Usage, "= 32.");
}

void TestLoader::unknownKindsAndMissingFoldersAreRefused()
{
    auto unknown = spec();
    unknown.data.kind = "stream";
    EXPECT_ERROR(openBatchSource(unknown, {}), ErrorCode::Usage, "data.kind is \"stream\", expected shards or passkey_mixture");
    EXPECT_ERROR(openBatchSource(spec(), {}), ErrorCode::Usage, "holds no shards");
    fs::remove_all(folder());
    EXPECT_ERROR(openBatchSource(spec(), {}), ErrorCode::Usage, "There is no folder of shards");
}

BAMSCOPE_TEST(TestLoader)

}  // namespace

#include "test_loader.moc"
