// SPDX-License-Identifier: GPL-3.0-or-later
// Stacked curves over keys: thinning, movements, axes and read-out.
#include "tests/support/test_main.h"
#include "widgets/plots/curve_stack.h"

#include <QApplication>
#include <QSignalSpy>
#include <QWheelEvent>

#include <cmath>

using namespace bam;
using plots::CurveStack;
using plots::StackPoint;

namespace {

constexpr qint64 kQuery = 999;

std::shared_ptr<const std::vector<double>> values(qint64 count, const std::function<double(qint64)>& formula)
{
    auto result = std::make_shared<std::vector<double>>();
    for (qint64 key = 0; key < count; ++key)
        result->push_back(formula(key));
    return result;
}

double score(qint64 key) { return std::sin(double(key) * 0.37) + (key == 412 ? 30 : 0); }
double probability(qint64 key) { return std::exp(-double(kQuery - key) / 50); }

struct Shown {
    CurveStack stack;

    Shown()
    {
        stack.resize(800, 500);
        stack.setPanels({{QStringLiteral("Score"), false, {{QStringLiteral("score"), QStringLiteral("Score"), QColor(0, 0, 255), false, values(kQuery + 1, score)}}},
                            {QStringLiteral("Probability"), true, {{QStringLiteral("p"), QStringLiteral("Probability"), QColor(0, 128, 0), false, values(kQuery + 1, probability)}}}},
            0, kQuery);
        stack.show();
    }
    QPoint at(qint64 key, int panel = 0) const { return {int(std::lround(stack.pixelOf(key))), stack.area(std::size_t(panel)).center().y()}; }
    void wheel(const QPointF& at, double notches)
    {
        QWheelEvent event(at, stack.mapToGlobal(at), {}, QPoint(0, int(notches * 120)), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&stack, &event);
    }
    void move(const QPoint& place, Qt::MouseButtons buttons = Qt::NoButton, Qt::KeyboardModifiers modifiers = {})
    {
        QMouseEvent event(QEvent::MouseMove, place, stack.mapToGlobal(place), Qt::NoButton, buttons, modifiers);
        QApplication::sendEvent(&stack, &event);
    }
    void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(&stack, Qt::LeftButton, modifiers, from);
        move((from + to) / 2, Qt::LeftButton, modifiers);
        move(to, Qt::LeftButton, modifiers);
        QTest::mouseRelease(&stack, Qt::LeftButton, modifiers, to);
    }
    void logarithmic()
    {
        auto settings = stack.settings();
        settings.axis = CurveStack::Axis::LogDistance;
        stack.setSettings(settings);
    }
};

}  // namespace

class CurveStackTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void thinningKeepsTheExtremesOfEveryColumn()
    {
        const std::size_t count = 32768;
        std::vector<double> y(count);
        std::vector<int> columns(count);
        for (std::size_t i = 0; i < count; ++i) {
            y[i] = std::sin(double(i) * 0.7) + (i == 12345 ? 50 : i == 20001 ? -50 : 0);
            columns[i] = int(i * 900 / count);
        }
        const auto points = plots::thinned(y, 0, count, columns);
        QVERIFY(points.size() <= 3600);
        std::vector<std::pair<double, double>> all(900, {1e9, -1e9}), kept = all;
        const auto include = [](std::pair<double, double>& extremes, double value) {
            extremes = {std::min(extremes.first, value), std::max(extremes.second, value)};
        };
        for (std::size_t i = 0; i < count; ++i)
            include(all[std::size_t(columns[i])], y[i]);
        for (std::size_t i = 0; i < points.size(); ++i) {
            QVERIFY(i == 0 || points[i].index > points[i - 1].index);
            QCOMPARE(points[i].y, y[points[i].index]);
            include(kept[std::size_t(columns[points[i].index])], points[i].y);
        }
        QVERIFY(kept == all);
    }

    void whatIsNotFiniteBreaksTheLine()
    {
        const double nan = std::nan("");
        const std::vector<double> y{nan, 1, 2, -INFINITY, nan, 3, nan};
        const auto points = plots::thinned(y, 0, y.size(), {0, 0, 0, 0, 0, 0, 0});
        QCOMPARE(points.size(), 5U);
        QCOMPARE(points[0].y, 1.0);
        QCOMPARE(points[1].y, 2.0);
        QVERIFY(!std::isfinite(points[2].y));
        QCOMPARE(points[3].y, 3.0);
        QVERIFY(!std::isfinite(points[4].y));
    }

    void aSpikeIsDrawnAmongMoreKeysThanPixels()
    {
        CurveStack stack;
        stack.resize(500, 300);
        stack.setPanels({{QStringLiteral("y"), false, {{QStringLiteral("y"), QStringLiteral("y"), QColor(255, 0, 0), false, values(32768, [](qint64 key) { return key == 20000 ? 1.0 : 0.0; })}}}}, 0, 32767);
        stack.show();
        const auto image = stack.grab().toImage();
        const int x = int(stack.pixelOf(20000));
        const auto rect = stack.area(0);
        int red = 0;
        for (int column = x - 1; column <= x + 1; ++column)
            for (int y = rect.top(); y < rect.center().y(); ++y)
                red += qRed(image.pixel(column, y)) > 200 && qBlue(image.pixel(column, y)) < 120;
        QVERIFY(red >= rect.height() / 4);
    }

    void panelsMoveTogether()
    {
        Shown shown;
        QCOMPARE(shown.stack.visibleKeys(), (std::pair<qint64, qint64>{0, 1000}));
        const double before = shown.stack.pixelOf(400);
        shown.wheel(QPointF(before, shown.stack.area(1).center().y()), 5);
        QVERIFY(std::abs(shown.stack.pixelOf(400) - before) < 1);
        const auto [begin, end] = shown.stack.visibleKeys();
        QVERIFY(std::abs(double(end - begin) - 1000 / std::pow(1.2, 5)) < 3);
        const auto from = shown.at(400);
        shown.drag(from, from + QPoint(90, 0));
        QVERIFY(std::abs(shown.stack.pixelOf(400) - from.x() - 90) <= 1);
        shown.drag(shown.at(380), shown.at(430), Qt::ShiftModifier);
        QVERIFY(std::abs(shown.stack.visibleKeys().first - 380) <= 1 && std::abs(shown.stack.visibleKeys().second - 431) <= 2);
        QTest::mouseDClick(&shown.stack, Qt::LeftButton, {}, shown.at(400));
        QVERIFY(shown.stack.showsAll());
        QTest::keyClick(&shown.stack, Qt::Key_Plus);
        QVERIFY(!shown.stack.showsAll());
        QTest::keyClick(&shown.stack, Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(&shown.stack, Qt::Key_0);
        QVERIFY(shown.stack.showsAll());
    }

    void theVerticalAxesFitWhatIsInView()
    {
        Shown shown;
        QVERIFY(shown.stack.range(0).second > 30 && shown.stack.range(0).second < 33);
        shown.stack.showKeys(100, 200);
        QVERIFY(shown.stack.range(0).second > 0.99 && shown.stack.range(0).second < 1.3);
        QVERIFY(shown.stack.isLogarithmic(1) && !shown.stack.isLogarithmic(0));
        QVERIFY(shown.stack.range(1).first > 0);
        auto settings = shown.stack.settings();
        settings.logProbability = false;
        shown.stack.setSettings(settings);
        QCOMPARE(shown.stack.range(1).first, 0.0);
    }

    void overDistancesTheNearestKeysHaveMostRoom()
    {
        Shown shown;
        shown.logarithmic();
        QCOMPARE(shown.stack.visibleKeys(), (std::pair<qint64, qint64>{0, 1000}));
        QVERIFY(shown.stack.pixelOf(kQuery) < shown.stack.pixelOf(kQuery - 1));     // distance 0 at the left
        const double decade = shown.stack.pixelOf(kQuery - 100) - shown.stack.pixelOf(kQuery - 10);
        QVERIFY(std::abs(shown.stack.pixelOf(kQuery - 10) - shown.stack.pixelOf(kQuery - 1) - decade) < 1e-6);
        for (const qint64 key : {999LL, 998LL, 990LL, 950LL, 700LL, 3LL})
            QVERIFY(std::abs(shown.stack.pixelOf(shown.stack.keyAt(shown.stack.pixelOf(key))) - shown.stack.pixelOf(key)) < 1);
        QCOMPARE(shown.stack.keyAt(shown.stack.pixelOf(kQuery)), kQuery);
        QCOMPARE(shown.stack.keyAt(shown.stack.pixelOf(kQuery - 1)), kQuery - 1);
        shown.stack.showKeys(900, 950);
        auto settings = shown.stack.settings();
        settings.axis = CurveStack::Axis::Position;
        shown.stack.setSettings(settings);
        QVERIFY(std::abs(shown.stack.visibleKeys().first - 900) <= 6 && std::abs(shown.stack.visibleKeys().second - 950) <= 6);     // what was in view stays so
    }

    void theLegendReadsTheValuesAtTheCrosshair()
    {
        Shown shown;
        QStringList tokens;
        for (qint64 i = 0; i <= kQuery; ++i)
            tokens.append(QStringLiteral("t%1").arg(i));
        shown.stack.setTokens(tokens);
        QSignalSpy moved(&shown.stack, &CurveStack::crosshairMoved), selected(&shown.stack, &CurveStack::keySelected);
        shown.stack.showKeys(400, 430);
        shown.move(shown.at(412, 1));
        QCOMPARE(*shown.stack.crosshair(), qint64(412));
        QCOMPARE(shown.stack.placeText(), QStringLiteral("“t412” — Key 412, distance 587"));
        QCOMPARE(shown.stack.valueText(0, 0).toDouble(), QString::number(score(412), 'g', 4).toDouble());
        QCOMPARE(shown.stack.valueText(1, 0).toDouble(), QString::number(probability(412), 'g', 4).toDouble());
        QTest::keyClick(&shown.stack, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(*shown.stack.crosshair(), qint64(413));
        QTest::keyClick(&shown.stack, Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(*shown.stack.crosshair(), qint64(403));
        QTest::keyClick(&shown.stack, Qt::Key_Return);
        QCOMPARE(selected.takeFirst().at(0).toLongLong(), 403LL);
        QTest::mouseClick(&shown.stack, Qt::LeftButton, {}, shown.at(420));
        QCOMPARE(selected.takeFirst().at(0).toLongLong(), 420LL);
        QVERIFY(moved.count() >= 3);
        QTest::keyClick(&shown.stack, Qt::Key_Escape);
        QVERIFY(!shown.stack.crosshair());
        QVERIFY(shown.stack.valueText(0, 0).isEmpty());
    }

    void fewAndNoKeysAreDrawnToo()
    {
        CurveStack stack;
        stack.resize(500, 300);
        stack.show();
        stack.grab();
        for (const qint64 count : {1, 2, 3}) {
            stack.setPanels({{QStringLiteral("y"), true, {{QStringLiteral("y"), QStringLiteral("y"), QColor(255, 0, 0), true, values(count, [](qint64) { return 0.0; })}}}}, 0, count - 1);
            for (const auto axis : {CurveStack::Axis::Position, CurveStack::Axis::LogDistance}) {
                stack.setSettings({axis, true});
                stack.grab();
                QCOMPARE(stack.visibleKeys(), (std::pair<qint64, qint64>{0, count}));
                stack.zoom(100, stack.area(0).center().x());
                stack.grab();
                stack.showAll();
            }
        }
    }
};

BAMSCOPE_TEST(CurveStackTest)
#include "test_curve_stack.moc"
