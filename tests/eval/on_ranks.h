// SPDX-License-Identifier: GPL-3.0-or-later
// Several ranks as threads of this process, over Gloo.
#pragma once

#include "core/distributed/group.h"

#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <vector>

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

/// Runs `work` on every rank. @returns what each threw, by rank; empty where it threw nothing
inline std::vector<std::string> onRanks(int ranks, const std::function<void(distributed::Group&)>& work)
{
    const int port = freePort();
    std::vector<std::string> failures(static_cast<std::size_t>(ranks));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            distributed::RankEnvironment environment;
            environment.rank = environment.localRank = rank;
            environment.ranks = environment.localRanks = ranks;
            environment.address = "127.0.0.1";
            environment.port = port;
            environment.source = "test";
            try {
                distributed::Group group(environment, at::kCPU, std::chrono::seconds(20));
                work(group);
            } catch (const std::exception& failure) {
                failures[std::size_t(rank)] = failure.what();
            }
        });
    for (auto& thread : threads)
        thread.join();
    return failures;
}

}  // namespace bam::test
