// SPDX-License-Identifier: GPL-3.0-or-later
// Retrieval strip, head map and coloured text, with mouse and keyboard.
#include "tests/support/test_main.h"
#include "tests/widgets/lens_support.h"
#include "widgets/plots/color_maps.h"
#include "widgets/views/attention/attended_text.h"
#include "widgets/views/attention/head_map.h"
#include "widgets/views/attention/retrieval_strip.h"

#include <QApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QWheelEvent>

using namespace bam;
using namespace bam::views;

namespace {

constexpr inspect::HeadId kBest{1, 3}, kWorst{0, 0};

struct ShownStrip {
    explicit ShownStrip(const test::CaptureShape& shape = {}) : capture(test::someCapture(shape))
    {
        strip.setContent(StripContent(capture, QueryPool::Mean, 0, HeadOrder::NeedleMass));
        strip.resize(900, 400);
        strip.show();
    }
    void wheel(const QPointF& at, int turns, Qt::KeyboardModifiers modifiers = {})
    {
        QWheelEvent event(at, strip.viewport()->mapToGlobal(at), {}, QPoint(0, 120 * turns), Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(strip.viewport(), &event);
    }
    QColor pixel(inspect::HeadId head, qint64 key) { return strip.viewport()->grab().toImage().pixelColor(strip.pointOf(head, key).toPoint()); }
    std::shared_ptr<inspect::Capture> capture;
    RetrievalStrip strip;
};

}  // namespace

class LensPicturesTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theNeedleIsBrightInTheHeadsThatLookAtIt()
    {
        ShownStrip shown;
        QCOMPARE(shown.pixel(kBest, 20), QColor(plots::colorAt(QStringLiteral("viridis"), 1)));
        const auto other = shown.pixel(kWorst, 20);
        QVERIFY(other.green() < 160);
        QVERIFY(shown.pixel(kBest, 40).lightness() < shown.pixel(kBest, 20).lightness());
    }

