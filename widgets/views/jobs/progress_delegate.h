// SPDX-License-Identifier: GPL-3.0-or-later
// A cell with a text and, under it, a thin bar in the encoding's colour. The text stands on the row's own ground, so that it can be read in any theme.
#pragma once

#include <QStyledItemDelegate>

namespace bam::views {

class ProgressDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace bam::views
