// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/panel_parts.h"

#include "widgets/figures/placing.h"
#include "widgets/plots/curve_ticker.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace bam::figures {
namespace {

constexpr double kGrid = 0.12, kMinor = 0.55, kBox = 0.75;      // shares of ink: grid, marks, the box around a panel
constexpr double kSmall = 0.88;         // of the font size: tick labels, labels of marks
constexpr double kLeastOfSmall = 0.75;  // of that, where a panel is too low for a label

/// Ticks that the figure gives, thinned where their texts would touch.
class GivenTicker : public QCPAxisTicker {
public:
    GivenTicker(std::vector<Tick> ticks, double room, bool logarithmic, QFont font, bool vertical)
        : m_ticks(std::move(ticks)), m_room(room), m_logarithmic(logarithmic), m_vertical(vertical), m_metrics(font)
    {
    }
    void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks, QVector<double>* subTicks, QVector<QString>* labels) override
    {
        ticks.clear();
        if (subTicks)
            subTicks->clear();
        if (labels)
            labels->clear();
        double last = -INFINITY;
        for (const auto& tick : m_ticks) {
            if (tick.at < range.lower || tick.at > range.upper)
                continue;
            ticks.append(tick.at);
            if (!labels)
                continue;
            const double half = (m_vertical ? m_metrics.height() * 0.8 : m_metrics.horizontalAdvance(tick.text) + m_metrics.averageCharWidth()) / 2;
            const double at = placeOf(tick.at, range) * m_room;
            const bool fits = at - half >= last;
            labels->append(fits ? tick.text : QString());
            if (fits)
                last = at + half;
        }
    }

private:
    double placeOf(double value, const QCPRange& range) const
    {
        if (m_logarithmic && range.lower > 0)
            return std::log(value / range.lower) / std::log(range.upper / range.lower);
        return (value - range.lower) / range.size();
    }
    const std::vector<Tick> m_ticks;
    const double m_room;        // pixels of the axis, about
    const bool m_logarithmic, m_vertical;
    const QFontMetricsF m_metrics;
};

/// Pixels that a panel has for its axes, about: known before the layout, so that ticks can be chosen.
QSizeF roomOf(const Figure& figure, const Canvas& canvas)
{
    const int columns = std::max(1, std::min(figure.columns, int(figure.panels.size())));
    const int rows = std::max(1, (int(figure.panels.size()) + columns - 1) / columns);
    double width = canvas.width, height = canvas.height;
    const double letter = canvas.exact(canvas.style.fontPoints);
    if (legendPlaceOf(figure, canvas.style) == LegendPlace::Right)
        width -= 9 * letter;
    return {std::max(width / columns - 5 * letter, 2 * letter), std::max(height / rows - 4 * letter, 2 * letter)};
}

void styleAxis(QCPAxis* axis, const Canvas& canvas)
{
    const auto& ink = canvas.style.ink;
    axis->setLabelFont(canvas.font());
    axis->setTickLabelFont(canvas.font(kSmall));
    axis->setLabelColor(ink);
    axis->setTickLabelColor(ink);
    axis->setBasePen(canvas.pen(inkMixed(canvas.style, kBox), 0.6));
    axis->setTickPen(canvas.pen(inkMixed(canvas.style, kBox), 0.6));
    axis->setSubTickPen(canvas.pen(inkMixed(canvas.style, kBox), 0.4));
    axis->setTickLength(0, canvas.px(2.5));
    axis->setSubTickLength(0, canvas.px(1.4));
    axis->setTickLabelPadding(canvas.px(2));
    axis->setLabelPadding(canvas.px(2));
    axis->setPadding(0);
    axis->grid()->setPen(canvas.pen(inkMixed(canvas.style, kGrid), 0.5));
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->grid()->setSubGridVisible(false);
}

