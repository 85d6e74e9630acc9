// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/pointwise_cuda.h"

#include "core/attention/trust.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/cuda_module.h"
#include "core/model/pointwise_check.h"

#include <ATen/ATen.h>
#include <ATen/autocast_mode.h>
#include <torch/csrc/autograd/custom_function.h>

#include <map>
#include <mutex>
#include <optional>

namespace bam::model::onCuda {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

PointwiseKernels kernelsOf(const device::CudaTable& table, int device)
{
    return {[&table, device](const NormArgs& args) { return table.norm(device, &args); },
        [&table, device](const NormBackwardArgs& args) { return table.normBackward(device, &args); },
        [&table, device](const GateArgs& args) { return table.gate(device, &args); },
        [&table, device](const GateBackwardArgs& args) { return table.gateBackward(device, &args); },
        [&table, device](const TokenLossArgs& args) { return table.tokenLoss(device, &args); },
        [&table, device](const RotationArgs& args) { return table.rotation(device, &args); }};
}

/// Set by tests.
std::optional<PointwiseKernels>& kernelsOnCpu()
{
    static std::optional<PointwiseKernels> kernels;
    return kernels;
}

struct Verdict {
    PointwiseKernels kernels;
    bool good = false;
};

std::string checked(const PointwiseKernels& kernels, const at::Device& device)
{
    PointwiseShape wide, narrow;
    narrow.narrow = true;
    const auto reason = checkPointwise(kernels, device, wide);
    return reason.empty() ? checkPointwise(kernels, device, narrow) : reason;
}

/// The kernels when they proved right on the tensor's device, else null. A failed check is said once.
const PointwiseKernels* trusted(const at::Tensor& tensor)
{
    if (tensor.is_cpu())
        return kernelsOnCpu() ? &*kernelsOnCpu() : nullptr;
    const device::CudaTable* table = tensor.is_cuda() ? device::cudaTable() : nullptr;
    if (table == nullptr)
        return nullptr;
    static std::mutex mutex;
    static std::map<int, Verdict> verdicts;
    const std::scoped_lock lock(mutex);
    const int device = tensor.device().index();
    const auto [found, isNew] = verdicts.try_emplace(device);
    Verdict& verdict = found->second;
    if (isNew) {
        verdict.kernels = kernelsOf(*table, device);
        const auto reason = checked(verdict.kernels, tensor.device());
        verdict.good = reason.empty();
        if (!verdict.good)
            attention::warnOfKernels(str("Fused norms, gates, rotations and losses are not used on cuda:", device, ": in their self-check ", reason,
                ". They work there operator by operator, more slowly."));
    }
    return verdict.good ? &verdict.kernels : nullptr;
}

/// Where kernels may be: on a CUDA device, and in tests on the CPU.
bool isHere(const at::Tensor& tensor) { return tensor.is_cuda() || (tensor.is_cpu() && kernelsOnCpu()); }

template <typename Call>
void run(const at::Tensor& on, const char* what, Call&& call)
{
    const PointwiseKernels* kernels = trusted(on);
    const char* message = kernels != nullptr ? call(*kernels) : "CUDA cannot be used";
    if (message != nullptr) {
        throw Error(ErrorCode::Failed, str("The kernel of ", what, " on ", on.device().str(), " failed: ", message, "."),
            "The device may be in a bad state; nvidia-smi shows it. A new process starts afresh.");
    }
}

bool isKnown(const at::Tensor& t) { return t.scalar_type() == at::kFloat || t.scalar_type() == at::kBFloat16; }
bool isPlain(const at::Tensor& t, const at::Tensor& like)
{
    return isKnown(t) && t.device() == like.device() && t.is_contiguous() && reinterpret_cast<std::uintptr_t>(t.const_data_ptr()) % 16 == 0;
}
Element elementOf(at::ScalarType type) { return type == at::kBFloat16 ? Element::BFloat16 : Element::Float32; }
at::Tensor emptyLike(const at::Tensor& t, at::ScalarType type) { return at::empty(t.sizes(), t.options().dtype(type).requires_grad(false)); }
void* write(const at::Tensor& t) { return t.mutable_data_ptr(); }
const float* read(const at::Tensor& t) { return t.defined() ? t.const_data_ptr<float>() : nullptr; }

/// A gradient as the kernels read it.
at::Tensor plainGradient(const at::Tensor& gradient, at::ScalarType type)
{
    const auto dense = gradient.to(type).contiguous();
    return reinterpret_cast<std::uintptr_t>(dense.const_data_ptr()) % 16 == 0 ? dense : dense.clone();
}

at::ScalarType normType()
{
    return at::autocast::is_autocast_enabled(at::kCUDA) && at::autocast::get_autocast_dtype(at::kCUDA) == at::kBFloat16 ? at::kBFloat16 : at::kFloat;
}

struct NormOutputs {
    at::Tensor sum, y, scales;
};

NormOutputs normForward(const at::Tensor& x, const at::Tensor& added, const at::Tensor& weight, double eps)
{
    const auto width = x.size(-1), rows = x.numel() / width;
    NormOutputs out{added.defined() ? emptyLike(x, at::kFloat) : at::Tensor(), emptyLike(x, normType()),
        at::empty({rows}, x.options().requires_grad(false))};
    NormArgs args{rows, width, float(eps), read(x)};
    if (added.defined()) {
        args.added = added.const_data_ptr();
        args.addedType = elementOf(added.scalar_type());
        args.sum = out.sum.mutable_data_ptr<float>();
    }
    args.weight = read(weight);
    args.y = write(out.y);
    args.type = elementOf(out.y.scalar_type());
    args.scales = out.scales.mutable_data_ptr<float>();
    run(x, "a norm", [&](const PointwiseKernels& kernels) { return kernels.norm(args); });
    return out;
}

struct NormGradients {
    at::Tensor x, added, weight;
};

/// @param type of y @param addedType of what was added
NormGradients normBackward(const at::Tensor& gradient_, at::ScalarType type, const at::Tensor& x, const at::Tensor& weight, const at::Tensor& scales,
    const at::Tensor& passed_, at::ScalarType addedType)
{
    const auto gradient = plainGradient(gradient_, type), passed = passed_.defined() ? plainGradient(passed_, at::kFloat) : passed_;
    const auto width = x.size(-1), rows = x.numel() / width;
    NormGradients found{emptyLike(x, at::kFloat), {}, {}};
    const auto parts = at::empty({normParts(rows), width}, x.options().requires_grad(false));
    NormBackwardArgs args{rows, width, gradient.const_data_ptr(), elementOf(type), read(x), read(weight), read(scales), read(passed)};
    args.xGradient = found.x.mutable_data_ptr<float>();
    found.added = found.x;
    if (addedType != at::kFloat) {
        found.added = emptyLike(x, addedType);
        args.addedGradient = write(found.added);
        args.addedType = elementOf(addedType);
    }
    args.parts = parts.size(0);
    args.weightParts = parts.mutable_data_ptr<float>();
    run(x, "a norm's gradient", [&](const PointwiseKernels& kernels) { return kernels.normBackward(args); });
    found.weight = parts.sum(0);
    return found;
}

class Norm : public torch::autograd::Function<Norm> {
public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight, double eps)
    {
        auto out = normForward(x, {}, weight, eps);
        context->save_for_backward({x, weight, out.scales});
        context->saved_data["type"] = out.y.scalar_type();
        return out.y;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        const auto saved = context->get_saved_variables();
        auto found = normBackward(gradients[0], context->saved_data["type"].toScalarType(), saved[0], saved[1], saved[2], {}, at::kFloat);
        return {found.x, found.weight, at::Tensor()};
    }
};

