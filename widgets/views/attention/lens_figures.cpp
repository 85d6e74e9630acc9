// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/lens_figures.h"

#include "widgets/common/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace bam::views {
namespace {

constexpr int kStripColumns = 2048;     // pixels of a strip: more than a page can show
constexpr int kCurvePoints = 4096;

/// Okabe and Ito's, without the yellow that paper swallows.
const std::array<QColor, 6> kNamedColors{QColor(0xD5, 0x5E, 0x00), QColor(0x00, 0x72, 0xB2), QColor(0x00, 0x9E, 0x73), QColor(0xCC, 0x79, 0xA7), QColor(0xE6, 0x9F, 0x00), QColor(0x56, 0xB4, 0xE9)};

QString translated(const char* text) { return QCoreApplication::translate("lensFigures", text); }

figures::Figure figureOf(const char* kind, const LensFigureSource& source)
{
    figures::Figure figure;
    figure.kind = QString::fromLatin1(kind);
    figures::Provenance::Run run;
    run.id = source.run;
    run.step = source.step;
    QStringList conditions{source.prompt, source.scaling, source.changes};
    conditions.removeAll(QString());
    run.conditions = conditions.join(QStringLiteral("; "));
    figure.provenance.runs.push_back(run);
    return figure;
}

/// The title of what a run does, with what was changed in it.
QString titled(const QString& title, const LensFigureSource& source)
{
    return source.changes.isEmpty() ? title : translated(QT_TRANSLATE_NOOP("lensFigures", "%1 (%2)")).arg(title, source.changes);
}

QString positionLabel() { return translated(QT_TRANSLATE_NOOP("lensFigures", "Key position (tokens)")); }

void markNeedle(figures::Panel& panel, const inspect::Prompt& prompt)
{
    if (!prompt.hasNeedle())
        return;
    figures::Span span;
    span.from = double(prompt.needleBegin);
    span.to = double(prompt.needleEnd);
    span.label = translated(QT_TRANSLATE_NOOP("lensFigures", "Needle"));
    panel.spans.push_back(span);
}

}  // namespace

figures::Figure stripFigure(const StripContent& content, double from, double to, int rows, const LensFigureSource& source)
{
    auto figure = figureOf("retrieval_strip", source);
    figure.title = titled(translated(QT_TRANSLATE_NOOP("lensFigures", "Attention of the answer's queries, %1")).arg(source.title), source);
    rows = std::min(rows, content.rows());
    const auto& prompt = content.capture().prompt;
    from = std::max(from, 0.0);
    to = std::min(to, double(prompt.length()));
    figures::Heatmap map;
    map.columns = int(std::clamp(std::ceil(to - from), 1.0, double(kStripColumns)));
    map.rows = rows;
    map.x0 = from;
    map.x1 = to;
    map.y0 = -0.5;
    map.y1 = rows - 0.5;
    map.values.reserve(qsizetype(map.columns) * rows);
    figures::Panel panel;
    for (int row = 0; row < rows; ++row) {
        for (const float weight : pooledToPixels(content.weights(row), from, to, map.columns))
            map.values.append(std::max(weight, float(content.low())));     // a logarithm has no colour for 0
        const double times = timesUniform(content.head(row));
        const auto name = headLabel(content.head(row).id);
        panel.y.ticks.push_back({double(row), std::isfinite(times) ? QStringLiteral("%1 (%2)").arg(name, cellText(times, HeadMeasure::TimesUniform)) : name});
    }
    panel.heatmaps.push_back(map);
    panel.x.label = positionLabel();
    panel.x.low = from;
    panel.x.high = to;
    panel.y.label = std::isfinite(timesUniform(content.head(0))) ? translated(QT_TRANSLATE_NOOP("lensFigures", "Head (needle mass, × uniform)")) : translated(QT_TRANSLATE_NOOP("lensFigures", "Head"));
    panel.y.reversed = true;
    panel.y.low = map.y0;
    panel.y.high = map.y1;
    panel.colors.scale = figures::ColorScale::Log;
    panel.colors.low = content.low();
    panel.colors.high = content.high();
    panel.colors.label = translated(QT_TRANSLATE_NOOP("lensFigures", "Attention weight"));
    markNeedle(panel, prompt);
    figure.panels.push_back(std::move(panel));
    return figure;
}

