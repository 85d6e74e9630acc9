// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/figures.h"

#include "core/base/error.h"
#include "core/base/text.h"

#ifdef BAMSCOPE_GUI
#include "app/work/figure_files.h"
#include "widgets/figures/gallery/result_figures.h"

#include <QApplication>

#include <algorithm>
#include <clocale>
#include <cstdio>
#endif

namespace bam::cli {

#ifdef BAMSCOPE_GUI
namespace {

figures::Figure accuracyByLength(const jobs::FigureRequest& request, const jobs::Outcomes& outcomes)
{
    std::vector<figures::ResultCurve> curves;
    std::vector<std::filesystem::path> paths;
    double trained = 0;
    for (const auto& [name, outcome] : outcomes) {
        if (std::find(request.runs.begin(), request.runs.end(), name) == request.runs.end())
            continue;
        const auto encoding = QString::fromStdString(spec::officialEncodingName(outcome.model)), id = QString::fromStdString(name);
        figures::ResultCurve curve{id, id == encoding ? plots::titleOf(encoding) : id, plots::styleOf(encoding), {}, {}};
        for (const auto& cell : outcome.cells) {
            curve.x.append(double(std::max<std::int64_t>(cell.length, cell.promptTokens)));
            curve.y.append(cell.accuracy);
            curve.low.append(cell.wilson.low);
            curve.high.append(cell.wilson.high);
        }
        curves.push_back(std::move(curve));
        paths.push_back(outcome.path);
        trained = double(outcome.trainingLength);
    }
    auto figure = figures::accuracyFigure(curves, trained, work::provenanceOf(paths));
    figure.title = QString::fromStdString(request.title);
    return figure;
}

/// What Qt has to say about a missing desktop is of no interest here.
void tell(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type != QtDebugMsg && type != QtInfoMsg && !text.startsWith(QLatin1String("QStandardPaths:")))
        std::fprintf(stderr, "note: %s\n", qUtf8Printable(text));
}

}  // namespace

struct FigureApplication::Private {
    int count = 1;
    char name[9] = "bamscope";
    char* names[2] = {name, nullptr};
    std::unique_ptr<QApplication> application;
};

FigureApplication::FigureApplication()
    : d(std::make_unique<Private>())
{
    qInstallMessageHandler(tell);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    d->application = std::make_unique<QApplication>(d->count, d->names);
    std::setlocale(LC_NUMERIC, "C");    // Qt takes the user's locale; numbers in files keep their decimal point
}

FigureApplication::~FigureApplication() = default;

std::vector<std::filesystem::path> drawFigure(const jobs::FigureRequest& request, const jobs::Outcomes& outcomes)
{
    const figures::FigureFile file{accuracyByLength(request, outcomes), {}, {QStringLiteral("pdf"), QStringLiteral("png")}};
    try {
        // The file of jobs says where its figure goes, and a second run of it renews the figure.
        return work::writeFigureFiles(request.out.parent_path(), QString::fromStdString(request.out.filename().string()), file, true);
    } catch (const Error& error) {
        throw Error(error.code(), str("the figure ", request.out.string(), " could not be written: ", error.cause()), "The runs and their results are kept; free space or choose another --out.");
    }
}
#else
std::vector<std::filesystem::path> drawFigure(const jobs::FigureRequest&, const jobs::Outcomes&) { return {}; }
#endif

}  // namespace bam::cli
