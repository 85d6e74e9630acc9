// SPDX-License-Identifier: GPL-3.0-or-later
// How long a run will take, from the speed that earlier runs reached on the same device: operations per second are taken over, tokens per second follow
// from the operations of a token. Without such a run there is no estimate.
// Other work on a device makes a run slower and never faster, so the fastest of the latest runs of about this size tells what the device can do; runs that
// shared it with another one count only where there are no others.
#pragma once

#include "core/spec/estimate.h"
#include "widgets/views/setup/setup_types.h"

namespace bam::views {

struct TimeEstimate {
    double seconds = std::numeric_limits<double>::quiet_NaN();          ///< of the whole run; NaN: unknown
    double tokensPerSecond = std::numeric_limits<double>::quiet_NaN();
    QString run;                                                        ///< what it was measured on; empty: no measurement
    int runs = 0;                                                       ///< of how many it was the fastest
    bool shared = false;                                                ///< all of them had the device with others
};

/// The device that `auto`, `cpu`, `cuda` or `cuda:N` means among these; one without a name when it is not there.
DeviceRow effectiveDevice(const std::string& spec, const QVector<DeviceRow>& devices);

/// Tokens that the run will train on: those of its steps or of the data set (−1: not known), whichever end first. NaN: unknown.
double trainingTokens(const spec::RunSpec& spec, double datasetTokens);

TimeEstimate timeEstimate(const spec::RunSpec& spec, const DeviceRow& device, const QVector<MeasuredSpeed>& speeds, double tokens);

/// The largest batch size, a half, a quarter … of the spec's, with which it fits into so many bytes; 0: none does.
std::int64_t fittingBatchSize(spec::RunSpec spec, double bytes);

}  // namespace bam::views
