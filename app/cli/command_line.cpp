// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"

#include "app/cli/commands.h"
#include "app/cli/signals.h"
#include "app/cli/window_command.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/distributed/group.h"
#include "core/distributed/launcher.h"
#include "core/spec/sweep_file.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <new>

namespace bam::cli {
namespace {

std::vector<Command> commands()
{
    return {trainCommand(), evaluateCommand(), generateCommand(), datasetCommand(), tokenizerCommand(), infoCommand(), importCommand(), exportCommand(), reportCommand(), runCommand(), sweepCommand(), statusCommand(), controlCommand(), sbatchCommand(),
        selftestCommand(), lensCommand(), figureCommand(), screenshotsCommand()};
}

std::vector<std::string> namesOf(const std::vector<Command>& all)
{
    std::vector<std::string> names;
    for (const auto& command : all)
        names.push_back(command.name);
    return names;
}

std::string help()
{
    std::string text = "Usage: bamscope [LOG_DIR…] [--theme system|light|dark] [--language en|pt_BR|zh_CN]\n"
        "       bamscope --batch COMMAND [arguments]\n\n"
        "A workbench for positional encodings and long context. The first form opens the window on log folders (those of the last\n"
        "time when none is named); trainings started there go on when it is closed. The second works without a window.\n\nCommands:\n";
    for (const auto& command : commands())
        text += str("  ", command.name, std::string(14 - command.name.size(), ' '), command.summary, "\n");
    text += "\n  bamscope --batch COMMAND --help   explains one command and all its flags\n"
        "  bamscope --batch FILE.json        runs a spec, a sweep or a file of jobs\n"
        "  bamscope --version                program version and commit\n\n"
        "Exit status: 0 done, 1 failed, 2 wrong command line or spec (nothing was started), 3 stopped on request (what was\n"
        "promised is on disk), 4 the machine lacks something (device, package, permission).\n"
        "Ctrl-C and SIGTERM finish the current step and write a checkpoint; a second Ctrl-C ends at once.\n";
    return text;
}

std::string version()
{
    const auto commit = programCommit();
    return str("bamscope ", programVersion(), commit.empty() ? "" : str(" (", commit, ")"));
}

void printError(const Error& error, bool json)
{
    if (json)
        std::puts(errorJson(error).dump(-1, ' ', false, Console::Json::error_handler_t::replace).c_str());
    std::fputs(str("bamscope: ", error.cause(), "\n", error.hint().empty() ? "" : str("  ", error.hint(), "\n")).c_str(), stderr);
}

/// What escaped the core's own translation, said as well as it can be.
Error asError(const std::exception& exception)
{
    if (const auto* error = dynamic_cast<const Error*>(&exception))
        return *error;
    if (dynamic_cast<const std::bad_alloc*>(&exception))
        return Error(ErrorCode::Failed, "memory ran out", "Use a smaller batch_size with the same tokens_per_step, or a smaller model.");
    if (const auto* torch = dynamic_cast<const c10::Error*>(&exception))
        return Error(ErrorCode::Failed, str("LibTorch reported: ", torch->what_without_backtrace()), "If memory ran out, use a smaller batch_size with the same tokens_per_step.");
    if (dynamic_cast<const nlohmann::json::exception*>(&exception))
        return Error(ErrorCode::Failed, str("a JSON file has another shape than expected: ", exception.what()), "Check the files that were named, and run.json and args.json in their folders.");
    if (dynamic_cast<const std::filesystem::filesystem_error*>(&exception))
        return Error(ErrorCode::Failed, exception.what(), "Check the path, its permissions and the space on its disk.");
    return Error(ErrorCode::Failed, exception.what(), "This message should be better: please report what you did.");
}

/// A file after --batch stands for the command that it is made for.
std::pair<std::string, std::vector<std::string>> chosen(const std::string& word, std::vector<std::string> rest)
{
    if (!word.ends_with(".json"))
        return {word, std::move(rest)};
    const auto json = spec::readJsonFile(word);
    rest.insert(rest.begin(), word);
    return {json.is_object() && json.contains("jobs") ? "run" : json.is_array() || spec::isSweep(json) ? "sweep" : "train", std::move(rest)};
}

int runCommandNamed(const std::string& name, const std::vector<std::string>& arguments, bool json)
{
    const auto all = commands();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& command) { return command.name == name; });
    if (found == all.end()) {
        const auto names = namesOf(all);
        const auto nearest = nearestName(name, names);
        throw Error(ErrorCode::Usage, str("there is no command \"", name, "\""),
            str(nearest.empty() ? "" : str("Did you mean ", nearest, "? "), "Commands: ", joinNames(names), "."));
    }
    const auto syntax = found->syntax();
    if (std::find(arguments.begin(), arguments.end(), "--help") != arguments.end() || std::find(arguments.begin(), arguments.end(), "-h") != arguments.end()) {
        std::fputs(syntax.help().c_str(), stdout);
        return 0;
    }
    const auto parsed = syntax.parse(arguments);
    // Of several ranks the first one speaks.
    const auto place = distributed::rankEnvironment();
    Console console(parsed.on("quiet"), json, place.rank > 0);
    std::function<void()> onFirst;
    if (!found->stopping.empty())
        onFirst = [&] {
            if (!distributed::hasLauncher())
                console.note(found->stopping + "; press Ctrl-C again to end at once");
        };
    const StopOnSignal signals(onFirst);
    Context context{console, signals.token(), name, arguments};
    found->run(syntax, parsed, context);
    return 0;
}

