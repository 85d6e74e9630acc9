// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/time_estimate.h"

#include "core/spec/spec_io.h"

#include <cmath>

namespace bam::views {
namespace {

bool isCpu(const QString& id) { return id == QLatin1String("cpu"); }

/// The same kind of device, and on GPUs the same precision.
bool compares(const MeasuredSpeed& speed, const DeviceRow& device, const QString& dtype)
{
    if (isCpu(speed.device) != isCpu(device.id) || !(speed.tokensPerSecond > 0) || !(speed.flopsPerToken > 0))
        return false;
    if (!speed.deviceName.isEmpty() && !device.name.isEmpty() && speed.deviceName != device.name)
        return false;
    return isCpu(device.id) || speed.dtype == dtype;
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
    const double perStep = double(spec::accumulationSteps(training, 1) * training.batchSize * training.sequenceLength);
    if (training.numIterations > 0)
        return double(training.numIterations) * perStep;
    if (datasetTokens <= 0 || perStep <= 0)
        return std::numeric_limits<double>::quiet_NaN();
    const double validation = double(spec::validationTokens(spec, 1));
    const double left = datasetTokens - validation - (validation > 0 ? double(spec.data.valTokensPadding) : 0);
    return std::max(0.0, std::floor(left / perStep) * perStep);
}

TimeEstimate timeEstimate(const spec::RunSpec& spec, const DeviceRow& device, const QVector<MeasuredSpeed>& speeds, double tokens)
{
    TimeEstimate best;
    const double flops = spec::estimate(spec).flopsPerToken;
    const auto dtype = QString::fromStdString(spec.training.dtype);
    double nearest = std::numeric_limits<double>::infinity();
    for (const auto& speed : speeds) {
        if (!compares(speed, device, dtype))
            continue;
        const double distance = std::abs(std::log(speed.flopsPerToken / flops));
        if (distance >= nearest)
            continue;
        nearest = distance;
        best.run = speed.run;
        best.tokensPerSecond = speed.tokensPerSecond * speed.flopsPerToken / flops;
        best.seconds = tokens / best.tokensPerSecond;
    }
    return best;
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
