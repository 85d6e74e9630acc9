// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts for Slurm, run by a shell as the cluster would, and what other commands tell of sweeps and runs.
#include "tests/app/sweep_place.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

using namespace bam;

class ClusterCommands : public test::Suite {
    Q_OBJECT
    test::SweepPlace m_place;

    /// A shell with a stand-in for srun, in the workplace. @param log where output goes, as Slurm's log does
    test::Outcome shell(const QStringList& arguments, const QString& task = {}, const QString& log = {}) const
    {
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", m_place.path("stand-in") + ":" + environment.value("PATH"));
        environment.insert("SLURM_CPUS_PER_TASK", "1");
        if (!task.isEmpty())
            environment.insert("SLURM_ARRAY_TASK_ID", task);
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_place.path());
        if (!log.isEmpty())
            process.setStandardOutputFile(m_place.path(log), QIODevice::Append);
        process.start("/bin/bash", arguments);
        if (!process.waitForFinished(120'000))
            return {};
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
    }

    void requireSound(const QString& script) const
    {
        EXPECT_EXIT(shell({"-n", script}), 0);
        if (const auto checker = QStandardPaths::findExecutable("shellcheck"); !checker.isEmpty())
            EXPECT_EXIT(shell({"-c", checker + " -S warning -s bash " + script}), 0);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_place.prepareData();
        QVERIFY(QDir(m_place.path()).mkdir("stand-in"));
        m_place.write("stand-in/srun", "#!/bin/bash\nwhile [[ $1 == --* ]]; do shift; done\nexec \"$@\"\n");
        QFile::setPermissions(m_place.path("stand-in/srun"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    void aSweepBecomesAJobArrayThatEachTaskDoesOnce()
    {
        m_place.writeSweep("grid", R"("seeds": "0-2", "encodings": ["bam", "rotary"], "devices": "cpu")");
        const auto written = m_place.run({"--batch", "sbatch", "grid.json", "--set", "sweep.out=grid", "--gpus", "0", "--cpus", "2", "--hours", "1.5", "--together", "4", "--partition", "gpu@a", "--account", "proj:lab+x"});
        EXPECT_EXIT(written, 0);
        const auto script = m_place.read("grid.sbatch");
        for (const auto* line : {"#!/bin/bash\n#SBATCH --job-name=grid\n", "#SBATCH --array=0-5%4\n", "#SBATCH --nodes=1\n", "#SBATCH --cpus-per-task=2\n", "#SBATCH --time=1:30:00\n", "#SBATCH --requeue\n",
                 "#SBATCH --signal=TERM@120\n", "#SBATCH --partition=gpu@a\n", "#SBATCH --account=proj:lab+x\n", " --only \"$SLURM_ARRAY_TASK_ID\"\n"})
            EXPECT_TEXT(script, line);
        QVERIFY(!script.contains("gpus") && !script.contains("@ARRAY") && !script.contains("SPDX"));
        requireSound("grid.sbatch");

        // Two tasks, and one of them once more, as when the cluster puts it back into the queue.
        EXPECT_EXIT(shell({"grid.sbatch"}, "4"), 0);
        EXPECT_EXIT(shell({"grid.sbatch"}, "1"), 0);
        EXPECT_EXIT(shell({"grid.sbatch"}, "1"), 0);
        QCOMPARE(m_place.runDirectories("grid").size(), 2);
        const auto status = m_place.run({"--batch", "status", "grid", "--json"}).events("status").value(0);
        QCOMPARE(status["counts"].toObject()["runs"].toInt(), 6);
        QCOMPARE(status["counts"].toObject()["finished"].toInt(), 2);
        QCOMPARE(status["entries"].toArray()[4].toObject()["state"].toString(), QString("finished"));
        // The whole sweep does the rest.
        EXPECT_EXIT(m_place.sweep("grid"), 0);
        QCOMPARE(m_place.runDirectories("grid").size(), 6);
        EXPECT_EXIT(shell({"grid.sbatch"}, "17"), 2);
    }

    void tasksOfAnArrayShareAFolder()
    {
        m_place.writeSweep("shared", R"("seeds": [1, 2])", R"("num_iterations": 600)", true);
        const auto first = m_place.start(test::SweepPlace::sweepArguments("shared", {"--only", "0"}));
        EXPECT_EXIT(m_place.sweep("shared", {"--only", "1"}), 0);
        QVERIFY(first->waitForFinished(120'000));
        QCOMPARE(first->exitCode(), 0);
        QCOMPARE(m_place.run({"--batch", "status", "shared", "--json"}).events("status").value(0)["counts"].toObject()["finished"].toInt(), 2);
        QVERIFY(m_place.sweep("shared").events("run").isEmpty());
        QCOMPARE(m_place.count("shared", "finished"), 2);
    }

    void aSpecBecomesAJobThatGoesOnWithItsRun()
    {
        const auto tiny = test::Workplace::tinyTraining();
        QStringList call{"--batch", "sbatch"};
        for (int n = 2; n < tiny.size(); ++n)
            call << tiny[n];
        const auto written = m_place.run(call + QStringList{"--log_dir", "jobs", "--gpus", "0", "--out", "one.sbatch", "--job-name", "one"});
        EXPECT_EXIT(written, 0);
        requireSound("one.sbatch");
        const auto script = m_place.read("one.sbatch");
        const auto log = QString::fromUtf8(script.mid(script.indexOf("--output=%x") + 11)).section('\n', 0, 0);
        for (const auto* id : {"7", "8"}) {
            const auto outcome = shell({"one.sbatch"}, {}, "one" + QString(log).replace("%j", id));
            EXPECT_EXIT(outcome, 0);
        }
        EXPECT_TEXT(m_place.read("one" + QString(log).replace("%j", "7")), "step     12/12");
        EXPECT_TEXT(m_place.read("one" + QString(log).replace("%j", "8")), "nothing to resume");
        QCOMPARE(QDir(m_place.path("jobs/custom/bam_ssmax")).entryList({"version_*"}, QDir::Dirs).size(), 1);
    }

    void aJobFindsItsRunWhateverItAndItsLogAreCalled()
    {
        QStringList call{"--batch", "sbatch"};
        const auto tiny = test::Workplace::tinyTraining();
        for (int n = 2; n < tiny.size(); ++n)
            call << tiny[n];
        EXPECT_EXIT(m_place.run(call + QStringList{"--log_dir", "named", "--gpus", "0", "--out", "named.sbatch", "--job-name", "Übung"}), 0);
        EXPECT_TEXT(m_place.read("named.sbatch"), "#SBATCH --job-name=bung\n");
        requireSound("named.sbatch");
        EXPECT_EXIT(shell({"named.sbatch"}, {}, "zz first.log"), 0);
        EXPECT_EXIT(shell({"named.sbatch"}, {}, "-second.log"), 0);
        EXPECT_TEXT(m_place.read("-second.log"), "nothing to resume");
        QCOMPARE(QDir(m_place.path("named/custom/bam_ssmax")).entryList({"version_*"}, QDir::Dirs).size(), 1);
        const auto nameless = m_place.run(call + QStringList{"--job-name", "日本"});
        EXPECT_EXIT(nameless, 0);
        EXPECT_TEXT(nameless.out, "#SBATCH --job-name=bamscope\n");
        const auto broken = m_place.run(call + QStringList{"--partition", "long one"});
        EXPECT_EXIT(broken, 2);
        EXPECT_TEXT(broken.err, "--partition is \"long one\"");
    }

    void ranksOfASweepAreTheGpusThatItsJobsAskFor()
    {
        m_place.writeSweep("ranked", R"("seeds": "0-1", "ranks": 2)");
        EXPECT_EXIT(m_place.run({"--batch", "sbatch", "ranked.json"}), 0);
        EXPECT_TEXT(m_place.read("ranked.sbatch"), "#SBATCH --gpus-per-node=2\n");
        const auto refused = m_place.run({"--batch", "sbatch", "ranked.json", "--gpus", "1", "--out", "other.sbatch"});
        EXPECT_EXIT(refused, 2);
        EXPECT_TEXT(refused.err, "sweep.ranks is 2");
        QVERIFY(!QFileInfo::exists(m_place.path("other.sbatch")));
    }

    void theResolvedSweepHasAbsolutePathsOnly()
    {
        m_place.writeSweep("paths", R"("fields": {"data.dataset": ["shards", "more"]})");
        EXPECT_EXIT(m_place.run({"--batch", "sbatch", "paths.json", "--set", "training.checkpoint=start.pt", "--set", "evaluation.perplexity=text.txt", "--set", "evaluation.ruler.essays=essays",
                        "--set", "evaluation.choice.tasks=mmlu=questions"}), 0);
        QVERIFY(QDir(m_place.path()).mkdir("another"));
        QFile::rename(m_place.path("paths.sweep.json"), m_place.path("another/paths.sweep.json"));
        const auto resolved = m_place.read("another/paths.sweep.json");
        const auto layers = QJsonDocument::fromJson(resolved).array();
        QJsonObject last;
        for (const auto& layer : layers)
            for (const auto& key : layer.toObject().keys()) {
                auto section = last[key].toObject();
                const auto given = layer.toObject()[key].toObject();
                for (const auto& field : given.keys())
                    section[field] = given[field];
                last[key] = section;
            }
        const auto absolute = [&](const char* name) { return QJsonValue(QDir(m_place.path()).canonicalPath() + "/" + name); };
        QCOMPARE(last["sweep"].toObject()["fields"].toObject()["data.dataset"].toArray(), (QJsonArray{absolute("shards"), absolute("more")}));
        QCOMPARE(last["training"].toObject()["checkpoint"], absolute("start.pt"));
        QCOMPARE(last["evaluation"].toObject()["perplexity"], absolute("text.txt"));
        QCOMPARE(last["evaluation"].toObject()["ruler"].toObject()["essays"], absolute("essays"));
        QCOMPARE(last["evaluation"].toObject()["choice"].toObject()["tasks"].toArray(), (QJsonArray{"mmlu=" + absolute("questions").toString()}));
    }

    void nothingIsWrittenOverTheSpecOrAnotherFileUnasked()
    {
        m_place.writeSweep("mine.sweep", R"("seeds": [1])");
        const auto spec = m_place.read("mine.sweep.json");
        for (const QStringList& more : {QStringList{}, {"--force"}}) {
            const auto over = m_place.run(QStringList{"--batch", "sbatch", "mine.sweep.json", "--out", "mine.sbatch"} + more);
            EXPECT_EXIT(over, 2);
            EXPECT_TEXT(over.err, "over the spec that is read");
        }
        QVERIFY(m_place.read("mine.sweep.json") == spec);
        QVERIFY(!QFileInfo::exists(m_place.path("mine.sbatch")));
        m_place.write("kept.sbatch", "echo mine\n");
        const QStringList call{"--batch", "sbatch", "mine.sweep.json", "--out", "kept.sbatch"};
        EXPECT_EXIT(m_place.run(call), 2);
        QCOMPARE(m_place.read("kept.sbatch"), QByteArray("echo mine\n"));
        EXPECT_EXIT(m_place.run(call + QStringList{"--force"}), 0);
        EXPECT_EXIT(m_place.run(call), 0);      // the same once more
    }

    void severalGpusAreProcessesOfTheProgramOrOfSrun()
    {
        const auto one = m_place.run({"--batch", "sbatch", "--preset", "l12", "--dataset", "shards", "--gpus", "4", "--cpus", "8", "--program", "bamscope"});
        EXPECT_EXIT(one, 0);
        for (const auto* text : {"--ntasks-per-node=1\n", "--gpus-per-node=4\n", "--cpus-per-task=32\n", "bamscope --batch train --ranks 4 --preset l12 ", "bamscope --batch train --ranks 4 --resume \"$run\"\n"})
            EXPECT_TEXT(one.out, text);
        const auto two = m_place.run({"--batch", "sbatch", "--preset", "l12", "--dataset", "shards", "--gpus", "2", "--nodes", "2", "--program", "bamscope"});
        EXPECT_EXIT(two, 0);
        for (const auto* text : {"--nodes=2\n", "--ntasks-per-node=2\n", "bamscope --batch train --preset l12 "})
            EXPECT_TEXT(two.out, text);
        const auto uneven = m_place.run({"--batch", "sbatch", "--preset", "l12", "--gpus", "7"});
        EXPECT_EXIT(uneven, 2);
        EXPECT_TEXT(uneven.err, "tokens_per_step");
    }

    void thePapersGridIsSixtyRunsAndAnArray()
    {
        const auto dry = m_place.run({"--batch", "sweep", "--preset", "paper_grid", "--set", "data.dataset=shards", "--devices", "cpu", "--dry-run", "--json"});
        EXPECT_EXIT(dry, 0);
        const auto rows = dry.events("run");
        QCOMPARE(rows.size(), 60);
        QCOMPARE(rows[0]["run"].toString(), QString("nope, l6, seed 42"));
        QVERIFY(rows[0]["seconds"].isNull());
        QCOMPARE(rows[59]["run"].toString(), QString("bam_ssmax, l24, seed 42"));
        const auto table = m_place.run({"--batch", "sweep", "paper_grid", "--dry-run", "--devices", "cpu"});
        EXPECT_EXIT(table, 0);
        for (const auto* text : {"60 runs on cpu", "sinusoidal_ssmax, l15, seed 42", "11.8 G", "unknown", "Memory of a device: "})
            EXPECT_TEXT(table.out, text);
        EXPECT_EXIT(m_place.run({"--batch", "sbatch", "paper_grid", "--set", "data.dataset=shards", "--together", "8", "--out", "cluster/paper.sbatch"}), 0);
        EXPECT_TEXT(m_place.read("cluster/paper.sbatch"), "#SBATCH --array=0-59%8\n");
        requireSound("cluster/paper.sbatch");
        const auto again = m_place.run({"--batch", "sweep", "cluster/paper.sweep.json", "--dry-run", "--devices", "cpu", "--json"});
        EXPECT_EXIT(again, 0);
        QCOMPARE(again.events("run").size(), 60);
        EXPECT_EXIT(m_place.run({"--batch", "sbatch", "paper_grid", "--set", "data.dataset=shards", "--nodes", "2", "--gpus", "4", "--set", "training.batch_size=8", "--out", "cluster/wide.sbatch"}), 0);
        EXPECT_TEXT(m_place.read("cluster/wide.sbatch"), "/\"$SLURM_ARRAY_TASK_ID.json\"\n");
        QVERIFY(QFileInfo::exists(m_place.path("cluster/wide.specs/59.json")));
        requireSound("cluster/wide.sbatch");
        const auto uneven = m_place.run({"--batch", "sbatch", "paper_grid", "--nodes", "2", "--gpus", "4"});
        EXPECT_EXIT(uneven, 2);
        EXPECT_TEXT(uneven.err, "paper_grid with 8 processes has 2 problems");
    }

    void statusTellsOfRunsAndFoldersOfRuns()
    {
        EXPECT_EXIT(m_place.run(test::Workplace::tinyTraining() + QStringList{"--log_dir", "logs", "--quiet"}), 0);
        const auto run = m_place.run({"--batch", "status", "logs/custom/bam_ssmax/version_00"});
        EXPECT_EXIT(run, 0);
        EXPECT_TEXT(run.out, "finished");
        EXPECT_TEXT(run.out, "12/12");
        const auto folder = m_place.run({"--batch", "status", "logs", "--json"});
        EXPECT_EXIT(folder, 0);
        QCOMPARE(folder.events("status").size(), 1);
        QCOMPARE(folder.events("status")[0]["step"].toInt(), 12);
        EXPECT_EXIT(m_place.run({"--batch", "status", "shards"}), 2);
        EXPECT_EXIT(m_place.run({"--batch", "status", "nowhere"}), 2);
    }
};

BAMSCOPE_TEST(ClusterCommands)
#include "test_cluster.moc"
