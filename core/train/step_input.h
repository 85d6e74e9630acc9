// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds a training loop from a batch source, one step ahead where that hides the reading behind the device's work.
// Invariant: what was read ahead shows nowhere: position() is that of the first step not handed out, and an error of reading ahead is thrown by the
// next() that needed the step.
#pragma once

#include "core/data/batch.h"

#include <c10/core/Device.h>

#include <exception>
#include <optional>
#include <vector>

namespace bam::train {

/// The batch on the device. From pinned memory the copy is only queued, on the current stream; nothing waits for it.
data::Batch onDevice(const data::Batch& batch, const at::Device& device);

/// The batch in pinned memory when the device is a CUDA device, so that copies to it need not wait; else as it is.
data::Batch pinnedFor(const data::Batch& batch, const at::Device& device);

class StepInput {
public:
    /// @param source outlives the object, and is asked for steps by nobody else
    StepInput(data::BatchSource& source, const at::Device& device)
        : StepInput(source, device, device.is_cuda())
    {
    }
    /// @param ahead whether fetchAhead() does anything
    StepInput(data::BatchSource& source, const at::Device& device, bool ahead)
        : m_source(source), m_device(device), m_ahead(ahead)
    {
    }

    /// The micro-batches of the next step, on the host; empty when the data ends. @throws Error of the source
    std::vector<data::Batch> next();
    /// Reads the next step, for when the device is busy. Never throws.
    void fetchAhead();

    nlohmann::ordered_json position() const { return m_fetched ? m_fetched->before : m_source.position(); }
    /// Forgets what was read ahead. @throws Error of the source
    void seek(const nlohmann::ordered_json& position);

private:
    struct Fetched {
        nlohmann::ordered_json before;      // position in front of it
        std::vector<data::Batch> batches;
        std::exception_ptr error;           // why there are none
    };

    std::vector<data::Batch> read();

    data::BatchSource& m_source;
    at::Device m_device;
    bool m_ahead;
    std::optional<Fetched> m_fetched;
};

}  // namespace bam::train
