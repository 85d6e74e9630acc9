// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/cuda/nccl.h"

#include "core/device/cuda/messages.h"

#include <c10/cuda/CUDAFunctions.h>

#ifndef USE_C10D_NCCL
#define USE_C10D_NCCL
#endif
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace bam::device {

const char* makeNccl(const NcclRequest* request, void** backend)
{
    return guarded([&]() -> const char* {
        c10::cuda::set_device(static_cast<c10::DeviceIndex>(request->device));     // communicators are made on the current one
        auto options = c10d::ProcessGroupNCCL::Options::create();
        options->timeout = std::chrono::milliseconds(request->timeoutMilliseconds);
        auto made = c10::make_intrusive<c10d::ProcessGroupNCCL>(c10::intrusive_ptr<c10d::Store>::reclaim_copy(request->store), request->rank, request->ranks, options);
        // At once, so that a machine whose GPUs cannot speak with each other says so before the first step.
        made->eagerConnectSingleDevice(at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(request->device)));
        c10::intrusive_ptr<c10d::Backend> base = std::move(made);
        *backend = base.release();
        return nullptr;
    });
}

}  // namespace bam::device
