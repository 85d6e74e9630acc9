// SPDX-License-Identifier: GPL-3.0-or-later
// Records of a Weights & Biases run file from protobuf's wire format. Of the codec's library, as event_codec.h is and for its reasons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bam::interop {

/// A key ("train/loss"; parts of a nested one with dots between them) and its value as JSON text.
using WandbItem = std::pair<std::string, std::string>;

struct WandbRecord {
    enum class Kind { Other, History, Config, Run, Exit } kind = Kind::Other;
    std::vector<WandbItem> items;       ///< of History: a row; of Config and Run: settings
    std::optional<std::int64_t> step;   ///< of History, where it has one of its own
    std::string runId, project, name;   ///< of Run
    double startTime = 0;               ///< of Run: seconds since 1970; 0: not told
    int exitCode = 0;                   ///< of Exit
};

/// @returns whether these bytes are a record. Texts are as they are in the file, UTF-8 or not
bool decodeWandbRecord(const void* data, std::size_t size, WandbRecord& record);

/// For tests: the bytes of a row of the history and of a run's description.
std::string encodeWandbHistory(std::int64_t step, const std::vector<WandbItem>& items);
std::string encodeWandbRun(const std::string& runId, const std::string& name, const std::vector<WandbItem>& config, double startTime);

}  // namespace bam::interop
