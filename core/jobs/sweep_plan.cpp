// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/sweep_plan.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/shard.h"
#include "core/device/device.h"
#include "core/device/nvml.h"
#include "core/jobs/sweep_rules.h"
#include "core/runs/run_record.h"
#include "core/spec/estimate.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <map>
#include <set>

namespace bam::jobs {
namespace {

/// Runs whose operations per token differ by more than this factor do not compare: small models use a device worse than large ones.
constexpr double kComparable = 2;
/// Copies of a run's state that are on disk at once: those kept, and the new one before an old one goes.
constexpr double kNewCheckpoint = 1;

bool isCuda(const std::string& device) { return device.starts_with("cuda"); }

/// Tokens of a folder of shards; NaN when it cannot be told.
double tokensOf(const std::string& dataset)
{
    try {
        double tokens = 0;
        for (const auto& shard : data::listShards(dataset))
            tokens += double(data::Shard::open(shard).size());
        return tokens;
    } catch (const Error&) {
        return SweepPlanRow::kNone;
    }
}

/// By the number of steps and by the data, whichever ends first.
double trainingTokens(const spec::RunSpec& run, int ranks, double datasetTokens)
{
    const double perStep = spec::tokensPerStep(run.training, ranks);
    const double asked = run.training.numIterations > 0 ? double(run.training.numIterations) * perStep : SweepPlanRow::kNone;
    const double left = datasetTokens - spec::heldBackTokens(run, ranks);
    return std::isnan(left) ? asked : std::fmin(asked, std::max(0.0, std::floor(left / perStep) * perStep));
}

/// Operations per second of the fastest run that compares; NaN when there is none.
double speedFor(double flopsPerToken, bool cuda, std::int64_t ranks, const std::vector<MeasuredRun>& measured)
{
    double best = SweepPlanRow::kNone;
    for (const auto& run : measured)
        if (run.cuda == cuda && run.ranks == ranks && std::abs(std::log(run.flopsPerToken / flopsPerToken)) <= std::log(kComparable))
            best = std::fmax(best, run.flopsPerToken * run.tokensPerSecond);
    return best;
}

/// Memory of one device, of a group that of its smallest; NaN when it is not known.
double memoryOf(const std::string& device)
{
    if (device.find(',') != std::string::npos) {
        double least = SweepPlanRow::kNone;
        for (const auto& one : splitText(device, ','))
            least = std::fmin(least, memoryOf(one));
        return least;
    }
    if (!isCuda(device)) {
        const auto memory = device::hostMemory();
        return memory.totalBytes > 0 ? double(memory.totalBytes) : SweepPlanRow::kNone;
    }
    for (const auto& gpu : device::visibleGpus(device::Nvml().read(), std::getenv("CUDA_VISIBLE_DEVICES")))
        if (device == str("cuda:", gpu.index))
            return double(gpu.totalBytes);
    return SweepPlanRow::kNone;
}

}  // namespace

std::vector<std::string> usableDevices()
{
    std::vector<std::string> devices;
    const auto gpus = device::visibleGpus(device::Nvml().read(), std::getenv("CUDA_VISIBLE_DEVICES"));
    if (!gpus.empty() && device::loadCuda().state == device::CudaState::Ready)
        for (const auto& gpu : gpus)
            devices.push_back(str("cuda:", gpu.index));
    return devices.empty() ? std::vector<std::string>{"cpu"} : devices;
}

std::vector<std::string> deviceGroups(const std::vector<std::string>& devices, std::int64_t ranks)
{
    if (ranks <= 1)
        return devices;
    const auto gpus = std::count_if(devices.begin(), devices.end(), isCuda);
    if (gpus == 0)
        return {devices.front()};
    if (gpus != std::ptrdiff_t(devices.size()))
        throw Error(ErrorCode::Usage, str("the devices are ", joinNames(devices), ", but a run of ", ranks, " processes is on GPUs or on the CPU"), "Name devices of one kind.");
    if (gpus < ranks)
        throw Error(ErrorCode::Usage, str("each run has ", ranks, " processes with a GPU of their own, but there ", gpus == 1 ? "is 1 GPU: " : str("are ", gpus, " GPUs: "), joinNames(devices)),
            "Lower ranks, or name more devices.");
    std::vector<std::string> groups;
    for (std::size_t n = 0; n + std::size_t(ranks) <= devices.size(); n += std::size_t(ranks)) {
        std::string group;
        for (std::size_t member = n; member < n + std::size_t(ranks); ++member)
            group += (group.empty() ? "" : ",") + devices[member];
        groups.push_back(group);
    }
    return groups;
}

std::vector<MeasuredRun> measuredRuns(const std::vector<std::filesystem::path>& folders)
{
    std::vector<MeasuredRun> measured;
    const auto now = std::int64_t(std::time(nullptr));
    std::set<std::filesystem::path> seen;
    for (const auto& folder : folders)
        for (const auto& path : runs::findRuns(folder)) {
            if (!seen.insert(std::filesystem::absolute(path).lexically_normal()).second)
                continue;
            const auto run = runs::readRecord(path, folder, now);
            if (run.state == runs::RunState::Finished && run.step > 0 && run.seconds > 0 && run.tokensPerStep > 0 && run.flopsPerToken > 0)
                measured.push_back({isCuda(run.device), run.flopsPerToken, double(run.step) * run.tokensPerStep / run.seconds, run.ranks});
        }
    return measured;
}

SweepPlan planSweep(const spec::SweepSpec& sweep, const SweepState& known, const std::vector<std::string>& devices, const std::vector<MeasuredRun>& measured, bool retrainGone)
{
    SweepPlan plan;
    plan.devices = devices;
    plan.parallel = sweep.parallel;
    const auto ranks = int(sweep.ranks);
    for (const auto& device : devices)
        plan.deviceBytes = std::fmin(plan.deviceBytes, memoryOf(device));
    std::map<std::string, double> datasets;
    std::vector<std::string> ignored;
    const auto state = merged(known, sweep, ignored);
    const auto hashes = runHashes(sweep);
    for (std::size_t n = 0; n < sweep.runs.size(); ++n) {
        auto run = withAbsolutePaths(sweep.runs[n].spec);
        run.training.device = devices.front();
        const auto cost = spec::estimate(run, ranks);
        SweepPlanRow row;
        row.index = std::int64_t(n);
        row.title = sweep.runs[n].title;
        bool trains = true;
        for (auto entry : state.entries)
            if (entry.hash == hashes[n]) {
                if (entry.state == SweepRunState::Finished || entry.trained)
                    beginCall(entry, run, {sweep.retries, sweep.evaluate, retrainGone});
                row.state = entry.state;
                trains = entry.state != SweepRunState::Finished && entry.stage == "train" && !(entry.trained && entry.state == SweepRunState::Skipped);
            }
        if (run.data.kind == "shards" && !datasets.contains(run.data.dataset))
            datasets[run.data.dataset] = run.data.dataset.empty() ? SweepPlanRow::kNone : tokensOf(run.data.dataset);
        row.tokens = trainingTokens(run, ranks, run.data.kind == "shards" ? datasets[run.data.dataset] : SweepPlanRow::kNone);
        row.flops = row.tokens * cost.flopsPerToken;
        row.seconds = row.flops / speedFor(cost.flopsPerToken, isCuda(devices.front()), sweep.ranks, measured);
        row.parameters = cost.parameters;
        row.bytes = cost.totalBytes * (isCuda(devices.front()) ? 1 : ranks);
        plan.tokens += row.tokens;
        plan.flops += row.flops;
        if (trains)
            plan.seconds += row.seconds / double(devices.size());
        plan.checkpointBytes += cost.checkpointBytes * (double(run.training.keepLast) + kNewCheckpoint);
        plan.rows.push_back(std::move(row));
    }
    return plan;
}

}  // namespace bam::jobs
