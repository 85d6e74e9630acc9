// SPDX-License-Identifier: GPL-3.0-or-later
// The processes that train or evaluate together, and what they tell each other. Small things (losses, requests, texts) go over Gloo on every device;
// gradients over NCCL on CUDA and Gloo on the CPU. A process alone is a group too: then everything here returns at once.
//
// Invariants: all ranks make the same calls in the same order; a rank that ends or is cut off makes every call of the others end with ContactLost, at the
// latest after the timeout. Not thread-safe.
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/distributed/environment.h"

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace c10d {
class ProcessGroup;
}

namespace bam::distributed {

/// Another rank did not answer. What happened there is in its own log, not here.
class ContactLost : public Error {
public:
    using Error::Error;
};

/// Did a backend throw this because of another rank? (Within a backward pass it comes beside everything else that can go wrong there.)
bool isContactLost(const std::exception& failure);

class Group {
public:
    /// One process.
    Group();
    /// Meets the other ranks. @param device where tensors to be reduced will be @param timeout for meeting them (ten minutes at most) and for every later answer
    /// @param stop ends the waiting for them
    /// @throws Error: Environment (they or their store were not reached), Usage (the ranks disagree about their number), Stopped
    Group(const RankEnvironment& environment, const at::Device& device, std::chrono::seconds timeout, const LogFn& log = {}, const std::stop_token& stop = {});
    ~Group();
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    int rank() const { return m_environment.rank; }
    int ranks() const { return m_environment.ranks; }
    bool isFirst() const { return rank() == 0; }
    bool several() const { return ranks() > 1; }
    const RankEnvironment& environment() const { return m_environment; }

    /// Element by element over all ranks, in place; float64, so the same on every rank.
    void sum(std::span<double> values);
    /// Rank 0's text.
    std::string fromFirst(std::string text);
    /// What `make` gives on rank 0, where alone it runs, as JSON on every rank. Its Error is everyone's. `make` must not speak with other ranks.
    nlohmann::ordered_json madeByFirst(const std::function<nlohmann::ordered_json()>& make);
    /// Rank 0 works, the others wait for it, however long it takes. `work` must not speak with other ranks.
    void whileFirst(const std::function<void()>& work);
    /// Every rank's text, by rank, on every rank.
    std::vector<std::string> fromAll(const std::string& text);
    /// Copies `from`'s tensor into everyone's. Same shape and type everywhere. Any device.
    void broadcast(at::Tensor& tensor, int from = 0);
    void barrier();

    /// A note for whoever holds the store (the launcher).
    void note(const std::string& key, const std::string& text);
    /// Whether somebody left a note of that name. Both are the only calls that may come beside another thread's.
    bool isNoted(const std::string& key);

    /// For the gradient reducer; null in a process alone.
    c10d::ProcessGroup* processGroup() const;

    /// ContactLost for what a backend threw. @param what "step 12"
    [[noreturn]] void rethrow(const std::string& what, const std::exception& failure) const;
    /// Runs `body`, which only speaks with other ranks, and turns what the backends throw into ContactLost.
    template <class Body>
    auto during(const std::string& what, Body&& body) const
    {
        try {
            return body();
        } catch (const Error&) {
            throw;
        } catch (const std::exception& failure) {
            rethrow(what, failure);
        }
    }

private:
    struct Impl;
    RankEnvironment m_environment;
    std::unique_ptr<Impl> m_impl;   // null in a process alone
};

}  // namespace bam::distributed