figures::Figure headMapFigure(const inspect::Capture& capture, HeadMeasure measure, const LensFigureSource& source)
{
    auto figure = figureOf("head_map", source);
    figure.title = titled(translated(QT_TRANSLATE_NOOP("lensFigures", "%1 by head, %2")).arg(measureTitle(measure), source.title), source);
    const MeasureScale scale(capture.summary, measure);
    figures::Heatmap map;
    map.columns = int(capture.heads);
    map.rows = int(capture.layers);
    map.x0 = map.y0 = -0.5;
    map.x1 = map.columns - 0.5;
    map.y1 = map.rows - 0.5;
    for (const auto& head : capture.summary) {
        const double value = measureOf(head, measure);
        map.values.append(isLogarithmic(measure) && value < scale.low() ? float(scale.low()) : float(value));
    }
    figures::Panel panel;
    panel.heatmaps.push_back(map);
    panel.x.label = translated(QT_TRANSLATE_NOOP("lensFigures", "Head"));
    panel.y.label = translated(QT_TRANSLATE_NOOP("lensFigures", "Layer"));
    panel.y.reversed = true;
    for (int head = 0; head < map.columns; head += std::max(1, map.columns / 16))
        panel.x.ticks.push_back({double(head), QString::number(head)});
    for (int layer = 0; layer < map.rows; layer += std::max(1, map.rows / 16))
        panel.y.ticks.push_back({double(layer), QString::number(layer)});
    panel.colors.scale = isLogarithmic(measure) ? figures::ColorScale::Log : figures::ColorScale::Linear;
    panel.colors.map = measure == HeadMeasure::ThetaBeta ? QStringLiteral("blue_grey_orange") : QStringLiteral("viridis");
    if (!scale.isEmpty()) {
        panel.colors.low = scale.low();
        panel.colors.high = scale.high();
    }
    panel.colors.label = measureTitle(measure);
    figure.panels.push_back(std::move(panel));
    return figure;
}

figures::Figure answerFigure(const inspect::Capture* before, const inspect::Capture& after, const LensFigureSource& source)
{
    auto figure = figureOf("answer", source);
    figure.title = translated(QT_TRANSLATE_NOOP("lensFigures", "Probability of the expected answer, %1")).arg(source.title);
    figures::Panel panel;
    const bool both = before && before != &after;
    const auto add = [&](const inspect::Capture& capture, const QString& name, const QColor& color) {
        figures::Series series;
        series.id = name;
        series.name = both ? name : QString();
        series.style.color = color;
        series.shape = figures::Shape::Bars;
        for (std::size_t n = 0; n < capture.answer.size(); ++n) {
            series.x.append(double(n + 1));
            series.y.append(capture.answer[n].expectedProbability);
        }
        panel.series.push_back(std::move(series));
    };
    const auto unchanged = after.ropeScaling.isOn() ? translated(QT_TRANSLATE_NOOP("lensFigures", "all heads whole")) : translated(QT_TRANSLATE_NOOP("lensFigures", "as trained"));
    if (both)
        add(*before, unchanged, QColor(0x00, 0x72, 0xB2));
    add(after, after.changes.empty() ? unchanged : translated(QT_TRANSLATE_NOOP("lensFigures", "with changed heads")), QColor(0xD5, 0x5E, 0x00));
    for (std::size_t n = 0; n < after.answer.size(); ++n)
        panel.x.ticks.push_back({double(n + 1), QString::fromStdString(after.answer[n].expected).trimmed()});
    panel.x.label = translated(QT_TRANSLATE_NOOP("lensFigures", "Token of the answer"));
    panel.y.label = translated(QT_TRANSLATE_NOOP("lensFigures", "Probability of the expected token"));
    panel.y.low = 0;
    panel.y.high = 1;
    figure.panels.push_back(std::move(panel));
    return figure;
}

