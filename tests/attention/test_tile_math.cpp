// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/cuda/element.h"
#include "core/attention/cuda/shape_limits.h"
#include "core/attention/tile_math.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <cmath>
#include <limits>
#include <random>

using namespace bam;
using namespace bam::attention;
using namespace bam::attention::tiles;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Online softmax over scores, `step` at a time, as the kernels do it.
Softmax inSteps(const std::vector<float>& scores, std::size_t step)
{
    Softmax all;
    for (std::size_t begin = 0; begin < scores.size(); begin += step) {
        const auto end = std::min(begin + step, scores.size());
        float max = kHidden;
        for (auto n = begin; n < end; ++n)
            max = greatest(max, scores[n]);
        const float reference = nextReference(all.max, max);
        float sum = all.sum * weightOf(all.max, reference);
        for (auto n = begin; n < end; ++n)
            sum += weightOf(scores[n], reference);
        all = {reference, sum};
    }
    return all;
}

}  // namespace

class TileMathTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void tilesLeaveOutNothingVisible()
    {
        // Against the definition, element by element, for small tiles.
        std::mt19937 random(3);
        for (int trial = 0; trial < 300; ++trial) {
            constexpr int kRows = 4, kKeys = 3;
            const int keys = 1 + int(random() % 20), queryStart = int(random() % unsigned(keys)), queries = 1 + int(random() % unsigned(keys - queryStart));
            std::vector<int> first;
            for (int r = 0; r < queries; ++r)
                first.push_back(int(random() % unsigned(queryStart + r + 1)));
            for (int tile = 0; tile < int(tilesOf(queries, kRows)); ++tile) {
                const int row = tile * kRows, rows = std::min(kRows, queries - row);
                const auto [low, high] = std::minmax_element(first.begin() + row, first.begin() + row + rows);
                const RowRange range{*low, *high, queryStart + row, queryStart + row + rows - 1};
                const Span span = keyTilesOf(range, kKeys);
                for (int keyTile = 0; keyTile < int(tilesOf(keys, kKeys)); ++keyTile) {
                    const int firstKey = keyTile * kKeys, endKey = firstKey + kKeys;
                    bool any = false, all = rows == kRows;
                    for (int r = row; r < row + rows; ++r)
                        for (int key = firstKey; key < endKey; ++key) {
                            const bool sees = visible(first[std::size_t(r)], queryStart + r, key);
                            any |= sees;
                            all &= sees;
                        }
                    const bool streamed = keyTile >= span.begin && keyTile < span.end;
                    const Span queryTiles = queryTilesOf(firstKey, queryStart, queries, kRows);
                    QVERIFY(!any || streamed);
                    QVERIFY(!any || (tile >= queryTiles.begin && tile < queryTiles.end && seesKeys(range, firstKey, endKey)));
                    QCOMPARE(needsMask(range, firstKey, endKey, rows == kRows), !all);
                }
            }
        }
    }

    void aRowPastTheLastQuerySeesNothing()
    {
        QVERIFY(!visible(0, -1, 0));
        QVERIFY(visible(3, 3, 3));
    }

    void softmaxInPiecesIsSoftmax()
    {
        std::mt19937 random(5);
        std::normal_distribution<float> normal(0, 30);
        for (const std::size_t count : {1, 2, 63, 64, 65, 300})
            for (const std::size_t step : {1, 7, 64}) {
                std::vector<float> scores(count);
                double top = -1e300, sum = 0;
                for (auto& score : scores) {
                    score = normal(random);
                    top = std::max(top, double(score));
                }
                for (const float score : scores)
                    sum += std::exp(double(score) - top);
                QVERIFY(std::abs(logSumExpOf(inSteps(scores, step)) - (top + std::log(sum))) < 2e-5);
            }
    }

    void theReferenceFollowsOnlyWhenTheMaximumRunsAhead()
    {
        QCOMPARE(nextReference(kHidden, -500.0f), -500.0f);
        QCOMPARE(nextReference(1.0f, 8.5f), 1.0f);
        QCOMPARE(nextReference(1.0f, 9.5f), 9.5f);
        QCOMPARE(nextReference(1.0f, kHidden), 1.0f);
    }

    void rowsWithoutKeysHaveNoWeight()
    {
        const Softmax none = inSteps({kHidden, kHidden, kHidden}, 2);
        QCOMPARE(none.sum, 0.0f);
        QCOMPARE(logSumExpOf(none), -kInfinity);
        const Softmax one = merged(none, {2.0f, 3.0f});
        QCOMPARE(one.max, 2.0f);
        QCOMPARE(one.sum, 3.0f);
        QCOMPARE(merged(none, none).sum, 0.0f);
    }

    void hugeScoresStayFiniteAndNaNStaysNaN()
    {
        QVERIFY(std::isfinite(scoreOf(1e38f, 1e38f, 0, 0)));
        QCOMPARE(scoreOf(-1e38f, 1e38f, 0, 0), -kScoreLimit);
        QCOMPARE(weightOf(scoreOf(kInfinity, 1, 0, 0), kScoreLimit), 1.0f);
        QCOMPARE(weightOf(-kScoreLimit, kScoreLimit), 0.0f);
        QVERIFY(std::isnan(scoreOf(kNaN, 1, 0, 0)));
        QVERIFY(std::isnan(weightOf(kNaN, 0)));
        QVERIFY(std::isnan(logSumExpOf(inSteps({1, kNaN, 2}, 2))));
    }

    void partialResultsMergeByTheirLogarithms()
    {
        const auto both = mergedPartials(std::log(3.0f), std::log(1.0f));
        QVERIFY(std::abs(both.a - 0.75f) < 1e-6f && std::abs(both.b - 0.25f) < 1e-6f && std::abs(both.logSumExp - std::log(4.0f)) < 1e-6f);
        const auto one = mergedPartials(-kInfinity, 7.0f);
        QCOMPARE(one.a, 0.0f);
        QCOMPARE(one.b, 1.0f);
        QCOMPARE(one.logSumExp, 7.0f);
        const auto none = mergedPartials(-kInfinity, -kInfinity);
        QCOMPARE(none.a + none.b, 0.0f);
        QCOMPARE(none.logSumExp, -kInfinity);
    }

    void theScoreGradientSumsToZeroOverARow()
    {
        const float weights[] = {0.5f, 0.25f, 0.25f}, gradients[] = {3, -1, 7};
        float dot = 0, sum = 0;
        for (int n = 0; n < 3; ++n)
            dot += weights[n] * gradients[n];
        for (int n = 0; n < 3; ++n)
            sum += scoreGradient(weights[n], gradients[n], dot);
        QCOMPARE(sum, 0.0f);
        QCOMPARE(scoreGradient(0.5f, 3, dot), 0.0f);
    }

    void everyElementLiesOnOneDiagonal()
    {
        constexpr int kRows = 5, kKeys = 3;
        int found = 0;
        for (int d = 0; d < kRows + kKeys - 1; ++d) {
            const Span rows = rowsOnDiagonal(d, kRows, kKeys);
            for (int r = rows.begin; r < rows.end; ++r, ++found) {
                const int key = keyOnDiagonal(d, r, kKeys);
                QVERIFY(key >= 0 && key < kKeys);
                QCOMPARE(diagonalOf(r, key, kKeys), d);
                QCOMPARE(distanceOf(d, 20, 9, kKeys), (20 + r) - (9 + key));
            }
        }
        QCOMPARE(found, kRows * kKeys);
    }

    void fixedPointSumsDoNotDependOnOrder()
    {
        std::mt19937 random(7);
        std::normal_distribution<float> normal(0, 1e-3f);
        std::vector<float> values(20000);
        double exact = 0, absolute = 0;
        for (auto& value : values) {
            value = normal(random) * std::exp(normal(random) * 5000);
            exact += value;
            absolute += std::abs(value);
        }
        const float scale = fixedPointScale(float(absolute) * 1.1f);
        std::int64_t first = 0;
        for (int trial = 0; trial < 3; ++trial) {
            std::shuffle(values.begin(), values.end(), random);
            std::int64_t sum = 0;
            for (const float value : values) {
                QVERIFY(fitsFixedPoint(value, scale));
                sum += toFixedPoint(value, scale);
            }
            if (trial == 0)
                first = sum;
            QCOMPARE(sum, first);
        }
        QVERIFY(std::abs(fromFixedPoint(first, scale) - exact) <= std::abs(exact) * 1e-6 + absolute * 1e-12);
    }

    void theScaleFitsAnyBound()
    {
        for (const float bound : {0.0f, 1e-45f, 1e-38f, 1e-20f, 1.0f, 1.5f, 1e20f, 3.4e38f}) {
            const float scale = fixedPointScale(bound);
            QVERIFY(std::isfinite(scale) && scale > 0 && fitsFixedPoint(std::nextafter(bound, 0.0f), scale));
            QVERIFY(std::isfinite(1 / scale));
            if (bound > 1e-18f) {
                QVERIFY(double(bound) * double(scale) >= 0x1p59);  // no more than two bits are given away
                QVERIFY(std::abs(fromFixedPoint(toFixedPoint(bound * 0.7f, scale), scale) / (bound * 0.7f) - 1) < 1e-6f);
            }
        }
        QCOMPARE(fixedPointScale(kInfinity), 0.0f);
        QCOMPARE(fixedPointScale(kNaN), 0.0f);
        QVERIFY(!fitsFixedPoint(kNaN, 1));
        QVERIFY(!fitsFixedPoint(kInfinity, 1));
    }

    void elementsRoundAsLibTorchDoes()
    {
        auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(1));
        const auto values = at::cat({at::randn({4000}, generator) * at::exp(at::randn({4000}, generator) * 8),
            at::tensor({0.0f, -0.0f, 65504.0f, 65519.9f, 65520.0f, -1e6f, 6e-8f, 2.9e-8f, 3e-8f, 6.1e-5f, 6.0975e-5f, 1.00048828125f, 1.00146484375f,
                kInfinity, -kInfinity, 3.4e38f})});
        const auto bfloats = values.to(at::kBFloat16), halves = values.to(at::kHalf);
        for (std::int64_t n = 0; n < values.numel(); ++n) {
            const float value = values[n].item<float>();
            const auto bfloat = fromFloat<BFloat16>(value);
            const auto half = fromFloat<Float16>(value);
            QCOMPARE(bfloat.bits, bfloats.data_ptr<at::BFloat16>()[n].x);
            QCOMPARE(half.bits, halves.data_ptr<at::Half>()[n].x);
            QCOMPARE(toFloat(bfloat), float(bfloats.data_ptr<at::BFloat16>()[n]));
            QCOMPARE(toFloat(half), float(halves.data_ptr<at::Half>()[n]));
        }
        QVERIFY(std::isnan(toFloat(fromFloat<BFloat16>(kNaN))));
        QVERIFY(std::isnan(toFloat(fromFloat<Float16>(kNaN))));
    }

    void shapesBeyondTheKernelsAreRefusedWithAReason()
    {
        AttendShape shape{2, 4, 2, 8, 8, 64, 0, 0.125f, Element::BFloat16, Element::BFloat16, Element::BFloat16};
        QVERIFY(reasonAgainst(shape) == nullptr);
        const auto refused = [&](auto&& change) {
            auto changed = shape;
            change(changed);
            return reasonAgainst(changed) != nullptr;
        };
        QVERIFY(refused([](auto& s) { s.width = 129; }));
        QVERIFY(refused([](auto& s) { s.kvHeads = 3; }));
        QVERIFY(refused([](auto& s) { s.queryStart = 1; }));
        QVERIFY(refused([](auto& s) { s.batch = 0; }));
        QVERIFY(refused([](auto& s) { s.keys = std::int64_t(1) << 31; }));
        QVERIFY(refused([](auto& s) { s.batch = 100'000'000; }));
        QVERIFY(refused([](auto& s) { s.element = Element(7); }));
        QVERIFY(refused([](auto& s) { s.keyElement = Element::Float32; }));
        QVERIFY(refused([](auto& s) { s.outElement = Element::Float32; }));
    }
};

BAMSCOPE_TEST(TileMathTest)
#include "test_tile_math.moc"
