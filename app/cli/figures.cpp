// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/figures.h"

#include "core/base/error.h"
#include "core/base/text.h"

#ifdef BAMSCOPE_GUI
#include "widgets/figures/curve_figure.h"

#include <algorithm>
#endif

namespace bam::cli {

#ifdef BAMSCOPE_GUI
namespace {

figures::CurveFigure accuracyByLength(const jobs::FigureRequest& request, const jobs::Outcomes& outcomes)
{
    figures::CurveFigure figure;
    figure.title = QString::fromStdString(request.title);
    figure.xLabel = QStringLiteral("Prompt length (tokens)");
    figure.yLabel = QStringLiteral("Pass-key accuracy");
    for (const auto& [name, outcome] : outcomes) {
        if (std::find(request.runs.begin(), request.runs.end(), name) == request.runs.end())
            continue;
        const auto encoding = QString::fromStdString(spec::officialEncodingName(outcome.model));
        const bool named = name != encoding.toStdString();
        figures::CurveSeries series{named ? QString::fromStdString(name) : plots::titleOf(encoding), plots::styleOf(encoding), {}, {}, {}, {}};
        for (const auto& cell : outcome.cells) {
            series.x.append(double(std::max<std::int64_t>(cell.length, cell.promptTokens)));
            series.y.append(cell.accuracy);
            series.low.append(cell.wilson.low);
            series.high.append(cell.wilson.high);
        }
        figure.series.push_back(std::move(series));
        figure.markX = double(outcome.trainingLength);
        figure.markLabel = QStringLiteral("training length");
    }
    return figure;
}

}  // namespace

std::vector<std::filesystem::path> drawFigure(const jobs::FigureRequest& request, const jobs::Outcomes& outcomes)
{
    const auto figure = accuracyByLength(request, outcomes);
    const std::filesystem::path pdf = request.out.string() + ".pdf", png = request.out.string() + ".png";
    for (const auto& [file, problem] : {std::pair{pdf, figures::writePdf(figure, QString::fromStdString(pdf.string()))}, {png, figures::writePng(figure, QString::fromStdString(png.string()))}})
        if (!problem.isEmpty())
            throw Error(ErrorCode::Failed, str("the figure ", file.string(), " could not be written: ", problem.toStdString()), "The runs and their results are kept; free space or choose another --out.");
    return {pdf, png};
}
#else
std::vector<std::filesystem::path> drawFigure(const jobs::FigureRequest&, const jobs::Outcomes&) { return {}; }
#endif

}  // namespace bam::cli
