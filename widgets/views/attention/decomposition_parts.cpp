// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/decomposition_parts.h"

#include "widgets/common/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr int kFigureColumns = 1024;

QString translated(const char* text) { return QCoreApplication::translate("bam::views::DecompositionView", text); }

using Column = std::shared_ptr<const std::vector<double>>;

/// One of the vectors, kept alive by all of them.
Column columnOf(const std::shared_ptr<const inspect::Decomposition>& values, const std::vector<double> inspect::Decomposition::*member)
{
    return Column(values, &(values.get()->*member));
}

double logOf(double value) { return value > 0 ? std::log(value) : -std::numeric_limits<double>::infinity(); }

/// Distances for a logarithmic axis: 0 stands at a half, as on the screen.
double axisValue(const plots::CurveStack& curves, qint64 key)
{
    return curves.settings().axis == plots::CurveStack::Axis::Position ? double(key) : std::max(double(curves.query() - key), 0.5);
}

std::vector<figures::Tick> distanceTicks(double low, double high)
{
    std::vector<figures::Tick> ticks;
    if (low <= 0.5)
        ticks.push_back({0.5, QStringLiteral("0")});
    for (double value = 1; value <= high; value *= 10)
        if (value >= low)
            ticks.push_back({value, ui::count(value)});
    return ticks;
}

}  // namespace

QString factorName(Factor factor)
{
    switch (factor) {
    case Factor::ContentScore: return translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Content score q·k/√d"));
    case Factor::PriorTerm: return translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Prior term p·b(δ)"));
    case Factor::Content: return translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Content probability"));
    case Factor::Position: return translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Position probability"));
    case Factor::Joint: break;
    }
    return translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Joint attention"));
}

QString shortFactorName(Factor factor)
{
    switch (factor) {
    case Factor::ContentScore: return translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Content score"));
    case Factor::PriorTerm: return translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Prior term"));
    case Factor::Content: return translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Content"));
    case Factor::Position: return translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Position"));
    case Factor::Joint: break;
    }
    return translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Joint"));
}

QColor factorColor(Factor factor)
{
    // Okabe and Ito's: content blue, position purple, joint green.
    switch (factor) {
    case Factor::ContentScore:
    case Factor::Content: return {0, 114, 178};
    case Factor::PriorTerm:
    case Factor::Position: return {204, 121, 167};
    case Factor::Joint: break;
    }
    return {0, 158, 115};
}

bool isProbability(Factor factor) { return factor == Factor::Content || factor == Factor::Position || factor == Factor::Joint; }

std::vector<plots::StackPanel> panelsOf(const std::shared_ptr<const inspect::Decomposition>& values)
{
    if (!values)
        return {};
    using inspect::Decomposition;
    const auto series = [&](const char* id, const QString& name, Factor factor, const std::vector<double> Decomposition::*member) {
        return plots::StackSeries{QLatin1String(id), name, factorColor(factor), false, columnOf(values, member)};
    };
    auto scaled = series("scaled_content", translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Scaled content λ·q·k/√d")), Factor::ContentScore, &Decomposition::scaledContent);
    scaled.color = QColor(86, 180, 233);
    scaled.dashed = true;
    const auto probability = translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Probability"));
    return {
        {translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Score")), false, {scaled, series("content_score", factorName(Factor::ContentScore), Factor::ContentScore, &Decomposition::contentScore)}},
        {translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Log bias")), false, {series("prior_term", factorName(Factor::PriorTerm), Factor::PriorTerm, &Decomposition::biasTerm)}},
        {probability, true, {series("content", factorName(Factor::Content), Factor::Content, &Decomposition::content), series("position", factorName(Factor::Position), Factor::Position, &Decomposition::position)}},
        {probability, true, {series("joint", factorName(Factor::Joint), Factor::Joint, &Decomposition::joint)}},
    };
}

FactorIdentity identityOf(const inspect::Decomposition& values)
{
    FactorIdentity identity;
    const auto count = std::min({values.content.size(), values.position.size(), values.joint.size()});
    for (std::size_t i = 0; i < count; ++i) {
        // By logarithms: a product of two small probabilities may be below the smallest number although Z makes it large again.
        const double product = std::exp(logOf(values.content[i]) + logOf(values.position[i]) + values.logZ);
        const double deviation = std::abs(values.joint[i] - product);
        if (!std::isfinite(deviation) || !std::isfinite(values.content[i]) || !std::isfinite(values.position[i])) {
            ++identity.notFinite;
            continue;
        }
        if (identity.key < 0 || deviation > identity.deviation) {
            identity.deviation = deviation;
            identity.key = values.first + qint64(i);
        }
    }
    return identity;
}

QString factorText(const inspect::Decomposition& values)
{
    const double z = std::exp(values.logZ);
    const auto lambda = std::isnan(values.scale) ? translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "λ = 1 (no SSMax)"))
                                                 : translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "λ = s·ln n = %1 (s = %2, n = %3)"))
                                                       .arg(ui::significant(values.lambda, 4), ui::significant(values.scale, 4), ui::count(double(values.query + 1)));
    const auto text = translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "%1, ln Z = %2")).arg(lambda, ui::significant(values.logZ, 4));
    return std::isfinite(z) ? translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "%1, Z = %2")).arg(text, ui::significant(z, 4)) : text;
}

