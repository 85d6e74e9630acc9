// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checksum.h"

#include "core/base/descriptor.h"
#include "core/base/files.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <vector>

namespace bam {
namespace {

constexpr std::size_t kPiece = 1 << 20;

}  // namespace

// Read, not mapped: a file that is cut while it is read would end the program through its map.
std::string checksumOfFile(const std::filesystem::path& path)
{
    const Descriptor file(openRetrying(path.c_str(), O_RDONLY));
    if (!file.valid())
        throwFileError(path, "open", errno);
    const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(), XXH3_freeState);
    XXH3_128bits_reset(state.get());
    std::vector<char> piece(kPiece);
    for (;;) {
        const auto got = readRetrying(file.get(), piece.data(), piece.size());
        if (got < 0)
            throwFileError(path, "read", errno);
        if (got == 0)
            break;
        XXH3_128bits_update(state.get(), piece.data(), std::size_t(got));
    }
    const auto hash = XXH3_128bits_digest(state.get());
    std::array<char, 33> text{};
    std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(hash.high64), static_cast<unsigned long long>(hash.low64));
    return text.data();
}

}  // namespace bam