figures::Figure attentionFigure(const inspect::Prompt& prompt, const std::vector<float>& weights, const QString& head, qint64 query, const LensFigureSource& source)
{
    auto figure = figureOf("attention_of_query", source);
    figure.title = translated(QT_TRANSLATE_NOOP("lensFigures", "Attention of %1, query at %2, %3")).arg(head, ui::count(double(query)), source.title);
    figures::Series series;
    series.id = head;
    series.style.color = QColor(0x00, 0x72, 0xB2);
    const int points = int(std::min<std::size_t>(weights.size(), kCurvePoints));
    const auto pooled = pooledToPixels(weights, 0, double(weights.size()), points);
    for (int n = 0; n < points; ++n) {
        series.x.append(double(weights.size()) * n / points);
        series.y.append(double(pooled[std::size_t(n)]));
    }
    figures::Panel panel;
    panel.series.push_back(std::move(series));
    panel.x.label = positionLabel();
    panel.y.label = translated(QT_TRANSLATE_NOOP("lensFigures", "Attention weight"));
    markNeedle(panel, prompt);
    figure.panels.push_back(std::move(panel));
    return figure;
}

std::vector<std::pair<std::size_t, QColor>> namedHeads(const inspect::Film& film)
{
    std::vector<std::pair<std::size_t, QColor>> named;
    if (film.frames.empty())
        return named;
    const auto& last = film.frames.back()->heads;
    std::vector<std::size_t> order(last.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return last[a].needleMass > last[b].needleMass; });
    for (std::size_t rank = 0; rank < std::min(order.size(), kNamedColors.size()); ++rank)
        named.emplace_back(order[rank], kNamedColors[rank]);
    return named;
}

figures::Figure filmFigure(const inspect::Film& film, const LensFigureSource& source)
{
    auto figure = figureOf("retrieval_heads", source);
    figure.title = translated(QT_TRANSLATE_NOOP("lensFigures", "Retrieval heads being born, %1")).arg(source.title);
    figures::Panel panel;
    panel.x.label = translated(QT_TRANSLATE_NOOP("lensFigures", "Step"));
    panel.y.label = translated(QT_TRANSLATE_NOOP("lensFigures", "Mass on the needle, probability of the key"));
    panel.y.low = 0;
    panel.y.high = 1.02;
    if (film.frames.empty())
        return figure;
    const auto& last = film.frames.back()->heads;
    const auto curve = [&](const QString& id, const QColor& color, const auto& value) {
        figures::Series series;
        series.id = id;
        series.style.color = color;
        for (const auto& frame : film.frames) {
            series.x.append(double(frame->step));
            series.y.append(value(*frame));
        }
        return series;
    };
    const auto massOf = [&](std::size_t head, const QColor& color) { return curve(headLabel(last[head].id), color, [head](const inspect::FilmFrame& frame) { return frame.heads[head].needleMass; }); };
    const auto named = namedHeads(film);
    // The many first, so that those with names lie over them.
    for (std::size_t head = 0; head < last.size(); ++head)
        if (std::none_of(named.begin(), named.end(), [head](const auto& one) { return one.first == head; })) {
            panel.series.push_back(massOf(head, QColor(150, 150, 150)));
            panel.series.back().width = 0.5;
        }
    if (!panel.series.empty())
        panel.series.back().name = translated(QT_TRANSLATE_NOOP("lensFigures", "other heads"));
    for (const auto& [head, color] : named) {
        panel.series.push_back(massOf(head, color));
        const double beta = last[head].prior.thetaBeta;
        panel.series.back().name = std::isfinite(beta) ? translated(QT_TRANSLATE_NOOP("lensFigures", "%1, θβ %2")).arg(headLabel(last[head].id), cellText(beta, HeadMeasure::ThetaBeta)) : headLabel(last[head].id);
    }
    panel.series.push_back(curve(QStringLiteral("key"), QColor(60, 60, 60), [](const inspect::FilmFrame& frame) { return frame.keyProbability(); }));
    panel.series.back().name = translated(QT_TRANSLATE_NOOP("lensFigures", "Probability of the key"));
    panel.series.back().style.dashed = true;
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace bam::views
