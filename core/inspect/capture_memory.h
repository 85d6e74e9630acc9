// SPDX-License-Identifier: GPL-3.0-or-later
// What a capture takes at its peak beyond the model, and how long a prompt may be so that it fits. Free of Torch.
#pragma once

#include "core/inspect/lens_types.h"
#include "core/spec/spec.h"

namespace bam::inspect {

/// Bytes where the model is and on the host.
struct CaptureMemory {
    double device = 0;      ///< layer input, keys and values, tables and factors, blocks of rows
    double host = 0;        ///< what is handed back: rows of the answer's queries, pyramids, tokens and their texts
    bool shared = true;     ///< the model is on the host: both come from `host`

    double total() const { return device + host; }
    /// As free memory: whether it holds that much.
    bool holds(const CaptureMemory& needed) const { return shared ? needed.total() <= host : needed.device <= device && needed.host <= host; }
};

/// Tiles a side of the pyramids that a capture makes: those asked for, halved until the pyramids of all wanted heads stay below 768 MiB. Finer is exact on demand.
std::int64_t tilesOf(const spec::ModelSpec& model, std::int64_t length, const CaptureRequest& request);
/// Of the request's prompt, were it of that length.
CaptureMemory memoryFor(const spec::ModelSpec& model, std::int64_t length, const CaptureRequest& request);
/// The longest prompt whose capture fits; 0: none.
std::int64_t longestIn(const CaptureMemory& free, const spec::ModelSpec& model, const CaptureRequest& request);
/// @param device "cuda:0", for the message @throws Error (Environment) where it does not fit: says what is needed, what is free, and how long a prompt may be
void requireMemory(const CaptureMemory& free, const spec::ModelSpec& model, std::int64_t length, const CaptureRequest& request, const std::string& device);

}  // namespace bam::inspect
