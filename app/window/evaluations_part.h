// SPDX-License-Identifier: GPL-3.0-or-later
// Wires the page of evaluations: runs selected in the list → reader → table and plots; jobs that evaluate them → the column that says what happens now.
#pragma once

#include "app/window/page_refresh.h"
#include "app/work/compare_reader.h"
#include "widgets/models/job_row.h"
#include "widgets/models/run_model.h"

#include <QObject>
#include <QStringList>
#include <QVector>

namespace bam::views {
class EvaluationsView;
}

namespace bam::window {

class EvaluationsPart : public QObject {
    Q_OBJECT
public:
    EvaluationsPart(views::EvaluationsView& view, const models::RunModel& model, QObject* parent = nullptr);

    void setSelection(const QStringList& runs);
    /// All jobs; those that evaluate and have not ended are shown.
    void setJobs(const QVector<models::JobRow>& jobs);

private:
    void ask();
    void show();

    views::EvaluationsView& m_view;
    const models::RunModel& m_model;
    work::CompareReader m_reader;
    QStringList m_selection, m_asked;
    std::shared_ptr<const work::CompareAnswer> m_answer;
    PageRefresh m_refresh;
};

}  // namespace bam::window
