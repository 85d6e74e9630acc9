// SPDX-License-Identifier: GPL-3.0-or-later
// The programs of the pointwise CUDA kernels, executed on the CPU thread by thread, against the formulas in float64.
#include "core/base/text.h"
#include "core/model/fused.h"
#include "core/model/pointwise_cuda.h"
#include "core/model/token_loss.h"
#include "core/model/transformer.h"
#include "tests/model/host_pointwise.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/autocast_mode.h>

#include <cmath>
#include <functional>
#include <vector>

using namespace bam;
using namespace bam::model;
using attention::tiles::ThreadOrder;

namespace {

/// CUDA's autocast to bfloat16, as training with dtype bfloat16 sets it. Operations on the CPU do not see it.
class Autocast {
public:
    explicit Autocast(bool on)
    {
        at::autocast::set_autocast_dtype(at::kCUDA, at::kBFloat16);
        at::autocast::set_autocast_enabled(at::kCUDA, on);
    }
    ~Autocast() { at::autocast::set_autocast_enabled(at::kCUDA, false); }
    Autocast(const Autocast&) = delete;
    Autocast& operator=(const Autocast&) = delete;
};

/// The outputs of a function and the gradients of its inputs.
std::vector<at::Tensor> withGradients(const std::vector<at::Tensor>& inputs, const std::function<std::vector<at::Tensor>(const std::vector<at::Tensor>&)>& function)
{
    std::vector<at::Tensor> leaves;
    for (const auto& input : inputs)
        leaves.push_back(input.detach().clone().requires_grad_(true));
    auto results = function(leaves);
    at::Tensor total = at::zeros({}, at::kDouble);
    for (const auto& result : results)
        total = total + (result.to(at::kDouble) * at::cos(at::arange(result.numel(), at::kDouble)).view(result.sizes())).sum();
    total.backward();
    for (auto& result : results)
        result = result.detach();
    for (const auto& leaf : leaves)
        results.push_back(leaf.grad());
    return results;
}

double apart(const at::Tensor& found, const at::Tensor& expected)
{
    return (found.to(at::kDouble) - expected).abs().max().item<double>() / std::max(expected.abs().max().item<double>(), 1e-6);
}

/// The function through the kernels and, in float64, without them.
std::string wrong(const std::vector<at::Tensor>& inputs, double tolerance, const std::function<std::vector<at::Tensor>(const std::vector<at::Tensor>&)>& function)
{
    std::vector<at::Tensor> exact;
    for (const auto& input : inputs)
        exact.push_back(input.to(at::kDouble));
    const auto expected = withGradients(exact, function);
    const onCuda::KernelsOnCpu kernels(test::hostPointwise());
    const auto found = withGradients(inputs, function);
    for (std::size_t n = 0; n < found.size(); ++n)
        if (found[n].sizes() != expected[n].sizes() || !(apart(found[n], expected[n]) <= tolerance))
            return str("result ", n, " is off by ", apart(found[n], expected[n]));
    return {};
}

at::Tensor numbers(at::IntArrayRef sizes, double step, at::ScalarType type = at::kFloat)
{
    return at::sin(at::arange(at::empty(sizes).numel(), at::kDouble) * step).view(sizes).to(type);
}

}  // namespace

#define VERIFY_RIGHT(...)                          \
    do {                                           \
        const auto clause = wrong(__VA_ARGS__);    \
        QVERIFY2(clause.empty(), clause.c_str());  \
    } while (false)

class PointwiseKernelsOnHostTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyShapeAndTypeIsRight_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("pieces");
        QTest::addColumn<int>("heads");
        QTest::newRow("one row, fewer columns than threads") << 1 << 8 << 8 << 1;
        QTest::newRow("a last block that is not full") << 37 << 96 << 264 << 3;
        QTest::newRow("more columns than a block has threads") << 9 << 1152 << 4104 << 24;
        QTest::newRow("more rows than blocks at once") << 4099 << 16 << 16 << 2;
        QTest::newRow("the widest norm") << 2 << 4096 << 2048 << 32;
    }
    void everyShapeAndTypeIsRight()
    {
        QFETCH(int, rows);
        QFETCH(int, width);
        QFETCH(int, pieces);
        QFETCH(int, heads);
        for (const bool narrow : {false, true})
            for (const auto order : {ThreadOrder::Forwards, ThreadOrder::Backwards}) {
                const auto clause = checkPointwise(test::hostPointwise(order), at::kCPU, {rows, width, pieces, heads, narrow});
                QVERIFY2(clause.empty(), clause.c_str());
            }
    }

    void aTargetThatIsNoPieceIsSeenInTheLoss()
    {
        std::vector<float> logits(32, 0.5f), losses(4);
        const std::vector<std::int64_t> targets{-1, 7, 8, -2};
        TokenLossArgs args{4, 8, Element::Float32, logits.data(), targets.data(), nullptr, losses.data()};
        test::hostPointwise().tokenLoss(args);
        QCOMPARE(losses[0], 0.0f);
        QVERIFY(std::abs(losses[1] - std::log(8.0f)) < 1e-6f);
        QVERIFY(std::isnan(losses[2]));
        QVERIFY(std::isnan(losses[3]));
    }

    void operationsGiveTheGradientsOfTheirFormulas()
    {
        for (const bool narrow : {false, true}) {
            const Autocast autocast(narrow);
            const auto type = narrow ? at::kBFloat16 : at::kFloat;
            const double tolerance = narrow ? 2e-2 : 1e-5;
            VERIFY_RIGHT({numbers({2, 5, 24}, 0.7), numbers({24}, 1.3)}, tolerance,
                [](const std::vector<at::Tensor>& in) { return std::vector{rmsNorm(in[0], in[1], 1e-5)}; });
            VERIFY_RIGHT({numbers({2, 5, 24}, 0.7), numbers({2, 5, 24}, 0.9, type), numbers({24}, 1.3)}, tolerance, [](const std::vector<at::Tensor>& in) {
                const auto [sum, y] = addRmsNorm(in[0], in[1], in[2], 1e-5);
                return std::vector{sum, y};
            });
            // A sum whose norm nobody needs.
            VERIFY_RIGHT({numbers({3, 8}, 0.7), numbers({3, 8}, 0.9, type)}, tolerance, [](const std::vector<at::Tensor>& in) {
                return std::vector{addRmsNorm(in[0], in[1], at::ones({8}), 1e-5).first};
            });
            VERIFY_RIGHT({numbers({3, 40}, 0.7, type), numbers({3, 40}, 0.9, type)}, tolerance,
                [](const std::vector<at::Tensor>& in) { return std::vector{swiglu(in[0], in[1])}; });
            const std::pair table{at::cos(numbers({7, 6}, 2.1)), at::sin(numbers({7, 6}, 2.1))};
            VERIFY_RIGHT({numbers({2, 7, 3, 12}, 0.7, type)}, tolerance,
                [&](const std::vector<at::Tensor>& in) { return std::vector{rotate(in[0].transpose(1, 2), table)}; });
        }
    }

    void theLossOfTokensGivesTheGradientsOfItsFormula()
    {
        const auto targets = (at::arange(12, at::kLong) * 7).remainder(64).masked_fill(at::arange(12) % 5 == 3, -1);
        VERIFY_RIGHT({numbers({12, 16}, 0.7, at::kBFloat16), numbers({64, 16}, 0.9, at::kBFloat16)}, 2e-2,
            [&](const std::vector<at::Tensor>& in) { return std::vector{tokenLoss(in[0], in[1], targets)}; });
    }

    void operationsGoThroughTheKernels()
    {
        int calls = 0;
        auto kernels = test::hostPointwise();
        const auto counted = [&](auto& kernel) { kernel = [&calls, kernel](const auto& args) { return ++calls, kernel(args); }; };
        counted(kernels.norm);
        counted(kernels.normBackward);
        counted(kernels.gate);
        counted(kernels.gateBackward);
        counted(kernels.tokenLoss);
        counted(kernels.rotation);
        const onCuda::KernelsOnCpu here(kernels);
        const auto x = numbers({4, 8}, 0.3).requires_grad_(true);
        rmsNorm(x, at::ones({8}), 1e-5).sum().backward();
        QCOMPARE(calls, 2);
        swiglu(x, x).sum().backward();
        QCOMPARE(calls, 4);
        onCuda::tokenLosses(x.detach().clone(), at::zeros({4}, at::kLong), {});
        QCOMPARE(calls, 5);
        rotate(numbers({1, 2, 4, 8}, 0.3), {at::ones({4, 4}), at::zeros({4, 4})});
        QCOMPARE(calls, 6);
        tokenLoss(numbers({4, 8}, 0.3, at::kBFloat16), numbers({16, 8}, 0.3, at::kBFloat16), at::zeros({4}, at::kLong));
        QCOMPARE(calls, 7);
        rmsNorm(numbers({4, 6}, 0.3), at::ones({6}), 1e-5);     // no whole chunks of four
        QCOMPARE(calls, 7);
    }

    void aModelTrainsAsWithoutTheKernels_data()
    {
        QTest::addColumn<QString>("encoding");
        for (const char* encoding : {"rotary", "bam"})
            QTest::newRow(encoding) << encoding;
    }
    void aModelTrainsAsWithoutTheKernels()
    {
        QFETCH(QString, encoding);
        spec::ModelSpec spec;
        spec.size = "custom";
        spec.dim = 32;
        spec.layers = 2;
        spec.heads = spec.kvHeads = 2;
        spec.vocabulary = 64;
        spec.encoding = encoding.toStdString();
        spec.prior.thetaBetaInit = "1";     // with 0 the prior is uniform, and its gradient nothing but rounding
        const auto tokens = (at::arange(2 * 20, at::kLong).view({2, 20}) * 37).remainder(64);
        const auto gradients = [&](const Transformer& model) {
            model.loss(tokens, tokens.flip(1).contiguous(), at::zeros_like(tokens)).backward();
            std::vector<at::Tensor> found;
            for (const auto& [name, parameter] : model.parameters())
                found.push_back(parameter.grad());
            return found;
        };
        const Transformer plain(spec, 3), fused(spec, 3);
        const auto expected = gradients(plain);
        const onCuda::KernelsOnCpu kernels(test::hostPointwise());
        const auto found = gradients(fused);
        for (std::size_t n = 0; n < found.size(); ++n) {
            const auto name = plain.parameters()[n].first;
            QVERIFY2(found[n].defined() == expected[n].defined(), name.c_str());
            if (found[n].defined())
                QVERIFY2(apart(found[n], expected[n].to(at::kDouble)) < 1e-5, name.c_str());
        }
    }

    void aWrongResultIsNamed()
    {
        auto kernels = test::hostPointwise();
        kernels.gate = [](const GateArgs&) { return static_cast<const char*>(nullptr); };
        QVERIFY(QString::fromStdString(checkPointwise(kernels, at::kCPU, {})).startsWith("a gate is off by "));
        kernels.gate = [](const GateArgs&) { return "no such kernel"; };
        QCOMPARE(checkPointwise(kernels, at::kCPU, {}), std::string("the kernel of the gate failed: no such kernel"));
    }
};

BAMSCOPE_TEST(PointwiseKernelsOnHostTest)
#include "test_pointwise_kernels_on_host.moc"
