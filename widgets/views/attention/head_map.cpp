// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/head_map.h"

#include "widgets/common/format.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr inspect::HeadId kNoHead{-1, -1};
constexpr int kGap = 6;

const inspect::HeadChange* changeOf(const inspect::Capture& capture, inspect::HeadId head)
{
    const auto found = std::find_if(capture.changes.begin(), capture.changes.end(), [head](const auto& change) { return change.head == head; });
    return found == capture.changes.end() ? nullptr : &*found;
}

/// A pattern per kind of change, so that colour is not all that tells.
Qt::BrushStyle patternOf(const inspect::HeadChange& change)
{
    switch (change.ablation) {
    case inspect::Ablation::Zero: return Qt::DiagCrossPattern;
    case inspect::Ablation::Uniform: return Qt::HorPattern;
    case inspect::Ablation::PriorOnly: return Qt::BDiagPattern;
    case inspect::Ablation::ContentOnly: return Qt::FDiagPattern;
    case inspect::Ablation::None: break;
    }
    return Qt::Dense6Pattern;
}

}  // namespace

HeadMap::HeadMap(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("headMap"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Head map"));
    setAccessibleDescription(tr("One cell per head, layers from top to bottom. Arrow keys choose a head, with Shift they mark several; the menu key offers ablations."));
    setToolTip(tr("One cell per head. Click: choose it everywhere; Ctrl or Shift and click: mark several; right click: ablate or restore the marked ones. Hatched heads are changed."));
}

QSize HeadMap::sizeHint() const { return {fontMetrics().height() * 20, fontMetrics().height() * 14}; }
QSize HeadMap::minimumSizeHint() const { return {fontMetrics().height() * 10, fontMetrics().height() * 7}; }

void HeadMap::setCapture(std::shared_ptr<const inspect::Capture> capture)
{
    m_capture = std::move(capture);
    m_scale = m_capture ? MeasureScale(m_capture->summary, m_scale.measure()) : MeasureScale();
    const auto gone = [this](inspect::HeadId head) { return !m_capture || head.layer >= m_capture->layers || head.head >= m_capture->heads; };
    std::erase_if(m_marked, gone);
    if (gone(m_current))
        m_current = m_anchor = kNoHead;
    update();
}

void HeadMap::setMeasure(HeadMeasure measure)
{
    m_scale = m_capture ? MeasureScale(m_capture->summary, measure) : MeasureScale({}, measure);
    update();
}

void HeadMap::setCurrent(inspect::HeadId head)
{
    if (head == m_current)
        return;
    m_current = m_anchor = head;
    m_marked = {head};
    update();
}

QRect HeadMap::gridRect() const
{
    const int em = fontMetrics().height(), left = fontMetrics().horizontalAdvance(QStringLiteral("L88 ")) + kGap, bottom = 2 * em + 3 * kGap;
    return QRect(left, kGap, width() - left - kGap, height() - kGap - bottom - em);
}

QRect HeadMap::cellOf(inspect::HeadId head) const
{
    if (!m_capture || head.layer < 0 || head.layer >= m_capture->layers || head.head < 0 || head.head >= m_capture->heads)
        return {};
    const auto grid = gridRect();
    const auto edge = [](std::int64_t at, std::int64_t count, int length) { return int(at * length / count); };
    const int x0 = edge(head.head, m_capture->heads, grid.width()), x1 = edge(head.head + 1, m_capture->heads, grid.width());
    const int y0 = edge(head.layer, m_capture->layers, grid.height()), y1 = edge(head.layer + 1, m_capture->layers, grid.height());
    return QRect(grid.left() + x0, grid.top() + y0, x1 - x0, y1 - y0);
}

inspect::HeadId HeadMap::headAt(const QPoint& at) const
{
    const auto grid = gridRect();
    if (!m_capture || !grid.contains(at))
        return kNoHead;
    for (const auto& head : m_capture->summary)
        if (cellOf(head.id).contains(at))
            return head.id;
    return kNoHead;
}

void HeadMap::choose(inspect::HeadId head, Qt::KeyboardModifiers modifiers)
{
    if (head == kNoHead)
        return;
    if (modifiers & Qt::ControlModifier) {
        if (m_marked.count(head) && m_marked.size() > 1 && head != m_current) {
            m_marked.erase(head);
            return update();
        }
        m_marked.insert(head);
        m_anchor = head;
    } else if (modifiers & Qt::ShiftModifier && m_anchor != kNoHead) {
        m_marked.clear();
        for (auto layer = std::min(m_anchor.layer, head.layer); layer <= std::max(m_anchor.layer, head.layer); ++layer)
            for (auto at = std::min(m_anchor.head, head.head); at <= std::max(m_anchor.head, head.head); ++at)
                m_marked.insert({layer, at});
    } else {
        m_marked = {head};
        m_anchor = head;
    }
    const bool other = head != m_current;
    m_current = head;
    update();
    if (other) {
        Q_EMIT headSelected(head);
        Q_EMIT readoutChanged(readoutOf(head));
    }
}

QString HeadMap::readoutOf(inspect::HeadId head) const
{
    if (!m_capture || head == kNoHead)
        return {};
    const auto& summary = m_capture->summary[m_capture->indexOf(head)];
    QStringList parts;
    for (int n = 0; n < kHeadMeasures; ++n)
        if (const double value = measureOf(summary, HeadMeasure(n)); std::isfinite(value))
            parts.append(tr("%1 %2", "1: name of a measure; 2: value").arg(measureTitle(HeadMeasure(n)), cellText(value, HeadMeasure(n))));
    auto text = tr("%1: %2", "1: head; 2: its measures").arg(headLabel(head), parts.join(QStringLiteral("; ")));
    if (const auto* change = changeOf(*m_capture, head))
        text = tr("%1; changed: %2").arg(text, changeText(*change));
    return text;
}

void HeadMap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (!m_capture)
        return;
    const auto cell = cellOf({0, 0});
    const bool numbers = cell.width() >= fontMetrics().horizontalAdvance(QStringLiteral("\u22120.88")) + 2 && cell.height() >= fontMetrics().height();
    for (const auto& head : m_capture->summary)
        paintCell(painter, head, numbers);
    const auto frame = cellOf(m_current);
    if (!frame.isEmpty()) {
        painter.setPen(QPen(palette().color(QPalette::Text), 3));
        painter.drawRect(frame.adjusted(1, 1, -2, -2));
        painter.setPen(QPen(palette().color(QPalette::Highlight), hasFocus() ? 2 : 1));
        painter.drawRect(frame.adjusted(1, 1, -2, -2));
    }
    paintLabels(painter);
    paintBar(painter);
}

