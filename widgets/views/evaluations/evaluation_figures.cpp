// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/evaluations/evaluation_figures.h"

#include "core/runs/run_directory.h"
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

/// Subjects of a task, one below the other; a subject has one place in all runs.
figures::Figure subjectsFigure(const EvaluationData& data, std::size_t measure)
{
    figures::Figure figure;
    figure.kind = QStringLiteral("multiple_choice");
    figures::Panel panel;
    panel.x.label = Texts::tr("Accuracy");
    panel.y.reversed = true;
    const auto placeOf = [&](const std::string& subject) {
        const auto label = QString::fromStdString(subject);
        for (const auto& tick : panel.y.ticks)
            if (tick.text == label)
                return tick.at;
        panel.y.ticks.push_back({double(panel.y.ticks.size() + 1), label});
        return panel.y.ticks.back().at;
    };
    for (qsizetype n = 0; n < data.runs.size(); ++n) {
        const auto& score = data.board.scores[std::size_t(n)][measure];
        if (!score || score->curve.empty())
            continue;
        figures::Series series;
        series.id = data.runs[n].path;
        series.name = data.runs[n].title;
        series.style = data.runs[n].style;
        series.shape = figures::Shape::Points;
        for (const auto& point : score->curve) {
            series.x.append(point.y);
            series.y.append(placeOf(point.name));
        }
        panel.series.push_back(std::move(series));
    }
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
    // Of the weights that were tested, which need not be the run's last.
    for (std::size_t n = 0; n < data.board.scores.size() && n < figure.provenance.runs.size(); ++n)
        if (const auto& score = data.board.scores[n][measure])
            if (const auto step = runs::stepOf(score->checkpoint))
                figure.provenance.runs[n].step = *step;
    return figure;
}

}  // namespace bam::views
