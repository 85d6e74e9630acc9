// SPDX-License-Identifier: GPL-3.0-or-later
// The fused loops of every instruction set that this processor runs, and their gradients, against composed tensor operations in float64.
#include "core/model/cpu/kernels.h"
#include "core/model/fused.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <cmath>

using namespace bam;

namespace {

constexpr double kEps = 1e-5;

at::Tensor wide(const at::Tensor& x) { return x.detach().to(at::kDouble).requires_grad_(x.requires_grad()); }
/// Largest difference, relative to the largest value where that exceeds 1: a sum's rounding follows its largest terms.
double distance(const at::Tensor& a, const at::Tensor& b)
{
    const auto reference = b.detach().to(at::kDouble);
    return (a.detach().to(at::kDouble) - reference).abs().max().item<double>() / std::max(1.0, reference.abs().max().item<double>());
}
/// The composed path rounds to float32 whatever the type: the formula itself is the reference.
at::Tensor wideNorm(const at::Tensor& x, const at::Tensor& weight) { return x * at::rsqrt(x.square().mean(-1, true) + kEps) * weight; }
at::Tensor random(at::IntArrayRef shape) { return at::randn(shape).requires_grad_(true); }

void addWidths()
{
    QTest::addColumn<int>("width");
    for (const int width : {2, 16, 24, 30, 61, 128, 512})
        QTest::addRow("%d", width) << width;
}

std::vector<const model::cpu::Kernels*> runnableKernels()
{
    std::vector<const model::cpu::Kernels*> found{model::cpu::baselineKernels()};
    const auto& chosen = model::cpu::kernels();
    if (&chosen == model::cpu::avx512Kernels())
        found.push_back(model::cpu::avx2Kernels());
    if (&chosen != found.front())
        found.push_back(&chosen);
    return found;
}

}  // namespace

class FusedTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void init() { at::manual_seed(1); }

    void normsAgree_data() { addWidths(); }
    void normsAgree()
    {
        QFETCH(int, width);
        const auto x = random({3, 47, width}), weight = random({width}), gradient = at::randn({3, 47, width});
        const auto x2 = wide(x), weight2 = wide(weight);
        const auto mine = model::rmsNorm(x, weight, kEps), expected = wideNorm(x2, weight2);
        QVERIFY(distance(mine, expected) < 1e-6);
        mine.backward(gradient);
        expected.backward(gradient.to(at::kDouble));
        QVERIFY(distance(x.grad(), x2.grad()) < 1e-6);
        QVERIFY(distance(weight.grad(), weight2.grad()) < 1e-6);
    }

    void residualNormsAgree_data() { addWidths(); }
    void residualNormsAgree()
    {
        QFETCH(int, width);
        const auto x = random({2, 70, width}), added = random({2, 70, width}), weight = random({width});
        const auto x2 = wide(x), added2 = wide(added), weight2 = wide(weight);
        const auto ofSum = at::randn({2, 70, width}), ofNorm = at::randn({2, 70, width});
        const auto [sum, normed] = model::addRmsNorm(x, added, weight, kEps);
        const auto sum2 = x2 + added2, normed2 = wideNorm(sum2, weight2);
        QVERIFY(distance(sum, sum2) < 1e-6);
        QVERIFY(distance(normed, normed2) < 1e-6);
        ((sum * ofSum).sum() + (normed * ofNorm).sum()).backward();
        ((sum2 * ofSum).sum() + (normed2 * ofNorm).sum()).backward();
        QVERIFY(distance(x.grad(), x2.grad()) < 1e-6);
        QVERIFY(distance(added.grad(), added2.grad()) < 1e-6);
        QVERIFY(distance(weight.grad(), weight2.grad()) < 1e-6);
    }

    void eitherOutputOfAResidualNormMayBeUnused()
    {
        const auto x = random({4, 8}), added = random({4, 8}), weight = random({8});
        model::addRmsNorm(x, added, weight, kEps).first.sum().backward();
        QVERIFY(at::equal(x.grad(), at::ones({4, 8})));
        const auto y = random({4, 8});
        const auto y2 = wide(y);
        model::addRmsNorm(y, added, weight, kEps).second.sum().backward();
        wideNorm(y2 + added.detach(), weight.detach().to(at::kDouble)).sum().backward();
        QVERIFY(distance(y.grad(), y2.grad()) < 1e-6);
    }

    void gatesAgree_data() { addWidths(); }
    void gatesAgree()
    {
        QFETCH(int, width);
        const auto a = (at::randn({300, width}) * 10).requires_grad_(true), b = random({300, width});
        const auto a2 = wide(a), b2 = wide(b);
        const auto gradient = at::randn({300, width});
        const auto mine = model::swiglu(a, b), expected = model::swiglu(a2, b2);
        QVERIFY(distance(mine, expected) < 1e-6);
        mine.backward(gradient);
        expected.backward(gradient.to(at::kDouble));
        QVERIFY(distance(a.grad(), a2.grad()) < 1e-6);
        QVERIFY(distance(b.grad(), b2.grad()) < 1e-6);
    }

    void gatesFarFromZeroSaturate()
    {
        const auto a = at::tensor({-1e30f, -200.0f, 0.0f, 200.0f, 1e30f}), y = model::swiglu(a, at::ones({5}));
        QVERIFY(distance(y, at::tensor({0.0f, 0.0f, 0.0f, 200.0f, 1e30f})) < 1e-6);
        QVERIFY(std::isnan(model::swiglu(at::full({1}, NAN), at::ones({1})).item<float>()));
    }

    void rotationsAgree_data() { addWidths(); }
    void rotationsAgree()
    {
        QFETCH(int, width);
        width += width % 2;
        const auto base = random({2, 19, 3, width});                             // as a projection writes heads
        const auto base2 = wide(base);
        const auto angle = at::rand({19, width / 2}) * 7, gradient = at::randn({2, 3, 19, width});
        const auto mine = model::rotate(base.transpose(1, 2), {angle.cos(), angle.sin()});
        const auto x = base2.transpose(1, 2).unflatten(-1, {-1, 2});
        const auto a = x.select(-1, 0), b = x.select(-1, 1), c = angle.cos().to(at::kDouble), s = angle.sin().to(at::kDouble);
        const auto expected = at::stack({a * c - b * s, a * s + b * c}, -1).flatten(-2);
        QVERIFY(distance(mine, expected) < 1e-6);
        mine.backward(gradient);
        expected.backward(gradient.to(at::kDouble));
        QVERIFY(distance(base.grad(), base2.grad()) < 1e-6);
        QVERIFY(distance(model::rotate(base.detach().transpose(1, 2).contiguous(), {angle.cos(), angle.sin()}), expected) < 1e-6);
    }

    void resultsDoNotDependOnTheNumberOfThreads()
    {
        const auto x = at::randn({1000, 96}), weight = at::randn({96}), gradient = at::randn({1000, 96});
        std::vector<at::Tensor> first;
        const auto before = at::get_num_threads();
        for (const int threads : {1, 2, 3}) {
            at::set_num_threads(threads);
            const auto a = x.clone().requires_grad_(true), w = weight.clone().requires_grad_(true);
            const auto y = model::swiglu(model::rmsNorm(a, w, kEps), a);
            y.backward(gradient);
            if (first.empty())
                first = {y.detach(), a.grad(), w.grad()};
            const bool same = at::equal(y, first[0]) && at::equal(a.grad(), first[1]) && at::equal(w.grad(), first[2]);
            if (!same)
                at::set_num_threads(before);
            QVERIFY(same);
        }
        at::set_num_threads(before);
    }

    void everyInstructionSetAgrees()
    {
        for (const auto* kernels : runnableKernels())
            for (const std::int64_t count : {1, 3, 16, 17, 61, 5000}) {
                const auto logits = at::randn({count}) * 20, copy = logits.clone();
                const auto target = count / 2;
                const auto wide = logits.to(at::kDouble);
                const auto loss = (wide.logsumexp(0) - wide[target]).item<double>();
                QVERIFY2(std::abs(double(kernels->crossEntropy(logits.const_data_ptr<float>(), count, target)) - loss) < 1e-5, kernels->name);
                QVERIFY2(std::abs(double(kernels->crossEntropyGradient(copy.mutable_data_ptr<float>(), count, target, 0.5f)) - loss) < 1e-5, kernels->name);
                auto expected = wide.softmax(0);
                expected[target] -= 1;
                QVERIFY2(distance(copy, expected * 0.5) < 1e-6, kernels->name);
                const auto squares = kernels->sumOfSquares(logits.const_data_ptr<float>(), count);
                QVERIFY2(std::abs(squares / wide.square().sum().item<double>() - 1) < 1e-6, kernels->name);
                const auto y = at::empty({count}), a = at::randn({count}), b = at::randn({count});
                kernels->swiglu(a.const_data_ptr<float>(), b.const_data_ptr<float>(), y.mutable_data_ptr<float>(), count);
                QVERIFY2(distance(y, at::silu(a.to(at::kDouble)) * b) < 1e-6, kernels->name);
                float scale = 0;
                kernels->rmsNorm(a.const_data_ptr<float>(), nullptr, nullptr, b.const_data_ptr<float>(), y.mutable_data_ptr<float>(), &scale, 1, count, float(kEps));
                QVERIFY2(distance(y, wideNorm(a.to(at::kDouble), b.to(at::kDouble))) < 2e-6, kernels->name);
            }
    }
};

BAMSCOPE_TEST(FusedTest)
#include "test_fused.moc"
