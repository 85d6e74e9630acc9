// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/compare_figures.h"

#include "widgets/common/format.h"
#include "widgets/figures/gallery/result_figures.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

using inspect::Capture;
using inspect::HeadId;

constexpr double kSmallestShown = 1e-5;     // of weights on a logarithmic scale: less is as good as nothing

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(CompareTexts)
};

figures::ResultCurve curveOf(const CompareColumn& column, const compare::Curve& curve)
{
    const auto numbers = [](const std::vector<double>& values) { return QVector<double>(values.begin(), values.end()); };
    return {column.id, column.title, column.style, numbers(curve.x), numbers(curve.y), numbers(curve.low), numbers(curve.high)};
}

/// What a head is ranked by.
double rankOf(const inspect::HeadSummary& head)
{
    const double value = std::isfinite(head.needleMass) ? head.needleMass : head.largestWeight;
    return std::isfinite(value) ? value : -1;
}

/// Mean over the answer's queries of one head, pooled to stretches by the largest.
void appendHead(QVector<float>& values, const Capture& capture, HeadId head, int columns, std::int64_t stretch)
{
    const auto length = capture.prompt.length();
    const auto queries = capture.prompt.queryRows.size();
    std::vector<const float*> rows;
    for (std::size_t n = 0; n < queries; ++n)
        rows.push_back(capture.row(head, n));
    for (int column = 0; column < columns; ++column) {
        float largest = 0;
        const auto end = std::min(length, (column + 1) * stretch);
        for (auto key = column * stretch; key < end; ++key) {
            float sum = 0;
            for (const auto* row : rows)
                sum += row[key];
            largest = std::max(largest, sum / float(queries));
        }
        values.append(largest);
    }
}

std::vector<HeadId> shownHeads(const Capture& capture, const HeadChoice& choice)
{
    const auto ranked = rankedHeads(capture);
    if (choice.all)
        return ranked;
    if (!choice.head)
        return ranked.empty() ? ranked : std::vector{ranked.front()};
    const bool there = choice.head->layer >= 0 && choice.head->layer < capture.layers && choice.head->head >= 0 && choice.head->head < capture.heads;
    return there ? std::vector{*choice.head} : std::vector<HeadId>();
}

QString headTitle(HeadId head) { return Texts::tr("L%1 H%2", "a layer and a head, short").arg(head.layer).arg(head.head); }

figures::Panel panelOf(const AttentionColumn& run, const HeadChoice& choice, int mostColumns)
{
    const auto& capture = *run.capture;
    figures::Panel panel;
    panel.title = run.title;
    panel.x.label = Texts::tr("Key position (tokens)");
    panel.y.label = Texts::tr("Head");
    panel.y.reversed = true;
    panel.colors = {QStringLiteral("viridis"), choice.scale, figures::kAuto, figures::kAuto, Texts::tr("Attention"), true};
    const auto length = capture.prompt.length();
    const auto heads = shownHeads(capture, choice);
    figures::Heatmap map;
    const auto stretch = std::max<std::int64_t>(1, (length + mostColumns - 1) / std::max(mostColumns, 1));
    map.columns = int((length + stretch - 1) / stretch);
    map.rows = int(heads.size());
    map.x1 = double(map.columns) * double(stretch);
    map.y1 = double(map.rows);
    for (const auto head : heads)
        appendHead(map.values, capture, head, map.columns, stretch);
    // A row is told by its name while there is room for names.
    const auto step = std::max<std::size_t>(1, heads.size() / 12);
    for (std::size_t n = 0; n < heads.size(); n += step)
        panel.y.ticks.push_back({double(n) + 0.5, headTitle(heads[n])});
    panel.y.low = 0;
    panel.y.high = std::max(1.0, double(map.rows));
    panel.x.low = 0;
    panel.x.high = double(length);
    if (map.rows > 0)
        panel.heatmaps.push_back(std::move(map));
    else
        panel.notes.push_back({double(length) / 2, 0.5, Texts::tr("This model has no such head")});
    if (capture.prompt.hasNeedle())
        panel.spans.push_back({double(capture.prompt.needleBegin), double(capture.prompt.needleEnd), true, Texts::tr("needle"), {}});
    return panel;
}

QString answerText(const Capture& capture)
{
    QString expected, given;
    for (const auto& step : capture.answer) {
        expected += QString::fromStdString(step.expected);
        if (!step.top.empty())
            given += QString::fromStdString(step.top.front().piece);
    }
    if (expected.trimmed().isEmpty())
        return Texts::tr("says \u201c%1\u201d").arg(given.trimmed());
    const bool found = std::all_of(capture.answer.begin(), capture.answer.end(), [](const auto& step) { return step.correct; });
    return found ? Texts::tr("found %1").arg(expected.trimmed()) : Texts::tr("says %1 in place of %2").arg(given.trimmed(), expected.trimmed());
}

}  // namespace

