// SPDX-License-Identifier: GPL-3.0-or-later
// Invariant: `fits` fits, and `beyond` does not (or is out of range); each look brings them closer.
#include "core/eval/ruler_size.h"

#include <algorithm>

namespace bam::eval {
namespace {

constexpr std::int64_t kFirstLook = 256;    // part of the room: a short text tells roughly how many tokens a size has
constexpr int kEstimates = 12;              // looks after which halving is surer

struct Look {
    std::int64_t size = 0, tokens = 0;
};

/// Sizes that `room` tokens give by what lies between two looks; 1 at least.
std::int64_t sizesFor(std::int64_t room, const Look& a, const Look& b, std::int64_t most)
{
    const auto tokens = double(b.tokens - a.tokens) / double(b.size - a.size);
    return std::max<std::int64_t>(1, tokens > 0 ? std::int64_t(std::min(double(room) / tokens, double(most))) : most);
}

}  // namespace

std::int64_t largestSize(std::int64_t least, std::int64_t tokensOfLeast, std::int64_t most, std::int64_t room, const std::function<std::int64_t(std::int64_t)>& tokensOf)
{
    Look fits{least, tokensOfLeast};
    auto beyond = most + 1;
    auto step = std::max<std::int64_t>(1, room / kFirstLook);
    for (int looks = 1; beyond - fits.size > 1; ++looks) {
        const auto size = fits.size + std::min(step, beyond - fits.size - 1);
        const Look look{size, tokensOf(size)};
        const auto before = fits;
        if (look.tokens <= room)
            fits = look;
        else
            beyond = look.size;
        step = looks < kEstimates ? sizesFor(room - fits.tokens, before, look, most) : (beyond - fits.size) / 2;
    }
    return fits.size;
}

std::int64_t sizeInSteps(std::int64_t least, std::int64_t largest, std::int64_t room)
{
    auto step = std::max<std::int64_t>(1, room / 64);
    auto size = largest - (largest - least) % step;
    for (; step > 0; step /= 2)
        if (size + step <= largest)
            size += step;
    return size;
}

}  // namespace bam::eval
