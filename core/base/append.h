// SPDX-License-Identifier: GPL-3.0-or-later
// Appending to a file that has one writer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace bam {

/// Appends `bytes` to the open file whose content ends at `size`, which then grows. @throws Error (Failed) after cutting back what was written
/// partly: the file ends with what was appended before
void appendWhole(int fd, const std::filesystem::path& path, std::int64_t& size, std::string_view bytes);

}  // namespace bam
