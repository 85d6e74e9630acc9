// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA kernels' programs, executed on the CPU thread by thread, against the composite operator in float64.
#include "tests/attention/host_kernels.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>

using namespace bam;
using namespace bam::attention;
using tiles::ThreadOrder;

namespace {

bool sameBits(const KernelResults& a, const KernelResults& b)
{
    return at::equal(a.out, b.out) && at::equal(a.logSumExp, b.logSumExp) && at::equal(a.q, b.q) && at::equal(a.k, b.k) && at::equal(a.v, b.v)
        && at::equal(a.bias, b.bias) && at::equal(a.contentFactor, b.contentFactor) && at::equal(a.biasFactor, b.biasFactor);
}

ProblemShape square(std::int64_t length, std::int64_t width, Element element = Element::Float32)
{
    ProblemShape shape;
    shape.queries = shape.keys = length;
    shape.queryStart = 0;
    shape.width = width;
    shape.element = element;
    return shape;
}

/// What the emulated kernels get wrong about this problem; empty for nothing.
std::string wrong(const ProblemShape& shape, double tolerance)
{
    const auto problem = makeProblem(shape);
    return difference(compute(test::hostKernels(), problem, at::kCPU), computeReference(problem), tolerance);
}

constexpr double kExact = 1e-5, kRounded = 3e-2;

}  // namespace

#define VERIFY_RIGHT(shape, tolerance)                   \
    do {                                                 \
        const auto clause = wrong(shape, tolerance);     \
        QVERIFY2(clause.empty(), clause.c_str());        \
    } while (false)

class CudaKernelsOnHostTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyLengthAndWidthIsRight_data()
    {
        QTest::addColumn<int>("length");
        QTest::addColumn<int>("width");
        for (const int length : {1, 2, 3, 17, 64, 65})
            for (const int width : {16, 24, 48, 64, 128})
                QTest::addRow("%d keys of width %d", length, width) << length << width;
        for (const int width : {5, 48, 127})
            QTest::addRow("130 keys of width %d", width) << 130 << width;
    }
    void everyLengthAndWidthIsRight()
    {
        QFETCH(int, length);
        QFETCH(int, width);
        auto shape = square(length, width);
        shape.batch = length < 100 ? 2 : 1;
        shape.kvHeads = length < 100 ? 2 : 4;
        VERIFY_RIGHT(shape, kExact);
        shape.heads = shape.kvHeads = shape.batch = 1;
        shape.element = Element::BFloat16;
        VERIFY_RIGHT(shape, kRounded);
        shape.element = Element::Float16;
        VERIFY_RIGHT(shape, kRounded);
    }

    void documentsHideWhatIsBeforeThem_data()
    {
        QTest::addColumn<int>("length");
        for (const int length : {1, 5, 70})
            QTest::addRow("documents of %d", length) << length;
    }
    void documentsHideWhatIsBeforeThem()
    {
        QFETCH(int, length);
        auto shape = square(150, 20);
        shape.documentLength = length;
        shape.heads = 2;
        VERIFY_RIGHT(shape, kExact);
        shape.element = Element::BFloat16;
        VERIFY_RIGHT(shape, kRounded);
    }

    void firstKeysNeedNotRiseFromRowToRow()
    {
        auto shape = square(200, 20);
        shape.heads = 2;
        shape.documentLength = 1;
        auto problem = makeProblem(shape);
        auto* first = problem.inputs.firstVisible.data_ptr<std::int64_t>();
        // Mostly near keys; one row in either half of a tile sees far more than those before it.
        for (int row = 0; row < 400; ++row)
            first[row] = row == 170 || row == 200 + 140 ? 3 : std::max(0, row % 200 - row * 7 % 30);
        const auto clause = difference(compute(test::hostKernels(), problem, at::kCPU), computeReference(problem), kExact);
        QVERIFY2(clause.empty(), clause.c_str());
    }

    void oneKeyHeadMayServeSeveralHeads_data()
    {
        QTest::addColumn<int>("kvHeads");
        for (const int kvHeads : {1, 2, 4})
            QTest::addRow("%d key heads for 4", kvHeads) << kvHeads;
    }
    void oneKeyHeadMayServeSeveralHeads()
    {
        QFETCH(int, kvHeads);
        auto shape = square(70, 16);
        shape.kvHeads = kvHeads;
        VERIFY_RIGHT(shape, kExact);
        shape.element = Element::Float16;
        VERIFY_RIGHT(shape, kRounded);
    }

    void queriesMayBeginLaterThanKeys_data()
    {
        QTest::addColumn<int>("queries");
        QTest::addColumn<int>("queryStart");
        for (const auto& [queries, start] : {std::pair{1, 129}, {1, 0}, {3, 64}, {66, 63}, {70, 60}, {65, 1}})
            QTest::addRow("%d queries from %d of 130 keys", queries, start) << queries << start;
    }
    void queriesMayBeginLaterThanKeys()
    {
        QFETCH(int, queries);
        QFETCH(int, queryStart);
        auto shape = square(130, 24);
        shape.queries = queries;
        shape.queryStart = queryStart;
        shape.batch = 1;
        VERIFY_RIGHT(shape, kExact);
        shape.documentLength = 40;
        VERIFY_RIGHT(shape, kExact);
        shape.element = Element::BFloat16;
        VERIFY_RIGHT(shape, kRounded);
    }

    void biasAndFactorsMayBeMissing()
    {
        for (int missing = 0; missing < 8; ++missing) {
            auto shape = square(66, 16);
            shape.batch = 1;
            shape.bias = (missing & 1) == 0;
            shape.contentFactor = (missing & 2) == 0;
            shape.biasFactor = (missing & 4) == 0;
            VERIFY_RIGHT(shape, kExact);
        }
    }

    void theContentFactorMayBeZeroNegativeOrLarge()
    {
        for (const double scale : {0.0, -1.0, 12.0}) {
            auto shape = square(90, 40);
            shape.batch = 1;
            shape.factorScale = scale;
            // A score of 100 is rounded to 4e-6, and its exponential inherits that as a relative error.
            VERIFY_RIGHT(shape, scale > 10 ? 4e-5 : kExact);
            shape.element = Element::BFloat16;
            VERIFY_RIGHT(shape, kRounded);
        }
    }

    void rapidlyGrowingScoresMoveTheReference()
    {
        // A bias that falls with distance by 3 per key makes each later tile dwarf all that was summed before it.
        for (const auto element : {Element::Float32, Element::BFloat16}) {
            auto shape = square(200, 48, element);
            shape.batch = shape.heads = shape.kvHeads = 1;
            shape.biasFactor = shape.contentFactor = false;
            auto problem = makeProblem(shape);
            problem.inputs.biasTable = (at::arange(205, at::kFloat) * -0.3f).view({1, -1}).contiguous();
            const auto found = compute(test::hostKernels(), problem, at::kCPU);
            const auto clause = difference(found, computeReference(problem), element == Element::Float32 ? 2e-5 : kRounded);
            QVERIFY2(clause.empty(), clause.c_str());
        }
    }

    void scoresBeyondTheLargestFloatMakeNoNaN()
    {
        auto shape = square(70, 16);
        shape.batch = 1;
        auto problem = makeProblem(shape);
        problem.inputs.contentFactor.fill_(3e37f);
        const auto found = compute(test::hostKernels(), problem, at::kCPU);
        QVERIFY(found.out.isfinite().all().item<bool>());
        QVERIFY(found.logSumExp.isfinite().all().item<bool>());
        // The winner takes all: every output is some value row.
        QVERIFY(found.out.abs().max().item<float>() <= problem.inputs.v.abs().max().item<float>());
    }

    void aNaNIsSeenInTheResults()
    {
        auto shape = square(70, 16);
        shape.batch = 1;
        auto problem = makeProblem(shape);
        problem.inputs.q[0][1][5][2] = std::numeric_limits<float>::quiet_NaN();
        const auto found = compute(test::hostKernels(), problem, at::kCPU);
        QVERIFY(found.out[0][1][5].isnan().all().item<bool>());
        QVERIFY(found.out[0][0].isfinite().all().item<bool>());
        QVERIFY(found.out[0][1][6].isfinite().all().item<bool>());
        QVERIFY(found.bias[1].isnan().all().item<bool>());
        QVERIFY(found.bias[2].isfinite().all().item<bool>());
        problem.inputs.q[0][1][5][2] = 0;
        problem.outGradient[0][3][9][0] = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(compute(test::hostKernels(), problem, at::kCPU).bias[3].isnan().all().item<bool>());
    }

    void noOrderOfThreadsOrBlocksChangesABit()
    {
        for (const auto element : {Element::Float32, Element::BFloat16}) {
            auto shape = square(140, element == Element::Float32 ? 72 : 40, element);
            shape.documentLength = 90;
            shape.heads = 2;
            shape.kvHeads = 1;
            auto problem = makeProblem(shape);
            problem.inputs.biasTable *= 6;  // so that references move
            const auto expected = compute(test::hostKernels(), problem, at::kCPU);
            QVERIFY(sameBits(compute(test::hostKernels(ThreadOrder::Backwards, true), problem, at::kCPU), expected));
            QVERIFY(sameBits(compute(test::hostKernels(ThreadOrder::Interleaved), problem, at::kCPU), expected));
        }
    }

    void rowsOfAnyAlignmentAreRead()
    {
        for (const auto element : {Element::Float32, Element::BFloat16}) {
            auto shape = square(40, 32, element);
            shape.batch = 1;
            auto problem = makeProblem(shape);
            const auto shifted = [](at::Tensor& t) {
                auto storage = at::empty({t.numel() + 1}, t.options()).narrow(0, 1, t.numel()).view(t.sizes());
                t = storage.copy_(t);
            };
            shifted(problem.inputs.k);
            shifted(problem.outGradient);
            const auto clause =
                difference(compute(test::hostKernels(), problem, at::kCPU), computeReference(problem), element == Element::Float32 ? kExact : kRounded);
            QVERIFY2(clause.empty(), clause.c_str());
        }
    }
};

BAMSCOPE_TEST(CudaKernelsOnHostTest)
#include "test_cuda_kernels_on_host.moc"
