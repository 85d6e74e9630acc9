// SPDX-License-Identifier: GPL-3.0-or-later
// `train --resume` as a user meets it where not everything is as it was: data that were moved, ranks that do not fit, runs that are over.
#include "tests/app/program.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QJsonArray>

#include <csignal>
#include <memory>

using namespace bam;

class ResumeCommand : public test::Suite {
    Q_OBJECT
    test::Workplace m_place;

    static QString runIn(const QString& logs) { return logs + "/custom/bam_ssmax/version_00"; }
    static QStringList resume(const QString& logs, const QStringList& more = {}) { return QStringList{"--batch", "train", "--resume", runIn(logs)} + more; }
    QJsonObject runOf(const QString& logs) const { return QJsonDocument::fromJson(m_place.read(runIn(logs) + "/run.json")).object(); }

private Q_SLOTS:
    void initTestCase()
    {
        m_place.prepareData();
        EXPECT_EXIT(m_place.run(test::Workplace::tinyTraining() + QStringList{"--log_dir", "over", "--quiet"}), 0);
    }

    void dataThatWereMovedAreNamed_data()
    {
        QTest::addColumn<QStringList>("ranks");
        QTest::newRow("one") << QStringList{};
        QTest::newRow("two") << QStringList{"--ranks", "2"};
    }

    void dataThatWereMovedAreNamed()
    {
        QFETCH(QStringList, ranks);
        const QString logs = ranks.isEmpty() ? "moved" : "moved_ranks", elsewhere = logs + "_data";
        EXPECT_EXIT(m_place.runAndSignal(test::Workplace::tinyTraining() + QStringList{"--log_dir", logs, "--num_iterations", "400"}, "step     20/400", {SIGTERM}), 3);
        QVERIFY(QDir().rename(m_place.path("shards"), m_place.path(elsewhere)));
        const std::shared_ptr<void> back(nullptr, [&](void*) { QDir().rename(m_place.path(elsewhere), m_place.path("shards")); });
        const auto missing = m_place.run(resume(logs, ranks));
        EXPECT_EXIT(missing, 2);
        EXPECT_TEXT(missing.err, "are not where they were");
        EXPECT_TEXT(missing.err, "--dataset PATH");
        const auto wrong = m_place.run(resume(logs, QStringList{"--dataset", "nowhere"} + ranks));
        EXPECT_EXIT(wrong, 2);
        EXPECT_TEXT(wrong.err, "nowhere");
        EXPECT_EXIT(m_place.run(resume(logs, QStringList{"--dataset", elsewhere, "--quiet"} + ranks)), 0);
        QCOMPARE(runOf(logs)["spec"].toObject()["data"].toObject()["dataset"].toString(), m_place.path(elsewhere));
        QCOMPARE(runOf(logs)["starts"].toArray().last().toObject()["resumed_from_step"].toInt() >= 20, true);
    }

    void aFolderThatIsNoRunIsToldAlikeByEveryCommand()
    {
        for (const QStringList& command : {QStringList{"control", "nowhere", "stop"}, QStringList{"export", "nowhere", "--pt", "x.pt"}, QStringList{"train", "--resume", "nowhere"}}) {
            const auto outcome = m_place.run(QStringList{"--batch"} + command);
            EXPECT_EXIT(outcome, 2);
            EXPECT_TEXT(outcome.err, " nowhere is not a run directory: it has neither run.json nor args.json");
        }
    }
};

BAMSCOPE_TEST(ResumeCommand)
#include "test_resume_command.moc"
