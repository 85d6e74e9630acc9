// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/priors/value_slider.h"

#include <QSignalBlocker>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace bam::views {

ValueSlider::ValueSlider(double low, double high, double step, bool logarithmic, QWidget* parent)
    : QSlider(Qt::Horizontal, parent)
    , m_low(low)
    , m_high(high)
    , m_step(logarithmic ? std::log1p(step) : step)
    , m_logarithmic(logarithmic)
{
    setRange(0, placeOf(high));
    setSingleStep(1);
    setPageStep(10);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QSlider::valueChanged, this, [this](int place) { Q_EMIT moved(numberAt(place)); });
}

int ValueSlider::placeOf(double number) const
{
    number = std::clamp(number, m_low, m_high);
    return int(std::lround((m_logarithmic ? std::log(number / m_low) : number - m_low) / m_step));
}

double ValueSlider::numberAt(int place) const
{
    if (place >= maximum() && place > 0)
        return m_high;
    if (m_logarithmic)
        return std::min(m_high, m_low * std::exp(place * m_step));
    const double number = m_low + place * m_step;
    return std::round(number / m_step) * m_step;       // 0.3, not 0.30000000000000004 steps away
}

void ValueSlider::setNumber(double number)
{
    if (std::isnan(number))
        return;
    const QSignalBlocker quiet(this);
    setValue(placeOf(number));
}

void ValueSlider::wheelEvent(QWheelEvent* event)
{
    if (!hasFocus())
        return event->ignore();
    const int steps = event->angleDelta().y() / 120;
    if (steps != 0)
        setValue(value() + steps * (event->modifiers().testFlag(Qt::ControlModifier) ? pageStep() : singleStep()));
    event->accept();
}

}  // namespace bam::views