void setUpAxis(QCPAxis* axis, const Axis& from, const Range& range, const Canvas& canvas, double room, bool labelled, bool vertical)
{
    styleAxis(axis, canvas);
    const bool logarithmic = from.scale == AxisScale::Log;
    axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis->setRange(range.low, range.high);
    axis->setRangeReversed(from.reversed);
    if (from.ticks.empty()) {
        auto ticker = QSharedPointer<plots::CurveTicker>::create();
        ticker->setLogarithmic(logarithmic);
        ticker->setLabels(plots::CurveTicker::Labels::Counts);
        const double letter = canvas.exact(canvas.style.fontPoints);
        ticker->setTickCount(std::clamp(int(room / (letter * (vertical ? 3.2 : 5.5))), 2, 8));
        axis->setTicker(ticker);
    } else {
        axis->setTicker(QSharedPointer<GivenTicker>::create(from.ticks, room, logarithmic, canvas.font(kSmall), vertical));
    }
    axis->setTickLabels(labelled);
    // A label that is longer than its axis would run into the neighbour's.
    axis->setLabel(labelled ? brokenText(from.label, canvas.font(), std::max(room, canvas.exact(canvas.style.fontPoints) * 8)) : QString());
}

/// Lines along both edges of a stretch, a little outside.
void addSpanLines(QCustomPlot& plot, const QCPItemRect& area, bool vertical, const ScenePanel& parts, const Canvas& canvas)
{
    const double gap = 1.6 * canvas.exact(canvas.style.linePoints);
    using Ends = std::pair<QCPItemAnchor*, QCPItemAnchor*>;
    const std::array edges = vertical ? std::array{Ends{area.topLeft, area.bottomLeft}, Ends{area.topRight, area.bottomRight}} : std::array{Ends{area.topLeft, area.topRight}, Ends{area.bottomLeft, area.bottomRight}};
    for (std::size_t n = 0; n < edges.size(); ++n) {
        auto* line = new QCPItemLine(&plot);
        line->setLayer(QStringLiteral("axes"));
        line->setSelectable(false);
        line->setPen(canvas.pen(canvas.style.paper, 0.9, Qt::DashLine));
        line->setClipToAxisRect(true);
        line->setClipAxisRect(parts.rect);
        const double out = n == 0 ? -gap : gap;
        const auto place = [&](QCPItemPosition* position, QCPItemAnchor* anchor) {
            position->setParentAnchor(anchor);
            position->setCoords(vertical ? out : 0, vertical ? 0 : out);
        };
        place(line->start, edges[n].first);
        place(line->end, edges[n].second);
    }
}

void addSpans(QCustomPlot& plot, const ScenePanel& parts, const Panel& panel, const Canvas& canvas)
{
    for (auto span : panel.spans) {
        if (!canvas.medium.screen) {        // where nothing moves, and SVG knows no clipping
            const auto& range = span.vertical ? parts.xHome : parts.yHome;
            span.from = std::clamp(span.from, range.low, range.high);
            span.to = std::clamp(span.to, range.low, range.high);
        }
        auto* area = new QCPItemRect(&plot);
        area->setLayer(QStringLiteral("background"));
        area->setSelectable(false);
        for (auto* position : {area->topLeft, area->bottomRight}) {
            position->setAxes(parts.x, parts.y);
            position->setAxisRect(parts.rect);
            (span.vertical ? position->setTypeY(QCPItemPosition::ptAxisRectRatio) : position->setTypeX(QCPItemPosition::ptAxisRectRatio));
            (span.vertical ? position->setTypeX(QCPItemPosition::ptPlotCoords) : position->setTypeY(QCPItemPosition::ptPlotCoords));
        }
        area->topLeft->setCoords(span.vertical ? span.from : 0, span.vertical ? 0 : span.to);
        area->bottomRight->setCoords(span.vertical ? span.to : 1, span.vertical ? 1 : span.from);
        area->setClipToAxisRect(true);
        area->setClipAxisRect(parts.rect);
        QColor color = span.color.isValid() && canvas.style.palette != QLatin1String("grey") ? span.color : inkMixed(canvas.style, 0.5);
        color.setAlphaF(0.13F);
        area->setBrush(color);
        area->setPen(Qt::NoPen);
        QColor paper = canvas.style.paper;
        if (!panel.heatmaps.empty()) {      // they cover what lies below: lines on top instead, beside the stretch so that a narrow one is not hidden
            area->setBrush(Qt::NoBrush);
            addSpanLines(plot, *area, span.vertical, parts, canvas);
        }
        if (span.label.isEmpty())
            continue;
        auto* label = new QCPItemText(&plot);
        label->setLayer(QStringLiteral("axes"));
        label->setSelectable(false);
        label->setText(span.label);
        label->setFont(canvas.font(kSmall));
        label->setColor(inkMixed(canvas.style, 0.8));
        paper.setAlphaF(0.75F);
        label->setBrush(panel.heatmaps.empty() ? QBrush(Qt::NoBrush) : QBrush(paper));
        label->setPadding(QMargins(canvas.px(1), canvas.px(1), canvas.px(1), canvas.px(1)));
        label->setClipToAxisRect(true);
    label->setClipAxisRect(parts.rect);
        label->position->setAxes(parts.x, parts.y);
        label->position->setAxisRect(parts.rect);
        if (span.vertical) {
            label->setPositionAlignment(Qt::AlignHCenter | Qt::AlignTop);
            label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
            const auto range = parts.x->range();
            const double from = std::clamp(span.from, range.lower, range.upper), to = std::clamp(span.to, range.lower, range.upper);
            label->position->setCoords(parts.x->scaleType() == QCPAxis::stLogarithmic ? std::sqrt(from * to) : (from + to) / 2, 0);
        } else {
            label->setPositionAlignment(Qt::AlignRight | Qt::AlignVCenter);
            label->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
            label->position->setCoords(1, (span.from + span.to) / 2);
        }
    }
}

