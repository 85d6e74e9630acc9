// SPDX-License-Identifier: GPL-3.0-or-later
// What the loss view shows of its runs; how people move through it is in test_loss_view_input.cpp.
#include "tests/support/test_main.h"
#include "tests/widgets/loss_view_support.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>

using namespace bam;
using test::curveRun;
using test::logPiece;
using test::ShownLossView;

namespace {

const QString kA = QStringLiteral("a"), kB = QStringLiteral("b"), kC = QStringLiteral("c");

double falling(int step) { return 2 + 8.0 / (1 + step * 0.02); }

/// Pixels of a hue in a part of a picture.
int pixelsLike(const QImage& image, const QColor& color, const QRect& part)
{
    int count = 0;
    for (int y = part.top(); y <= part.bottom(); ++y)
        for (int x = part.left(); x <= part.right(); ++x) {
            const auto pixel = image.pixelColor(x, y);
            count += pixel.saturation() > 25 && std::abs(pixel.hue() - color.hue()) < 12;
        }
    return count;
}

}  // namespace

class LossViewTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void withoutRunsItSaysWhatToDo()
    {
        ShownLossView shown;
        QVERIFY(shown.emptyText().contains(QStringLiteral("Select runs")));
        shown.view.setRuns({curveRun(kA)});
        shown.settle();
        QVERIFY(shown.emptyText().contains(QStringLiteral("No rows yet")));
        shown.view.append(logPiece(kA, 0, 10, falling));
        shown.settle();
        QCOMPARE(shown.emptyText(), QString());
        shown.view.setRuns({});
        shown.settle();
        QVERIFY(shown.emptyText().contains(QStringLiteral("Select runs")));
    }

    void aSingleSpikeAmong200000RowsIsSeen()
    {
        ShownLossView shown("{\"smoothing\":0,\"validation\":false,\"marks\":false}");
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 200'000, [](int step) { return step == 123'456 ? 9.0 : 3.0; }));
        shown.settle();
        const auto image = shown.plot.grab().toImage();
        const auto high = shown.pixel(123'456, 6);
        QVERIFY(pixelsLike(image, plots::styleOf(QStringLiteral("bam")).color, {high.x() - 2, high.y() - 20, 5, 40}) >= 40);
        QCOMPARE(pixelsLike(image, plots::styleOf(QStringLiteral("bam")).color, {high.x() + 20, high.y() - 20, 5, 40}), 0);
    }

    void aFaintRawCurveStillShowsItsSpike()
    {
        ShownLossView shown("{\"smoothing\":0.99,\"validation\":false}");
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 200'000, [](int step) { return step == 50'000 ? 9.0 : 3.0 + 0.1 * std::sin(step * 1.3); }));
        QTest::qWait(300);
        shown.settle();
        const auto high = shown.pixel(50'000, 6);
        QVERIFY(pixelsLike(shown.plot.grab().toImage(), plots::styleOf(QStringLiteral("bam")).color, {high.x() - 2, high.y() - 20, 5, 40}) >= 40);
        const auto texts = shown.plot.layerOf(views::kLossPane)->marksAt(shown.pixel(50'000, 9) - QPoint(0, 8));
        QCOMPARE(texts.size(), 1);
        QVERIFY(texts.first().contains(QLocale().toString(50'000)));
    }

    void aPaneThatIsShownLaterGetsTheMeanOfSmoothedLinesWithoutAnotherTouch()
    {
        ShownLossView shown("{\"smoothing\":0.9,\"validation\":false}");
        auto a = curveRun(kA), b = curveRun(kB);
        a.group = b.group = QStringLiteral("both");
        a.seed = 0, b.seed = 1;
        shown.view.setRuns({a, b});
        shown.view.append(logPiece(kA, 0, 50'000, falling));
        shown.view.append(logPiece(kB, 0, 50'000, falling));
        shown.action("groupsDeviation")->trigger();
        shown.settle();
        shown.action("normPane")->trigger();
        shown.action("speedPane")->trigger();
        QTRY_VERIFY(!shown.plot.layerOf(views::kNormPane)->bands().empty());
        QVERIFY(!shown.plot.layerOf(views::kSpeedPane)->bands().empty());
    }

    void meansAreAsFineAsTheWidthAllowsAfterTheViewHasGrown()
    {
        ShownLossView shown("{\"smoothing\":0,\"validation\":false}", {420, 400});
        auto a = curveRun(kA), b = curveRun(kB);
        a.group = b.group = QStringLiteral("both");
        a.seed = 0, b.seed = 1;
        shown.view.setRuns({a, b});
        shown.view.append(logPiece(kA, 0, 5000, falling));
        shown.view.append(logPiece(kB, 0, 5000, falling));
        shown.action("groupsDeviation")->trigger();
        shown.settle();
        shown.window.resize(1600, 640);
        shown.view.resize(1600, 640);
        QTest::qWait(200);
        const auto points = [&] { return shown.plot.layerOf(views::kLossPane)->bands().front().points.size(); };
        const auto once = points();
        shown.settle();
        QCOMPARE(once, points());
    }

    void oneRowIsADot()
    {
        ShownLossView shown("{\"smoothing\":0,\"validation\":false,\"marks\":false}");
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 5, 1, [](int) { return 4.0; }));
        shown.settle();
        QVERIFY(shown.x().contains(5) && shown.y().contains(4));
        const auto at = shown.pixel(5, 4);
        QVERIFY(pixelsLike(shown.plot.grab().toImage(), plots::styleOf(QStringLiteral("bam")).color, {at.x() - 4, at.y() - 4, 9, 9}) >= 6);
    }

    void rowsWithoutANumberLeaveAGap()
    {
        ShownLossView shown("{\"smoothing\":0,\"validation\":false}");
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 1000, [](int step) { return step >= 400 && step < 600 ? std::nan("") : 3.0 + 0.001 * step; }));
        shown.settle();
        const auto image = shown.plot.grab().toImage();
        const auto color = plots::styleOf(QStringLiteral("bam")).color;
        const auto lit = [&](double step) { const auto at = shown.pixel(step, 3 + 0.001 * step); return pixelsLike(image, color, {at.x() - 3, at.y() - 3, 7, 7}); };
        QVERIFY(lit(200) > 0 && lit(800) > 0);
        QCOMPARE(lit(500), 0);
    }

    void logarithmicAxesLeaveOutWhatHasNoLogarithm()
    {
        ShownLossView shown("{\"smoothing\":0,\"logX\":true,\"logY\":true,\"validation\":false,\"panes\":[true,true,true,true]}");
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 1000, [](int step) { return step % 10 == 0 ? -1.0 : 2.0 + 0.001 * step; }));
        shown.settle();
        QVERIFY(shown.x().lower > 0.5 && shown.x().lower <= 1);
        QVERIFY(shown.y().lower > 1 && shown.y().lower < 2.1);
        QVERIFY(shown.y().upper > 2.9);
    }

    void theReadoutGivesTheRowsOfTheLog()
    {
        ShownLossView shown("{\"smoothing\":0.9}");
        shown.view.setRuns({curveRun(kA), curveRun(kB, QStringLiteral("rotary"))});
        shown.view.append(logPiece(kA, 0, 500, falling));
        shown.view.append(logPiece(kB, 0, 500, [](int step) { return falling(step) + 1; }));
        shown.settle();
        shown.hover(shown.pixel(230, 5));
        QVERIFY(shown.readout.isVisible());
        const auto rows = shown.readout.rows();
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[0].path, kB);     // the higher one first
        const int step = int(rows[1].step);
        QVERIFY(std::abs(step - 230) <= 2);
        QVERIFY(shown.readout.title().contains(QString::number(step)) || shown.readout.title().contains(QString::number(step + 1)) || shown.readout.title().contains(QString::number(step - 1)));
        QCOMPARE(float(*rows[1].value), float(falling(step)));
        QCOMPARE(float(*rows[0].value), float(falling(step) + 1));
        QCOMPARE(float(*rows[1].validation), float(falling(200)) + 0.5f);
        double sum = 0, weights = 0;
        for (int i = 0; i <= step; ++i) {
            sum += std::pow(0.9, step - i) * double(float(falling(i)));
            weights += std::pow(0.9, step - i);
        }
        QVERIFY(std::abs(*rows[1].smoothed - sum / weights) < 1e-5);
    }

    void theReadoutKeepsAwayFromTheMouse()
    {
        ShownLossView shown;
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 500, falling));
        shown.settle();
        for (int step = 5; step < 500; step += 5) {
            const auto at = shown.pixel(step, 5);
            shown.hover(at);
            QVERIFY(shown.readout.isVisible());
            QVERIFY(!shown.readout.geometry().contains(at));
            const int width = shown.readout.width();
            shown.hover(shown.pixel(std::min(step + 1, 499), 5));
            QCOMPARE(shown.readout.width(), width);
        }
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&shown.plot, &leave);
        QVERIFY(!shown.readout.isVisible());
    }

    void withLargeTextAndAllPanesTheReadoutStaysInsideAndOffTheCurve()
    {
        ShownLossView shown("{\"smoothing\":0.9,\"panes\":[true,true,true,true]}", {760, 640});
        auto large = shown.window.font();
        large.setPointSizeF(large.pointSizeF() * 1.8);
        shown.window.setFont(large);
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 500, falling));
        shown.settle();
        shown.action("normPane")->trigger();        // whatever the settings said: all three are on now
        if (!shown.plot.isShown(views::kNormPane))
            shown.action("normPane")->trigger();
        shown.settle();
        shown.hover(shown.pixel(250, 4));
        QVERIFY(shown.readout.isVisible());
        QVERIFY(shown.plot.rect().contains(shown.readout.geometry()));
        const auto row = shown.readout.rows().front();
        QCOMPARE(row.others.size(), std::size_t(3));
        QCOMPARE(float(row.others[0].value()), 0.5f + 0.001f * float(int(row.step) % 100));
        QVERIFY(!shown.readout.geometry().contains(shown.pixel(row.x, row.drawn)));
        QCOMPARE(row.validationStep.value(), 300.0);    // the nearest one
    }

    void aRunWithAbsurdStepsHidesNoOther()
    {
        ShownLossView shown;
        shown.view.setRuns({curveRun(kA), curveRun(kB)});
        shown.view.append(logPiece(kA, 0, 500, falling));
        auto broken = logPiece(kB, 0, 3, falling);
        broken.train.step = {0, 1, 1e308};
        shown.view.append(std::move(broken));
        shown.settle();
        QVERIFY(shown.x().upper > 490 && shown.x().upper < 520);
        const auto* note = shown.view.findChild<QLabel*>(QStringLiteral("curveNote"));
        QVERIFY(note->isVisible());
        QVERIFY(note->text().contains(QStringLiteral("Run ") + kB));
        QVERIFY(!note->text().contains(QStringLiteral("Run ") + kA));
    }

    void perplexityIsTheExponential()
    {
        ShownLossView shown("{\"smoothing\":0,\"perplexity\":true}");
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 300, [](int) { return std::log(50.0); }));
        shown.settle();
        shown.hover(shown.middle());
        QVERIFY(std::abs(*shown.readout.rows().at(0).value - 50) < 1e-3);
        QVERIFY(shown.y().contains(50));
        QVERIFY(shown.plot.rectOf(views::kLossPane)->axis(QCPAxis::atLeft)->label().startsWith(QStringLiteral("Perplexity")));
    }

    void theAxisMayBeTokensTimeOrFlops()
    {
        ShownLossView shown("{\"smoothing\":0,\"x\":1}");
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 1001, falling));
        shown.settle();
        QVERIFY(std::abs(shown.x().upper - 101'000) < 1);       // a hundred tokens a step, and the margin
        shown.view.restoreSettings("{\"smoothing\":0,\"x\":2}");
        shown.settle();
        QVERIFY(std::abs(shown.x().upper - 1010) < 1);
        QCOMPARE(shown.plot.rectOf(views::kLossPane)->axis(QCPAxis::atBottom)->label(), QStringLiteral("Time (min)"));
        shown.view.restoreSettings("{\"smoothing\":0,\"x\":3}");
        shown.settle();
        QVERIFY(std::abs(shown.x().upper - 1'010'000) < 1);
        auto unknown = curveRun(kA);
        unknown.tokensPerStep = std::nan("");
        shown.view.setRuns({unknown});
        shown.settle();
        QVERIFY(!shown.emptyText().isEmpty());
    }

    void groupsAreOneCurveWithABand()
    {
        ShownLossView shown("{\"smoothing\":0,\"groups\":1}");
        shown.view.setRuns({curveRun(kA, QStringLiteral("bam"), QStringLiteral("g")), curveRun(kB, QStringLiteral("bam"), QStringLiteral("g")), curveRun(kC, QStringLiteral("rotary"))});
        shown.view.append(logPiece(kA, 0, 400, [](int) { return 3.0; }));
        shown.view.append(logPiece(kB, 0, 400, [](int) { return 5.0; }));
        shown.view.append(logPiece(kC, 0, 400, [](int) { return 7.0; }));
        shown.settle();
        QCOMPARE(shown.legend.model()->rowCount(), 2);
        shown.hover(shown.middle());
        const auto rows = shown.readout.rows();
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(*rows[1].value, 4.0);
        const auto image = shown.plot.grab().toImage();
        const auto inside = shown.pixel(320, 4.8), outside = shown.pixel(320, 6.2);
        QVERIFY(pixelsLike(image, plots::styleOf(QStringLiteral("bam")).color, {inside.x() - 2, inside.y() - 2, 5, 5}) >= 20);
        QCOMPARE(pixelsLike(image, plots::styleOf(QStringLiteral("bam")).color, {outside.x() - 2, outside.y() - 2, 5, 5}), 0);
    }

    void groupsAreNamedByTheirTitleAndApartFromOthersOfThatName()
    {
        ShownLossView shown("{\"groups\":1}");
        QVector<views::CurveRun> runs;
        for (const auto& [path, group] : {std::pair{"a", "1f"}, {"b", "1f"}, {"c", "2e"}, {"d", "2e"}}) {
            runs.append(curveRun(QLatin1String(path), QStringLiteral("bam"), QLatin1String(group)));
            runs.last().groupTitle = QStringLiteral("l6 BAM");
        }
        shown.view.setRuns(runs);
        shown.settle();
        QCOMPARE(shown.legend.model()->rowCount(), 2);
        QCOMPARE(shown.legend.model()->index(0, 0).data().toString(), QStringLiteral("l6 BAM: mean ± SD of 2 seeds"));
        QCOMPARE(shown.legend.model()->index(1, 0).data().toString(), QStringLiteral("Run c …: mean ± SD of 2 seeds"));
    }

    void theMeanOfAGroupKeepsItsColourHoweverTheListIsSorted()
    {
        ShownLossView shown("{\"smoothing\":0,\"groups\":1}");
        QVector<views::CurveRun> runs;
        for (int i = 0; i < 4; ++i) {
            runs.append(curveRun(QString::number(i), QStringLiteral("bam"), i < 2 ? QStringLiteral("g") : QStringLiteral("h")));
            runs.last().style.shade = i;
        }
        const auto colorOfGroup = [&](const QString& first) {
            for (int row = 0; row < shown.legend.model()->rowCount(); ++row) {
                const auto index = shown.legend.model()->index(row, 0);
                if (index.data(views::CurveLegendModel::PathsRole).toStringList().contains(first))
                    return plots::drawnOn(index.data(views::CurveLegendModel::StyleRole).value<plots::CurveStyle>(), Qt::white);
            }
            return QColor();
        };
        shown.view.setRuns(runs);
        const auto g = colorOfGroup(QStringLiteral("0")), h = colorOfGroup(QStringLiteral("2"));
        QCOMPARE(g, plots::styleOf(QStringLiteral("bam")).color);
        QVERIFY(h.isValid() && g != h);
        std::reverse(runs.begin(), runs.end());
        shown.view.setRuns(runs);
        QCOMPARE(colorOfGroup(QStringLiteral("0")), g);
        QCOMPARE(colorOfGroup(QStringLiteral("2")), h);
    }

    void ofThousandsOfRunsTheFirstAreDrawnAndANoteSaysSo()
    {
        ShownLossView shown;
        QVector<views::CurveRun> runs;
        for (int i = 0; i < 5000; ++i)
            runs.append(curveRun(QString::number(i)));
        shown.view.setRuns(runs);
        for (const auto& run : runs)
            shown.view.append(logPiece(run.path, 0, 20, falling));
        shown.settle();
        const auto* note = shown.view.findChild<QLabel*>(QStringLiteral("curveNote"));
        QVERIFY(note->isVisible());
        QVERIFY(note->text().contains(QStringLiteral("300 of 5,000")));
        QCOMPARE(shown.plot.layerOf(0)->curves().size(), std::size_t(600));      // training and validation
        shown.hover(shown.middle());
        QCOMPARE(shown.readout.rows().size(), std::size_t(300));
        shown.view.setRuns(runs.mid(0, 10));
        QVERIFY(!note->isVisible());
    }

    void repeatsOfOneSeedCountOnceAndTheSpreadIsRead()
    {
        ShownLossView shown("{\"smoothing\":0,\"groups\":1}");
        QVector<views::CurveRun> runs;
        for (const auto& [path, seed] : {std::pair{"a", 0}, {"b", 0}, {"c", 1}}) {
            runs.append(curveRun(QLatin1String(path), QStringLiteral("bam"), QStringLiteral("g")));
            runs.last().seed = seed;
        }
        shown.view.setRuns(runs);
        for (const auto& [path, loss] : {std::pair{"a", 1.0}, {"b", 3.0}, {"c", 6.0}})
            shown.view.append(logPiece(QLatin1String(path), 0, 400, [loss = loss](int) { return loss; }));
        shown.settle();
        QCOMPARE(shown.legend.model()->index(0, 0).data().toString(), QStringLiteral("g: mean ± SD of 2 seeds in 3 runs"));
        shown.hover(shown.middle());
        const auto row = shown.readout.rows().front();
        QCOMPARE(*row.value, 4.0);      // of 2 and 6
        QVERIFY(std::abs(row.spread[0]->high - (4 + std::sqrt(8.0))) < 1e-9);
        shown.view.setRuns(runs.mid(0, 2));
        QCOMPARE(shown.legend.model()->index(0, 0).data().toString(), QStringLiteral("g: mean of 2 runs of one seed"));
    }

    void aRestartedLogReplacesTheCurve()
    {
        ShownLossView shown("{\"smoothing\":0.9}");
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 1000, falling));
        shown.settle();
        auto piece = logPiece(kA, 0, 50, [](int) { return 4.0; });
        piece.trainRestarted = piece.validationRestarted = true;
        shown.view.append(std::move(piece));
        shown.settle();
        QVERIFY(shown.x().upper < 60);
        shown.hover(shown.middle());
        QCOMPARE(*shown.readout.rows().at(0).smoothed, 4.0);
    }

    void aRunMayGoWhileRowsComeIn()
    {
        ShownLossView shown("{\"smoothing\":0.99,\"panes\":[true,true,true,true]}");
        shown.view.setRuns({curveRun(kA), curveRun(kB)});
        for (int i = 0; i < 40; ++i) {
            shown.view.append(logPiece(kA, i * 500, 500, falling));
            shown.view.append(logPiece(kB, i * 500, 500, falling));
            if (i == 20) {
                shown.hover(shown.middle());
                shown.view.setRuns({curveRun(kB)});
                shown.plot.repaint();
            }
            QTest::qWait(5);
        }
        shown.settle();
        QCOMPARE(shown.view.runs(), QStringList{kB});
        QVERIFY(shown.x().contains(19'999));
    }

    void aProblemOfALogIsToldOnce()
    {
        ShownLossView shown;
        shown.view.setRuns({curveRun(kA)});
        const auto* banners = shown.view.findChild<ui::BannerArea*>();
        for (int i = 0; i < 3; ++i) {
            auto piece = logPiece(kA, i * 10, 10, falling);
            piece.problem = "the file has no column 'loss'";
            shown.view.append(std::move(piece));
        }
        QCOMPARE(banners->count(), 1);
        banners->findChild<QToolButton*>(QStringLiteral("bannerClose"))->click();
        QCOMPARE(banners->count(), 0);
        auto piece = logPiece(kA, 40, 10, falling);
        piece.problem = "the file has no column 'loss'";
        shown.view.append(std::move(piece));
        QCOMPARE(banners->count(), 0);
    }

    void whatIsVisibleIsCopiedAsRows()
    {
        ShownLossView shown;
        shown.view.setRuns({curveRun(kA), curveRun(kB)});
        shown.view.append(logPiece(kA, 0, 50, [](int step) { return step * 0.25; }));
        shown.view.append(logPiece(kB, 0, 50, falling));
        shown.settle();
        QTest::mouseClick(shown.legend.viewport(), Qt::LeftButton, Qt::NoModifier, shown.legendRow(1));
        QSignalSpy messages(&shown.view, &views::LossView::message);
        shown.action("copyCsv")->trigger();
        const auto lines = QApplication::clipboard()->text().trimmed().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 52);     // header, 50 rows, 1 validation
        QCOMPARE(lines.at(4), QStringLiteral("Run a,train,3,300,3000,3,0.75,0.503000021,0.00100000005,1000,"));
        QCOMPARE(messages.size(), 1);
    }

    void tooManyRowsForTheClipboardAreRefusedWithAHint()
    {
        ShownLossView shown;
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 250'000, falling));
        shown.settle();
        QApplication::clipboard()->setText(QStringLiteral("before"));
        ui::Message told;
        connect(&shown.view, &views::LossView::message, this, [&](const ui::Message& message) { told = message; });
        shown.action("copyCsv")->trigger();
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("before"));
        QCOMPARE(told.severity, ui::Severity::Warning);
        QVERIFY(!told.hint.isEmpty());
    }

    void thePictureIsCopiedAtTwiceTheResolutionWithItsLegend()
    {
        ShownLossView shown;
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 300, falling));
        shown.settle();
        shown.action("copyImage")->trigger();
        const auto image = QApplication::clipboard()->image();
        QVERIFY(image.width() > 2 * shown.plot.width());
        QCOMPARE(image.height(), 2 * shown.plot.height());
        const auto color = plots::styleOf(QStringLiteral("bam")).color;
        QVERIFY(pixelsLike(image, color, {2 * shown.plot.width(), 0, image.width() - 2 * shown.plot.width(), 200}) > 50);
        QVERIFY(pixelsLike(image, color, {0, 0, 2 * shown.plot.width(), image.height()}) > 500);
    }

    void theKeyAboveTheListTellsKindsOfLinesApartAndSwitchesThem()
    {
        ShownLossView shown;
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 1000, falling));
        shown.settle();
        auto* train = shown.view.findChild<QAbstractButton*>(QStringLiteral("trainKey"));
        auto* validation = shown.view.findChild<QAbstractButton*>(QStringLiteral("validationKey"));
        QVERIFY(train && validation && train->isVisible() && validation->isVisible());
        QVERIFY(shown.legend.key().geometry().bottom() < shown.legend.viewport()->geometry().top());
        // The sample of a validation has a marker: ink above the line.
        const auto ink = [](QWidget* button) {
            const auto image = button->grab().toImage();
            int count = 0;
            for (int y = 0; y < image.height() / 2 - 2; ++y)
                for (int x = views::kLegendPadding; x < views::kLegendPadding + views::kLegendSwatch; ++x)
                    count += image.pixelColor(x, y).lightness() < 160;
            return count;
        };
        QVERIFY(ink(validation) > ink(train));
        const auto color = plots::styleOf(QStringLiteral("bam")).color;
        const auto drawn = [&] {
            shown.settle();
            return pixelsLike(shown.plot.grab().toImage(), color, shown.plot.rect());
        };
        const int both = drawn();
        QTest::mouseClick(train, Qt::LeftButton);
        QVERIFY(!shown.action("train")->isChecked() && shown.action("validation")->isChecked());
        const int validationOnly = drawn();
        QVERIFY(validationOnly > 20 && validationOnly < both);
        QTest::mouseClick(train, Qt::LeftButton);
        shown.action("validation")->trigger();
        QVERIFY(train->isChecked() && !validation->isChecked());
        QVERIFY(drawn() != validationOnly);
    }

    void settingsAreRememberedAndNonsenseIsIgnored()
    {
        ShownLossView shown("{\"x\":2,\"logY\":true,\"smoothing\":0.5,\"panes\":[true,false,true,false],\"groups\":2}");
        const auto saved = shown.view.saveSettings();
        ShownLossView again("{}");
        again.view.restoreSettings(saved);
        QCOMPARE(again.view.saveSettings(), saved);
        QVERIFY(again.action("learningRatePane")->isChecked() && !again.action("normPane")->isChecked());
        again.view.restoreSettings("{\"x\":17,\"smoothing\":5,\"panes\":3}");
        ShownLossView fresh("{}");
        QCOMPARE(again.view.saveSettings(), fresh.view.saveSettings());
        again.view.restoreSettings("not JSON");
        QCOMPARE(again.view.saveSettings(), fresh.view.saveSettings());
    }
};

BAMSCOPE_TEST(LossViewTest)
#include "test_loss_view.moc"
