// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/parameter_model.h"

#include "widgets/common/core_text.h"

#include <QCoreApplication>

namespace bam::views {

QString parameterGroupTitle(compare::ParameterGroup group)
{
    return group == compare::ParameterGroup::Model ? ParameterModel::tr("Model") : group == compare::ParameterGroup::Training ? ParameterModel::tr("Training") : ParameterModel::tr("Data");
}

QString parameterText(const compare::ParameterValue& value)
{
    using State = compare::ParameterValue::State;
    if (value.state == State::Meaningless)
        return QStringLiteral("\u2014");
    if (value.state == State::NotTold)
        return ParameterModel::tr("not told");
    return value.text.empty() ? ParameterModel::tr("none", "an empty text") : QString::fromStdString(value.text);
}

void ParameterModel::setComparison(std::shared_ptr<const CompareData> data)
{
    beginResetModel();
    m_data = std::move(data);
    endResetModel();
}

int ParameterModel::rowCount(const QModelIndex& parent) const { return parent.isValid() || !m_data ? 0 : int(m_data->comparison.parameters.size()); }

int ParameterModel::columnCount(const QModelIndex& parent) const { return parent.isValid() || !m_data ? 0 : int(m_data->columns.size()) + FirstValue; }

QVariant ParameterModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_data || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const auto& row = m_data->comparison.parameters[std::size_t(index.row())];
    if (role == Qt::ToolTipRole && index.column() < FirstValue)
        return ui::coreText(row.help) + QLatin1Char('\n') + QString::fromStdString(row.path);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    if (index.column() == Part)
        return parameterGroupTitle(row.group);
    if (index.column() == Name)
        return row.unit.empty() ? ui::coreText(row.title) : tr("%1 (%2)", "a parameter and its unit").arg(ui::coreText(row.title), ui::coreText(row.unit));
    const auto& value = row.values[std::size_t(index.column() - FirstValue)];
    if (role == Qt::ToolTipRole && value.state == compare::ParameterValue::State::NotTold)
        return tr("The files of this run do not tell it. Runs of the official code keep only a part of their parameters.");
    if (role == Qt::ToolTipRole && value.state == compare::ParameterValue::State::Meaningless)
        return tr("This parameter means nothing for this run.");
    return parameterText(value);
}

QVariant ParameterModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || !m_data || section < 0 || section >= columnCount() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    if (section == Part)
        return role == Qt::DisplayRole ? QVariant(tr("Part")) : QVariant();
    if (section == Name)
        return role == Qt::DisplayRole ? QVariant(tr("Parameter")) : QVariant();
    return m_data->columns[section - FirstValue].title;
}

}  // namespace bam::views
