// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/priors/prior_math.h"

#include "core/base/text.h"
#include "core/encoding/encoding.h"
#include "core/encoding/sandwich_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bam::priors {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNear = 1e-3;              // of θβ: "the" Laplace prior
constexpr double kNoShape = 1e-9;           // |θβ| below which α says nothing
constexpr std::int64_t kAroundPeak = 64;    // distances on either side of the peak that are all sampled
constexpr double kCellGrowth = 0.03;

/// Null for names that are not compiled in, as a log may hold.
const encoding::EncodingKind* kindOf(const std::string& encoding)
{
    const auto base = baseEncoding(encoding);
    const auto& all = encoding::registry();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& kind) { return kind.name == base; });
    return found == all.end() ? nullptr : &*found;
}

/// Null of a prior that needs none.
std::shared_ptr<const BiasSamples> curveOf(const Prior& prior, std::int64_t keys)
{
    return prior.form == Form::Table && prior.table ? prior.table->samples(std::clamp<std::int64_t>(keys, 1, kMostKeys)) : nullptr;
}


/// b(δ) with what does not depend on δ computed once.
class Bias {
public:
    Bias(const Prior& prior, std::int64_t keys)
        : m_form(prior.form), m_scale(isKernel(prior.form) ? prior.r1 : std::exp(prior.thetaAlpha)), m_mu(muOf(prior.thetaMu)),
          m_beta(isKernel(prior.form) ? prior.r2 : prior.thetaBeta), m_table(curveOf(prior, keys))
    {
        if (m_form == Form::Cosines) {
            m_scale = prior.ratio;
            m_frequencies = encoding::sandwichFrequencies(prior.width);
        }
    }
    double operator()(double distance) const
    {
        switch (m_form) {
        case Form::Uniform: break;
        case Form::Linear: return distance == 0 ? 0 : -m_scale * distance;
        case Form::GeneralizedGaussian: return -m_scale * std::pow(std::abs(-distance - m_mu) + kEpsilon, m_beta);
        case Form::Logarithmic: return -m_scale * std::log1p(m_beta * distance);
        case Form::Power: return -m_scale * std::pow(distance, m_beta);
        case Form::Table: return tabled(distance);
        case Form::Cosines: return encoding::sandwichSum(distance, m_frequencies) / m_scale;
        }
        return 0;
    }

private:
    double tabled(double distance) const
    {
        if (!m_table || m_table->distance.empty() || m_table->bias.size() != m_table->distance.size())
            return std::numeric_limits<double>::quiet_NaN();
        const auto& [at, bias] = *m_table;
        const auto above = std::size_t(std::upper_bound(at.begin(), at.end(), float(distance)) - at.begin());
        if (above == 0 || above == at.size())
            return double(bias[above == 0 ? 0 : above - 1]);
        const double share = (distance - double(at[above - 1])) / (double(at[above]) - double(at[above - 1]));
        return double(bias[above - 1]) + share * (double(bias[above]) - double(bias[above - 1]));
    }

    Form m_form;
    double m_scale, m_mu, m_beta;
    std::shared_ptr<const BiasSamples> m_table;
    std::vector<double> m_frequencies;
};

/// Stretches of distances that are summed by their middle: single ones around the centre, then as long as a share of how far they are from it.
struct Cells {
    std::vector<double> first, count;
};

Cells cellsAround(double centre, std::int64_t keys)
{
    const auto middle = std::clamp<std::int64_t>(std::int64_t(std::llround(centre)), 0, keys - 1);
    const auto length = [](std::int64_t away) { return std::max<std::int64_t>(1, std::int64_t(double(away) * kCellGrowth)); };
    Cells cells;
    for (auto end = middle; end > 0;) {         // leftwards from the centre, [end − n, end)
        const auto n = std::min(end, length(middle - end));
        end -= n;
        cells.first.push_back(double(end));
        cells.count.push_back(double(n));
    }
    std::reverse(cells.first.begin(), cells.first.end());
    std::reverse(cells.count.begin(), cells.count.end());
    for (auto begin = middle; begin < keys;) {
        const auto n = std::min(keys - begin, length(begin - middle));
        cells.first.push_back(double(begin));
        cells.count.push_back(double(n));
        begin += n;
    }
    return cells;
}

