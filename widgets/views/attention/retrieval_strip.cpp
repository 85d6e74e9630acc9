// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/retrieval_strip.h"

#include "widgets/common/colors.h"
#include "widgets/common/format.h"
#include "widgets/plots/color_maps.h"
#include "widgets/views/attention/head_measures.h"
#include "widgets/views/attention/prompt_text.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr double kFewestKeys = 8;       // the closest zoom
constexpr double kWheelStep = 1.25;
constexpr int kMargin = 4;

int em(const QWidget& widget) { return widget.fontMetrics().height(); }

QColor needleColor(const QPalette& palette) { return ui::isDark(palette) ? QColor(0xF0, 0xE4, 0x42) : QColor(0xD5, 0x5E, 0x00); }

/// Each pixel as its largest neighbour: where many keys share a pixel, a hot one is three pixels wide instead of a hair.
std::vector<float> widened(const std::vector<float>& pixels)
{
    auto wide = pixels;
    for (std::size_t n = 0; n < pixels.size(); ++n)
        for (const auto near : {n == 0 ? n : n - 1, std::min(n + 1, pixels.size() - 1)})
            if (pixels[near] > wide[n])
                wide[n] = pixels[near];
    return wide;
}

}  // namespace

RetrievalStrip::RetrievalStrip(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("retrievalStrip"));
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Retrieval strip"));
    setAccessibleDescription(tr("One row per head, one column per position of the prompt. Up and down choose a head, left and right a position, plus and minus zoom, Home shows everything."));
    viewport()->setMouseTracking(true);
    viewport()->setToolTip(tr("Where the answer's queries look: one row per head, one column per key position, the largest weight where columns stand for several keys. "
                              "Wheel: zoom; drag: move; double click: everything; click: choose the head everywhere."));
}

QSize RetrievalStrip::sizeHint() const { return {em(*this) * 40, em(*this) * 14}; }
QSize RetrievalStrip::minimumSizeHint() const { return {em(*this) * 16, em(*this) * 8}; }

void RetrievalStrip::setContent(StripContent content)
{
    const bool sameLength = !m_content.isEmpty() && content.length() == m_content.length();
    m_content = std::move(content);
    if (!sameLength) {
        m_from = 0;
        m_to = std::max<double>(double(m_content.length()), 1);
        m_key = -1;
    }
    updateScrollBar();
    viewport()->update();
    tell(m_content.rowOf(m_selected), m_key);       // what was told is of the content before
}

void RetrievalStrip::setSelected(inspect::HeadId head)
{
    if (head == m_selected)
        return;
    m_selected = head;
    if (const int row = m_content.rowOf(head); row >= 0)
        bringIntoView(row);
    viewport()->update();
}

void RetrievalStrip::setKey(qint64 position)
{
    if (position == m_key || m_content.isEmpty())
        return;
    m_key = std::clamp<qint64>(position, -1, m_content.length() - 1);
    if (m_key >= 0 && (double(m_key) < m_from || double(m_key) + 1 > m_to))
        setRange(double(m_key) - (m_to - m_from) / 2, double(m_key) + (m_to - m_from) / 2);
    viewport()->update();
    tell(m_content.rowOf(m_selected), m_key);
}

void RetrievalStrip::showAll() { setRange(0, double(m_content.length())); }

int RetrievalStrip::visibleRows() const { return std::min(m_content.rows(), std::max(1, plotRect().height() / std::max(rowHeight(), 1))); }

QRect RetrievalStrip::plotRect() const
{
    const auto& text = fontMetrics();
    const int gutter = text.horizontalAdvance(QStringLiteral("L88\u00B7H88 ")) + em(*this) + text.horizontalAdvance(QStringLiteral(" \u00D78,888")) + 3 * kMargin;
    const int top = em(*this) + kMargin, bottom = em(*this) * 3 + 2 * kMargin;
    return QRect(gutter, top, viewport()->width() - gutter - 2 * kMargin, viewport()->height() - top - bottom);
}

int RetrievalStrip::rowHeight() const
{
    const int least = int(em(*this) * 1.25);
    return m_content.rows() == 0 ? least : std::clamp(plotRect().height() / m_content.rows(), least, 3 * em(*this));
}

