// SPDX-License-Identifier: GPL-3.0-or-later
// The chunked loss against LibTorch's cross-entropy of whole logits: values, gradients, corner cases and peak memory.
#include "core/model/token_loss.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/autocast_mode.h>
#include <ATen/core/grad_mode.h>
#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>

#include <atomic>
#include <cmath>

using namespace bam;

namespace {

at::Tensor wholeLoss(const at::Tensor& hidden, const at::Tensor& weight, const at::Tensor& targets)
{
    const auto logits = at::linear(hidden, weight);
    return at::cross_entropy_loss(logits.view({-1, logits.size(-1)}), targets.reshape({-1}), {}, at::Reduction::Mean, -1);
}

double distance(const at::Tensor& a, const at::Tensor& b) { return (a.to(at::kDouble) - b.to(at::kDouble)).abs().max().item<double>(); }

struct Case {
    at::Tensor hidden, weight, targets;

    static Case make(std::int64_t batch, std::int64_t length, std::int64_t width, std::int64_t pieces, at::ScalarType type = at::kFloat)
    {
        at::manual_seed(1);
        Case c{at::randn({batch, length, width}, type), at::randn({pieces, width}, type) / std::sqrt(double(width)), at::randint(pieces, {batch, length}, at::kLong)};
        c.targets.masked_fill_(at::rand({batch, length}) < 0.2, -1);
        c.hidden.requires_grad_(true);
        c.weight.requires_grad_(true);
        return c;
    }
    Case copy() const { return {hidden.detach().clone().requires_grad_(true), weight.detach().clone().requires_grad_(true), targets}; }
};

/// Counts the bytes that LibTorch's CPU allocator has handed out on this thread while it lives.
class MemoryWatch : public c10::MemoryReportingInfoBase {
public:
    void reportMemoryUsage(void*, int64_t size, std::size_t, std::size_t, c10::Device) override
    {
        m_now += size;
        m_peak = std::max(m_peak, m_now);
    }
    bool memoryProfilingEnabled() const override { return true; }
    std::int64_t peak() const { return m_peak; }

private:
    std::int64_t m_now = 0, m_peak = 0;
};

}  // namespace

class TokenLossTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void valueAndGradientsAreThoseOfWholeLogits_data()
    {
        QTest::addColumn<int>("length");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("pieces");
        QTest::newRow("tiny") << 5 << 8 << 7;
        QTest::newRow("no multiple of any vector") << 33 << 24 << 61;
        QTest::newRow("laptop") << 160 << 128 << 512;
        QTest::newRow("several chunks, the last one short") << 165 << 16 << 32768;
    }
    void valueAndGradientsAreThoseOfWholeLogits()
    {
        QFETCH(int, length);
        QFETCH(int, width);
        QFETCH(int, pieces);
        const auto mine = Case::make(2, length, width, pieces), theirs = mine.copy();
        const auto loss = model::tokenLoss(mine.hidden, mine.weight, mine.targets), expected = wholeLoss(theirs.hidden, theirs.weight, theirs.targets);
        QVERIFY(loss.dim() == 0 && loss.scalar_type() == at::kFloat);
        QVERIFY(distance(loss, expected) < 2e-6);
        (loss * 3).backward();
        (expected * 3).backward();
        QVERIFY(distance(mine.hidden.grad(), theirs.hidden.grad()) < 1e-6);
        QVERIFY(distance(mine.weight.grad(), theirs.weight.grad()) < 1e-6);
        at::NoGradGuard guard;
        QVERIFY(distance(model::tokenLoss(mine.hidden, mine.weight, mine.targets), expected) < 2e-6);
    }

    void otherTypesTakeTheComposedPath()
    {
        const auto mine = Case::make(2, 70, 16, 61, at::kDouble), theirs = mine.copy();
        const auto loss = model::tokenLoss(mine.hidden, mine.weight, mine.targets), expected = wholeLoss(theirs.hidden, theirs.weight, theirs.targets);
        loss.backward();
        expected.backward();
        QVERIFY(distance(loss, expected) < 1e-12);
        QVERIFY(distance(mine.hidden.grad(), theirs.hidden.grad()) < 1e-14);
        QVERIFY(distance(mine.weight.grad(), theirs.weight.grad()) < 1e-14);
    }

    void autocastMultipliesInBfloat16AndSumsInFloat32()
    {
        const auto mine = Case::make(2, 70, 32, 61), theirs = mine.copy();
        at::autocast::set_autocast_dtype(at::kCPU, at::kBFloat16);
        at::autocast::set_autocast_enabled(at::kCPU, true);
        const auto loss = model::tokenLoss(mine.hidden, mine.weight, mine.targets);
        const auto logits = at::linear(theirs.hidden, theirs.weight);
        at::autocast::clear_cache();
        at::autocast::set_autocast_enabled(at::kCPU, false);
        QCOMPARE(logits.scalar_type(), at::kBFloat16);
        const auto expected = at::cross_entropy_loss(logits.to(at::kFloat).view({-1, 61}), mine.targets.view({-1}), {}, at::Reduction::Mean, -1);
        QCOMPARE(loss.scalar_type(), at::kFloat);
        QVERIFY(distance(loss, expected) < 1e-5);
        loss.backward();
        expected.backward();
        QCOMPARE(mine.weight.grad().scalar_type(), at::kFloat);
        // bfloat16 keeps 8 bits; the weight's gradient is rounded once by either path.
        QVERIFY(distance(mine.hidden.grad(), theirs.hidden.grad()) < 0.01 * theirs.hidden.grad().abs().max().item<double>());
        QVERIFY(distance(mine.weight.grad(), theirs.weight.grad()) < 0.01 * theirs.weight.grad().abs().max().item<double>());
    }

    void withoutAnyTargetTheLossIsNotANumber_data()
    {
        QTest::addColumn<int>("type");
        QTest::newRow("float32") << int(at::kFloat);
        QTest::newRow("float64") << int(at::kDouble);
    }
    void withoutAnyTargetTheLossIsNotANumber()
    {
        QFETCH(int, type);
        auto c = Case::make(1, 9, 8, 7, at::ScalarType(type));
        c.targets.fill_(-1);
        QVERIFY(std::isnan(wholeLoss(c.hidden, c.weight, c.targets).item<double>()));
        const auto loss = model::tokenLoss(c.hidden, c.weight, c.targets);
        QVERIFY(std::isnan(loss.item<double>()));
        loss.backward();
        QCOMPARE(c.weight.grad().abs().max().item<double>(), 0.0);
        QCOMPARE(c.hidden.grad().abs().max().item<double>(), 0.0);
    }

    void notANumberComesThrough()
    {
        auto c = Case::make(1, 9, 8, 7);
        at::NoGradGuard guard;
        c.targets.fill_(0);
        c.hidden[0][3][2] = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(std::isnan(model::tokenLoss(c.hidden, c.weight, c.targets).item<double>()));
    }

    void largeLogitsNeitherOverflowNorVanish()
    {
        const auto hidden = at::tensor({300.0f, -300.0f}).view({2, 1}), weight = at::tensor({1.0f, 0.0f, -1.0f}).view({3, 1});
        const auto targets = at::tensor({std::int64_t(2), std::int64_t(2)});
        QVERIFY(distance(model::tokenLoss(hidden, weight, targets), at::tensor(300.0f)) < 1e-4);     // 600 and 0
    }

    void aTargetBeyondTheVocabularyIsRefused()
    {
        auto c = Case::make(1, 9, 8, 7);
        c.targets[0][4] = 7;
        QVERIFY_THROWS_EXCEPTION(c10::IndexError, model::tokenLoss(c.hidden, c.weight, c.targets));
    }

    void onlyWantedGradientsAreComputed()
    {
        const auto c = Case::make(1, 9, 8, 7);
        model::tokenLoss(c.hidden.detach(), c.weight, c.targets).backward();
        QVERIFY(c.weight.grad().defined() && !c.hidden.grad().defined());
        const auto d = c.copy();
        model::tokenLoss(d.hidden, d.weight.detach(), d.targets).backward();
        QVERIFY(!d.weight.grad().defined() && d.hidden.grad().defined());
        QVERIFY(!model::tokenLoss(d.hidden.detach(), d.weight.detach(), d.targets).requires_grad());
    }

    void gradientsCanBeTakenOnce()
    {
        const auto c = Case::make(1, 9, 8, 7);
        const auto loss = model::tokenLoss(c.hidden, c.weight, c.targets);
        loss.backward({}, true);
        const auto once = c.weight.grad().clone();
        QVERIFY_THROWS_EXCEPTION(c10::Error, loss.backward());
        QVERIFY(at::equal(c.weight.grad(), once));
    }

    void lossesOfSeveralBatchesAddUp()
    {
        const auto mine = Case::make(2, 33, 24, 61), theirs = mine.copy();
        for (int n = 0; n < 3; ++n) {
            (model::tokenLoss(mine.hidden, mine.weight, mine.targets) / 3).backward();
            (wholeLoss(theirs.hidden, theirs.weight, theirs.targets) / 3).backward();
        }
        QVERIFY(distance(mine.weight.grad(), theirs.weight.grad()) < 1e-6);
        QVERIFY(distance(mine.hidden.grad(), theirs.hidden.grad()) < 1e-6);
    }

    void wholeLogitsAreNeverInMemory()
    {
        constexpr std::int64_t kTokens = 4096, kPieces = 32768, kWidth = 16, kLogits = kTokens * kPieces * 4;     // 512 MiB
        const auto hidden = at::randn({1, kTokens, kWidth}).requires_grad_(true), weight = at::randn({kPieces, kWidth}).requires_grad_(true);
        const auto targets = at::randint(kPieces, {1, kTokens}, at::kLong);
        const auto watch = std::make_shared<MemoryWatch>();
        {
            const c10::DebugInfoGuard guard(c10::DebugInfoKind::PROFILER_STATE, watch);
            model::tokenLoss(hidden, weight, targets).backward();
        }
        QVERIFY2(watch->peak() > (30 << 20) && watch->peak() < kLogits / 8, std::to_string(watch->peak()).c_str());
    }
};

BAMSCOPE_TEST(TokenLossTest)
#include "test_token_loss.moc"
