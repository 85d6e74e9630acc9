// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the cells of runs that are more than text: the curve's colour and the pin beside the name, and how far a run is below its state.
#pragma once

#include <QStyledItemDelegate>

namespace bam::views {

class RunDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace bam::views