int RetrievalStrip::rowAt(int y) const
{
    const auto plot = plotRect();
    if (y < plot.top() || y > plot.bottom() || m_content.isEmpty())
        return -1;
    const int row = (y - plot.top() + verticalScrollBar()->value()) / rowHeight();
    return row < m_content.rows() ? row : -1;
}

QRect RetrievalStrip::rowRect(int row) const
{
    const auto plot = plotRect();
    return QRect(plot.left(), plot.top() + row * rowHeight() - verticalScrollBar()->value(), plot.width(), rowHeight());
}

double RetrievalStrip::positionAt(double x) const { return m_from + (x - plotRect().left()) * (m_to - m_from) / std::max(plotRect().width(), 1); }
double RetrievalStrip::pixelOf(double position) const { return plotRect().left() + (position - m_from) * plotRect().width() / (m_to - m_from); }
QPointF RetrievalStrip::pointOf(inspect::HeadId head, qint64 key) const { return {pixelOf(double(key) + 0.5), double(rowRect(m_content.rowOf(head)).center().y())}; }

void RetrievalStrip::setRange(double from, double to)
{
    const double all = std::max<double>(double(m_content.length()), 1), width = std::clamp(to - from, std::min(kFewestKeys, all), all);
    from = std::clamp((from + to - width) / 2, 0.0, all - width);
    if (from == m_from && from + width == m_to)
        return;
    m_from = from;
    m_to = from + width;
    viewport()->update();
}

void RetrievalStrip::zoom(double factor, double around)
{
    // Widths are cut before the middle is found, so that the key under the mouse stays there at either end of the range.
    const double all = std::max<double>(double(m_content.length()), 1), width = std::clamp((m_to - m_from) / factor, std::min(kFewestKeys, all), all);
    const double share = (around - m_from) / (m_to - m_from), from = std::clamp(around - share * width, 0.0, all - width);
    setRange(from, from + width);
}

void RetrievalStrip::updateScrollBar()
{
    const int page = std::max(plotRect().height(), 1), all = m_content.rows() * rowHeight();
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setRange(0, std::max(0, all - page));
}

void RetrievalStrip::bringIntoView(int row)
{
    auto* bar = verticalScrollBar();
    const int top = row * rowHeight();
    if (plotRect().height() < rowHeight())
        return;     // not laid out yet
    if (top < bar->value())
        bar->setValue(top);
    else if (top + rowHeight() > bar->value() + plotRect().height())
        bar->setValue(top + rowHeight() - plotRect().height());
}

void RetrievalStrip::choose(int row)
{
    if (row < 0 || row >= m_content.rows())
        return;
    const auto head = m_content.head(row).id;
    if (head == m_selected)
        return;
    setSelected(head);
    Q_EMIT headSelected(head);
}

void RetrievalStrip::moveKey(qint64 by)
{
    const qint64 start = m_key >= 0 ? m_key : qint64(std::floor(m_from));
    setKey(std::clamp<qint64>(start + (m_key >= 0 ? by : 0), 0, m_content.length() - 1));
    Q_EMIT keySelected(m_key);
}

QString RetrievalStrip::readoutOf(int row, qint64 key) const
{
    if (row < 0 || key < 0 || key >= m_content.length())
        return {};
    const auto& prompt = m_content.capture().prompt;
    const auto query = prompt.queryRows[m_content.pool() == QueryPool::One ? std::min(m_content.query(), prompt.queryRows.size() - 1) : 0];
    const double weight = double(m_content.weights(row)[std::size_t(key)]);
    auto text = tr("%1, key %2 %3: weight %4", "1: head; 2: position; 3: quoted token").arg(headLabel(m_content.head(row).id), ui::count(double(key)), quotedPiece(prompt.pieces[std::size_t(key)]), ui::significant(weight, 3));
    if (key <= query)
        text += tr(", %Ln token(s) before the query", nullptr, int(query - key));
    if (key >= prompt.needleBegin && key < prompt.needleEnd)
        text += tr(", in the needle");
    return text;
}

void RetrievalStrip::tell(int row, qint64 key) { Q_EMIT readoutChanged(readoutOf(row, key)); }

void RetrievalStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (m_content.isEmpty())
        return;
    paintRows(painter);
    paintNeedle(painter);
    paintAxis(painter);
    paintKey(painter);
    paintLegends(painter);
}

