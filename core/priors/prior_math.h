// SPDX-License-Identifier: GPL-3.0-or-later
// The positional prior of one head, as numbers: its bias over distances, the probability that it gives to each key that a query sees, and how far that reaches.
// Double precision and no Torch; b(δ) agrees with what core/encoding/kinds computes in float32.
//
// Invariants: sums over keys are over all of them and in log space, so that they hold from 1 to 1,000,000 keys and for priors that nearly vanish; what is estimated
// from fewer points says so.
#pragma once

#include "core/inspect/lens_types.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bam::priors {

inline constexpr double kEpsilon = 1e-5;            ///< ε of the BAM prior
inline constexpr double kRegimeEdge = -0.6;         ///< θβ below which the neighbourhood hardly counts at all
inline constexpr std::int64_t kMostKeys = 1'000'000;

enum class Form {
    Uniform,                ///< NoPE: b = 0
    Linear,                 ///< ALiBi: b = −exp(θα)·δ; θβ and θμ do not count
    GeneralizedGaussian,    ///< BAM: b = −exp(θα)·(|−δ − μ| + ε)^θβ
    Logarithmic,            ///< Kerple: b = −r1·ln(1 + r2·δ)
    Power,                  ///< Kerple: b = −r1·δ^r2
    Table,                  ///< any other bias: its curve, of a checkpoint
    Cosines,                ///< Sandwich: b = (Σ cos(δ·ω_i) − w/2) / c, ω_i = 10000^(−2i/w)
};
/// One of Kerple's, which r1 and r2 describe.
constexpr bool isKernel(Form form) { return form == Form::Logarithmic || form == Form::Power; }

/// A bias at ascending distances, the first 0; straight between them, and beyond the last as there.
struct BiasSamples {
    std::vector<float> distance, bias;
};

/// A bias that is known by its curve: of one head of one checkpoint. Safe from any thread.
class BiasSource {
public:
    virtual ~BiasSource() = default;
    /// b(δ) for a query that sees so many keys, which FIRE's depends on. @param keys 1 … kMostKeys
    virtual std::shared_ptr<const BiasSamples> samples(std::int64_t keys) const = 0;
};

struct Prior {
    Form form = Form::GeneralizedGaussian;
    double thetaAlpha = 0, thetaBeta = 0, thetaMu = 0;
    bool ssmax = false;         ///< Scalable-Softmax: λ = s·ln n scales the bias of BAM, and the content alone of the others
    double seqScale = 1;        ///< s
    double r1 = 1, r2 = 1;      ///< of the kernels
    std::shared_ptr<const BiasSource> table = {};
    double ratio = 1;           ///< c of Sandwich, > 0
    std::int64_t width = 128;   ///< w of Sandwich, even

    bool operator==(const Prior&) const = default;
};

/// μ = exp(θμ) − exp(−θμ). Keys at distance −μ count most (least, where θβ < 0): useful ones are negative.
double muOf(double thetaMu);
double thetaMuOf(double mu);
/// The scale α = exp(−θα/θβ) in tokens, for which the bias is −(|δ + μ|/α)^θβ. Nothing where θβ is 0 (b is a constant then, whatever α) or α is beyond what a double holds.
std::optional<double> alphaOf(double thetaAlpha, double thetaBeta);
/// θα for a scale α > 0. @returns nothing where there is none, as at θβ = 0
std::optional<double> thetaAlphaOf(double alpha, double thetaBeta);

/// b(δ), δ ≥ 0 tokens. Also between whole distances. −∞ where it overflows. @param keys that the query sees, where b depends on it
double biasAt(const Prior& prior, double distance, std::int64_t keys = kMostKeys);
/// λ = s·ln n with Scalable-Softmax, else 1. @param keys n ≥ 1
double lambdaAt(const Prior& prior, double keys);
/// What multiplies b(δ) for a query that sees n keys: λ for BAM with Scalable-Softmax, else 1.
double biasFactor(const Prior& prior, double keys);
/// The distance of its peak (of its dip, where θβ < 0) among those a query of n keys sees.
double centreOf(const Prior& prior, std::int64_t keys);

/// θβ tells what a head is for.
enum class Regime {
    Local,          ///< θβ > 0: near tokens count more
    Broad,          ///< −0.6 < θβ ≤ 0: about uniform, the nearest tokens stand back a little
    Inverted,       ///< θβ ≤ −0.6: the neighbourhood is suppressed, attention goes to far tokens
};
Regime regimeOf(double thetaBeta);

