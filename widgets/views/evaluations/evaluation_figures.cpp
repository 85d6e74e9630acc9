// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/evaluations/evaluation_figures.h"

#include "widgets/figures/gallery/result_figures.h"
#include "widgets/views/evaluations/evaluation_model.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

using compare::MeasureKind;

class Texts {
    Q_DECLARE_TR_FUNCTIONS(EvaluationTexts)
};

/// The length that all runs were trained with; 0 where they differ or it is not known.
double trainedLength(const EvaluationData& data)
{
    double common = data.runs.isEmpty() ? 0 : data.runs.front().trainedLength;
    for (const auto& run : data.runs)
        if (run.trainedLength != common)
            return 0;
    return common;
}

std::vector<figures::ResultCurve> curvesOf(const EvaluationData& data, std::size_t measure)
{
    std::vector<figures::ResultCurve> curves;
    for (qsizetype n = 0; n < data.runs.size(); ++n) {
        const auto& score = data.board.scores[std::size_t(n)][measure];
        if (!score || score->curve.empty())
            continue;
        figures::ResultCurve curve{data.runs[n].path, data.runs[n].title, data.runs[n].style, {}, {}, {}, {}};
        for (const auto& point : score->curve) {
            curve.x.append(point.x);
            curve.y.append(point.y);
            curve.low.append(point.low);
            curve.high.append(point.high);
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

/// Subjects of a task, one below the other, with whiskers.
figures::Figure subjectsFigure(const EvaluationData& data, std::size_t measure)
{
    figures::Figure figure;
    figure.kind = QStringLiteral("multiple_choice");
    figures::Panel panel;
    panel.x.label = Texts::tr("Accuracy");
    panel.y.reversed = true;
    for (const auto& curve : curvesOf(data, measure)) {
        figures::Series series;
        series.id = curve.id;
        series.name = curve.name;
        series.style = curve.style;
        series.shape = figures::Shape::Points;
        series.x = curve.y;
        series.y = curve.x;
        panel.series.push_back(std::move(series));
    }
    for (const auto& scores : data.board.scores)
        if (scores[measure])
            for (const auto& point : scores[measure]->curve)
                if (std::none_of(panel.y.ticks.begin(), panel.y.ticks.end(), [&](const auto& tick) { return tick.at == point.x; }))
                    panel.y.ticks.push_back({point.x, QString::fromStdString(point.name)});
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace

figures::Figure evaluationFigure(const EvaluationData& data, std::size_t measure)
{
    const auto& of = data.board.measures.at(measure);
    const auto curves = curvesOf(data, measure);
    figures::Figure figure;
    if (!curves.empty()) {
        if (of.kind == MeasureKind::Choice) {
            figure = subjectsFigure(data, measure);
        } else if (of.isShare) {
            figure = figures::accuracyFigure(curves, trainedLength(data));
            if (of.kind == MeasureKind::Ruler) {
                figure.kind = QStringLiteral("ruler_by_length");
                figure.panels.front().y.label = Texts::tr("Share of answers found");
            }
        } else {
            figure = figures::perplexityFigure({{{}, curves}}, of.kind == MeasureKind::PerplexityByPosition ? trainedLength(data) : 0);
            if (of.kind == MeasureKind::PerplexitySliding) {
                figure.kind = QStringLiteral("perplexity_sliding");
                figure.panels.front().x.label = Texts::tr("Place in the text (tokens)");
            }
        }
    }
    figure.title = measureTitle(of);
    figure.provenance = data.provenance;
    return figure;
}

}  // namespace bam::views
