// SPDX-License-Identifier: GPL-3.0-or-later
// A job as lists show it: plain values.
#pragma once

#include "core/jobs/job_record.h"

#include <QMetaType>
#include <QString>

#include <limits>

namespace bam::models {

struct JobRow {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    QString id;
    jobs::WorkerKind kind = jobs::WorkerKind::Train;
    jobs::JobState state = jobs::JobState::Queued;
    bool stopping = false;          ///< was asked to stop and has not ended yet
    bool local = true;              ///< its process is on this machine
    QString title, encoding, device;
    QString run;                    ///< run directory; empty when there is none (yet)
    QString task, detail;           ///< what it is doing
    double done = kNone, total = kNone;
    QString unit;                   ///< "steps", "MiB", …; "work" and "stages" mean nothing to people
    double speed = kNone;           ///< `speedUnit` per second
    QString speedUnit;
    double etaSeconds = kNone;
    double loss = kNone;
    qint64 step = -1, totalSteps = -1;
    qint64 created = 0, started = 0, ended = 0;     ///< seconds since 1970; 0: not yet
    int place = 0;                  ///< in the queue, from 1; 0: not queued
    QString cause, hint;            ///< of a bad end

    bool operator==(const JobRow& other) const;
    bool isTraining() const { return kind == jobs::WorkerKind::Train || kind == jobs::WorkerKind::Resume; }
    /// A training, or a file of jobs that is training now: what can be paused and asked for checkpoints.
    bool trainsNow() const { return isTraining() || (kind == jobs::WorkerKind::RunFile && totalSteps > 0); }
    bool isActive() const { return state == jobs::JobState::Starting || state == jobs::JobState::Running; }
    /// 0 … 1, or kNone; of several jobs that of the one that runs. What finished is whole, also when its last word about progress came before its end.
    double fraction() const
    {
        if (!(total > 0 && done >= 0))
            return kNone;
        if (done >= total || state == jobs::JobState::Finished)
            return 1;
        return unit == QLatin1String("jobs") && isActive() ? done - double(qint64(done)) : done / total;
    }
};

/// Values that are not known are equal.
inline bool JobRow::operator==(const JobRow& b) const
{
    const auto same = [](double x, double y) { return x == y || (x != x && y != y); };
    return id == b.id && kind == b.kind && state == b.state && stopping == b.stopping && local == b.local && title == b.title && encoding == b.encoding && device == b.device && run == b.run
        && task == b.task && detail == b.detail && same(done, b.done) && same(total, b.total) && unit == b.unit && same(speed, b.speed) && speedUnit == b.speedUnit
        && same(etaSeconds, b.etaSeconds) && same(loss, b.loss) && step == b.step && totalSteps == b.totalSteps && created == b.created && started == b.started && ended == b.ended
        && place == b.place && cause == b.cause && hint == b.hint;
}

}  // namespace bam::models

Q_DECLARE_METATYPE(bam::models::JobRow)
