// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/runs/run_delegate.h"

#include "widgets/common/colors.h"
#include "widgets/common/icons.h"
#include "widgets/models/run_model.h"
#include "widgets/plots/shades.h"

#include <QApplication>
#include <QPainter>

#include <cmath>

namespace bam::views {
namespace {

using models::RunModel;

constexpr int kGap = 4;

/// Whether the row is drawn light on dark where others are dark on light, or the other way round: selected, with the focus.
bool isInverted(const QStyleOptionViewItem& option)
{
    return (option.state & QStyle::State_Selected) && option.palette.color(QPalette::HighlightedText) != option.palette.color(QPalette::Text);
}

/// The same icon however a style would draw it on a selected row.
QIcon asItIs(const QPixmap& pixmap)
{
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected);
    return icon;
}

/// A stretch of the curve as the loss view draws it, and a pin where the run is pinned.
QPixmap chip(const QModelIndex& index, const QStyleOptionViewItem& option)
{
    const int side = option.fontMetrics.height();
    const double ratio = option.widget ? option.widget->devicePixelRatioF() : 1;
    const bool pinned = index.data(RunModel::PinnedRole).toBool();
    const int length = side * 3 / 2;
    const QSize size(length + (pinned ? side + kGap : 0), side);
    QPixmap pixmap(size * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    if (option.state & QStyle::State_Selected) {     // else a curve of the highlight's colour would vanish
        const auto base = option.palette.color(QPalette::Base);
        painter.setPen(QPen(ui::mixed(base, option.palette.color(QPalette::Text), 0.5), 1));
        painter.setBrush(base);
        painter.drawRoundedRect(QRectF(0.5, side * 0.12, length - 1, side * 0.76), 2, 2);
    }
    const double thick = std::max(3.0, side / 5.0), middle = side / 2.0;
    const auto style = index.data(RunModel::StyleRole).value<plots::CurveStyle>();
    QPen pen(plots::drawnOn(style, option.palette.color(QPalette::Base)), thick, Qt::SolidLine, Qt::FlatCap);
    switch (plots::lineOf(style)) {
    case plots::Line::Solid: break;
    case plots::Line::Dashed: pen.setDashPattern({length / thick * 0.26, length / thick * 0.11}); break;
    case plots::Line::LongDashed: pen.setDashPattern({length / thick * 0.44, length / thick * 0.08}); break;
    case plots::Line::Dotted: pen.setDashPattern({length / thick * 0.1, length / thick * 0.1}); break;
    }
    painter.setPen(pen);
    painter.drawLine(QPointF(2, middle), QPointF(length - 2, middle));
    if (pinned)
        ui::icon(QStringLiteral("pin")).paint(&painter, QRect(length + kGap, 0, side, side), Qt::AlignCenter, isInverted(option) ? QIcon::Selected : QIcon::Normal);
    return pixmap;
}

void paintProgress(QPainter* painter, const QStyleOptionViewItem& option, double progress)
{
    const auto margin = (option.widget ? option.widget->style() : QApplication::style())->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1;
    const QRectF track(option.rect.left() + margin, option.rect.bottom() - 3, option.rect.width() - 2 * margin, 3);
    const bool selected = isInverted(option);
    auto back = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text), front = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Highlight);
    back.setAlphaF(0.18F);
    painter->fillRect(track, back);
    painter->fillRect(QRectF(track.topLeft(), QSizeF(track.width() * std::clamp(progress, 0.0, 1.0), track.height())), front);
}

}  // namespace

void RunDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const bool isRun = !index.data(RunModel::PathRole).toString().isEmpty();
    if (!isRun) {
        option->font.setBold(true);
        return;
    }
    if (index.column() == RunModel::Run) {
        option->textElideMode = Qt::ElideMiddle;
        const auto pixmap = chip(index, *option);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = asItIs(pixmap);      // a style would tint it, and the colour is what it says
        option->decorationSize = pixmap.deviceIndependentSize().toSize();
        const auto* style = option->widget ? option->widget->style() : QApplication::style();
        const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, option, option->widget) + 1;
        if (const int room = option->rect.width() - option->decorationSize.width() - 6 * margin; room > 0)     // none is known while sizes are asked for
            option->text = models::elidedTitle(option->text, option->fontMetrics, room);
    } else if (index.column() == RunModel::State) {
        const int side = option->fontMetrics.height();
        option->decorationSize = QSize(side, side);
        if ((option->state & QStyle::State_Selected) && !isInverted(*option))
            option->icon = asItIs(option->icon.pixmap(option->decorationSize, option->widget ? option->widget->devicePixelRatioF() : 1));
    }
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    if (index.column() != RunModel::State)
        return;
    const auto state = runs::RunState(index.data(RunModel::StateRole).toInt());
    const double progress = index.data(RunModel::ProgressRole).toDouble();
    if (state != runs::RunState::Finished && state != runs::RunState::Unknown && std::isfinite(progress) && index.data(RunModel::ProgressRole).isValid())
        paintProgress(painter, option, progress);
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    // The same for all rows (the tree counts on it), with room for the bar below the text.
    auto size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(std::max(size.height(), option.fontMetrics.height() + 10));
    return size;
}

}  // namespace bam::views
