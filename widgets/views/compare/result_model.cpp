// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/result_model.h"

#include "widgets/views/compare/result_texts.h"

#include <QFont>

#include <cmath>
#include <limits>

namespace bam::views {

void ResultModel::setComparison(std::shared_ptr<const CompareData> data)
{
    beginResetModel();
    m_data = std::move(data);
    endResetModel();
}

void ResultModel::setShowsIntervals(bool shown)
{
    if (m_intervals == shown)
        return;
    m_intervals = shown;
    if (rowCount() > 0 && columnCount() > 1)
        Q_EMIT dataChanged(index(0, 1), index(rowCount() - 1, columnCount() - 1), {Qt::DisplayRole});
}

int ResultModel::rowCount(const QModelIndex& parent) const { return parent.isValid() || !m_data ? 0 : int(m_data->comparison.rows.size()); }

int ResultModel::columnCount(const QModelIndex& parent) const { return parent.isValid() || !m_data ? 0 : int(m_data->columns.size()) + 1; }

QVariant ResultModel::titleData(const compare::Row& row, int number, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return rowTitle(row);
    case Qt::ToolTipRole:
        return rowHelp(row, m_data->comparison);
    case SortRole:
        return double(number);
    default:
        return {};
    }
}

QVariant ResultModel::cellData(const compare::Row& row, std::size_t column, int role) const
{
    const auto& cell = row.cells[column];
    switch (role) {
    case Qt::DisplayRole: {
        auto text = valueText(row, cell);
        if (const auto mark = markText(cell.mark); !mark.isEmpty())
            text = mark + QChar(0xA0) + text;
        const auto interval = m_intervals ? intervalText(row, cell) : QString();
        return interval.isEmpty() ? text : text + QStringLiteral("  ") + interval;
    }
    case Qt::ToolTipRole:
        return cellHelp(*m_data, row, column);
    case Qt::AccessibleTextRole:
        return valueText(row, cell) + (cell.mark == compare::Mark::Best ? QStringLiteral(", ") + tr("best") : cell.mark == compare::Mark::NotWorse ? QStringLiteral(", ") + tr("not significantly worse than the best") : QString());
    case Qt::FontRole:
        if (cell.mark == compare::Mark::Best) {
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        return {};
    case Qt::TextAlignmentRole:
        return int(Qt::AlignRight | Qt::AlignVCenter);
    case SortRole:
        return std::isfinite(cell.value) ? cell.value : -std::numeric_limits<double>::infinity();
    case MarkRole:
        return int(cell.mark);
    default:
        return {};
    }
}

QVariant ResultModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_data || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const auto& row = m_data->comparison.rows[std::size_t(index.row())];
    return index.column() == 0 ? titleData(row, index.row(), role) : cellData(row, std::size_t(index.column() - 1), role);
}

QVariant ResultModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || !m_data || section < 0 || section >= columnCount())
        return {};
    if (section == 0)
        return role == Qt::DisplayRole ? QVariant(tr("Result")) : role == Qt::ToolTipRole ? QVariant(tr("Click to have the rows in their own order again")) : QVariant();
    const auto& column = m_data->columns[section - 1];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return (QStringList{column.title} + column.runs.mid(0, 20) + QStringList{tr("Click to sort the rows by this column")}).join(QLatin1Char('\n'));
    case Qt::TextAlignmentRole:
        return int(Qt::AlignRight | Qt::AlignVCenter);
    default:
        return {};
    }
}

}  // namespace bam::views