void HeadMap::paintCell(QPainter& painter, const inspect::HeadSummary& head, bool numbers) const
{
    const auto cell = cellOf(head.id).adjusted(0, 0, -1, -1);
    const double value = measureOf(head, m_scale.measure());
    const auto color = m_scale.color(value);
    painter.fillRect(cell, color.isValid() ? color : palette().color(QPalette::AlternateBase));
    const auto ink = color.isValid() ? inkOn(color) : palette().color(QPalette::Text);
    if (const auto* change = changeOf(*m_capture, head.id))
        painter.fillRect(cell, QBrush(ink, patternOf(*change)));
    if (numbers) {
        const auto text = cellText(value, m_scale.measure());
        if (changeOf(*m_capture, head.id)) {        // the pattern would cross it out
            const int width = fontMetrics().horizontalAdvance(text) + 4;
            painter.fillRect(QRect(cell.center().x() - width / 2, cell.center().y() - fontMetrics().height() / 2, width, fontMetrics().height()), color.isValid() ? color : palette().color(QPalette::AlternateBase));
        }
        painter.setPen(ink);
        painter.drawText(cell, Qt::AlignCenter, text);
    }
    if (m_marked.size() > 1 && m_marked.count(head.id)) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(cell.adjusted(1, 1, -1, -1));
    }
}

