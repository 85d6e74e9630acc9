// SPDX-License-Identifier: GPL-3.0-or-later
// The slopes of ALiBi, without Torch, so that anything may show them.
#pragma once

#include <cstdint>
#include <vector>

namespace bam::encoding {

/// ALiBi slopes m_h (Press et al. 2022): 2^(−8(h+1)/H) for powers of two, interleaved otherwise.
std::vector<double> alibiSlopes(std::int64_t heads);

}  // namespace bam::encoding
