// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/switch.h"

#include <QPainter>

namespace bam::views {

Switch::Switch(QWidget* parent)
    : QAbstractButton(parent)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize Switch::sizeHint() const
{
    const int height = fontMetrics().height() + 4;
    return {height * 2 + 2, height + 2};
}

void Switch::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto group = isEnabled() ? QPalette::Active : QPalette::Disabled;
    const auto frame = QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5);
    const double radius = frame.height() / 2;
    auto track = isChecked() ? palette().color(group, QPalette::Highlight) : palette().color(group, QPalette::Base);
    if (!isEnabled() && isChecked())
        track = palette().color(QPalette::Disabled, QPalette::Mid);
    painter.setPen(QPen(isChecked() ? track : palette().color(group, QPalette::PlaceholderText), 1.2));
    painter.setBrush(track);
    painter.drawRoundedRect(frame, radius, radius);
    const double knob = frame.height() - 5;
    const double x = isChecked() != isRightToLeft() ? frame.right() - 2.5 - knob : frame.left() + 2.5;
    painter.setPen(Qt::NoPen);
    painter.setBrush(isChecked() ? palette().color(QPalette::HighlightedText) : palette().color(group, QPalette::PlaceholderText));
    painter.drawEllipse(QRectF(x, frame.top() + 2.5, knob, knob));
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), radius + 2, radius + 2);
    }
}

}  // namespace bam::views
