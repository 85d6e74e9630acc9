// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch figure`: a figure's files from its JSON, or a figure of the gallery from runs.
#include "app/cli/commands.h"
#include "app/cli/figures.h"
#include "app/cli/lens_flags.h"
#include "core/base/text.h"

#ifdef BAMSCOPE_GUI
#include "app/work/figure_files.h"
#include "app/work/gallery.h"
#include "widgets/figures/figure_options.h"

#include <QFontDatabase>
#endif

namespace bam::cli {
namespace {

Syntax syntax()
{
    Syntax syntax("figure", "figure (FILE.json | KIND RUN…) [flags]",
        "Makes the files of a figure again from the JSON that was written beside them: the same bytes as from the window. Or makes a figure of the gallery from runs; KIND is "
        "accuracy_by_length, depth_by_length, perplexity_by_position, sliding_perplexity, ruler_by_length, multiple_choice, loss_by_encoding, retrieval_heads, biases_by_distance, prior_scatter or priors_by_regime; inverted_heads runs a prompt through one "
        "model and shows where its heads with θβ ≤ 0 look; ablation takes a file that `bamscope --batch lens RUN --study N --json` printed. Needs no display.");
    syntax.group("Files");
    syntax.add({.name = "out", .value = "NAME", .help = "Folder and name of the files, without ending.", .fallback = "beside FILE.json, under its name; KIND in this folder"});
    syntax.add({.name = "format", .value = "LIST", .help = "pdf, svg, png, tex; several with commas.", .fallback = "as the file says, else pdf"});
    syntax.add({.name = "force", .kind = spec::FieldKind::Flag, .help = "Replace files that belong to another figure."});
    addPromptFlags(syntax, "Prompt (of inverted_heads)");
    addCheckpointFlags(syntax);
    syntax.group("How it looks (else as the file says)");
    syntax.add({.name = "width", .value = "LENGTH|NAME", .help = "84mm, 7.7cm, 3.25in, 234pt (of 1/72 inch), or iclr, neurips, icml-column, icml-text, acl-column, acl-text, ieee-column, ieee-text. The height keeps its proportion unless it is given."});
    syntax.add({.name = "height", .value = "LENGTH", .help = "With a unit, as --width."});
    syntax.add({.name = "font", .value = "FAMILY", .help = "Of all texts."});
    syntax.add({.name = "font_size", .value = "POINTS", .help = "3 to 72."});
    syntax.add({.name = "line_width", .value = "POINTS", .help = "Of curves."});
    syntax.add({.name = "marker_size", .value = "POINTS", .help = "Of markers."});
    syntax.add({.name = "grey", .kind = spec::FieldKind::Flag, .help = "Tell curves apart without colours."});
    syntax.add({.name = "legend", .value = "automatic|inside|right|below|none", .help = "Where the names of curves stand."});
    syntax.add({.name = "title", .kind = spec::FieldKind::Flag, .help = "--no-title leaves it to the caption."});
    syntax.add({.name = "grid", .kind = spec::FieldKind::Flag, .help = "--no-grid leaves out the lines at the ticks."});
    syntax.add({.name = "dpi", .value = "N", .help = "Dots per inch of PNG, 36 to 2400."});
    addDeviceFlags(syntax);
    addCommonFlags(syntax);
    syntax.example("bamscope --batch figure accuracy.json --format pdf,tex --width icml-column --no-title");
    syntax.example("bamscope --batch figure prior_scatter logs/l12/bam/version_00 --out figures/priors --format pdf,svg");
    syntax.example("bamscope --batch figure inverted_heads logs/l12/bam/version_00 --length 4096 --out figures/inverted --format pdf");
    syntax.example("bamscope --batch figure ablation study.jsonl --out figures/ablation --format pdf,png");
    return syntax;
}

#ifdef BAMSCOPE_GUI
QString text(const Arguments& arguments, const char* name) { return QString::fromStdString(arguments.value(name)); }

double lengthOf(const Arguments& arguments, const char* name)
{
    if (const auto* preset = figures::presetNamed(text(arguments, name)))
        return preset->millimetres;
    if (const auto length = figures::lengthFrom(text(arguments, name)))
        return *length;
    throw Error(ErrorCode::Usage, str("--", name, " is \"", arguments.value(name), "\""), "Give a number with a unit between 10 mm and 1000 mm, such as 84mm, 3.25in or 234pt, or a name that --help lists.");
}

void setNumber(const Arguments& arguments, const char* name, double least, double most, double& value)
{
    if (!arguments.has(name))
        return;
    bool good = false;
    value = text(arguments, name).toDouble(&good);
    if (!good || !(value >= least && value <= most))
        throw Error(ErrorCode::Usage, str("--", name, " is \"", arguments.value(name), "\", expected ", least, " to ", most), "Give a number of points.");
}

QStringList formatsOf(const Arguments& arguments, const QStringList& otherwise)
{
    if (!arguments.has("format"))
        return otherwise.isEmpty() ? QStringList{QStringLiteral("pdf")} : otherwise;
    QStringList formats;
    for (const auto& word : text(arguments, "format").split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        if (!figures::allFormats().contains(word.trimmed()))
            throw Error(ErrorCode::Usage, str("--format has \"", word.toStdString(), "\""), "Formats: pdf, svg, png, tex.");
        formats << word.trimmed();
    }
    // In the order of the window, so that the JSON is the same.
    QStringList sorted;
    for (const auto& format : figures::allFormats())
        if (formats.contains(format))
            sorted << format;
    if (sorted.isEmpty())
        throw Error(ErrorCode::Usage, "--format names no format", "Formats: pdf, svg, png, tex.");
    return sorted;
}

void applyFlags(const Arguments& arguments, figures::FigureStyle& style)
{
    if (arguments.has("width")) {
        const double width = lengthOf(arguments, "width");
        style.millimetres = QSizeF(width, style.millimetres.height() * width / style.millimetres.width());
    }
    if (arguments.has("height"))
        style.millimetres.setHeight(lengthOf(arguments, "height"));
    if (arguments.has("font")) {
        style.fontFamily = text(arguments, "font");
        if (!QFontDatabase::hasFamily(style.fontFamily))
            throw Error(ErrorCode::Environment, str("there is no font \"", arguments.value("font"), "\" here"), "Install it, or name one that `fc-list : family` lists.");
    }
    setNumber(arguments, "font_size", 3, 72, style.fontPoints);
    setNumber(arguments, "line_width", 0.1, 20, style.linePoints);
    setNumber(arguments, "marker_size", 0.1, 40, style.markerPoints);
    if (arguments.has("grey"))
        style.palette = arguments.on("grey") ? QStringLiteral("grey") : QStringLiteral("encoding");
    if (arguments.has("legend")) {
        const auto place = figures::legendPlaceFrom(text(arguments, "legend"));
        if (!place)
            throw Error(ErrorCode::Usage, str("--legend is \"", arguments.value("legend"), "\""), "It is automatic, inside, right, below or none.");
        style.legend = *place;
    }
    if (arguments.has("title"))
        style.title = arguments.on("title");
    if (arguments.has("grid"))
        style.grid = arguments.on("grid");
    if (arguments.has("dpi"))
        style.dotsPerInch = int(arguments.whole("dpi", style.dotsPerInch, 36));
    if (style.dotsPerInch > 2400)
        throw Error(ErrorCode::Usage, str("--dpi is ", style.dotsPerInch, ", at most 2400 can be drawn"), "Use a vector format for anything finer.");
    if (const auto problem = figures::problemOf(style); !problem.isEmpty())
        throw Error(ErrorCode::Usage, problem.toStdString(), "Choose another --width, --height or --dpi.");
}

void write(const Arguments& arguments, Context& context, figures::FigureFile file, const std::filesystem::path& otherwise)
{
    applyFlags(arguments, file.style);
    file.formats = formatsOf(arguments, file.formats);
    std::filesystem::path out = arguments.has("out") ? std::filesystem::path(arguments.value("out")) : otherwise;
    if (figures::allFormats().contains(QString::fromStdString(out.extension().string()).mid(1)))
        out.replace_extension();        // people name the file that they want
    if (out.filename().empty())
        throw Error(ErrorCode::Usage, str("--out is \"", out.string(), "\", which names no file"), "Give folder and name, such as figures/accuracy.");
    for (const auto& path : work::writeFigureFiles(out.parent_path(), QString::fromStdString(out.filename().string()), file, arguments.on("force"))) {
        context.console.event({{"event", "file"}, {"file", path.string()}});
        context.console.result(path.string());
    }
    context.console.requireWritten();
}

figures::Figure figureOf(const QString& kind, const Arguments& arguments, Context& context)
{
    const std::vector<std::filesystem::path> named(arguments.positional().begin() + 1, arguments.positional().end());
    if (kind == QLatin1String("ablation")) {
        if (named.size() != 1 || std::filesystem::is_directory(named.front()))
            throw Error(ErrorCode::Usage, "ablation is drawn from the file of a study",
                "Make one: `bamscope --batch lens RUN --study 20 --json > study.jsonl`, then `figure ablation study.jsonl`.");
        return work::ablationFigure(named.front());
    }
    const auto runs = work::galleryRuns(named);
    if (!work::galleryKind(kind, runs).ofCapture)
        return work::galleryFigure(kind, runs);
    const auto progress = [&](const Progress& now) { context.console.progress(now); };
    const auto asked = promptOf(arguments);
    const auto lens = inspect::Lens::open(lensSourceOf(work::onlyRun(runs).path, arguments), progress, context.stop);
    const auto capture = lens->capture({.prompt = lens->prompt(asked)}, progress, context.stop);
    context.console.clearProgress();
    return work::galleryFigure(kind, runs, capture);
}

void run(const Syntax&, const Arguments& arguments, Context& context)
{
    const auto& words = arguments.positional();
    if (words.empty())
        throw Error(ErrorCode::Usage, "figure needs a figure", "Name the NAME.json that was written beside a figure, or a kind and runs; --help lists the kinds.");
    if (!words.front().ends_with(".json")) {
        const auto kind = QString::fromStdString(words.front());
        const FigureApplication application;
        return write(arguments, context, {figureOf(kind, arguments, context), {}, {}}, kind.toStdString());
    }
    if (words.size() > 1)
        throw Error(ErrorCode::Usage, str("figure makes one figure at a time, and ", words.size(), " files were named"), "Run it once for each.");
    const FigureApplication application;
    const std::filesystem::path json(words.front());
    write(arguments, context, work::readFigureFile(json), json.parent_path() / json.stem());
}
#else
void run(const Syntax&, const Arguments&, Context&)
{
    throw Error(ErrorCode::Environment, "this program was built without its window, which draws figures", "Build with -DBAMSCOPE_GUI=ON.");
}
#endif

}  // namespace

Command figureCommand()
{
    return {"figure", "makes a figure's files again from its JSON: PDF, SVG, PNG, pgfplots", "stopping", syntax, run};
}

}  // namespace bam::cli
