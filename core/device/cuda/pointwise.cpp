// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the pointwise kernels on LibTorch's streams.
#include "core/device/cuda/pointwise.h"

#ifdef BAMSCOPE_HAVE_KERNELS
#include "core/device/cuda/messages.h"
#include "core/model/cuda/launch.h"

#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#endif

namespace bam::device {

template <typename Args>
const char* pointwise([[maybe_unused]] int device, [[maybe_unused]] const Args* args)
{
#ifdef BAMSCOPE_HAVE_KERNELS
    return guarded([&]() -> const char* {
        const auto index = static_cast<c10::DeviceIndex>(device);
        const c10::cuda::CUDAGuard guard(index);
        return outcome(model::pointwise::launch(*args, c10::cuda::getCurrentCUDAStream(index).stream()));
    });
#else
    return "the module was built without a CUDA compiler";
#endif
}

template const char* pointwise(int, const model::NormArgs*);
template const char* pointwise(int, const model::NormBackwardArgs*);
template const char* pointwise(int, const model::GateArgs*);
template const char* pointwise(int, const model::GateBackwardArgs*);
template const char* pointwise(int, const model::TokenLossArgs*);
template const char* pointwise(int, const model::RotationArgs*);

}  // namespace bam::device
