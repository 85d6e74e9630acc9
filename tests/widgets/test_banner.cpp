// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/common/banner.h"
#include "widgets/common/format.h"
#include "widgets/common/icons.h"

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

    void onlyTheNewestThreeAreShown()
    {
        BannerArea area;
        for (int i = 0; i < 10; ++i)
            area.show(message(QString::number(i)));
        QCOMPARE(area.count(), 3);
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
