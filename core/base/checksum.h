// SPDX-License-Identifier: GPL-3.0-or-later
// Checksums against damage on disk or on the way (not against forgery): XXH3 with 128 bits, as the tool xxh128sum prints it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace bam {

/// Of bytes that come one after the other.
class Checksum {
public:
    Checksum();
    ~Checksum();
    Checksum& add(std::string_view bytes);
    /// Of all bytes so far: 32 hexadecimal digits.
    std::string digits() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// 32 hexadecimal digits.
std::string checksumOf(std::string_view bytes);
/// 32 hexadecimal digits. Several GB/s, so that a checkpoint of gigabytes is checked in a second. @throws Error (Failed) when the file cannot be read
std::string checksumOfFile(const std::filesystem::path& path);

}  // namespace bam