    void aHotKeyOfALongPromptIsSeenAtEveryZoom()
    {
        test::CaptureShape shape;
        shape.length = 32768;
        shape.needleBegin = 17001;
        shape.needleEnd = 17005;
        ShownStrip shown(shape);
        const auto hot = QColor(plots::colorAt(QStringLiteral("viridis"), 1));
        const auto found = [&] {
            const auto image = shown.strip.viewport()->grab().toImage();
            const int y = int(shown.strip.pointOf(kBest, 17001).y());
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) == hot)
                    return true;
            return false;
        };
        QVERIFY(found());
        for (int turn = 0; turn < 30; ++turn) {
            shown.wheel(shown.strip.pointOf(kBest, 17001), 1);
            QVERIFY2(found(), qPrintable(QString::number(turn)));
        }
        QVERIFY(shown.strip.to() - shown.strip.from() < 50);
        QVERIFY(shown.strip.from() <= 17001 && shown.strip.to() >= 17002);
    }

    void wheelDragAndDoubleClickMoveAlongThePositions()
    {
        ShownStrip shown;
        auto& strip = shown.strip;
        const auto at = strip.pointOf(kBest, 20);
        shown.wheel(at, 3);
        QVERIFY(strip.to() - strip.from() < 40);
        QVERIFY(std::abs(strip.pointOf(kBest, 20).x() - at.x()) < 12);      // the key stays under the mouse
        const double from = strip.from();
        QTest::mousePress(strip.viewport(), Qt::LeftButton, {}, at.toPoint());
        QTest::mouseMove(strip.viewport(), at.toPoint() + QPoint(-60, 0));
        QTest::mouseMove(strip.viewport(), at.toPoint() + QPoint(-120, 0));
        QTest::mouseRelease(strip.viewport(), Qt::LeftButton, {}, at.toPoint() + QPoint(-120, 0));
        QVERIFY(strip.from() > from);
        QCOMPARE(strip.key(), -1);      // a drag chooses nothing
        shown.wheel(at, 1, Qt::ShiftModifier);
        QVERIFY(strip.from() >= 0);
        QTest::mouseDClick(strip.viewport(), Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(strip.from(), 0.0);
        QCOMPARE(strip.to(), 64.0);
        shown.wheel(at, -5);
        QCOMPARE(strip.to(), 64.0);
        QTest::keyClick(&strip, Qt::Key_N);
        QVERIFY(strip.from() < 20 && strip.to() > 24 && strip.to() - strip.from() < 60);
        QTest::keyClick(&strip, Qt::Key_Home);
        QCOMPARE(strip.to(), 64.0);
    }

    void headsAndKeysAreChosenByMouseAndKeyboard()
    {
        ShownStrip shown;
        auto& strip = shown.strip;
        QSignalSpy heads(&strip, &RetrievalStrip::headSelected), keys(&strip, &RetrievalStrip::keySelected), told(&strip, &RetrievalStrip::readoutChanged);
        QTest::mouseClick(strip.viewport(), Qt::LeftButton, {}, strip.pointOf({1, 1}, 20).toPoint());
        QCOMPARE(strip.selected(), (inspect::HeadId{1, 1}));
        QCOMPARE(heads.count(), 1);
        QCOMPARE(keys.last()[0].toLongLong(), 20);
        const auto text = told.last()[0].toString();
        QVERIFY2(text.contains(QStringLiteral("L1\u00B7H1")) && text.contains(QStringLiteral("w20")) && text.contains(QStringLiteral("0.625")) && text.contains(QStringLiteral("needle")), qPrintable(text));
        QTest::keyClick(&strip, Qt::Key_Down);
        QCOMPARE(strip.selected(), (inspect::HeadId{1, 0}));       // the next by mass
        QTest::keyClick(&strip, Qt::Key_Up);
        QTest::keyClick(&strip, Qt::Key_Up);
        QCOMPARE(strip.selected(), (inspect::HeadId{1, 2}));
        QTest::keyClick(&strip, Qt::Key_Right);
        QCOMPARE(strip.key(), 21);
        QVERIFY(told.last()[0].toString().contains(QStringLiteral("w21")));
        QTest::keyClick(&strip, Qt::Key_Left);
        QTest::keyClick(&strip, Qt::Key_Left);
        QCOMPARE(keys.last()[0].toLongLong(), 19);
        QTest::mouseMove(strip.viewport(), strip.pointOf(kBest, 50).toPoint());
        QTRY_VERIFY(told.last()[0].toString().contains(QStringLiteral("w50")));
    }

    void manyHeadsScrollAndTheChosenOneComesIntoView()
    {
        test::CaptureShape shape;
        shape.layers = 12;
        shape.heads = 16;
        ShownStrip shown(shape);
        QVERIFY(shown.strip.verticalScrollBar()->maximum() > 0);
        shown.strip.setSelected({0, 0});
        QCOMPARE(shown.strip.verticalScrollBar()->value(), shown.strip.verticalScrollBar()->maximum());
        QTest::keyClick(&shown.strip, Qt::Key_PageUp);
        QVERIFY(shown.strip.selected() != (inspect::HeadId{0, 0}));
    }

    void anEmptyStripTakesAllInput()
    {
        RetrievalStrip strip;
        strip.resize(500, 200);
        strip.show();
        for (const auto key : {Qt::Key_Up, Qt::Key_Right, Qt::Key_Plus, Qt::Key_Home, Qt::Key_N})
            QTest::keyClick(&strip, key);
        QTest::mouseClick(strip.viewport(), Qt::LeftButton);
        strip.grab();
        QCOMPARE(strip.key(), -1);
    }

    void theMapChoosesMarksAndReadsOut()
    {
        HeadMap map;
        map.setCapture(test::someCapture());
        map.resize(500, 300);
        map.show();
        QSignalSpy heads(&map, &HeadMap::headSelected), told(&map, &HeadMap::readoutChanged);
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.cellOf({1, 2}).center());
        QCOMPARE(map.current(), (inspect::HeadId{1, 2}));
        QCOMPARE(heads.count(), 1);
        QVERIFY(told.last()[0].toString().contains(QStringLiteral("L1\u00B7H2")));
        QTest::mouseClick(&map, Qt::LeftButton, Qt::ControlModifier, map.cellOf({0, 0}).center());
        QCOMPARE(map.marked(), (std::vector<inspect::HeadId>{{0, 0}, {1, 2}}));
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.cellOf({0, 1}).center());
        QTest::mouseClick(&map, Qt::LeftButton, Qt::ShiftModifier, map.cellOf({1, 2}).center());
        QCOMPARE(map.marked(), (std::vector<inspect::HeadId>{{0, 1}, {0, 2}, {1, 1}, {1, 2}}));
        QTest::keyClick(&map, Qt::Key_Up);
        QCOMPARE(map.current(), (inspect::HeadId{0, 2}));
        QTest::keyClick(&map, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(map.marked(), (std::vector<inspect::HeadId>{{0, 1}, {0, 2}}));
        for (int n = 0; n < 9; ++n)
            QTest::keyClick(&map, Qt::Key_Down);
        QCOMPARE(map.current().layer, 1);
    }

    void aChangedHeadIsHatchedAndNumbersNeedRoom()
    {
        HeadMap map;
        map.resize(600, 300);
        map.show();
        map.setCapture(test::someCapture());
        const auto before = map.grab().toImage();
        map.setCapture(test::someCapture({}, {{{0, 2}, inspect::Ablation::Uniform, std::nullopt}}));
        const auto cell = map.cellOf({0, 2});
        const auto after = map.grab().toImage();
        int hatched = 0;
        for (int x = cell.left() + 4; x < cell.right() - 4; ++x)
            for (int y = cell.top() + 4; y < cell.top() + 30; ++y)
                hatched += after.pixelColor(x, y) == Qt::white || after.pixelColor(x, y) == Qt::black;
        QVERIFY(hatched > 100);
        map.setMeasure(HeadMeasure::ThetaBeta);
        QVERIFY(map.grab().toImage() != after);
        test::CaptureShape large;
        large.layers = 24;
        large.heads = 64;
        large.queries = 1;
        map.setCapture(test::someCapture(large));
        QVERIFY(!map.cellOf({23, 63}).isEmpty());
        map.grab();
        map.setCapture(nullptr);
        QVERIFY(map.grab().toImage() != before);
    }

    void aTokenBecomesTheQueryOrWithCtrlTheKey()
    {
        AttendedText text;
        auto capture = test::someCapture();
        text.setCapture(capture);
        text.setAttention(63, keyWeights(*capture, 7, QueryPool::One, 2));
        text.resize(700, 300);
        text.show();
        QSignalSpy queries(&text, &AttendedText::queryChosen), keys(&text, &AttendedText::keyChosen);
        QCOMPARE(text.tokenAt(text.pointOf(30)), 30);
        QTest::mouseClick(text.viewport(), Qt::LeftButton, {}, text.pointOf(30));
        QCOMPARE(queries.last()[0].toLongLong(), 30);
        QTest::mouseClick(text.viewport(), Qt::LeftButton, Qt::ControlModifier, text.pointOf(10));
        QCOMPARE(keys.last()[0].toLongLong(), 10);
        QTest::keyClick(&text, Qt::Key_Left);
        QCOMPARE(queries.last()[0].toLongLong(), 62);
        QTest::keyClick(&text, Qt::Key_Right);      // there is no token after the last
        QCOMPARE(queries.count(), 2);
        QTextCursor needle(text.document());
        needle.setPosition(text.cursorForPosition(text.pointOf(21)).position());
        needle.movePosition(QTextCursor::NextCharacter);
        QVERIFY(needle.charFormat().fontUnderline());
    }

    void thirtyTwoThousandTokensStayShortAndOpenWhereClicked()
    {
        test::CaptureShape shape;
        shape.layers = 1;
        shape.heads = 1;
        shape.length = 32768;
        shape.needleBegin = 12000;
        shape.needleEnd = 12020;
        auto capture = test::someCapture(shape);
        for (auto& weight : capture->rows)
            weight = 0;
        capture->rows[2 * 32768 + 12000] = 1;
        AttendedText text;
        text.setCapture(capture);
        text.setAttention(32767, keyWeights(*capture, 0, QueryPool::One, 2));
        text.resize(700, 400);
        text.show();
        QVERIFY(text.toPlainText().size() < 4000);
        QVERIFY(text.toPlainText().contains(QStringLiteral("w12000")));
        const auto hidden = std::find_if(text.stretches().begin(), text.stretches().end(), [](const auto& stretch) { return stretch.leftOut; });
        QVERIFY(hidden != text.stretches().end());
        const auto begin = hidden->begin;
        QVERIFY2(text.toPlainText().contains(QStringLiteral("%1 token").arg(QLocale().toString(qlonglong(hidden->end - begin)))), qPrintable(text.toPlainText().left(400)));
        QTest::mouseClick(text.viewport(), Qt::LeftButton, {}, text.pointOf(begin) + QPoint(12, 0));
        QVERIFY(text.toPlainText().contains(QStringLiteral("w%1 ").arg(begin + 150)));
    }

    void textOfAnyScriptIsShown()
    {
        auto capture = test::someCapture();
        const QStringList words{QStringLiteral(" \u0645\u0631\u062D\u0628\u0627"), QStringLiteral(" \U0001F469\u200D\U0001F4BB"), QStringLiteral("e\u0301\u0302\u0303"), QStringLiteral(" \u05E9\u05DC\u05D5\u05DD"), QStringLiteral("\u0E01\u0E33"), QStringLiteral(" \u65E5\u672C")};
        for (std::size_t n = 0; n < capture->prompt.pieces.size(); ++n)
            capture->prompt.pieces[n] = words[qsizetype(n % std::size_t(words.size()))].toStdString();
        AttendedText text;
        text.setCapture(capture);
        text.setAttention(63, keyWeights(*capture, 7, QueryPool::One, 2));
        text.resize(500, 300);
        text.show();
        QSignalSpy queries(&text, &AttendedText::queryChosen);
        const auto image = text.viewport()->grab().toImage();
        for (int y = 4; y < image.height(); y += 7)
            for (int x = 4; x < image.width(); x += 31)
                QTest::mouseClick(text.viewport(), Qt::LeftButton, {}, QPoint(x, y));
        QVERIFY(queries.count() > 5);
        text.setCapture(nullptr);
        QCOMPARE(text.toPlainText(), QString());
    }
};

BAMSCOPE_TEST(LensPicturesTest)

#include "test_lens_pictures.moc"
