// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/worker_spec.h"
#include "core/spec/spec_io.h"
#include "tests/support/test_main.h"

using namespace bam;
using jobs::WorkerKind;
using jobs::WorkerSpec;

class WorkerSpecs : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aTrainingTakesItsSpecAsAFileWithTheDeviceInIt()
    {
        auto run = spec::preset("l12");
        run.training.seed = 7;
        const auto worker = jobs::trainWorker(run, "cuda:1");
        QVERIFY(worker.arguments == (std::vector<std::string>{"train", "{spec}"}));
        QCOMPARE(worker.device, std::string("cuda:1"));
        QCOMPARE(worker.encoding, spec::officialEncodingName(run.model));
        QVERIFY(worker.title.find("seed 7") != std::string::npos);
        std::vector<spec::Problem> problems;
        const auto back = spec::overlay(spec::RunSpec{}, spec::parseJson(worker.specJson, "spec"), problems);
        QVERIFY(problems.empty());
        run.training.device = "cuda:1";
        QVERIFY(back == run);
    }

    void everyKindComesBackFromJsonAsItWas()
    {
        for (const auto& worker : {jobs::trainWorker({}, "cpu", "a title"), jobs::resumeWorker("logs/l12/bam/version_03", "bam", "cuda:0"),
                 jobs::evaluateWorker("logs/l12/bam/version_03", "bam", "cpu", {"--samples", "3"}), jobs::datasetWorker({"a.txt", "--out", "b"}), jobs::tokenizerWorker({"a.txt"}),
                 jobs::runFileWorker("quickstart.json", "cpu", {"--out", "q"})}) {
            const auto back = jobs::workerFromJson(jobs::toJson(worker));
            QVERIFY(back.kind == worker.kind);
            QCOMPARE(back.title, worker.title);
            QVERIFY(back.arguments == worker.arguments);
            QCOMPARE(back.specJson, worker.specJson);
            QCOMPARE(back.run.string(), worker.run.string());
            QCOMPARE(jobs::toJson(back).dump(), jobs::toJson(worker).dump());
        }
        QCOMPARE(jobs::resumeWorker("logs/l12/bam/version_03", "bam", "cuda:0").title, std::string("l12/bam/version_03"));
    }

    void aDamagedJobSaysWhichFieldIsWrong()
    {
        auto json = jobs::toJson(jobs::datasetWorker({"a.txt"}));
        json["kind"] = "painting";
        EXPECT_ERROR(jobs::workerFromJson(json), ErrorCode::Failed, "painting");
        json["kind"] = "dataset";
        json["arguments"] = 3;
        EXPECT_ERROR(jobs::workerFromJson(json), ErrorCode::Failed, "arguments");
        EXPECT_ERROR(jobs::workerFromJson(nlohmann::ordered_json::array()), ErrorCode::Failed, "kind");
    }
};

BAMSCOPE_TEST(WorkerSpecs)
#include "test_worker_spec.moc"
