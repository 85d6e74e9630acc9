// SPDX-License-Identifier: GPL-3.0-or-later
// What the owner of a GPU will see: the self-test's problems through the CUDA kernels' programs on the CPU, held to the self-test's tolerances.
#include "core/selftest/attention_cases.h"
#include "core/selftest/selftest.h"
#include "tests/attention/host_kernels.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

using namespace bam;

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// The emulated kernels behind the interface of attend(): gradients come from compute(), which runs both passes.
at::Tensor emulated(const attention::AttendInputs& in)
{
    struct Operator : torch::autograd::Function<Operator> {
        static at::Tensor forward(AutogradContext* context, at::TensorList leaves, const attention::AttendInputs* in)
        {
            attention::KernelProblem problem{*in, at::zeros_like(in->q.detach())};
            context->saved_data["inputs"] = c10::IValue(reinterpret_cast<std::int64_t>(new attention::AttendInputs(*in)));
            return attention::compute(test::hostKernels(), problem, at::kCPU).out.to(in->q.scalar_type());
        }
        static variable_list backward(AutogradContext* context, const variable_list& gradients)
        {
            const std::unique_ptr<attention::AttendInputs> in(reinterpret_cast<attention::AttendInputs*>(context->saved_data["inputs"].toInt()));
            const auto found = attention::compute(test::hostKernels(), {*in, gradients[0].contiguous()}, at::kCPU);
            variable_list results{found.q, found.k, found.v};
            for (const auto& [input, gradient] : {std::pair{in->biasTable, found.bias}, {in->contentFactor, found.contentFactor}, {in->biasFactor, found.biasFactor}})
                if (input.defined())
                    results.push_back(gradient.view_as(input));
            results.emplace_back();
            return results;
        }
    };
    std::vector<at::Tensor> leaves;
    for (const auto& tensor : {in.q, in.k, in.v, in.biasTable, in.contentFactor, in.biasFactor})
        if (tensor.defined())
            leaves.push_back(tensor);
    return Operator::apply(at::TensorList(leaves), &in);
}

}  // namespace

class SelftestProblems : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theCudaKernelsProgramsPassThem_data()
    {
        QTest::addColumn<int>("type");
        for (const auto type : {at::kFloat, at::kBFloat16, at::kHalf})
            QTest::newRow(c10::toString(type)) << int(type);
    }
    void theCudaKernelsProgramsPassThem()
    {
        QFETCH(int, type);
        const auto dtype = at::ScalarType(type);
        for (const auto& problem : selftest::attentionCases()) {
            if (problem.wideOnly && dtype != at::kFloat)
                continue;
            const auto errors = selftest::compare(problem, emulated, dtype, at::kCPU, true);
            QVERIFY2(errors.finite, problem.name.c_str());
            QVERIFY2(std::max(errors.output, errors.gradients) <= selftest::cudaTolerance(dtype),
                qPrintable(QString::asprintf("%s: output %.1e, gradients %.1e", problem.name.c_str(), errors.output, errors.gradients)));
        }
    }
};

BAMSCOPE_TEST(SelftestProblems)
#include "test_selftest_problems.moc"
