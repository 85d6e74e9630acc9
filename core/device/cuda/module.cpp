// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA module: loading it brings in libtorch_cuda, whose operators then register themselves with the dispatcher. It keeps no state of
// its own beyond the last message per thread and the graphs that were asked for; no exception leaves it.
#include "core/device/cuda_table.h"

#include "core/device/cuda/attention.h"
#include "core/device/cuda/graph.h"
#include "core/device/cuda/messages.h"
#include "core/device/cuda/nccl.h"
#include "core/device/cuda/pointwise.h"

#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>

#include <cstdio>

namespace {

using namespace bam;
using namespace bam::device;

const char* deviceCount(int* count)
{
    *count = 0;
    return outcome(cudaGetDeviceCount(count));
}

/// The allocator knows a device only once something was placed on it.
bool allocatorIsReady()
{
    return c10::cuda::CUDACachingAllocator::get()->initialized();
}

/// What the allocator holds without a tensor in it.
std::int64_t cachedBytes(int device)
{
    if (!allocatorIsReady())
        return 0;
    const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(static_cast<c10::DeviceIndex>(device));
    constexpr auto kAll = static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE);
    return stats.reserved_bytes[kAll].current - stats.allocated_bytes[kAll].current;
}

const char* properties(int device, CudaProperties* result)
{
    return guarded([&]() -> const char* {
        cudaDeviceProp found{};
        if (const char* error = outcome(cudaGetDeviceProperties(&found, device)))
            return error;
        const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(device));
        std::size_t free = 0;
        std::size_t total = 0;
        if (const char* error = outcome(cudaMemGetInfo(&free, &total)))
            return error;
        std::snprintf(result->name, sizeof result->name, "%s", found.name);
        result->totalBytes = static_cast<std::int64_t>(total);
        result->freeBytes = static_cast<std::int64_t>(free);
        result->cachedBytes = cachedBytes(device);
        result->major = found.major;
        result->minor = found.minor;
        return nullptr;
    });
}

const char* synchronize(int device)
{
    return guarded([&]() -> const char* {
        const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(device));
        return outcome(cudaDeviceSynchronize());
    });
}

const char* peakMemory(int device, std::int64_t* bytes)
{
    return guarded([&]() -> const char* {
        *bytes = 0;
        if (allocatorIsReady()) {
            const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(static_cast<c10::DeviceIndex>(device));
            *bytes = stats.allocated_bytes[static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE)].peak;
        }
        return nullptr;
    });
}

const char* resetPeakMemory(int device)
{
    return guarded([&]() -> const char* {
        if (allocatorIsReady())
            c10::cuda::CUDACachingAllocator::resetPeakStats(static_cast<c10::DeviceIndex>(device));
        return nullptr;
    });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const CudaTable* bamscopeCudaTable()
{
    static constexpr CudaTable table{kCudaTableVersion, deviceCount, properties, synchronize, peakMemory, resetPeakMemory, attendSupported, attendForward,
        attendBackward, pointwise<model::NormArgs>, pointwise<model::NormBackwardArgs>, pointwise<model::GateArgs>, pointwise<model::GateBackwardArgs>,
        pointwise<model::TokenLossArgs>, pointwise<model::RotationArgs>, graphCreate, graphEnter, graphLeave, graphBegin, graphEnd, graphReplay, graphDestroy,
        makeNccl};
    return &table;
}
