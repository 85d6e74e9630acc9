// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loss/curve_readout.h"

#include "widgets/common/format.h"

#include <QPainter>

#include <cmath>

namespace bam::views {
namespace {

constexpr int kPadding = 8, kChip = 16, kGap = 14, kInset = 10, kNear = 28, kMostLines = 20;

QString text(const std::optional<double>& value)
{
    if (!value)
        return QStringLiteral("\u2014");
    // As many digits whatever the value, so that columns stand still.
    const double size = std::abs(*value);
    return size >= 1e5 || (size < 1e-2 && size > 0) ? ui::significant(*value, 3) : ui::decimals(*value, size < 100 ? 4 : 1);
}

/// What a band says more than its mean: " ± 0.0210", or " (3.1000 … 3.2000)" where it is not even about the mean.
QString spreadText(const ReadoutRow& row, std::size_t column)
{
    const auto& spread = row.spread[column];
    if (!spread)
        return {};
    const auto mean = std::array{row.value, row.smoothed, row.validation}[column].value_or(0);
    const double up = spread->high - mean, down = mean - spread->low;
    if (!row.extremes && std::abs(up - down) <= 1e-6 * std::abs(up))
        return QStringLiteral(" \u00b1 %1").arg(text(up));
    return QStringLiteral(" (%1 \u2026 %2)").arg(text(spread->low), text(spread->high));
}

QStringList texts(const ReadoutRow& row, const QStringList& columns)
{
    QStringList list;
    const std::array values{row.value, row.smoothed, row.validation};
    for (int i = 0; i < columns.size(); ++i)
        list.append(columns[i].isEmpty() ? QString() : text(values[std::size_t(i)]) + spreadText(row, std::size_t(i)));
    return list;
}

}  // namespace

CurveReadout::CurveReadout(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("curveReadout"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

int CurveReadout::lineHeight() const { return fontMetrics().height() + 2; }

void CurveReadout::showRows(const QString& title, const QStringList& columns, const std::vector<ReadoutRow>& rows, int nearest)
{
    if (columns != m_columns)
        m_valueWidth = 0;
    m_title = title;
    m_columns = columns;
    m_rows = rows;
    m_nearest = nearest;
    auto bold = font();
    bold.setBold(true);     // the row under the mouse is
    const QFontMetrics metrics(bold);
    const int most = 34 * metrics.averageCharWidth();
    for (const auto& row : rows) {
        m_titleWidth = std::max(m_titleWidth, std::min(metrics.horizontalAdvance(row.title), most));
        for (const auto& value : texts(row, columns))
            m_valueWidth = std::max(m_valueWidth, metrics.horizontalAdvance(value));
    }
    for (const auto& column : columns)
        m_valueWidth = std::max(m_valueWidth, metrics.horizontalAdvance(column));
    m_titleWidth = std::max(m_titleWidth, metrics.horizontalAdvance(title) - kChip);
    setAccessibleName(title);
    update();
}

void CurveReadout::place(const QRectF& area, const QPointF& mouse)
{
    if (m_rows.empty()) {
        hide();
        return;
    }
    const int shown = int(std::count_if(m_columns.begin(), m_columns.end(), [](const QString& column) { return !column.isEmpty(); }));
    m_mostLines = std::clamp((int(area.height()) - 2 * (kInset + kPadding)) / lineHeight() - 3, 1, kMostLines);
    const int lines = std::min(int(m_rows.size()), m_mostLines) + (int(m_rows.size()) > m_mostLines ? 1 : 0);
    const QSize size(2 * kPadding + kChip + m_titleWidth + shown * (kGap + m_valueWidth), 2 * kPadding + (lines + 2) * lineHeight());
    const QRectF right(area.right() - kInset - size.width(), area.top() + kInset, size.width(), size.height());
    QRectF left = right;
    left.moveLeft(area.left() + kInset);
    // Away from the mouse: the corner changes only when the mouse comes near it, and not when it would be no better on the other side.
    const auto isNear = [&](const QRectF& rect) { return mouse.x() > rect.left() - kNear && mouse.x() < rect.right() + kNear; };
    if (isNear(m_left ? left : right) && !isNear(m_left ? right : left))
        m_left = !m_left;
    setGeometry((m_left ? left : right).toRect());
    show();
    raise();
}

void CurveReadout::leave()
{
    hide();
    m_rows.clear();
    m_titleWidth = m_valueWidth = 0;
    m_left = false;
}

void CurveReadout::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    auto back = palette().color(QPalette::ToolTipBase), border = palette().color(QPalette::Mid);
    back.setAlphaF(0.93F);
    painter.setPen(QPen(border, 1));
    painter.setBrush(back);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    const auto ink = palette().color(QPalette::ToolTipText), quiet = palette().color(QPalette::PlaceholderText);
    const int line = lineHeight();
    int y = kPadding;
    auto bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(ink);
    painter.drawText(QRect(kPadding, y, width() - 2 * kPadding, line), Qt::AlignVCenter | Qt::AlignLeft, m_title);
    y += line;
    const auto drawValues = [&](const QStringList& values, const QColor& color) {
        int right = width() - kPadding;
        painter.setPen(color);
        for (int i = int(values.size()) - 1; i >= 0; --i) {
            if (m_columns[i].isEmpty())
                continue;
            painter.drawText(QRect(right - m_valueWidth, y, m_valueWidth, line), Qt::AlignVCenter | Qt::AlignRight, values[i]);
            right -= m_valueWidth + kGap;
        }
    };
    painter.setFont(font());
    drawValues(m_columns, quiet);
    y += line;
    // Of more rows than there is room for, those around the mouse.
    const int rows = int(m_rows.size());
    const int first = std::clamp(m_nearest - m_mostLines / 2, 0, std::max(0, rows - m_mostLines));
    for (int i = first; i < std::min(rows, first + m_mostLines); ++i) {
        const auto& row = m_rows[std::size_t(i)];
        painter.setFont(i == m_nearest ? bold : font());
        QPen chip(row.color, 3, Qt::SolidLine, Qt::FlatCap);
        if (row.line == plots::Line::LongDashed)
            chip.setDashPattern({2.4, 0.6});
        else if (row.line != plots::Line::Solid)
            chip.setDashPattern({row.line == plots::Line::Dashed ? 1.2 : 0.6, 0.7});
        painter.setPen(chip);
        painter.drawLine(QPointF(kPadding, y + line / 2.0), QPointF(kPadding + kChip - 4, y + line / 2.0));
        painter.setPen(ink);
        painter.drawText(QRect(kPadding + kChip, y, m_titleWidth, line), Qt::AlignVCenter | Qt::AlignLeft, painter.fontMetrics().elidedText(row.title, Qt::ElideMiddle, m_titleWidth));
        drawValues(texts(row, m_columns), ink);
        y += line;
    }
    if (rows > m_mostLines) {
        painter.setFont(font());
        painter.setPen(quiet);
        painter.drawText(QRect(kPadding, y, width() - 2 * kPadding, line), Qt::AlignVCenter | Qt::AlignLeft, tr("%n more above or below", nullptr, rows - m_mostLines));
    }
}

}  // namespace bam::views
