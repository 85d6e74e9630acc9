// SPDX-License-Identifier: GPL-3.0-or-later
// Moving through a heatmap with mouse and keys, and what it tells.
#include "tests/support/attention_matrix.h"
#include "tests/support/test_main.h"
#include "widgets/common/format.h"
#include "widgets/plots/color_maps.h"
#include "widgets/plots/heatmap_widget.h"

#include <QApplication>
#include <QSignalSpy>
#include <QWheelEvent>

using namespace bam;
using plots::HeatmapCell;
using plots::HeatmapSettings;
using plots::HeatmapSource;
using plots::HeatmapWidget;
using plots::Pooling;
using plots::PositionRange;

namespace {

constexpr qint64 kLength = 512;
const test::RetrievalHead kHead{kLength, 150, 156, 500};

struct Shown {
    HeatmapWidget map;

    explicit Shown(qint64 tile = 1)
    {
        map.resize(700, 620);
        map.setSource(HeatmapSource(test::pyramidOf(kLength, tile, kHead)));
        map.show();
    }
    QPoint at(qint64 query, qint64 key) const { return map.pixelOf({query, key}).toPoint(); }
    void wheel(const QPointF& at, double notches)
    {
        QWheelEvent event(at, map.mapToGlobal(at), {}, QPoint(0, int(notches * 120)), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&map, &event);
    }
    void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(&map, Qt::LeftButton, modifiers, from);
        const auto move = [&](const QPoint& place) {
            QMouseEvent event(QEvent::MouseMove, place, map.mapToGlobal(place), Qt::NoButton, Qt::LeftButton, modifiers);
            QApplication::sendEvent(&map, &event);
        };
        move((from + to) / 2);
        move(to);
        QTest::mouseRelease(&map, Qt::LeftButton, modifiers, to);
    }
    void hover(const QPoint& place)
    {
        QMouseEvent event(QEvent::MouseMove, place, map.mapToGlobal(place), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&map, &event);
    }
    void key(int key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&map, Qt::Key(key), modifiers); }
    QRgb pixel(qint64 query, qint64 key)
    {
        const auto place = at(query, key);
        return map.grab().toImage().pixel(place);
    }
};

bool isNear(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

}  // namespace

class HeatmapWidgetTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void atFirstTheWholeMatrixIsShown()
    {
        const Shown shown;
        QVERIFY(shown.map.showsAll());
        QCOMPARE(shown.map.visible(), (PositionRange{0, kLength, 0, kLength}));
        QVERIFY(shown.map.area().contains(shown.at(0, 0)) && shown.map.area().contains(shown.at(kLength - 1, kLength - 1)));
        QVERIFY(shown.map.area().width() > 400 && shown.map.area().height() > 400);
    }

    void theWheelZoomsAboutTheMouse()
    {
        Shown shown;
        const auto place = shown.at(400, 130);
        const auto before = shown.map.window();
        shown.wheel(place, 4);
        QVERIFY(isNear(before.perPixel / shown.map.window().perPixel, std::pow(1.2, 4), 1e-9));
        QVERIFY(isNear((shown.at(400, 130) - place).manhattanLength(), 0, 2));
        shown.wheel(place, -1.5);
        QVERIFY(isNear(before.perPixel / shown.map.window().perPixel, std::pow(1.2, 2.5), 1e-9));
    }

    void manySmallStepsDoNotDrift()
    {
        Shown shown;
        const auto place = shown.at(400, 130);
        shown.wheel(place, 6);
        for (int i = 0; i < 200; ++i)
            shown.wheel(place, i % 2 ? 0.25 : -0.25);
        QVERIFY(isNear((shown.at(400, 130) - place).manhattanLength(), 0, 3));
    }

    void draggingMovesWhatIsUnderTheMouse()
    {
        Shown shown;
        shown.wheel(shown.at(300, 150), 8);
        QSignalSpy moved(&shown.map, &HeatmapWidget::windowChanged), selected(&shown.map, &HeatmapWidget::querySelected);
        const auto from = shown.at(300, 150), to = from + QPoint(-60, 43);
        shown.drag(from, to);
        QVERIFY(isNear((shown.at(300, 150) - to).manhattanLength(), 0, 1));
        QVERIFY(moved.count() >= 1);
        QCOMPARE(selected.count(), 0);
    }

    void oneCannotLeaveTheMatrixNorZoomBeyondSense()
    {
        Shown shown;
        shown.wheel(shown.at(256, 128), 5);
        for (int i = 0; i < 40; ++i)
            shown.key(Qt::Key_Right), shown.key(Qt::Key_Down);
        QCOMPARE(shown.map.visible().keyEnd, kLength);
        QCOMPARE(shown.map.visible().queryEnd, kLength);
        for (int i = 0; i < 40; ++i)
            shown.key(Qt::Key_Left, Qt::ShiftModifier), shown.key(Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(shown.map.visible().keyBegin, qint64(0));
        QCOMPARE(shown.map.visible().queryBegin, qint64(0));
        shown.wheel(shown.map.area().center(), 100);
        QVERIFY(isNear(1 / shown.map.window().perPixel, 64, 1e-6));
        shown.wheel(shown.map.area().center(), -100);
        QVERIFY(shown.map.showsAll());
    }

    void arrowsMoveByATenthAndWithShiftByHalf()
    {
        Shown shown;
        shown.wheel(shown.at(256, 128), 10);
        const auto before = shown.map.window();
        shown.key(Qt::Key_Right);
        QCOMPARE(shown.map.window().left - before.left, qint64(shown.map.area().width() / 10));
        shown.key(Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(shown.map.window().top - before.top, qint64(shown.map.area().height() / 2));
        shown.key(Qt::Key_Left);
        shown.key(Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(shown.map.window(), before);
    }

    void keysZoomAndShowAll()
    {
        Shown shown;
        const auto all = shown.map.window();
        shown.key(Qt::Key_Plus);
        QVERIFY(isNear(all.perPixel / shown.map.window().perPixel, 1.5, 1e-9));
        shown.key(Qt::Key_Plus);
        shown.key(Qt::Key_Minus);
        QVERIFY(isNear(all.perPixel / shown.map.window().perPixel, 1.5, 1e-9));
        shown.key(Qt::Key_0);
        QCOMPARE(shown.map.window(), all);
        shown.key(Qt::Key_Plus);
        shown.key(Qt::Key_Home);
        QCOMPARE(shown.map.window(), all);
        shown.key(Qt::Key_Plus);
        QTest::mouseDClick(&shown.map, Qt::LeftButton, {}, shown.at(200, 100));
        QCOMPARE(shown.map.window(), all);
    }

    void aRubberBandIsZoomedInto()
    {
        Shown shown;
        shown.drag(shown.at(300, 100), shown.at(400, 180), Qt::ShiftModifier);
        const auto part = shown.map.visible();
        QVERIFY(part.queryBegin <= 300 && part.queryEnd >= 400 && part.keyBegin <= 100 && part.keyEnd >= 180);
        QVERIFY(part.queryEnd - part.queryBegin < 130);
    }

    void cellsStaySquare()
    {
        Shown shown;
        shown.map.resize(1100, 500);
        for (const double notches : {0.0, 3.0, 7.0, 12.0}) {
            shown.wheel(shown.at(300, 100), notches);
            const auto a = shown.map.pixelOf({300, 100}), b = shown.map.pixelOf({310, 110});
            QVERIFY(isNear(b.x() - a.x(), b.y() - a.y(), 1e-9));
        }
    }

    void theReadoutTellsThePairUnderTheMouse()
    {
        Shown shown;
        QStringList tokens;
        for (qint64 i = 0; i < kLength; ++i)
            tokens.append(QStringLiteral("t%1").arg(i));
        shown.map.setTokens(tokens);
        for (const auto& cell : {HeatmapCell{505, 152}, {300, 299}, {77, 0}}) {
            shown.map.showRange({cell.query - 5, cell.query + 5, std::max<qint64>(cell.key - 5, 0), cell.key + 5});
            shown.hover(shown.at(cell.query, cell.key));
            QCOMPARE(*shown.map.crosshair(), cell);
            QCOMPARE(shown.map.sampleAtCrosshair()->value, kHead(cell.query, cell.key));
            const auto readout = *shown.map.readout();
            QCOMPARE(readout.tokens, QStringLiteral("“t%1” → “t%2”").arg(cell.query).arg(cell.key));
            QCOMPARE(readout.place, QStringLiteral("Query %1, key %2, distance %3").arg(cell.query).arg(cell.key).arg(cell.query - cell.key));
            QCOMPARE(readout.value, QStringLiteral("Attention weight: %1").arg(ui::significant(double(kHead(cell.query, cell.key)), 4)));
            QVERIFY(readout.extent.isEmpty());
        }
        shown.map.showAll();
        shown.hover(shown.at(50, 300));
        QVERIFY(!shown.map.readout());     // above the diagonal
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&shown.map, &leave);
        QVERIFY(!shown.map.crosshair());
    }

    void whereAPixelHoldsManyPairsTheLargestIsNamed()
    {
        HeatmapWidget map;
        map.resize(400, 380);
        map.setSource(HeatmapSource(test::pyramidOf(2048, 1, [](qint64 query, qint64 key) { return query == 1503 && key == 601 ? 0.75F : 0.001F; })));
        map.show();
        map.setCrosshair(HeatmapCell{1502, 600});
        const auto tile = map.image().source().gridFor(map.window().perPixel).queryTile;
        QVERIFY(tile > 1);
        // The crosshair's pixel holds the pair, or that pixel's neighbour does.
        int found = 0;
        for (qint64 query = 1488; query < 1520; query += 1)
            for (qint64 key = 590; key < 612; key += 1) {
                map.setCrosshair(HeatmapCell{query, key});
                const auto sample = map.sampleAtCrosshair();
                if (sample->value != 0.75F)
                    continue;
                ++found;
                QVERIFY(sample->query <= 1503 && sample->query + sample->queryTile > 1503 && sample->key <= 601 && sample->key + sample->keyTile > 601);
                QVERIFY(map.readout()->extent.startsWith(QStringLiteral("Largest of")));
                QVERIFY(map.readout()->value.endsWith(ui::significant(0.75, 4)));
            }
        QVERIFY(found > 0);
    }

    void aPooledTileIsReadWithItsExtent()
    {
        Shown shown(16);
        shown.map.showRange({300, 340, 140, 170});
        shown.map.setCrosshair(HeatmapCell{330, 150});
        QCOMPARE(shown.map.readout()->extent, QStringLiteral("Largest of queries 320–335 and keys 144–159"));
        auto settings = shown.map.settings();
        settings.pooling = Pooling::Mean;
        shown.map.setSettings(settings);
        QCOMPARE(shown.map.readout()->extent, QStringLiteral("Mean of queries 320–335 and keys 144–159"));
        double sum = 0;
        for (qint64 query = 320; query < 336; ++query)
            for (qint64 key = 144; key < 160; ++key)
                sum += double(kHead(query, key));
        QVERIFY(isNear(double(shown.map.sampleAtCrosshair()->value), sum / 256, 1e-7));
    }

    void aClickSelectsTheCell()
    {
        Shown shown;
        shown.wheel(shown.at(300, 150), 12);
        QSignalSpy queries(&shown.map, &HeatmapWidget::querySelected), keys(&shown.map, &HeatmapWidget::keySelected);
        QTest::mouseClick(&shown.map, Qt::LeftButton, {}, shown.at(298, 152));
        QCOMPARE(queries.takeFirst().at(0).toLongLong(), 298LL);
        QCOMPARE(keys.takeFirst().at(0).toLongLong(), 152LL);
        QCOMPARE(*shown.map.selected(), (HeatmapCell{298, 152}));
        shown.map.showAll();
        QTest::mouseClick(&shown.map, Qt::LeftButton, {}, shown.at(100, 300));      // paper
        QCOMPARE(queries.count(), 0);
    }

    void theCrosshairMovesByKeysAndTheWindowFollows()
    {
        Shown shown;
        shown.map.showRange({290, 310, 140, 160});
        shown.hover(shown.at(300, 150));
        QSignalSpy queries(&shown.map, &HeatmapWidget::querySelected);
        shown.key(Qt::Key_Right, Qt::ControlModifier);
        shown.key(Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(*shown.map.crosshair(), (HeatmapCell{301, 151}));
        shown.key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(*shown.map.crosshair(), (HeatmapCell{311, 151}));
        for (int i = 0; i < 6; ++i)
            shown.key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(shown.map.crosshair()->query, qint64(371));
        QVERIFY(shown.map.visible().queryBegin <= 371 && shown.map.visible().queryEnd > 371);
        for (int i = 0; i < 60; ++i)
            shown.key(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(shown.map.crosshair()->key, qint64(371));      // not above the diagonal
        shown.key(Qt::Key_Return);
        QCOMPARE(queries.takeFirst().at(0).toLongLong(), 371LL);
        shown.key(Qt::Key_Escape);
        QVERIFY(!shown.map.crosshair());
    }

    void theRangeIsThatOfTheWholeOfWhatIsInViewOrTyped()
    {
        Shown shown;
        auto settings = shown.map.settings();
        settings.scale = plots::ColorScale::Linear;
        shown.map.setSettings(settings);
        float largest = 0;
        for (qint64 query = 0; query < kLength; ++query)
            for (qint64 key = 0; key <= query; ++key)
                largest = std::max(largest, kHead(query, key));
        QCOMPARE(float(shown.map.scale().high()), largest);
        QCOMPARE(shown.map.scale().low(), 0.0);
        settings.range = HeatmapSettings::Range::Visible;
        shown.map.setSettings(settings);
        shown.map.showRange({400, 450, 200, 250});
        const auto part = shown.map.visible();
        float inView = 0;
        for (auto query = part.queryBegin; query < part.queryEnd; ++query)
            for (auto key = part.keyBegin; key < std::min(part.keyEnd, query + 1); ++key)
                inView = std::max(inView, kHead(query, key));
        QTRY_COMPARE(float(shown.map.scale().high()), inView);
        settings.range = HeatmapSettings::Range::Fixed;
        settings.low = 0.01;
        settings.high = 0.02;
        settings.scale = plots::ColorScale::Log;
        shown.map.setSettings(settings);
        QCOMPARE(shown.map.scale().low(), 0.01);
        QCOMPARE(shown.map.scale().high(), 0.02);
        QCOMPARE(shown.map.scale().color(0.5F), plots::colorTable(settings.map).back());
        settings.range = HeatmapSettings::Range::Whole;
        shown.map.setSettings(settings);
        QVERIFY(shown.map.scale().low() > 0 && shown.map.scale().low() < 1e-3);
    }

    void theNeedlesStripeIsVisibleAtEveryZoom()
    {
        Shown shown;
        for (const double notches : {0.0, 2.0, 4.0, 4.0, 4.0}) {
            shown.wheel(shown.at(505, 153), notches);
            shown.map.setCrosshair({});
            const auto on = shown.pixel(505, 153), off = shown.pixel(505, 143);
            QVERIFY(qGray(on) > qGray(off) + 30);
        }
    }

    void exactValuesAreAskedForBeyondTheFinestTiles()
    {
        Shown shown(16);
        QSignalSpy wanted(&shown.map, &HeatmapWidget::regionWanted);
        QTest::qWait(250);
        QCOMPARE(wanted.count(), shown.map.window().perPixel < 16 ? 1 : 0);
        wanted.clear();
        shown.map.showRange({300, 350, 140, 190});
        shown.map.showRange({310, 350, 150, 190});
        QTRY_COMPARE(wanted.count(), 1);        // once, after the movement
        const auto asked = wanted.takeFirst();
        const PositionRange range{asked.at(0).toLongLong(), asked.at(1).toLongLong(), asked.at(2).toLongLong(), asked.at(3).toLongLong()};
        const auto part = shown.map.visible();
        QVERIFY(range.queryBegin <= part.queryBegin && range.queryEnd >= part.queryEnd && range.keyBegin <= part.keyBegin && range.keyEnd >= std::min(part.keyEnd, part.queryEnd));
        QVERIFY(shown.map.waitsForRegion());
        QCOMPARE(shown.map.sampleAtCrosshair().has_value(), false);
        shown.map.setCrosshair(HeatmapCell{330, 152});
        QCOMPARE(shown.map.sampleAtCrosshair()->queryTile, qint64(16));

        auto region = std::make_shared<inspect::Region>();
        region->asked = {{}, range.queryBegin, range.queryEnd, range.keyBegin, range.keyEnd, 1024, false};
        region->rows = range.queryEnd - range.queryBegin;
        region->columns = range.keyEnd - range.keyBegin;
        for (auto query = range.queryBegin; query < range.queryEnd; ++query)
            for (auto key = range.keyBegin; key < range.keyEnd; ++key)
                region->max.push_back(key <= query ? kHead(query, key) : 0);
        region->mean = region->max;
        shown.map.setRegion(HeatmapSource(region, plots::RegionPart::Attention, kLength));
        QVERIFY(!shown.map.waitsForRegion());
        QCOMPARE(shown.map.sampleAtCrosshair()->queryTile, qint64(1));
        QCOMPARE(shown.map.sampleAtCrosshair()->value, kHead(330, 152));
        shown.key(Qt::Key_Right);       // within what came
        QTest::qWait(250);
        QCOMPARE(wanted.count(), 0);
    }

    void aHeadOfTheSamePromptKeepsTheWindow()
    {
        Shown shown;
        shown.map.showRange({300, 350, 140, 190});
        shown.map.setSelected(HeatmapCell{320, 150});
        const auto before = shown.map.window();
        shown.map.setSource(HeatmapSource(test::pyramidOf(kLength, 1, [](qint64, qint64) { return 0.5F; })));
        QCOMPARE(shown.map.window(), before);
        QVERIFY(shown.map.selected());
        shown.map.setSource(HeatmapSource(test::pyramidOf(300, 1, kHead)));
        QVERIFY(shown.map.showsAll());
        QVERIFY(!shown.map.selected());
        shown.map.setSource({});
        shown.map.grab();
        shown.key(Qt::Key_Plus);
        shown.hover(shown.map.rect().center());
        QVERIFY(!shown.map.crosshair());
    }

    void aMovedPictureIsNotDrawnAnew()
    {
        Shown shown;
        shown.wheel(shown.at(300, 150), 8);
        shown.map.grab();
        const auto before = shown.map.image().pixelsDrawn();
        shown.map.panBy(10, 0);
        shown.map.grab();
        QCOMPARE(shown.map.image().pixelsDrawn() - before, qint64(10 * shown.map.area().height()));
        shown.hover(shown.at(300, 150));
        shown.map.grab();
        QCOMPARE(shown.map.image().pixelsDrawn() - before, qint64(10 * shown.map.area().height()));
    }

    void whatIsNotFiniteIsToldInTheReadout()
    {
        HeatmapWidget map;
        map.resize(500, 480);
        map.setSource(HeatmapSource(test::pyramidOf(64, 1, [](qint64 query, qint64 key) { return query == 40 && key == 20 ? std::numeric_limits<float>::quiet_NaN() : 0.25F; })));
        map.show();
        map.setCrosshair(HeatmapCell{40, 20});
        QCOMPARE(map.readout()->value, QStringLiteral("Attention weight: not finite"));
        map.setCrosshair({});
        QCOMPARE(map.grab().toImage().pixel(map.pixelOf({40, 20}).toPoint()), plots::kNonFiniteColor);
    }
};

BAMSCOPE_TEST(HeatmapWidgetTest)
#include "test_heatmap_widget.moc"
