// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loss/curve_plot.h"

#include "widgets/common/colors.h"

#include <cmath>

namespace bam::views {
namespace {

constexpr double kMarginX = 0.01;       // of the range, beside the data when all is fitted
constexpr int kPaneGap = 4;

bool isUsable(const QCPRange& range, bool logarithmic)
{
    return std::isfinite(range.lower) && std::isfinite(range.upper) && range.upper > range.lower && (!logarithmic || range.lower > 0)
        && QCPRange::validRange(range);
}

QCPRange widened(const QCPRange& range, double share, bool logarithmic)
{
    if (logarithmic && range.lower > 0) {
        const double ratio = std::pow(range.upper / range.lower, share);
        return {range.lower / ratio, range.upper * ratio};
    }
    const double margin = (range.upper - range.lower) * share;
    return {range.lower - margin, range.upper + margin};
}

}  // namespace

CurvePlot::CurvePlot(QWidget* parent)
    : QCustomPlot(parent)
    , m_margins(new QCPMarginGroup(this))
{
    setObjectName(QStringLiteral("curvePlot"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setNoAntialiasingOnDrag(false);
    setNotAntialiasedElements(QCP::aeAxes | QCP::aeGrid | QCP::aeSubGrid);
    layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);     // a picture of its own would be blended over all others
    plotLayout()->clear();
    plotLayout()->setRowSpacing(kPaneGap);
    for (int pane = 0; pane < kPanes; ++pane)
        makePane(pane);
    m_refresher.setSingleShot(true);
    m_refresher.setInterval(0);
    connect(&m_refresher, &QTimer::timeout, this, &CurvePlot::refreshNow);
    m_panes[kLossPane].shown = true;
    layOut();
    for (int pane = kLossPane + 1; pane < kPanes; ++pane)
        makeTitle(pane);    // items look for an axis rect that is laid out
    applyPalette();
}

void CurvePlot::makePane(int pane)
{
    auto& made = m_panes[std::size_t(pane)];
    made.rect = new QCPAxisRect(this, true);
    made.rect->setupFullAxesBox();
    made.rect->setMinimumMargins(QMargins(8, 4, 14, 2));
    made.rect->setMarginGroup(QCP::msLeft | QCP::msRight, m_margins);
    made.xTicker = QSharedPointer<plots::CurveTicker>::create();
    made.yTicker = QSharedPointer<plots::CurveTicker>::create();
    auto *x = made.rect->axis(QCPAxis::atBottom), *y = made.rect->axis(QCPAxis::atLeft);
    x->setTicker(made.xTicker);
    y->setTicker(made.yTicker);
    for (const auto side : {QCPAxis::atTop, QCPAxis::atRight}) {
        made.rect->axis(side)->setTicks(false);
        made.rect->axis(side)->setTickLabels(false);
    }
    for (auto* axis : {x, y}) {
        axis->setTickLength(0, 4);
        axis->setSubTickLength(0, 2);
        axis->setTickLabelPadding(4);
        axis->setLabelPadding(4);
        axis->grid()->setVisible(true);
    }
    made.layer = new plots::CurveLayer(x, y);
    made.layer->removeFromLegend();
}

/// Small panes have their titles above them: turned by 90° they would not fit beside.
void CurvePlot::makeTitle(int pane)
{
    auto& made = m_panes[std::size_t(pane)];
    made.title = new QCPItemText(this);
    made.title->position->setType(QCPItemPosition::ptAxisRectRatio);
    made.title->position->setAxisRect(made.rect);
    made.title->position->setCoords(0, 0);
    made.title->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    made.title->setClipToAxisRect(false);
    made.title->setPadding(QMargins(0, 0, 0, 2));
    made.title->setVisible(false);
}

void CurvePlot::layOut()
{
    auto* layout = plotLayout();
    for (auto& pane : m_panes)
        if (pane.rect->layout())
            layout->take(pane.rect);
    layout->simplify();
    int row = 0, last = -1;
    for (int pane = 0; pane < kPanes; ++pane) {
        auto& one = m_panes[std::size_t(pane)];
        const bool shown = one.shown && !m_blank;
        one.rect->setVisible(shown);
        one.layer->setVisible(shown);
        for (auto* axis : one.rect->axes()) {
            axis->setVisible(shown);
            axis->grid()->setVisible(shown && (axis->axisType() == QCPAxis::atBottom || axis->axisType() == QCPAxis::atLeft));
        }
        if (one.title)
            one.title->setVisible(shown);
        if (!shown)
            continue;
        layout->addElement(row, 0, one.rect);
        layout->setRowStretchFactor(row++, pane == kLossPane ? 3 : 1);
        last = pane;
    }
    for (int pane = 0; pane < kPanes; ++pane)
        m_panes[std::size_t(pane)].rect->axis(QCPAxis::atBottom)->setTickLabels(pane == last);
    refresh();
}

void CurvePlot::setShown(int pane, bool shown)
{
    if (m_panes[std::size_t(pane)].shown == shown)
        return;
    m_panes[std::size_t(pane)].shown = shown;
    layOut();
}

void CurvePlot::setXLogarithmic(bool logarithmic)
{
    for (auto& pane : m_panes) {
        pane.rect->axis(QCPAxis::atBottom)->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        pane.xTicker->setLogarithmic(logarithmic);
    }
    if (logarithmic && m_view.x.lower <= 0)
        m_view.fitX = true;
    refresh();
}

void CurvePlot::setYLogarithmic(int pane, bool logarithmic)
{
    auto& one = m_panes[std::size_t(pane)];
    one.rect->axis(QCPAxis::atLeft)->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    one.yTicker->setLogarithmic(logarithmic);
    if (logarithmic && m_view.y[std::size_t(pane)].lower <= 0)
        m_view.fitY[std::size_t(pane)] = true;
    refresh();
}

void CurvePlot::setXLabel(const QString& label, double unit, plots::CurveTicker::Labels labels)
{
    m_xLabel = label;
    for (auto& pane : m_panes) {
        pane.xTicker->setUnit(unit);
        pane.xTicker->setLabels(labels);
    }
}

void CurvePlot::setYLabel(int pane, const QString& label, plots::CurveTicker::Labels labels)
{
    m_panes[std::size_t(pane)].yLabel = label;
    m_panes[std::size_t(pane)].yTicker->setLabels(labels);
}

void CurvePlot::forgetRanges()
{
    m_view = {};
    m_history.clear();
    Q_EMIT historyChanged();
    refresh();
}

void CurvePlot::forgetY(int pane)
{
    m_view.fitY[std::size_t(pane)] = true;
    refresh();
}

void CurvePlot::setBlank(bool blank)
{
    if (m_blank == blank)
        return;
    m_blank = blank;
    layOut();
}

QCPRange CurvePlot::xRange() const { return m_panes[kLossPane].rect->axis(QCPAxis::atBottom)->range(); }

void CurvePlot::refresh()
{
    if (!m_refresher.isActive())
        m_refresher.start();
}

void CurvePlot::refreshNow()
{
    m_refresher.stop();
    const bool resized = viewport() != rect();
    setViewport(rect());
    if (resized)
        updateLayout();     // bands are computed for the width that the plot has now
    applyRanges();
    updateLayout();     // labels are cut to the room there is
    labelAxes();
    replot(QCustomPlot::rpQueuedRefresh);   // at once would be a paint within a paint when this is called from paintEvent()
    if (m_cursorPane >= 0)
        Q_EMIT cursorMoved();
}

void CurvePlot::applyRanges()
{
    const bool log = m_panes[kLossPane].rect->axis(QCPAxis::atBottom)->scaleType() == QCPAxis::stLogarithmic;
    const auto data = xData ? xData() : std::nullopt;
    if (m_view.fitX) {
        auto fitted = data ? *data : log ? QCPRange(1, 10) : QCPRange(0, 1);
        if (!(fitted.upper > fitted.lower))
            fitted = log ? QCPRange(fitted.lower / 2, fitted.lower * 2) : QCPRange(fitted.lower - 1, fitted.lower + 1);
        m_view.x = widened(fitted, kMarginX, log);
    } else if (m_following && data) {
        // The right border stays where the newest rows come in, at the same width.
        if (log)
            m_view.x = {m_view.x.lower, std::max(data->upper * std::pow(m_view.x.upper / m_view.x.lower, kMarginX), m_view.x.lower * 1.001)};
        else
            m_view.x += data->upper + kMarginX * m_view.x.size() - m_view.x.upper;
    }
    if (!isUsable(m_view.x, log))
        m_view.x = log ? QCPRange(1, 10) : QCPRange(0, 1);
    for (auto& pane : m_panes)
        pane.rect->axis(QCPAxis::atBottom)->setRange(m_view.x);
    plotLayout()->update(QCPLayoutElement::upPreparation);
    for (int pane = 0; pane < kPanes; ++pane) {
        if (!m_panes[std::size_t(pane)].shown)
            continue;
        auto* axis = m_panes[std::size_t(pane)].rect->axis(QCPAxis::atLeft);
        auto& y = m_view.y[std::size_t(pane)];
        const bool logY = axis->scaleType() == QCPAxis::stLogarithmic;
        if (m_view.fitY[std::size_t(pane)]) {
            y = (yData ? yData(pane, m_view.x) : std::nullopt).value_or(logY ? QCPRange(1, 10) : QCPRange(0, 1));
            if (y.upper == y.lower) {
                const double size = std::abs(y.lower);
                y = logY ? QCPRange(size / 2, size * 2) : QCPRange(y.lower - std::max(0.05 * size, 1e-9), y.lower + std::max(0.05 * size, 1e-9));
            } else {
                y = widened(y, 0.05, logY);
            }
        }
        if (!isUsable(y, logY))
            y = logY ? QCPRange(1, 10) : QCPRange(0, 1);
        axis->setRange(y);
    }
    if (fill)
        fill();
}

/// As many ticks as there is room for, and labels that fit beside their axes.
void CurvePlot::labelAxes()
{
    const QFontMetrics metrics(font());
    // Room for the usual numbers from the start: a border that moves with its labels would shift what is under the mouse.
    const int left = metrics.height() * 3 / 2 + metrics.horizontalAdvance(QStringLiteral("00.000"));
    int last = 0;
    for (int pane = 0; pane < kPanes; ++pane)
        if (m_panes[std::size_t(pane)].shown)
            last = pane;
    for (int pane = 0; pane < kPanes; ++pane) {
        auto& one = m_panes[std::size_t(pane)];
        one.xTicker->setTickCount(std::clamp(one.rect->width() / (7 * metrics.averageCharWidth() + 50), 2, 12));
        one.yTicker->setTickCount(std::clamp(one.rect->height() / (3 * metrics.height()), 2, 8));
        one.rect->axis(QCPAxis::atBottom)->setLabel(pane == last ? m_xLabel : QString());
        if (one.title) {
            one.title->setText(metrics.elidedText(one.yLabel, Qt::ElideRight, std::max(one.rect->width(), 40)));
            one.rect->setMinimumMargins(QMargins(left, metrics.height() + 2, 14, 2));
            continue;
        }
        one.rect->setMinimumMargins(QMargins(left, 4, 14, 2));
        one.rect->axis(QCPAxis::atLeft)->setLabel(metrics.elidedText(one.yLabel, Qt::ElideRight, std::max(one.rect->height(), 40)));
    }
}

void CurvePlot::applyPalette()
{
    const auto base = palette().color(QPalette::Base), text = palette().color(QPalette::Text);
    setBackground(QBrush(base));
    auto small = font();
    if (small.pointSizeF() > 0)
        small.setPointSizeF(small.pointSizeF() * 0.92);
    for (auto& pane : m_panes) {
        if (pane.title) {
            pane.title->setFont(font());
            pane.title->setColor(text);
        }
        for (auto* axis : pane.rect->axes()) {
            axis->setLabelFont(font());
            axis->setTickLabelFont(small);
            axis->setLabelColor(text);
            axis->setTickLabelColor(ui::mixed(text, base, 0.2));
            axis->setBasePen(QPen(ui::mixed(base, text, 0.35), 1));
            axis->setTickPen(QPen(ui::mixed(base, text, 0.35), 1));
            axis->setSubTickPen(QPen(ui::mixed(base, text, 0.25), 1));
            axis->grid()->setPen(QPen(ui::mixed(base, text, 0.1), 1));
            axis->grid()->setZeroLinePen(QPen(ui::mixed(base, text, 0.22), 1));
            axis->grid()->setSubGridVisible(false);
        }
    }
    refresh();
}

void CurvePlot::setFollowing(bool following)
{
    if (m_following == following)
        return;
    m_following = following;
    Q_EMIT followingChanged(following);
    refresh();
}

void CurvePlot::setRectangleTool(bool on)
{
    if (m_rectangleTool == on)
        return;
    m_rectangleTool = on;
    updateShape(m_cursor);
    Q_EMIT rectangleToolChanged(on);
}

void CurvePlot::setCursorDots(const QVector<std::pair<QPointF, QColor>>& dots)
{
    m_dots = dots;
    update();
}

QPointF CurvePlot::valueAt(int pane, const QPointF& pixel) const
{
    const auto* rect = m_panes[std::size_t(pane)].rect;
    return {rect->axis(QCPAxis::atBottom)->pixelToCoord(pixel.x()), rect->axis(QCPAxis::atLeft)->pixelToCoord(pixel.y())};
}

void CurvePlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);    // one picture per turn: QCustomPlot's own would draw at once
    refresh();
}

