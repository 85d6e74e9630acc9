// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/views/log/log_view.h"

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBlock>
#include <QToolButton>

using namespace bam;
using views::LineSeverity;
using views::LogPage;
using views::LogView;

namespace {

QStringList numbered(int from, int count)
{
    QStringList lines;
    for (int n = from; n < from + count; ++n)
        lines << QStringLiteral("step %1/200000 | loss 2.3456").arg(n);
    return lines;
}

}  // namespace

class LogViewTest : public test::Suite {
    Q_OBJECT

    struct Shown {
        Shown()
        {
            view.resize(800, 300);
            view.setSource("a run", {"Log"});
            view.show();
        }
        LogPage* page() { return view.page(0); }
        QString text() { return page()->toPlainText(); }
        QString count() { return view.findChild<QLabel*>("logCount")->text(); }
        void filter(const QString& text)
        {
            auto* field = view.findChild<QLineEdit*>("logFilter");
            field->clear();
            QTest::keyClicks(field, text);
            QTest::keyClick(field, Qt::Key_Return);
        }
        void press(const char* button) { QTest::mouseClick(view.findChild<QToolButton*>(QLatin1String(button)), Qt::LeftButton); }
        LogView view;
    };

private Q_SLOTS:
    void theFilterShowsMatchingLinesAndTheirNumber()
    {
        Shown shown;
        shown.view.append(0, {"step 1", "Warning: slow", "step 2", "error: nan", ""});
        QTRY_COMPARE(shown.text(), QString("step 1\nWarning: slow\nstep 2\nerror: nan\n"));
        QCOMPARE(shown.count(), QString("5 lines"));
        shown.filter("STEP");
        QTRY_COMPARE(shown.text(), QString("step 1\nstep 2"));
        QCOMPARE(shown.count(), QString("2 of 5 lines"));
        shown.view.append(0, {"step 3", "other"});
        QTRY_COMPARE(shown.text(), QString("step 1\nstep 2\nstep 3"));
        QCOMPARE(shown.count(), QString("3 of 7 lines"));
        shown.filter("step.[13]");
        QTRY_COMPARE(shown.count(), QString("0 of 7 lines"));
        shown.press("logRegex");
        QTRY_COMPARE(shown.text(), QString("step 1\nstep 3"));
        shown.filter("step [");
        QTRY_COMPARE(shown.page()->lines(), shown.page()->matching());     // what cannot be used hides nothing
        QCOMPARE(shown.view.findChild<ui::BannerArea*>()->count(), 1);
        shown.filter("");
        QTRY_COMPARE(shown.count(), QString("7 lines"));
        QCOMPARE(shown.view.findChild<ui::BannerArea*>()->count(), 0);
    }

