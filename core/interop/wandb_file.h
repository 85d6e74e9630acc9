// SPDX-License-Identifier: GPL-3.0-or-later
// Run files of Weights & Biases, as an offline run leaves them (run-*.wandb): a header of seven bytes, then LevelDB's log format: blocks of 32 KiB, in them fragments with a
// checksum (CRC-32 of zlib), a length and a type, of which records are put together; each record is a message of protobuf.
// Invariants: every length is compared with its block and with the file, and every checksum with its data, before anything looks at them; one record is in memory at a time.
#pragma once

#include "core/interop/wandb_codec.h"

#include <cstddef>
#include <filesystem>
#include <functional>

namespace bam::interop {

/// Is this the name of a run file?
bool isWandbFile(const std::filesystem::path& file);

struct WandbFileEnd {
    std::size_t records = 0;
    std::size_t tornBytes = 0;          ///< at the end, of a record that is not whole: the run was killed or goes on
};

/// Calls `record` for each record in the file's order; false ends the reading. @param place the byte where it begins
/// @throws Error (Failed) naming file and offset: no run file, a wrong checksum, a fragment that fits nowhere, a record that is none
WandbFileEnd readWandbFile(const std::filesystem::path& file, const std::function<bool(const WandbRecord& record, std::size_t place)>& record);

/// For tests: a run file of these records.
std::string encodeWandbFile(const std::vector<std::string>& records);

}  // namespace bam::interop
