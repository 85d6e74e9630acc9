// SPDX-License-Identifier: GPL-3.0-or-later
// RunModel, filtered and sorted. Pinned runs come first, then the columns that were asked for, then name. Groups without a run that matches are hidden.
#pragma once

#include "widgets/models/run_model.h"
#include "widgets/models/run_query.h"

#include <QSortFilterProxyModel>

namespace bam::models {

class RunFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit RunFilter(RunModel* model, QObject* parent = nullptr);

    /// A query with an error changes nothing. @returns its error, empty when there is none
    QString setQuery(const QString& text);
    const RunQuery& query() const { return m_query; }

    struct Key {
        int column = 0;
        Qt::SortOrder order = Qt::AscendingOrder;
        bool operator==(const Key&) const = default;
    };
    /// First key first.
    void setSorting(const QVector<Key>& keys);
    const QVector<Key>& sorting() const { return m_keys; }

    /// Runs that are shown, in order.
    QStringList shownRuns() const;
    int shownCount() const;
    /// Invalid when it is not shown.
    QModelIndex indexOf(const QString& path, int column = 0) const;
    const runs::RunRecord* record(const QModelIndex& index) const;
    /// Of a group, how many of its runs are shown when that is not all.
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    RunModel* m_model;
    RunQuery m_query;
    QVector<Key> m_keys;
};

/// How two runs compare in a column: below, at or above zero; what is missing comes last in either order, hence `order`.
int compareRuns(const runs::RunRecord& a, const runs::RunRecord& b, int column, Qt::SortOrder order);

}  // namespace bam::models