/// Which known distribution a prior is; nearness counts, as parameters are learned.
enum class SpecialCase { Uniform, Laplace, Gaussian, HeavyTail, BetweenLaplaceAndGaussian, FlatTop, Inverted, PowerLaw, SlowingFall, Unnamed };
SpecialCase specialCaseOf(const Prior& prior);

/// What a prior does for a query that sees `keys` keys, when all contents are alike: p(δ) = exp(f·b(δ)) / Σ exp(f·b). Distances in tokens.
struct Reach {
    std::int64_t keys = 0;
    double entropy = inspect::kNone;        ///< nats
    double effective = inspect::kNone;      ///< exp(entropy): as many keys as if all counted the same
    double meanDistance = inspect::kNone;
    double within50 = inspect::kNone, within90 = inspect::kNone, within99 = inspect::kNone;     ///< least distance up to which so much of the mass lies
    bool valid() const { return effective == effective; }
};

/// Exact, with curves at chosen distances; the sums are over every key whatever is sampled.
struct Distribution {
    Prior prior;
    Reach reach;
    double logSum = inspect::kNone;         ///< ln Σ exp(f·b): what the prior is normalised by
    double lambda = 1, factor = 1;
    std::vector<double> distance;           ///< whole, ascending, the first 0 and the last keys − 1
    std::vector<double> bias, probability, cumulative;      ///< b(δ), p(δ), Σ up to δ
    std::string problem;                    ///< why there is no distribution; empty otherwise
};

/// @param keys 1 … kMostKeys @param samples at most so many points, on logarithmic and linear axes alike, with every distance around the peak
Distribution distributionOf(const Prior& prior, std::int64_t keys, int samples = 2000);

/// The same in portions, since a million keys take a noticeable moment.
class DistributionWork {
public:
    DistributionWork(const Prior& prior, std::int64_t keys, int samples = 2000);
    /// Looks at about so many keys more. @returns whether everything is done
    bool advance(std::int64_t keys);
    bool isDone() const { return m_stage == Stage::Done; }
    /// Complete once it is done.
    const Distribution& result() const { return m_result; }

private:
    enum class Stage { Exponents, Sums, Shares, Done };
    void finishSums();
    void share();

    Distribution m_result;
    Stage m_stage = Stage::Exponents;
    std::vector<double> m_weight;       // f·b first, its exponential afterwards
    std::int64_t m_at = 0;
    double m_largest, m_sum = 0, m_weighted = 0, m_moment = 0;
    int m_samples;
};

/// The same from a few hundred cells instead of every key, within about 0.1 %: for priors that are drawn beside another.
Distribution sketchOf(const Prior& prior, std::int64_t keys, int samples = 2000);
/// The reach within about 0.1 % from a few hundred cells that are finer around the peak: for many heads, or many n, at once.
Reach estimateReach(const Prior& prior, std::int64_t keys);

/// p(δ) over its largest value at logarithmically spaced distances 0 … keys − 1, for small pictures. @returns empty for a prior that is not finite
std::vector<float> outlineOf(const Prior& prior, std::int64_t keys, int points);
/// Where outlineOf() looks: 0, then logarithmic up to keys − 1. Not whole.
std::vector<double> outlineDistances(std::int64_t keys, int points);

/// The effect of a longer text: reach at n = 16 … `most`, two points an octave.
struct LengthEffect {
    std::vector<double> keys;
    std::vector<Reach> reach;
};
LengthEffect lengthEffectOf(const Prior& prior, std::int64_t most = kMostKeys);

/// A head as a prior, of an encoding whose bias follows from these numbers. @param values NaN: not there; a missing θμ is 0, missing θα and θβ make the prior
/// uniform, a missing s is no Scalable-Softmax
/// @param encoding official name; the base "alibi" takes the slope of `head` of `heads`
Prior priorOf(const inspect::PriorValues& values, const std::string& encoding, std::int64_t head, std::int64_t heads);

/// "rotary_ssmax" without its ending.
std::string baseEncoding(const std::string& encoding);
bool hasLearnedPrior(const std::string& encoding);
/// No prior at all, learned or fixed: NoPE's is uniform, RoPE and sinusoidal tell positions in another way.
bool hasAnyPrior(const std::string& encoding);
/// Whether priors.csv says all of it: of other biases, such as T5's, only a checkpoint does.
bool isInHistory(const std::string& encoding);

}  // namespace bam::priors
