// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/priors/prior_history.h"
#include "core/runs/run_directory.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <cmath>
#include <fstream>

namespace bam::priors {
namespace {

constexpr const char* kHeader = "step,layer,head,theta_alpha,theta_beta,theta_mu,seq_scale\n";

struct File {
    QTemporaryDir folder;
    std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "priors.csv";
    explicit File(const std::string& content) { add(content); }
    void add(const std::string& content) const { std::ofstream(path, std::ios::app | std::ios::binary) << content; }
};

/// θβ of layer l, head h at a step is step/1000 + l + h/10.
std::string rowsOf(int step, int layers = 2, int heads = 3)
{
    std::string rows;
    for (int l = 0; l < layers; ++l)
        for (int h = 0; h < heads; ++h)
            rows += str(step, ',', l, ',', h, ",-0.5,", step / 1000.0 + l + h / 10.0, ",0,0.43\n");
    return rows;
}

}  // namespace

class PriorHistoryTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void rowsBecomeStepsLayersAndHeads()
    {
        const File file(kHeader + rowsOf(0) + rowsOf(32) + rowsOf(64));
        const auto history = readHistory(file.path);
        QCOMPARE(history.allSteps(), (std::vector<double>{0, 32, 64}));
        QCOMPARE(history.layers(), std::int64_t(2));
        QCOMPARE(history.heads(), std::int64_t(3));
        QVERIFY(history.hasParameters() && history.problem().empty() && history.badRows() == 0);
        QVERIFY(std::abs(history.at(2, {1, 2}).thetaBeta - 1.264) < 1e-6);
        QVERIFY(std::abs(history.at(0, {0, 0}).seqScale - 0.43) < 1e-6);
        QCOMPARE(history.indexAt(63), std::size_t(1));
        QCOMPARE(history.indexAt(1e9), std::size_t(2));
        QCOMPARE(history.indexAt(-5), std::size_t(0));
        QVERIFY(std::abs(history.range(kBeta).second - 1.264) < 1e-6 && history.range(kBeta).first == 0);
        QVERIFY(std::isnan(history.value(9, 0, 0, kBeta)) && std::isnan(history.value(0, 2, 0, kBeta)));
    }

    void aLogWrittenByARunIsReadTheSame()
    {
        const QTemporaryDir folder;
        spec::ModelSpec model;
        model.size = "l6";
        auto run = runs::RunDirectory::create(folder.path().toStdString(), model);
        run.append(std::vector<runs::PriorLogRow>{{0, 0, 0, 0.25, -0.75, 0, NAN}, {0, 0, 1, 0.5, 1.25, 0, NAN}});
        const auto history = readHistory(run.path() / "priors.csv");
        const auto rows = runs::readPriors(run.path() / "priors.csv");
        QCOMPARE(history.heads(), std::int64_t(rows.size()));
        for (const auto& row : rows)
            QCOMPARE(history.at(0, {row.layer, row.head}).thetaBeta, row.thetaBeta);
        QVERIFY(!history.has(kScale));
    }

    void aTornLastRowWaitsForItsEnd()
    {
        const File file(kHeader + rowsOf(0) + "32,0,0,-0.5,0.0");
        auto history = readHistory(file.path);
        QCOMPARE(history.steps(), std::size_t(1));
        file.add("7,0,0.43\n");
        history = readHistory(file.path);
        QCOMPARE(history.steps(), std::size_t(2));
        QVERIFY(std::abs(history.at(1, {0, 0}).thetaBeta - 0.07) < 1e-6);
        QVERIFY(std::isnan(history.at(1, {1, 2}).thetaBeta));       // not written yet
    }

    void rowsThatAreNoneAreCountedAndPassedOver()
    {
        const File file(kHeader + rowsOf(0) + "garbage\n32,-1,0,1,1,0,\n32,0,0.5,1,1,0,\n32,,,1,1,0,\n32,60000,60000,1,1,0,\n-3,0,0,1,1,0,\n32,0,1\n" + rowsOf(64));
        const auto history = readHistory(file.path);
        QCOMPARE(history.badRows(), std::int64_t(6));
        QCOMPARE(history.allSteps(), (std::vector<double>{0, 32, 64}));
        QVERIFY(std::isnan(history.at(1, {0, 1}).thetaAlpha));      // a row cut after its head tells nothing
        QVERIFY(std::abs(history.at(2, {1, 2}).thetaBeta - 1.264) < 1e-6);
        QCOMPARE(history.layers(), std::int64_t(2));
    }

    void stepsOutOfOrderAndTwiceComeOutInOrderOnce()
    {
        const File file(kHeader + rowsOf(64) + rowsOf(0) + rowsOf(64, 3, 4) + rowsOf(32));
        const auto history = readHistory(file.path);
        QCOMPARE(history.allSteps(), (std::vector<double>{0, 32, 64}));
        QCOMPARE(history.layers(), std::int64_t(3));
        QCOMPARE(history.heads(), std::int64_t(4));
        QVERIFY(std::abs(history.at(1, {1, 2}).thetaBeta - 1.232) < 1e-6);
        QVERIFY(std::abs(history.at(2, {2, 3}).thetaBeta - 2.364) < 1e-6);
        QVERIFY(std::isnan(history.at(0, {2, 3}).thetaBeta));
    }

    void missingColumnsAndParametersAreKnown()
    {
        const File few("step,layer,head,theta_alpha,theta_beta\n0,0,0,0.5,-1\n");
        auto history = readHistory(few.path);
        QVERIFY(history.hasParameters() && history.has(kBeta) && !history.has(kMu) && !history.has(kScale));
        QVERIFY(std::isnan(history.at(0, {0, 0}).thetaMu));
        const File none(std::string(kHeader) + "0,0,0,,,,\n0,0,1,,,,\n");
        history = readHistory(none.path);
        QVERIFY(!history.hasParameters() && history.problem().empty() && history.heads() == 2);
        const File other("a,b\n1,2\n");
        QVERIFY2(readHistory(other.path).problem().find("no column step") != std::string::npos, readHistory(other.path).problem().c_str());
        QVERIFY(readHistory(other.path.parent_path() / "missing.csv").problem().find("cannot be opened") != std::string::npos);
    }

    void piecesAddUpAndARestartVoidsWhatWasThere()
    {
        const File file(kHeader + rowsOf(0));
        runs::LogTail tail(file.path, priorColumnNames());
        PriorHistory history;
        const auto read = [&] {
            PriorPiece piece;
            piece.restarted = tail.poll() == runs::LogTail::Change::Restarted;
            piece.rows = tail.take();
            piece.complete = true;
            history.append(std::move(piece));
        };
        read();
        const int generation = history.generation();
        file.add(rowsOf(32));
        read();
        QCOMPARE(history.steps(), std::size_t(2));
        QVERIFY(history.generation() > generation);
        std::filesystem::remove(file.path);
        file.add(kHeader + rowsOf(7, 1, 1));
        read();
        QCOMPARE(history.allSteps(), std::vector<double>{7});
        QCOMPARE(history.heads(), std::int64_t(1));
    }
};

BAMSCOPE_TEST(PriorHistoryTest)

}  // namespace bam::priors

#include "test_prior_history.moc"