/// f·b for every cell's middle; where f is 0 even an infinite bias counts as nothing.
double exponent(double factor, double bias) { return factor == 0 ? 0 : factor * bias; }

bool isFinite(const Prior& prior, std::int64_t keys)
{
    if (prior.ssmax && !std::isfinite(prior.seqScale))
        return false;
    switch (prior.form) {
    case Form::Uniform: break;
    case Form::Linear: return std::isfinite(prior.thetaAlpha);
    case Form::GeneralizedGaussian: return std::isfinite(prior.thetaAlpha) && std::isfinite(prior.thetaBeta) && std::isfinite(prior.thetaMu);
    case Form::Logarithmic:
    case Form::Power: return std::isfinite(prior.r1) && std::isfinite(prior.r2);
    case Form::Cosines: return std::isfinite(prior.ratio) && prior.ratio > 0 && prior.width >= 2;
    case Form::Table: {
        const auto curve = curveOf(prior, keys);
        return curve && !curve->bias.empty() && std::all_of(curve->bias.begin(), curve->bias.end(), [](float value) { return std::isfinite(value); });
    }
    }
    return true;
}

void addPoint(std::vector<double>& points, double at, std::int64_t keys)
{
    points.push_back(std::clamp(std::round(at), 0.0, double(keys - 1)));
}

std::vector<double> sampledDistances(double centre, std::int64_t keys, int samples)
{
    std::vector<double> points;
    if (keys <= samples) {
        for (std::int64_t d = 0; d < keys; ++d)
            points.push_back(double(d));
        return points;
    }
    const int around = int(2 * kAroundPeak + 1), rest = std::max(8, samples - around - 2), logarithmic = rest / 2, linear = rest - logarithmic;
    for (auto d = -kAroundPeak; d <= kAroundPeak; ++d)
        addPoint(points, centre + double(d), keys);
    const double last = double(keys - 1);
    for (int i = 0; i < logarithmic; ++i)
        addPoint(points, std::expm1(std::log1p(last) * i / (logarithmic - 1)), keys);
    for (int i = 0; i < linear; ++i)
        addPoint(points, last * i / (linear - 1), keys);
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

/// Sums over cells. `share` is each cell's part of the mass.
struct CellSums {
    Cells cells;
    std::vector<double> share;
    Reach reach;
    double logSum = 0;
};

std::optional<CellSums> sumCells(const Prior& prior, std::int64_t keys)
{
    if (!isFinite(prior, keys) || keys < 1)
        return std::nullopt;
    CellSums result;
    result.cells = cellsAround(centreOf(prior, keys), keys);
    const auto& [first, count] = result.cells;
    const Bias bias(prior, keys);
    const double factor = biasFactor(prior, double(keys));
    auto& share = result.share;
    share.resize(first.size());
    double largest = -kInfinity;
    for (std::size_t i = 0; i < first.size(); ++i) {
        share[i] = exponent(factor, bias(first[i] + (count[i] - 1) / 2));
        largest = std::max(largest, share[i]);
    }
    if (!std::isfinite(largest))
        return std::nullopt;
    double sum = 0, weighted = 0, moment = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        const double above = share[i] - largest;
        share[i] = count[i] * std::exp(above);
        sum += share[i];
        weighted += share[i] > 0 ? share[i] * above : 0;
        moment += share[i] * (first[i] + (count[i] - 1) / 2);
    }
    auto& reach = result.reach;
    reach.keys = keys;
    reach.entropy = std::max(0.0, std::log(sum) - weighted / sum);
    reach.effective = std::exp(reach.entropy);
    reach.meanDistance = moment / sum;
    result.logSum = largest + std::log(sum);
    double upTo = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        const double before = upTo;
        share[i] /= sum;
        upTo += share[i];
        for (auto [part, within] : {std::pair{0.5, &reach.within50}, {0.9, &reach.within90}, {0.99, &reach.within99}})
            if (*within != *within && upTo >= part)
                *within = std::clamp(std::ceil(first[i] + (part - before) / share[i] * count[i] - 1), first[i], first[i] + count[i] - 1);
    }
    for (auto* within : {&reach.within50, &reach.within90, &reach.within99})
        if (*within != *within)
            *within = double(keys - 1);     // rounding left the last share a hair below it
    return result;
}

}  // namespace