figures::Figure accuracyFigureOf(const CompareData& data)
{
    std::vector<figures::ResultCurve> curves;
    for (std::size_t n = 0; n < data.comparison.columns.size(); ++n)
        curves.push_back(curveOf(data.columns[qsizetype(n)], data.comparison.columns[n].accuracy));
    return figures::accuracyFigure(curves, data.comparison.trainedLength, data.provenance);
}

figures::Figure perplexityFigureOf(const CompareData& data)
{
    std::vector<figures::CorpusCurves> corpora;
    for (std::size_t corpus = 0; corpus < data.comparison.corpora.size(); ++corpus) {
        figures::CorpusCurves curves{QString::fromStdString(data.comparison.corpora[corpus]), {}};
        for (std::size_t n = 0; n < data.comparison.columns.size(); ++n)
            if (const auto& curve = data.comparison.columns[n].perplexity[corpus]; !curve.x.empty())
                curves.curves.push_back(curveOf(data.columns[qsizetype(n)], curve));
        corpora.push_back(std::move(curves));
    }
    return figures::perplexityFigure(corpora, data.comparison.trainedLength, data.provenance);
}

figures::Figure lossFigureOf(const CompareData& data)
{
    std::vector<figures::ResultCurve> curves;
    for (std::size_t n = 0; n < data.comparison.columns.size(); ++n)
        if (const auto& column = data.columns[qsizetype(n)]; !column.runs.isEmpty() || !data.comparison.columns[n].loss.x.empty())
            curves.push_back(curveOf(column, data.comparison.columns[n].loss));
    return figures::lossFigure(curves, data.provenance);
}

std::vector<HeadId> rankedHeads(const Capture& capture)
{
    auto summary = capture.summary;
    std::stable_sort(summary.begin(), summary.end(), [](const auto& a, const auto& b) { return rankOf(a) > rankOf(b); });
    std::vector<HeadId> heads;
    for (const auto& head : summary)
        heads.push_back(head.id);
    return heads;
}

figures::Figure attentionFigure(const std::vector<AttentionColumn>& runs, const HeadChoice& choice, int columns, const figures::Provenance& provenance)
{
    figures::Figure figure;
    figure.kind = QStringLiteral("attention_side_by_side");
    figure.title = Texts::tr("Attention of the answer's queries");
    figure.provenance = provenance;
    figure.sharedColors = true;
    figure.sharedY = false;
    float largest = 0;
    for (const auto& run : runs) {
        if (!run.capture || run.capture->prompt.queryRows.empty())
            continue;
        figure.panels.push_back(panelOf(run, choice, columns));
        for (const auto& map : figure.panels.back().heatmaps)
            largest = std::max(largest, *std::max_element(map.values.begin(), map.values.end()));
    }
    const double high = largest > 0 ? double(largest) : 1;
    const double low = choice.scale == figures::ColorScale::Log ? std::min(kSmallestShown, high / 10) : 0;
    for (auto& panel : figure.panels) {
        panel.colors.low = low;
        panel.colors.high = high;
    }
    figure.columns = std::max(1, int(figure.panels.size()));
    return figure;
}

QStringList attentionNotes(const std::vector<AttentionColumn>& runs, const HeadChoice& choice)
{
    QStringList notes;
    const Capture* first = nullptr;
    bool sameTokens = true;
    for (const auto& run : runs) {
        if (!run.capture)
            continue;
        const auto& capture = *run.capture;
        if (!first)
            first = &capture;
        sameTokens &= capture.prompt.tokens == first->prompt.tokens;
        const auto heads = shownHeads(capture, choice);
        QStringList parts{answerText(capture)};
        if (!heads.empty() && capture.prompt.hasNeedle() && capture.indexOf(heads.front()) < capture.summary.size()) {
            const auto& head = capture.summary[capture.indexOf(heads.front())];
            parts += Texts::tr("%1 puts %2 on the needle (%3 times uniform)").arg(headTitle(heads.front()), ui::percent(head.needleMass), ui::significant(head.needleMass / head.uniformMass, 3));
        }
        parts += Texts::tr("%1 tokens").arg(ui::count(double(capture.prompt.length())));
        notes += QStringLiteral("%1: %2").arg(run.title, parts.join(QStringLiteral(" \u00b7 ")));
    }
    if (!sameTokens)
        notes.prepend(Texts::tr("The runs have other tokenizers or prompts: the same text is other tokens to each, so positions differ."));
    return notes;
}

}  // namespace bam::views