/// Text within a panel. One that stands upright is set smaller where the panel is too low for it, and elided where even that is too long.
class PanelText : public QCPItemText {
public:
    PanelText(QCustomPlot& plot, QString text, Canvas canvas) : QCPItemText(&plot), m_text(std::move(text)), m_canvas(std::move(canvas)) { setWhole(); }

protected:
    /// The panel's height is known from the layout on.
    void draw(QCPPainter* painter) override
    {
        setWhole();
        const double room = clipAxisRect()->height();
        const auto fits = [&] { return QFontMetricsF(font()).horizontalAdvance(m_text) <= room; };
        if (rotation() != 0 && !fits()) {
            // Fonts have whole sizes: several shares look the same.
            for (double share = 0.95; share >= kLeastOfSmall && !fits(); share -= 0.05)
                setFont(m_canvas.font(kSmall * share));
            setText(QFontMetricsF(font()).elidedText(m_text, Qt::ElideRight, room));
        }
        QCPItemText::draw(painter);
    }

private:
    void setWhole()
    {
        setFont(m_canvas.font(kSmall));
        setText(m_text);
    }

    const QString m_text;
    const Canvas m_canvas;
};

QCPItemText* smallText(QCustomPlot& plot, const ScenePanel& parts, const QString& text, const Canvas& canvas)
{
    auto* label = new PanelText(plot, text, canvas);
    label->setSelectable(false);
    label->setColor(inkMixed(canvas.style, 0.85));
    label->position->setAxes(parts.x, parts.y);
    label->position->setAxisRect(parts.rect);
    label->setClipToAxisRect(true);
    label->setClipAxisRect(parts.rect);
    return label;
}

void addMarkLine(QCustomPlot& plot, const ScenePanel& parts, const Mark& mark, const Canvas& canvas)
{
    auto* line = new QCPItemStraightLine(&plot);
    line->setSelectable(false);
    line->setPen(canvas.pen(inkMixed(canvas.style, kMinor), 0.7, Qt::DashLine));
    for (auto* point : {line->point1, line->point2}) {
        point->setAxes(parts.x, parts.y);
        point->setAxisRect(parts.rect);
        (mark.vertical ? point->setTypeY(QCPItemPosition::ptAxisRectRatio) : point->setTypeX(QCPItemPosition::ptAxisRectRatio));
    }
    line->point1->setCoords(mark.vertical ? mark.at : 0, mark.vertical ? 0 : mark.at);
    line->point2->setCoords(mark.vertical ? mark.at : 1, mark.vertical ? 1 : mark.at);
    line->setClipToAxisRect(true);
    line->setClipAxisRect(parts.rect);
}

