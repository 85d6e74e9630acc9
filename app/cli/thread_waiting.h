// SPDX-License-Identifier: GPL-3.0-or-later
// How long OpenMP's threads spin before they sleep. Left alone they spin for milliseconds, and where another program wants the same core that is
// time in which nobody works (packaging/PERFORMANCE.md has measurements).
#pragma once

namespace bam::cli {

/// Sets GOMP_SPINCOUNT for commands that compute, unless it or OMP_WAIT_POLICY is set. The runtime reads it when it is loaded, which was before main(), so
/// the program starts itself again in the same process. Returns when there is nothing to do, or when it cannot.
void limitSpinning(int argc, char** argv);

}  // namespace bam::cli
