// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/readout_overlay.h"

#include "widgets/common/colors.h"

#include <QPainter>

namespace bam::figures {

ReadoutOverlay::ReadoutOverlay(QWidget* parent)
    : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void ReadoutOverlay::show(const QPointF& at, const QString& text, const QColor& color)
{
    m_at = at;
    m_text = text;
    m_color = color;
    setVisible(!text.isEmpty());
    update();
}

/// Beside the point, on the side that has room.
QRectF ReadoutOverlay::boxFor(const QSizeF& size) const
{
    constexpr double kAway = 12;
    double x = m_at.x() + kAway, y = m_at.y() - kAway - size.height();
    if (x + size.width() > width() - 2)
        x = m_at.x() - kAway - size.width();
    if (y < 2)
        y = m_at.y() + kAway;
    x = std::clamp(x, 2.0, std::max(2.0, width() - size.width() - 2));
    y = std::clamp(y, 2.0, std::max(2.0, height() - size.height() - 2));
    return {QPointF(x, y), size};
}

void ReadoutOverlay::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto ink = palette().color(QPalette::Text), paper = palette().color(QPalette::Base);
    painter.setPen(QPen(ink, 1.5));
    painter.setBrush(m_color);
    painter.drawEllipse(m_at, 4.5, 4.5);
    const QRectF text = painter.boundingRect(QRectF(0, 0, std::max(100, width() - 30), height()), Qt::AlignLeft | Qt::TextWordWrap, m_text);
    const auto box = boxFor(text.size() + QSizeF(14, 10));
    painter.setPen(QPen(ui::mixed(paper, ink, 0.35), 1));
    painter.setBrush(paper);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(ink);
    painter.drawText(box.adjusted(7, 5, -7, -5), Qt::AlignLeft | Qt::TextWordWrap, m_text);
}

}  // namespace bam::figures
