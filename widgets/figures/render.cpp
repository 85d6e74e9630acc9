// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/render.h"

#include "widgets/figures/panel_parts.h"

#include <cmath>

namespace bam::figures {
namespace {

constexpr double kPointsPerMillimetre = 72 / 25.4;

void empty(QCustomPlot& plot)
{
    plot.clearItems();
    plot.clearPlottables();
    plot.plotLayout()->clear();
    qDeleteAll(plot.findChildren<QCPMarginGroup*>(QString(), Qt::FindDirectChildrenOnly));
}

/// The panels row by row, with common margins in each row and column.
void layPanels(QCustomPlot& plot, QCPLayoutGrid& grid, const Figure& figure, const Canvas& canvas, Scene& scene)
{
    const int columns = std::max(1, std::min(figure.columns, int(figure.panels.size())));
    const int rows = (int(figure.panels.size()) + columns - 1) / columns;
    std::vector<QCPMarginGroup*> across, down;
    for (int column = 0; column < columns; ++column)
        across.push_back(new QCPMarginGroup(&plot));
    for (int row = 0; row < rows; ++row)
        down.push_back(new QCPMarginGroup(&plot));
    grid.setColumnSpacing(canvas.px(figure.sharedY ? 4 : 6));
    grid.setRowSpacing(canvas.px(figure.sharedX ? 3 : 5));
    const auto looks = looksOf(figure, canvas.style);
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const int row = int(i) / columns, column = int(i) % columns;
        const PanelPlace place{i, int(i) + columns >= int(figure.panels.size()), column == 0};
        auto panel = makePanel(plot, figure, place, canvas);
        panel.rect->setMarginGroup(QCP::msLeft | QCP::msRight, across[std::size_t(column)]);
        panel.rect->setMarginGroup(QCP::msTop | QCP::msBottom, down[std::size_t(row)]);
        const bool bar = hasColors(figure.panels[i]) && figure.panels[i].colors.bar && !figure.sharedColors;
        if (bar) {
            auto* cell = new QCPLayoutGrid;
            cell->setColumnSpacing(canvas.px(4));
            grid.addElement(row, column, cell);
            cell->addElement(0, 0, panel.rect);
            auto* rect = makeColorBar(plot, figure.panels[i], panel.colorRange, canvas);
            rect->setMarginGroup(QCP::msTop | QCP::msBottom, down[std::size_t(row)]);
            cell->addElement(0, 1, rect);
            cell->setColumnStretchFactor(1, 0.001);
        } else {
            grid.addElement(row, column, panel.rect);
        }
        fillPanel(plot, panel, figure, looks[i], i, canvas);
        scene.panels.push_back(std::move(panel));
    }
}

/// One colour bar for all panels, as high as all of them.
void addSharedBar(QCustomPlot& plot, QCPLayoutGrid& body, const Figure& figure, const Canvas& canvas, const Scene& scene)
{
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        if (!hasColors(figure.panels[i]) || !figure.panels[i].colors.bar)
            continue;
        auto* rect = makeColorBar(plot, figure.panels[i], scene.panels[i].colorRange, canvas);
        rect->setMarginGroup(QCP::msTop, scene.panels.front().rect->marginGroup(QCP::msTop));
        rect->setMarginGroup(QCP::msBottom, scene.panels.back().rect->marginGroup(QCP::msBottom));
        body.addElement(0, body.columnCount(), rect);
        body.setColumnStretchFactor(body.columnCount() - 1, 0.001);
        return;
    }
}

void addTitle(QCustomPlot& plot, const Figure& figure, const Canvas& canvas)
{
    if (figure.title.isEmpty() || !canvas.style.title)
        return;
    const auto font = canvas.font(1.1);
    auto* title = new QCPTextElement(&plot, brokenText(figure.title, font, 0.96 * canvas.width), font);
    title->setTextColor(canvas.style.ink);
    title->setMargins(QMargins(0, 0, 0, canvas.px(3)));
    auto* layout = plot.plotLayout();
    layout->insertRow(0);
    layout->addElement(0, 0, title);
    layout->setRowStretchFactor(0, 0.001);
}

}  // namespace

Scene render(QCustomPlot& plot, const Figure& figure, const FigureStyle& style, const Medium& medium)
{
    Scene scene;
    empty(plot);
    plot.setLocale(medium.locale);
    plot.setBackground(QBrush(style.paper));
    plot.setNoAntialiasingOnDrag(false);
    plot.setAutoAddPlottableToLegend(false);
    plot.setNotAntialiasedElements(medium.screen ? QCP::AntialiasedElements(QCP::aeAxes | QCP::aeGrid | QCP::aeSubGrid) : QCP::aeNone);
    Canvas canvas{style, medium, double(plot.viewport().width()), double(plot.viewport().height())};
    canvas.style.millimetres = QSizeF(canvas.width, canvas.height) / medium.pixelsPerPoint / kPointsPerMillimetre;
    auto* layout = plot.plotLayout();
    const int edge = canvas.px(3);
    layout->setMargins(QMargins(edge, edge, edge, edge));
    layout->setRowSpacing(canvas.px(3));
    layout->setColumnSpacing(canvas.px(4));
    if (figure.panels.empty())
        return scene;
    auto* body = new QCPLayoutGrid;
    body->setColumnSpacing(canvas.px(5));
    layout->addElement(0, 0, body);
    auto* grid = new QCPLayoutGrid;
    body->addElement(0, 0, grid);
    layPanels(plot, *grid, figure, canvas, scene);
    if (figure.sharedColors)
        addSharedBar(plot, *body, figure, canvas, scene);
    scene.legend = addLegend(plot, *body, figure, scene, canvas);
    addTitle(plot, figure, canvas);
    return scene;
}

void paint(QCPPainter& painter, const Figure& figure, const FigureStyle& style, double scale, bool vectorized)
{
    const Medium medium;
    QCustomPlot plot;
    const auto points = style.millimetres * kPointsPerMillimetre;
    const QSize size(int(std::ceil(points.width() * medium.pixelsPerPoint - 1e-6)), int(std::ceil(points.height() * medium.pixelsPerPoint - 1e-6)));
    plot.setViewport(QRect(QPoint(0, 0), size));
    render(plot, figure, style, medium);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
    painter.setMode(QCPPainter::pmVectorized, vectorized);
    painter.scale(scale / medium.pixelsPerPoint, scale / medium.pixelsPerPoint);
    plot.toPainter(&painter, size.width(), size.height());
}

QImage imageOf(const Figure& figure, const FigureStyle& style, double dotsPerInch)
{
    const double dots = dotsPerInch > 0 ? dotsPerInch : style.dotsPerInch;
    const auto inches = style.millimetres / 25.4;
    QImage image(std::max(1, int(std::lround(inches.width() * dots))), std::max(1, int(std::lround(inches.height() * dots))), QImage::Format_RGB32);
    image.setDotsPerMeterX(int(std::lround(dots / 0.0254)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.fill(style.paper);
    QCPPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    paint(painter, figure, style, dots / 72, false);
    return image;
}

}  // namespace bam::figures
