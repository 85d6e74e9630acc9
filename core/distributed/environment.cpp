// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/environment.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/runs/folder_lock.h"

#include <charconv>
#include <cstdlib>

namespace bam::distributed {
namespace {

constexpr std::size_t kMostHosts = 100000;
constexpr int kLargestPort = 65535;
// Where rank 0 of a Slurm job listens, if MASTER_PORT does not say it: two jobs that share a node differ by their numbers.
constexpr int kFirstPort = 20000, kPorts = 40000;

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && number >= 0 ? std::optional(number) : std::nullopt;
}

class Reader {
public:
    Reader(const Variables& variables, std::string launcher) : m_variables(variables), m_launcher(std::move(launcher)) {}

    std::string text(const std::string& name) const
    {
        auto value = m_variables(name);
        if (!value || value->empty())
            throw Error(ErrorCode::Usage, str(name, " is not set, though this process is one of several by ", m_launcher),
                "Start all processes with one launcher: torchrun --no-python, srun, or bamscope --batch train --ranks N.");
        return *value;
    }

    int number(const std::string& name, std::int64_t largest) const
    {
        const auto value = text(name);
        const auto found = wholeNumber(value);
        if (!found || *found > largest)
            throw Error(ErrorCode::Usage, str(name, " is \"", value, "\"; expected a whole number from 0 to ", largest), "The launcher sets it; do not set it by hand for a single process.");
        return int(*found);
    }

    int number(const std::string& name, std::int64_t largest, int otherwise) const
    {
        const auto value = m_variables(name);
        return value && !value->empty() ? number(name, largest) : otherwise;
    }

private:
    const Variables& m_variables;
    std::string m_launcher;
};

void requireRank(const RankEnvironment& environment, const char* rank, const char* ranks)
{
    if (environment.ranks < 1 || environment.rank >= environment.ranks)
        throw Error(ErrorCode::Usage, str(rank, " is ", environment.rank, " and ", ranks, " is ", environment.ranks, "; expected ", rank, " < ", ranks), "The launcher sets both.");
}

constexpr std::int64_t kMostRanks = 1 << 20;

/// torch.distributed's own rendezvous does the same with these variables.
RankEnvironment ofTorchrun(const Variables& variables)
{
    const Reader read(variables, "WORLD_SIZE");
    RankEnvironment environment;
    environment.ranks = read.number("WORLD_SIZE", kMostRanks);
    if (environment.ranks == 1)
        return {};
    environment.rank = read.number("RANK", kMostRanks);
    requireRank(environment, "RANK", "WORLD_SIZE");
    environment.localRank = read.number("LOCAL_RANK", kMostRanks, environment.rank);
    environment.localRanks = read.number("LOCAL_WORLD_SIZE", kMostRanks, environment.ranks);
    environment.address = read.text("MASTER_ADDR");
    environment.port = read.number("MASTER_PORT", kLargestPort);
    const auto agent = variables("TORCHELASTIC_USE_AGENT_STORE");
    environment.storeIsThere = agent && *agent == "True";
    const auto attempt = variables("TORCHELASTIC_RESTART_COUNT").value_or("0");
    environment.prefix = environment.storeIsThere ? str("/worker/attempt_", attempt) : "";
    environment.source = variables("BAMSCOPE_LAUNCHER") ? "--ranks" : agent ? "torchrun" : "RANK and WORLD_SIZE";
    return environment;
}

int portOfJob(const Variables& variables)
{
    const auto job = wholeNumber(variables("SLURM_JOB_ID").value_or("0")).value_or(0);
    const auto step = wholeNumber(variables("SLURM_STEP_ID").value_or("0")).value_or(0);
    return kFirstPort + int((job * 7 + step) % kPorts);
}

RankEnvironment ofSlurm(const Variables& variables)
{
    const Reader read(variables, "SLURM_PROCID");
    RankEnvironment environment;
    environment.ranks = read.number(variables("SLURM_STEP_NUM_TASKS") ? "SLURM_STEP_NUM_TASKS" : "SLURM_NTASKS", kMostRanks);
    if (environment.ranks == 1)
        return {};
    environment.rank = read.number("SLURM_PROCID", kMostRanks);
    requireRank(environment, "SLURM_PROCID", "SLURM_NTASKS");
    environment.localRank = read.number("SLURM_LOCALID", kMostRanks);
    const auto hosts = hostsOf(read.text(variables("SLURM_STEP_NODELIST") ? "SLURM_STEP_NODELIST" : variables("SLURM_JOB_NODELIST") ? "SLURM_JOB_NODELIST" : "SLURM_NODELIST"));
    environment.address = variables("MASTER_ADDR").value_or(hosts.front());
    environment.port = read.number("MASTER_PORT", kLargestPort, portOfJob(variables));
    // "4(x2),3": tasks of each node; all that is needed of it is how many share this node's cores.
    const auto perNode = wholeNumber(variables("SLURM_NTASKS_PER_NODE").value_or(""));
    environment.localRanks = perNode && *perNode > 0 ? int(*perNode) : int((environment.ranks + int(hosts.size()) - 1) / int(hosts.size()));
    environment.source = "Slurm";
    return environment;
}

/// "01-03,7" of "gpu[01-03,7]" after `before`; names get the bracket's width.
void expandBracket(const std::string& before, std::string_view inside, const std::string& after, std::vector<std::string>& into)
{
    for (const auto& part : splitText(inside, ',')) {
        const auto dash = part.find('-');
        const auto first = part.substr(0, dash);
        const auto last = dash == std::string_view::npos ? first : part.substr(dash + 1);
        const auto begin = wholeNumber(first), end = wholeNumber(last);
        if (!begin || !end || *end < *begin || std::size_t(*end - *begin) >= kMostHosts || into.size() + std::size_t(*end - *begin) >= kMostHosts)
            throw Error(ErrorCode::Usage, str("the node list has the range \"", part, "\"; expected numbers such as 01-16"), "Slurm sets it; see SLURM_JOB_NODELIST.");
        for (auto number = *begin; number <= *end; ++number) {
            auto digits = std::to_string(number);
            digits.insert(0, first.size() > digits.size() ? first.size() - digits.size() : 0, '0');
            into.push_back(before + digits + after);
        }
    }
}

}  // namespace

