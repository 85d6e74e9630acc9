// SPDX-License-Identifier: GPL-3.0-or-later
// Projections against LibTorch's own, above and below the size from which another matrix library is used.
#include "core/model/gemm.h"
#include "core/model/linear.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/Context.h>

using namespace bam;

namespace {

double relativeDistance(const at::Tensor& a, const at::Tensor& b)
{
    return (a - b).abs().max().item<double>() / b.abs().max().item<double>();
}

at::Tensor copyOf(const at::Tensor& x) { return x.detach().clone().requires_grad_(true); }

}  // namespace

class LinearTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void init() { at::manual_seed(1); }

    void valuesAndGradientsAreThoseOfLibTorch_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("in");
        QTest::addColumn<int>("out");
        QTest::newRow("tiny") << 3 << 5 << 7;
        QTest::newRow("odd, small") << 37 << 129 << 65;
        QTest::newRow("odd, large") << 201 << 129 << 131;
        QTest::newRow("even, large") << 256 << 128 << 256;
        QTest::newRow("wide") << 64 << 64 << 2048;
        QTest::newRow("one row") << 1 << 1024 << 2048;
    }
    void valuesAndGradientsAreThoseOfLibTorch()
    {
        QFETCH(int, rows);
        QFETCH(int, in);
        QFETCH(int, out);
        const auto x = at::randn({2, rows, in}).requires_grad_(true), weight = at::randn({out, in}).requires_grad_(true);
        const auto x2 = copyOf(x), weight2 = copyOf(weight);
        const auto gradient = at::randn({2, rows, out});
        const auto mine = model::linear(x, weight), theirs = at::linear(x2, weight2);
        QVERIFY(mine.sizes() == theirs.sizes());
        QVERIFY(relativeDistance(mine, theirs) < 2e-6);
        mine.backward(gradient);
        theirs.backward(gradient);
        QVERIFY(relativeDistance(x.grad(), x2.grad()) < 2e-6);
        QVERIFY(relativeDistance(weight.grad(), weight2.grad()) < 2e-6);
    }

    void transposedInputsAndGradientsWork()
    {
        const auto x = at::randn({4, 96, 160}).transpose(0, 1).detach().requires_grad_(true), weight = at::randn({96, 160}).requires_grad_(true);
        const auto x2 = copyOf(x), weight2 = copyOf(weight);
        const auto factor = at::randn({96, 96, 4});
        (model::linear(x, weight).transpose(1, 2) * factor).sum().backward();
        (at::linear(x2, weight2).transpose(1, 2) * factor).sum().backward();
        QVERIFY(relativeDistance(x.grad(), x2.grad()) < 2e-6);
        QVERIFY(relativeDistance(weight.grad(), weight2.grad()) < 2e-6);
    }

    void severalProjectionsShareTheGradientOfTheirInput()
    {
        const auto x = at::randn({300, 128}).requires_grad_(true);
        const auto x2 = copyOf(x);
        std::vector<at::Tensor> weights{at::randn({128, 128}).requires_grad_(true), at::randn({64, 128}), at::randn({256, 128}).requires_grad_(true)};
        const auto y = model::linearMany(x, weights);
        (y[0].square().sum() + y[1].sum() + y[2].sum()).backward();
        (at::linear(x2, weights[0].detach()).square().sum() + at::linear(x2, weights[1]).sum() + at::linear(x2, weights[2].detach()).sum()).backward();
        QVERIFY(relativeDistance(x.grad(), x2.grad()) < 2e-6);
        QVERIFY(weights[0].grad().defined() && weights[2].grad().defined());
        QVERIFY(!weights[1].requires_grad() && !weights[1].grad().defined());
    }

    void anUnusedOutputHasNoPartInTheGradient()
    {
        const auto x = at::randn({5, 6}).requires_grad_(true), a = at::randn({3, 6}).requires_grad_(true), b = at::randn({4, 6}).requires_grad_(true);
        model::linearMany(x, {a, b})[1].sum().backward();
        QVERIFY(!a.grad().defined());
        QVERIFY(relativeDistance(x.grad(), b.detach().sum(0).expand({5, 6})) < 2e-6);
    }

    void doublePrecisionIsLeftToLibTorch()
    {
        const auto x = at::randn({300, 128}, at::kDouble), weight = at::randn({128, 128}, at::kDouble);
        QVERIFY(at::equal(model::linear(x, weight), at::linear(x, weight)));
    }

    void switchingOneDnnOffFallsBack()
    {
        const auto x = at::randn({300, 128}), weight = at::randn({128, 128});
        at::globalContext().setUserEnabledMkldnn(false);
        const bool same = at::equal(model::linear(x, weight), at::linear(x, weight));
        at::globalContext().setUserEnabledMkldnn(true);
        QVERIFY(same);
    }

    void productsAreAddedInPlace()
    {
        for (const std::int64_t size : {4, 160}) {
            const auto a = at::randn({size, size}), b = at::randn({size, size}), start = at::randn({size, size});
            const auto sum = start.clone();
            model::gemm(a, b.t(), sum, true);
            QVERIFY(relativeDistance(sum, start + a.mm(b.t())) < 2e-6);
        }
    }

    void equalCallsGiveEqualBits()
    {
        const auto x = at::randn({512, 256}), weight = at::randn({384, 256});
        const auto first = model::linear(x, weight);
        for (int n = 0; n < 5; ++n)
            QVERIFY(at::equal(model::linear(x, weight), first));
    }
};

BAMSCOPE_TEST(LinearTest)
#include "test_linear.moc"