/// @param width of the panel in pixels, about
void addMarks(QCustomPlot& plot, const ScenePanel& parts, const Panel& panel, const Canvas& canvas, double width)
{
    for (const auto& mark : panel.marks)
        addMarkLine(plot, parts, mark, canvas);
    const double thickness = QFontMetricsF(canvas.font(kSmall)).height();
    const auto columns = markColumns(panel, parts.xHome, thickness, width);
    const int pad = canvas.px(1.5);
    for (std::size_t i = 0; i < panel.marks.size(); ++i) {
        const auto& mark = panel.marks[i];
        if (mark.label.isEmpty())
            continue;
        auto* label = smallText(plot, parts, mark.label, canvas);
        if (!mark.vertical) {
            label->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
            label->setPadding(QMargins(0, 0, pad, 0));
            label->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
            label->position->setCoords(1, mark.at);
            continue;
        }
        // Along the line and beside it; over the lines of others that are nearer than the text is high.
        const int column = columns[i], beside = int(std::lround((std::abs(column) - 1) * thickness));
        label->setRotation(-90);
        label->setPositionAlignment(Qt::AlignHCenter | (column < 0 ? Qt::AlignBottom : Qt::AlignTop));
        label->setPadding(column < 0 ? QMargins(0, 0, 0, pad + beside) : QMargins(0, pad + beside, 0, 0));
        if (beside == 0) {
            QColor paper = canvas.style.paper;
            paper.setAlphaF(0.7F);
            label->setBrush(paper);
        }
        label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        label->position->setCoords(mark.at, 0.5);
    }
}

void addNotes(QCustomPlot& plot, const ScenePanel& parts, const Panel& panel, const Canvas& canvas)
{
    for (const auto& note : panel.notes) {
        auto* label = smallText(plot, parts, note.text, canvas);
        label->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
        label->setPadding(QMargins(0, 0, 0, canvas.px(1)));
        label->setClipToAxisRect(false);
        label->position->setCoords(note.x, note.y);
    }
}

void addPanelTitle(QCustomPlot& plot, const ScenePanel& parts, const QString& text, const Canvas& canvas, double room)
{
    if (text.isEmpty())
        return;
    const auto font = canvas.font();
    auto* title = new QCPItemText(&plot);
    title->setSelectable(false);
    title->setFont(font);
    title->setColor(canvas.style.ink);
    title->setText(QFontMetricsF(font).elidedText(text, Qt::ElideRight, room * 1.15));
    title->setPadding(QMargins(0, 0, 0, canvas.px(2)));
    title->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    title->setClipToAxisRect(false);
    title->position->setType(QCPItemPosition::ptAxisRectRatio);
    title->position->setAxisRect(parts.rect);
    title->position->setCoords(0, 0);
}

void addSeries(ScenePanel& parts, const Panel& panel, const std::vector<SeriesLook>& looks, const Canvas& canvas)
{
    const SeriesSizes sizes{canvas.exact(canvas.style.linePoints), canvas.exact(canvas.style.markerPoints)};
    const auto isBars = [](const Series& series) { return series.shape == Shape::Bars; };
    const int bars = int(std::count_if(panel.series.begin(), panel.series.end(), isBars));
    int bar = 0;
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
        auto* layer = new SeriesLayer(parts.x, parts.y, panel.series[i], looks[i], sizes);
        layer->setPaper(canvas.style.paper);
        layer->setColors(colorMapOf(panel, canvas.style), panel.colors.scale, parts.colorRange);
        if (isBars(panel.series[i]))
            layer->setBarPlace(bar++, bars);
        parts.series.push_back(layer);
    }
}

}  // namespace

int Canvas::px(double points) const { return points > 0 ? std::max(1, int(std::lround(exact(points)))) : 0; }