double muOf(double thetaMu) { return std::exp(thetaMu) - std::exp(-thetaMu); }

double thetaMuOf(double mu) { return std::asinh(mu / 2); }

std::optional<double> alphaOf(double thetaAlpha, double thetaBeta)
{
    if (std::abs(thetaBeta) < kNoShape)
        return std::nullopt;
    const double alpha = std::exp(-thetaAlpha / thetaBeta);
    return std::isfinite(alpha) && alpha > 0 ? std::optional(alpha) : std::nullopt;
}

std::optional<double> thetaAlphaOf(double alpha, double thetaBeta)
{
    if (std::abs(thetaBeta) < kNoShape || !(alpha > 0) || !std::isfinite(alpha))
        return std::nullopt;
    return -thetaBeta * std::log(alpha);
}

double biasAt(const Prior& prior, double distance, std::int64_t keys) { return Bias(prior, keys)(distance); }

double lambdaAt(const Prior& prior, double keys) { return prior.ssmax ? prior.seqScale * std::log(std::max(keys, 1.0)) : 1; }

double biasFactor(const Prior& prior, double keys) { return prior.form == Form::GeneralizedGaussian ? lambdaAt(prior, keys) : 1; }

double centreOf(const Prior& prior, std::int64_t keys)
{
    const double centre = prior.form == Form::GeneralizedGaussian ? -muOf(prior.thetaMu) : 0;
    return std::clamp(std::isfinite(centre) ? centre : 0, 0.0, double(std::max<std::int64_t>(keys, 1) - 1));
}

Regime regimeOf(double thetaBeta) { return thetaBeta > 0 ? Regime::Local : thetaBeta > kRegimeEdge ? Regime::Broad : Regime::Inverted; }

SpecialCase specialCaseOf(const Prior& prior)
{
    if (prior.form == Form::Uniform)
        return SpecialCase::Uniform;
    if (prior.form == Form::Linear)
        return SpecialCase::Laplace;
    if (prior.form == Form::Table)
        return SpecialCase::Unnamed;
    if (prior.form == Form::Cosines)
        return SpecialCase::SlowingFall;
    if (prior.form == Form::Logarithmic)
        return SpecialCase::PowerLaw;       // p ∝ (1 + r2·δ)^−r1
    const double beta = prior.form == Form::Power ? prior.r2 : prior.thetaBeta;
    const auto isNear = [&](double value) { return std::abs(beta - value) < kNear; };
    if (isNear(0))
        return SpecialCase::Uniform;
    if (isNear(1))
        return SpecialCase::Laplace;
    if (isNear(2))
        return SpecialCase::Gaussian;
    return beta < 0 ? SpecialCase::Inverted : beta < 1 ? SpecialCase::HeavyTail : beta < 2 ? SpecialCase::BetweenLaplaceAndGaussian : SpecialCase::FlatTop;
}

DistributionWork::DistributionWork(const Prior& prior, std::int64_t keys, int samples)
    : m_largest(-kInfinity)
    , m_samples(samples)
{
    m_result.prior = prior;
    m_result.reach.keys = keys;
    m_stage = Stage::Done;
    if (!isFinite(prior, keys)) {
        m_result.problem = "a parameter of this prior is not finite, so it gives no probabilities";
        return;
    }
    if (keys < 1 || keys > kMostKeys) {
        m_result.problem = str("a query sees 1 to ", withThousands(kMostKeys), " keys here, not ", withThousands(keys));
        return;
    }
    m_result.lambda = lambdaAt(prior, double(keys));
    m_result.factor = biasFactor(prior, double(keys));
    m_weight.resize(std::size_t(keys));
    m_stage = Stage::Exponents;
}

