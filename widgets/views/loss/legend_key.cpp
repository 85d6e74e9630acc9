// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loss/legend_key.h"

#include "widgets/common/colors.h"
#include "widgets/views/loss/curve_legend.h"

#include <QAction>
#include <QPainter>

namespace bam::views {

LegendKeyButton::LegendKeyButton(const QString& text, int marker, QWidget* parent)
    : QAbstractButton(parent)
    , m_marker(marker)
{
    setText(text);
    setCheckable(true);
    setChecked(true);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void LegendKeyButton::follow(QAction* action)
{
    setChecked(action->isChecked());
    connect(action, &QAction::toggled, this, &QAbstractButton::setChecked);
    connect(this, &QAbstractButton::clicked, action, [this, action] {
        if (action->isChecked() != isChecked())
            action->trigger();
    });
}

QSize LegendKeyButton::sizeHint() const
{
    return {3 * kLegendPadding + kLegendSwatch + fontMetrics().horizontalAdvance(text()), fontMetrics().height() + 6};
}

void LegendKeyButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    auto back = palette().color(QPalette::Highlight);
    if (hasFocus()) {
        painter.setPen(QPen(back, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    back.setAlphaF(0.14F);
    if (underMouse() || hasFocus())
        painter.fillRect(rect(), back);
    const auto base = palette().color(QPalette::Base), ink = palette().color(QPalette::Text);
    QRect place = rect().adjusted(kLegendPadding, 0, -kLegendPadding, 0);
    drawSwatch(painter, QRectF(place.left(), place.top(), kLegendSwatch, place.height()), {ui::mixed(base, ink, 0.75), false, m_marker}, base, isChecked() ? 1 : 0.3);
    place.setLeft(place.left() + kLegendSwatch + kLegendPadding);
    painter.setPen(palette().color(isChecked() ? QPalette::Active : QPalette::Disabled, QPalette::Text));
    painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft, fontMetrics().elidedText(text(), Qt::ElideRight, place.width()));
}

LegendKey::LegendKey(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QBoxLayout(QBoxLayout::TopToBottom, this))
    , m_train(new LegendKeyButton(tr("Training"), -1, this))
    , m_validation(new LegendKeyButton(tr("Validation"), 0, this))
{
    m_train->setObjectName(QStringLiteral("trainKey"));
    m_train->setToolTip(tr("Lines without markers: the loss of the training steps; with smoothing, each step's loss is faint behind. Click to show or hide them."));
    m_validation->setObjectName(QStringLiteral("validationKey"));
    m_validation->setToolTip(tr("Thicker lines with markers: the loss on held-out documents. The marker's shape goes with the encoding. Click to show or hide them."));
    m_layout->setContentsMargins(0, 0, 0, 3);
    m_layout->setSpacing(0);
    m_layout->addWidget(m_train);
    m_layout->addWidget(m_validation);
}

void LegendKey::setActions(QAction* train, QAction* validation)
{
    m_train->follow(train);
    m_validation->follow(validation);
}

void LegendKey::setFlat(bool flat)
{
    m_layout->setDirection(flat ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void LegendKey::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setPen(QPen(ui::mixed(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.2), 1));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

}  // namespace bam::views
