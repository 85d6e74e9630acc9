// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/log_feed.h"
#include "app/work/text_tail.h"
#include "tests/support/test_main.h"
#include "widgets/views/log/log_view.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

using namespace bam;
using work::TextTail;
using Change = TextTail::Change;

namespace {

struct Log {
    void append(const QByteArray& text) const
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append) && file.write(text) == text.size());
    }
    void replace(const QByteArray& text) const
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(text) == text.size());
    }
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("log.txt"));
};

}  // namespace

class TextTailTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void onlyWhatIsNewIsReadAndOnlyWholeLines()
    {
        Log log;
        TextTail tail(log.path);
        QStringList lines;
        QVERIFY(tail.poll(lines) == Change::None);
        log.append("one\ntwo\nthr");
        QVERIFY(tail.poll(lines) == Change::Appended);
        QCOMPARE(lines, (QStringList{"one", "two"}));
        lines.clear();
        log.append("ee\r\n\xff\n\nend\n");
        tail.poll(lines);
        QCOMPARE(lines, (QStringList{"three", QString(QChar::ReplacementCharacter), "", "end"}));
        lines.clear();
        QVERIFY(tail.poll(lines) == Change::None && lines.isEmpty());
    }

    void aTornLastLineIsShownOnceTheFileRests()
    {
        Log log;
        TextTail tail(log.path);
        QStringList lines;
        log.append("killed in the mid");
        for (int n = 0; n < 6; ++n)
            tail.poll(lines);
        QCOMPARE(lines, QStringList{"killed in the mid"});
    }

    void ofALongFileOnlyTheEndIsRead()
    {
        Log log;
        QByteArray text;
        for (int n = 0; n < 10'000; ++n)
            text += "line " + QByteArray::number(n) + '\n';
        log.append(text);
        TextTail tail(log.path, 1000);
        QStringList lines;
        int calls = 0;
        do {
            tail.poll(lines, 300);
            ++calls;
        } while (tail.hasMore());
        QVERIFY(calls >= 4);
        QCOMPARE(lines.last(), QString("line 9999"));
        QVERIFY(lines.size() < 110 && lines.first().startsWith("line 99"));
        QVERIFY(tail.skipped() > 0);
    }

    void cutReplacedAndRemovedFilesAreNoticed()
    {
        Log log;
        TextTail tail(log.path);
        QStringList lines;
        log.append("a first line\nand another\n");
        tail.poll(lines);
        lines.clear();
        log.replace("new\n");
        QVERIFY(tail.poll(lines) == Change::Restarted);
        QCOMPARE(lines, QStringList{"new"});
        lines.clear();
        log.replace("grown again, beyond where it was\n");
        QVERIFY(tail.poll(lines) == Change::Restarted);
        QCOMPARE(lines, QStringList{"grown again, beyond where it was"});
        lines.clear();
        QVERIFY(QFile::remove(log.path));
        QVERIFY(tail.poll(lines) == Change::Gone);
        QVERIFY(tail.poll(lines) == Change::None);
        log.append("back\n");
        QVERIFY(tail.poll(lines) == Change::Restarted);
        QCOMPARE(lines, QStringList{"back"});
    }
};

class LogFeedTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aRunsLogIsFollowedWithATabPerRank()
    {
        Log log;
        log.append("started\n");
        views::LogView view;
        work::LogFeed feed(&view);
        feed.showRun(log.folder.path(), "a run");
        QTRY_COMPARE(view.page(0)->toPlainText(), QString("started"));
        log.append("error: loss is nan\n");
        QTRY_VERIFY(view.page(0)->toPlainText().endsWith("nan"));
        QFile rank(log.folder.filePath("log.rank1.txt"));
        QVERIFY(rank.open(QIODevice::WriteOnly) && rank.write("rank one\n") > 0);
        rank.close();
        QTRY_COMPARE(view.tabCount(), 2);
        QTRY_COMPARE(view.page(1)->toPlainText(), QString("rank one"));
        log.replace("anew\n");
        QTRY_COMPARE(view.page(0)->toPlainText(), QString("anew"));
        QVERIFY(QFile::remove(log.path));
        QTRY_COMPARE(view.findChild<ui::BannerArea*>()->count(), 1);
        QCOMPARE(view.page(0)->toPlainText(), QString("anew"));
    }

    void aLogThatComesBackIsShownOnceAndNothingIsMissed()
    {
        Log log;
        log.append("one\ntwo\n");
        views::LogView view;
        work::LogFeed feed(&view);
        feed.showRun(log.folder.path(), "a run");
        QTRY_COMPARE(view.page(0)->toPlainText(), QString("one\ntwo"));
        const auto away = log.folder.filePath("away");
        QVERIFY(QFile::rename(log.path, away));
        QTRY_COMPARE(view.findChild<ui::BannerArea*>()->count(), 1);
        QVERIFY(QFile::rename(away, log.path));
        QTRY_COMPARE(view.findChild<ui::BannerArea*>()->count(), 0);
        QTRY_COMPARE(view.page(0)->toPlainText(), QString("one\ntwo"));
        log.append("three\n");
        QTRY_COMPARE(view.page(0)->toPlainText(), QString("one\ntwo\nthree"));
    }

    void ofALongLogTheEndIsShownAndTheRestIsNamed()
    {
        Log log;
        QByteArray text;
        for (int n = 0; text.size() < 5'000'000; ++n)
            text += "line " + QByteArray::number(n) + " of a long log with some more words in it, as logs have them\n";
        log.append(text + "the last line\n");
        views::LogView view;
        work::LogFeed feed(&view);
        feed.showRun(log.folder.path(), "long");
        QTRY_VERIFY(view.page(0)->toPlainText().endsWith("the last line"));
        const auto first = view.page(0)->toPlainText().section('\n', 0, 0);
        QVERIFY2(first.startsWith("note: the first ") && first.contains(log.path), qPrintable(first));
    }

    void aJobsEventsAreLinesForPeople()
    {
        Log log;
        log.append("{\"event\":\"log\",\"text\":\"hello\"}\n{\"event\":\"error\",\"cause\":\"No.\",\"hint\":\"Do.\"}\n");
        views::LogView view;
        work::LogFeed feed(&view);
        feed.showJob(log.path, log.folder.filePath("err.txt"), "a job");
        QTRY_COMPARE(view.page(0)->toPlainText(), QString("hello\nerror: No. Do."));
        QCOMPARE(view.tabCount(), 2);
        feed.clear();
        QCOMPARE(view.tabCount(), 0);
    }

    void aThousandLinesASecondDoNotHoldUpTheWindow()
    {
        Log log;
        views::LogView view;
        view.resize(800, 400);
        view.show();
        work::LogFeed feed(&view);
        feed.showRun(log.folder.path(), "busy");
        QElapsedTimer total, since;
        total.start();
        since.start();
        qint64 longest = 0;
        QTimer beat;
        QObject::connect(&beat, &QTimer::timeout, [&] { longest = std::max(longest, since.restart()); });
        beat.start(5);
        int written = 0;
        QTimer writer;
        QObject::connect(&writer, &QTimer::timeout, [&] {
            QByteArray text;
            for (; written < total.elapsed(); ++written)
                text += "step " + QByteArray::number(written) + "/200000 | loss 2.3456 | norm 0.98 | lr 1.0e-03 | 123,456 tok/s | ETA 1 h 05 min\n";
            log.append(text);
        });
        writer.start(20);
        QTest::qWait(2500);
        writer.stop();
        QTRY_COMPARE(view.page(0)->lines(), written);
        QVERIFY(written > 2000);
        QVERIFY2(longest <= 100, qPrintable(QString::number(longest)));
    }
};

BAMSCOPE_TEST(TextTailTest)
BAMSCOPE_TEST(LogFeedTest)
#include "test_log_feed.moc"
