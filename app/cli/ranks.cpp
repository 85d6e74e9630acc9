// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ranks.h"

#include "core/base/text.h"
#include "core/device/device.h"
#include "core/device/nvml.h"
#include "core/distributed/environment.h"
#include "core/distributed/launcher.h"
#include "core/runs/run_directory.h"

#include <algorithm>
#include <cstdlib>

#include <unistd.h>

namespace bam::cli {
namespace {

constexpr std::int64_t kMostRanks = 1024;

/// "cuda:0,cuda:2", "0,2" -> "0,2".
std::vector<std::string> deviceNumbers(const std::string& text)
{
    std::vector<std::string> numbers;
    if (text.empty())
        return numbers;
    for (const auto& part : splitText(text, ',')) {
        auto name = std::string(trimmed(part));
        if (name.starts_with("cuda:"))
            name = name.substr(5);
        if (name.empty() || name.find_first_not_of("0123456789") != std::string::npos)
            throw Error(ErrorCode::Usage, str("--devices is \"", text, "\"; expected CUDA devices such as cuda:0,cuda:1"), "For ranks on the CPU leave it out and give --device cpu.");
        if (std::find(numbers.begin(), numbers.end(), name) != numbers.end())
            throw Error(ErrorCode::Usage, str("--devices names cuda:", name, " twice"), "Each process needs a device of its own.");
        numbers.push_back(name);
    }
    return numbers;
}

/// As CUDA_VISIBLE_DEVICES says them, when it is set already: then numbers count among those it names.
std::string visibleDevices(const std::vector<std::string>& numbers)
{
    const auto* set = std::getenv("CUDA_VISIBLE_DEVICES");
    const auto shown = set ? splitText(set, ',') : std::vector<std::string>();
    std::string text;
    for (const auto& number : numbers) {
        const auto index = std::size_t(std::stoul(number.substr(0, 9)));
        if (set && index >= shown.size())
            throw Error(ErrorCode::Usage, str("--devices names cuda:", number, ", but CUDA_VISIBLE_DEVICES shows ", shown.size(), " devices"), "Count among those, from 0.");
        text += (text.empty() ? "" : ",") + (set ? std::string(trimmed(shown[index])) : number);
    }
    return text;
}

/// Named devices are there: a training that was to be on them is not to begin on the CPU.
void requireDevices(const std::vector<std::string>& numbers)
{
    if (numbers.empty())
        return;
    const auto found = device::visibleGpus(device::Nvml().read(), std::getenv("CUDA_VISIBLE_DEVICES")).size();
    if (found == 0) {
        if (const auto& cuda = device::loadCuda(); cuda.state != device::CudaState::Ready)
            throw Error(ErrorCode::Environment, str("--devices names cuda:", numbers.front(), ", but CUDA cannot be used here: ", cuda.cause), "Leave --devices out; with --device cpu the processes share the CPU.");
        return;
    }
    for (const auto& number : numbers)
        if (std::stoul(number.substr(0, 9)) >= found)
            throw Error(ErrorCode::Environment, str("--devices names cuda:", number, ", but there ", found == 1 ? "is 1 CUDA device" : str("are ", found, " CUDA devices")), "Count among those, from 0.");
}

int rankCount(const Arguments& arguments, const std::vector<std::string>& devices)
{
    const auto asked = arguments.has("ranks") ? arguments.value("ranks") : devices.empty() ? std::string("1") : std::string("auto");
    if (asked != "auto") {
        const auto count = arguments.whole("ranks", std::int64_t(devices.size()), 1);
        if (count > kMostRanks)
            throw Error(ErrorCode::Usage, str("--ranks is ", count, "; expected at most ", kMostRanks, " processes on one machine"), "Several machines: torchrun or srun.");
        return int(count);
    }
    if (!devices.empty())
        return int(devices.size());
    if (arguments.value("device") == "cpu")
        return 1;
    return std::max(1, int(device::visibleGpus(device::Nvml().read(), std::getenv("CUDA_VISIBLE_DEVICES")).size()));
}

/// The same command without what is the launcher's.
std::vector<std::string> commandOfRank(const Context& context)
{
    std::vector<std::string> command{"/proc/self/exe", "--batch", context.name};
    std::error_code error;
    if (const auto program = std::filesystem::read_symlink("/proc/self/exe", error); !error)
        command.front() = program.string();
    for (std::size_t n = 0; n < context.arguments.size(); ++n) {
        const auto& word = context.arguments[n];
        if (word == "--ranks" || word == "--devices")
            ++n;
        else if (!word.starts_with("--ranks=") && !word.starts_with("--devices="))
            command.push_back(word);
    }
    return command;
}

/// A run whose rank 0 could not write why it ended, or knew only that another one was gone.
void noteInRun(const distributed::LaunchOutcome& outcome)
{
    try {
        auto run = runs::RunDirectory::openLocked(outcome.run);
        auto status = run.readJson("status.json");
        if (!status.is_object() || (status.value("state", "") != "running" && status.value("state", "") != "failed"))
            return;
        status["state"] = "failed";
        status.erase("eta_seconds");
        status["error"] = {{"message", outcome.cause}, {"hint", outcome.hint}, {"exit_code", outcome.code}, {"rank", outcome.rank}};
        run.writeStatus(status);
        run.log("error: " + outcome.cause);
        for (const auto& line : outcome.lastLines)
            run.log(str("rank ", outcome.rank, " | ", line));
    } catch (const Error&) {
        // The console tells it all the same.
    }
}

}  // namespace

void addRankFlags(Syntax& syntax, const std::string& work)
{
    syntax.add({.name = "ranks", .value = "N|auto",
        .help = str("Starts N processes on this machine that share ", work, "; auto takes one per CUDA device. Not under torchrun or srun, which start the processes themselves."), .fallback = "1"});
    syntax.add({.name = "devices", .value = "cuda:0,cuda:1,…", .help = "The CUDA devices of the processes; left out, the first ones."});
}

bool launchedRanks(const Arguments& arguments, Context& context)
{
    if (!arguments.has("ranks") && !arguments.has("devices"))
        return false;
    if (const auto place = distributed::rankEnvironment(); place.several())
        throw Error(ErrorCode::Usage, str("--ranks and --devices cannot be used here: this process is ", distributed::describe(place)), "Leave them out; the launcher decides.");
    const auto devices = deviceNumbers(arguments.value("devices"));
    distributed::LaunchRequest request;
    request.ranks = rankCount(arguments, devices);
    if (!devices.empty() && int(devices.size()) != request.ranks)
        throw Error(ErrorCode::Usage, str("--ranks is ", request.ranks, ", but --devices names ", devices.size()), "Name one device for each rank.");
    if (!devices.empty() && arguments.value("device") == "cpu")
        throw Error(ErrorCode::Usage, str("--devices is \"", arguments.value("devices"), "\", but --device is cpu"), "Leave one of them out.");
    request.visibleDevices = visibleDevices(devices);
    requireDevices(devices);
    if (request.ranks == 1) {
        if (!request.visibleDevices.empty())
            ::setenv("CUDA_VISIBLE_DEVICES", request.visibleDevices.c_str(), 1);
        return false;
    }
    request.command = commandOfRank(context);
    const auto outcome = distributed::launch(request, context.stop, [&](const std::string& line) { context.console.note(line); });
    if (outcome.code == 0)
        return true;
    if (outcome.rank < 0)
        throw ToldAlready(outcome.code);
    if (!outcome.run.empty())
        noteInRun(outcome);
    if (outcome.rank == 0 && outcome.code >= 0 && !outcome.cause.starts_with("rank 0 of"))
        throw ToldAlready(outcome.code);    // on the same standard error
    for (const auto& line : outcome.lastLines)
        context.console.note(str("rank ", outcome.rank, " | ", line));
    throw Error(ErrorCode(outcome.code), outcome.cause.starts_with("rank ") ? outcome.cause : str("rank ", outcome.rank, " of ", request.ranks, ": ", outcome.cause), outcome.hint);
}

int ranksAsked(const Arguments& arguments)
{
    const auto devices = deviceNumbers(arguments.value("devices"));
    return arguments.has("ranks") || !devices.empty() ? rankCount(arguments, devices) : distributed::rankEnvironment().ranks;
}

}  // namespace bam::cli
