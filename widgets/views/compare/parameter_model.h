// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters in which the columns of a comparison differ.
#pragma once

#include "widgets/views/compare/compare_types.h"

#include <QAbstractTableModel>

namespace bam::views {

class ParameterModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit ParameterModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setComparison(std::shared_ptr<const CompareData> data);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    enum { Part, Name, FirstValue };
    std::shared_ptr<const CompareData> m_data;
};

/// "Model", "Training", "Data"
QString parameterGroupTitle(compare::ParameterGroup group);
/// A value for people: a dash where it means nothing, "not told" where the files do not say.
QString parameterText(const compare::ParameterValue& value);

}  // namespace bam::views
