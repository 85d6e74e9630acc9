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

/// A row for each subject of a task.
std::vector<figures::ResultScores> subjectsOf(const EvaluationData& data, std::size_t measure)
{
    std::vector<figures::ResultScores> runs;
    for (qsizetype n = 0; n < data.runs.size(); ++n) {
        const auto& score = data.board.scores[std::size_t(n)][measure];
        if (!score)
            continue;
        figures::ResultScores run{data.runs[n].path, data.runs[n].title, data.runs[n].style, {}, {}, {}, {}};
        for (const auto& point : score->curve) {
            run.of.append(QString::fromStdString(point.name));
            run.value.append(point.y);
            run.low.append(point.low);
            run.high.append(point.high);
        }
        runs.push_back(std::move(run));
    }
    return runs;
}

/// The one value of each run.
std::vector<figures::ResultScores> valuesOf(const EvaluationData& data, std::size_t measure)
{
    std::vector<figures::ResultScores> runs;
    for (qsizetype n = 0; n < data.runs.size(); ++n)
        if (const auto& score = data.board.scores[std::size_t(n)][measure])
            runs.push_back({data.runs[n].path, data.runs[n].title, data.runs[n].style, {}, {score->value}, {score->low}, {score->high}});
    return runs;
}

QString valueLabel(const compare::Measure& measure)
{
    if (measure.metric == compare::Metric::BitsPerByte)
        return Texts::tr("Bits per byte");
    if (measure.kind == MeasureKind::Choice)
        return measure.metric == compare::Metric::Normalized ? Texts::tr("Normalized accuracy (acc_norm)") : Texts::tr("Accuracy (acc)");
    return measure.isShare ? Texts::tr("Accuracy") : Texts::tr("Perplexity");
}

QString valueKind(const compare::Measure& measure)
{
    if (measure.metric == compare::Metric::BitsPerByte)
        return QStringLiteral("bits_per_byte");
    return measure.kind == MeasureKind::Choice ? QStringLiteral("multiple_choice") : QStringLiteral("sliding_perplexity");
}

figures::Figure rowsFigure(const EvaluationData& data, std::size_t measure)
{
    const auto& of = data.board.measures[measure];
    const auto& scores = data.board.scores;
    const bool bySubject = of.kind == MeasureKind::Choice && std::any_of(scores.begin(), scores.end(), [&](const auto& run) { return run[measure] && run[measure]->curve.size() > 1; });
    figures::Figure figure;
    figure.kind = valueKind(of);
    if (bySubject)
        figure.panels.push_back(figures::scoresPanel(subjectsOf(data, measure), valueLabel(of), of.isShare));
    else if (const auto runs = valuesOf(data, measure); !runs.empty())
        figure.panels.push_back(figures::runsPanel(runs, valueLabel(of), of.isShare));
    return figure;
}

/// What every plot of a measure tells of itself.
void describe(figures::Figure& figure, const EvaluationData& data, std::size_t measure)
{
    figure.title = measureTitle(data.board.measures[measure]);
    figure.provenance = data.provenance;
    // Of the weights that were tested, which need not be the run's last.
    for (std::size_t n = 0; n < data.board.scores.size() && n < figure.provenance.runs.size(); ++n)
        if (const auto& score = data.board.scores[n][measure])
            if (const auto step = runs::stepOf(score->checkpoint))
                figure.provenance.runs[n].step = *step;
}

}  // namespace

figures::Figure evaluationFigure(const EvaluationData& data, std::size_t measure)
{
    const auto& of = data.board.measures.at(measure);
    const auto curves = curvesOf(data, measure);
    figures::Figure figure;
    if (curves.empty() || of.kind == MeasureKind::Choice) {
        figure = rowsFigure(data, measure);
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
    describe(figure, data, measure);
    return figure;
}

figures::Figure evaluationDepthFigure(const EvaluationData& data, std::size_t measure)
{
    std::vector<figures::DepthPanel> panels;
    for (qsizetype n = 0; n < data.runs.size(); ++n)
        if (const auto& score = data.board.scores[std::size_t(n)].at(measure); score && !score->depths.empty())
            panels.push_back(figures::depthPanel(data.runs[n].title, score->depths));
    auto figure = figures::depthFigure(panels);
    describe(figure, data, measure);
    return figure;
}

}  // namespace bam::views
