// SPDX-License-Identifier: GPL-3.0-or-later
// Plain values that the set-up view is given and asks for: devices, measured speeds, previews.
#pragma once

#include "core/data/preview.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <limits>

namespace bam::views {

/// One device that a run can use, as the device picker lists it. The CPU is always first.
struct DeviceRow {
    QString id = QStringLiteral("cpu");     ///< "cpu", "cuda:0": what the spec's device field says
    QString name;                           ///< "NVIDIA H200"; of the CPU its model name, may be empty
    double totalBytes = 0;                  ///< 0: unknown
    double freeBytes = 0;                   ///< at this moment
    int utilisation = -1;                   ///< percent of the last second; −1: unknown
    int cores = 0;                          ///< physical cores, of the CPU
    bool busy = false;                      ///< other work runs there
    QString note;                           ///< one sentence, e.g. why no GPU is listed; empty otherwise

    bool operator==(const DeviceRow&) const = default;
};

/// What an earlier run achieved, for estimates of time.
struct MeasuredSpeed {
    QString run;                            ///< for people: "l12 bam_ssmax version_03"
    QString device;                         ///< "cpu", "cuda:0"
    QString deviceName;                     ///< "NVIDIA H200"; empty: unknown
    QString dtype;                          ///< "float32", "bfloat16"
    double tokensPerSecond = std::numeric_limits<double>::quiet_NaN();
    double flopsPerToken = std::numeric_limits<double>::quiet_NaN();    ///< bam::spec::Estimate's of that run
    qint64 started = 0, ended = 0;          ///< seconds since 1970; 0: unknown
    QString host = {};                      ///< empty: unknown
};

/// What documents and token boundaries to show. Answered with the same id.
struct PreviewRequest {
    int id = 0;
    data::PreviewSpec spec;
};

}  // namespace bam::views
