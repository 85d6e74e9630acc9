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

struct Checksum::State {
    State() { XXH3_128bits_reset(hash.get()); }
    const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> hash{XXH3_createState(), XXH3_freeState};
};

Checksum::Checksum() : m_state(std::make_unique<State>()) {}
Checksum::~Checksum() = default;

Checksum& Checksum::add(std::string_view bytes)
{
    XXH3_128bits_update(m_state->hash.get(), bytes.data(), bytes.size());
    return *this;
}

std::string Checksum::digits() const
{
    const auto hash = XXH3_128bits_digest(m_state->hash.get());
    std::array<char, 33> text{};
    std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(hash.high64), static_cast<unsigned long long>(hash.low64));
    return text.data();
}

std::string checksumOf(std::string_view bytes) { return Checksum().add(bytes).digits(); }

// Read, not mapped: a file that is cut while it is read would end the program through its map.
std::string checksumOfFile(const std::filesystem::path& path)
{
    const Descriptor file(openRetrying(path.c_str(), O_RDONLY));
    if (!file.valid())
        throwFileError(path, "open", errno);
    Checksum sum;
    std::vector<char> piece(kPiece);
    for (;;) {
        const auto got = readRetrying(file.get(), piece.data(), piece.size());
        if (got < 0)
            throwFileError(path, "read", errno);
        if (got == 0)
            return sum.digits();
        sum.add({piece.data(), std::size_t(got)});
    }
}

}  // namespace bam
