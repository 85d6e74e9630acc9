// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figure_plot.h"

#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/figures/readout_overlay.h"

#include <QContextMenuEvent>
#include <QFontInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace bam::figures {
namespace {

constexpr double kNear = 24;            // pixels within which a point is read
constexpr double kZoomStep = 1.25;
constexpr int kClick = 4;               // pixels that a click may move

/// May the zoom of the one be kept for the other?
bool samePanels(const Figure& a, const Figure& b)
{
    const auto same = [](const Axis& one, const Axis& other) { return one.label == other.label && one.scale == other.scale; };
    return a.kind == b.kind && a.panels.size() == b.panels.size()
        && std::equal(a.panels.begin(), a.panels.end(), b.panels.begin(), [&](const Panel& one, const Panel& other) { return same(one.x, other.x) && same(one.y, other.y); });
}

QCPRange zoomed(const QCPAxis& axis, double factor)
{
    const auto range = axis.range();
    if (axis.scaleType() == QCPAxis::stLogarithmic) {
        const double middle = std::sqrt(range.lower * range.upper), half = std::pow(range.upper / range.lower, 0.5 / factor);
        return {middle / half, middle * half};
    }
    const double middle = range.center(), half = range.size() / 2 / factor;
    return {middle - half, middle + half};
}

/// A value as its axis writes it, if it has a tick of its own there.
QString valueText(const Axis& axis, double value)
{
    for (const auto& tick : axis.ticks)
        if (tick.at == value && !tick.text.isEmpty())
            return tick.text;
    return std::abs(value) >= 1000 && value == std::round(value) ? ui::count(std::abs(value)).prepend(value < 0 ? QStringLiteral("−") : QString()) : ui::significant(value);
}

}  // namespace

FigurePlot::FigurePlot(QWidget* parent)
    : QCustomPlot(parent)
    , m_overlay(new ReadoutOverlay(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);     // a picture of its own would be blended over all others
    setAccessibleName(tr("Figure"));
    rebuild();
}

void FigurePlot::setFigure(Figure figure)
{
    if (!samePanels(m_figure, figure))
        m_zoom.clear();
    m_figure = std::move(figure);
    m_zoom.resize(m_figure.panels.size());
    setAccessibleName(m_figure.title.isEmpty() ? tr("Figure") : m_figure.title);
    rebuild();
}

Figure FigurePlot::shownFigure() const
{
    Figure shown = m_figure;
    for (std::size_t i = 0; i < shown.panels.size() && i < m_zoom.size(); ++i) {
        auto& panel = shown.panels[i];
        if (m_zoom[i].x)
            std::tie(panel.x.low, panel.x.high) = std::pair(m_zoom[i].xRange.lower, m_zoom[i].xRange.upper);
        if (m_zoom[i].y)
            std::tie(panel.y.low, panel.y.high) = std::pair(m_zoom[i].yRange.lower, m_zoom[i].yRange.upper);
    }
    return shown;
}

void FigurePlot::setStyle(const FigureStyle& style)
{
    if (style == m_style)
        return;
    m_style = style;
    rebuild();
}

FigureStyle FigurePlot::screenStyle() const
{
    FigureStyle style = m_style;
    style.ink = palette().color(QPalette::Text);
    style.paper = palette().color(QPalette::Base);
    style.fontFamily = font().family();
    style.fontPoints = QFontInfo(font()).pointSizeF() * 0.95;
    return style;
}

void FigurePlot::rebuild()
{
    m_building = true;
    setViewport(rect());
    m_scene = figures::render(*this, m_figure, screenStyle(), {logicalDpiY() / 72.0, true, QLocale()});
    for (std::size_t i = 0; i < m_scene.panels.size(); ++i) {
        const auto& panel = m_scene.panels[i];
        if (m_zoom[i].x)
            panel.x->setRange(m_zoom[i].xRange);
        if (m_zoom[i].y)
            panel.y->setRange(m_zoom[i].yRange);
        panel.rect->setRangeDrag(Qt::Horizontal | Qt::Vertical);
        panel.rect->setRangeZoom(Qt::Horizontal | Qt::Vertical);
        panel.rect->setRangeDragAxes({panel.x}, {panel.y});
        panel.rect->setRangeZoomAxes({panel.x}, {panel.y});
    }
    connectAxes();
    m_building = false;
    m_overlay->setGeometry(rect());
    m_overlay->raise();
    applyEmphasis();
    if (textOf(m_spot).isEmpty())
        m_spot = {};
    plotLayout()->update(QCPLayoutElement::upPreparation);
    plotLayout()->update(QCPLayoutElement::upMargins);
    plotLayout()->update(QCPLayoutElement::upLayout);
    showReadout();
    replot(rpQueuedReplot);
}

