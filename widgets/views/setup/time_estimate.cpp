// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/time_estimate.h"

#include "core/spec/spec_io.h"

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr int kLatestRuns = 5;
const double kSameSize = std::log(1.5);     // sizes that differ by less than this factor count as equal
constexpr double kSharedPart = 0.1;

bool isCpu(const QString& id) { return id == QLatin1String("cpu"); }

/// The same kind of device, and on GPUs the same precision.
bool compares(const MeasuredSpeed& speed, const DeviceRow& device, const QString& dtype)
{
    if (isCpu(speed.device) != isCpu(device.id) || !(speed.tokensPerSecond > 0) || !(speed.flopsPerToken > 0))
        return false;
    if (!speed.deviceName.isEmpty() && !device.name.isEmpty() && speed.deviceName != device.name)
        return false;
    return isCpu(device.id) || speed.dtype.isEmpty() || speed.dtype == dtype;
}

double distanceOf(const MeasuredSpeed& speed, double flops) { return std::abs(std::log(speed.flopsPerToken / flops)); }
double operations(const MeasuredSpeed* speed) { return speed->tokensPerSecond * speed->flopsPerToken; }

/// Whether another run was on the same device of the same machine for a good part of the time.
bool wasShared(const MeasuredSpeed& speed, const QVector<MeasuredSpeed>& all)
{
    return std::any_of(all.begin(), all.end(), [&](const MeasuredSpeed& other) {
        if (&other == &speed || other.device != speed.device || other.host != speed.host || speed.started <= 0 || other.started <= 0)
            return false;
        const auto together = std::min(speed.ended, other.ended) - std::max(speed.started, other.started);
        return together > 0 && double(together) > kSharedPart * double(speed.ended - speed.started);
    });
}

/// The latest runs of about the size of the nearest one, without those that shared the device where there are others.
QVector<const MeasuredSpeed*> comparable(const QVector<MeasuredSpeed>& all, const DeviceRow& device, const QString& dtype, double flops, bool& shared)
{
    QVector<const MeasuredSpeed*> same, alone;
    double nearest = std::numeric_limits<double>::infinity();
    for (const auto& speed : all)
        if (compares(speed, device, dtype))
            nearest = std::min(nearest, distanceOf(speed, flops));
    for (const auto& speed : all)
        if (compares(speed, device, dtype) && distanceOf(speed, flops) <= nearest + kSameSize) {
            same.append(&speed);
            if (!wasShared(speed, all))
                alone.append(&speed);
        }
    shared = alone.isEmpty();
    auto& chosen = shared ? same : alone;
    std::stable_sort(chosen.begin(), chosen.end(), [](const auto* a, const auto* b) { return a->ended > b->ended; });
    return chosen.mid(0, kLatestRuns);
}

}  // namespace

DeviceRow effectiveDevice(const std::string& spec, const QVector<DeviceRow>& devices)
{
    const auto id = QString::fromStdString(spec);
    for (const auto& device : devices)
        if (device.id == id || ((id == QLatin1String("auto") || id == QLatin1String("cuda")) && !isCpu(device.id)))
            return device;
    if (id == QLatin1String("auto") && !devices.isEmpty())
        return devices.first();
    DeviceRow missing;
    missing.id = id == QLatin1String("auto") ? QStringLiteral("cpu") : id;
    return missing;
}

double trainingTokens(const spec::RunSpec& spec, double datasetTokens)
{
    const auto& training = spec.training;
    const double perStep = spec::tokensPerStep(training, 1);
    const double asked = training.numIterations > 0 ? double(training.numIterations) * perStep : std::numeric_limits<double>::quiet_NaN();
    if (datasetTokens <= 0 || perStep <= 0)
        return asked;
    const double left = datasetTokens - spec::heldBackTokens(spec, 1);
    return std::fmin(asked, std::max(0.0, std::floor(left / perStep) * perStep));
}

TimeEstimate timeEstimate(const spec::RunSpec& spec, const DeviceRow& device, const QVector<MeasuredSpeed>& speeds, double tokens)
{
    TimeEstimate result;
    const double flops = spec::estimate(spec).flopsPerToken;
    const auto runs = comparable(speeds, device, QString::fromStdString(spec.training.dtype), flops, result.shared);
    if (runs.isEmpty())
        return result;
    const auto* best = *std::max_element(runs.begin(), runs.end(), [](const auto* a, const auto* b) { return operations(a) < operations(b); });
    result.run = best->run;
    result.runs = int(runs.size());
    result.tokensPerSecond = operations(best) / flops;
    result.seconds = tokens / result.tokensPerSecond;
    return result;
}

std::int64_t fittingBatchSize(spec::RunSpec spec, double bytes)
{
    while (spec.training.batchSize > 1 && spec.training.batchSize % 2 == 0) {
        spec.training.batchSize /= 2;
        if (spec::estimate(spec).totalBytes <= bytes)
            return spec.training.batchSize;
    }
    return 0;
}

}  // namespace bam::views
