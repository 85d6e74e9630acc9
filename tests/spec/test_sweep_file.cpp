// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/sweep_file.h"
#include "tests/support/test_main.h"

#include <set>

using namespace bam;
using namespace bam::spec;

namespace {

SweepSpec read(const char* text) { return readSweep({parseJson(text, "the test")}, "test"); }

}  // namespace

class SweepFileTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyAxisIsCrossed()
    {
        const auto sweep = read(R"({"preset": "l12", "data": {"dataset": "shards"}, "sweep": {"encodings": ["bam", "rotary_ssmax"], "sizes": "l6, l8", "seeds": "0-2",
            "fields": {"training.learning_rate": [1e-3, 5e-4], "model.prior.theta_alpha_init": ["slope", 0]},
            "devices": ["cuda", "cuda:1"], "parallel": 2, "retries": 0, "evaluate": true, "out": "there"}})");
        QCOMPARE(sweep.runs.size(), 2U * 2 * 3 * 2 * 2);
        QCOMPARE(sweep.devices, (std::vector<std::string>{"cuda:0", "cuda:1"}));
        QCOMPARE(sweep.parallel, 2);
        QCOMPARE(sweep.retries, 0);
        QVERIFY(sweep.evaluate);
        QCOMPARE(sweep.out, std::string("there"));
        const auto& first = sweep.runs.front();
        QCOMPARE(first.title, std::string("bam, l6, seed 0, learning_rate 0.001, theta_alpha_init slope"));
        QCOMPARE(first.spec.logDir, std::string("there/logs"));
        QCOMPARE(first.spec.data.dataset, std::string("shards"));
        QCOMPARE(sweep.runs.back().spec.training.learningRate, 5e-4);
        QCOMPARE(sweep.runs.back().spec.model.prior.thetaAlphaInit, std::string("0"));
        QVERIFY(sweep.runs.back().spec.model.ssmax);
        std::set<std::string> titles;
        for (const auto& run : sweep.runs)
            titles.insert(run.title);
        QCOMPARE(titles.size(), sweep.runs.size());
    }

    void aSpecWithoutAxesIsOneRun()
    {
        const auto sweep = read(R"({"preset": "laptop", "log_dir": "mine"})");
        QCOMPARE(sweep.runs.size(), 1U);
        QCOMPARE(sweep.runs[0].spec.logDir, std::string("mine"));
        QCOMPARE(sweep.out, std::string("sweeps/test"));
        QVERIFY(sweep.devices.empty());
    }

    void thePapersGridIsItsPresetsWithTenEncodings()
    {
        const auto sweep = readSweep({{{"preset", "paper_grid"}}, layerFromText("data.dataset=shards")}, "paper_grid");
        QCOMPARE(sweep.runs.size(), 60U);
        QVERIFY(sweep.evaluate);
        std::set<std::string> encodings;
        for (const auto& run : sweep.runs) {
            encodings.insert(officialEncodingName(run.spec.model));
            auto expected = preset(run.spec.model.size);
            expected.model.encoding = run.spec.model.encoding;
            expected.model.ssmax = run.spec.model.ssmax;
            expected.data.dataset = "shards";
            expected.logDir = run.spec.logDir;
            QVERIFY2(run.spec == expected, run.title.c_str());
        }
        QCOMPARE(encodings, (std::set<std::string>{"alibi", "alibi_ssmax", "bam", "bam_ssmax", "nope", "nope_ssmax", "rotary", "rotary_ssmax", "sinusoidal", "sinusoidal_ssmax"}));
    }

    void aSweepIsNoPresetOfOneRun()
    {
        for (const auto& name : presetNames())
            QVERIFY(name != "paper_grid");
        EXPECT_ERROR(preset("paper_grid"), ErrorCode::Usage, "--batch sweep --preset paper_grid");
        EXPECT_ERROR(sweepPreset("paper_gird"), ErrorCode::Usage, "Did you mean paper_grid?");
    }

    void laterLayersCountOverEarlierOnes()
    {
        const auto base = parseJson(R"({"preset": "laptop", "sweep": {"seeds": [1], "fields": {"training.learning_rate": [1, 2], "training.weight_decay": [0, 0.1]}}})", "the test");
        const auto sweep = readSweep({base, layerFromText("sweep.seeds=3-5"), layerFromText("sweep.fields.training.learning_rate=0.5"), layerFromText("training.num_iterations=70"), layerFromText("sweep.retries=4"),
            layerFromText("sweep.evaluate=true"), layerFromText("evaluation.passkey.lengths=200,300")}, "test");
        QCOMPARE(sweep.runs.size(), 6U);
        QCOMPARE(sweep.retries, 4);
        QVERIFY(sweep.evaluate);
        for (const auto& run : sweep.runs) {
            QCOMPARE(run.spec.training.learningRate, 0.5);
            QCOMPARE(run.spec.training.numIterations, 70);
            QCOMPARE(run.spec.evaluation.passkey.lengths, (std::vector<std::int64_t>{200, 300}));
        }
        EXPECT_ERROR(layerFromText("sweep.seeds"), ErrorCode::Usage, "PATH=VALUE");
    }

    void allProblemsAreListedAtOnce()
    {
        const char* text = R"({"preset": "l12", "traning": {}, "sweep": {"encodings": ["bam", "rope"], "sizes": ["l7"], "seeds": "4-1", "seed": 3, "presets": ["l13"],
            "fields": {"learning_rate": [1], "training.batch_size": [0], "evaluation.chunk": [1], "training.weight_decay": 0.1}, "devices": ["gpu"], "parallel": 0, "retries": -1, "evaluate": "yes", "out": ""}})";
        for (const auto* part : {"traning", "sweep.encodings is \"rope\"", "sweep.sizes is \"l7\"", "sweep.seeds is \"4-1\"", "sweep.seed is 3; expected a known key; did you mean seeds?", "sweep.presets is \"l13\"",
                 "did you mean training.learning_rate?", "sweep.fields.training.batch_size is 0", "a field that changes the training", "sweep.fields.training.weight_decay is 0.1; expected a list", "sweep.devices is \"gpu\"",
                 "sweep.parallel is 0", "sweep.retries is -1", "sweep.evaluate is \"yes\"", "sweep.out is \"\""})
            EXPECT_ERROR(read(text), ErrorCode::Usage, part);
    }

    void aProblemOfSomeRunsNamesTheFirstOfThem()
    {
        EXPECT_ERROR(read(R"({"preset": "laptop", "sweep": {"encodings": ["bam", "rotary"], "fields": {"model.n_heads": [4, 128]}}})"), ErrorCode::Usage, "rotary, custom, seed 42, n_heads 128");
    }

    void tooManyRunsAreRefusedBeforeTheyAreMade()
    {
        EXPECT_ERROR(read(R"({"preset": "laptop", "sweep": {"seeds": "0-999", "fields": {"training.learning_rate": [1, 2, 3], "training.weight_decay": [1, 2, 3], "training.grad_clip": [1, 2, 3]}}})"), ErrorCode::Usage,
            "at most 1000");
    }
};

BAMSCOPE_TEST(SweepFileTest)
#include "test_sweep_file.moc"
