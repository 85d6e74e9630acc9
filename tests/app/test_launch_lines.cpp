// SPDX-License-Identifier: GPL-3.0-or-later
// The copied command, given to a shell and the real program.
#include "core/jobs/launch_lines.h"
#include "core/spec/spec_values.h"
#include "tests/app/program.h"
#include "tests/support/test_main.h"

using namespace bam;
using spec::RunSpec;

namespace {

/// What the program says it would train.
RunSpec dryRun(const test::Workplace& place, const RunSpec& run)
{
    QProcess shell;
    shell.setWorkingDirectory(place.path());
    shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QString::fromStdString(jobs::batchLine(run, BAMSCOPE_PROGRAM) + " --dry-run")});
    if (!shell.waitForFinished(120'000) || shell.exitCode() != 0)
        throw Error(ErrorCode::Failed, shell.readAllStandardError().toStdString());
    const auto out = shell.readAllStandardOutput();
    std::vector<spec::Problem> problems;
    const auto read = spec::overlay(RunSpec{}, spec::parseJson(out.mid(out.indexOf("\n{\n")).toStdString(), "the output"), problems);
    spec::requireNone(problems, "the output");
    return read;
}

/// Changes of many fields at once, of every kind: numbers, switches, words, lists, paths with quotes, values that are not given.
void change(RunSpec& run, int variant)
{
    run.data.dataset = variant == 0 ? "it's a \"data set\"" : "";
    run.logDir = "-- runs $HOME";
    run.model.encoding = variant == 0 ? "alibi" : "bam";
    run.model.ssmax = variant == 1;
    run.model.seqScaleTrainable = variant == 0;
    spec::changeField(run, "model.n_layers", std::int64_t(3));
    run.model.prior.thetaAlphaInit = variant == 0 ? "sampled" : "-0.25";
    run.model.prior.thetaMuInit = -1.5;
    run.training.learningRate = 3e-5;
    run.training.priorLr = variant == 0 ? 1e-2 : -1;
    run.training.tokensPerStep = -1;
    run.training.minTokensPerStep = variant == 0 ? 100000 : -1;
    run.training.numIterations = 250;
    run.training.warmupIters = 10;
    run.training.tensorcores = !run.training.tensorcores;
    run.training.device = variant == 0 ? "cpu" : "cuda:3";
    run.data.valTokens = -1;
    run.data.maxValTokens = variant == 1 ? 500000 : -1;
    run.evaluation.passkey.lengths = {128, 1024, 65536};
    run.evaluation.passkey.samplings = {"end", "random"};
    run.evaluation.checkpoint = "my checkpoint";
    run.evaluation.runPasskey = variant == 0;
}

}  // namespace

class ProgramLaunchLines : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theProgramReadsTheSameSpec_data()
    {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<int>("variant");
        for (const auto& name : spec::presetNames())
            for (int variant = 0; variant < 2; ++variant)
                QTest::newRow((name + (variant == 0 ? " A" : " B")).c_str()) << QString::fromStdString(name) << variant;
    }

    void theProgramReadsTheSameSpec()
    {
        QFETCH(QString, preset);
        QFETCH(int, variant);
        const test::Workplace place;
        auto run = spec::preset(preset.toStdString());
        change(run, variant);
        QVERIFY(spec::validate(run).empty());
        const auto read = dryRun(place, run);
        std::string differing;
        for (const auto& path : spec::changedFields(run, read))
            differing += path + " ";
        QVERIFY2(differing.empty(), (differing + jobs::batchLine(run)).c_str());
    }

    void emptyListsAreReadBack()
    {
        const test::Workplace place;
        auto run = spec::preset("l6");
        run.evaluation.runPasskey = false;
        run.evaluation.passkey.lengths.clear();
        run.evaluation.passkey.samplings.clear();
        QVERIFY(dryRun(place, run) == run);
    }
};

BAMSCOPE_TEST(ProgramLaunchLines)
#include "test_launch_lines.moc"
