// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loss/curve_readout.h"

#include "widgets/common/format.h"

#include <QCoreApplication>
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
    for (std::size_t i = 0; i < values.size(); ++i)
        list.append(columns[int(i)].isEmpty() ? QString() : text(values[i]) + spreadText(row, i));
    // A validation is not of the step that the cursor is at.
    if (row.validation && row.validationStep && *row.validationStep != row.step && !columns[2].isEmpty())
        list[2] = QCoreApplication::translate("bam::views::CurveReadout", "%1 (step %2)").arg(list[2], ui::count(*row.validationStep));
    for (const auto& other : row.others)
        list.append(text(other));
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
        m_valueWidths = QVector<int>(columns.size(), 0);
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
        const auto values = texts(row, columns);
        for (int i = 0; i < std::min(values.size(), columns.size()); ++i)
            m_valueWidths[i] = std::max(m_valueWidths[i], metrics.horizontalAdvance(values[i]));
    }
    for (int i = 0; i < columns.size(); ++i)
        m_valueWidths[i] = std::max(m_valueWidths[i], metrics.horizontalAdvance(columns[i]));
    // Room for the usual step from the start, so that the box does not grow while the mouse moves.
    if (!columns[2].isEmpty())
        m_valueWidths[2] = std::max(m_valueWidths[2], metrics.horizontalAdvance(QCoreApplication::translate("bam::views::CurveReadout", "%1 (step %2)").arg(QStringLiteral("0.0000"), QStringLiteral("00,000"))));
    m_titleWidth = std::max(m_titleWidth, metrics.horizontalAdvance(title) - kChip);
    setAccessibleName(title);
    update();
}

void CurveReadout::place(const QRectF& area, const QPointF& mouse, const QVector<QPointF>& points)
{
    if (m_rows.empty()) {
        hide();
        return;
    }
    int values = 0;
    for (int i = 0; i < m_columns.size(); ++i)
        values += m_columns[i].isEmpty() ? 0 : kGap + m_valueWidths[i];
    m_mostLines = std::clamp((int(area.height()) - 2 * (kInset + kPadding)) / lineHeight() - 3, 1, kMostLines);
    const int lines = std::min(int(m_rows.size()), m_mostLines) + (int(m_rows.size()) > m_mostLines ? 1 : 0);
    // With large text titles give way, then the columns at the end.
    const int most = int(area.width()) - 2 * kInset;
    m_shownTitle = std::min(m_titleWidth, std::max(most - 2 * kPadding - kChip - values, 4 * fontMetrics().averageCharWidth()));
    const QSize size(std::min(most, 2 * kPadding + kChip + m_shownTitle + values), 2 * kPadding + (lines + 2) * lineHeight());
    const auto corner = [&](bool left, bool bottom) {
        return QRectF(left ? area.left() + kInset : area.right() - kInset - size.width(), bottom ? area.bottom() - kInset - size.height() : area.top() + kInset, size.width(), size.height());
    };
    // Away from the mouse and from what it points at: the corner changes only for a better one.
    const auto cost = [&](bool left, bool bottom) {
        const auto rect = corner(left, bottom);
        int cost = mouse.x() > rect.left() - kNear && mouse.x() < rect.right() + kNear ? 1 : 0;
        cost += rect.adjusted(-kNear, -kNear, kNear, kNear).contains(mouse) ? 100 : 0;
        for (const auto& point : points)
            cost += rect.contains(point) ? 2 : 0;
        return cost;
    };
    int least = cost(m_left, m_bottom);
    for (const auto& [left, bottom] : {std::pair{false, false}, {true, false}, {false, true}, {true, true}})
        if (const int other = cost(left, bottom); other < least) {
            least = other;
            m_left = left;
            m_bottom = bottom;
        }
    setGeometry(corner(m_left, m_bottom).toRect());
    show();
    raise();
}

void CurveReadout::leave()
{
    hide();
    m_rows.clear();
    m_titleWidth = 0;
    m_valueWidths.fill(0);
    m_left = m_bottom = false;
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
        int left = kPadding + kChip + m_shownTitle;
        painter.setPen(color);
        for (int i = 0; i < std::min(values.size(), m_columns.size()); ++i) {
            if (m_columns[i].isEmpty())
                continue;
            left += kGap;
            painter.drawText(QRect(left, y, m_valueWidths[i], line), Qt::AlignVCenter | Qt::AlignRight, values[i]);
            left += m_valueWidths[i];
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
        painter.drawText(QRect(kPadding + kChip, y, m_shownTitle, line), Qt::AlignVCenter | Qt::AlignLeft, painter.fontMetrics().elidedText(row.title, Qt::ElideMiddle, m_shownTitle));
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
