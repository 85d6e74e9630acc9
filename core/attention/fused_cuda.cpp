// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/fused_cuda.h"

#include "core/attention/cuda/shape_limits.h"
#include "core/attention/kernel_check.h"
#include "core/attention/trust.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/cuda_module.h"

namespace bam::attention::fusedCuda {
namespace {

Trust& trust()
{
    static Trust result;
    return result;
}

void check(const char* message, const char* what, int device)
{
    if (message != nullptr) {
        throw Error(ErrorCode::Failed, str("The fused attention ", what, " pass on cuda:", device, " failed: ", message, "."),
            "The device may be in a bad state; nvidia-smi shows it. A new process starts afresh.");
    }
}

const device::CudaTable& table(int index)
{
    const device::CudaTable* found = device::cudaTable();
    if (found == nullptr)
        check("CUDA cannot be used", "forward", index);
    return *found;
}

}  // namespace

bool usable(const AttendShape& shape, int device)
{
    const device::CudaTable* table = device::cudaTable();
    if (table == nullptr || table->attendSupported(&shape) != nullptr)
        return false;
    const Kernels kernels{[=](const ForwardArgs& args) { return table->attendForward(device, &args); },
        [=](const BackwardArgs& args) { return table->attendBackward(device, &args); }};
    const std::int64_t width = widthClass(shape.width);
    return trust().in({device, shape.element, width}, str("on cuda:", device),
        [&] { return checkKernels(kernels, at::Device(at::kCUDA, static_cast<at::DeviceIndex>(device)), shape.element, width); });
}

void forward(const ForwardArgs& args, int device)
{
    check(table(device).attendForward(device, &args), "forward", device);
}

void backward(const BackwardArgs& args, int device)
{
    check(table(device).attendBackward(device, &args), "backward", device);
}

}  // namespace bam::attention::fusedCuda