void FigurePlot::connectAxes()
{
    for (std::size_t i = 0; i < m_scene.panels.size(); ++i) {
        const auto& panel = m_scene.panels[i];
        connect(panel.x, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this, i](const QCPRange& range) { keepZoom(i, true, range); });
        connect(panel.y, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this, i](const QCPRange& range) { keepZoom(i, false, range); });
    }
}

void FigurePlot::keepZoom(std::size_t index, bool x, const QCPRange& range)
{
    if (m_building)
        return;
    m_building = true;
    const bool shared = x ? m_figure.sharedX : m_figure.sharedY;
    for (std::size_t i = 0; i < m_scene.panels.size(); ++i) {
        if (i != index && !shared)
            continue;
        auto& zoom = m_zoom[i];
        (x ? zoom.x : zoom.y) = true;
        (x ? zoom.xRange : zoom.yRange) = range;
        if (i != index)
            (x ? m_scene.panels[i].x : m_scene.panels[i].y)->setRange(range);
    }
    m_building = false;
    showReadout();
    Q_EMIT rangesChanged();
}

void FigurePlot::setHighlighted(const QString& seriesId)
{
    if (m_highlighted == seriesId)
        return;
    m_highlighted = seriesId;
    applyEmphasis();
    replot(rpQueuedReplot);
}

void FigurePlot::applyEmphasis()
{
    bool known = false;
    for (const auto& panel : m_scene.panels)
        for (const auto* layer : panel.series)
            known = known || (!m_highlighted.isEmpty() && layer->series().id == m_highlighted);
    using Emphasis = SeriesLayer::Emphasis;
    for (const auto& panel : m_scene.panels)
        for (auto* layer : panel.series)
            layer->setEmphasis(!known ? Emphasis::None : layer->series().id == m_highlighted ? Emphasis::Highlighted : Emphasis::Behind);
}

bool FigurePlot::isZoomed() const
{
    return std::any_of(m_zoom.begin(), m_zoom.end(), [](const Zoom& zoom) { return zoom.x || zoom.y; });
}

void FigurePlot::zoomBy(double factor)
{
    for (const auto& panel : m_scene.panels) {
        panel.x->setRange(zoomed(*panel.x, factor));
        panel.y->setRange(zoomed(*panel.y, factor));
        if (m_figure.sharedX && m_figure.sharedY)
            break;
    }
    replot(rpQueuedReplot);
}

void FigurePlot::resetZoom()
{
    if (!isZoomed())
        return;
    m_zoom.assign(m_figure.panels.size(), {});
    rebuild();
    Q_EMIT rangesChanged();
}

QString FigurePlot::readout() const { return textOf(m_spot); }

QPointF FigurePlot::pointPosition(int panel, int series, int point) const { return m_scene.panels.at(std::size_t(panel)).series.at(std::size_t(series))->pixelOf(point); }

QRect FigurePlot::panelArea(int panel) const { return m_scene.panels.at(std::size_t(panel)).rect->rect(); }

int FigurePlot::panelAt(const QPointF& position) const
{
    for (std::size_t i = 0; i < m_scene.panels.size(); ++i)
        if (m_scene.panels[i].rect->rect().contains(position.toPoint()))
            return int(i);
    return -1;
}

FigurePlot::Spot FigurePlot::spotAt(const QPointF& position) const
{
    const int index = panelAt(position);
    if (index < 0)
        return {};
    const auto& panel = m_scene.panels[std::size_t(index)];
    Spot best;
    double least = kNear;
    for (std::size_t s = 0; s < panel.series.size(); ++s) {
        const auto& series = panel.series[s]->series();
        const auto count = std::min(series.x.size(), series.y.size());
        for (qsizetype i = 0; i < count; ++i) {
            if (!std::isfinite(series.y[i]))
                continue;
            const auto at = panel.series[s]->pixelOf(i);
            const double distance = std::hypot(at.x() - position.x(), at.y() - position.y());
            if (distance < least) {
                least = distance;
                best = {index, int(s), -1, i};
            }
        }
    }
    if (best.point >= 0)
        return best;
    for (std::size_t h = 0; h < panel.heatmaps.size(); ++h)
        if (const auto cell = panel.heatmaps[h]->cellAt(panel.x->pixelToCoord(position.x()), panel.y->pixelToCoord(position.y())); cell >= 0)
            return {index, -1, int(h), cell};
    return {};
}

