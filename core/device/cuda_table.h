// SPDX-License-Identifier: GPL-3.0-or-later
// The interface between the program and its CUDA module: a table of C functions, so that neither side needs the other's symbols. Functions that can
// fail return nullptr on success, else a message that is valid until the calling thread's next call.
#pragma once

#include "core/attention/kernel_args.h"
#include "core/model/pointwise_args.h"

#include <cstdint>

namespace c10d {
class Store;
}

namespace bam::device {

inline constexpr int kCudaTableVersion = 6;
inline constexpr const char* kCudaTableSymbol = "bamscopeCudaTable";

struct CudaProperties {
    char name[256];
    std::int64_t totalBytes;
    std::int64_t freeBytes;
    std::int64_t cachedBytes;  ///< that LibTorch's allocator keeps for its next tensors
    int major;
    int minor;
};

/// What NCCL needs to know of the ranks.
struct NcclRequest {
    c10d::Store* store;         ///< held by the backend from then on
    int rank, ranks;
    int device;
    std::int64_t timeoutMilliseconds;
};

struct CudaTable {
    int version;  ///< kCudaTableVersion of the module; a different one is refused
    const char* (*deviceCount)(int* count);
    const char* (*properties)(int device, CudaProperties* properties);
    const char* (*synchronize)(int device);
    const char* (*peakMemory)(int device, std::int64_t* bytes);
    const char* (*resetPeakMemory)(int device);

    // Fused attention. Queued on LibTorch's current stream of the device, and never waited for. Device memory for the backward pass comes from
    // LibTorch's allocator. The first call for an element type and width on a device loads the kernels, which a captured stream does not allow.
    const char* (*attendSupported)(const attention::AttendShape* shape);
    const char* (*attendForward)(int device, const attention::ForwardArgs* args);
    const char* (*attendBackward)(int device, const attention::BackwardArgs* args);

    // A layer's pointwise parts, queued in the same way.
    const char* (*norm)(int device, const model::NormArgs* args);
    const char* (*normBackward)(int device, const model::NormBackwardArgs* args);
    const char* (*gate)(int device, const model::GateArgs* args);
    const char* (*gateBackward)(int device, const model::GateBackwardArgs* args);
    const char* (*tokenLoss)(int device, const model::TokenLossArgs* args);
    const char* (*rotation)(int device, const model::RotationArgs* args);

    // CUDA graphs (cuda_graph.h tells the order of calls). A graph belongs to the thread that made it and has a stream of its own.
    const char* (*graphCreate)(int device, void** graph);
    const char* (*graphEnter)(void* graph);     ///< the graph's stream becomes the thread's current one and waits for the one before
    const char* (*graphLeave)(void* graph);     ///< the stream before is current again and waits for the graph's
    const char* (*graphBegin)(void* graph);     ///< inside: waits for the device, then work is recorded instead of done
    const char* (*graphEnd)(void* graph);       ///< inside: ends the recording; when that fails, all it held is given back
    const char* (*graphReplay)(void* graph);    ///< queues what was recorded on the current stream
    void (*graphDestroy)(void* graph);          ///< outside; waits for the device

    /// A c10d::Backend with one reference, which the caller owns. Waits for the other ranks.
    const char* (*makeNccl)(const NcclRequest* request, void** backend);
};

using CudaTableFunction = const CudaTable* (*)();

}  // namespace bam::device
