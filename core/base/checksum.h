// SPDX-License-Identifier: GPL-3.0-or-later
// Checksums against damage on disk or on the way (not against forgery): XXH3 with 128 bits, as the tool xxh128sum prints it.
#pragma once

#include <filesystem>
#include <string>

namespace bam {

/// 32 hexadecimal digits. Several GB/s, so that a checkpoint of gigabytes is checked in a second. @throws Error (Failed) when the file cannot be read
std::string checksumOfFile(const std::filesystem::path& path);

}  // namespace bam
