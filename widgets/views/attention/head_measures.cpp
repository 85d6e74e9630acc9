// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/head_measures.h"

#include "widgets/common/format.h"
#include "widgets/plots/color_maps.h"
#include "widgets/views/attention/strip_content.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

QString translated(const char* text) { return QCoreApplication::translate("heads", text); }

QString signedDecimals(double value, int digits)
{
    return value < 0 ? QChar(0x2212) + ui::decimals(-value, digits) : ui::decimals(value, digits);
}

}  // namespace

QString measureTitle(HeadMeasure measure)
{
    switch (measure) {
    case HeadMeasure::NeedleMass: return translated(QT_TRANSLATE_NOOP("heads", "Mass on the needle"));
    case HeadMeasure::TimesUniform: return translated(QT_TRANSLATE_NOOP("heads", "Mass on the needle, times uniform"));
    case HeadMeasure::Entropy: return translated(QT_TRANSLATE_NOOP("heads", "Entropy (nats)"));
    case HeadMeasure::MeanDistance: return translated(QT_TRANSLATE_NOOP("heads", "Mean distance (tokens)"));
    case HeadMeasure::LargestWeight: return translated(QT_TRANSLATE_NOOP("heads", "Largest weight"));
    case HeadMeasure::ThetaBeta: break;
    }
    return translated(QT_TRANSLATE_NOOP("heads", "Prior shape \u03B8\u03B2"));
}

QString measureHelp(HeadMeasure measure)
{
    switch (measure) {
    case HeadMeasure::NeedleMass: return translated(QT_TRANSLATE_NOOP("heads", "How much of its attention a head gives to the needle, as a mean over the answer's queries."));
    case HeadMeasure::TimesUniform:
        return translated(QT_TRANSLATE_NOOP("heads", "The same as a multiple of what equal weights on all visible keys would give. From 10 on a head can be called a retrieval head."));
    case HeadMeasure::Entropy: return translated(QT_TRANSLATE_NOOP("heads", "How widely attention is spread: 0 is one key, ln of the number of keys is all of them alike."));
    case HeadMeasure::MeanDistance: return translated(QT_TRANSLATE_NOOP("heads", "How far back a head looks, weighted by attention."));
    case HeadMeasure::LargestWeight: return translated(QT_TRANSLATE_NOOP("heads", "The largest weight that any key gets, as a mean over the answer's queries."));
    case HeadMeasure::ThetaBeta: break;
    }
    return translated(QT_TRANSLATE_NOOP("heads", "The exponent of the positional prior. Below 0 it turns attention away from the neighbourhood, to far tokens."));
}

double measureOf(const inspect::HeadSummary& head, HeadMeasure measure)
{
    switch (measure) {
    case HeadMeasure::NeedleMass: return head.needleMass;
    case HeadMeasure::TimesUniform: return timesUniform(head);
    case HeadMeasure::Entropy: return head.entropy;
    case HeadMeasure::MeanDistance: return head.meanDistance;
    case HeadMeasure::LargestWeight: return head.largestWeight;
    case HeadMeasure::ThetaBeta: break;
    }
    return head.prior.thetaBeta;
}

bool isLogarithmic(HeadMeasure measure)
{
    return measure == HeadMeasure::NeedleMass || measure == HeadMeasure::TimesUniform || measure == HeadMeasure::LargestWeight || measure == HeadMeasure::MeanDistance;
}

QString cellText(double value, HeadMeasure measure)
{
    if (!std::isfinite(value))
        return ui::decimals(value, 0);
    switch (measure) {
    case HeadMeasure::NeedleMass:
    case HeadMeasure::LargestWeight: return value >= 0.0095 || value == 0 ? ui::decimals(value, 2) : ui::significant(value, 1);
    case HeadMeasure::TimesUniform: return QStringLiteral("\u00D7") + (value < 9.95 ? ui::decimals(value, 1) : ui::shortCount(std::round(value)));
    case HeadMeasure::Entropy: return ui::decimals(value, 1);
    case HeadMeasure::MeanDistance: return ui::shortCount(value < 1000 ? std::round(value) : value);
    case HeadMeasure::ThetaBeta: break;
    }
    return signedDecimals(value, 2);
}

