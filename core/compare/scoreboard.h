// SPDX-License-Identifier: GPL-3.0-or-later
// Runs × evaluations: what each run achieved in everything that any of them was measured by, as plain values for a table and its plots.
//
// Invariant: a measure of two runs is the same one only when the numbers answer the same question: same depth sampling, filler and digits; same text and windows; same task.
#pragma once

#include "core/compare/results.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace bam::compare {

enum class MeasureKind { Passkey, PerplexityByPosition, PerplexitySliding, Ruler, Choice };

struct Measure {
    MeasureKind kind = MeasureKind::Passkey;
    std::string id;                 ///< unique: kind and what tells it from others of it
    std::string name;               ///< "equidistant", "bible", "niah_single_1", "mmlu"
    bool isShare = true;            ///< 0 … 1, more is better; else a perplexity above 1, less is better

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
    double value = 0;               ///< mean over the curve's lengths, or of all tokens or questions
    double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();
    std::int64_t samples = 0;
    double bitsPerByte = std::numeric_limits<double>::quiet_NaN();
    std::vector<ScorePoint> curve;  ///< ascending by x; may be empty
    std::string checkpoint;         ///< which weights; empty: not known
    std::string asked;              ///< what was asked, where scores of other things do not compare: tokenizer and text, or number of questions; empty: not known
};

struct Scoreboard {
    std::vector<Measure> measures;                          ///< by kind, then in the order in which runs have them
    std::vector<std::vector<std::optional<Score>>> scores;  ///< [run][measure]

    /// The run that is best in a measure; none when fewer than two have it, when several are equally good, or when they were asked different things.
    std::optional<std::size_t> best(std::size_t measure) const;
};

Scoreboard scoreboardOf(const std::vector<Results>& runs);

}  // namespace bam::compare
