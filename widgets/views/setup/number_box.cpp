// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/number_box.h"

#include "core/base/text.h"
#include "widgets/views/setup/field_text.h"
#include "widgets/views/setup/number_text.h"

#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QStyleOptionFrame>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr int kMargin = 2;      // QLineEdit leaves so much beside its text

/// Shows the beginning of a number that has no room, and that it goes on: its end alone would read as another number.
class NumberLine : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QStyleOptionFrame option;
        initStyleOption(&option);
        const auto room = style()->subElementRect(QStyle::SE_LineEditContents, &option, this).marginsRemoved(textMargins()).adjusted(kMargin, 0, -kMargin, 0);
        const bool cut = !text().isEmpty() && fontMetrics().horizontalAdvance(text()) > room.width();
        setToolTip(cut ? text() : QString());
        if (hasFocus() || !cut)
            return QLineEdit::paintEvent(event);
        QPainter painter(this);
        style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
        painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::Text));
        painter.drawText(room, int(alignment() & Qt::AlignHorizontal_Mask) | int(Qt::AlignVCenter), fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
    }
};

}  // namespace

NumberBox::NumberBox(bool whole, bool grouped, double least, double most, QWidget* parent)
    : QAbstractSpinBox(parent)
    , m_whole(whole)
    , m_grouped(grouped)
    , m_least(least)
    , m_most(most)
{
    setLineEdit(new NumberLine(this));
    setFocusPolicy(Qt::StrongFocus);
    setAccelerated(true);
    connect(lineEdit(), &QLineEdit::textEdited, this, &NumberBox::textEdited);
}

QString NumberBox::textOf(double value) const
{
    if (!m_whole)
        return QString::fromStdString(shortest(value));
    return m_grouped ? groupedNumber(std::int64_t(value)) : QString::number(std::int64_t(value));
}

void NumberBox::setNumber(std::optional<double> number)
{
    if (number && this->number() == number)
        return;     // keeps "1e-3" as it was typed
    if (!number && isEmpty())
        return;
    lineEdit()->setText(number ? textOf(*number) : QString());
}

std::optional<double> NumberBox::number() const { return readNumber(lineEdit()->text(), m_whole).value; }

QString NumberBox::problem() const { return problemText(readNumber(lineEdit()->text(), m_whole).problem, lineEdit()->text()); }

bool NumberBox::isEmpty() const { return lineEdit()->text().trimmed().isEmpty(); }

void NumberBox::setEmptyText(const QString& text)
{
    lineEdit()->setPlaceholderText(text);
    lineEdit()->setClearButtonEnabled(true);
}

void NumberBox::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QAbstractSpinBox::wheelEvent(event);
    else
        event->ignore();
}

void NumberBox::stepBy(int steps)
{
    double value = number().value_or(std::isfinite(m_least) ? std::max(m_least, 0.0) : 0.0);
    for (int n = 0; n < std::abs(steps); ++n) {
        const bool up = steps > 0;
        // One in the leading digit: 0.001 … 0.002 … 0.009, 0.01; and 64 … 65, because people count small numbers one by one.
        double unit = value == 0 ? (m_whole ? 1 : std::min(0.1, std::isfinite(m_most) && m_most > 0 ? m_most / 10 : 0.1)) : std::pow(10.0, std::floor(std::log10(std::abs(value)) + 1e-9));
        const bool atPower = std::abs(std::abs(value) - unit) < unit * 1e-6;
        if (value != 0 && atPower && ((value > 0) != up))
            unit /= 10;
        if (m_whole)
            unit = std::abs(value) < 1000 ? 1 : std::max(1.0, unit / 10);
        value += up ? unit : -unit;
        value = std::round(value / unit) * unit;
    }
    value = std::clamp(value, std::isfinite(m_least) ? m_least : value, std::isfinite(m_most) ? m_most : value);
    QString text = m_whole ? textOf(value) : QString::number(value, 'g', 12);
    lineEdit()->setText(text);
    Q_EMIT textEdited();
}

QValidator::State NumberBox::validate(QString&, int&) const { return QValidator::Acceptable; }   // problems are told below the field, not by refusing keys

/// With the frame, the arrows and the button that empties it.
int NumberBox::widthFor(int textWidth) const
{
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    const int clear = lineEdit()->isClearButtonEnabled() ? style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this) * 3 / 2 : 0;
    const QSize content(textWidth + clear + 2 * kMargin + 4, fontMetrics().height());
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, content, this).width();
}

QSize NumberBox::sizeHint() const
{
    auto hint = QAbstractSpinBox::sizeHint();
    hint.setWidth(widthFor(fontMetrics().horizontalAdvance(QLatin1Char('0')) * (kReserved + 3)));
    return hint;
}

QSize NumberBox::minimumSizeHint() const
{
    auto hint = QAbstractSpinBox::sizeHint();
    const int reserved = std::max(fontMetrics().horizontalAdvance(QLatin1Char('8')) * kReserved, fontMetrics().horizontalAdvance(lineEdit()->placeholderText()));
    hint.setWidth(widthFor(reserved));
    return hint;
}

}  // namespace bam::views
