// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/figure_samples.h"
#include "widgets/figures/render.h"
#include "widgets/plots/color_maps.h"
#include "widgets/plots/shades.h"

#include <QSet>

using namespace bam;
using namespace bam::figures;

namespace {

double lightness(QRgb color)
{
    const auto linear = [](int byte) {
        const double c = byte / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(qRed(color)) + 0.7152 * linear(qGreen(color)) + 0.0722 * linear(qBlue(color));
    return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

int countOf(const QImage& image, const QColor& color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == color;
    return count;
}

/// One wide panel without anything around it.
Figure bare(Series series)
{
    Figure figure;
    figure.panels.resize(1);
    figure.panels[0].series.push_back(std::move(series));
    return figure;
}

void keep(const QImage& image, const QString& name)
{
    if (qEnvironmentVariableIsSet("BAMSCOPE_KEEP_FIGURES"))
        image.save(qEnvironmentVariable("BAMSCOPE_KEEP_FIGURES") + QLatin1Char('/') + name);
}

}  // namespace

class FigureRenderTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void perceptualMapsGrowEvenlyInLightness()
    {
        for (const auto& name : {"viridis", "magma", "inferno", "cividis", "grey"}) {
            const auto& table = plots::colorTable(QString::fromLatin1(name));
            const double sign = QLatin1String(name) == QLatin1String("grey") ? -1 : 1;
            const double whole = sign * (lightness(table.back()) - lightness(table.front()));
            QVERIFY2(whole > 60, name);
            for (std::size_t i = 8; i < table.size(); i += 8) {
                const double step = sign * (lightness(table[i]) - lightness(table[i - 8]));
                QVERIFY2(step > 0 && step < 4 * whole / 32, name);
            }
        }
    }

    void knownColoursOfTheMapsAreMet()
    {
        const auto near = [](QRgb a, QRgb b) { return std::abs(qRed(a) - qRed(b)) <= 6 && std::abs(qGreen(a) - qGreen(b)) <= 6 && std::abs(qBlue(a) - qBlue(b)) <= 6; };
        QVERIFY(near(plots::colorAt(QStringLiteral("viridis"), 0), qRgb(68, 1, 84)));
        QVERIFY(near(plots::colorAt(QStringLiteral("viridis"), 0.5), qRgb(33, 145, 140)));
        QVERIFY(near(plots::colorAt(QStringLiteral("viridis"), 1), qRgb(253, 231, 37)));
        QVERIFY(near(plots::colorAt(QStringLiteral("magma"), 0.5), qRgb(183, 55, 121)));
        QVERIFY(near(plots::colorAt(QStringLiteral("cividis"), 0.5), qRgb(124, 123, 120)));
        QCOMPARE(plots::colorAt(QStringLiteral("unknown"), 0.3), plots::colorAt(QStringLiteral("viridis"), 0.3));
        QCOMPARE(qAlpha(plots::colorAt(QStringLiteral("viridis"), std::nan(""))), 0);
    }

    void theDivergingMapIsLightestInTheMiddleAndFallsOnBothSides()
    {
        const auto& table = plots::colorTable(QStringLiteral("blue_orange"));
        for (std::size_t i = 8; i <= 120; i += 8) {
            QVERIFY(lightness(table[i]) > lightness(table[i - 8]));
            QVERIFY(lightness(table[255 - i]) > lightness(table[255 - i + 8]));
        }
        QVERIFY(qBlue(table[0]) > qRed(table[0]) && qRed(table[255]) > qBlue(table[255]));
    }

    void scalesOfColoursGoBothWays()
    {
        const Range range{0.001, 10};
        for (const auto scale : {ColorScale::Linear, ColorScale::Sqrt, ColorScale::Log})
            for (const double share : {0.0, 0.2, 0.5, 1.0})
                QVERIFY(std::abs(shareOf(valueAt(share, range, scale), range, scale) - share) < 1e-12);
        QCOMPARE(shareOf(0.1, range, ColorScale::Log), 0.5);
        QCOMPARE(shareOf(-3, range, ColorScale::Log), 0.0);
        QVERIFY(std::isnan(shareOf(std::nan(""), range, ColorScale::Linear)));
    }

    void rangesTakeWhatWasAskedForAndElseTheData()
    {
        auto figure = test::curvesFigure();
        QCOMPARE(yRangeOf(figure, 0), (Range{-0.04, 1.04}));
        const auto x = xRangeOf(figure, 0);
        QVERIFY(x.low < 160 && x.low > 100 && x.high > 8192 && x.high < 12000);
        figure.panels.push_back(figure.panels[0]);
        figure.panels[1].y = {};
        figure.panels[1].series[0].y[0] = 5;
        figure.sharedY = true;
        QCOMPARE(yRangeOf(figure, 0), yRangeOf(figure, 1));
        figure.panels[0].series.clear();
        figure.panels[0].marks.clear();
        const auto none = xRangeOf(figure, 0);
        QVERIFY(none.low > 0 && none.high > none.low);
    }

    void everyCurveItsBandAndTheMarkAreDrawn()
    {
        const FigureStyle style;
        const auto figure = test::curvesFigure();
        const auto image = imageOf(figure, style, 192);
        keep(image, QStringLiteral("curves.png"));
        QCOMPARE(image.size(), QSize(1056, 605));
        for (const auto& series : figure.panels[0].series)
            QVERIFY2(countOf(image, plots::drawnOn(series.style, style.paper)) > 100, qPrintable(series.id));
        auto without = test::curvesFigure();
        for (auto& series : without.panels[0].series)
            series.low = series.high = {};
        const auto bare = imageOf(without, style, 192);
        QVERIFY(countOf(bare, Qt::white) > countOf(image, Qt::white) + 10000);
        without.panels[0].marks.clear();
        QVERIFY(imageOf(without, style, 192) != bare);
    }

    void whiskersLieWhereTheyAreAroundX()
    {
        Series series{.style = plots::styleOf(QStringLiteral("bam")), .shape = Shape::Points, .x = {0.5}, .y = {1}};
        auto figure = bare(series);
        figure.panels[0].x.low = 0;
        figure.panels[0].x.high = 1;
        const auto color = plots::drawnOn(series.style, Qt::white);
        const auto extent = [&] {
            const auto image = imageOf(figure, {}, 192);
            int left = image.width(), right = 0, top = image.height(), bottom = 0;
            for (int x = 0; x < image.width(); ++x)
                for (int y = 0; y < image.height(); ++y)
                    if (image.pixelColor(x, y) == color) {
                        left = std::min(left, x);
                        right = std::max(right, x);
                        top = std::min(top, y);
                        bottom = std::max(bottom, y);
                    }
            return QSize(right - left, bottom - top);
        };
        const auto marker = extent();
        figure.panels[0].series[0].low = {0.1};
        figure.panels[0].series[0].high = {0.9};
        figure.panels[0].series[0].sideways = true;
        QVERIFY(extent().width() > marker.width() + 300);
        QVERIFY(extent().height() < marker.height() + 10);
        figure.panels[0].x.low = figure.panels[0].x.high = kAuto;
        const auto range = xRangeOf(figure, 0);
        QVERIFY(range.low < 0.1 && range.high > 0.9);      // they have room
    }

    void pointsHaveWhiskersInsteadOfABand()
    {
        Series series{.style = plots::styleOf(QStringLiteral("bam")), .shape = Shape::Points, .x = {1, 2, 3}, .y = {0.5, 0.5, 0.5}};
        auto figure = bare(series);
        figure.panels[0].y.low = 0;
        figure.panels[0].y.high = 1;
        const auto without = imageOf(figure, {}, 192);
        figure.panels[0].series[0].low = {0.1, kAuto, -2};      // the last one reaches out of the panel
        figure.panels[0].series[0].high = {0.9, kAuto, 3};
        const auto image = imageOf(figure, {}, 192);
        keep(image, QStringLiteral("whiskers.png"));
        const auto color = plots::drawnOn(series.style, Qt::white);
        const auto near = [&](const QImage& picture, int x, int y) { return std::abs(picture.pixelColor(x, y).red() - color.red()) < 60 && picture.pixelColor(x, y).blue() > 120; };
        QList<int> columns;     // coloured above and below the markers
        for (int x = 0; x < image.width(); ++x) {
            int tall = 0, before = 0;
            for (int y = 0; y < image.height(); ++y) {
                tall += near(image, x, y);
                before += near(without, x, y);
            }
            if (tall > before + 100)
                columns << x;
        }
        QVERIFY2(!columns.isEmpty() && columns.size() <= 10, qPrintable(QString::number(columns.size())));
        QVERIFY(columns.last() - columns.first() > image.width() / 2);
        const auto spread = countOf(image, Qt::white), alone = countOf(without, Qt::white);
        QVERIFY(alone - spread < 6000);     // no band
    }

    void theLegendStandsBesideOrBelowOrInsideOrNowhere()
    {
        FigureStyle style;
        QSet<QByteArray> pictures;
        for (const auto place : {LegendPlace::Right, LegendPlace::Below, LegendPlace::Inside, LegendPlace::None}) {
            style.legend = place;
            QCustomPlot plot;
            plot.setViewport(QRect(0, 0, 1600, 900));
            const auto scene = render(plot, test::curvesFigure(), style, {});
            QCOMPARE(scene.legend == nullptr, place == LegendPlace::None);
            QImage image(1600, 900, QImage::Format_RGB32);
            QCPPainter painter(&image);
            plot.toPainter(&painter, 1600, 900);
            painter.end();
            const auto panel = scene.panels[0].rect->rect();
            if (place == LegendPlace::Right)
                QVERIFY(scene.legend->rect().left() > panel.right());
            if (place == LegendPlace::Below)
                QVERIFY(scene.legend->rect().top() > panel.bottom());
            if (place == LegendPlace::Inside)
                QVERIFY(panel.contains(scene.legend->rect()));
            if (scene.legend)
                QCOMPARE(scene.legend->itemCount(), 3);
        }
    }

    void cellsOfAHeatmapAreCrispAndMissingOnesArePaper()
    {
        Figure figure;
        figure.panels.resize(1);
        figure.panels[0].colors.bar = false;
        figure.panels[0].heatmaps.push_back({.columns = 2, .rows = 2, .values = {0, 1, std::numeric_limits<float>::quiet_NaN(), 0.5F}});
        const auto image = imageOf(figure, FigureStyle{.millimetres = {60, 60}}, 200);
        keep(image, QStringLiteral("cells.png"));
        const auto viridis = [](double at) { return QColor::fromRgb(plots::colorAt(QStringLiteral("viridis"), at)); };
        // The first row is below. Where the cells meet there is nothing between their colours.
        const int all = countOf(image, viridis(0));
        QVERIFY(all > 10000);
        for (const double at : {1.0, 0.5})
            QVERIFY(std::abs(countOf(image, QColor::fromRgb(plots::colorTable(QStringLiteral("viridis"))[std::size_t(std::lround(at * 255))])) - all) < 600);
        const QPoint middle(image.width() * 3 / 5, image.height() * 2 / 5);
        QCOMPARE(image.pixelColor(image.width() * 2 / 5, image.height() * 3 / 5), viridis(0));
        QCOMPARE(image.pixelColor(image.width() * 2 / 5, image.height() * 2 / 5), QColor(Qt::white));
        QCOMPARE(image.pixelColor(middle), QColor::fromRgb(plots::colorTable(QStringLiteral("viridis"))[128]));
    }

    void panelsShareAxesAndOneColourBar()
    {
        const auto image = imageOf(test::heatmapFigure(), FigureStyle{.millimetres = {160, 70}}, 150);
        keep(image, QStringLiteral("heatmap.png"));
        QCustomPlot plot;
        plot.setViewport(QRect(0, 0, 1600, 700));
        auto figure = test::heatmapFigure();
        auto scene = render(plot, figure, {}, {});
        QCOMPARE(int(plot.axisRects().size()), 3);
        figure.sharedColors = false;
        scene = render(plot, figure, {}, {});
        QCOMPARE(int(plot.axisRects().size()), 4);
        figure.panels[0] = figure.panels[1];
        figure.sharedY = true;
        scene = render(plot, figure, {}, {});
        QVERIFY(scene.panels[0].y->tickLabels() && !scene.panels[1].y->tickLabels());
        QCOMPARE(scene.panels[0].y->range(), scene.panels[1].y->range());
    }

    void inGreyTheSeriesDifferByDashMarkerAndLightness()
    {
        const auto looks = looksOf(test::curvesFigure(), FigureStyle{.palette = QStringLiteral("grey")}).front();
        for (std::size_t i = 0; i < looks.size(); ++i) {
            QCOMPARE(looks[i].color.red(), looks[i].color.green());
            QCOMPARE(looks[i].color.red(), looks[i].color.blue());
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY(looks[i].marker != looks[k].marker && looks[i].dashes != looks[k].dashes && looks[i].color != looks[k].color);
        }
        const auto image = imageOf(test::curvesFigure(), FigureStyle{.palette = QStringLiteral("grey")}, 150);
        keep(image, QStringLiteral("curves_grey.png"));
        for (int y = 0; y < image.height(); y += 3)
            for (int x = 0; x < image.width(); x += 3)
                QVERIFY(std::abs(qRed(image.pixel(x, y)) - qBlue(image.pixel(x, y))) <= 1);
    }

    void aLineOfManyPointsIsThinnedWithoutLosingItsPeaks()
    {
        Series series{.style = plots::styleOf(QStringLiteral("bam"))};
        for (int i = 0; i < 200000; ++i) {
            series.x.append(i);
            series.y.append(i == 77777 ? 100 : i % 2);
        }
        const FigureStyle style;
        const auto image = imageOf(bare(series), style, 100);
        const auto color = plots::drawnOn(series.style, style.paper);
        int highest = image.height();
        for (int y = 0; y < image.height() && highest == image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (std::abs(image.pixelColor(x, y).red() - color.red()) < 80 && image.pixelColor(x, y).blue() > 150 && image.pixelColor(x, y).red() < 150)
                    highest = y;
        QVERIFY2(highest < image.height() / 6, qPrintable(QString::number(highest)));
    }

    void aMissingValueLeavesAGap()
    {
        Series series{.style = plots::styleOf(QStringLiteral("bam")), .x = {0, 1, 2, 3}, .y = {1, 1, 1, 1}};
        const auto whole = imageOf(bare(series), {}, 100);
        series.y = {1, 1, std::nan(""), 1};
        const auto color = plots::drawnOn(series.style, Qt::white);
        const auto broken = imageOf(bare(series), {}, 100);
        QVERIFY(countOf(broken, color) < countOf(whole, color) * 6 / 10);
        QVERIFY(countOf(broken, color) > countOf(whole, color) * 2 / 10);
    }

    void aFigureOfNothingIsDrawnWithoutComplaint()
    {
        QVERIFY(!imageOf({}, {}, 72).isNull());
        Figure figure;
        figure.panels.resize(2);
        figure.panels[0].x.scale = figure.panels[0].y.scale = AxisScale::Log;
        figure.panels[0].series.push_back({.x = {-1, 0}, .y = {0, -5}, .low = {0, 0}, .high = {1, 1}});
        figure.panels[1].heatmaps.push_back({});
        QVERIFY(!imageOf(figure, {}, 72).isNull());
    }
};

BAMSCOPE_TEST(FigureRenderTest)
#include "test_figure_render.moc"
