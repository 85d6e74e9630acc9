// SPDX-License-Identifier: GPL-3.0-or-later
// The attention page wired to its compute thread, with a lens that a test controls.
#include "app/window/lens_part.h"
#include "tests/support/test_main.h"
#include "tests/window/fake_lens.h"
#include "widgets/common/banner.h"
#include "widgets/models/run_model.h"
#include "widgets/views/attention/attended_text.h"
#include "widgets/views/attention/head_map.h"
#include "widgets/views/attention/lens_view.h"
#include "widgets/views/attention/retrieval_strip.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>

using namespace bam;

namespace {

struct Page {
    explicit Page(const QStringList& names = {QStringLiteral("/runs/a"), QStringLiteral("/runs/b")})
    {
        QVector<runs::RunRecord> records;
        for (const auto& name : names) {
            runs::RunRecord record;
            record.path = name.toStdString();
            record.encoding = "bam";
            record.sequenceLength = 160;
            records.append(record);
        }
        model.set(records);
        view.resize(1200, 760);
        view.show();
        part.setRuns(names);
    }
    template <typename T>
    T* find(const char* name) { return view.findChild<T*>(QLatin1String(name)); }
    void press(const char* name) { QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton); }
    QStringList messages()
    {
        QStringList texts;
        for (const auto* banner : view.findChildren<ui::Banner*>())
            texts.append(banner->message().text + QLatin1Char(' ') + banner->message().hint);
        return texts;
    }
    std::shared_ptr<test::FakeLenses> lenses = std::make_shared<test::FakeLenses>();
    models::RunModel model;
    views::LensView view;
    window::LensPart part{view, model, test::fakeOpener(lenses), nullptr};
};

}  // namespace

class LensPartTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aSelectedRunIsCapturedAndItsHeadsAblated()
    {
        Page page;
        page.press("lensCapture");
        QTRY_VERIFY(page.view.capture());
        QVERIFY(page.find<QLabel>("lensVerdict")->text().contains(QStringLiteral("Retrieved")));
        auto* strip = page.find<views::RetrievalStrip>("retrievalStrip");
        QTest::mouseClick(strip->viewport(), Qt::LeftButton, {}, strip->pointOf({1, 1}, 20).toPoint());
        QCOMPARE(page.view.head(), (inspect::HeadId{1, 1}));
        page.find<QSpinBox>("lensCount")->setValue(3);
        page.press("lensAblateTop");
        QTRY_COMPARE(page.view.capture()->changes.size(), std::size_t(3));
        QVERIFY(page.find<QLabel>("lensVerdict")->text().contains(QStringLiteral("Not retrieved")));
        QCOMPARE(page.find<QTableWidget>("lensOutcomes")->rowCount(), 2);
        page.view.selectRun(QStringLiteral("/runs/b"));
        QVERIFY(page.view.changes().changes().empty());          // they were of another model
        page.press("lensCapture");
        QTRY_COMPARE(QString::fromStdString(page.view.shownWish().source.run.string()), QStringLiteral("/runs/b"));
        QTRY_COMPARE(page.find<QTableWidget>("lensOutcomes")->rowCount(), 1);
    }

    void aCancelledCaptureLeavesWhatWasThereAndTheNextOneRuns()
    {
        Page page;
        page.press("lensCapture");
        QTRY_VERIFY(page.view.capture());
        const auto before = page.view.capture();
        page.lenses->hold = true;
        page.press("lensCapture");
        QTRY_COMPARE(page.lenses->holding.load(), 1);
        page.press("lensCancel");
        page.lenses->hold = false;
        QTRY_COMPARE(page.lenses->holding.load(), 0);
        QTest::qWait(20);
        QCOMPARE(page.view.capture(), before);
        QCOMPARE(page.messages(), QStringList());
        page.press("lensCapture");
        QTRY_VERIFY(page.view.capture() != before);
    }

    void theWindowLivesOnAfterEachBadInput()
    {
        Page page({QStringLiteral("/runs/vocabulary"), QStringLiteral("/runs/torch"), QStringLiteral("/runs/a")});
        page.press("lensCapture");
        QTRY_VERIFY(!page.messages().isEmpty());
        QVERIFY2(page.messages().join(QLatin1Char('\n')).contains(QStringLiteral("300 pieces")), qPrintable(page.messages().join(QLatin1Char('\n'))));
        page.view.selectRun(QStringLiteral("/runs/torch"));
        page.press("lensCapture");
        QTRY_VERIFY(page.messages().join(QLatin1Char('\n')).contains(QStringLiteral("not enough memory")));
        page.view.selectRun(QStringLiteral("/runs/a"));
        page.lenses->longest = 200;
        page.press("lensCapture");      // of 1,024 tokens
        QTRY_VERIFY(page.messages().join(QLatin1Char('\n')).contains(QStringLiteral("Up to 200 tokens fit")));
        QTRY_VERIFY(page.find<QLabel>("lensWarning")->isVisible());
        page.press("lensFit");
        page.press("lensCapture");
        QTRY_VERIFY(page.view.capture());
        QCOMPARE(page.view.capture()->prompt.length(), 200);
        page.find<QComboBox>("lensKind")->setCurrentIndex(2);
        QTRY_VERIFY(page.find<QLabel>("lensWarning")->text().contains(QStringLiteral("Type a few words")));
    }

    void anotherQueryAndAMatrixComeOnDemand()
    {
        Page page;
        page.press("lensCapture");
        QTRY_VERIFY(page.view.capture());
        page.find<QTabWidget>("lensTabs")->setCurrentIndex(1);
        auto* text = page.find<views::AttendedText>("attendedText");
        QTest::qWait(10);
        QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, text->pointOf(10));
        QTRY_COMPARE(page.lenses->noted().back(), std::string("decompose 10"));
        QTRY_COMPARE(page.view.figures().size(), std::size_t(4));
    }

    void aTextFileBecomesThePrompt()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath(QStringLiteral("text.txt"));
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("\xD9\x85\xD8\xB1\xD8\xAD\xD8\xA8\xD8\xA7 one \xFF two");
        out.close();
        Page page;
        page.find<QComboBox>("lensKind")->setCurrentIndex(3);
        QTest::keyClicks(page.find<QLineEdit>("lensFile"), file);
        QTRY_VERIFY(page.find<QPlainTextEdit>("lensText")->toPlainText().contains(QStringLiteral("one \uFFFD two")));
        Q_EMIT page.view.fileWanted(folder.filePath(QStringLiteral("missing.txt")));
        QTRY_VERIFY(page.messages().join(QLatin1Char('\n')).contains(QStringLiteral("cannot be read")));
        Q_EMIT page.view.fileWanted(folder.path());
        QTRY_VERIFY(page.messages().join(QLatin1Char('\n')).contains(QStringLiteral("it is no file")));
    }

    void aLargeFileIsRefusedAndTheWindowNeverWaits()
    {
        QTemporaryDir folder;
        QFile large(folder.filePath(QStringLiteral("large.txt"))), full(folder.filePath(QStringLiteral("full.txt")));
        QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(qint64(300) << 20));
        QVERIFY(full.open(QIODevice::WriteOnly));
        full.write(QByteArray("words and more words, on one line after the other\n").repeated((1 << 20) / 50));
        full.close();
        Page page;
        page.find<QComboBox>("lensKind")->setCurrentIndex(3);
        QElapsedTimer since;
        qint64 longest = 0;
        since.start();
        Q_EMIT page.view.fileWanted(large.fileName());
        QVERIFY(page.messages().isEmpty());        // it comes by the event loop
        longest = std::max(longest, since.elapsed());
        QTRY_VERIFY(page.messages().join(QLatin1Char('\n')).contains(QStringLiteral("is larger than 1.00")));
        Q_EMIT page.view.fileWanted(large.fileName());
        since.restart();
        Q_EMIT page.view.fileWanted(full.fileName());       // replaces the one before
        longest = std::max(longest, since.elapsed());
        QTRY_VERIFY(page.find<QPlainTextEdit>("lensText")->toPlainText().size() > 1'000'000);
        QVERIFY2(longest <= 100, qPrintable(QString::number(longest)));
    }

    void aPriorIsTriedInARunThatIsNotSelected()
    {
        Page page;
        page.part.setRuns({QStringLiteral("/runs/a")});
        inspect::PriorValues values;
        values.thetaBeta = -0.7;
        page.part.tryPrior(QStringLiteral("/runs/b"), 1, 2, values);
        QTRY_VERIFY(page.view.capture() && !page.view.capture()->changes.empty());
        QCOMPARE(page.view.run(), QStringLiteral("/runs/b"));
        QCOMPARE(page.view.capture()->changes.front().prior->thetaBeta, -0.7);
        QCOMPARE(page.find<QTableWidget>("lensOutcomes")->rowCount(), 2);
    }

    void closingWhileACaptureRunsDoesNotWait()
    {
        auto page = std::make_unique<Page>();
        const auto lenses = page->lenses;
        lenses->hold = true;
        page->press("lensCapture");
        QTRY_COMPARE(lenses->holding.load(), 1);
        page.reset();
        QCOMPARE(lenses->alive.load(), 0);
    }
};

BAMSCOPE_TEST(LensPartTest)

#include "test_lens_part.moc"
