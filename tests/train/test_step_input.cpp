// SPDX-License-Identifier: GPL-3.0-or-later
// Reading ahead must not show: not in the batches, not in the position, not in when errors come.
#include "core/data/loader.h"
#include "core/data/shard.h"
#include "core/train/step_input.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>

#include <QTemporaryDir>

using namespace bam;

namespace {

using Json = nlohmann::ordered_json;

/// Step n is one batch full of n; `steps` in all, and step `broken` cannot be read.
class CountingSource : public data::BatchSource {
public:
    explicit CountingSource(std::int64_t steps, std::int64_t broken = -1)
        : m_steps(steps), m_broken(broken)
    {
    }
    std::vector<data::Batch> nextStep() override
    {
        ++reads;
        if (m_next == m_broken)
            throw Error(ErrorCode::Failed, "the shard is torn");
        if (m_next >= m_steps)
            return {};
        const auto tokens = at::full({1, 4}, m_next++, at::kLong);
        return {{tokens, tokens + 1, at::zeros_like(tokens)}};
    }
    std::vector<data::Batch> validation() override { return {}; }
    std::optional<std::int64_t> stepsAvailable() const override { return m_steps; }
    Json position() const override { return {{"step", m_next}}; }
    void seek(const Json& position) override { m_next = position.at("step"); }
    Json describe() const override { return {}; }
    std::string fingerprint() override { return {}; }
    TokenizerId tokenizer() const override { return {}; }

    int reads = 0;

private:
    std::int64_t m_steps, m_broken, m_next = 0;
};

std::int64_t valueOf(const std::vector<data::Batch>& batches) { return batches.at(0).inputs[0][0].item<std::int64_t>(); }
Json atStep(std::int64_t step) { return {{"step", step}}; }

}  // namespace

class StepInputTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void readingAheadChangesNeitherBatchesNorPositions()
    {
        CountingSource source(5);
        train::StepInput input(source, at::kCPU, true);
        QVERIFY(input.position() == atStep(0));
        for (std::int64_t step = 0; step < 5; ++step) {
            QCOMPARE(valueOf(input.next()), step);
            QVERIFY(input.position() == atStep(step + 1));
            input.fetchAhead();
            QVERIFY(input.position() == atStep(step + 1));      // what a checkpoint after this step stores
            input.fetchAhead();
            QCOMPARE(source.reads, int(step) + 2);
        }
        QVERIFY(input.next().empty());
        QVERIFY(input.next().empty());
        QVERIFY(input.position() == atStep(5));
    }

    void aPositionContinuesInAnotherInput()
    {
        CountingSource source(5), other(5);
        train::StepInput input(source, at::kCPU, true), resumed(other, at::kCPU, true);
        input.next();
        input.next();
        input.fetchAhead();
        resumed.fetchAhead();
        resumed.seek(input.position());         // forgets what it had read
        for (std::int64_t step = 2; step < 5; ++step)
            QCOMPARE(valueOf(resumed.next()), step);
    }

    void aRunOverShardsContinuesAfterAnyStep()
    {
        QTemporaryDir folder;
        std::vector<std::uint32_t> ids, documents;
        for (std::uint32_t n = 0; n < 500; ++n) {
            ids.push_back((n * 37 + n / 11) % 50);
            documents.push_back(n / 90);
        }
        data::writeShard(std::filesystem::path(folder.path().toStdString()) / "shard_000000.safetensors", ids, documents, {"test.model", "", "", "test", 50});
        spec::RunSpec spec;
        spec.model.vocabulary = 50;
        spec.data.dataset = folder.path().toStdString();
        spec.data.valTokens = 0;
        spec.training.batchSize = 2;
        spec.training.sequenceLength = 16;
        spec.training.tokensPerStep = 64;
        const auto whole = data::openBatchSource(spec, {});
        for (std::int64_t done = 0; done <= 7; ++done) {
            const auto source = data::openBatchSource(spec, {}), other = data::openBatchSource(spec, {}), plain = data::openBatchSource(spec, {});
            train::StepInput input(*source, at::kCPU, true), resumed(*other, at::kCPU, true);
            for (std::int64_t step = 0; step < done; ++step) {
                input.next();
                plain->nextStep();
                input.fetchAhead();
            }
            QVERIFY(input.position() == plain->position());
            resumed.seek(input.position());
            std::int64_t left = 0;
            for (auto expected = plain->nextStep(); !expected.empty(); expected = plain->nextStep(), ++left) {
                const auto found = resumed.next();
                resumed.fetchAhead();
                QCOMPARE(found.size(), 2u);
                for (std::size_t n = 0; n < 2; ++n)
                    QVERIFY(at::equal(found[n].inputs, expected[n].inputs) && at::equal(found[n].targets, expected[n].targets)
                        && at::equal(found[n].documents, expected[n].documents));
            }
            QCOMPARE(done + left, *whole->stepsAvailable());
            QVERIFY(resumed.next().empty());
        }
    }

    void anErrorOfReadingAheadWaitsForTheStepThatNeedsIt()
    {
        CountingSource source(5, 2);
        train::StepInput input(source, at::kCPU, true);
        input.next();
        input.fetchAhead();
        QCOMPARE(valueOf(input.next()), 1);
        input.fetchAhead();                     // fails in silence
        QVERIFY(input.position() == atStep(2));
        EXPECT_ERROR(input.next(), ErrorCode::Failed, "the shard is torn");
        QVERIFY(input.position() == atStep(2));
    }

    void theCpuReadsNothingAhead()
    {
        CountingSource source(5);
        train::StepInput input(source, at::kCPU);
        input.next();
        input.fetchAhead();
        QCOMPARE(source.reads, 1);
        QCOMPARE(valueOf(input.next()), 1);
    }

    void onTheCpuBatchesAreTheSourcesOwnTensors()
    {
        const auto tokens = at::arange(4).view({1, 4});
        const data::Batch batch{tokens, tokens, {}};
        QVERIFY(train::onDevice(train::pinnedFor(batch, at::kCPU), at::kCPU).inputs.is_same(tokens));
        QVERIFY(!train::onDevice(batch, at::kCPU).documents.defined());
    }
};

BAMSCOPE_TEST(StepInputTest)
#include "test_step_input.moc"
