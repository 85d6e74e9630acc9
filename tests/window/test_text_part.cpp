// SPDX-License-Identifier: GPL-3.0-or-later
// A model that writes in the window: the process behind the pane, with the real program.
#include "app/window/main_window.h"
#include "app/window/runs_part.h"
#include "app/work/generation_process.h"
#include "tests/support/test_main.h"
#include "tests/window/window_home.h"
#include "widgets/views/text/text_view.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>

namespace bam::window {

class TextPartTest : public test::Suite {
    Q_OBJECT
    test::WindowHome m_home;
    QString m_run;

    void batch(const QStringList& arguments) const
    {
        QProcess process;
        process.setWorkingDirectory(m_home.path());
        process.start(QStringLiteral(BAMSCOPE_PROGRAM), QStringList{QStringLiteral("--batch")} + arguments);
        QVERIFY(process.waitForFinished(60'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    }

private Q_SLOTS:
    void initTestCase()
    {
        QByteArray text;
        for (int n = 0; n < 800; ++n)
            text += "the " + QByteArray::number(n * 7919 % 1000) + " trees of the valley number " + QByteArray::number(n) + " and the river runs by\n";
        test::WindowHome::write(m_home.path(QStringLiteral("text.txt")), text);
        batch({"tokenizer", "train", "text.txt", "--pieces", "80", "--out", "t.model"});
        batch({"dataset", "text.txt", "--tokenizer", "t.model", "--out", "shards"});
        batch({"train", "--dataset", "shards", "--dim", "16", "--layers", "1", "--heads", "2", "--vocabulary", "80", "--batch_size", "2", "--sequence_length", "16", "--tokens_per_step", "32",
            "--num_iterations", "3", "--val_tokens", "0", "--device", "cpu", "--threads", "1", "--log_dir", "logs", "--quiet"});
        m_run = m_home.path(QStringLiteral("logs/custom/bam/version_00"));
        QVERIFY(QFile::exists(m_run + QStringLiteral("/args.json")));
    }

    void aProcessWritesTokenByTokenAndTellsItsSpeed()
    {
        work::GenerationProcess process(QStringLiteral(BAMSCOPE_PROGRAM));
        QSignalSpy written(&process, &work::GenerationProcess::written), done(&process, &work::GenerationProcess::done), failed(&process, &work::GenerationProcess::failed);
        process.start({m_run, "--tokens", "20", "--ignore_eos"}, QStringLiteral("the 5 trees"));
        QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, 30'000);
        QCOMPARE(failed.size(), 0);
        QCOMPARE(written.size(), 20);
        const auto text = done[0][0].value<work::WrittenText>();
        QCOMPARE(text.tokens, 20);
        QVERIFY(text.promptTokens > 3 && text.tokensPerSecond > 0 && !text.stopped);
    }

    void whatIsLeftOfTheTextAtItsEndIsShown()
    {
        const auto program = m_home.path(QStringLiteral("cut_off.sh"));
        test::WindowHome::write(program, R"sh(#!/bin/sh
cat > /dev/null
echo '{"event":"token","id":1,"text":"seven"}'
echo '{"event":"token","id":2,"text":""}'
echo '{"event":"done","tokens":2,"text":"seven\ufffd"}'
)sh");
        QVERIFY(QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        work::GenerationProcess process(program);
        QSignalSpy written(&process, &work::GenerationProcess::written), done(&process, &work::GenerationProcess::done);
        for (int n = 1; n <= 2; ++n) {      // a second text begins anew
            process.start({m_run}, QStringLiteral("the"));
            QTRY_COMPARE_WITH_TIMEOUT(done.size(), n, 30'000);
            QString text;
            while (!written.isEmpty())
                text += written.takeFirst()[0].toString();
            QCOMPARE(text, QStringLiteral("seven\ufffd"));
        }
    }

    void stoppingKeepsWhatWasWritten()
    {
        work::GenerationProcess process(QStringLiteral(BAMSCOPE_PROGRAM));
        QSignalSpy written(&process, &work::GenerationProcess::written), done(&process, &work::GenerationProcess::done);
        process.start({m_run, "--tokens", "1000000", "--ignore_eos"}, QStringLiteral("the"));
        QTRY_VERIFY_WITH_TIMEOUT(written.size() > 3, 30'000);
        process.stop();
        QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, 30'000);
        QVERIFY(done[0][0].value<work::WrittenText>().stopped);
        QVERIFY(!process.isRunning());
    }

    void aProcessThatIsKilledOrRefusesIsTold()
    {
        work::GenerationProcess process(QStringLiteral(BAMSCOPE_PROGRAM));
        QSignalSpy failed(&process, &work::GenerationProcess::failed);
        process.start({m_home.path(QStringLiteral("nowhere"))}, QStringLiteral("the"));
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 30'000);
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("nowhere")));
        work::GenerationProcess missing(m_home.path(QStringLiteral("no_program")));
        QSignalSpy unstarted(&missing, &work::GenerationProcess::failed);
        missing.start({m_run}, QStringLiteral("the"));
        QTRY_COMPARE_WITH_TIMEOUT(unstarted.size(), 1, 30'000);
        QVERIFY(unstarted[0][0].toString().contains(QStringLiteral("could not be started")));
    }

    void aSecondTextEndsTheFirst()
    {
        work::GenerationProcess process(QStringLiteral(BAMSCOPE_PROGRAM));
        QSignalSpy done(&process, &work::GenerationProcess::done), failed(&process, &work::GenerationProcess::failed);
        process.start({m_run, "--tokens", "1000000", "--ignore_eos"}, QStringLiteral("the"));
        process.start({m_run, "--tokens", "3", "--ignore_eos"}, QStringLiteral("the"));
        QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, 30'000);
        QCOMPARE(done[0][0].value<work::WrittenText>().tokens, 3);
        QCOMPARE(failed.size(), 0);
    }

    void theSelectedRunWritesInItsPane()
    {
        Settings settings;
        MainWindow window(settings, {m_home.path(QStringLiteral("logs"))});
        window.resize(1280, 800);
        window.show();
        QTRY_COMPARE(window.runs().model().runCount(), 1);
        auto* pane = window.findChild<QDockWidget*>(QStringLiteral("textPane"));
        QVERIFY(pane);
        pane->show();
        pane->raise();
        window.runs().show(m_run);
        auto* view = pane->findChild<views::TextView*>();
        QTRY_COMPARE(view->run(), m_run);
        QTRY_COMPARE(view->findChild<QComboBox*>(QStringLiteral("textCheckpoint"))->count(), 2);
        auto* prompt = view->findChild<QPlainTextEdit*>(QStringLiteral("textPrompt"));
        prompt->setFocus();
        QTest::keyClicks(prompt, QStringLiteral("the 5 trees"));
        QTest::mouseClick(view->findChild<QPushButton*>(QStringLiteral("textWrite")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy() && view->text().size() > 12, 60'000);
        QVERIFY(view->text().startsWith(QStringLiteral("the 5 trees")));
        QVERIFY2(view->findChild<QLabel*>(QStringLiteral("textStatus"))->text().contains(QStringLiteral("tokens/s")), qPrintable(view->findChild<QLabel*>(QStringLiteral("textStatus"))->text()));
    }
};

BAMSCOPE_TEST(TextPartTest)

}  // namespace bam::window

#include "test_text_part.moc"