void RetrievalStrip::paintRows(QPainter& painter) const
{
    const auto plot = plotRect();
    const double scale = devicePixelRatioF();
    const int pixels = int(std::ceil(plot.width() * scale));
    if (pixels <= 0 || plot.height() <= 0)
        return;
    painter.save();
    painter.setClipRect(QRect(0, plot.top(), viewport()->width(), plot.height()));
    const auto& colors = plots::colorTable(QStringLiteral("viridis"));
    QImage line(pixels, 1, QImage::Format_RGB32);
    for (int row = std::max(0, verticalScrollBar()->value() / rowHeight()); row < m_content.rows(); ++row) {
        const auto place = rowRect(row);
        if (place.top() > plot.bottom())
            break;
        auto pooled = pooledToPixels(m_content.weights(row), m_from, m_to, pixels);
        if (m_to - m_from > pixels)
            pooled = widened(pooled);
        auto* pixel = reinterpret_cast<QRgb*>(line.scanLine(0));
        for (int x = 0; x < pixels; ++x)
            pixel[x] = colors[std::size_t(std::lround(logShare(double(pooled[std::size_t(x)]), m_content.low(), m_content.high()) * (plots::kColorSteps - 1)))];
        painter.drawImage(QRectF(place.left(), place.top(), place.width(), place.height() - 1), line, QRectF(0, 0, pixels, 1));
        paintRowHead(painter, row);
    }
    painter.restore();
}

void RetrievalStrip::paintRowHead(QPainter& painter, int row) const
{
    const auto& head = m_content.head(row);
    const auto place = rowRect(row);
    const QRect gutter(0, place.top(), place.left() - kMargin, place.height() - 1);
    const bool chosen = head.id == m_selected;
    if (chosen)
        painter.fillRect(gutter, palette().color(hasFocus() ? QPalette::Active : QPalette::Inactive, QPalette::Highlight));
    painter.setPen(palette().color(chosen ? QPalette::HighlightedText : QPalette::Text));
    const auto name = headLabel(head.id);
    const int nameWidth = fontMetrics().horizontalAdvance(QStringLiteral("L88\u00B7H88 "));
    painter.drawText(gutter.adjusted(kMargin, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, name);
    const int side = std::min(em(*this) - 2, gutter.height() - 4);
    const QRect swatch(kMargin + nameWidth, gutter.center().y() - side / 2, side, side);
    const auto color = std::isfinite(m_content.thetaBetaLimit()) ? thetaBetaColor(head.prior.thetaBeta, m_content.thetaBetaLimit()) : QColor();
    if (color.isValid()) {
        painter.fillRect(swatch, color);
        painter.drawRect(swatch.adjusted(0, 0, -1, -1));
    }
    if (m_content.capture().isChanged(head.id))
        painter.fillRect(swatch, QBrush(palette().color(QPalette::Text), Qt::BDiagPattern));
    const double times = timesUniform(head);
    const auto number = std::isfinite(times) ? cellText(times, HeadMeasure::TimesUniform) : cellText(head.largestWeight, HeadMeasure::LargestWeight);
    painter.drawText(gutter.adjusted(0, 0, -kMargin, 0), Qt::AlignVCenter | Qt::AlignRight, number);
    if (chosen) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(place.adjusted(0, 0, -1, -2));
    }
}

void RetrievalStrip::paintNeedle(QPainter& painter) const
{
    const auto& prompt = m_content.capture().prompt;
    if (!prompt.hasNeedle())
        return;
    const auto plot = plotRect();
    const double begin = pixelOf(double(prompt.needleBegin)), end = std::max(pixelOf(double(prompt.needleEnd)), begin + 1);
    const int bottom = std::min(plot.bottom(), rowRect(m_content.rows() - 1).bottom());
    painter.save();
    painter.setClipRect(plot.adjusted(0, -em(*this) - kMargin, 1, 1));
    painter.setPen(QPen(needleColor(palette()), 1.5, Qt::DashLine));
    // Beside the keys, so that none of them is covered.
    for (const double x : {begin - 4, end + 4})
        painter.drawLine(QPointF(x, plot.top() - 2), QPointF(x, bottom));
    painter.setPen(needleColor(palette()));
    const auto text = tr("Needle, %Ln token(s)", nullptr, int(prompt.needleEnd - prompt.needleBegin));
    const int width = fontMetrics().horizontalAdvance(text);
    const double left = std::clamp((begin + end - width) / 2, double(plot.left()), std::max(double(plot.left()), double(plot.right() - width)));
    if (end >= plot.left() && begin <= plot.right())
        painter.drawText(QPointF(left, plot.top() - kMargin - fontMetrics().descent() + 2), text);
    painter.restore();
}