bool DistributionWork::advance(std::int64_t keys)
{
    const auto size = std::int64_t(m_weight.size());
    const auto end = std::min(size, m_at + std::max<std::int64_t>(1, std::min(keys, size)));
    if (m_stage == Stage::Exponents) {
        const Bias bias(m_result.prior, size);
        for (; m_at < end; ++m_at) {
            const double value = exponent(m_result.factor, bias(double(m_at)));
            m_weight[std::size_t(m_at)] = value;
            m_largest = std::max(m_largest, value);
        }
        if (m_at < size)
            return false;
        m_at = 0;
        m_stage = Stage::Sums;
        if (!std::isfinite(m_largest)) {
            m_result.problem = "the bias of this prior is too large for any number, so it gives no probabilities";
            m_stage = Stage::Done;
        }
    } else if (m_stage == Stage::Sums) {
        for (; m_at < end; ++m_at) {
            const double above = m_weight[std::size_t(m_at)] - m_largest, w = std::exp(above);
            m_weight[std::size_t(m_at)] = w;
            m_sum += w;
            m_weighted += w > 0 ? w * above : 0;
            m_moment += w * double(m_at);
        }
        if (m_at < size)
            return false;
        finishSums();
        m_stage = Stage::Shares;
    } else if (m_stage == Stage::Shares) {
        share();
        m_stage = Stage::Done;
    }
    return isDone();
}

void DistributionWork::finishSums()
{
    m_result.logSum = m_largest + std::log(m_sum);
    auto& reach = m_result.reach;
    reach.entropy = std::max(0.0, std::log(m_sum) - m_weighted / m_sum);
    reach.effective = std::exp(reach.entropy);
    reach.meanDistance = m_moment / m_sum;
}

void DistributionWork::share()
{
    auto& reach = m_result.reach;
    m_result.distance = sampledDistances(centreOf(m_result.prior, reach.keys), reach.keys, m_samples);
    const Bias bias(m_result.prior, reach.keys);
    double upTo = 0;
    std::size_t next = 0;
    for (std::size_t d = 0; d < m_weight.size(); ++d) {
        upTo += m_weight[d];
        for (auto [part, within] : {std::pair{0.5, &reach.within50}, {0.9, &reach.within90}, {0.99, &reach.within99}})
            if (*within != *within && upTo >= part * m_sum)
                *within = double(d);
        if (next < m_result.distance.size() && double(d) == m_result.distance[next]) {
            m_result.bias.push_back(bias(double(d)));
            m_result.probability.push_back(m_weight[d] / m_sum);
            m_result.cumulative.push_back(std::min(1.0, upTo / m_sum));
            ++next;
        }
    }
    m_weight = {};
}

Distribution distributionOf(const Prior& prior, std::int64_t keys, int samples)
{
    DistributionWork work(prior, keys, samples);
    while (!work.isDone())
        work.advance(keys);
    return work.result();
}

Reach estimateReach(const Prior& prior, std::int64_t keys)
{
    const auto summed = sumCells(prior, keys);
    return summed ? summed->reach : Reach{.keys = keys};
}

Distribution sketchOf(const Prior& prior, std::int64_t keys, int samples)
{
    const auto summed = keys <= kMostKeys ? sumCells(prior, keys) : std::nullopt;
    if (!summed)
        return distributionOf(prior, std::clamp<std::int64_t>(keys, 0, 1), samples);    // says why there is none
    Distribution result;
    result.prior = prior;
    result.reach = summed->reach;
    result.lambda = lambdaAt(prior, double(keys));
    result.factor = biasFactor(prior, double(keys));
    result.logSum = summed->logSum;
    result.distance = sampledDistances(centreOf(prior, keys), keys, samples);
    const Bias bias(prior, keys);
    std::size_t cell = 0;
    double before = 0;      // the share of the cells before
    for (const double d : result.distance) {
        while (cell + 1 < summed->cells.first.size() && summed->cells.first[cell + 1] <= d)
            before += summed->share[cell++];
        result.bias.push_back(bias(d));
        result.probability.push_back(std::exp(exponent(result.factor, result.bias.back()) - result.logSum));
        result.cumulative.push_back(std::min(1.0, before + summed->share[cell] * (d - summed->cells.first[cell] + 1) / summed->cells.count[cell]));
    }
    return result;
}

