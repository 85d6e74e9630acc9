// SPDX-License-Identifier: GPL-3.0-or-later
// Several ranks that go on with a run which is finished, or which another process holds.
#include "core/base/text.h"
#include "core/runs/folder_lock.h"
#include "tests/support/rank_places.h"
#include "tests/support/test_main.h"
#include "tests/train/bench.h"

#include <array>
#include <thread>

using namespace bam;
using namespace bam::test;
namespace fs = std::filesystem;

class ResumeOfRanks : public Suite {
    Q_OBJECT
    std::string m_said;

    train::TrainOptions listening()
    {
        m_said.clear();
        train::TrainOptions options;
        options.log = [this](const std::string& line) { m_said += line + "\n"; };
        return options;
    }

private Q_SLOTS:
    // Neither a number of ranks that shares its steps, nor the device, nor the other ranks.
    void aFinishedRunNeedsNothingOfSeveralRanks()
    {
        const Bench bench;
        const auto run = train::trainNew(bench.spec(), {}).run;
        auto options = listening();
        options.ranks = place(0, 3, freePort());
        options.device = "cuda:90";
        QCOMPARE(train::resumeRun(run, options).steps, 12);
        QVERIFY2(m_said.find("nothing to resume") != std::string::npos, m_said.c_str());
    }

    // The others may have seen that it is, and left.
    void aRankThatWaitsForOthersLeavesWhenTheRunIsFinished()
    {
        const Bench bench;
        const auto run = train::trainNew(bench.spec(), {}).run;
        const auto finished = readFile(run / "status.json");
        auto status = statusOf(run);
        status["state"] = "running";
        writeFileAtomic(run / "status.json", status.dump());
        auto options = listening();
        options.ranks = place(0, 2, freePort());
        options.log = [&](const std::string& line) {
            m_said += line + "\n";
            if (line.starts_with("waiting for the other ranks"))
                writeFileAtomic(run / "status.json", finished);
        };
        QCOMPARE(train::resumeRun(run, options).steps, 12);
        QVERIFY2(m_said.find("waiting for") != std::string::npos && m_said.find("nothing to resume") != std::string::npos, m_said.c_str());
    }

    void aStopOfAnyRankEndsTheWaitForTheRun_data()
    {
        QTest::addColumn<int>("stopped");
        QTest::newRow("the first, which waits") << 0;
        QTest::newRow("another") << 1;
    }

    void aStopOfAnyRankEndsTheWaitForTheRun()
    {
        QFETCH(int, stopped);
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 5);
        const runs::FolderLock held(run, ".lock");
        const int port = freePort();
        std::array<std::stop_source, 2> stops;
        std::array<std::string, 2> told;
        std::vector<std::jthread> ranks;
        for (int rank = 0; rank < 2; ++rank)
            ranks.emplace_back([&, rank] {
                train::TrainOptions options;
                options.ranks = place(rank, 2, port);
                options.log = [&](const std::string& line) {
                    if (line.find("waiting for it to end") != std::string::npos)
                        stops[std::size_t(stopped)].request_stop();
                };
                try {
                    train::resumeRun(run, options, stops[std::size_t(rank)].get_token());
                } catch (const Error& error) {
                    told[std::size_t(rank)] = str(int(error.code()), ": ", error.cause());
                }
            });
        ranks.clear();
        for (const auto& text : told)
            QVERIFY2(text.starts_with("3: stopped on request while another process held"), text.c_str());
    }
};

BAMSCOPE_TEST(ResumeOfRanks)
#include "test_resume_ranks.moc"