    void onlyTheNewestLinesAreKept()
    {
        Shown shown;
        const int all = LogPage::kMostLines + 3000;
        shown.view.append(0, numbered(0, all));
        shown.filter("7");
        QTRY_VERIFY_WITH_TIMEOUT(shown.page()->isSettled(), 20'000);
        QVERIFY(shown.page()->lines() <= LogPage::kMostLines && shown.page()->lines() > LogPage::kMostLines - 10'000);
        QVERIFY(shown.text().endsWith("loss 2.3456"));
        const int expected = int(shown.text().split('\n').size());
        QCOMPARE(shown.page()->matching(), expected);
        // What is dropped later goes from the picture too.
        shown.view.append(0, numbered(all, 20'000));
        QTRY_VERIFY_WITH_TIMEOUT(shown.page()->isSettled(), 20'000);
        QCOMPARE(shown.page()->matching(), int(shown.text().split('\n').size()));
        QCOMPARE(shown.page()->document()->blockCount(), shown.page()->matching());
        QVERIFY(shown.page()->lines() <= LogPage::kMostLines);
    }

    void manyLinesAndANewFilterDoNotHoldUpTheWindow()
    {
        Shown shown;
        shown.view.append(0, numbered(0, 50'000));
        QElapsedTimer since;
        qint64 longest = 0;
        QTimer beat;
        connect(&beat, &QTimer::timeout, [&] { longest = std::max(longest, since.restart()); });
        since.start();
        beat.start(0);
        QTRY_VERIFY_WITH_TIMEOUT(shown.page()->isSettled(), 20'000);
        shown.filter("99");
        QTRY_VERIFY_WITH_TIMEOUT(shown.page()->isSettled() && shown.page()->matching() < 10'000, 20'000);
        QVERIFY2(longest <= 100, qPrintable(QString::number(longest)));
    }

    void theEndIsFollowedUntilAPersonScrollsAway()
    {
        Shown shown;
        shown.view.append(0, numbered(0, 500));
        QTRY_VERIFY(shown.page()->isSettled());
        auto* bar = shown.page()->verticalScrollBar();
        auto* follow = shown.view.findChild<QToolButton*>("logFollow");
        QCOMPARE(bar->value(), bar->maximum());
        bar->triggerAction(QAbstractSlider::SliderPageStepSub);
        QVERIFY(!follow->isChecked());
        const int value = bar->value();
        shown.view.append(0, numbered(500, 100));
        QTRY_VERIFY(shown.page()->isSettled());
        QCOMPARE(bar->value(), value);
        shown.press("logFollow");
        QCOMPARE(bar->value(), bar->maximum());
        bar->triggerAction(QAbstractSlider::SliderToMinimum);
        QVERIFY(!follow->isChecked());
        bar->triggerAction(QAbstractSlider::SliderToMaximum);
        QVERIFY(follow->isChecked());
    }

    void severityIsToldByColourInBothThemes()
    {
        QCOMPARE(views::severityOf("2026-11-29T20:56:26Z error: the disk is full"), LineSeverity::Error);
        QCOMPARE(views::severityOf("the run failed"), LineSeverity::Error);
        QCOMPARE(views::severityOf("warning: slow"), LineSeverity::Warning);
        QCOMPARE(views::severityOf("note: the data holds 3 steps"), LineSeverity::Note);
        QCOMPARE(views::severityOf("step 3 | mirror errors.txt terror"), LineSeverity::Plain);
        Shown shown;
        shown.view.append(0, {"plain", "error: x", "warning: y"});
        QTRY_VERIFY(shown.page()->isSettled());
        const auto colorOf = [&](int block) {
            return shown.page()->document()->findBlockByNumber(block).begin().fragment().charFormat().foreground().color();
        };
        const auto light = colorOf(1);
        QVERIFY(light != colorOf(2) && light != colorOf(0));
        auto dark = shown.view.palette();
        dark.setColor(QPalette::Base, Qt::black);
        dark.setColor(QPalette::Text, Qt::white);
        shown.view.setPalette(dark);
        QTRY_VERIFY(shown.page()->isSettled());
        QTRY_VERIFY(colorOf(1).lightness() > light.lightness());
        QCOMPARE(shown.text(), QString("plain\nerror: x\nwarning: y"));
    }

    void whatIsShownOrSelectedIsCopied()
    {
        Shown shown;
        shown.view.append(0, {"one", "two", "three"});
        shown.filter("t");
        QTRY_COMPARE(shown.text(), QString("two\nthree"));
        shown.press("logCopy");
        QCOMPARE(QApplication::clipboard()->text(), QString("two\nthree"));
        auto cursor = shown.page()->textCursor();
        cursor.movePosition(QTextCursor::Start);
        cursor.movePosition(QTextCursor::NextBlock, QTextCursor::KeepAnchor);
        shown.page()->setTextCursor(cursor);
        shown.press("logCopy");
        QCOMPARE(QApplication::clipboard()->text(), QString("two\n"));
    }

    void tabsComeWithRanksAndGoWithTheSource()
    {
        Shown shown;
        auto* tabs = shown.view.findChild<QTabWidget*>("logTabs");
        QCOMPARE(shown.view.addTab("Rank 1"), 1);
        QCOMPARE(shown.view.addTab("Rank 1"), 1);
        shown.view.append(1, {"from one"});
        QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(1).center());
        QTRY_COMPARE(shown.count(), QString("1 line"));
        shown.view.restart(1);
        QTRY_COMPARE(shown.count(), QString("0 lines"));
        shown.view.setSource("another", {"Output", "Errors"});
        QCOMPARE(shown.view.tabCount(), 2);
        QCOMPARE(shown.page()->toPlainText(), QString());
        shown.view.append(7, {"nowhere"});
        shown.press("logWrap");
        QCOMPARE(shown.page()->lineWrapMode(), QPlainTextEdit::WidgetWidth);
    }

    void oddLinesStayOneLine()
    {
        Shown shown;
        shown.view.append(0, {QStringLiteral("a") + QChar(QChar::ParagraphSeparator) + "b\rc", QString(100'000, 'x')});
        QTRY_VERIFY(shown.page()->isSettled());
        QCOMPARE(shown.page()->document()->blockCount(), 2);
        QVERIFY(shown.text().size() < 10'000);
    }
};

BAMSCOPE_TEST(LogViewTest)
#include "test_log_view.moc"
