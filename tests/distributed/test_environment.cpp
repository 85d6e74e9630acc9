// SPDX-License-Identifier: GPL-3.0-or-later
// Who a process is among others, from what launchers set.
#include "core/distributed/environment.h"
#include "tests/support/test_main.h"

#include <map>

using namespace bam;
using distributed::hostsOf;
using distributed::rankEnvironment;

namespace {

using Map = std::map<std::string, std::string>;

distributed::Variables variables(Map map)
{
    return [map = std::move(map)](const std::string& name) -> std::optional<std::string> {
        const auto found = map.find(name);
        return found == map.end() ? std::nullopt : std::optional(found->second);
    };
}

Map torchrun()
{
    return {{"RANK", "3"}, {"WORLD_SIZE", "4"}, {"LOCAL_RANK", "1"}, {"LOCAL_WORLD_SIZE", "2"}, {"MASTER_ADDR", "node1"}, {"MASTER_PORT", "29500"}, {"TORCHELASTIC_USE_AGENT_STORE", "True"},
        {"TORCHELASTIC_RESTART_COUNT", "2"}};
}

Map slurm()
{
    return {{"SLURM_JOB_ID", "4242"}, {"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "5"}, {"SLURM_NTASKS", "8"}, {"SLURM_STEP_NUM_TASKS", "8"}, {"SLURM_LOCALID", "1"}, {"SLURM_STEP_NODELIST", "gpu[03-04]"},
        {"SLURM_NTASKS_PER_NODE", "4"}};
}

Map without(Map map, const std::string& name)
{
    map.erase(name);
    return map;
}

Map with(Map map, const std::string& name, const std::string& value)
{
    map[name] = value;
    return map;
}

}  // namespace

class Environment : public test::Suite {
    Q_OBJECT

private Q_SLOTS:
    void withoutALauncherThereIsOneProcess()
    {
        const auto found = rankEnvironment(variables({}));
        QVERIFY(!found.several());
        QCOMPARE(found.rank, 0);
        QVERIFY(!rankEnvironment(variables({{"WORLD_SIZE", "1"}, {"RANK", "0"}})).several());
    }

    void torchrunsVariablesAreRead()
    {
        const auto found = rankEnvironment(variables(torchrun()));
        QCOMPARE(found.rank, 3);
        QCOMPARE(found.ranks, 4);
        QCOMPARE(found.localRank, 1);
        QCOMPARE(found.localRanks, 2);
        QCOMPARE(found.address, std::string("node1"));
        QCOMPARE(found.port, 29500);
        QVERIFY(found.storeIsThere);
        QCOMPARE(found.prefix, std::string("/worker/attempt_2"));
        QCOMPARE(found.source, std::string("torchrun"));
    }

    void withoutTorchrunsAgentRankZeroHoldsTheStore()
    {
        const auto found = rankEnvironment(variables(without(torchrun(), "TORCHELASTIC_USE_AGENT_STORE")));
        QVERIFY(!found.storeIsThere);
        QVERIFY(found.prefix.empty());
    }

    void aStepOfSlurmIsRead()
    {
        const auto found = rankEnvironment(variables(slurm()));
        QCOMPARE(found.rank, 5);
        QCOMPARE(found.ranks, 8);
        QCOMPARE(found.localRank, 1);
        QCOMPARE(found.localRanks, 4);
        QCOMPARE(found.address, std::string("gpu03"));
        QVERIFY(found.port >= 20000 && found.port < 60000);
        QVERIFY(!found.storeIsThere);
        // Every rank of a step finds the same port, another job another one.
        QCOMPARE(rankEnvironment(variables(with(slurm(), "SLURM_PROCID", "0"))).port, found.port);
        QVERIFY(rankEnvironment(variables(with(slurm(), "SLURM_JOB_ID", "4243"))).port != found.port);
        QCOMPARE(rankEnvironment(variables(with(slurm(), "MASTER_PORT", "1234"))).port, 1234);
    }

    void aBatchScriptOfSlurmIsOneProcess()
    {
        QVERIFY(!rankEnvironment(variables(without(without(slurm(), "SLURM_STEP_ID"), "SLURM_STEP_NUM_TASKS"))).several());
        QVERIFY(!rankEnvironment(variables(with(slurm(), "SLURM_STEP_ID", "batch"))).several());
        QVERIFY(!rankEnvironment(variables(with(slurm(), "SLURM_STEP_NUM_TASKS", "1"))).several());
    }

    void torchrunInsideSlurmComesFirst() { QCOMPARE(rankEnvironment(variables([] { auto all = slurm(); all.merge(torchrun()); return all; }())).source, std::string("torchrun")); }

    void missingAndBrokenVariablesAreNamed()
    {
        EXPECT_ERROR(rankEnvironment(variables(without(torchrun(), "RANK"))), ErrorCode::Usage, "RANK is not set");
        EXPECT_ERROR(rankEnvironment(variables(without(torchrun(), "MASTER_ADDR"))), ErrorCode::Usage, "MASTER_ADDR is not set");
        EXPECT_ERROR(rankEnvironment(variables(with(torchrun(), "RANK", "4"))), ErrorCode::Usage, "RANK is 4 and WORLD_SIZE is 4");
        EXPECT_ERROR(rankEnvironment(variables(with(torchrun(), "WORLD_SIZE", "two"))), ErrorCode::Usage, "WORLD_SIZE is \"two\"");
        EXPECT_ERROR(rankEnvironment(variables(with(torchrun(), "MASTER_PORT", "70000"))), ErrorCode::Usage, "from 0 to 65535");
        EXPECT_ERROR(rankEnvironment(variables(with(slurm(), "SLURM_STEP_NODELIST", "gpu[03-"))), ErrorCode::Usage, "gpu[03-");
    }

    void nodeListsAreExpandedAsSlurmWritesThem()
    {
        using Hosts = std::vector<std::string>;
        QCOMPARE(hostsOf("login"), Hosts{"login"});
        QCOMPARE(hostsOf("gpu[01-03,7],login"), (Hosts{"gpu01", "gpu02", "gpu03", "gpu7", "login"}));
        QCOMPARE(hostsOf("a[9-11]-ib,b1"), (Hosts{"a9-ib", "a10-ib", "a11-ib", "b1"}));
        QCOMPARE(hostsOf("r[1-2]n[01-02]"), (Hosts{"r1n01", "r1n02", "r2n01", "r2n02"}));
        for (const auto* bad : {"", ",", "a[", "a[x-2]", "a[3-1]", "a[1-99999999999]", "a[1-50000]b[1-50000]"})
            EXPECT_ERROR(hostsOf(bad), ErrorCode::Usage, "node list");
    }
};

BAMSCOPE_TEST(Environment)
#include "test_environment.moc"
