// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/runs/min_max_index.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>

using namespace bam;
using runs::Extremes;
using runs::MinMaxIndex;

class MinMaxIndexTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aRoughRangeHoldsTheExactOneAndLittleMore()
    {
        std::vector<float> values;
        for (int i = 0; i < 70'000; ++i)
            values.push_back(float(i));
        MinMaxIndex index;
        index.extend(values);
        for (const std::size_t length : {1, 63, 64, 100, 1000, 5000, 69'000})
            for (const std::size_t begin : {0, 1, 15, 500, 999}) {
                const auto end = std::min(begin + length, values.size());
                const auto rough = index.roughRange(values, begin, end);
                const auto most = float(length) / 4;
                QVERIFY(rough.low <= float(begin) && rough.low >= float(begin) - most);
                QVERIFY(rough.high >= float(end - 1) && rough.high <= float(end - 1) + most);
            }
        QVERIFY(index.roughRange(values, 5, 5).empty());
    }

    void everyRangeHasItsExtremesWhileTheSeriesGrows()
    {
        SplitMix64 random(3);
        std::vector<float> values;
        MinMaxIndex index;
        for (const std::size_t size : {1, 15, 16, 17, 255, 256, 300, 4096, 5000}) {
            while (values.size() < size)
                values.push_back(float(random.below(100'000)) / 1000);
            index.extend(values);
            for (int n = 0; n < 300; ++n) {
                auto begin = std::size_t(random.below(size + 1)), end = std::size_t(random.below(size + 1));
                if (begin > end)
                    std::swap(begin, end);
                const auto found = index.range(values, begin, end);
                if (begin == end) {
                    QVERIFY(found.empty());
                    continue;
                }
                const auto [low, high] = std::minmax_element(values.begin() + std::ptrdiff_t(begin), values.begin() + std::ptrdiff_t(end));
                QCOMPARE(found.low, *low);
                QCOMPARE(found.high, *high);
            }
        }
    }

    void aSingleSpikeIsNeverHidden()
    {
        std::vector<float> values(100'000, 1.0f);
        values[77'777] = 1e6f;
        MinMaxIndex index;
        index.extend(values);
        QCOMPARE(index.range(values, 0, values.size()).high, 1e6f);
        QCOMPARE(index.range(values, 0, 77'777).high, 1.0f);
        QCOMPARE(index.range(values, 77'777, 77'778).low, 1e6f);
    }

    void missingValuesArePassedOver()
    {
        const std::vector<float> values{NAN, 2, NAN, 1, NAN};
        MinMaxIndex index;
        index.extend(values);
        QCOMPARE(index.range(values, 0, 5).low, 1.0f);
        QCOMPARE(index.range(values, 0, 5).high, 2.0f);
        QVERIFY(index.range(values, 4, 5).empty());
    }
};

BAMSCOPE_TEST(MinMaxIndexTest)
#include "test_min_max_index.moc"