int dispatch(const std::vector<std::string>& arguments, bool json)
{
    const auto first = arguments.empty() ? std::string() : arguments.front();
    if (first == "--version") {
        std::puts(version().c_str());
        return 0;
    }
    if (first == "--help" || first == "-h") {
        std::fputs(help().c_str(), stdout);
        return 0;
    }
    if (first == "--batch" && arguments.size() == 1)
        throw Error(ErrorCode::Usage, "--batch needs a command", "`bamscope --help` lists them.");
    if (first == "--batch") {
        if (arguments[1] == "--help" || arguments[1] == "-h")
            return dispatch({"--help"}, json);
        auto [name, rest] = chosen(arguments[1], {arguments.begin() + 2, arguments.end()});
        return runCommandNamed(name, rest, json);
    }
    if (first.starts_with("--batch=")) {
        auto [name, rest] = chosen(first.substr(8), {arguments.begin() + 1, arguments.end()});
        return runCommandNamed(name, rest, json);
    }
    return openWindow(arguments, namesOf(commands()));
}

}  // namespace

void addCommonFlags(Syntax& syntax)
{
    syntax.group("Output");
    syntax.add({.name = "quiet", .kind = spec::FieldKind::Flag, .help = "Only results, notes and errors."});
    syntax.add({.name = "json", .kind = spec::FieldKind::Flag, .help = "One JSON object per line on standard output, for machines; errors too."});
    syntax.add({.name = "help", .kind = spec::FieldKind::Flag, .help = "This text."});
}

int runCommandLine(const std::vector<std::string>& arguments)
{
    const bool json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
    try {
        return dispatch(arguments, json);
    } catch (const ToldAlready& told) {
        return told.status();
    } catch (const std::exception& exception) {
        const auto error = asError(exception);
        const bool contactLost = dynamic_cast<const distributed::ContactLost*>(&exception) != nullptr;
        printError(error, json);
        distributed::leaveReason(int(error.code()), error.cause(), error.hint(), contactLost);
        if (contactLost) {
            // Threads of the exchange may still wait for the lost rank; nothing is left to be done in order.
            std::fflush(nullptr);
            std::_Exit(int(error.code()));
        }
        return int(error.code());
    }
}

}  // namespace bam::cli
