// SPDX-License-Identifier: GPL-3.0-or-later
// Which vector instructions this processor and its system offer, asked once for every kernel that is compiled several times.
#pragma once

namespace bam::device {

enum class InstructionSet { Baseline, Avx2, Avx512 };

/// Avx2 means AVX2 with FMA; Avx512 means its parts F, BW, DQ and VL as well.
InstructionSet widestInstructionSet();

}  // namespace bam::device
