// SPDX-License-Identifier: GPL-3.0-or-later
// The results.json of a run, ours or the official code's, as plain values: pass-key accuracy by length and perplexity by position, and what task_results.h has.
//
// Invariant: whatever the file holds, reading it gives what can be used and says in words what could not; numbers that leave here are finite and in their range,
// but for gaps in perplexities, which are NaN.
#pragma once

#include "core/base/statistics.h"
#include "core/compare/task_results.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bam::compare {

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The pass-key prompts of one length; those of several seeds one after the other.
struct LengthResult {
    std::int64_t length = -1;           ///< asked for; −1: not known (of the official code)
    std::int64_t promptTokens = 0;      ///< met
    double accuracy = 0;                ///< 0 … 1
    std::int64_t correct = -1, samples = 0;     ///< correct −1: the accuracy is no whole number of prompts, so there is no interval
    Interval wilson;                    ///< 95 %; [0, 1] where correct is not known
    std::string outcomes;               ///< '1' and '0' of every prompt, in order; empty: not known
    std::vector<std::int64_t> seeds;    ///< of the prompts, ascending; empty: they were drawn without one
    std::optional<bool> officialSpace;  ///< before the digits the double space of the official code; nothing: not told
    std::string tokenizer;              ///< SHA-256; empty: not known
    std::string checkpoint;
    std::vector<double> depths;         ///< of the key in each prompt, 0 (beginning) … 1; empty: not known
    Making making;                      ///< of the first seed

    /// What the length is told by: asked for where that is known, else met.
    std::int64_t shownLength() const { return length >= 0 ? length : promptTokens; }
};

/// All lengths of one depth sampling, number of prompts and digits.
struct PasskeyResult {
    std::string key;                    ///< "('equidistant', 20, 5, 0)", as in the file
    std::string sampling;               ///< equidistant, random, …; with what else sets its prompts apart, such as their filler
    std::int64_t samples = 0, digits = 5, prefixDigits = 0;
    std::string scaling;                ///< of RoPE: "yarn × 8"; empty: none
    std::vector<LengthResult> lengths;  ///< ascending by promptTokens

    const LengthResult* at(std::int64_t shownLength) const;
};

/// Mean perplexity in windows of one long sequence.
struct PerplexityResult {
    std::string corpus;                 ///< for people: the name of the text or folder, the whole path where a run has two of one name; with what tells it from others: within documents, its scaling
    std::string scaling;                ///< of RoPE: "yarn × 8"; empty: none
    std::string dataset;                ///< as in the file
    std::int64_t window = 0, sequence = 0, tokens = 0;
    std::vector<double> positions;      ///< where each window ends, in tokens; ascending
    std::vector<double> perplexity;     ///< above 0, NaN where there is none
    std::vector<double> counts;         ///< tokens scored in each window; empty: not told
    std::string tokenizer;              ///< SHA-256; empty: not known
    std::string checkpoint;
    std::string documents;              ///< across or within; empty: not told
    std::optional<double> all;          ///< of all tokens together
    std::optional<Interval> interval;   ///< 95 %, of that
    std::optional<double> bitsPerByte;
    std::int64_t bytes = 0;             ///< of the text; 0: not told
    Making making;

    /// exp of the mean cross-entropy over all positions: as the file tells it, else of windows that count by their tokens, or alike where those are not told. NaN when there is none.
    double mean() const;
};

struct Results {
    std::vector<PasskeyResult> passkey;
    std::vector<PerplexityResult> perplexity;
    std::vector<SlidingResult> sliding;
    std::vector<RulerResult> ruler;
    std::vector<ChoiceResult> choices;
    std::vector<std::string> notes;     ///< what could not be used, one sentence each
    bool present = false;               ///< there is a results.json
};

/// @param name the file, for notes
Results parseResults(std::string_view text, const std::string& name);
/// Never throws. @param run folder of the run
Results readResults(const std::filesystem::path& run);

}  // namespace bam::compare