QString FigurePlot::seriesIdOf(const Spot& spot) const
{
    if (spot.panel < 0 || spot.series < 0 || std::size_t(spot.panel) >= m_figure.panels.size())
        return {};
    const auto& series = m_figure.panels[std::size_t(spot.panel)].series;
    return std::size_t(spot.series) < series.size() ? series[std::size_t(spot.series)].id : QString();
}

QString FigurePlot::textOf(const Spot& spot) const
{
    if (spot.panel < 0 || std::size_t(spot.panel) >= m_figure.panels.size())
        return {};
    const auto& panel = m_figure.panels[std::size_t(spot.panel)];
    const auto line = [](const QString& label, const QString& value) { return label.isEmpty() ? value : tr("%1: %2").arg(label, value); };
    const auto colorLabel = panel.colors.label.isEmpty() ? tr("Value") : panel.colors.label;
    QStringList lines;
    if (spot.heatmap >= 0 && std::size_t(spot.heatmap) < panel.heatmaps.size()) {
        const auto& map = panel.heatmaps[std::size_t(spot.heatmap)];
        if (spot.point >= map.values.size())
            return {};
        const double x = map.x0 + (double(spot.point % map.columns) + 0.5) / map.columns * (map.x1 - map.x0);
        const double y = map.y0 + (double(spot.point / map.columns) + 0.5) / map.rows * (map.y1 - map.y0);
        lines << line(panel.x.label, valueText(panel.x, x)) << line(panel.y.label, valueText(panel.y, y)) << line(colorLabel, ui::significant(double(map.values[spot.point])));
        return lines.join(QLatin1Char('\n'));
    }
    if (spot.series < 0 || std::size_t(spot.series) >= panel.series.size())
        return {};
    const auto& series = panel.series[std::size_t(spot.series)];
    if (spot.point < 0 || spot.point >= std::min(series.x.size(), series.y.size()))
        return {};
    if (const auto name = series.name.isEmpty() ? series.id : series.name; !name.isEmpty())
        lines << name;
    lines << line(panel.x.label, valueText(panel.x, series.x[spot.point])) << line(panel.y.label, valueText(panel.y, series.sideways ? std::round(series.y[spot.point]) : series.y[spot.point]));
    if (spot.point < series.low.size() && std::isfinite(series.low[spot.point]))
        lines << tr("Band: %1 to %2").arg(ui::significant(series.low[spot.point]), ui::significant(series.high.value(spot.point)));
    if (spot.point < series.shade.size())
        lines << line(colorLabel, ui::significant(series.shade[spot.point]));
    return lines.join(QLatin1Char('\n'));
}

QPointF FigurePlot::positionOf(const Spot& spot) const
{
    const auto& panel = m_scene.panels[std::size_t(spot.panel)];
    if (spot.series >= 0)
        return panel.series[std::size_t(spot.series)]->pixelOf(spot.point);
    const auto& map = panel.heatmaps[std::size_t(spot.heatmap)]->heatmap();
    const double x = map.x0 + (double(spot.point % map.columns) + 0.5) / map.columns * (map.x1 - map.x0);
    const double y = map.y0 + (double(spot.point / map.columns) + 0.5) / map.rows * (map.y1 - map.y0);
    return {panel.x->coordToPixel(x), panel.y->coordToPixel(y)};
}

void FigurePlot::read(const Spot& spot)
{
    if (spot == m_spot)
        return;
    const auto before = seriesIdOf(m_spot), now = seriesIdOf(spot);
    m_spot = spot;
    showReadout();
    if (before != now)
        Q_EMIT hovered(now);
}

void FigurePlot::showReadout()
{
    const auto text = textOf(m_spot);
    setAccessibleDescription(text);
    if (text.isEmpty()) {
        m_overlay->show({}, {}, {});
        return;
    }
    const auto& panel = m_scene.panels[std::size_t(m_spot.panel)];
    const auto at = positionOf(m_spot);
    const bool inside = QRectF(panel.rect->rect()).adjusted(-2, -2, 2, 2).contains(at);
    const auto color = m_spot.series >= 0 ? panel.series[std::size_t(m_spot.series)]->look().color : palette().color(QPalette::Base);
    m_overlay->show(at, inside ? text : QString(), color);
}

