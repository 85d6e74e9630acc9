// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the fused attention kernels on LibTorch's streams and memory.
#include "core/device/cuda/attention.h"

#include "core/attention/cuda/shape_limits.h"
#include "core/device/cuda/messages.h"

#ifdef BAMSCOPE_HAVE_KERNELS
#include "core/attention/cuda/launch.h"

#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <mutex>
#include <set>
#include <tuple>
#endif

namespace bam::device {

using namespace attention;

#ifdef BAMSCOPE_HAVE_KERNELS
namespace {

/// Loads the kernels of a shape the first time a device meets them.
const char* prepared(int device, const AttendShape& shape)
{
    static std::mutex mutex;
    static std::set<std::tuple<int, Element, std::int64_t>> done;
    const std::tuple key{device, shape.element, widthClass(shape.width)};
    const std::scoped_lock lock(mutex);
    if (done.count(key) != 0)
        return nullptr;
    const char* message = outcome(prepareKernels(shape));
    if (message == nullptr)
        done.insert(key);
    return message;
}

/// Runs launch(stream) on the device once its kernels are there.
template <typename Launch>
const char* launched(int device, const AttendShape& shape, Launch&& launch)
{
    if (const char* reason = attendSupported(&shape))
        return reason;
    return guarded([&]() -> const char* {
        const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(device));
        if (const char* message = prepared(device, shape))
            return message;
        return outcome(launch(c10::cuda::getCurrentCUDAStream(static_cast<c10::DeviceIndex>(device)).stream()));
    });
}

}  // namespace

const char* attendSupported(const AttendShape* shape)
{
    return reasonAgainst(*shape);
}

const char* attendForward(int device, const ForwardArgs* args)
{
    return launched(device, args->shape, [&](cudaStream_t stream) { return launchForward(*args, stream); });
}

const char* attendBackward(int device, const BackwardArgs* args)
{
    return launched(device, args->forward.shape, [&](cudaStream_t stream) {
        // Freed as soon as all is queued: the allocator gives it again only to work that comes later on the same stream.
        const auto workspace = c10::cuda::CUDACachingAllocator::get()->allocate(backwardWorkspaceBytes(*args));
        return launchBackward(*args, workspace.get(), stream);
    });
}
#else
namespace {

constexpr const char* kNoKernels = "the module was built without a CUDA compiler";

}  // namespace

const char* attendSupported(const AttendShape*)
{
    return kNoKernels;
}

const char* attendForward(int, const ForwardArgs*)
{
    return kNoKernels;
}

const char* attendBackward(int, const BackwardArgs*)
{
    return kNoKernels;
}
#endif

}  // namespace bam::device