QFont Canvas::font(double share) const
{
    QFont font(style.fontFamily);
    font.setPixelSize(std::max(1, int(std::lround(exact(style.fontPoints * share)))));
    if (!medium.screen)
        font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QPen Canvas::pen(const QColor& color, double points, Qt::PenStyle line) const
{
    return QPen(color, medium.screen ? std::max(1.0, std::round(exact(points))) : exact(points), line);
}

QString brokenText(const QString& text, const QFont& font, double width)
{
    const QFontMetricsF metrics(font);
    QString result, line;
    for (const auto& word : text.split(QLatin1Char(' '))) {
        const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
        if (line.isEmpty() || metrics.horizontalAdvance(longer) <= width) {
            line = longer;
            continue;
        }
        result += line + QLatin1Char('\n');
        line = word;
    }
    return result + line;
}

ScenePanel makePanel(QCustomPlot& plot, const Figure& figure, const PanelPlace& place, const Canvas& canvas)
{
    const auto& panel = figure.panels[place.index];
    ScenePanel parts;
    parts.rect = new QCPAxisRect(&plot, true);
    parts.x = parts.rect->axis(QCPAxis::atBottom);
    parts.y = parts.rect->axis(QCPAxis::atLeft);
    parts.xHome = xRangeOf(figure, place.index);
    parts.yHome = yRangeOf(figure, place.index);
    parts.colorRange = colorRangeOf(figure, place.index);
    parts.rect->setupFullAxesBox();
    const double letter = canvas.exact(canvas.style.fontPoints);
    parts.rect->setMinimumMargins(QMargins(canvas.px(2), panel.title.isEmpty() ? canvas.px(3) : int(letter * 1.75), int(letter * 0.7), canvas.px(2)));
    const auto room = roomOf(figure, canvas);
    setUpAxis(parts.x, panel.x, parts.xHome, canvas, room.width(), place.lowest || !figure.sharedX, false);
    setUpAxis(parts.y, panel.y, parts.yHome, canvas, room.height(), place.leftmost || !figure.sharedY, true);
    for (const auto side : {QCPAxis::atTop, QCPAxis::atRight}) {
        auto* axis = parts.rect->axis(side);
        styleAxis(axis, canvas);
        axis->setTicks(false);
        axis->setTickLabels(false);
    }
    const bool grid = canvas.style.grid && panel.heatmaps.empty();
    for (auto* axis : {parts.x, parts.y})
        axis->grid()->setVisible(grid);
    return parts;
}

void fillPanel(QCustomPlot& plot, ScenePanel& parts, const Figure& figure, const std::vector<SeriesLook>& looks, std::size_t index, const Canvas& canvas)
{
    const auto& panel = figure.panels[index];
    addSpans(plot, parts, panel, canvas);
    for (const auto& heatmap : panel.heatmaps)
        parts.heatmaps.push_back(new HeatmapLayer(parts.x, parts.y, heatmap, colorMapOf(panel, canvas.style), panel.colors.scale, parts.colorRange));
    addSeries(parts, panel, looks, canvas);
    addMarks(plot, parts, panel, canvas, roomOf(figure, canvas).width());
    addNotes(plot, parts, panel, canvas);
    addPanelTitle(plot, parts, panel.title, canvas, roomOf(figure, canvas).width());
}

QCPAxisRect* makeColorBar(QCustomPlot& plot, const Panel& panel, const Range& range, const Canvas& canvas)
{
    auto* rect = new QCPAxisRect(&plot, true);
    rect->setupFullAxesBox();
    const double letter = canvas.exact(canvas.style.fontPoints);
    const int width = int(std::lround(letter * 1.1));
    rect->setMinimumSize(width, 10);
    rect->setMaximumSize(width, QWIDGETSIZE_MAX);
    rect->setRangeDrag({});
    rect->setRangeZoom({});
    rect->setMinimumMargins(QMargins(0, 0, 0, 0));
    auto *x = rect->axis(QCPAxis::atBottom), *left = rect->axis(QCPAxis::atLeft), *y = rect->axis(QCPAxis::atRight);
    for (auto* axis : rect->axes()) {
        styleAxis(axis, canvas);
        axis->setTicks(axis == y);
        axis->setTickLabels(axis == y);
        axis->setRange(0, 1);
        axis->grid()->setVisible(false);
    }
    std::vector<Tick> ticks = colorTicks(range, panel.colors.scale, std::clamp(int(canvas.height / letter / 6), 3, 6), canvas.medium.locale);
    for (auto& tick : ticks)
        tick.at = shareOf(tick.at, range, panel.colors.scale);
    y->setTicker(QSharedPointer<GivenTicker>::create(std::move(ticks), canvas.height * 0.7, false, canvas.font(kSmall), true));
    y->setLabel(panel.colors.label);
    Heatmap steps;
    steps.columns = 1;
    steps.rows = plots::kColorSteps;
    for (int i = 0; i < plots::kColorSteps; ++i)
        steps.values.append(float(i) / (plots::kColorSteps - 1));
    new HeatmapLayer(x, left, steps, colorMapOf(panel, canvas.style), ColorScale::Linear, {0, 1});
    return rect;
}

QCPLegend* addLegend(QCustomPlot& plot, QCPLayoutGrid& body, const Figure& figure, const Scene& scene, const Canvas& canvas)
{
    const auto place = legendPlaceOf(figure, canvas.style);
    if (place == LegendPlace::None)
        return nullptr;
    auto* legend = new QCPLegend;
    // Not the plot's own: it stays the plot's whatever the figure.
    const double letter = canvas.exact(canvas.style.fontPoints);
    const bool inside = place == LegendPlace::Inside;
    auto* holder = new QCPLayoutGrid;
    if (place == LegendPlace::Right) {
        body.addElement(0, body.columnCount(), holder);
        body.setColumnStretchFactor(body.columnCount() - 1, 0.001);
        holder->setMargins(QMargins(0, canvas.px(2), 0, 0));
        holder->addElement(0, 0, legend);
        holder->addElement(1, 0, new QCPLayoutElement(&plot));
        holder->setRowStretchFactor(0, 0.001);
    } else if (place == LegendPlace::Below) {
        auto* layout = plot.plotLayout();
        layout->addElement(layout->rowCount(), 0, holder);
        layout->setRowStretchFactor(layout->rowCount() - 1, 0.001);
        holder->addElement(0, 0, new QCPLayoutElement(&plot));
        holder->addElement(0, 1, legend);
        holder->addElement(0, 2, new QCPLayoutElement(&plot));
        holder->setColumnStretchFactor(1, 0.001);
    } else {
        delete holder;
        const auto corner = quietCorner(figure, 0);
        const bool top = corner == Qt::TopRightCorner || corner == Qt::TopLeftCorner, right = corner == Qt::TopRightCorner || corner == Qt::BottomRightCorner;
        scene.panels.front().rect->insetLayout()->addElement(legend, (top ? Qt::AlignTop : Qt::AlignBottom) | (right ? Qt::AlignRight : Qt::AlignLeft));
        scene.panels.front().rect->insetLayout()->setMargins(QMargins(canvas.px(3), canvas.px(3), canvas.px(3), canvas.px(3)));
    }
    legend->setLayer(QStringLiteral("legend"));
    legend->setFont(canvas.font(0.95));
    legend->setTextColor(canvas.style.ink);
    QColor paper = canvas.style.paper;
    paper.setAlphaF(inside ? 0.85F : 0.0F);
    legend->setBrush(inside ? QBrush(paper) : QBrush(Qt::NoBrush));
    legend->setBorderPen(inside ? canvas.pen(inkMixed(canvas.style, 0.25), 0.4) : QPen(Qt::NoPen));
    legend->setIconBorderPen(Qt::NoPen);
    legend->setIconSize(int(letter * 2.4), int(letter));
    legend->setIconTextPadding(canvas.px(3));
    legend->setRowSpacing(canvas.px(1.5));
    legend->setColumnSpacing(canvas.px(8));
    const int pad = inside ? canvas.px(3) : 0;
    legend->setMargins(QMargins(pad, pad, pad, pad));
    QStringList names;
    std::vector<double> widths;
    std::vector<SeriesLayer*> shown;
    for (const auto& panel : scene.panels)
        for (auto* layer : panel.series) {
            if (layer->name().isEmpty() || names.contains(layer->name()))
                continue;
            names.append(layer->name());
            shown.push_back(layer);
            widths.push_back(QFontMetricsF(legend->font()).horizontalAdvance(layer->name()) + letter * 2.4 + canvas.px(11));
        }
    if (place == LegendPlace::Below) {
        legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
        legend->setWrap(legendColumns(widths, canvas.width - canvas.px(4)));
    }
    for (auto* layer : shown) {
        auto* item = new QCPPlottableLegendItem(legend, layer);
        item->setMargins(QMargins(0, 0, 0, 0));
        legend->addItem(item);
    }
    return legend;
}

}  // namespace bam::figures