MeasureScale::MeasureScale(const std::vector<inspect::HeadSummary>& heads, HeadMeasure measure)
    : m_measure(measure)
{
    for (const auto& head : heads) {
        const double value = measureOf(head, measure);
        if (!std::isfinite(value) || (isLogarithmic(measure) && !(value > 0)))
            continue;
        m_low = std::isnan(m_low) ? value : std::min(m_low, value);
        m_high = std::isnan(m_high) ? value : std::max(m_high, value);
    }
    if (measure == HeadMeasure::ThetaBeta && !isEmpty()) {
        m_high = std::max({0.5, std::abs(m_low), std::abs(m_high)});
        m_low = -m_high;
    } else if (isLogarithmic(measure) && !isEmpty()) {
        m_low = std::max(m_low, m_high * 1e-4);
    }
}

double MeasureScale::share(double value) const
{
    if (!std::isfinite(value) || isEmpty())
        return inspect::kNone;
    if (m_high == m_low)
        return 1;
    if (isLogarithmic(m_measure))
        return logShare(value, m_low, m_high);
    return std::clamp((value - m_low) / (m_high - m_low), 0.0, 1.0);
}

double MeasureScale::valueAt(double share) const
{
    return isLogarithmic(m_measure) ? m_low * std::pow(m_high / m_low, share) : m_low + share * (m_high - m_low);
}

QColor MeasureScale::colorAt(double share) const
{
    return m_measure == HeadMeasure::ThetaBeta ? thetaBetaColor(valueAt(share), m_high) : weightColor(share);
}

QColor MeasureScale::color(double value) const
{
    const double at = share(value);
    return std::isnan(at) ? QColor() : colorAt(at);
}

QColor thetaBetaColor(double thetaBeta, double limit)
{
    if (!std::isfinite(thetaBeta))
        return {};
    return QColor(plots::colorAt(QStringLiteral("blue_grey_orange"), 0.5 + 0.5 * std::clamp(thetaBeta / limit, -1.0, 1.0)));
}

QColor weightColor(double share) { return QColor(plots::colorAt(QStringLiteral("viridis"), share)); }

QColor inkOn(const QColor& color)
{
    const double light = 0.299 * color.red() + 0.587 * color.green() + 0.114 * color.blue();
    return light > 140 ? QColor(Qt::black) : QColor(Qt::white);
}

QString headLabel(inspect::HeadId head) { return QStringLiteral("L%1\u00B7H%2").arg(head.layer).arg(head.head); }

QString ablationText(inspect::Ablation ablation)
{
    switch (ablation) {
    case inspect::Ablation::Zero: return translated(QT_TRANSLATE_NOOP("heads", "gives nothing"));
    case inspect::Ablation::Uniform: return translated(QT_TRANSLATE_NOOP("heads", "uniform attention"));
    case inspect::Ablation::PriorOnly: return translated(QT_TRANSLATE_NOOP("heads", "position alone"));
    case inspect::Ablation::ContentOnly: return translated(QT_TRANSLATE_NOOP("heads", "content alone"));
    case inspect::Ablation::None: break;
    }
    return translated(QT_TRANSLATE_NOOP("heads", "as trained"));
}

QString changeText(const inspect::HeadChange& change)
{
    QStringList parts;
    if (change.ablation != inspect::Ablation::None || !change.prior)
        parts.append(ablationText(change.ablation));
    if (change.prior) {
        const auto add = [&](const char* name, double value) {
            if (std::isfinite(value))
                parts.append(QString::fromUtf8(name) + QLatin1Char(' ') + signedDecimals(value, 2));
        };
        add("\u03B8\u03B1", change.prior->thetaAlpha);
        add("\u03B8\u03B2", change.prior->thetaBeta);
        add("\u03B8\u03BC", change.prior->thetaMu);
        add("s", change.prior->seqScale);
    }
    return translated(QT_TRANSLATE_NOOP("heads", "%1: %2")).arg(headLabel(change.head), parts.join(QStringLiteral(", ")));
}

}  // namespace bam::views
