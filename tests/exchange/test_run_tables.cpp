// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/exchange/run_tables.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <fstream>

using namespace bam;
using namespace bam::exchange;

class RunTablesTest : public test::Suite {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::filesystem::path place(const std::string& name = {}) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }
    void write(const std::string& name, const std::string& content) const { std::ofstream(place(name), std::ios::binary) << content; }
    std::vector<Table> tables() const
    {
        std::vector<std::string> notes;
        return runTables(place(), notes);
    }

private Q_SLOTS:
    void initTestCase()
    {
        write("train.log", "step,time,loss,norm,lr,exec_time,tok/sec\n0,0.5,4.1,1,0.1,0.2,900\n1,1,3.9,,0.1,0.2,\n");
        write("eval.log", "step,time,loss,exec_time,tok/sec\n");
        write("results.json", R"json({"passkey_details": {"('equidistant', 2, 5, 0)": [{"length": 512, "prompt_tokens": 500, "correct": 1, "samples": 2, "accuracy": 0.5, "seed": 3, "checkpoint": "step_00000002", "checkpoint_hash": "ab", "cache_dtype": "bfloat16", "program": "bamscope 1"}]},
 "ruler": {"niah_single_1": [{"length": 512, "samples": 4, "score": 0.75, "score_95": [0.3, 0.9]}]}})json");
    }

    void tablesHoldWhatTheFilesDo()
    {
        const auto all = tables();
        QCOMPARE(all.size(), std::size_t(2));       // eval.log has no row, and there are no priors
        QCOMPARE(all[0].name, std::string("train"));
        QCOMPARE(all[0].rows(), std::size_t(2));
        QCOMPARE(all[1].name, std::string("results"));
        QCOMPARE(all[1].rows(), std::size_t(2));
    }

    void csvHasEmptyFieldsForWhatIsMissing()
    {
        QCOMPARE(tableCsv(tables()[0]), std::string("step,time,loss,norm,lr,exec_time,tokens_per_second\n0,0.5,4.1,1,0.1,0.2,900\n1,1,3.9,,0.1,0.2,\n"));
        const auto results = tableCsv(tables()[1]);
        QVERIFY2(results.find("\npasskey,\"equidistant, 5 digits\",accuracy,512,2,0.5,0.09") != std::string::npos, results.c_str());
        QVERIFY2(results.find(",3,step_00000002,ab,,,bfloat16,bamscope 1\n") != std::string::npos, results.c_str());
        QVERIFY2(results.find("\nruler,niah_single_1,score,512,4,0.75,0.3,0.9,") != std::string::npos, results.c_str());
    }

    void onlyRunsOfKerpleHaveItsTwoColumns()
    {
        const std::string columns = "step,layer,head,theta_alpha,theta_beta,theta_mu,seq_scale";
        write("priors.csv", columns + ",r1,r2\n0,0,0,,,,1,0.5,1.25\n0,0,1,,,,1,0.25,\n");
        QCOMPARE(tables()[1].name, std::string("priors"));
        QCOMPARE(tableCsv(tables()[1]), columns + ",r1,r2\n0,0,0,,,,1,0.5,1.25\n0,0,1,,,,1,0.25,\n");
        write("priors.csv", columns + "\n0,0,0,1,2,0,1\n");
        QCOMPARE(tableCsv(tables()[1]), columns + "\n0,0,0,1,2,0,1\n");
        std::filesystem::remove(place("priors.csv"));
    }

    void everyLineOfJsonSaysItsTable()
    {
        writeJsonLines(place("a.jsonl"), tables());
        std::ifstream file(place("a.jsonl"));
        std::string line;
        std::vector<nlohmann::json> rows;
        while (std::getline(file, line))
            rows.push_back(nlohmann::json::parse(line));
        QCOMPARE(rows.size(), std::size_t(4));
        QCOMPARE(rows[0]["table"].get<std::string>(), std::string("train"));
        QCOMPARE(rows[0]["loss"].get<double>(), 4.1);
        QVERIFY(!rows[1].contains("norm"));
        QCOMPARE(rows[3]["metric"].get<std::string>(), std::string("score"));
    }

    void arraysAreCalledByTableAndColumn()
    {
        writeArrays(place("a.npz"), tables());
        const auto bytes = readFile(place("a.npz"));
        for (const auto* name : {"train_step.npy", "train_loss.npy", "results_evaluation.npy", "results_value.npy"})
            QVERIFY2(bytes.find(name) != std::string::npos, name);
    }
};

BAMSCOPE_TEST(RunTablesTest)
#include "test_run_tables.moc"
