// SPDX-License-Identifier: GPL-3.0-or-later
// Recording through LibTorch's CUDAGraph, in the order of its documentation: warm up on a side stream, wait for the device, record on that stream,
// replay on any. Invariant: a recording that fails leaves the allocator as it was before, so that the program can go on without graphs.
#include "core/device/cuda/graph.h"

#include "core/device/cuda/messages.h"

#include <ATen/core/CachingHostAllocator.h>
#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <memory>
#include <optional>

namespace bam::device {
namespace {

struct Graph {
    explicit Graph(c10::DeviceIndex index)
        : device(index), own(c10::cuda::getStreamFromPool(/*isHighPriority=*/false, index)), pool(at::cuda::graph_pool_handle())
    {
    }

    c10::DeviceIndex device;
    c10::cuda::CUDAStream own;                      // for warming up and recording
    c10::MempoolId_t pool;                          // memory of what is recorded
    std::optional<c10::cuda::CUDAStream> before;    // current stream outside; set while inside
    std::optional<at::cuda::CUDAGraph> recording;
};

/// Has later work of `waiting` come after everything queued on `first`.
void order(const c10::cuda::CUDAStream& first, const c10::cuda::CUDAStream& waiting)
{
    at::cuda::CUDAEvent event;
    event.record(first);
    event.block(waiting);
}

/// Runs body(graph) on the graph's device.
template <typename Body>
const char* withGraph(void* graph, Body&& body)
{
    return guarded([&]() -> const char* {
        auto& own = *static_cast<Graph*>(graph);
        const c10::cuda::CUDAGuard guard(own.device);
        body(own);
        return nullptr;
    });
}

/// What CUDAGraph does not undo when its recording fails.
void abandon(Graph& graph)
{
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(graph.own.stream(), &status) == cudaSuccess && status != cudaStreamCaptureStatusNone) {
        cudaGraph_t unwanted = nullptr;
        if (cudaStreamEndCapture(graph.own.stream(), &unwanted) == cudaSuccess && unwanted != nullptr)
            cudaGraphDestroy(unwanted);
    }
    cudaGetLastError();
    const auto attempt = [](auto&& undo) {
        return guarded([&]() -> const char* {
            undo();
            return nullptr;
        }) == nullptr;
    };
    // A recording that came as far as to own its pool releases it itself, and only that one tells.
    const bool owned = attempt([&] { graph.recording.value().pool(); });
    if (!owned) {
        attempt([&] { c10::cuda::CUDACachingAllocator::endAllocateToPool(graph.device, graph.pool); });
        attempt([&] { c10::cuda::CUDACachingAllocator::releasePool(graph.device, graph.pool); });
        attempt([&] { at::getHostAllocator(at::kCUDA)->end_allocate_to_pool(graph.pool); });
        attempt([&] { at::getHostAllocator(at::kCUDA)->release_pool(graph.pool); });
    }
    graph.recording.reset();
    graph.pool = at::cuda::graph_pool_handle();
}

}  // namespace

const char* graphCreate(int device, void** graph)
{
    *graph = nullptr;
    return guarded([&]() -> const char* {
        const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(device));
        *graph = new Graph(static_cast<c10::DeviceIndex>(device));
        return nullptr;
    });
}

const char* graphEnter(void* graph)
{
    return withGraph(graph, [](Graph& own) {
        const auto before = c10::cuda::getCurrentCUDAStream(own.device);
        order(before, own.own);
        c10::cuda::setCurrentCUDAStream(own.own);
        own.before = before;
    });
}

const char* graphLeave(void* graph)
{
    return withGraph(graph, [](Graph& own) {
        if (!own.before)
            return;
        c10::cuda::setCurrentCUDAStream(*own.before);
        const auto before = *own.before;
        own.before.reset();
        order(own.own, before);
    });
}

const char* graphBegin(void* graph)
{
    const char* message = withGraph(graph, [](Graph& own) {
        C10_CUDA_CHECK(cudaDeviceSynchronize());
        c10::cuda::CUDACachingAllocator::emptyCache();      // what the recording keeps cannot be shared with eager work
        own.recording.emplace();
        // This thread's unsafe calls alone end the recording: another thread may work on the device at the same time, and must not be made to fail.
        own.recording->capture_begin(own.pool, cudaStreamCaptureModeThreadLocal);
    });
    if (message != nullptr) {
        const std::string kept = message;
        withGraph(graph, abandon);
        return keep(kept);
    }
    return nullptr;
}

const char* graphEnd(void* graph)
{
    const char* message = withGraph(graph, [](Graph& own) {
        TORCH_CHECK(own.recording.has_value(), "nothing is being recorded");
        own.recording->capture_end();
    });
    if (message != nullptr) {
        const std::string kept = message;
        withGraph(graph, abandon);
        return keep(kept);
    }
    return nullptr;
}

const char* graphReplay(void* graph)
{
    return withGraph(graph, [](Graph& own) {
        TORCH_CHECK(own.recording.has_value(), "nothing has been recorded");
        own.recording->replay();
    });
}

void graphDestroy(void* graph)
{
    // The memory goes back to the allocator, so nothing may still be running in it.
    withGraph(graph, [](Graph& own) {
        cudaStreamSynchronize(own.own.stream());
        cudaDeviceSynchronize();
        cudaGetLastError();
        own.recording.reset();
    });
    delete static_cast<Graph*>(graph);
}

}  // namespace bam::device
