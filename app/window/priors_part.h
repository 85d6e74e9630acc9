// SPDX-License-Identifier: GPL-3.0-or-later
// Wires the page of priors: the selected runs and what their workers write of their priors. Files are read only while the page can be seen.
#pragma once

#include "app/window/page_refresh.h"
#include "app/work/prior_reader.h"
#include "widgets/models/run_model.h"
#include "widgets/views/priors/prior_run.h"

#include <QObject>
#include <QStringList>

namespace bam::views {
class PriorsView;
}

namespace bam::window {

class PriorsPart : public QObject {
    Q_OBJECT
public:
    PriorsPart(views::PriorsView& view, const models::RunModel& model, QObject* parent = nullptr);

    void setSelection(const QStringList& runs);

private:
    void showRuns();
    views::PriorRun priorRun(const QString& path, const runs::RunRecord& record) const;

    views::PriorsView& m_view;
    const models::RunModel& m_model;
    work::PriorReader m_reader;
    QStringList m_selection, m_following;
    PageRefresh m_refresh;
};

}  // namespace bam::window
