// SPDX-License-Identifier: GPL-3.0-or-later
// The table of results: a row for each length and number, a column for each run or encoding.
#pragma once

#include "widgets/views/compare/compare_types.h"

#include <QAbstractTableModel>

namespace bam::views {

class ResultModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role { SortRole = Qt::UserRole, MarkRole };

    explicit ResultModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setComparison(std::shared_ptr<const CompareData> data);
    bool showsIntervals() const { return m_intervals; }
    void setShowsIntervals(bool shown);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant titleData(const compare::Row& row, int number, int role) const;
    QVariant cellData(const compare::Row& row, std::size_t column, int role) const;

    std::shared_ptr<const CompareData> m_data;
    bool m_intervals = true;
};

}  // namespace bam::views
