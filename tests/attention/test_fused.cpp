// SPDX-License-Identifier: GPL-3.0-or-later
// The fused CPU kernels of every instruction set, and the chunked composition, against the composite in fp64.
#include "core/attention/composite.h"
#include "core/attention/cpu/fused_cpu.h"
#include "core/attention/fused.h"
#include "core/base/text.h"
#include "tests/attention/attend_support.h"
#include "tests/support/peak_memory.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

using namespace bam;
using test::Problem;

namespace {

test::Attend fused(std::int64_t instructionSet)
{
    return [=](const attention::AttendInputs& in) { return attention::attendFused(in, instructionSet); };
}

/// Checks a problem with every instruction set of this machine.
void expectAgreement(const Problem& problem, double tolerance)
{
    const auto& sets = attention::cpu::available();
    for (std::size_t n = 0; n < sets.size(); ++n) {
        const auto result = test::compareWithReference(problem, fused(std::int64_t(n)));
        QVERIFY2(result.finite, qPrintable(QString("%1: not finite").arg(sets[n]->name)));
        QVERIFY2(result.error <= tolerance,
            qPrintable(QString::asprintf("%s: %s differs by %.2g", sets[n]->name, result.where.c_str(), result.error)));
    }
}

}  // namespace

class FusedTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void outputAndGradientsAgreeForEveryLength_data()
    {
        QTest::addColumn<int>("length");
        QTest::addColumn<bool>("documents");
        for (const int length : {1, 2, 3, 17, 64, 65, 1000})
            for (const bool documents : {false, true})
                QTest::addRow("%d tokens%s", length, documents ? ", documents" : "") << length << documents;
    }
    void outputAndGradientsAgreeForEveryLength()
    {
        QFETCH(int, length);
        QFETCH(bool, documents);
        expectAgreement({.queries = length, .keys = length, .width = 24, .documents = documents}, 1e-5);
    }

    void theyAgreeOverFourThousandTokens()
    {
        expectAgreement({.batch = 1, .heads = 1, .kvHeads = 1, .queries = 4097, .keys = 4097, .width = 16}, 1e-5);
        expectAgreement({.batch = 1, .heads = 1, .kvHeads = 1, .queries = 4097, .keys = 4097, .width = 16, .documents = true}, 1e-5);
    }

    void theyAgreeForEveryHeadWidth()
    {
        for (const std::int64_t width : {1, 7, 16, 20, 32, 48, 64, 80, 100, 128})
            expectAgreement({.queries = 70, .keys = 70, .width = width}, 1e-5);
    }

    void groupedHeadsShareKeysAndValues()
    {
        for (const std::int64_t kvHeads : {1, 2, 4})
            expectAgreement({.heads = 4, .kvHeads = kvHeads, .queries = 100, .keys = 100, .documents = true}, 1e-5);
    }

    void laterChunksOfAPromptSeeTheEarlierKeys()
    {
        for (const std::int64_t queries : {1, 5, 64, 100})
            expectAgreement({.queries = queries, .keys = 333}, 1e-5);
    }

    void keysBehindTheLastQueryAreNotSeen()
    {
        auto in = test::makeInputs({.queries = 70, .keys = 200});
        in.queryStart = 40;
        const auto whole = attention::attend(in, attention::Backend::Composite);
        auto seen = in;
        seen.k = in.k.narrow(2, 0, 110);
        seen.v = in.v.narrow(2, 0, 110);
        QVERIFY(at::equal(attention::attend(seen, attention::Backend::Composite), whole));
        for (auto* t : {&in.q, &in.k, &in.v, &in.biasTable, &in.contentFactor, &in.biasFactor})
            *t = t->to(at::kFloat);
        for (std::size_t n = 0; n < attention::cpu::available().size(); ++n)
            QVERIFY((attention::attendFused(in, std::int64_t(n)) - whole).abs().max().item<double>() < 1e-5);
    }

    void thePriorsShapeMayBeAnything_data()
    {
        QTest::addColumn<double>("beta");
        QTest::addColumn<double>("mu");
        for (const double beta : {-2.0, -0.6, 0.0, 0.5, 1.0, 2.0, 3.0})
            for (const double mu : {0.0, -4.5, 2.0})
                QTest::addRow("beta %g, mu %g", beta, mu) << beta << mu;
    }
    void thePriorsShapeMayBeAnything()
    {
        QFETCH(double, beta);
        QFETCH(double, mu);
        expectAgreement({.queries = 200, .keys = 200, .thetaBeta = beta, .mu = mu, .factors = false}, 1e-5);
        expectAgreement({.queries = 200, .keys = 200, .thetaBeta = beta, .mu = mu}, 1e-5);
    }

    void everyPartIsOptional()
    {
        expectAgreement({.queries = 90, .keys = 90, .bias = false, .factors = false}, 1e-5);
        expectAgreement({.queries = 90, .keys = 90, .bias = true, .factors = false}, 1e-5);
        expectAgreement({.queries = 90, .keys = 90, .bias = false, .factors = true}, 1e-5);
    }

    void sequenceScaleMayBeZeroOrNegative()
    {
        for (const double scale : {0.0, -0.5, -2.0, 1e-20, 4.0})
            expectAgreement({.queries = 130, .keys = 130, .seqScale = scale}, 1e-5);
    }

    void extremeScoresGiveFiniteResults()
    {
        for (const double scale : {1e4, -1e4, 1e8, -1e8})
            for (const double beta : {-2.0, 3.0}) {
                const Problem problem{.queries = 300, .keys = 300, .thetaBeta = beta, .seqScale = scale};
                for (std::size_t n = 0; n < attention::cpu::available().size(); ++n)
                    QVERIFY2(test::compareWithReference(problem, fused(std::int64_t(n))).finite, qPrintable(QString::asprintf("scale %g, beta %g", scale, beta)));
            }
    }

    void halfPrecisionStaysWithinItsRounding()
    {
        expectAgreement({.queries = 200, .keys = 200, .width = 48, .type = at::kBFloat16}, 2e-2);
        expectAgreement({.queries = 200, .keys = 200, .width = 48, .type = at::kHalf}, 2e-3);
    }

    void theResultHasTheSameBitsForEveryNumberOfThreads()
    {
        const auto threads = at::get_num_threads();
        const auto run = [&](int count) {
            at::set_num_threads(count);
            auto in = test::makeInputs({.batch = 1, .heads = 4, .kvHeads = 2, .queries = 500, .keys = 500, .documents = true});
            std::vector<at::Tensor> results;
            for (auto* t : {&in.q, &in.k, &in.v, &in.biasTable, &in.contentFactor, &in.biasFactor})
                *t = t->to(at::kFloat).detach().requires_grad_(true);
            const auto out = attention::attend(in);
            out.sin().sum().backward();
            results.push_back(out.detach());
            for (auto* t : {&in.q, &in.k, &in.v, &in.biasTable, &in.contentFactor, &in.biasFactor})
                results.push_back(t->grad());
            return results;
        };
        const auto one = run(1);
        for (const int count : {2, 3, 5}) {
            const auto many = run(count);
            for (std::size_t n = 0; n < one.size(); ++n)
                QVERIFY(at::equal(one[n], many[n]));
        }
        at::set_num_threads(threads);
    }

    void keysAndValuesMayBeKeptInHalfPrecision()
    {
        auto in = test::makeInputs({.queries = 70, .keys = 200, .type = at::kBFloat16});
        for (auto* t : {&in.q, &in.biasTable, &in.contentFactor, &in.biasFactor})
            *t = t->to(at::kFloat);
        auto exact = in;
        in.k = in.k.to(at::kBFloat16);
        in.v = in.v.to(at::kBFloat16);
        exact.k = exact.k.to(at::kFloat);
        exact.v = exact.v.to(at::kFloat);
        const auto expected = attention::attend(exact);
        QVERIFY(at::equal(attention::attend(in), expected));    // the numbers are representable in both types
        QVERIFY((attention::attend(in, attention::Backend::Chunked) - expected).abs().max().item<double>() < 1e-5);
    }

    void onlyWantedGradientsAreComputed()
    {
        auto in = test::makeInputs({.queries = 40, .keys = 40});
        for (auto* t : {&in.q, &in.k, &in.v, &in.biasTable, &in.contentFactor, &in.biasFactor})
            *t = t->to(at::kFloat).detach();
        in.biasTable.requires_grad_(true);
        attention::attend(in).sum().backward();
        QVERIFY(in.biasTable.grad().defined());
        QVERIFY(!in.contentFactor.grad().defined());
    }

    void theChunkedCompositionAgreesAndKeepsItsScoresSmall()
    {
        // 16 heads × 1200² scores are 92 MB: more than one chunk.
        const Problem problem{.batch = 1, .heads = 16, .kvHeads = 4, .queries = 1200, .keys = 1200, .width = 4, .documents = true};
        const auto result = test::compareWithReference(problem, attention::attendChunked);
        QVERIFY2(result.error < 1e-5, qPrintable(QString::asprintf("%s differs by %.2g", result.where.c_str(), result.error)));
    }

    void memoryGrowsWithTheLengthAndNotWithItsSquare()
    {
        at::set_num_threads(1);
        auto in = test::makeInputs({.batch = 1, .heads = 2, .kvHeads = 2, .queries = 16384, .keys = 16384, .width = 16});
        for (auto* t : {&in.q, &in.k, &in.v, &in.biasTable, &in.contentFactor, &in.biasFactor})
            *t = t->to(at::kFloat).detach().requires_grad_(true);
        const auto measured = test::peakBytesOf([&] { attention::attend(in).sum().backward(); });
        // q, k, v, their gradients, output and its gradient are 2 MiB each; one matrix of scores would be 2 GiB.
        QVERIFY2(measured < (128 << 20), qPrintable(QString("%1 MiB").arg(measured >> 20)));
    }

    void inputsThatDoNotFitAreRefused()
    {
        auto in = test::makeInputs({.queries = 20, .keys = 20});
        in.queryStart = 1;
        EXPECT_ERROR(attention::attend(in), ErrorCode::Failed, "attention cannot use");
        in.queryStart = 0;
        EXPECT_ERROR(attention::attend(in, attention::Backend::Fused), ErrorCode::Failed, "no fused attention kernel takes Double");
    }
};

BAMSCOPE_TEST(FusedTest)
#include "test_fused.moc"