void CurvePlot::changeEvent(QEvent* event)
{
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyPalette();
}

void CurvePlot::paintEvent(QPaintEvent* event)
{
    if (m_refresher.isActive() && bufferDevicePixelRatio() > 0 && viewport() != rect())
        refreshNow();
    QCustomPlot::paintEvent(event);
    QPainter painter(this);
    const auto text = palette().color(QPalette::Text), base = palette().color(QPalette::Base);
    if (m_cursorPane >= 0 && !m_drawing && !m_blank) {
        painter.setPen(QPen(ui::mixed(base, text, 0.55), 1));
        for (const auto& pane : m_panes)
            if (pane.shown)
                painter.drawLine(QPointF(std::floor(m_cursor.x()) + 0.5, pane.rect->top()), QPointF(std::floor(m_cursor.x()) + 0.5, pane.rect->bottom()));
        painter.setRenderHint(QPainter::Antialiasing);
        for (const auto& [at, color] : m_dots) {
            painter.setPen(QPen(base, 1.5));
            painter.setBrush(color);
            painter.drawEllipse(at, 4, 4);
        }
    }
    if (m_drawing && !m_rectangle.isEmpty()) {
        auto fill = palette().color(QPalette::Highlight);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(fill, 1));
        fill.setAlphaF(0.18F);
        painter.setBrush(fill);
        painter.drawRect(m_rectangle);
    }
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

}  // namespace bam::views
