// SPDX-License-Identifier: GPL-3.0-or-later
// Runs × evaluations: what each run achieved in everything that any of them was measured by, as plain values for a table and its plots.
//
// Invariants: a measure of two runs is the same one only when the numbers answer the same question: same depth sampling, filler and digits; same text and windows; same
// task and data. Scores of one measure are ranked only where all runs were asked the same: the same lengths, tokens or questions.
#pragma once

#include "core/compare/depth_map.h"
#include "core/compare/results.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace bam::compare {

enum class MeasureKind { Passkey, PerplexityByPosition, PerplexitySliding, Ruler, Choice };

/// What is told of an evaluation that gives several numbers.
enum class Metric {
    Usual,          ///< accuracy, score or perplexity
    Normalized,     ///< of choices: accuracy by the length of the answers, acc_norm
    BitsPerByte,    ///< of perplexities: compares between tokenizers
};

struct Measure {
    MeasureKind kind = MeasureKind::Passkey;
    std::string id;                 ///< unique: kind and what tells it from others of it
    std::string name;               ///< "equidistant", "bible", "niah_single_1", "mmlu"; metrics of one evaluation share it
    bool isShare = true;            ///< 0 … 1, more is better; else a perplexity or bits per byte, less is better
    Metric metric = Metric::Usual;

    bool isBetter(double a, double b) const { return isShare ? a > b : a < b; }
};

/// A point of a score's curve: accuracy at a length, perplexity at a position, accuracy of a subject.
struct ScorePoint {
    double x = 0;                   ///< tokens; of subjects their number in order
    double y = 0;
    double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();     ///< 95 %; NaN: not known
    std::int64_t samples = 0;       ///< prompts, questions or tokens; 0: not known
    std::string name = {};          ///< of subjects
};

/// What one run achieved in one measure.
struct Score {
    double value = 0;               ///< mean over the curve's lengths, which count alike, or of all tokens or questions
    double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();     ///< 95 %; of a mean over lengths see intervalOfMean()
    std::int64_t samples = 0;
    std::vector<ScorePoint> curve;  ///< ascending by x; may be empty
    DepthMap depths;                ///< of the pass key: accuracy by depth and length; may be empty
    std::string checkpoint;         ///< which weights; empty: not known
    std::string asked;              ///< what was asked; scores of other things do not compare
    std::optional<bool> officialSpace;      ///< of the pass key: before the digits; nothing: not told
    std::string tokenizer, prompts; ///< SHA-256, and a hash over all questions, which differ between tokenizers; empty: not known
    std::int64_t bytes = 0;         ///< of the text, of bits per byte; 0: not known
};

struct Scoreboard {
    std::vector<Measure> measures;                          ///< by kind, then in the order in which runs have them; metrics of one evaluation side by side
    std::vector<std::vector<std::optional<Score>>> scores;  ///< [run][measure]

    /// Were all runs that have a measure asked the same? Else their scores do not rank.
    bool isRanked(std::size_t measure) const;
    /// The run that is best in a measure; none when fewer than two have it, when several are equally good, or when they were asked different things.
    std::optional<std::size_t> best(std::size_t measure) const;
    /// Of means over lengths: the mean over those that all runs with this measure have, so that runs that stopped early compare. @returns NaN where they share none or the run has no score
    double meanOfShared(std::size_t run, std::size_t measure) const;
    /// Were all runs with this measure measured at the same lengths?
    bool hasSameLengths(std::size_t measure) const;
    /// The lengths that all runs with this measure have.
    std::vector<double> sharedLengths(std::size_t measure) const;
};

Scoreboard scoreboardOf(const std::vector<Results>& runs);

/// 95 % interval of the mean of independent shares that count alike, from the interval of each: m − √Σ(pᵢ − lᵢ)² / k to m + √Σ(uᵢ − pᵢ)² / k (MOVER; Zou and Donner 2008).
/// It holds the mean whatever the numbers of samples, which the interval of all samples pooled need not. @returns nothing where a point has none
std::optional<Interval> intervalOfMean(const std::vector<ScorePoint>& points);

}  // namespace bam::compare
