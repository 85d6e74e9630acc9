// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/encoding/bias_support.h"

using namespace bam;
using namespace bam::test;

class SandwichTest : public Suite {
    Q_OBJECT
private Q_SLOTS:
    void theBiasIsTheInnerProductOfSinusoidalEmbeddings()
    {
        const auto file = formula("sandwich");
        for (const auto& [heads, width] : {std::pair<std::int64_t, std::int64_t>{8, 128}, {6, 32}}) {
            auto spec = withHeads(heads);
            spec.prior.sandwichWidth = width;
            const auto expected = file.tensor("bias_" + std::to_string(heads) + "_" + std::to_string(width));
            QVERIFY(relativeError(makeBias("sandwich", spec)->table(expected.size(1)), expected) <= 1e-6);
        }
    }

    void nothingIsLearned()
    {
        QVERIFY(makeBias("sandwich", withHeads(4))->parameters().empty());
        QVERIFY(!encoding::kind("sandwich").hasPrior);
    }

    void anOddWidthIsRefused()
    {
        auto spec = withHeads(4);
        QVERIFY(encoding::kind("sandwich").check(spec).empty());
        spec.prior.sandwichWidth = 127;
        QVERIFY(encoding::kind("sandwich").check(spec).at(0).find("sandwich_width is 127") != std::string::npos);
    }
};

BAMSCOPE_TEST(SandwichTest)
#include "test_sandwich.moc"
