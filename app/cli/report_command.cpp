// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch report`: everything that runs' files tell, as tables, figures and one page.
#include "app/cli/commands.h"
#include "app/cli/figures.h"
#include "core/base/text.h"
#include "core/runs/run_directory.h"
#include "core/runs/run_summary.h"

#ifdef BAMSCOPE_GUI
#include "app/work/report_files.h"
#endif

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>

namespace bam::cli {
namespace {

Syntax syntax()
{
    Syntax syntax("report", "report RUN… --out FOLDER [--formats LIST] [--title TEXT] [flags]",
        "Writes what the files of runs tell (training, pass key, perplexity, RULER, multiple choice, parameters that differ) into a folder: index.html, a page that needs no network and nothing beside "
        "it; report.md; tables as CSV and LaTeX (booktabs, the best bold, intervals); figures as PDF, SVG and PNG. Every number says how it was made: seed, samples, checkpoint with its hash, "
        "program. A folder of runs stands for all runs in it. The same files give the same bytes, but for the line with the date.");
    syntax.group("What");
    syntax.add({.name = "out", .value = "FOLDER", .help = "Where the report goes; the folder is made if need be."});
    syntax.add({.name = "formats", .aliases = {"format"}, .value = "LIST", .help = "Some of html, md, csv, tex, pdf, svg and png, with commas.", .fallback = "all"});
    syntax.add({.name = "title", .value = "TEXT", .help = "Of the page.", .fallback = "Report"});
    syntax.add({.name = "by_seed", .aliases = {"by-seed"}, .kind = spec::FieldKind::Flag, .help = "Tells runs that differ in their seed only together: mean, lowest and highest."});
    syntax.add({.name = "force", .kind = spec::FieldKind::Flag, .help = "Replaces an earlier report: its files that this one has not are removed."});
    addCommonFlags(syntax);
    syntax.example("bamscope --batch report logs/l12/bam/version_00 logs/l12/rotary/version_00 --out report");
    syntax.example("bamscope --batch report sweeps/rates/logs --out rates --by_seed --formats html,csv,tex --title \"Learning rates\"");
    return syntax;
}

#ifdef BAMSCOPE_GUI
QStringList formatsOf(const Arguments& arguments)
{
    if (!arguments.has("formats"))
        return work::reportFormats();
    QStringList asked, sorted;
    for (const auto& word : splitText(arguments.value("formats"), ',')) {
        const auto format = QString::fromStdString(std::string(trimmed(word)));
        if (!format.isEmpty() && !work::reportFormats().contains(format))
            throw Error(ErrorCode::Usage, str("--formats has \"", format.toStdString(), "\""), str("Formats: ", work::reportFormats().join(QStringLiteral(", ")).toStdString(), "."));
        asked << format;
    }
    for (const auto& format : work::reportFormats())
        if (asked.contains(format))
            sorted << format;
    if (sorted.isEmpty())
        throw Error(ErrorCode::Usage, "--formats names no format", str("Formats: ", work::reportFormats().join(QStringLiteral(", ")).toStdString(), "."));
    return sorted;
}

/// Runs themselves, and all in folders of runs; each once.
std::vector<std::filesystem::path> runsOf(const std::vector<std::string>& names)
{
    std::vector<std::filesystem::path> found;
    const auto add = [&](const std::filesystem::path& run) {
        if (std::none_of(found.begin(), found.end(), [&](const auto& other) { return std::filesystem::equivalent(other, run); }))
            found.push_back(run);
    };
    for (const auto& name : names) {
        if (!std::filesystem::is_directory(name))
            throw Error(ErrorCode::Usage, str("\"", name, "\" is no folder"), "Name run directories, such as logs/l12/bam/version_00, or folders of runs.");
        const auto below = runs::findRuns(name);
        if (below.empty())
            throw Error(ErrorCode::Usage, str("\"", name, "\" holds no run"), "Name run directories, such as logs/l12/bam/version_00, or folders of runs.");
        for (const auto& run : below)
            add(run);
    }
    return found;
}

/// Builds that want equal bytes set this variable of reproducible-builds.org.
QString dateOf()
{
    const char* const given = std::getenv("SOURCE_DATE_EPOCH");
    return given && *given ? QString::fromStdString(runs::timeStamp(std::time_t(std::atoll(given)))) : QString();
}

void run(const Syntax&, const Arguments& arguments, Context& context)
{
    if (arguments.positional().empty())
        throw Error(ErrorCode::Usage, "no run is named", "Name one or more run directories, or a folder of runs.");
    if (arguments.value("out").empty())
        throw Error(ErrorCode::Usage, "--out is missing", "Name a folder for the report: --out report.");
    const std::filesystem::path out = arguments.value("out");
    const auto formats = formatsOf(arguments);
    const auto paths = runsOf(arguments.positional());
    const FigureApplication application;
    const auto progress = [&](const Progress& now) { context.console.progress(now); };
    work::ReportOptions options{.title = arguments.has("title") ? QString::fromStdString(arguments.value("title")) : QStringLiteral("Report"), .bySeed = arguments.on("by_seed"), .date = dateOf(),
        .progress = progress, .stop = context.stop};
    const auto report = work::makeReport(work::galleryRuns(paths), options);
    const auto files = work::encodeReport(report, formats, progress, context.stop);
    context.console.clearProgress();
    for (const auto& note : report.notes)
        context.console.note(note.toStdString());
    if (files.empty())
        throw Error(ErrorCode::Usage, str("there is nothing to write in ", formats.size() == 1 ? "this format" : "these formats", ": ", formats.join(QStringLiteral(", ")).toStdString()),
            "The runs have neither curves nor results to draw. Train or evaluate them first, or ask for the page or the tables: --formats html,csv.");
    const auto written = work::writeReport(out, files, arguments.on("force"));
    for (const auto& file : written)
        context.console.event({{"event", "file"}, {"file", file.string()}});
    context.console.event({{"event", "report"}, {"folder", out.string()}, {"runs", paths.size()}, {"tables", report.tables.size()}, {"figures", report.figures.size()}, {"files", written.size()}});
    context.console.result(str(written.back().string(), ": ", paths.size(), paths.size() == 1 ? " run, " : " runs, ", report.tables.size(), " tables, ", report.figures.size(), " figures, ", written.size(), " files"));
    context.console.requireWritten();
}
#else
void run(const Syntax&, const Arguments&, Context&)
{
    throw Error(ErrorCode::Environment, "this program was built without its window, which draws figures", "Build with -DBAMSCOPE_GUI=ON.");
}
#endif

}  // namespace

Command reportCommand()
{
    return {"report", "tables, figures and a page of everything that runs' files tell", "stopping; nothing is written", syntax, run};
}

}  // namespace bam::cli
