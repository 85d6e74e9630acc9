// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/jobs/progress_delegate.h"

#include "widgets/models/job_model.h"

#include <QApplication>
#include <QPainter>

#include <cmath>

namespace bam::views {
namespace {

constexpr int kBar = 4;     // height in device-independent pixels

}  // namespace

void ProgressDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const double fraction = index.data(models::JobModel::FractionRole).toDouble();
    auto cell = option;
    initStyleOption(&cell, index);
    auto* style = cell.widget ? cell.widget->style() : QApplication::style();
    if (!std::isfinite(fraction)) {
        style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
        return;
    }
    // The row's background over the whole cell, the text above the bar.
    const auto text = cell.text;
    cell.text.clear();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, cell.widget) + 1;
    const auto area = option.rect.adjusted(margin, 1, -margin, -2);
    const bool selected = option.state & QStyle::State_Selected;
    const auto textColor = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(textColor);
    const QRect top(area.left(), area.top(), area.width(), area.height() - kBar - 1);
    painter->setFont(cell.font);
    painter->drawText(top, Qt::AlignLeft | Qt::AlignVCenter, cell.fontMetrics.elidedText(text, Qt::ElideRight, top.width()));
    const QRectF bar(area.left(), area.bottom() - kBar + 1, area.width(), kBar);
    auto ground = textColor;
    ground.setAlphaF(0.18f);
    painter->setPen(Qt::NoPen);
    painter->setBrush(ground);
    painter->drawRoundedRect(bar, kBar / 2.0, kBar / 2.0);
    const auto color = index.data(models::JobModel::ColorRole).value<QColor>();
    painter->setBrush(selected ? textColor : color.isValid() ? color : option.palette.color(QPalette::Highlight));
    if (fraction > 0)
        painter->drawRoundedRect(QRectF(bar.left(), bar.top(), std::max<double>(kBar, bar.width() * fraction), bar.height()), kBar / 2.0, kBar / 2.0);
    painter->restore();
}

QSize ProgressDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    auto size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(std::max(size.height(), option.fontMetrics.height() + kBar + 6));
    return size;
}

}  // namespace bam::views
