// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/slurm_script.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace bam::jobs {
namespace {

using Values = std::map<std::string, std::string>;

bool isPlain(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == ','; }

/// A name for an #SBATCH line, where no quotes help, and for files, where one that begins with a dash would be taken for an option.
std::string plain(std::string text)
{
    std::replace_if(text.begin(), text.end(), [](char c) { return !isPlain(c); }, '-');
    text.erase(0, text.find_first_not_of('-'));
    return text.empty() ? "bamscope" : text;
}

/// What the cluster must find as it was given. @throws Error (Usage) where an #SBATCH line cannot hold it
std::string asGiven(const std::string& text, const char* flag)
{
    const auto breaks = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7f || c == '"' || c == '\'' || c == '\\'; };
    if (std::any_of(text.begin(), text.end(), breaks))
        throw Error(ErrorCode::Usage, str(flag, " is \"", text, "\"; expected a name without spaces, quotes and backslashes"), "A line of a Slurm script cannot hold them.");
    return text;
}

const std::string& templateText(const std::string& name)
{
    for (const auto& [known, text] : slurmTemplates())
        if (known == name)
            return text;
    throw Error(ErrorCode::Failed, "the program has no Slurm template " + name, "Build it from a complete source tree.");
}

/// One line with its values. @returns false when it is an #SBATCH line whose value is empty
bool filled(const std::string& line, const Values& values, std::string& result)
{
    for (std::size_t at = 0; at < line.size();) {
        const auto begin = line.find('@', at);
        const auto end = begin == std::string::npos ? begin : line.find('@', begin + 1);
        const auto value = end == std::string::npos ? values.end() : values.find(line.substr(begin + 1, end - begin - 1));
        if (value == values.end()) {
            const auto next = begin == std::string::npos ? line.size() : begin + 1;
            result += line.substr(at, next - at);
            at = next;
            continue;
        }
        if (value->second.empty() && line.starts_with("#SBATCH"))
            return false;
        result += line.substr(at, begin - at) + value->second;
        at = end + 1;
        if (value->second.empty() && at < line.size() && line[at] == ' ')
            ++at;
    }
    return true;
}

std::string render(const std::string& name, const Values& values)
{
    std::string script;
    auto lines = splitText(templateText(name), '\n');
    if (!lines.empty() && lines.back().empty())
        lines.pop_back();
    for (const auto& line : lines) {
        std::string text;
        if (!line.starts_with("# SPDX") && filled(line, values, text))
            script += text + "\n";
    }
    return script;
}

std::string timeLimit(double hours)
{
    const auto minutes = std::max<std::int64_t>(1, std::int64_t(std::ceil(hours * 60)));
    char text[32];
    std::snprintf(text, sizeof text, "%lld:%02lld:00", static_cast<long long>(minutes / 60), static_cast<long long>(minutes % 60));
    return text;
}

/// What the machine is asked for. One node is one task whose program starts a process per GPU; several nodes have a task per GPU.
Values resources(const SbatchOptions& options, bool gpu)
{
    const int processes = std::max(1, options.processes);
    const bool several = options.nodes > 1;
    return {{"NODES", std::to_string(std::max(1, options.nodes))}, {"TASKS", std::to_string(several ? processes : 1)}, {"GPUS", gpu ? std::to_string(processes) : std::string()},
        {"CPUS", std::to_string(options.cpusPerProcess * (several ? 1 : processes))}, {"THREADS", std::to_string(options.cpusPerProcess)}, {"TIME", timeLimit(options.hours)},
        {"PARTITION", asGiven(options.partition, "--partition")}, {"ACCOUNT", asGiven(options.account, "--account")}, {"RANKS", !several && processes > 1 ? str("--ranks ", processes) : std::string()}};
}

}  // namespace

std::string sbatchScript(const spec::RunSpec& run, const SbatchOptions& options, const std::string& program)
{
    auto values = resources(options, options.gpu && run.training.device != "cpu");
    const auto arguments = trainArguments(run);
    const auto name = plain(options.jobName.empty() ? str(run.model.size, "-", officialEncodingName(run.model)) : options.jobName);
    // Another spec has other logs, so that it does not go on with this one's run.
    const auto hash = sha256(shellLine(arguments)).substr(0, 8);
    values["JOB_NAME"] = name;
    values["ARRAY"] = "";
    values["LOG"] = str("%x-", hash, "-%j.log");
    values["LOGS"] = str(name, "-", hash, "-*.log");
    values["STARTS"] = str("bamscope-", hash, ".starts");
    values["PROGRAM"] = shellQuoted(program);
    values["ARGUMENTS"] = shellLine({arguments.begin() + 1, arguments.end()});
    return render("run", values);
}

std::string sweepArrayScript(const spec::SweepSpec& sweep, const std::filesystem::path& spec, const std::filesystem::path& specs, int together, const SbatchOptions& options,
    const std::string& program)
{
    const bool onCpu = std::all_of(sweep.runs.begin(), sweep.runs.end(), [](const auto& run) { return run.spec.training.device == "cpu"; }) || sweep.devices == std::vector<std::string>{"cpu"};
    auto values = resources(options, options.gpu && !onCpu);
    const auto name = plain(options.jobName.empty() ? sweep.name : options.jobName);
    values["JOB_NAME"] = name;
    values["ARRAY"] = str("0-", sweep.runs.size() - 1, together > 0 ? str('%', together) : std::string());
    values["PROGRAM"] = shellQuoted(program);
    if (options.nodes <= 1) {
        values["LOG"] = "%x-%A_%a.log";
        values["SPEC"] = shellQuoted(spec.string());
        values["OUT"] = shellQuoted(sweep.out);
        return render("sweep_array", values);
    }
    std::string all;
    for (const auto& run : sweep.runs)
        all += spec::toJson(run.spec).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    const auto hash = sha256(all).substr(0, 8);
    values["LOG"] = str("%x-", hash, "-%a-%j.log");
    values["LOGS"] = str(name, "-", hash, "-\"$SLURM_ARRAY_TASK_ID\"-*.log");
    values["STARTS"] = str("bamscope-", hash, "-\"$SLURM_ARRAY_TASK_ID\".starts");
    values["ARGUMENTS"] = shellQuoted(specs.string()) + "/\"$SLURM_ARRAY_TASK_ID.json\"";
    return render("run", values);
}

}  // namespace bam::jobs
