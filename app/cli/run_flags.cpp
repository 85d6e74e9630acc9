// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch run`: the flags of run_command.h, and the application object that figures need.
#include "app/cli/commands.h"
#include "app/cli/figures.h"
#include "app/cli/run_command.h"
#include "core/base/text.h"

namespace bam::cli {
namespace {

Syntax syntax()
{
    Syntax syntax("run", "run JOBS.json [--out FOLDER] [flags]",
        "Does the jobs of a file one after the other: train a tokenizer, make shards, train these models, test those, draw the figure. All jobs "
        "are checked before the first starts. A second call skips what is finished and goes on with what was stopped.");
    syntax.group("Jobs");
    syntax.add({.name = "out", .value = "FOLDER", .help = "Where results, runs and figures go; ${out} in the file.", .fallback = "runs/<name of the file>"});
    syntax.add({.name = "set", .value = "NAME=VALUE", .help = "Sets the variable ${NAME} of the file; may be given several times.", .list = true});
    syntax.add({.name = "seed", .value = "N", .help = "Seed of every training."});
    syntax.add({.name = "device", .value = "auto|cpu|cuda|cuda:N", .help = "Device of every training and test.", .fallback = "as each job says"});
    syntax.add({.name = "threads", .value = "N", .help = "CPU threads of every training and test.", .fallback = "as each job says"});
    addCommonFlags(syntax);
    syntax.add({.name = "json-interval", .value = "MS", .help = "With --json: a training step at most every so many milliseconds; the last one always.", .fallback = "0"});
    syntax.example("bamscope --batch run resources/presets/quickstart.json --out quickstart --set text=bible.txt");
    return syntax;
}

RunRequest request(const Arguments& arguments, const Console& console)
{
    if (arguments.positional().size() != 1)
        throw Error(ErrorCode::Usage, arguments.positional().empty() ? "no file of jobs is named" : str("run takes one file of jobs; found ", joinNames(arguments.positional())),
            "Name one, e.g. resources/presets/quickstart.json.");
    RunRequest request;
    request.spec = arguments.positional().front();
    request.options.out = arguments.has("out") ? std::filesystem::path(arguments.value("out")) : std::filesystem::path("runs") / request.spec.stem();
    if (request.options.out.empty())
        throw Error(ErrorCode::Usage, "--out is empty", "Name the folder for the results.");
    for (const auto& text : arguments.values("set")) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Error(ErrorCode::Usage, str("--set is \"", text, "\"; expected NAME=VALUE"), "For example --set text=book.txt.");
        request.options.variables[text.substr(0, equals)] = text.substr(equals + 1);
    }
    if (arguments.has("seed"))
        request.options.seed = arguments.whole("seed", 0, 0);
    if (arguments.has("threads"))
        request.options.threads = arguments.whole("threads", 0, 0);
    request.options.device = arguments.value("device");
    request.jsonInterval = std::chrono::milliseconds(arguments.whole("json-interval", 0, 0));
    request.quiet = console.quiet();
    request.json = console.json();
    return request;
}

void run(const Syntax&, const Arguments& arguments, Context& context)
{
    const auto asked = request(arguments, context.console);
#ifdef BAMSCOPE_GUI
    const FigureApplication application;
#endif
    runJobFile(asked, context.stop);
}

}  // namespace

Command runCommand()
{
    return {"run", "does several jobs from one file: tokenizer, shards, trainings, tests, figures", "stopping after this step", syntax, run};
}

}  // namespace bam::cli