Variables processEnvironment()
{
    return [](const std::string& name) -> std::optional<std::string> {
        const auto* value = std::getenv(name.c_str());
        return value ? std::optional<std::string>(value) : std::nullopt;
    };
}

RankEnvironment rankEnvironment(const Variables& variables)
{
    const auto given = [&](const char* name) { return !variables(name).value_or("").empty(); };
    if (given("WORLD_SIZE"))
        return ofTorchrun(variables);
    // A batch script has SLURM_NTASKS too, but is one process alone: only srun starts a step with a number.
    if (given("SLURM_PROCID") && given("SLURM_STEP_ID") && variables("SLURM_STEP_ID") != "batch" && given("SLURM_LOCALID") && (given("SLURM_STEP_NUM_TASKS") || given("SLURM_NTASKS")))
        return ofSlurm(variables);
    return {};
}

std::vector<std::string> hostsOf(const std::string& nodeList)
{
    const auto refuse = [&] { return Error(ErrorCode::Usage, str("the node list \"", nodeList, "\" cannot be read"), "Expected what Slurm writes, such as gpu[01-03,7],login."); };
    std::vector<std::string> grown{""};     // what the current word stands for so far
    std::vector<std::string> all;
    for (std::size_t at = 0; at <= nodeList.size(); ++at) {
        const char c = at < nodeList.size() ? nodeList[at] : ',';
        if (c == ',') {
            for (auto& host : grown)
                if (!host.empty())
                    all.push_back(std::move(host));
            grown = {""};
        } else if (c == '[') {
            const auto end = nodeList.find(']', at);
            if (end == std::string::npos)
                throw refuse();
            std::vector<std::string> next;
            for (const auto& host : grown)
                expandBracket(host, std::string_view(nodeList).substr(at + 1, end - at - 1), "", next);
            grown = std::move(next);
            at = end;
        } else {
            for (auto& host : grown)
                host += c;
        }
    }
    if (all.empty() || all.size() > kMostHosts)
        throw refuse();
    return all;
}

std::string describe(const RankEnvironment& environment)
{
    return environment.several() ? str("rank ", environment.rank, " of ", environment.ranks, " on ", runs::hostName(), ", started by ", environment.source) : "one process";
}

}  // namespace bam::distributed
