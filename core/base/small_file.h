// SPDX-License-Identifier: GPL-3.0-or-later
// Small files in folders that others write to too: whatever lies there under the expected name, reading it neither waits nor fills the memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace bam {

constexpr std::size_t kSmallFile = std::size_t(16) << 20;

/// Whole file as bytes; nothing when there is none.
/// @throws Error (Failed; Environment on EACCES) when it is no regular file, is larger than `most` bytes or cannot be read
std::optional<std::string> readSmallFile(const std::filesystem::path& path, std::size_t most = kSmallFile);

}  // namespace bam
