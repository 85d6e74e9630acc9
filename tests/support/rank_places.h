// SPDX-License-Identifier: GPL-3.0-or-later
// Where ranks meet that are threads of one test, over Gloo on this machine.
#pragma once

#include "core/distributed/environment.h"

#include <cstdlib>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

namespace bam::test {

/// LibTorch's recorder of collective operations is one for the process and not made for several groups at once: it is left out, before anything makes it.
inline const bool kWithoutFlightRecorder = ::setenv("TORCH_FR_BUFFER_SIZE", "0", 1) == 0;

/// A port that is free now.
inline int freePort()
{
    const int file = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(file, reinterpret_cast<const sockaddr*>(&address), size);
    ::getsockname(file, reinterpret_cast<sockaddr*>(&address), &size);
    ::close(file);
    return ntohs(address.sin_port);
}

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
