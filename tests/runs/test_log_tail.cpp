// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/runs/log_tail.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <cmath>
#include <fstream>

#include <sys/stat.h>

using namespace bam;
using runs::LogTail;
using Change = LogTail::Change;

namespace {

constexpr const char* kHeader = "step,time,loss,norm,lr,exec_time,tok/sec\n";

std::string row(int step, double loss) { return std::to_string(step) + "," + std::to_string(step * 0.5) + "," + std::to_string(loss) + ",1,0.001,0.1,1000\n"; }

}  // namespace

class LogTailTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void itReadsEachRowOnceAsTheFileGrows()
    {
        write(kHeader + row(0, 5));
        LogTail tail(m_file, {"loss", "tok/sec"});
        QCOMPARE(tail.poll(), Change::Appended);
        QCOMPARE(tail.columns().rows(), std::size_t(1));
        QCOMPARE(tail.poll(), Change::None);
        append(row(1, 4) + row(2, 3));
        QCOMPARE(tail.poll(), Change::Appended);
        QCOMPARE(tail.columns().step, (std::vector<double>{0, 1, 2}));
        QCOMPARE(tail.columns().values[0], (std::vector<float>{5, 4, 3}));
        QCOMPARE(tail.columns().values[1], (std::vector<float>{1000, 1000, 1000}));
    }

    void aTornLastRowIsLeftForLater()
    {
        write(kHeader + row(0, 5) + "1,0.5,4.");
        LogTail tail(m_file, {"loss"});
        tail.poll();
        QCOMPARE(tail.columns().rows(), std::size_t(1));
        append("25,1,0.001,0.1,1000\n");
        QCOMPARE(tail.poll(), Change::Appended);
        QCOMPARE(tail.columns().values[0], (std::vector<float>{5, 4.25f}));
    }

    void aTruncatedOrReplacedFileIsReadAgain()
    {
        write(kHeader + row(0, 5) + row(1, 4) + row(2, 3));
        LogTail tail(m_file, {"loss"});
        tail.poll();
        write(kHeader + row(0, 5));
        QCOMPARE(tail.poll(), Change::Restarted);
        QCOMPARE(tail.columns().rows(), std::size_t(1));
        std::filesystem::remove(m_file);
        QCOMPARE(tail.poll(), Change::Gone);
        QCOMPARE(tail.columns().rows(), std::size_t(1));
        QVERIFY(tail.problem().find("cannot be opened") != std::string::npos);
        write(kHeader + row(7, 1) + row(8, 1));
        QCOMPARE(tail.poll(), Change::Restarted);
        QCOMPARE(tail.columns().step, (std::vector<double>{7, 8}));
    }

    void aResumedRunsCutIsNoticedEvenWhenTheFileGrewAgain()
    {
        write(kHeader + row(0, 5) + row(1, 4) + row(2, 3));
        LogTail tail(m_file, {"loss"});
        tail.poll();
        // Cut to step 1 and written on, in place, past the old length.
        std::filesystem::resize_file(m_file, std::string(kHeader + row(0, 5)).size());
        append(row(1, 2) + row(2, 1.5) + row(3, 1));
        QCOMPARE(tail.poll(), Change::Restarted);
        QCOMPARE(tail.columns().values[0], (std::vector<float>{5, 2, 1.5f, 1}));
    }

    void badRowsArePassedOverAndCounted()
    {
        write(kHeader + row(0, 5) + "garbage\n0garbage\n\n" + "1,0.5,,1,0.001,0.1,1000\r\n" + "2,1.0,nan\n");
        LogTail tail(m_file, {"loss", "norm"});
        tail.poll();
        QCOMPARE(tail.badRows(), 2);
        QCOMPARE(tail.columns().step, (std::vector<double>{0, 1, 2}));
        QVERIFY(std::isnan(tail.columns().values[0][1]) && std::isnan(tail.columns().values[0][2]));
        QCOMPARE(tail.columns().values[1][1], 1.0f);
        QVERIFY(std::isnan(tail.columns().values[1][2]));
    }

    void aFileThatIsNoLogSaysSo()
    {
        write("hello\nworld\n");
        LogTail tail(m_file, {"loss"});
        tail.poll();
        QCOMPARE(tail.columns().rows(), std::size_t(0));
        QVERIFY(tail.problem().find("has no column step") != std::string::npos);
    }

    void aLongFileCanBeReadInPieces()
    {
        std::string text = kHeader;
        for (int step = 0; step < 200'000; ++step)
            text += row(step, 1);
        write(text);
        LogTail tail(m_file, {"loss"});
        int polls = 0;
        do {
            tail.poll(1 << 20);
            ++polls;
        } while (tail.hasMore());
        QVERIFY(polls > 1);
        QCOMPARE(tail.columns().rows(), std::size_t(200'000));
        QCOMPARE(tail.columns().step.back(), 199'999.0);
    }

    void aPipeInPlaceOfALogIsNotWaitedFor()
    {
        std::filesystem::remove(m_file);
        QCOMPARE(::mkfifo(m_file.c_str(), 0600), 0);
        LogTail tail(m_file, {"loss"});
        QCOMPARE(tail.poll(), Change::Gone);
        QVERIFY(tail.problem().find("is not a regular file") != std::string::npos);
        std::filesystem::remove(m_file);
    }

    void stepsThatAreNoNumbersArePassedOver()
    {
        write(kHeader + row(0, 5) + "nan,1,1,1,1,1,1\ninf,1,1,1,1,1,1\n-inf,1,1,1,1,1,1\n" + kHeader + row(1, 4));
        LogTail tail(m_file, {"loss"});
        tail.poll();
        QCOMPARE(tail.columns().step, (std::vector<double>{0, 1}));
        QCOMPARE(tail.badRows(), std::int64_t(3));      // the second header is none
    }

    void aLineWithoutAnEndIsNotKeptInMemory()
    {
        write(kHeader + row(0, 5) + std::string(std::size_t(40) << 20, 'x'));
        LogTail tail(m_file, {"loss"});
        QCOMPARE(tail.poll(), Change::Appended);
        QCOMPARE(tail.badRows(), std::int64_t(1));
        append("yz\n" + row(1, 4) + row(2, 3));
        QCOMPARE(tail.poll(), Change::Appended);
        QCOMPARE(tail.columns().step, (std::vector<double>{0, 1, 2}));
        QCOMPARE(tail.badRows(), std::int64_t(1));
        append(row(3, 2));
        QCOMPARE(tail.poll(), Change::Appended);
        QCOMPARE(tail.columns().rows(), std::size_t(4));
    }

    void anEndlessFirstLineIsNoHeaderAndIsSaidAtEveryLook()
    {
        write(std::string(std::size_t(40) << 20, 'x'));
        LogTail tail(m_file, {"loss"});
        for (int look = 0; look < 2; ++look) {
            tail.poll();
            QVERIFY(tail.problem().find("has no column step") != std::string::npos);
            QCOMPARE(tail.hasMore(), false);
        }
    }

private:
    void write(const std::string& text) { std::ofstream(m_file, std::ios::trunc) << text; }
    void append(const std::string& text) { std::ofstream(m_file, std::ios::app) << text; }

    QTemporaryDir m_folder;
    std::filesystem::path m_file = std::filesystem::path(m_folder.path().toStdString()) / "train.log";
};

BAMSCOPE_TEST(LogTailTest)
#include "test_log_tail.moc"
