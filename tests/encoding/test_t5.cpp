// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/encoding/bias_support.h"

#include <cmath>

using namespace bam;
using namespace bam::test;

namespace {

spec::ModelSpec withBuckets(std::int64_t buckets, std::int64_t maxDistance)
{
    auto spec = withHeads(4);
    spec.prior.t5Buckets = buckets;
    spec.prior.t5MaxDistance = maxDistance;
    return spec;
}

}  // namespace

class T5Test : public Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyDistanceTakesTheNumberOfItsBucket()
    {
        const auto file = formula("t5");
        for (const auto& [buckets, maxDistance] : {std::pair<std::int64_t, std::int64_t>{32, 128}, {8, 64}}) {
            const auto module = makeBias("t5", withBuckets(buckets, maxDistance));
            const auto name = std::to_string(buckets) + "_" + std::to_string(maxDistance);
            setParameter(*module, "relative_attention_bias.weight", file.tensor("weight_" + name));
            const auto expected = file.tensor("bias_" + name);
            QVERIFY(at::equal(module->table(expected.size(1)).detach(), expected));
        }
    }

    void bucketsCollectTheGradientsOfTheirDistances()
    {
        const auto module = makeBias("t5", withBuckets(8, 64));
        module->table(200).sum().backward();
        const auto gradient = parameter(*module, "relative_attention_bias.weight").grad();      // one per distance
        QVERIFY(at::equal(gradient.select(1, 0), at::tensor({1.0f, 1.0f, 1.0f, 1.0f, 4.0f, 8.0f, 16.0f, 168.0f})));
    }

    void startsAreNormalWithTheWidthsDeviation()
    {
        auto spec = withHeads(4096, 4096);
        const auto deviation = parameter(*makeBias("t5", spec), "relative_attention_bias.weight").std().item<double>();
        QVERIFY(std::abs(deviation * 64 - 1) < 0.02);
    }

    void bucketsThatCannotBeAreRefused()
    {
        const auto& kind = encoding::kind("t5");
        QVERIFY(kind.check(withBuckets(32, 128)).empty());
        QVERIFY(kind.check(withBuckets(31, 128)).at(0).find("t5_buckets is 31; expected an even number") != std::string::npos);
        QVERIFY(kind.check(withBuckets(32, 16)).at(0).find("t5_max_distance is 16; expected more than 16") != std::string::npos);
    }
};

BAMSCOPE_TEST(T5Test)
#include "test_t5.moc"