void HeadMap::paintLabels(QPainter& painter) const
{
    const auto grid = gridRect();
    const int em = fontMetrics().height();
    painter.setPen(palette().color(QPalette::Text));
    int free = 0;
    for (std::int64_t layer = 0; layer < m_capture->layers; ++layer) {
        const auto cell = cellOf({layer, 0});
        const QRect place(0, cell.center().y() - em / 2, grid.left() - kGap, em);
        if (place.top() >= free) {
            painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("L%1").arg(layer));
            free = place.bottom();
        }
    }
    free = 0;
    for (std::int64_t head = 0; head < m_capture->heads; ++head) {
        const auto cell = cellOf({0, head});
        const auto text = QStringLiteral("H%1").arg(head);
        const int width = fontMetrics().horizontalAdvance(text), left = cell.center().x() - width / 2;
        if (left >= free) {
            painter.drawText(left, grid.bottom() + 2 + fontMetrics().ascent(), text);
            free = left + width + kGap;
        }
    }
}

void HeadMap::paintBar(QPainter& painter) const
{
    const auto grid = gridRect();
    const int em = fontMetrics().height(), top = height() - em - kGap;
    painter.setPen(palette().color(QPalette::Text));
    if (m_scale.isEmpty()) {
        painter.drawText(QRect(kGap, top, width() - 2 * kGap, em), Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(tr("No head has this value here"), Qt::ElideRight, width() - 2 * kGap));
        return;
    }
    const auto low = cellText(m_scale.low(), m_scale.measure()), high = cellText(m_scale.high(), m_scale.measure());
    const int lowWidth = fontMetrics().horizontalAdvance(low), highWidth = fontMetrics().horizontalAdvance(high);
    const QRect bar(grid.left() + lowWidth + kGap, top + 2, std::max(grid.width() - lowWidth - highWidth - 2 * kGap, 2), em - 4);
    painter.drawText(QRect(grid.left(), top, lowWidth + 1, em), Qt::AlignLeft | Qt::AlignVCenter, low);
    painter.drawText(QRect(bar.right() + kGap, top, highWidth + 1, em), Qt::AlignLeft | Qt::AlignVCenter, high);
    for (int x = 0; x < bar.width(); ++x)
        painter.fillRect(bar.left() + x, bar.top(), 1, bar.height(), m_scale.colorAt(double(x) / std::max(bar.width() - 1, 1)));
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
}

void HeadMap::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        updateGeometry();
}

void HeadMap::mousePressEvent(QMouseEvent* event)
{
    const auto head = headAt(event->pos());
    if (event->button() == Qt::LeftButton)
        choose(head, event->modifiers());
    else if (event->button() == Qt::RightButton && !m_marked.count(head))
        choose(head, Qt::NoModifier);
}

void HeadMap::mouseMoveEvent(QMouseEvent* event) { Q_EMIT readoutChanged(readoutOf(headAt(event->pos()))); }

void HeadMap::leaveEvent(QEvent*) { Q_EMIT readoutChanged(readoutOf(m_current)); }

void HeadMap::keyPressEvent(QKeyEvent* event)
{
    auto head = m_current;
    switch (event->key()) {
    case Qt::Key_Up: --head.layer; break;
    case Qt::Key_Down: ++head.layer; break;
    case Qt::Key_Left: --head.head; break;
    case Qt::Key_Right: ++head.head; break;
    case Qt::Key_Home: head.head = 0; break;
    case Qt::Key_End: head.head = m_capture ? m_capture->heads - 1 : 0; break;
    default: return QWidget::keyPressEvent(event);
    }
    if (!m_capture)
        return;
    head.layer = std::clamp<std::int64_t>(head.layer, 0, m_capture->layers - 1);
    head.head = std::clamp<std::int64_t>(head.head, 0, m_capture->heads - 1);
    choose(head, event->modifiers() & ~Qt::ControlModifier);
}

void HeadMap::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_current != kNoHead)
        Q_EMIT menuRequested(m_current, event->reason() == QContextMenuEvent::Keyboard ? mapToGlobal(cellOf(m_current).center()) : event->globalPos());
}

}  // namespace bam::views