/// @param step points forward or backward @param series series forward or backward, through all panels
void FigurePlot::moveReadout(int step, int series)
{
    std::vector<std::pair<int, int>> all;
    for (std::size_t p = 0; p < m_scene.panels.size(); ++p)
        for (std::size_t s = 0; s < m_scene.panels[p].series.size(); ++s)
            if (!m_scene.panels[p].series[s]->series().x.isEmpty())
                all.emplace_back(int(p), int(s));
    if (all.empty())
        return;
    const auto here = std::find(all.begin(), all.end(), std::pair(m_spot.panel, m_spot.series));
    const auto pointsOf = [&](const std::pair<int, int>& which) -> const Series& { return m_figure.panels[std::size_t(which.first)].series[std::size_t(which.second)]; };
    if (here == all.end()) {
        read({all.front().first, all.front().second, -1, 0});
        return;
    }
    const double x = pointsOf(*here).x[m_spot.point];
    const auto count = qsizetype(all.size());
    const auto next = all[std::size_t((here - all.begin() + series + count) % count)];
    const auto& target = pointsOf(next);
    qsizetype point = m_spot.point;
    if (series != 0) {
        point = 0;
        for (qsizetype i = 1; i < target.x.size(); ++i)
            if (std::abs(target.x[i] - x) < std::abs(target.x[point] - x))
                point = i;
    }
    point = std::clamp<qsizetype>(point + step, 0, target.x.size() - 1);
    while (step != 0 && !std::isfinite(target.y.value(point)) && point + step >= 0 && point + step < target.x.size())
        point += step;
    read({next.first, next.second, -1, point});
}

void FigurePlot::resizeEvent(QResizeEvent* event)
{
    rebuild();
    QCustomPlot::resizeEvent(event);
}

void FigurePlot::changeEvent(QEvent* event)
{
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange || event->type() == QEvent::LocaleChange)
        rebuild();
}

void FigurePlot::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    QCustomPlot::mousePressEvent(event);
}

void FigurePlot::mouseMoveEvent(QMouseEvent* event)
{
    QCustomPlot::mouseMoveEvent(event);
    if (event->buttons() != Qt::NoButton)
        return;
    read(spotAt(event->position()));
    if (const int panel = panelAt(event->position()); panel >= 0)
        Q_EMIT cursorMoved(panel, m_scene.panels[std::size_t(panel)].x->pixelToCoord(event->position().x()), m_scene.panels[std::size_t(panel)].y->pixelToCoord(event->position().y()));
}

void FigurePlot::mouseReleaseEvent(QMouseEvent* event)
{
    QCustomPlot::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || (event->position() - m_pressed).manhattanLength() > kClick)
        return;
    const auto spot = spotAt(event->position());
    if (spot.series >= 0) {
        const auto& series = m_figure.panels[std::size_t(spot.panel)].series[std::size_t(spot.series)];
        Q_EMIT clicked(series.id, spot.panel, series.x[spot.point], series.y[spot.point]);
    } else if (const int panel = panelAt(event->position()); panel >= 0) {
        const auto& parts = m_scene.panels[std::size_t(panel)];
        Q_EMIT clicked({}, panel, parts.x->pixelToCoord(event->position().x()), parts.y->pixelToCoord(event->position().y()));
    }
}

void FigurePlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    QCustomPlot::mouseDoubleClickEvent(event);
    if (event->button() == Qt::LeftButton)
        resetZoom();
}

void FigurePlot::wheelEvent(QWheelEvent* event)
{
    QCustomPlot::wheelEvent(event);
    event->setAccepted(panelAt(event->position()) >= 0);        // elsewhere it scrolls what the plot is in
}

void FigurePlot::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left: moveReadout(-1, 0); break;
    case Qt::Key_Right: moveReadout(1, 0); break;
    case Qt::Key_Up: moveReadout(0, -1); break;
    case Qt::Key_Down: moveReadout(0, 1); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(kZoomStep); break;
    case Qt::Key_Minus: zoomBy(1 / kZoomStep); break;
    case Qt::Key_0: resetZoom(); break;
    case Qt::Key_Escape:
        if (m_spot == Spot())
            return QCustomPlot::keyPressEvent(event);
        read({});
        break;
    default: return QCustomPlot::keyPressEvent(event);
    }
    event->accept();
}

void FigurePlot::leaveEvent(QEvent* event)
{
    QCustomPlot::leaveEvent(event);
    read({});
}

void FigurePlot::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    auto* save = menu.addAction(ui::icon(QStringLiteral("export")), tr("Save figure…"));
    auto* all = menu.addAction(tr("Show everything"));
    all->setEnabled(isZoomed());
    const auto* chosen = menu.exec(event->globalPos());
    if (chosen == save)
        Q_EMIT figureRequested(shownFigure());
    else if (chosen == all)
        resetZoom();
}

}  // namespace bam::figures