QString factorHelp()
{
    return translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView",
        "Scalable-Softmax multiplies content scores by λ = s·ln n. n is the number of keys that the query sees: its position + 1. s is a number of the head, "
        "learned in training. The more keys a plain softmax has, the less it leaves for the best one; a factor that grows with ln n makes up for that. "
        "Without SSMax λ is 1.\nZ = 1 / Σ content × position makes the product of the two probabilities sum to 1."));
}

QString identityText(const FactorIdentity& identity)
{
    if (identity.notFinite > 0)
        return QCoreApplication::translate("bam::views::DecompositionView", "%n keys have values that are not finite", nullptr, int(identity.notFinite));
    const auto deviation = ui::significant(identity.deviation, 2);
    return identity.holds() ? translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Joint = content × prior × Z holds: largest deviation %1")).arg(deviation)
                            : translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Joint = content × prior × Z does not hold: deviation %1 at key %2")).arg(deviation, ui::count(double(identity.key)));
}

figures::Figure curvesFigure(const plots::CurveStack& curves, const QString& title)
{
    figures::Figure figure;
    figure.kind = QStringLiteral("attention_decomposition");
    figure.title = title;
    figure.sharedX = true;
    const auto [begin, end] = curves.visibleKeys();
    if (curves.empty() || begin >= end)
        return figure;
    const bool distance = curves.settings().axis == plots::CurveStack::Axis::LogDistance;
    const auto first = curves.first();
    std::vector<int> columns(std::size_t(end - first), 0);
    const double from = axisValue(curves, begin), to = axisValue(curves, end - 1);
    for (auto key = begin; key < end; ++key) {
        const double at = axisValue(curves, key);
        const double share = from == to ? 0 : distance ? std::log(at / from) / std::log(to / from) : (at - from) / (to - from);
        columns[std::size_t(key - first)] = int(share * kFigureColumns);
    }
    for (std::size_t p = 0; p < curves.panels().size(); ++p) {
        const auto& shown = curves.panels()[p];
        figures::Panel panel;
        panel.x.label = distance ? translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Distance to the key (tokens)")) : translated(QT_TRANSLATE_NOOP("bam::views::DecompositionView", "Key position (tokens)"));
        panel.x.scale = distance ? figures::AxisScale::Log : figures::AxisScale::Linear;
        panel.x.low = std::min(from, to) * (distance ? 0.9 : 1) - (distance ? 0 : 0.5);
        panel.x.high = std::max(from, to) * (distance ? 1.1 : 1) + (distance ? 0 : 0.5);
        if (distance)
            panel.x.ticks = distanceTicks(panel.x.low, panel.x.high);
        panel.y.label = shown.label;
        panel.y.scale = curves.isLogarithmic(p) ? figures::AxisScale::Log : figures::AxisScale::Linear;
        std::tie(panel.y.low, panel.y.high) = curves.range(p);
        for (const auto& series : shown.series) {
            figures::Series line;
            line.id = series.id;
            line.name = series.name;
            line.style = {series.color, series.dashed, 0, 0};
            auto points = plots::thinned(*series.y, std::size_t(begin - first), std::size_t(end - first), columns);
            if (distance)
                std::reverse(points.begin(), points.end());
            for (const auto& point : points) {
                const bool drawn = std::isfinite(point.y) && !(curves.isLogarithmic(p) && point.y <= 0);
                line.x.append(axisValue(curves, first + qint64(point.index)));
                line.y.append(drawn ? point.y : inspect::kNone);
            }
            panel.series.push_back(std::move(line));
        }
        const auto& marks = curves.marks();
        if (marks.needleBegin >= 0 && marks.needleBegin < end && marks.needleEnd > begin) {
            const auto a = axisValue(curves, std::max(marks.needleBegin, begin)), b = axisValue(curves, std::min(marks.needleEnd, end) - 1);
            const double half = distance ? 0 : 0.5;
            panel.spans.push_back({std::min(a, b) - half, std::max(a, b) + half, true, p == 0 ? marks.needleLabel : QString(), {}});
        }
        figure.panels.push_back(std::move(panel));
    }
    return figure;
}

}  // namespace bam::views
