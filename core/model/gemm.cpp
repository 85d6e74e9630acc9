// SPDX-License-Identifier: GPL-3.0-or-later
// LibTorch multiplies float32 matrices with MKL, which on other makers' processors goes no further than AVX2; the oneDNN in the same library uses
// AVX-512 everywhere (measured on two cores: 210 against 480 GFLOP/s). Which of the two is taken depends on the processor and the shapes alone, so
// equal runs give equal numbers.
#include "core/model/gemm.h"

#include "core/device/instruction_set.h"

#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <ATen/autocast_mode.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>

namespace at::native {
// Exported by libtorch_cpu, but declared in no header that is shipped. Weak: another LibTorch may lack it, or have it with other parameters and so
// under another symbol; then the address is null. The dispatcher's mkldnn::_linear_pointwise would need no such declaration, but its weight gradient
// runs at half the speed and it cannot accumulate.
__attribute__((weak)) void mkldnn_matmul(const Tensor& a, const Tensor& b, const Tensor& out, float beta, float alpha);
}  // namespace at::native

namespace bam::model {
namespace {

/// What mkldnn_matmul asks of the processor on x86; without AVX-512 there is nothing to gain either.
bool processorGains()
{
    return device::widestInstructionSet() == device::InstructionSet::Avx512;
}

bool hasFastGemm()
{
    static const bool has = at::native::mkldnn_matmul != nullptr && at::hasMKLDNN() && processorGains();
    return has && at::globalContext().userEnabledMkldnn();
}

/// Below this, oneDNN's start-up costs more than it gains (measured: it wins from 128·128·64 on, and from 8 rows on).
bool isLarge(std::int64_t m, std::int64_t n, std::int64_t k)
{
    return std::min({m, n, k}) >= 8 && m * n * k >= (std::int64_t(1) << 20);
}

}  // namespace

bool isPlainCpu(const at::Tensor& tensor)
{
    return tensor.is_cpu() && tensor.scalar_type() == at::kFloat && tensor.layout() == at::kStrided && !at::autocast::is_autocast_enabled(at::kCPU);
}

void gemm(const at::Tensor& a, const at::Tensor& b, const at::Tensor& out, bool accumulate)
{
    at::NoGradGuard guard;
    if (hasFastGemm() && isLarge(a.size(0), b.size(1), a.size(1))) {
        at::native::mkldnn_matmul(a.detach(), b.detach(), out, accumulate ? 1 : 0, 1);
        return;
    }
    at::Tensor result = out;
    if (accumulate)
        result.addmm_(a, b);
    else
        at::mm_out(result, a, b);
}

at::Tensor gemm(const at::Tensor& a, const at::Tensor& b)
{
    auto out = at::empty({a.size(0), b.size(1)}, a.options().requires_grad(false));
    gemm(a, b, out);
    return out;
}

}  // namespace bam::model
