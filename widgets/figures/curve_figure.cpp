// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/curve_figure.h"

#include "widgets/plots/qcp.h"

#include <QFile>
#include <QImage>
#include <QPdfWriter>

#include <array>
#include <cmath>
#include <memory>

namespace bam::figures {
namespace {

constexpr double kPixelsPerMillimetre = 96.0 / 25.4;    // layout happens at 96 dots per inch; output scales it
constexpr int kTextPixels = 11;
const QColor kInk(30, 30, 30);
const QColor kGrid(222, 222, 222);

QSize layoutSize(const CurveFigure& figure)
{
    return {int(std::lround(figure.sizeMillimetres.width() * kPixelsPerMillimetre)), int(std::lround(figure.sizeMillimetres.height() * kPixelsPerMillimetre))};
}

QFont textFont(int pixels = kTextPixels)
{
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPixelSize(pixels);
    return font;
}

QCPScatterStyle markerOf(const plots::CurveStyle& style)
{
    constexpr std::array shapes{QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare, QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond, QCPScatterStyle::ssTriangleInverted, QCPScatterStyle::ssCross};
    return {shapes[std::size_t(style.marker) % shapes.size()], QPen(style.color, 1.2), QBrush(style.dashed ? QColor(Qt::white) : style.color), 6};
}

/// Ticks at the data's own x values, thinned where they would touch.
QSharedPointer<QCPAxisTickerText> ticksOf(const CurveFigure& figure)
{
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    std::vector<double> values;
    for (const auto& series : figure.series)
        values.insert(values.end(), series.x.begin(), series.x.end());
    std::sort(values.begin(), values.end());
    double last = 0;
    for (const double value : values) {
        if (last > 0 && value < last * 1.25)
            continue;
        ticker->addTick(value, QLocale::c().toString(value, 'f', 0));
        last = value;
    }
    return ticker;
}

void styleAxis(QCPAxis* axis, const QString& label)
{
    axis->setLabel(label);
    axis->setLabelFont(textFont());
    axis->setTickLabelFont(textFont(kTextPixels - 1));
    axis->setLabelColor(kInk);
    axis->setTickLabelColor(kInk);
    axis->setBasePen(QPen(kInk, 1));
    axis->setTickPen(QPen(kInk, 1));
    axis->setSubTickPen(Qt::NoPen);
    axis->grid()->setPen(QPen(kGrid, 1));
    axis->grid()->setZeroLinePen(Qt::NoPen);
}

void addSeries(QCustomPlot& plot, const CurveSeries& series)
{
    if (!series.low.isEmpty()) {
        auto* high = plot.addGraph();
        auto* low = plot.addGraph();
        high->setData(series.x, series.high, true);
        low->setData(series.x, series.low, true);
        high->setPen(Qt::NoPen);
        low->setPen(Qt::NoPen);
        QColor band = series.style.color;
        band.setAlphaF(0.13);
        high->setBrush(band);
        high->setChannelFillGraph(low);
        high->removeFromLegend();
        low->removeFromLegend();
    }
    auto* line = plot.addGraph();
    line->setName(series.name);
    line->setData(series.x, series.y, true);
    line->setPen(QPen(series.style.color, 1.8, series.style.dashed ? Qt::DashLine : Qt::SolidLine));
    line->setScatterStyle(markerOf(series.style));
}

void addMark(QCustomPlot& plot, const CurveFigure& figure)
{
    auto* line = new QCPItemStraightLine(&plot);
    line->setPen(QPen(QColor(120, 120, 120), 1, Qt::DotLine));
    line->point1->setCoords(figure.markX, 0);
    line->point2->setCoords(figure.markX, 1);
    // Beside the line and along it, outside the curves: the x range leaves room to the left of the mark.
    auto* label = new QCPItemText(&plot);
    label->setText(figure.markLabel);
    label->setFont(textFont(kTextPixels - 1));
    label->setColor(QColor(90, 90, 90));
    label->setRotation(-90);
    label->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
    label->setPadding(QMargins(0, 0, 0, 3));
    label->position->setCoords(figure.markX, 0.5 * (figure.yLow + figure.yHigh));
}

void setRanges(QCustomPlot& plot, const CurveFigure& figure)
{
    double left = figure.markX > 0 ? figure.markX / 1.3 : 0, right = left;
    for (const auto& series : figure.series)
        for (const double x : series.x) {
            left = left > 0 ? std::min(left, x) : x;
            right = std::max(right, x);
        }
    plot.xAxis->setScaleType(QCPAxis::stLogarithmic);
    plot.xAxis->setRange(left / 1.12, right * 1.12);
    const double margin = 0.04 * (figure.yHigh - figure.yLow);
    plot.yAxis->setRange(figure.yLow - margin, figure.yHigh + margin);
}

std::unique_ptr<QCustomPlot> draw(const CurveFigure& figure)
{
    auto plot = std::make_unique<QCustomPlot>();
    plot->setBackground(Qt::white);
    plot->setNoAntialiasingOnDrag(false);
    plot->axisRect()->setupFullAxesBox();
    for (auto* axis : {plot->xAxis2, plot->yAxis2}) {
        axis->setTicks(false);
        axis->setBasePen(QPen(kInk, 1));
    }
    styleAxis(plot->xAxis, figure.xLabel);
    styleAxis(plot->yAxis, figure.yLabel);
    plot->xAxis->setTicker(ticksOf(figure));
    for (const auto& series : figure.series)
        addSeries(*plot, series);
    setRanges(*plot, figure);
    if (figure.markX > 0)
        addMark(*plot, figure);
    if (!figure.title.isEmpty()) {
        plot->plotLayout()->insertRow(0);
        auto* title = new QCPTextElement(plot.get(), figure.title, textFont(kTextPixels + 1));
        title->setTextColor(kInk);
        plot->plotLayout()->addElement(0, 0, title);
    }
    // The legend has a column of its own: curves run through every corner of the plot.
    auto* column = new QCPLayoutGrid;
    const auto rows = plot->plotLayout()->rowCount();
    plot->plotLayout()->addElement(rows - 1, 1, column);
    plot->legend->setVisible(true);
    plot->legend->setFont(textFont());
    plot->legend->setTextColor(kInk);
    plot->legend->setBorderPen(Qt::NoPen);
    plot->legend->setIconSize(30, 14);
    column->addElement(0, 0, plot->legend);
    column->addElement(1, 0, new QCPLayoutElement(plot.get()));
    column->setRowStretchFactor(0, 0.001);
    plot->plotLayout()->setColumnStretchFactor(1, 0.001);
    plot->setViewport(QRect(QPoint(0, 0), layoutSize(figure)));
    return plot;
}

}  // namespace

QString writePdf(const CurveFigure& figure, const QString& file)
{
    const auto size = layoutSize(figure);
    const auto plot = draw(figure);
    QFile output(file);
    if (!output.open(QIODevice::WriteOnly))
        return output.errorString();
    QPdfWriter writer(&output);
    writer.setPageSize(QPageSize(figure.sizeMillimetres, QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setResolution(1200);
    writer.setCreator(QStringLiteral("Bamscope"));
    writer.setTitle(figure.title);
    QCPPainter painter;
    if (!painter.begin(&writer))
        return QStringLiteral("the PDF writer could not start");
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
    painter.scale(writer.width() / double(size.width()), writer.height() / double(size.height()));
    plot->toPainter(&painter, size.width(), size.height());
    painter.end();
    output.flush();
    return output.error() == QFileDevice::NoError ? QString() : output.errorString();
}

QString writePng(const CurveFigure& figure, const QString& file, int dotsPerInch)
{
    const auto size = layoutSize(figure);
    const double scale = dotsPerInch / 96.0;
    const auto plot = draw(figure);
    QImage image(QSize(int(std::lround(size.width() * scale)), int(std::lround(size.height() * scale))), QImage::Format_RGB32);
    image.setDotsPerMeterX(int(std::lround(dotsPerInch / 0.0254)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.fill(Qt::white);
    QCPPainter painter(&image);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    plot->toPainter(&painter, size.width(), size.height());
    painter.end();
    return image.save(file) ? QString() : QStringLiteral("the image could not be written (no permission, or the disk is full)");
}

}  // namespace bam::figures