class AddNorm : public torch::autograd::Function<AddNorm> {
public:
    static variable_list forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& added, const at::Tensor& weight, double eps)
    {
        auto out = normForward(x, added, weight, eps);
        context->save_for_backward({out.sum, weight, out.scales});
        context->saved_data["type"] = out.y.scalar_type();
        context->saved_data["added"] = added.scalar_type();
        context->set_materialize_grads(false);
        return {out.sum, out.y};
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        const auto addedType = context->saved_data["added"].toScalarType();
        if (!gradients[1].defined()) {
            const auto& passed = gradients[0];
            return {passed, passed.defined() ? passed.to(addedType) : passed, at::Tensor(), at::Tensor()};
        }
        const auto saved = context->get_saved_variables();
        auto found = normBackward(gradients[1], context->saved_data["type"].toScalarType(), saved[0], saved[1], saved[2], gradients[0], addedType);
        return {found.x, found.added, found.weight, at::Tensor()};
    }
};

class Swiglu : public torch::autograd::Function<Swiglu> {
public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& a, const at::Tensor& b)
    {
        const auto y = emptyLike(a, a.scalar_type());
        const GateArgs args{a.numel(), elementOf(a.scalar_type()), a.const_data_ptr(), b.const_data_ptr(), write(y)};
        run(a, "a gate", [&](const PointwiseKernels& kernels) { return kernels.gate(args); });
        context->save_for_backward({a, b});
        return y;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        const auto saved = context->get_saved_variables();
        const auto &a = saved[0], &b = saved[1];
        const auto gradient = plainGradient(gradients[0], a.scalar_type()), da = emptyLike(a, a.scalar_type()), db = emptyLike(a, a.scalar_type());
        const GateBackwardArgs args{a.numel(), elementOf(a.scalar_type()), gradient.const_data_ptr(), a.const_data_ptr(), b.const_data_ptr(), write(da), write(db)};
        run(a, "a gate's gradient", [&](const PointwiseKernels& kernels) { return kernels.gateBackward(args); });
        return {da, db};
    }
};

