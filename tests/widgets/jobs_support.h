// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs in every state, for tests of what shows them.
#pragma once

#include "widgets/models/job_row.h"

#include <QDateTime>
#include <QVector>

namespace bam::test {

inline models::JobRow jobRow(const QString& id, jobs::JobState state, const QString& encoding = QStringLiteral("bam_ssmax"))
{
    models::JobRow row;
    row.id = id;
    row.state = state;
    row.title = QStringLiteral("%1, l12, seed %2").arg(encoding, id);
    row.encoding = encoding;
    row.device = QStringLiteral("cuda:0");
    if (row.isActive()) {
        row.run = QStringLiteral("logs/l12/bam_ssmax/version_0") + id;
        row.step = 1200;
        row.totalSteps = 20'000;
        row.done = 1200;
        row.total = 20'000;
        row.unit = QStringLiteral("steps");
        row.speed = 123'456;
        row.speedUnit = QStringLiteral("tok");
        row.etaSeconds = 3900;
        row.loss = 2.8761;
    }
    if (state != jobs::JobState::Queued && state != jobs::JobState::Cancelled)
        row.started = QDateTime::currentSecsSinceEpoch() - 125;
    if (!row.isActive() && row.started > 0)
        row.ended = row.started + 65;
    return row;
}

/// One running, three queued, one failed.
inline QVector<models::JobRow> someJobs()
{
    QVector<models::JobRow> rows{jobRow(QStringLiteral("1"), jobs::JobState::Running)};
    for (int place = 1; place <= 3; ++place) {
        rows << jobRow(QString::number(10 + place), jobs::JobState::Queued, QStringLiteral("rotary"));
        rows.back().place = place;
    }
    rows << jobRow(QStringLiteral("20"), jobs::JobState::Failed, QStringLiteral("alibi"));
    rows.back().run = QStringLiteral("logs/l12/alibi/version_00");
    rows.back().cause = QStringLiteral("step 812: loss is nan.");
    rows.back().hint = QStringLiteral("Lower the learning rate.");
    return rows;
}

}  // namespace bam::test
