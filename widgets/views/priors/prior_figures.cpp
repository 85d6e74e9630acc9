// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/priors/prior_figures.h"

#include "widgets/common/format.h"
#include "widgets/views/priors/prior_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace bam::views {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(PriorFigures)
};

constexpr double kLeastProbability = 1e-12;     // of a logarithmic axis
constexpr double kNone = inspect::kNone;

QString encodingOf(const priors::Prior& prior)
{
    switch (prior.form) {
    case priors::Form::Uniform: return QStringLiteral("nope");
    case priors::Form::Linear: return QStringLiteral("alibi");
    case priors::Form::Logarithmic: return QStringLiteral("kerple_log");
    case priors::Form::Power: return QStringLiteral("kerple_power");
    case priors::Form::GeneralizedGaussian: return QStringLiteral("bam");
    case priors::Form::Cosines: return QStringLiteral("sandwich");
    case priors::Form::Table: break;
    }
    return {};
}

double onAxis(const ExplorerContent& content, double distance) { return content.state.logDistance && distance == 0 ? kZeroOnLogAxis : distance; }

figures::Axis distanceAxis(const ExplorerContent& content)
{
    figures::Axis axis;
    axis.label = Text::tr("Distance δ to the key (tokens)");
    const double last = double(content.state.keys - 1);
    if (!content.state.logDistance) {
        axis.low = 0;
        axis.high = std::max(1.0, last);
        return axis;
    }
    axis.scale = figures::AxisScale::Log;
    axis.low = kZeroOnLogAxis;
    axis.high = std::max(2.0, last);
    // A place of its own for distance 0, which a logarithm does not have.
    axis.ticks.push_back({kZeroOnLogAxis, QStringLiteral("0")});
    for (double tick = 1; tick <= axis.high * 1.0001; tick *= 10)
        axis.ticks.push_back({tick, tick < 1e3 ? ui::count(tick) : tick < 1e6 ? ui::count(tick / 1e3) + QStringLiteral("\u00A0k") : ui::count(tick / 1e6) + QStringLiteral("\u00A0M")});
    return axis;
}

/// The bias of an inverted prior falls without a floor towards its centre: the axis shows what is beside it.
double leastShown(const priors::Distribution& distribution)
{
    const double centre = priors::centreOf(distribution.prior, distribution.reach.keys);
    const bool inverted = distribution.prior.form == priors::Form::GeneralizedGaussian && distribution.prior.thetaBeta < 0;
    double least = kNone;
    for (std::size_t i = 0; i < distribution.distance.size(); ++i)
        if (std::isfinite(distribution.bias[i]) && (!inverted || std::abs(distribution.distance[i] - centre) >= 1))
            least = std::isnan(least) ? distribution.bias[i] : std::min(least, distribution.bias[i]);
    return least;
}

figures::Series seriesOf(const PriorCurve& curve)
{
    figures::Series series;
    series.id = curve.id;
    series.name = curve.title;
    series.style = curve.style;
    return series;
}

/// All curves of one quantity. @param value of a sampled point; NaN leaves it out
std::vector<figures::Series> curvesOf(const ExplorerContent& content, const std::function<double(const priors::Distribution&, std::size_t)>& value)
{
    std::vector<figures::Series> all;
    for (const auto& curve : content.curves) {
        auto series = seriesOf(curve);
        for (std::size_t i = 0; i < curve.distribution.distance.size(); ++i) {
            series.x.append(onAxis(content, curve.distribution.distance[i]));
            series.y.append(value(curve.distribution, i));
        }
        all.push_back(std::move(series));
    }
    if (all.size() == 1)
        all.front().name.clear();       // needs no legend
    // What is compared lies below what is explored.
    std::rotate(all.begin(), all.begin() + (all.empty() ? 0 : 1), all.end());
    return all;
}

figures::Figure figureOf(const char* kind, const QString& title, figures::Panel panel)
{
    figures::Figure figure;
    figure.kind = QLatin1String(kind);
    figure.title = title;
    figure.panels.push_back(std::move(panel));
    return figure;
}

