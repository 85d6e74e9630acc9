// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/linear.h"

#include "core/model/gemm.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>

namespace bam::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// [.., N] as [M, N]
at::Tensor rowsOf(const at::Tensor& x) { return x.reshape({-1, x.size(-1)}); }

at::Tensor multiply(const at::Tensor& rows, const at::Tensor& weight, at::IntArrayRef shapeOfX)
{
    auto shape = shapeOfX.vec();
    shape.back() = weight.size(0);
    return gemm(rows, weight.t()).view(shape);
}

/// Saves x and the weights; y_i = x·w_iᵀ.
class Projections : public torch::autograd::Function<Projections> {
public:
    static variable_list forward(AutogradContext* context, const at::Tensor& x, at::TensorList weights)
    {
        const auto rows = rowsOf(x);
        variable_list saved{x}, outputs;
        for (const auto& weight : weights) {
            saved.push_back(weight);
            outputs.push_back(multiply(rows, weight, x.sizes()));
        }
        context->save_for_backward(std::move(saved));
        context->set_materialize_grads(false);
        return outputs;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        const auto saved = context->get_saved_variables();
        const auto& x = saved.front();
        const auto rows = rowsOf(x);
        variable_list results(saved.size());
        at::Tensor ofX;
        for (std::size_t n = 0; n < gradients.size(); ++n) {
            if (!gradients[n].defined())
                continue;
            const auto& weight = saved[n + 1];
            const auto gradient = rowsOf(gradients[n]);
            if (context->needs_input_grad(n + 1))
                results[n + 1] = gemm(gradient.t(), rows);
            if (!context->needs_input_grad(0))
                continue;
            if (ofX.defined())
                gemm(gradient, weight, ofX, true);
            else
                ofX = gemm(gradient, weight);
        }
        if (ofX.defined())
            results[0] = ofX.view(x.sizes());
        return results;
    }
};

bool isPlain(const at::Tensor& x, const std::vector<at::Tensor>& weights)
{
    return isPlainCpu(x) && x.dim() > 0 && x.numel() > 0 && std::all_of(weights.begin(), weights.end(), isPlainCpu);
}

}  // namespace

std::vector<at::Tensor> linearMany(const at::Tensor& x, const std::vector<at::Tensor>& weights)
{
    if (isPlain(x, weights))
        return Projections::apply(x, at::TensorList(weights));  // a vector would not be searched for variables
    std::vector<at::Tensor> outputs;
    for (const auto& weight : weights)
        outputs.push_back(at::linear(x, weight));
    return outputs;
}

at::Tensor linear(const at::Tensor& x, const at::Tensor& weight)
{
    return linearMany(x, {weight}).front();
}

}  // namespace bam::model
