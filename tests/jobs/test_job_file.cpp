// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/jobs/job_file.h"
#include "core/jobs/job_runner.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

using namespace bam;

namespace {

class Folder {
public:
    std::filesystem::path path() const { return m_folder.path().toStdString(); }
    std::filesystem::path write(const std::string& name, const std::string& text) const
    {
        writeFileAtomic(path() / name, text);
        return path() / name;
    }
    jobs::JobFileOptions options() const
    {
        jobs::JobFileOptions options;
        options.out = path() / "out";
        return options;
    }

private:
    QTemporaryDir m_folder;
};

std::string someText()
{
    std::string text;
    for (int n = 0; n < 400; ++n)
        text += "the " + std::to_string(n * 7919 % 1000) + " trees of the valley number " + std::to_string(n) + " and the river runs by\n";
    return text;
}

/// A tokenizer, two trainings of four steps and their evaluations.
std::string smallJobs(const std::string& more = "")
{
    const std::string run = R"("model": {"dim": 16, "n_layers": 1, "n_heads": 2, "n_kv_heads": 2, "ffn_dim_multiplier": 2, "vocab_size": 160, "position_encoding": )";
    const std::string rest = R"(}, "data": {"dataset_kind": "passkey_mixture", "dataset": "${text}", "tokenizer": "${out}/t.model", "val_tokens": 0},
        "training": {"batch_size": 2, "sequence_length": 200, "num_iterations": 4, "threads": 1, "device": "cpu"}})";
    return R"({"name": "small", "variables": {"text": "${out}/../text.txt"}, "jobs": [
        {"tokenizer": {"texts": ["${text}"], "pieces": 160, "out": "${out}/t.model", "passkey_sentences": true}},
        {"train": {)" + run + R"("bam")" + rest + R"(, "as": "first"},
        {"train": {)" + run + R"("rotary")" + rest + R"(, "as": "second"},
        {"evaluate": {"passkey": {"lengths": [200], "samples": 1}}, "run": "first"})" + more + R"(],
        "figures": [{"accuracy_by_length": ["first"], "out": "${out}/figure"}]})";
}

}  // namespace

class JobFileTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void variablesAreReplacedAndOptionsApply()
    {
        const Folder folder;
        auto options = folder.options();
        options.seed = 9;
        options.threads = 3;
        options.variables["text"] = "/elsewhere/text.txt";
        const auto file = jobs::readJobFile(folder.write("jobs.json", smallJobs()), options);
        QCOMPARE(file.jobs.size(), 4u);
        QCOMPARE(std::get<jobs::TokenizerJob>(file.jobs[0].work).training.texts.at(0), "/elsewhere/text.txt");
        const auto& train = std::get<jobs::TrainJob>(file.jobs[1].work);
        QCOMPARE(train.spec.training.seed, 9);
        QCOMPARE(train.spec.training.threads, 3);
        QCOMPARE(train.spec.data.tokenizer, (folder.path() / "out/t.model").string());
        QCOMPARE(train.spec.logDir, (folder.path() / "out/runs").string());
        QCOMPARE(file.figures.at(0).out, folder.path() / "out/figure");
    }

    void everyProblemOfEveryJobIsListedAtOnce()
    {
        const Folder folder;
        const auto file = folder.write("jobs.json", R"({"jobs": [
            {"tokenizer": {"texts": ["${txt}"], "out": "t.model", "piecs": 5}},
            {"train": {"preset": "laptop", "training": {"tokens_per_step": 7}}, "as": "a"},
            {"evaluate": {}, "run": "b"}, {"bake": {}}], "figure": []})");
        try {
            jobs::readJobFile(file, folder.options());
            QFAIL("no error");
        } catch (const Error& error) {
            QCOMPARE(int(error.code()), int(ErrorCode::Usage));
            const std::string text = error.what();
            for (const auto* part : {"${txt}", "did you mean pieces?", "5,120", "jobs[2].run", "jobs[3]", "figure"})
                QVERIFY2(text.find(part) != std::string::npos, (std::string(part) + " is not in: " + text).c_str());
        }
    }

    void aFileWithoutJobsIsOneRun()
    {
        const Folder folder;
        const auto file = jobs::readJobFile(folder.write("run.json", R"({"preset": "laptop", "data": {"dataset": "text.txt", "tokenizer": "t.model"}})"), folder.options());
        QCOMPARE(file.jobs.size(), 2u);
        QVERIFY(std::holds_alternative<jobs::TrainJob>(file.jobs[0].work));
        QCOMPARE(std::get<jobs::EvaluateJob>(file.jobs[1].work).evaluation.passkey.lengths, (std::vector<std::int64_t>{160, 512, 1024, 2048, 4096, 8192}));
    }

    void theShippedQuickstartsAreValid()
    {
        const Folder folder;
        QCOMPARE(jobs::readJobFile(BAMSCOPE_PRESETS "/quickstart.json", folder.options()).jobs.size(), 7u);
        QCOMPARE(jobs::readJobFile(BAMSCOPE_PRESETS "/quickstart_all.json", folder.options()).jobs.size(), 21u);
    }

    void finishedJobsAreSkippedAndChangedOnesDoneAgain()
    {
        const Folder folder;
        folder.write("text.txt", someText());
        const auto path = folder.write("jobs.json", smallJobs());
        std::vector<std::pair<std::string, bool>> seen;
        jobs::JobCallbacks calls;
        calls.onJob = [&](const jobs::Job& job, std::size_t, std::size_t, bool skipped) { seen.emplace_back(job.title, skipped); };
        const auto first = jobs::runJobs(jobs::readJobFile(path, folder.options()), calls);
        QCOMPARE(first.size(), 2u);
        QCOMPARE(first[0].second.cells.size(), 1u);
        seen.clear();
        const auto again = jobs::runJobs(jobs::readJobFile(path, folder.options()), calls);
        for (const auto& [title, skipped] : seen)
            QVERIFY2(skipped, title.c_str());
        QCOMPARE(again[0].second.path, first[0].second.path);
        QCOMPARE(again[0].second.cells.at(0).correct, first[0].second.cells.at(0).correct);

        auto options = folder.options();
        options.seed = 1;
        seen.clear();
        const auto other = jobs::runJobs(jobs::readJobFile(path, options), calls);
        QVERIFY(seen.at(0).second);         // the tokenizer does not depend on the seed
        QVERIFY(!seen.at(1).second);
        QVERIFY(other[0].second.path != first[0].second.path);      // what was paid for is kept
        QVERIFY(std::filesystem::exists(first[0].second.path / "train.log"));
    }

    void aStoppedTrainingGoesOnInItsOwnFolder()
    {
        const Folder folder;
        folder.write("text.txt", someText());
        const auto file = jobs::readJobFile(folder.write("jobs.json", smallJobs()), folder.options());
        std::stop_source stop;
        jobs::JobCallbacks calls;
        calls.onStep = [&](const train::StepReport& report) {
            if (report.row.step == 1)
                stop.request_stop();
        };
        EXPECT_ERROR(jobs::runJobs(file, calls, stop.get_token()), ErrorCode::Stopped, "after step 2 of 4");
        const auto outcomes = jobs::runJobs(file, {});
        QCOMPARE(outcomes[0].second.path.filename(), "version_00");
        QCOMPARE(runs::readTrainLog(outcomes[0].second.path / "train.log").size(), 4u);
    }
};

BAMSCOPE_TEST(JobFileTest)
#include "test_job_file.moc"