figures::Panel biasPanel(const ExplorerContent& content)
{
    figures::Panel panel;
    panel.x = distanceAxis(content);
    panel.y.label = Text::tr("Bias b(δ)");
    double least = kNone;
    for (const auto& curve : content.curves)
        if (const double low = leastShown(curve.distribution); !std::isnan(low))
            least = std::isnan(least) ? low : std::min(least, low);
    panel.series = curvesOf(content, [&](const priors::Distribution& distribution, std::size_t i) { return distribution.bias[i] >= least * (least < 0 ? 1.0001 : 1) ? distribution.bias[i] : kNone; });
    if (content.curves.empty())
        return panel;
    const auto& own = content.curves.front().distribution;
    for (std::size_t i = 0; i < own.distance.size(); ++i)
        if (own.bias[i] < least) {
            const double middle = content.state.logDistance ? std::sqrt(panel.x.low * panel.x.high) : (panel.x.low + panel.x.high) / 2;
            const auto value = own.bias[i] > -100 ? parameterText(own.bias[i]) : QStringLiteral("\u2212") + ui::shortCount(-own.bias[i]);
            panel.notes.push_back({middle, least, Text::tr("b(%1) = %2 lies below").arg(ui::count(own.distance[i]), value)});
            break;
        }
    return panel;
}

figures::Panel probabilityPanel(const ExplorerContent& content)
{
    const bool logarithmic = content.state.logProbability;
    figures::Panel panel;
    panel.x = distanceAxis(content);
    panel.y.label = Text::tr("Probability p(δ)");
    panel.y.scale = logarithmic ? figures::AxisScale::Log : figures::AxisScale::Linear;
    if (!logarithmic)
        panel.y.low = 0;
    panel.series = curvesOf(content, [logarithmic](const priors::Distribution& distribution, std::size_t i) {
        return logarithmic && distribution.probability[i] < kLeastProbability ? kNone : distribution.probability[i];
    });
    panel.marks.push_back({1.0 / double(content.state.keys), false, Text::tr("all alike: 1/n")});
    return panel;
}

figures::Panel cumulativePanel(const ExplorerContent& content)
{
    figures::Panel panel;
    panel.x = distanceAxis(content);
    panel.y.label = Text::tr("Mass up to δ");
    panel.y.low = 0;
    panel.y.high = 1;
    panel.series = curvesOf(content, [](const priors::Distribution& distribution, std::size_t i) { return distribution.cumulative[i]; });
    if (content.curves.empty() || !content.curves.front().distribution.reach.valid())
        return panel;
    const auto& reach = content.curves.front().distribution.reach;
    const std::array<std::pair<double, double>, 3> all{{{0.5, reach.within50}, {0.9, reach.within90}, {0.99, reach.within99}}};
    // Shares that end at one distance have one line.
    for (std::size_t first = 0; first < all.size();) {
        const double within = all[first].second;
        QStringList shares;
        for (; first < all.size() && all[first].second == within; ++first)
            shares.append(ui::percent(all[first].first));
        panel.marks.push_back({onAxis(content, within), true, Text::tr("%1: %2", "1: share, 2: distance").arg(shares.join(QStringLiteral(", ")), ui::count(within))});
    }
    return panel;
}

figures::Series effectSeries(const priors::LengthEffect& effect, const QString& id, const QString& name, const plots::CurveStyle& style, double priors::Reach::* value)
{
    figures::Series series;
    series.id = id;
    series.name = name;
    series.style = style;
    for (std::size_t i = 0; i < effect.keys.size(); ++i) {
        series.x.append(effect.keys[i]);
        series.y.append(effect.reach[i].valid() ? std::max(1.0, effect.reach[i].*value) : kNone);
    }
    return series;
}

figures::Panel lengthPanel(const ExplorerContent& content)
{
    figures::Panel panel;
    panel.x.label = Text::tr("Keys that the query sees, n (tokens)");
    panel.x.scale = panel.y.scale = figures::AxisScale::Log;
    panel.y.label = Text::tr("Reach (tokens)");
    panel.y.low = 1;
    const auto style = plots::styleOf(encodingOf(content.state.prior));
    const plots::CurveStyle other{QColor(QLatin1String("#CC79A7")), false, 4};
    auto dashed = style, otherDashed = other;
    dashed.dashed = otherDashed.dashed = true;
    panel.series.push_back(effectSeries(content.plain, QStringLiteral("effective"), Text::tr("Effective"), style, &priors::Reach::effective));
    panel.series.push_back(effectSeries(content.plain, QStringLiteral("within90"), Text::tr("90 % of mass"), other, &priors::Reach::within90));
    if (!content.scaled.keys.empty()) {
        panel.series.push_back(effectSeries(content.scaled, QStringLiteral("effectiveScaled"), Text::tr("Effective, SSMax"), dashed, &priors::Reach::effective));
        panel.series.push_back(effectSeries(content.scaled, QStringLiteral("within90Scaled"), Text::tr("90 %, SSMax"), otherDashed, &priors::Reach::within90));
    }
    panel.marks.push_back({double(content.state.trainedLength), true, Text::tr("trained")});
    if (content.state.keys != content.state.trainedLength)
        panel.marks.push_back({double(content.state.keys), true, Text::tr("n")});
    return panel;
}

}  // namespace

