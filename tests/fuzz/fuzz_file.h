// SPDX-License-Identifier: GPL-3.0-or-later
// The fuzzer's bytes as a file, and the rule for readers: they return, or throw bam::Error. Anything else that leaves them ends the process, which the fuzzer
// reports.
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace bam::fuzz {

/// In memory, under a path that readers can open and map.
inline std::filesystem::path fileOf(const std::uint8_t* data, std::size_t size)
{
    static const int file = ::memfd_create("fuzz", 0);
    const bool written = ::ftruncate(file, 0) == 0 && (size == 0 || ::pwrite(file, data, size, 0) == ssize_t(size));
    if (!written)
        std::abort();
    return "/proc/self/fd/" + std::to_string(file);
}

template <class Read>
int reading(Read&& read)
{
    try {
        read();
    } catch (const Error&) {
    }
    return 0;
}

}  // namespace bam::fuzz
