// SPDX-License-Identifier: GPL-3.0-or-later
// A piece of device work that is recorded once and then queued with one call: on a GPU the thousands of launches of a small model's training step cost
// more than the work itself. An interface, so that whoever replays can be tested without a GPU.
//
// What the work must obey is in LibTorch's notes on CUDA graphs: fixed shapes, nothing read back, nothing copied from pageable memory, and tensors of
// outside, whose addresses are recorded, stay alive as long as the graph.
#pragma once

#include <c10/core/Device.h>

#include <functional>
#include <memory>

namespace bam::device {

struct CudaTable;

class WorkGraph {
public:
    virtual ~WorkGraph() = default;

    /// Does the work as usual, on the stream that will record: kernels load and libraries take their workspaces.
    virtual void warmUp(const std::function<void()>& work) = 0;
    /// Calls `work` once and records what it queues; nothing of it is done. @throws whatever the work throws, and Error Failed
    virtual void record(const std::function<void()>& work) = 0;
    /// Queues the recorded work. @throws Error Failed
    virtual void replay() = 0;
};

/// For a CUDA device; null for others. @throws Error Failed, Environment
std::unique_ptr<WorkGraph> makeWorkGraph(const at::Device& device);
/// The same through a given table, which outlives the graph.
std::unique_ptr<WorkGraph> makeWorkGraph(const CudaTable& table, int index);

}  // namespace bam::device