plots::CurveStyle comparedStyle() { return {QColor(QLatin1String("#D55E00")), true, 1}; }

ExplorerContent contentOf(const PriorState& state, priors::Distribution own, const std::vector<PriorBeside>& beside)
{
    ExplorerContent content;
    content.state = state;
    content.curves.push_back({QStringLiteral("current"), Text::tr("This prior"), plots::styleOf(encodingOf(state.prior)), std::move(own)});
    const auto add = [&](const QString& id, const QString& title, const plots::CurveStyle& style, const priors::Prior& prior) {
        content.curves.push_back({id, title, style, state.keys <= kExactAtOnce ? priors::distributionOf(prior, state.keys) : priors::sketchOf(prior, state.keys)});
    };
    if (state.compared)
        add(QStringLiteral("compared"), state.compared->title, comparedStyle(), state.compared->prior);
    for (const auto& one : beside)
        add(one.id, one.title, one.style, one.prior);
    auto plain = state.prior, scaled = state.prior;
    plain.ssmax = false;
    scaled.ssmax = true;
    content.plain = priors::lengthEffectOf(plain);
    if (state.prior.form == priors::Form::GeneralizedGaussian)
        content.scaled = priors::lengthEffectOf(scaled);
    return content;
}

figures::Figure biasFigure(const ExplorerContent& content) { return figureOf("prior_bias", Text::tr("Bias by distance"), biasPanel(content)); }

figures::Figure probabilityFigure(const ExplorerContent& content)
{
    return figureOf("prior_probability", Text::tr("Prior of a query that sees %1 keys").arg(ui::count(double(content.state.keys))), probabilityPanel(content));
}

figures::Figure cumulativeFigure(const ExplorerContent& content) { return figureOf("prior_mass", Text::tr("How far the mass reaches"), cumulativePanel(content)); }

figures::Figure lengthFigure(const ExplorerContent& content) { return figureOf("prior_length", Text::tr("Reach by length, with and without SSMax"), lengthPanel(content)); }

figures::Figure explorerFigure(const ExplorerContent& content)
{
    figures::Figure figure;
    figure.kind = QStringLiteral("prior_explorer");
    figure.title = specialCaseTitle(priors::specialCaseOf(content.state.prior));
    figure.columns = 2;
    figure.panels = {biasPanel(content), probabilityPanel(content), cumulativePanel(content), lengthPanel(content)};
    return figure;
}

QStringList distributionReadout(const ExplorerContent& content, double distance)
{
    QStringList lines;
    const double last = double(content.state.keys - 1), at = std::clamp(std::round(distance < 0.75 && content.state.logDistance ? 0 : distance), 0.0, last);
    lines.append(Text::tr("δ = %1").arg(ui::count(at)));
    for (const auto& curve : content.curves) {
        const auto& distances = curve.distribution.distance;
        if (distances.empty())
            continue;
        auto found = std::lower_bound(distances.begin(), distances.end(), at);
        if (found == distances.end() || (found != distances.begin() && at - *(found - 1) < *found - at))
            --found;
        const auto i = std::size_t(found - distances.begin());
        lines.append(Text::tr("%1: b = %2, p = %3, mass up to here %4", "1: title of a curve")
                         .arg(curve.title, ui::significant(priors::biasAt(curve.distribution.prior, at, content.state.keys), 4),
                             ui::significant(std::exp(curve.distribution.factor * priors::biasAt(curve.distribution.prior, at, content.state.keys) - curve.distribution.logSum), 3),
                             ui::significant(curve.distribution.cumulative[i], 3)));
    }
    return lines;
}

QStringList lengthReadout(const ExplorerContent& content, double keys)
{
    const double n = std::clamp(std::round(keys), 1.0, double(priors::kMostKeys));
    QStringList lines{Text::tr("n = %1").arg(ui::count(n))};
    for (const bool ssmax : {false, true}) {
        if (ssmax && content.scaled.keys.empty())
            continue;
        auto prior = content.state.prior;
        prior.ssmax = ssmax;
        const auto reach = priors::estimateReach(prior, std::int64_t(n));
        if (!reach.valid())
            continue;
        lines.append((ssmax ? Text::tr("With SSMax (λ = %1): effective context %2, 90 % within %3").arg(parameterText(priors::lambdaAt(prior, n))) : Text::tr("Without SSMax: effective context %1, 90 % within %2"))
                         .arg(ui::count(reach.effective), ui::count(reach.within90)));
    }
    return lines;
}

}  // namespace bam::views
