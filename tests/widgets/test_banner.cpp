// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/common/banner.h"
#include "widgets/common/format.h"
#include "widgets/common/icons.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <limits>

namespace bam::ui {
namespace {

Message message(const QString& text, const QString& key = {})
{
    Message result{Severity::Warning};
    result.text = text;
    result.key = key;
    return result;
}

}  // namespace

class BannerTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void anEmptyAreaTakesNoRoom()
    {
        BannerArea area;
        QVERIFY(area.isHidden());
        area.show(message(QStringLiteral("a")));
        QVERIFY(!area.isHidden());
        area.dismiss(QStringLiteral("a"));
        QVERIFY(area.isHidden());
    }

    void aMessageWithTheSameKeyReplacesTheFirst()
    {
        BannerArea area;
        area.show(message(QStringLiteral("first"), QStringLiteral("k")));
        area.show(message(QStringLiteral("second"), QStringLiteral("k")));
        QCOMPARE(area.count(), 1);
        QCOMPARE(area.findChildren<Banner*>().last()->message().text, QStringLiteral("second"));
    }

    void ofManyTheNewestAreShownAndTheOthersOnRequest()
    {
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* area = new BannerArea(&window);
        layout->addWidget(area);
        layout->addStretch(1);
        window.resize(500, 600);
        window.show();
        auto long_ = message(QStringLiteral("old"));
        long_.hint = QStringLiteral("a long hint of many words that takes several lines of its own ").repeated(24);
        area->show(long_);
        for (int i = 0; i < 4; ++i)
            area->show(message(QString::number(i)));
        const auto shown = [&] {
            QStringList texts;
            for (const auto* banner : area->findChildren<Banner*>())
                if (banner->isVisible())
                    texts.prepend(banner->message().text);
            return texts;
        };
        QCOMPARE(area->count(), 5);
        QCOMPARE(shown(), (QStringList{"3", "2", "1"}));
        auto* more = area->findChild<QToolButton*>(QStringLiteral("bannerMore"));
        QVERIFY(more->isVisible() && more->text().contains(QLatin1Char('2')));
        QTest::mouseClick(more, Qt::LeftButton);
        QCOMPARE(shown().size(), 5);
        QTest::mouseClick(more, Qt::LeftButton);
        QCOMPARE(shown().size(), 3);
        area->dismiss(QStringLiteral("3"));
        area->dismiss(QStringLiteral("2"));
        area->dismiss(QStringLiteral("1"));
        QCOMPARE(shown(), QStringList{"0"});            // the long one would take more than a third
        QTRY_VERIFY(area->height() <= window.height() / 3);
        window.resize(1600, 1200);
        QTRY_COMPARE(shown(), (QStringList{"0", "old"}));
        QVERIFY(!more->isVisible());
    }

    void aLongWordDoesNotWidenTheWindow()
    {
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* area = new BannerArea(&window);
        layout->addWidget(area);
        area->show(message(QStringLiteral("/logs/") + QString(250, QLatin1Char('x')) + QStringLiteral("/train.log cannot be read.")));
        QVERIFY2(window.minimumSizeHint().width() < 500, qPrintable(QString::number(window.minimumSizeHint().width())));
        const auto* text = area->findChild<Banner*>()->findChildren<QLabel*>().last();
        QVERIFY(text->toolTip().contains(QString(250, QLatin1Char('x'))));     // the whole is there to be read
        QCOMPARE(breakable(QStringLiteral("a/b c")), QStringLiteral("a/b c"));
        QCOMPARE(breakable(QString(41, QLatin1Char('9'))), QString(18, QLatin1Char('9')) + QChar(0x2026) + QString(18, QLatin1Char('9')));
    }

    void theButtonActsOnceAndTheMessageGoes()
    {
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* area = new BannerArea;
        layout->addWidget(area);
        int calls = 0;
        auto undoable = message(QStringLiteral("moved"));
        undoable.action = QStringLiteral("Undo");
        undoable.onAction = [&] { ++calls; };
        area->show(undoable);
        window.show();
        QTest::mouseClick(area->findChild<QPushButton*>(QStringLiteral("bannerAction")), Qt::LeftButton);
        QCOMPARE(calls, 1);
        QCOMPARE(area->count(), 0);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        area->show(message(QStringLiteral("again")));
        QTest::mouseClick(area->findChild<QToolButton*>(QStringLiteral("bannerClose")), Qt::LeftButton);
        QCOMPARE(area->count(), 0);
    }

    void textsFromFilesAreNotReadAsMarkup()
    {
        const Banner banner(message(QStringLiteral("<img src=x> & more")));
        QVERIFY(banner.accessibleName().contains(QStringLiteral("<img")));
    }

    void missingNumbersAreADash()
    {
        const double none = std::numeric_limits<double>::quiet_NaN();
        for (const auto& text : {count(none), shortCount(none), decimals(none, 3), significant(none), bytes(none), duration(none), percent(none), count(-1), duration(-5)})
            QCOMPARE(text, QStringLiteral("\u2014"));
    }

    void numbersHaveUnitsThatFitTheirSize()
    {
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::English));
        QCOMPARE(shortCount(3932160), QStringLiteral("3.93\u00A0M"));
        QCOMPARE(shortCount(999999), QStringLiteral("1.00\u00A0M"));
        QCOMPARE(bytes(1536), QStringLiteral("1.50\u00A0KiB"));
        QCOMPARE(duration(59.6), QStringLiteral("1 min 00 s"));
        QCOMPARE(duration(3.21), QStringLiteral("3.2 s"));
        QCOMPARE(duration(7384), QStringLiteral("2 h 03 min"));
        QCOMPARE(percent(0.456), QStringLiteral("46 %"));
        QLocale::setDefault(before);
    }

    void anIconIsDrawnInTheTextsColour()
    {
        QVERIFY(icon(QStringLiteral("no-such-icon")).isNull());
        const auto image = icon(QStringLiteral("play")).pixmap(32, 32).toImage();
        int painted = 0;
        for (int y = 0; y < 32; ++y)
            for (int x = 0; x < 32; ++x)
                painted += image.pixelColor(x, y).alpha() > 100;
        QVERIFY(painted > 50);
    }
};

BAMSCOPE_TEST(BannerTest)

}  // namespace bam::ui

#include "test_banner.moc"
