// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as a watcher would report them, without any folder.
#pragma once

#include "core/runs/run_record.h"

#include <QString>

namespace bam::test {

inline runs::RunRecord makeRecord(const std::string& size, const std::string& encoding, int version, runs::RunState state = runs::RunState::Finished, int step = 1000)
{
    runs::RunRecord run;
    run.root = "/logs";
    run.path = run.root / size / encoding / ("version_" + std::string(version < 10 ? "0" : "") + std::to_string(version));
    run.size = size;
    run.encoding = encoding;
    run.version = version;
    run.state = state;
    run.step = step;
    run.totalSteps = 1000;
    run.loss = 2 + 0.1 * version;
    run.validationLoss = 2.2 + 0.1 * version;
    run.tokensPerSecond = 100000;
    run.seconds = 100;
    run.started = "2026-11-29T10:00:00Z";
    run.family = size + encoding;
    run.device = "cuda:0";
    return run;
}

inline QString pathOf(const runs::RunRecord& run) { return QString::fromStdString(run.path.string()); }

/// As many as asked for, over five sizes and five encodings.
inline QVector<runs::RunRecord> manyRecords(int count)
{
    const char* encodings[] = {"bam", "bam_ssmax", "rotary", "alibi", "nope"};
    const char* sizes[] = {"l6", "l12", "l24", "l8", "laptop"};
    const runs::RunState states[] = {runs::RunState::Finished, runs::RunState::Running, runs::RunState::Stopped, runs::RunState::Failed};
    QVector<runs::RunRecord> records;
    for (int i = 0; i < count; ++i)
        records.append(makeRecord(sizes[i % 5], encodings[i / 5 % 5], i / 25, states[i % 4], i % 1000));
    return records;
}

}  // namespace bam::test
