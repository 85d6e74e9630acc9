// SPDX-License-Identifier: GPL-3.0-or-later
// Runs × evaluations as a table: a column for each thing that any of the runs was measured by, and one that says what is being measured now.
#pragma once

#include "widgets/views/evaluations/evaluation_types.h"

#include <QAbstractTableModel>
#include <QHash>

namespace bam::views {

/// "Pass key, equidistant", "Multiple choice, arc, acc_norm": what a measure is called in a heading.
QString measureTitle(const compare::Measure& measure);
/// What it means, and which way is better.
QString measureTip(const compare::Measure& measure);
/// "0.83", "12.4"
QString scoreText(const compare::Measure& measure, double value);

class EvaluationModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum FixedColumn { Run, State, FirstMeasure };
    enum Role {
        PathRole = Qt::UserRole,
        FractionRole = Qt::UserRole + 1,    ///< as JobModel's: of the state, double 0 … 1 or NaN
        ColorRole,
        SortRole,                           ///< a number or a text that orders as people expect
    };

    explicit EvaluationModel(QObject* parent = nullptr);

    /// Rows and columns that stay keep their selection.
    void setData(std::shared_ptr<const EvaluationData> data);
    /// The jobs that evaluate runs, queued and running ones alike.
    void setJobs(const QHash<QString, models::JobRow>& jobs);

    const EvaluationData* data() const { return m_data.get(); }
    /// Null for a column that is none of a measure.
    const compare::Measure* measure(int column) const;
    const compare::Score* score(const QModelIndex& index) const;
    int columnOf(const std::string& measureId) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant stateData(const QString& run, int role) const;
    QVariant scoreData(const QModelIndex& index, int role) const;

    /// Of each measure, known once for all its cells.
    struct Ranking {
        bool ranked = false;
        std::optional<std::size_t> best;
    };
    QString rankingText(std::size_t row, std::size_t column) const;

    std::shared_ptr<const EvaluationData> m_data;
    std::vector<Ranking> m_rankings;
    QHash<QString, models::JobRow> m_jobs;
};

}  // namespace bam::views
