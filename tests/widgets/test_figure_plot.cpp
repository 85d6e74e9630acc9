// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/figure_samples.h"
#include "widgets/figures/figure_plot.h"

#include <QSignalSpy>

using namespace bam;
using namespace bam::figures;

namespace {

std::unique_ptr<FigurePlot> shown(const Figure& figure)
{
    auto plot = std::make_unique<FigurePlot>();
    plot->resize(640, 400);
    plot->setFigure(figure);
    plot->show();
    (void)QTest::qWaitForWindowExposed(plot.get());
    QCoreApplication::processEvents();
    return plot;
}

void wheel(FigurePlot& plot, const QPoint& at, int delta)
{
    QWheelEvent event(QPointF(at), plot.mapToGlobal(QPointF(at)), {}, {0, delta}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&plot, &event);
}

/// The label along a mark: made anew whenever the widget's size changes.
QCPItemText* uprightText(const FigurePlot& plot)
{
    for (int n = 0; n < plot.itemCount(); ++n)
        if (auto* text = qobject_cast<QCPItemText*>(plot.item(n)); text && text->rotation() != 0)
            return text;
    return nullptr;
}

}  // namespace

class FigurePlotTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theNearestPointIsToldWithTheAxesLabels()
    {
        const auto plot = shown(test::curvesFigure());
        QSignalSpy hovered(plot.get(), &FigurePlot::hovered);
        QTest::mouseMove(plot.get(), plot->pointPosition(0, 2, 1).toPoint());
        QVERIFY(plot->readout().startsWith(QStringLiteral("RoPE\nPrompt length (tokens): 512\nAccuracy: 0.1")));
        QCOMPARE(hovered.takeLast().at(0).toString(), QStringLiteral("rotary"));
        QTest::mouseMove(plot.get(), QPoint(2, 2));
        QVERIFY(plot->readout().isEmpty());
        QCOMPARE(hovered.takeLast().at(0).toString(), QString());
    }

    void theWheelZoomsDraggingMovesAndADoubleClickShowsAllAgain()
    {
        const auto plot = shown(test::curvesFigure());
        const auto home = plot->axisRect()->axis(QCPAxis::atBottom)->range();
        const auto middle = plot->panelArea(0).center();
        wheel(*plot, middle, 240);
        const auto closer = plot->axisRect()->axis(QCPAxis::atBottom)->range();
        QVERIFY(closer.lower > home.lower && closer.upper < home.upper);
        QVERIFY(plot->isZoomed());
        QTest::mousePress(plot.get(), Qt::LeftButton, {}, middle);
        QTest::mouseMove(plot.get(), middle + QPoint(40, 0));
        QTest::mouseRelease(plot.get(), Qt::LeftButton, {}, middle + QPoint(40, 0));
        QVERIFY(plot->axisRect()->axis(QCPAxis::atBottom)->range().lower < closer.lower);
        const auto range = plot->shownFigure().panels[0].x;
        QCOMPARE(range.low, plot->axisRect()->axis(QCPAxis::atBottom)->range().lower);
        QTest::mouseDClick(plot.get(), Qt::LeftButton, {}, middle);
        QVERIFY(!plot->isZoomed());
        QCOMPARE(plot->axisRect()->axis(QCPAxis::atBottom)->range(), home);
    }

    void zoomingStaysWhenNewDataComeAndGoesWithOtherPanels()
    {
        const auto plot = shown(test::curvesFigure());
        wheel(*plot, plot->panelArea(0).center(), 240);
        const auto range = plot->axisRect()->axis(QCPAxis::atBottom)->range();
        auto more = test::curvesFigure();
        more.panels[0].series[0].x.append(16384);
        more.panels[0].series[0].y.append(0.5);
        more.panels[0].series[0].low.append(0.4);
        more.panels[0].series[0].high.append(0.6);
        plot->setFigure(more);
        QCOMPARE(plot->axisRect()->axis(QCPAxis::atBottom)->range(), range);
        plot->resize(500, 300);
        QCoreApplication::processEvents();
        QCOMPARE(plot->axisRect()->axis(QCPAxis::atBottom)->range(), range);
        plot->setFigure(test::heatmapFigure());
        QVERIFY(!plot->isZoomed());
    }

    void aClickOnAPointNamesItAndElsewhereThePlace()
    {
        const auto plot = shown(test::curvesFigure());
        QSignalSpy clicked(plot.get(), &FigurePlot::clicked);
        QTest::mouseClick(plot.get(), Qt::LeftButton, {}, plot->pointPosition(0, 2, 1).toPoint());
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked.at(0).at(0).toString(), QStringLiteral("rotary"));
        QCOMPARE(clicked.at(0).at(2).toDouble(), 512.0);
        QTest::mouseClick(plot.get(), Qt::LeftButton, {}, plot->panelArea(0).center());
        QCOMPARE(clicked.size(), 2);
        QCOMPARE(clicked.at(1).at(0).toString(), QString());
        QVERIFY(std::abs(clicked.at(1).at(3).toDouble() - 0.5) < 0.05);
    }

    void keysReadPointAfterPointAndZoom()
    {
        const auto plot = shown(test::curvesFigure());
        plot->setFocus();
        QTest::keyClick(plot.get(), Qt::Key_Right);
        QVERIFY(plot->readout().startsWith(QStringLiteral("BAM\nPrompt length (tokens): 160")));
        QTest::keyClick(plot.get(), Qt::Key_Right);
        QTest::keyClick(plot.get(), Qt::Key_Down);
        QVERIFY2(plot->readout().startsWith(QStringLiteral("BAM + SSMax\nPrompt length (tokens): 512")), qPrintable(plot->readout()));
        QTest::keyClick(plot.get(), Qt::Key_Up);
        QTest::keyClick(plot.get(), Qt::Key_Up);
        QVERIFY(plot->readout().startsWith(QStringLiteral("RoPE")));
        QTest::keyClick(plot.get(), Qt::Key_Escape);
        QVERIFY(plot->readout().isEmpty());
        QTest::keyClick(plot.get(), Qt::Key_Plus);
        QVERIFY(plot->isZoomed());
        QTest::keyClick(plot.get(), Qt::Key_0);
        QVERIFY(!plot->isZoomed());
    }

    void sharedAxesMoveTogether()
    {
        auto figure = test::curvesFigure();
        figure.panels.push_back(figure.panels[0]);
        figure.sharedX = true;
        const auto plot = shown(figure);
        wheel(*plot, plot->panelArea(0).center(), 240);
        QCOMPARE(plot->axisRect(0)->axis(QCPAxis::atBottom)->range(), plot->axisRect(1)->axis(QCPAxis::atBottom)->range());
        QVERIFY(plot->axisRect(0)->axis(QCPAxis::atLeft)->range() != plot->axisRect(1)->axis(QCPAxis::atLeft)->range());
    }

    void aHighlightedSeriesStandsOutAndTheOthersFade()
    {
        const auto plot = shown(test::curvesFigure());
        const auto plain = plot->grab().toImage();
        plot->setHighlighted(QStringLiteral("rotary"));
        QCoreApplication::processEvents();
        const auto marked = plot->grab().toImage();
        QVERIFY(plain != marked);
        plot->setHighlighted(QStringLiteral("nobody"));
        QCoreApplication::processEvents();
        QCOMPARE(plot->grab().toImage(), plain);
    }

    void aCellOfAHeatmapIsToldToo()
    {
        const auto plot = shown(test::heatmapFigure());
        const auto area = plot->panelArea(0);
        QTest::mouseMove(plot.get(), QPoint(area.left() + 4, area.bottom() - 4));
        QVERIFY2(plot->readout().startsWith(QStringLiteral("Key: 0.5\nQuery: 7.5\nAttention: 0.88")), qPrintable(plot->readout()));
    }

    void aHeatmapWithoutAWholePixelToStandOnDoesNoHarm()
    {
        QWidget window;
        FigurePlot plot(&window);
        window.resize(600, 400);
        plot.setFigure(test::heatmapFigure());
        window.show();
        for (int height = 160; height > 0; --height) {
            plot.resize(400, height);
            plot.replot(QCustomPlot::rpImmediateRefresh);
        }
        plot.resize(600, 400);
        QVERIFY(plot.panelArea(0).height() > 100);
    }

    void anUprightLabelIsSetSmallerInALowPanelAndElidedInALowerOne()
    {
        const auto plot = shown(test::curvesFigure());
        const auto text = [&] { return uprightText(*plot)->text(); };
        const auto length = [&] { return QFontMetricsF(uprightText(*plot)->font()).horizontalAdvance(text()); };
        const auto drawnAt = [&](int height) {
            plot->resize(640, height);
            plot->replot(QCustomPlot::rpImmediateRefresh);
            return plot->axisRect()->height();
        };
        QCOMPARE(text(), QStringLiteral("training length"));
        const double whole = length();
        int height = 400;
        while (drawnAt(height) > 0.9 * whole)
            --height;
        QCOMPARE(text(), QStringLiteral("training length"));
        QVERIFY(length() < whole && length() <= plot->axisRect()->height() + 1.0);
        while (drawnAt(height) > 0.5 * whole)
            --height;
        QVERIFY(text().startsWith(QStringLiteral("train")) && text().endsWith(QChar(0x2026)));
        QVERIFY(length() <= plot->axisRect()->height() + 1.0);
        drawnAt(400);
        QCOMPARE(text(), QStringLiteral("training length"));
        QCOMPARE(length(), whole);
    }

    void inkAndPaperAreTheWindows()
    {
        const auto plot = shown(test::curvesFigure());
        QPalette dark;
        dark.setColor(QPalette::Base, QColor(30, 32, 36));
        dark.setColor(QPalette::Text, QColor(230, 230, 230));
        plot->setPalette(dark);
        QCoreApplication::processEvents();
        const auto image = plot->grab().toImage();
        QCOMPARE(image.pixelColor(1, 1), QColor(30, 32, 36));
        if (qEnvironmentVariableIsSet("BAMSCOPE_KEEP_FIGURES"))
            image.save(qEnvironmentVariable("BAMSCOPE_KEEP_FIGURES") + QStringLiteral("/plot_dark.png"));
    }
};

BAMSCOPE_TEST(FigurePlotTest)
#include "test_figure_plot.moc"