bool fitsRotation(const at::Tensor& x)
{
    const auto pair = 2 * x.element_size();
    return isKnown(x) && x.dim() == 4 && x.numel() > 0 && x.size(3) % 2 == 0 && x.stride(3) == 1 && x.stride(0) % 2 == 0 && x.stride(1) % 2 == 0
        && x.stride(2) % 2 == 0 && reinterpret_cast<std::uintptr_t>(x.const_data_ptr()) % pair == 0;
}

at::Tensor turned(const at::Tensor& x_, const at::Tensor& cosine, const at::Tensor& sine, float sign)
{
    const auto x = fitsRotation(x_) ? x_ : x_.clone(at::MemoryFormat::Contiguous);
    const auto y = at::empty({x.size(0), x.size(2), x.size(1), x.size(3)}, x.options().requires_grad(false));
    const RotationArgs args{x.size(0), x.size(1), x.size(2), x.size(3), elementOf(x.scalar_type()), x.const_data_ptr(), x.stride(0), x.stride(1), x.stride(2),
        read(cosine), read(sine), sign, write(y)};
    run(x, "a rotation", [&](const PointwiseKernels& kernels) { return kernels.rotation(args); });
    return y.transpose(1, 2);
}

class Rotation : public torch::autograd::Function<Rotation> {
public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& cosine, const at::Tensor& sine)
    {
        context->save_for_backward({cosine, sine});
        return turned(x, cosine, sine, 1);
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        const auto saved = context->get_saved_variables();
        return {turned(gradients[0], saved[0], saved[1], -1), at::Tensor(), at::Tensor()};      // the inverse turns back
    }
};

}  // namespace

bool takesNorm(const at::Tensor& x, const at::Tensor& added, const at::Tensor& weight)
{
    return isHere(x) && x.scalar_type() == at::kFloat && weight.scalar_type() == at::kFloat && x.numel() > 0 && x.size(-1) % 4 == 0
        && x.size(-1) <= kMostNormWidth && isPlain(x, x) && isPlain(weight, x) && (!added.defined() || (isPlain(added, x) && added.sizes() == x.sizes()))
        && trusted(x) != nullptr;
}

at::Tensor rmsNorm(const at::Tensor& x, const at::Tensor& weight, double eps) { return Norm::apply(x, weight, eps); }

std::pair<at::Tensor, at::Tensor> addRmsNorm(const at::Tensor& x, const at::Tensor& added, const at::Tensor& weight, double eps)
{
    const auto both = AddNorm::apply(x, added, weight, eps);
    return {both[0], both[1]};
}

bool takesGate(const at::Tensor& a, const at::Tensor& b)
{
    return isHere(a) && a.sizes() == b.sizes() && a.scalar_type() == b.scalar_type() && a.numel() > 0 && a.numel() % 4 == 0 && isPlain(a, a)
        && isPlain(b, a) && trusted(a) != nullptr;
}

at::Tensor swiglu(const at::Tensor& a, const at::Tensor& b) { return Swiglu::apply(a, b); }

bool takesRotation(const at::Tensor& x, const at::Tensor& cosine, const at::Tensor& sine)
{
    const auto isTable = [&](const at::Tensor& t) {
        return t.scalar_type() == at::kFloat && t.device() == x.device() && t.is_contiguous() && t.dim() == 2 && t.size(0) == x.size(2) && t.size(1) * 2 == x.size(3);
    };
    return isHere(x) && fitsRotation(x) && isTable(cosine) && isTable(sine) && trusted(x) != nullptr;
}

at::Tensor rotate(const at::Tensor& x, const at::Tensor& cosine, const at::Tensor& sine) { return Rotation::apply(x, cosine, sine); }

bool takesLoss(const at::Tensor& logits)
{
    return isHere(logits) && logits.dim() == 2 && logits.numel() > 0 && logits.size(1) % 8 == 0 && isPlain(logits, logits) && trusted(logits) != nullptr;
}

at::Tensor tokenLosses(const at::Tensor& logits, const at::Tensor& targets, const at::Tensor& scale)
{
    const auto losses = at::empty({logits.size(0)}, logits.options().dtype(at::kFloat).requires_grad(false));
    const TokenLossArgs args{logits.size(0), logits.size(1), elementOf(logits.scalar_type()), write(logits), targets.const_data_ptr<std::int64_t>(), read(scale),
        losses.mutable_data_ptr<float>()};
    run(logits, "the loss", [&](const PointwiseKernels& kernels) { return kernels.tokenLoss(args); });
    return losses;
}

std::string check(const at::Device& device)
{
    const device::CudaTable* table = device::cudaTable();
    if (table == nullptr)
        throw Error(ErrorCode::Environment, "CUDA cannot be used.", "bamscope --batch info tells why.");
    return checked(kernelsOf(*table, device.index()), device);
}

KernelsOnCpu::KernelsOnCpu(PointwiseKernels kernels) { kernelsOnCpu() = std::move(kernels); }
KernelsOnCpu::~KernelsOnCpu() { kernelsOnCpu().reset(); }

}  // namespace bam::model::onCuda
