// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/runs/folder_lock.h"
#include "core/runs/run_record.h"
#include "core/spec/estimate.h"
#include "core/spec/official_args.h"
#include "core/spec/spec_io.h"
#include "core/spec/spec_values.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cmath>

#include <unistd.h>

using namespace bam;
using namespace bam::runs;

namespace {

constexpr std::int64_t kNow = 1'796'000'000;
constexpr const char* kLog = "step,time,loss,norm,lr,exec_time,tok/sec\n0,0.5,4.5,1,0.001,0.5,9000\n1,1,4.25,1,0.001,0.5,9500\n2,1.5,4.";

}  // namespace

class RunRecordTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theSpecGivesTokensAndFlops()
    {
        auto spec = spec::preset("l6");
        spec.training.tokensPerStep = -1;
        spec.training.batchSize = 2;
        spec.training.sequenceLength = 128;
        spec.training.tokensPerStep = 2048;
        const auto run = place("l6/bam/version_00", spec);
        write(run / "notes.json", R"({"tags": ["paper"]})");
        const auto record = readRecord(run, m_folder.path().toStdString(), kNow);
        QVERIFY2(record.problem.empty(), record.problem.c_str());
        QCOMPARE(record.tokensPerStep, 2048.0);
        QCOMPARE(record.sequenceLength, 128);
        QCOMPARE(record.learningRate, spec.training.learningRate);
        QCOMPARE(record.flopsPerToken, spec::estimate(spec, 2).flopsPerToken);
        QCOMPARE(record.device, std::string("cuda:0"));
        QCOMPARE(record.notes.tags, std::vector<std::string>{"paper"});
        QVERIFY(sameRecord(record, readRecord(run, record.root, kNow)));
    }

    void runsThatDifferInSeedAndPlaceAreOfOneFamily()
    {
        auto spec = spec::preset("l6");
        const auto family = [&](const char* name) { return readRecord(place(name, spec), m_folder.path().toStdString(), kNow).family; };
        const auto first = family("a/l6/bam/version_00");
        spec.training.seed = 7;
        spec.logDir = "elsewhere";
        spec.training.device = "cpu";
        QCOMPARE(family("a/l6/bam/version_01"), first);
        spec.data.dataset = "/first/place/prose";
        spec.data.tokenizer = "/first/place/tokenizer.model";
        const auto ofData = family("a/l6/bam/version_03");
        spec.data.dataset = "/second/prose/";
        spec.data.tokenizer = "/second/tokenizer.model";
        QCOMPARE(family("a/l6/bam/version_04"), ofData);
        spec.data.dataset = "/second/code";
        QVERIFY(family("a/l6/bam/version_05") != ofData);
        spec.training.learningRate *= 2;
        QVERIFY(family("a/l6/bam/version_02") != first);
        QVERIFY(!first.empty());
    }

    void whatKeepsTheNumbersKeepsTheFamily()
    {
        const auto family = [&](const spec::RunSpec& spec) { return readRecord(place("kept/l6/bam/version_00", spec), m_folder.path().toStdString(), kNow).family; };
        const auto base = spec::preset("l6");
        const auto first = family(base);
        const auto check = [&](const spec::FieldEntry& entry, const spec::FieldValue& value) {
            auto changed = base;
            spec::setFieldValue(changed, entry.path, value);
            QVERIFY2(changed != base, entry.path.c_str());
            QVERIFY2((family(changed) == first) == (spec::keepsNumbers(entry.path) || entry.path == "training.seed"), entry.path.c_str());
        };
        for (const auto& entry : spec::allFields()) {
            const auto value = spec::fieldValue(base, entry.path);
            if (const auto* flag = std::get_if<bool>(&value))
                check(entry, !*flag);
            else if (const auto* whole = std::get_if<std::int64_t>(&value))
                check(entry, std::max<std::int64_t>(*whole + 1, 1));
            else if (entry.path == "log_dir")
                check(entry, std::string("elsewhere"));
        }
    }

    void speedComesFromTheStatusOrTheEndOfTheLog()
    {
        const auto run = place("l6/bam/version_05", spec::preset("l6"));
        write(run / "train.log", kLog);
        QCOMPARE(readRecord(run, {}, kNow).tokensPerSecond, 9500.0);
        const spec::Json status{{"state", "running"}, {"step", 250}, {"total_steps", 1000}, {"seconds", 50}, {"tokens_per_second", 12345}, {"eta_seconds", 99},
            {"pid", ::getpid()}, {"host", hostName()}};
        write(run / "status.json", status.dump());
        const auto record = readRecord(run, {}, kNow);
        QCOMPARE(record.tokensPerSecond, 12345.0);
        QCOMPARE(record.etaSeconds(), 99.0);
    }

    void officialFoldersTellByTheirLogs()
    {
        const auto run = path("l12/rotary/version_2");
        write(run / "args.json", R"({"args": {"position_encoding": "rotary", "num_iterations": 5000, "batch_size": 2, "sequence_length": 64}, "dataset_args": {},
            "model_args": {"dim": 768, "n_layers": 12, "n_heads": 16, "n_kv_heads": null, "vocab_size": 32000, "multiple_of": 1, "ffn_dim_multiplier": 2,
            "norm_eps": 1e-05, "max_batch_size": 2, "max_seq_len": 64}})");
        write(run / "train.log", kLog);
        write(run / "eval.log", "step,time,loss,exec_time,tok/sec\n0,1,4.75,0.5,9000\n");
        const auto record = readRecord(run, {}, kNow);
        QVERIFY(record.official);
        QVERIFY2(record.problem.empty(), record.problem.c_str());
        QCOMPARE(record.step, 1);       // the torn last row does not count
        QCOMPARE(record.totalSteps, 5000);
        QCOMPARE(record.loss, 4.25);
        QCOMPARE(record.validationLoss, 4.75);
        QCOMPARE(record.tokensPerSecond, 9500.0);
        QCOMPARE(record.tokensPerStep, 128.0);
        QVERIFY(record.flopsPerToken > 1e8);
        QCOMPARE(record.family, std::string("l12/rotary"));
    }

    void whatCannotBeReadIsAProblemAndNoMore()
    {
        const auto run = place("l6/bam/version_06", spec::preset("l6"));
        write(run / "notes.json", "[1, 2");
        QVERIFY(readRecord(run, {}, kNow).problem.find("notes.json cannot be read") != std::string::npos);
        write(run / "run.json", R"({"spec": {"model": {"position_encoding": 3}, "training": 7}, "starts": [4, null]})");
        readRecord(run, {}, kNow);
        write(run / "run.json", R"({"spec": [], "starts": {}})");
        readRecord(run, {}, kNow);
        std::filesystem::remove(run / "status.json");
        std::filesystem::create_symlink("status.json", run / "status.json");     // a file that cannot be opened, whoever asks
        QVERIFY(readRecord(run, {}, kNow).problem.find("status.json\": ") != std::string::npos);      // Cannot read "…/status.json": reason
        const auto odd = path("l6/bam/version_07");
        std::filesystem::create_directories(odd / "train.log");
        write(odd / "args.json", "nothing like JSON");
        const auto record = readRecord(odd, {}, kNow);
        QVERIFY(record.official && std::isnan(record.tokensPerStep));
    }

private:
    std::filesystem::path path(const std::string& name) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }
    std::filesystem::path place(const std::string& name, const spec::RunSpec& spec) const
    {
        const auto run = path(name);
        const spec::Json json{{"schema", 1}, {"spec", spec::toJson(spec)}, {"starts", {{{"time", "2026-11-29T10:00:00Z"}, {"device", "cuda:0"}, {"ranks", 2}}}}};
        write(run / "run.json", json.dump());
        return run;
    }
    static void write(const std::filesystem::path& file, const std::string& text)
    {
        std::filesystem::create_directories(file.parent_path());
        writeFileAtomic(file, text);
    }
    QTemporaryDir m_folder;
};

BAMSCOPE_TEST(RunRecordTest)
#include "test_run_record.moc"