void RetrievalStrip::paintKey(QPainter& painter) const
{
    if (m_key < 0)
        return;
    const auto plot = plotRect();
    const double left = pixelOf(double(m_key)), right = std::max(pixelOf(double(m_key) + 1), left + 1);
    if (right < plot.left() || left > plot.right())
        return;
    const double middle = (left + right) / 2, size = em(*this) / 3.0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Highlight));
    painter.drawPolygon(QPolygonF({QPointF(middle, plot.bottom() + 1), QPointF(middle - size, plot.bottom() + 1 + 1.5 * size), QPointF(middle + size, plot.bottom() + 1 + 1.5 * size)}));
    painter.restore();
    if (right - left < 4)
        return;     // lines would cover what they point at
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
    for (const double x : {left - 1, right})
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
}

void RetrievalStrip::paintAxis(QPainter& painter) const
{
    const auto plot = plotRect();
    const int widest = fontMetrics().horizontalAdvance(ui::count(m_to)) + em(*this);
    const double least = (m_to - m_from) * widest / std::max(plot.width(), 1), power = std::pow(10.0, std::floor(std::log10(std::max(least, 1.0))));
    double step = power;
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if (step = factor * power; step >= least)
            break;
    painter.setPen(palette().color(QPalette::Text));
    const int y = plot.bottom() + 1;
    int free = 0;
    for (double at = std::ceil(m_from / step) * step; at <= m_to; at += step) {
        const double x = pixelOf(at);
        painter.drawLine(QPointF(x, y), QPointF(x, y + 3));
        const auto text = ui::count(at);
        const int width = fontMetrics().horizontalAdvance(text);
        const int left = std::clamp(int(x) - width / 2, plot.left(), plot.right() - width);
        if (left >= free)
            painter.drawText(left, y + kMargin + fontMetrics().ascent(), text);
        free = std::max(free, left + width + em(*this) / 2);
    }
    painter.drawText(QRect(0, y + kMargin, plot.left() - kMargin, em(*this)), Qt::AlignLeft | Qt::AlignVCenter, tr("Key position"));
}

void RetrievalStrip::paintLegends(QPainter& painter) const
{
    const int top = viewport()->height() - em(*this) - kMargin, bar = em(*this) * 4, gap = em(*this) / 2;
    int x = kMargin;
    painter.setPen(palette().color(QPalette::Text));
    const auto text = [&](const QString& words) {
        const int width = fontMetrics().horizontalAdvance(words);
        painter.drawText(QRect(x, top, width + 1, em(*this)), Qt::AlignVCenter | Qt::AlignLeft, words);
        x += width + gap;
    };
    const auto gradient = [&](const auto& colorOf) {
        for (int i = 0; i < bar; ++i)
            painter.fillRect(x + i, top + 2, 1, em(*this) - 4, colorOf(double(i) / (bar - 1)));
        painter.drawRect(x, top + 2, bar - 1, em(*this) - 5);
        x += bar + gap;
    };
    text(tr("Weight"));
    text(ui::significant(m_content.low(), 1));
    gradient([](double share) { return weightColor(share); });
    text(ui::significant(m_content.high(), 2));
    const double limit = m_content.thetaBetaLimit();
    if (!std::isfinite(limit))
        return;
    x += 2 * gap;
    if (x + bar + fontMetrics().horizontalAdvance(QStringLiteral("\u03B8\u03B2 \u22128.88 8.88")) > viewport()->width())
        return;     // the tooltip of the head map has it, too
    text(QStringLiteral("\u03B8\u03B2"));
    text(cellText(-limit, HeadMeasure::ThetaBeta));
    gradient([limit](double share) { return thetaBetaColor((2 * share - 1) * limit, limit); });
    text(cellText(limit, HeadMeasure::ThetaBeta));
}

void RetrievalStrip::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
    if (const int row = m_content.rowOf(m_selected); row >= 0)
        bringIntoView(row);
}

void RetrievalStrip::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        updateScrollBar();
        updateGeometry();
        viewport()->update();
    }
}

void RetrievalStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_content.isEmpty())
        return;
    m_pressed = event->pos();
    m_pressedFrom = m_from;
    m_pressing = true;
    m_dragging = false;
}

void RetrievalStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (m_content.isEmpty())
        return;
    if (m_pressing && (m_dragging || (event->pos() - m_pressed).manhattanLength() >= QApplication::startDragDistance())) {
        m_dragging = true;
        const double from = m_pressedFrom - (event->pos().x() - m_pressed.x()) * (m_to - m_from) / std::max(plotRect().width(), 1), width = m_to - m_from;
        const double kept = std::clamp(from, 0.0, std::max(0.0, double(m_content.length()) - width));
        setRange(kept, kept + width);
        return;
    }
    const int row = rowAt(event->pos().y());
    if (event->pos().x() >= plotRect().left())
        tell(row, qint64(std::floor(positionAt(event->position().x()))));
    else
        Q_EMIT readoutChanged({});
}

void RetrievalStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressing)
        return;
    m_pressing = false;
    if (m_dragging)
        return;
    choose(rowAt(event->pos().y()));
    if (event->pos().x() >= plotRect().left() && rowAt(event->pos().y()) >= 0) {
        setKey(std::clamp<qint64>(qint64(std::floor(positionAt(event->position().x()))), 0, m_content.length() - 1));
        Q_EMIT keySelected(m_key);
    }
}

void RetrievalStrip::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && event->pos().x() >= plotRect().left())
        showAll();
}

void RetrievalStrip::wheelEvent(QWheelEvent* event)
{
    if (event->position().x() < plotRect().left() || m_content.isEmpty()) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    const double turns = double(event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x()) / 120;
    if (event->modifiers() & Qt::ShiftModifier || event->angleDelta().y() == 0) {
        const double by = -turns * (m_to - m_from) / 8, width = m_to - m_from;
        const double from = std::clamp(m_from + by, 0.0, std::max(0.0, double(m_content.length()) - width));
        setRange(from, from + width);
    } else {
        zoom(std::pow(kWheelStep, turns), positionAt(event->position().x()));
    }
    event->accept();
}

void RetrievalStrip::keyPressEvent(QKeyEvent* event)
{
    const int row = m_content.rowOf(m_selected), page = std::max(1, visibleRows() - 1);
    const bool far = event->modifiers() & Qt::ShiftModifier;
    const qint64 stride = far ? std::max<qint64>(1, qint64((m_to - m_from) / 10)) : 1;
    switch (m_content.isEmpty() ? 0 : event->key()) {
    case Qt::Key_Up: return choose(std::max(0, row - 1));
    case Qt::Key_Down: return choose(std::min(m_content.rows() - 1, row + 1));
    case Qt::Key_PageUp: return choose(std::max(0, row - page));
    case Qt::Key_PageDown: return choose(std::min(m_content.rows() - 1, row + page));
    case Qt::Key_Left: return moveKey(-stride);
    case Qt::Key_Right: return moveKey(stride);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(kWheelStep * kWheelStep, m_key >= 0 ? double(m_key) + 0.5 : (m_from + m_to) / 2);
    case Qt::Key_Minus: return zoom(1 / (kWheelStep * kWheelStep), m_key >= 0 ? double(m_key) + 0.5 : (m_from + m_to) / 2);
    case Qt::Key_Home: return showAll();
    case Qt::Key_N:
        if (const auto& prompt = m_content.capture().prompt; prompt.hasNeedle()) {
            const double around = double(prompt.needleEnd - prompt.needleBegin) * 4;
            setRange(double(prompt.needleBegin) - around, double(prompt.needleEnd) + around);
            return;
        }
        break;
    default: break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void RetrievalStrip::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() != QContextMenuEvent::Keyboard)
        choose(rowAt(event->pos().y()));
    if (const int row = m_content.rowOf(m_selected); row >= 0)
        Q_EMIT menuRequested(m_selected, event->reason() == QContextMenuEvent::Keyboard ? viewport()->mapToGlobal(rowRect(row).topLeft()) : event->globalPos());
}

bool RetrievalStrip::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave && !m_content.isEmpty())
        tell(m_content.rowOf(m_selected), m_key);
    return QAbstractScrollArea::viewportEvent(event);
}

void RetrievalStrip::scrollContentsBy(int, int) { viewport()->update(); }

}  // namespace bam::views
