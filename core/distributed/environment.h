// SPDX-License-Identifier: GPL-3.0-or-later
// Which process of how many this one is, as the launcher's environment says it: torchrun, Slurm's srun, or our own `--ranks N`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bam::distributed {

struct RankEnvironment {
    int rank = 0;
    int ranks = 1;
    int localRank = 0;              ///< among the processes of this machine
    int localRanks = 1;             ///< processes of this machine
    std::string address;            ///< where the store is, host name or address
    int port = 0;
    bool storeIsThere = false;      ///< somebody else (torchrun's agent, our launcher) holds the store; else rank 0 does
    std::string prefix;             ///< of keys in the store: a restarted attempt must not meet the keys of the one before
    std::string source;             ///< for people: "torchrun", "Slurm", "--ranks"; empty with one process

    bool several() const { return ranks > 1; }
};

/// A variable's value; nothing when it is not set. std::getenv for programs, a map for tests.
using Variables = std::function<std::optional<std::string>(const std::string& name)>;
Variables processEnvironment();

/// RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR, MASTER_PORT and TORCHELASTIC_* where they are set; else SLURM_* of a step that srun started;
/// else one process. @throws Error (Usage): a variable is missing, or no number, or the numbers do not fit together
RankEnvironment rankEnvironment(const Variables& variables = processEnvironment());

/// The hosts of a Slurm node list: "gpu[01-03,7],login" -> gpu01 gpu02 gpu03 gpu7 login. @throws Error (Usage) for an unfinished or absurdly long one
std::vector<std::string> hostsOf(const std::string& nodeList);

/// "rank 1 of 4 on host, started by torchrun".
std::string describe(const RankEnvironment& environment);

}  // namespace bam::distributed
