// SPDX-License-Identifier: GPL-3.0-or-later
// A slider over real numbers, in equal steps of the number or of its logarithm. The wheel moves it only while it has the focus, so that it does not stop the form from
// scrolling.
#pragma once

#include <QSlider>

namespace bam::views {

class ValueSlider : public QSlider {
    Q_OBJECT
public:
    /// @param step of one arrow key or notch of the wheel; on a logarithmic slider, the factor less one
    ValueSlider(double low, double high, double step, bool logarithmic, QWidget* parent = nullptr);

    /// Shows the nearest place; emits nothing.
    void setNumber(double number);
    double number() const { return numberAt(value()); }
    int placeOf(double number) const;

Q_SIGNALS:
    /// By a person.
    void moved(double number);

protected:
    void wheelEvent(QWheelEvent* event) override;

private:
    double numberAt(int place) const;
    double m_low, m_high, m_step;
    bool m_logarithmic;
};

}  // namespace bam::views
