// SPDX-License-Identifier: GPL-3.0-or-later
// Where ranks meet that are threads of one test, over Gloo on this machine.
#pragma once

#include "core/distributed/environment.h"
#include "tests/support/free_port.h"

#include <cstdlib>

namespace bam::test {

/// LibTorch's recorder of collective operations is one for the process and not made for several groups at once: it is left out, before anything makes it.
inline const bool kWithoutFlightRecorder = ::setenv("TORCH_FR_BUFFER_SIZE", "0", 1) == 0;

inline distributed::RankEnvironment place(int rank, int ranks, int port)
{
    distributed::RankEnvironment environment;
    environment.rank = environment.localRank = rank;
    environment.ranks = environment.localRanks = ranks;
    environment.address = "127.0.0.1";
    environment.port = port;
    environment.source = "test";
    return environment;
}

}  // namespace bam::test
