// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/launch_lines.h"
#include "core/spec/spec_values.h"
#include "tests/support/test_main.h"

#include <QProcess>

using namespace bam;
using namespace bam::jobs;

namespace {

spec::RunSpec readBack(const spec::RunSpec& run)
{
    std::vector<std::string> notes;
    return specFromCommandLine(batchLine(run), spec::RunSpec{}, notes);
}

}  // namespace

class TestLaunchLines : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aPresetIsNamedAndNothingElse()
    {
        for (const auto& name : spec::presetNames())
            QCOMPARE(batchLine(spec::preset(name)), "bamscope --batch train --preset " + name);
    }

    void onlyWhatDiffersIsSaid()
    {
        auto run = spec::preset("l12");
        run.data.dataset = "shards/fine web";
        run.training.learningRate = 5e-4;
        run.model.encoding = "rotary";
        run.training.tensorcores = false;
        QCOMPARE(QString::fromStdString(batchLine(run)), QStringLiteral("bamscope --batch train --preset l12 --position_encoding rotary_ssmax --dataset 'shards/fine web' --learning_rate 0.0005 --no-tensorcores"));
    }

    void everySpecComesBack_data()
    {
        QTest::addColumn<QString>("preset");
        for (const auto& name : spec::presetNames())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void everySpecComesBack()
    {
        QFETCH(QString, preset);
        const auto base = spec::preset(preset.toStdString());
        QVERIFY(readBack(base) == base);
        for (const auto& entry : spec::allFields()) {
            auto run = base;
            auto value = fieldValue(run, entry.path);
            if (auto* whole = std::get_if<std::int64_t>(&value))
                *whole = *whole == 4 ? 8 : 4;
            else if (auto* real = std::get_if<double>(&value))
                *real = (*real == 0.25 ? 0.125 : 0.25) + (entry.field->min >= 1 ? entry.field->min : 0);
            else if (auto* flag = std::get_if<bool>(&value))
                *flag = !*flag;
            else if (std::get_if<std::string>(&value) && entry.field->choices.empty())
                value = std::string("a 'quoted' \"path\" $HOME/\\ *");
            else if (std::get_if<std::string>(&value))
                value = entry.field->choices.back();
            else if (entry.kind == spec::FieldKind::Integers)
                value = std::vector<std::int64_t>{8, 16};
            else
                value = entry.field->choices.empty() ? std::vector<std::string>{"mmlu=a folder", "own.json"} : std::vector<std::string>{entry.field->choices.back(), entry.field->choices.front()};
            changeField(run, entry.path, value);
            QVERIFY2(readBack(run) == run, (entry.path + ": " + batchLine(run)).c_str());
        }
    }

    void fieldsThatAreNotGivenComeBack()
    {
        auto run = spec::preset("l12");
        run.training.tokensPerStep = -1;
        run.training.numIterations = -1;
        run.data.valTokens = -1;
        run.data.dataset.clear();
        QVERIFY2(readBack(run) == run, batchLine(run).c_str());
        run.training.maxTokensPerStep = 700000;
        QVERIFY2(readBack(run) == run, batchLine(run).c_str());
    }

    void aCustomModelOfANamedShapeComesBack()
    {
        auto run = spec::preset("l12");
        run.model.size = "custom";
        QVERIFY2(readBack(run) == run, batchLine(run).c_str());
        run.model.heads = 32;
        QVERIFY2(readBack(run) == run, batchLine(run).c_str());
    }

    void wordsSurviveARealShell()
    {
        const std::vector<std::string> words{"plain", "two words", "it's", "\"double\"", "$HOME", "a\\b", "*", "", "tab\there", "ünïcode", "!x", "`id`"};
        QProcess shell;
        shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QStringLiteral("printf '%s\\n' ") + QString::fromStdString(shellLine(words))});
        QVERIFY(shell.waitForFinished());
        QByteArray expected;
        for (const auto& word : words)
            expected += QByteArray::fromStdString(word) + "\n";
        QCOMPARE(shell.readAllStandardOutput(), expected);
        QCOMPARE(shellWords(shellLine(words)), words);
    }

    void continuedLinesAndCommentsAreRead()
    {
        const std::vector<std::string> expected{"a", "b c", "d\"e", "f#g"};
        QCOMPARE(shellWords("a \\\n  'b c' \"d\\\"e\" f#g # the end\n"), expected);
        EXPECT_ERROR(shellWords("a 'b"), ErrorCode::Usage, "never closed");
    }

    void anSbatchScriptIsAShellScriptWithTheSameRun()
    {
        auto run = spec::preset("l12");
        run.data.dataset = "my shards";
        const auto script = sbatchScript(run, {4, 8, 1.5, {}});
        QVERIFY(script.starts_with("#!/bin/bash\n#SBATCH --job-name=l12-bam_ssmax\n"));
        for (const auto* part : {"--gpus-per-node=4\n", "--cpus-per-task=32\n", "--time=1:30:00\n", "bamscope --batch train --ranks 4 --preset l12 --dataset 'my shards'", "#SBATCH --requeue\n", "#SBATCH --signal=TERM@120\n"})
            QVERIFY2(script.find(part) != std::string::npos, part);
        QProcess shell;
        shell.start(QStringLiteral("/bin/bash"), {QStringLiteral("-n")});
        shell.write(QByteArray::fromStdString(script));
        shell.closeWriteChannel();
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.exitCode(), 0);
        run.training.device = "cpu";
        QVERIFY(sbatchScript(run).find("gpus") == std::string::npos);
    }

    void theOfficialCommandLineIsUnderstood()
    {
        std::vector<std::string> notes;
        const auto run = specFromCommandLine("torchrun --nproc-per-node 2 train.py --model_size=l6 --dataset=10B --position_encoding bam_ssmax --thata_beta_init linear "
                                             "--no_seq_scale --compile True --device \"\" --tokens_per_step=65536",
            spec::preset("l12"), notes);
        QCOMPARE(run.model.size, std::string("l6"));
        QCOMPARE(run.model.prior.thetaBetaInit, std::string("linear"));
        QVERIFY(!run.model.seqScaleTrainable);
        QCOMPARE(run.training.device, std::string("auto"));
        QCOMPARE(notes.size(), 1U);
        QVERIFY(notes[0].find("compile") != std::string::npos);
    }

    void flagsThatAreWrongAreAllNamed()
    {
        std::vector<std::string> notes;
        EXPECT_ERROR(specFromCommandLine("--learning_rate fast --nonsense --seed", {}, notes), ErrorCode::Usage, "--nonsense");
        EXPECT_ERROR(specFromCommandLine("--learning_rate fast --nonsense", {}, notes), ErrorCode::Usage, "fast");
        EXPECT_ERROR(specFromCommandLine("--seed", {}, notes), ErrorCode::Usage, "--seed");
    }
};

BAMSCOPE_TEST(TestLaunchLines)
#include "test_launch_lines.moc"
