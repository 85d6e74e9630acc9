// SPDX-License-Identifier: GPL-3.0-or-later
// Several ranks as threads of this process, over Gloo.
#pragma once

#include "core/distributed/group.h"
#include "tests/support/rank_places.h"

#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace bam::test {

/// Runs `work` on every rank. @returns what each threw, by rank; empty where it threw nothing
inline std::vector<std::string> onRanks(int ranks, const std::function<void(distributed::Group&)>& work)
{
    const int port = freePort();
    std::vector<std::string> failures(static_cast<std::size_t>(ranks));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            try {
                distributed::Group group(place(rank, ranks, port), at::kCPU, std::chrono::seconds(20));
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
