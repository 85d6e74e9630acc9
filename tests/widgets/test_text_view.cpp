// SPDX-License-Identifier: GPL-3.0-or-later
// The pane in which a model writes.
#include "tests/support/test_main.h"
#include "widgets/views/text/text_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTextBlock>
#include <QTextEdit>
#include <QToolButton>

using namespace bam;
using namespace bam::views;

namespace {

struct Shown {
    Shown()
    {
        view.resize(1000, 320);
        view.setRuns({{QStringLiteral("/runs/a"), QStringLiteral("bam")}, {QStringLiteral("/runs/b"), QStringLiteral("rotary")}});
        view.setCheckpoints(QStringLiteral("/runs/a"), {100, 2000});
        view.show();
        QObject::connect(&view, &TextView::writeRequested, &view, [this](const TextWish& wish) { wishes.append(wish); });
    }
    template <class T>
    T* find(const char* name)
    {
        return view.findChild<T*>(QLatin1String(name));
    }
    void type(const QString& text)
    {
        auto* prompt = find<QPlainTextEdit>("textPrompt");
        prompt->setFocus();
        QTest::keyClicks(prompt, text);
    }

    TextView view;
    QVector<TextWish> wishes;
};

}  // namespace

class TextViewTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void writingTakesWhatIsSet()
    {
        Shown shown;
        QVERIFY(!shown.find<QPushButton>("textWrite")->isEnabled());      // there is no prompt
        shown.type(QStringLiteral("In the beginning"));
        shown.find<QComboBox>("textCheckpoint")->setCurrentIndex(1);
        shown.find<QDoubleSpinBox>("textTemperature")->setValue(0.5);
        shown.find<QDoubleSpinBox>("textTopP")->setValue(0.9);
        shown.find<QSpinBox>("textTopK")->setValue(40);
        shown.find<QSpinBox>("textTokens")->setValue(77);
        QTest::mouseClick(shown.find<QToolButton>("textNewSeed"), Qt::LeftButton);
        QTest::mouseClick(shown.find<QPushButton>("textWrite"), Qt::LeftButton);
        QCOMPARE(shown.wishes.size(), 1);
        QCOMPARE(shown.wishes[0].prompt, QStringLiteral("In the beginning"));
        QCOMPARE(shown.wishes[0].flags().join(QLatin1Char(' ')), QStringLiteral("/runs/a --checkpoint 2000 --tokens 77 --temperature 0.5 --top_k 40 --top_p 0.9 --seed 1"));
    }

    void onlyARunWithRopeIsScaled()
    {
        Shown shown;
        shown.view.setRuns({{QStringLiteral("/runs/a"), QStringLiteral("bam")}, {QStringLiteral("/runs/b"), QStringLiteral("rotary"), true}});
        shown.type(QStringLiteral("Once"));
        auto* method = shown.find<QComboBox>("textRopeMethod");
        QVERIFY(!method->isVisible() && !shown.find<QWidget>("textRopeFactor")->isEnabled());
        method->setCurrentIndex(method->findData(QStringLiteral("yarn")));
        shown.find<QDoubleSpinBox>("textRopeFactor")->setValue(2.5);
        QVERIFY(!shown.view.wish().ropeScaling.isOn());
        shown.find<QComboBox>("textRun")->setCurrentIndex(1);
        QVERIFY(method->isVisible());
        QVERIFY2(shown.view.wish().flags().join(QLatin1Char(' ')).endsWith(QStringLiteral("--rope_scaling yarn --rope_factor 2.5")), qPrintable(shown.view.wish().flags().join(QLatin1Char(' '))));
        TextView other;
        other.restoreSettings(shown.view.saveSettings());
        other.setRuns({{QStringLiteral("/runs/b"), QStringLiteral("rotary"), true}});
        QVERIFY((other.wish().ropeScaling == encoding::RopeScaling{"yarn", 2.5, 0}));
    }

    void ctrlEnterWritesAndEscapeStops()
    {
        Shown shown;
        QSignalSpy stops(&shown.view, &TextView::stopRequested);
        shown.type(QStringLiteral("Once"));
        auto* prompt = shown.find<QPlainTextEdit>("textPrompt");
        QTest::keyClick(prompt, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(shown.wishes.size(), 1);
        QCOMPARE(prompt->toPlainText(), QStringLiteral("Once"));
        QTest::keyClick(prompt, Qt::Key_Escape);
        QCOMPARE(stops.size(), 0);
        shown.view.begin();
        QTest::keyClick(prompt, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(shown.wishes.size(), 1);       // one at a time
        QTest::keyClick(prompt, Qt::Key_Escape);
        QTest::mouseClick(shown.find<QPushButton>("textStop"), Qt::LeftButton);
        QCOMPARE(stops.size(), 2);
    }

    void theTextGrowsAfterThePromptAndCanBeCopied()
    {
        Shown shown;
        shown.type(QStringLiteral("Once"));
        shown.view.begin();
        shown.view.showReading({"reading the prompt", 512, 2000, "tokens", 1, {}});
        QVERIFY(shown.find<QLabel>("textStatus")->text().contains(QStringLiteral("512 of 2,000")));
        for (const auto* piece : {" upon", "", " a", " time"})
            shown.view.append(QString::fromUtf8(piece));
        QCOMPARE(shown.view.text(), QStringLiteral("Once upon a time"));
        QTRY_VERIFY(shown.find<QLabel>("textStatus")->text().contains(QStringLiteral("4 tokens")));
        const auto* output = shown.find<QTextEdit>("textOutput");
        const auto colorAt = [&](int position) {
            QTextCursor cursor(output->document());
            cursor.setPosition(position);
            return cursor.charFormat().foreground().color();
        };
        QVERIFY(colorAt(2) != colorAt(8));
        shown.view.end(QStringLiteral("done"));
        QTest::mouseClick(shown.find<QPushButton>("textCopy"), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("Once upon a time"));
    }

    void whoScrolledUpStaysWhereTheyRead()
    {
        Shown shown;
        shown.type(QStringLiteral("x"));
        shown.view.begin();
        for (int n = 0; n < 200; ++n)
            shown.view.append(QStringLiteral("\nline %1").arg(n));
        auto* bar = shown.find<QTextEdit>("textOutput")->verticalScrollBar();
        QTRY_VERIFY(shown.find<QTextEdit>("textOutput")->toPlainText().endsWith(QStringLiteral("line 199")));
        QTRY_COMPARE(bar->value(), bar->maximum());
        bar->setValue(0);
        shown.view.append(QStringLiteral("\none more"));
        QTRY_VERIFY(shown.find<QTextEdit>("textOutput")->toPlainText().endsWith(QStringLiteral("one more")));
        QCOMPARE(bar->value(), 0);
    }

    void piecesThatComeFastAreShownTogether()
    {
        Shown shown;
        shown.type(QStringLiteral("x"));
        shown.view.begin();
        auto* output = shown.find<QTextEdit>("textOutput");
        QSignalSpy changes(output->document(), &QTextDocument::contentsChanged);
        for (int n = 0; n < 1000; ++n)
            shown.view.append(QStringLiteral("word "));
        QCOMPARE(changes.size(), 0);
        QCOMPARE(shown.view.text().size(), 1 + 5000);       // told at once all the same
        QTRY_COMPARE(changes.size(), 1);
        QCOMPARE(output->toPlainText().remove(u'\n'), shown.view.text());
        QVERIFY(shown.find<QLabel>("textStatus")->text().startsWith(QStringLiteral("1,000 tokens")));
    }

    void theEndComesAfterAllPieces()
    {
        Shown shown;
        shown.type(QStringLiteral("Once"));
        shown.view.begin();
        shown.view.append(QStringLiteral(" upon"));
        shown.view.append(QStringLiteral(" a time"));
        shown.view.end(QStringLiteral("stopped"));
        const auto all = QStringLiteral("Once upon a time");
        QCOMPARE(shown.find<QTextEdit>("textOutput")->toPlainText(), all);
        QCOMPARE(shown.find<QLabel>("textStatus")->text(), QStringLiteral("stopped"));
        QTest::qWait(120);      // nothing comes after it
        QCOMPARE(shown.find<QLabel>("textStatus")->text(), QStringLiteral("stopped"));
        // What the last text left behind is not in the next one.
        shown.view.begin();
        shown.view.append(QStringLiteral(" more"));
        shown.view.begin();
        QTest::qWait(120);
        QCOMPARE(shown.view.text(), QStringLiteral("Once"));
        QCOMPARE(shown.find<QTextEdit>("textOutput")->toPlainText(), QStringLiteral("Once"));
    }

    void aTextWithoutLineBreaksIsCopiedAsItIs_data()
    {
        QTest::addColumn<QString>("piece");
        QTest::newRow("words") << QStringLiteral("word ");
        QTest::newRow("no spaces") << QStringLiteral("abcdefg");
        QTest::newRow("outside the first plane") << QStringLiteral("\U0001F600\u2028");
        QTest::newRow("lines") << QStringLiteral("a line and so on\n");
    }
    void aTextWithoutLineBreaksIsCopiedAsItIs()
    {
        QFETCH(QString, piece);
        Shown shown;
        shown.find<QPlainTextEdit>("textPrompt")->setPlainText(QStringLiteral("prompt ").repeated(2000));
        shown.view.begin();
        auto all = QStringLiteral("prompt ").repeated(2000);
        for (int batch = 0; batch < 5; ++batch) {
            for (int n = 0; n < 3001; ++n) {
                shown.view.append(piece);
                all += piece;
            }
            QTest::qWait(60);
        }
        shown.view.append(QStringLiteral("\nthe last line"));
        shown.view.end(QStringLiteral("done"));
        all += QStringLiteral("\nthe last line");
        QCOMPARE(shown.view.text(), all);
        auto* output = shown.find<QTextEdit>("textOutput");
        for (auto block = output->document()->begin(); block.isValid(); block = block.next())
            QVERIFY2(block.length() < 5000, qPrintable(QString::number(block.length())));
        QTest::mouseClick(shown.find<QPushButton>("textCopy"), Qt::LeftButton);
        QVERIFY(QApplication::clipboard()->text() == all);
        QApplication::clipboard()->clear();
        output->selectAll();
        output->copy();
        QVERIFY(QApplication::clipboard()->text() == all);
        // A part, from within one paragraph to within another.
        auto cursor = output->textCursor();
        cursor.setPosition(1000);
        cursor.setPosition(5000, QTextCursor::KeepAnchor);
        output->setTextCursor(cursor);
        output->copy();
        const auto part = QApplication::clipboard()->text();
        QVERIFY(part.size() >= 3990 && all.mid(1000).startsWith(part));
    }

    void withoutARunItSaysWhatToDo()
    {
        TextView view;
        view.show();
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("textStatus"))->text().contains(QStringLiteral("Select a run")));
        QVERIFY(!view.canWrite());
    }

    void settingsComeBack()
    {
        Shown shown;
        shown.type(QStringLiteral("Once"));
        shown.find<QSpinBox>("textSeed")->setValue(12);
        shown.find<QDoubleSpinBox>("textTemperature")->setValue(0);
        Shown other;
        other.view.restoreSettings(shown.view.saveSettings());
        auto expected = shown.view.wish();
        QCOMPARE(other.view.wish(), expected);
        other.view.restoreSettings("no settings");
    }

    void theNewestCheckpointIsTakenUnlessAnotherWasChosen()
    {
        Shown shown;
        auto* checkpoint = shown.find<QComboBox>("textCheckpoint");
        QCOMPARE(checkpoint->currentData().toString(), QStringLiteral("latest"));
        QCOMPARE(checkpoint->itemData(1).toString(), QStringLiteral("2000"));
        shown.view.setCheckpoints(QStringLiteral("/runs/other"), {5});
        QCOMPARE(checkpoint->count(), 3);
    }
};

BAMSCOPE_TEST(TextViewTest)
#include "test_text_view.moc"