std::vector<double> outlineDistances(std::int64_t keys, int points)
{
    std::vector<double> distances;
    const double last = double(std::max<std::int64_t>(keys, 1) - 1);
    for (int i = 0; i < points; ++i)
        distances.push_back(std::expm1(std::log1p(last) * i / std::max(1, points - 1)));
    return distances;
}

std::vector<float> outlineOf(const Prior& prior, std::int64_t keys, int points)
{
    if (!isFinite(prior, keys) || keys < 1)
        return {};
    const double factor = biasFactor(prior, double(keys));
    auto distances = outlineDistances(keys, points);
    // The peak is nowhere missed: the nearest point is moved onto it.
    if (const double centre = std::round(centreOf(prior, keys)); centre > 0 && prior.thetaBeta > 0)
        *std::min_element(distances.begin(), distances.end(), [&](double a, double b) { return std::abs(a - centre) < std::abs(b - centre); }) = centre;
    std::vector<double> values;
    double largest = -kInfinity;
    const Bias bias(prior, keys);
    for (const double d : distances) {
        values.push_back(exponent(factor, bias(d)));
        largest = std::max(largest, values.back());
    }
    if (!std::isfinite(largest))
        return {};
    std::vector<float> outline;
    for (const double value : values)
        outline.push_back(float(std::exp(value - largest)));
    return outline;
}

LengthEffect lengthEffectOf(const Prior& prior, std::int64_t most)
{
    LengthEffect effect;
    for (double n = 16; n < double(most); n *= std::sqrt(2.0))
        effect.keys.push_back(std::round(n));
    effect.keys.push_back(double(most));
    for (const double n : effect.keys)
        effect.reach.push_back(estimateReach(prior, std::int64_t(n)));
    return effect;
}

std::string baseEncoding(const std::string& encoding)
{
    return encoding.ends_with("_ssmax") ? encoding.substr(0, encoding.size() - 6) : encoding;
}

bool hasLearnedPrior(const std::string& encoding)
{
    const auto* kind = kindOf(encoding);
    return kind && kind->hasPrior;
}

bool hasAnyPrior(const std::string& encoding)
{
    const auto* kind = kindOf(encoding);
    return kind && kind->makeBias;
}

bool isInHistory(const std::string& encoding)
{
    const auto* kind = kindOf(encoding);
    return !kind || kind->describedByNumbers;
}

Prior priorOf(const inspect::PriorValues& values, const std::string& encoding, std::int64_t head, std::int64_t heads)
{
    Prior prior;
    prior.ssmax = std::isfinite(values.seqScale);
    prior.seqScale = prior.ssmax ? values.seqScale : 1;
    if (baseEncoding(encoding) == "alibi" && head >= 0 && head < heads) {
        prior.form = Form::Linear;
        prior.thetaAlpha = std::log(encoding::alibiSlopes(heads)[std::size_t(head)]);
        prior.thetaBeta = 1;
    } else if (const auto base = baseEncoding(encoding); base == "kerple_log" || base == "kerple_power") {
        prior.form = base == "kerple_log" ? Form::Logarithmic : Form::Power;
        prior.r1 = values.r1;
        prior.r2 = values.r2;
    } else if (std::isnan(values.thetaAlpha) && std::isnan(values.thetaBeta)) {
        prior.form = Form::Uniform;
    } else {
        prior.thetaAlpha = values.thetaAlpha;
        prior.thetaBeta = values.thetaBeta;
        prior.thetaMu = std::isnan(values.thetaMu) ? 0 : values.thetaMu;
    }
    return prior;
}

}  // namespace bam::priors
