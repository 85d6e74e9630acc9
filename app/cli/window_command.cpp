// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/window_command.h"

#include "app/cli/signals.h"
#include "core/base/text.h"

#ifdef BAMSCOPE_GUI
#include "app/window/run_window.h"

#include <QProcess>

#include <algorithm>
#include <memory>
#include <utility>

#include <unistd.h>
#endif

namespace bam::cli {
namespace {

#ifdef BAMSCOPE_GUI
/// Folders that could be opened. @throws Error (Usage) naming the first that could not @param hint after "Name"
void checkLogFolders(const std::vector<std::filesystem::path>& folders, const std::string& hint)
{
    std::error_code unreachable;    // a loop of links or a forbidden folder is none that could be opened
    for (const auto& folder : folders)
        if (!std::filesystem::is_directory(folder, unreachable))
            throw Error(ErrorCode::Usage, str("\"", folder.string(), "\" is not a folder that the window could open"), hint);
}

/// @throws Error (Usage) for a word that is none of the choices; the first three are named
void checkChoice(const std::string& name, const std::string& value, const std::vector<std::string>& choices)
{
    if (!value.empty() && std::find(choices.begin(), choices.end(), value) == choices.end())
        throw Error(ErrorCode::Usage, str("--", name, " is \"", value, "\"; expected ", joinNames({choices.begin(), choices.begin() + 3}, "or")), "Leave it out to use what the program remembers.");
}

const std::vector<std::string>& languageChoices()
{
    static const std::vector<std::string> choices{"en", "pt_BR", "zh_CN", "pseudo"};
    return choices;
}

/// Runs this program again and passes a stop on. @returns its exit status
int runAgain(const QStringList& words, const std::stop_token& stop)
{
    QProcess process;
    // A terminal's Ctrl-C reaches whole groups: here it would come twice, and a second one ends a program at once.
    process.setChildProcessModifier([] { ::setpgid(0, 0); });
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QString::fromStdString(std::filesystem::read_symlink("/proc/self/exe").string()), words);
    for (bool asked = false; !process.waitForFinished(100) && process.state() != QProcess::NotRunning;)
        if (stop.stop_requested() && !std::exchange(asked, true))
            process.terminate();
    return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : int(ErrorCode::Failed);
}

Syntax windowSyntax()
{
    Syntax syntax("", "[LOG_DIR…]", "Opens the window on log folders.");
    syntax.group("Window");
    syntax.add({.name = "theme", .value = "system|light|dark"});
    syntax.add({.name = "language", .value = "en|pt_BR|zh_CN"});
    return syntax;
}
#endif

Syntax screenshotsSyntax()
{
    Syntax syntax("screenshots", "screenshots OUT LOG_DIR… [flags]",
        "Pictures of every view, drawn from the runs below LOG_DIR without a display: light and dark at 1280×800 and at 2560×1440, and everything or the text alone at 200 %. Your own settings are neither used nor changed.");
    syntax.group("Pictures");
    syntax.add({.name = "variant", .value = "NAME", .help = "Only one of light-1280x800, dark-1280x800, light-2560x1440, dark-2560x1440, light-200 and light-text-200."});
    syntax.add({.name = "language", .value = "en|pt_BR|zh_CN|pseudo", .help = "Language of the texts; pseudo marks and stretches them, to find what has no room.", .fallback = "en"});
    addCommonFlags(syntax);
    syntax.example("bamscope --batch screenshots pictures build/quickstart/runs");
    return syntax;
}

void takeScreenshots(const Syntax&, const Arguments& arguments, Context& context)
{
#ifdef BAMSCOPE_GUI
    const auto& words = arguments.positional();
    if (words.size() < 2)
        throw Error(ErrorCode::Usage, "screenshots needs a folder for the pictures and at least one log folder with runs", "For example: bamscope --batch screenshots pictures logs");
    window::ScreenshotRequest request{words.front(), {words.begin() + 1, words.end()}, arguments.value("variant"), arguments.value("language"), context.stop};
    checkLogFolders(request.folders, "Name log folders with runs, e.g. build/quickstart/runs.");
    checkChoice("language", request.language, languageChoices());
    const auto& variants = window::screenshotVariants();
    if (!request.variant.empty()) {
        const auto found = std::find_if(variants.begin(), variants.end(), [&](const auto& variant) { return variant.name == request.variant; });
        if (found == variants.end())
            throw Error(ErrorCode::Usage, str("there is no variant \"", request.variant, "\""), "bamscope --batch screenshots --help lists them.");
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qputenv("QT_SCALE_FACTOR", QByteArray::number(found->scale));
        for (const auto& file : window::takeScreenshots(request)) {
            context.console.event({{"event", "picture"}, {"file", file.string()}});
            context.console.result(file.string());
        }
        return;
    }
    // Qt reads the scale once, when an application begins: one process per variant.
    for (const auto& variant : variants) {
        QStringList words{QStringLiteral("--batch"), QStringLiteral("screenshots"), QString::fromStdString(request.out.string())};
        for (const auto& folder : request.folders)
            words.append(QString::fromStdString(folder.string()));
        words << QStringLiteral("--variant") << QString::fromStdString(variant.name);
        if (!request.language.empty())
            words << QStringLiteral("--language") << QString::fromStdString(request.language);
        if (context.console.json())
            words << QStringLiteral("--json");
        const int code = runAgain(words, context.stop);
        if (code == int(ErrorCode::Stopped))
            throw Error(ErrorCode::Stopped, "stopped on request", "Pictures that were written stay.");
        if (code != 0)
            throw Error(ErrorCode(code), str("the pictures of ", variant.name, " could not be made"), "The message above says why.");
    }
#else
    throw Error(ErrorCode::Environment, "this program was built without its window", "Build with -DBAMSCOPE_GUI=ON.");
#endif
}

}  // namespace

#ifdef BAMSCOPE_GUI
int openWindow(const std::vector<std::string>& words, const std::vector<std::string>& commandNames)
{
    const auto arguments = windowSyntax().parse(words);
    window::WindowRequest request;
    request.folders.assign(arguments.positional().begin(), arguments.positional().end());
    const auto word = request.folders.size() == 1 ? request.folders.front().string() : std::string();
    const bool command = std::find(commandNames.begin(), commandNames.end(), word) != commandNames.end();
    checkLogFolders(request.folders, command ? str("Commands come after --batch: bamscope --batch ", word) : "Name a log folder, or none to open those of the last time.");
    request.theme = arguments.value("theme");
    request.language = arguments.value("language");
    checkChoice("theme", request.theme, {"system", "light", "dark"});
    checkChoice("language", request.language, languageChoices());
    std::unique_ptr<StopOnSignal> signals;
    request.onReady = [&](std::function<void()> close) { signals = std::make_unique<StopOnSignal>(std::move(close)); };
    return window::runWindow(request);
}
#else
int openWindow(const std::vector<std::string>& words, const std::vector<std::string>&)
{
    throw Error(words.empty() ? ErrorCode::Environment : ErrorCode::Usage, words.empty() ? "this program was built without its window" : str("\"", words.front(), "\" is not understood; this program was built without its window"),
        "Work from the command line, as `bamscope --batch COMMAND` (`bamscope --help` lists the commands), or build with -DBAMSCOPE_GUI=ON.");
}
#endif

Command screenshotsCommand()
{
    return {"screenshots", "pictures of the window's views from runs", "ending what the pictures needed; those that were taken stay", screenshotsSyntax, takeScreenshots};
}

}  // namespace bam::cli
