// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/rank_device.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/device.h"
#include "core/device/nvml.h"
#include "core/runs/folder_lock.h"

#include <algorithm>
#include <cstdlib>

namespace bam::distributed {

std::string deviceFor(const std::string& asked, const RankEnvironment& ranks)
{
    if (!ranks.several() || asked == "cpu")
        return asked;
    if (asked.starts_with("cuda:"))
        throw Error(ErrorCode::Usage, str("device is ", asked, ", but there are ", ranks.ranks, " ranks, and each needs a device of its own"),
            "Leave device at auto or cuda; --devices or CUDA_VISIBLE_DEVICES say which ones are taken.");
    if (device::loadCuda().state != device::CudaState::Ready)
        return asked;
    const auto devices = int(device::cudaDevices().size());
    if (devices == 1)
        return "cuda:0";
    if (ranks.localRank >= devices)
        throw Error(ErrorCode::Environment, str("rank ", ranks.rank, " is number ", ranks.localRank, " (from 0) on this machine, which has ", devices, " CUDA devices"),
            str("Start at most ", devices, " ranks here, or use --device cpu."));
    return str("cuda:", ranks.localRank);
}

std::string identityOf(const at::Device& device)
{
    if (device.is_cuda())
        for (const auto& gpu : device::visibleGpus(device::Nvml().read(), std::getenv("CUDA_VISIBLE_DEVICES")))
            if (gpu.index == std::max(0, int(device.index())) && !gpu.uuid.empty())
                return str(runs::hostName(), ' ', gpu.uuid);
    return {};
}

void requireOwnDevices(const std::vector<std::string>& identities)
{
    for (std::size_t n = 1; n < identities.size(); ++n)
        if (const auto first = std::find(identities.begin(), identities.begin() + std::ptrdiff_t(n), identities[n]); !identities[n].empty() && first != identities.begin() + std::ptrdiff_t(n))
            throw Error(ErrorCode::Environment, str("ranks ", first - identities.begin(), " and ", n, " have the same device, ", identities[n]),
                "Each rank needs a GPU of its own: start fewer ranks, show them more devices, or use --device cpu.");
}

int threadsFor(int asked, const RankEnvironment& ranks)
{
    if (asked > 0)
        return asked;
    const auto* set = std::getenv("OMP_NUM_THREADS");
    return set && *set ? device::defaultThreads() : std::max(1, device::physicalCores() / std::max(1, ranks.localRanks));
}

}  // namespace bam::distributed
