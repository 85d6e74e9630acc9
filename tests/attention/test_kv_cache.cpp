// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/kv_cache.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>

using namespace bam;
using attention::KvCache;

namespace {

at::Tensor positions(std::int64_t from, std::int64_t count)
{
    return (at::arange(from, from + count, at::kFloat)).view({1, 1, -1, 1}).expand({1, 2, count, 4});
}

}  // namespace

class KvCacheTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void itKeepsWhatWasPutWhileItGrows()
    {
        KvCache cache({.layers = 2, .batch = 1, .kvHeads = 2, .width = 4}, 3);
        for (std::int64_t at = 0; at < 50; at += 5) {
            for (std::int64_t layer = 0; layer < 2; ++layer)
                cache.put(layer, positions(at, 5), -positions(at, 5));
            cache.advance(5);
        }
        QCOMPARE(cache.length(), 50);
        for (std::int64_t layer = 0; layer < 2; ++layer) {
            QVERIFY(at::equal(cache.keys(layer, 50), positions(0, 50)));
            QVERIFY(at::equal(cache.values(layer, 50), -positions(0, 50)));
        }
        QCOMPARE(cache.bytes(), 2 * 2 * 2 * cache.capacity() * 4 * 4);
    }

    void itGrowsByAQuarterSoThatSingleTokensAreCheap()
    {
        KvCache cache({.layers = 1, .batch = 1, .kvHeads = 2, .width = 4}, 100);
        cache.reserve(101);
        QCOMPARE(cache.capacity(), 125);
        cache.reserve(1000);
        QCOMPARE(cache.capacity(), 1000);
    }

    void truncatingForgetsTheEnd()
    {
        KvCache cache({.layers = 1, .batch = 1, .kvHeads = 2, .width = 4}, 10);
        cache.put(0, positions(0, 6), positions(0, 6));
        cache.advance(6);
        cache.truncate(2);
        cache.put(0, positions(100, 1), positions(100, 1));
        cache.advance(1);
        QVERIFY(at::equal(cache.keys(0, 3).select(2, 2), positions(100, 1).select(2, 0)));
        EXPECT_ERROR(cache.truncate(4), ErrorCode::Failed, "holds 3 positions and cannot be cut to 4");
    }
};

BAMSCOPE_TEST(KvCacheTest)
#include "test_kv_cache.moc"
