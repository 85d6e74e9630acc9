// SPDX-License-Identifier: GPL-3.0-or-later
// Runs side by side: what files tell of each, and from it columns with curves, a table whose best values are marked and tested, and the parameters that differ.
//
// Invariant: compareRuns() is a pure function; equal input gives equal numbers.
#pragma once

#include "core/compare/parameters.h"
#include "core/compare/results.h"
#include "core/compare/significance.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace bam::compare {

/// Everything that the files of one run tell.
struct RunData {
    std::filesystem::path path;
    Results results;
    RunParameters parameters;
    std::string encoding;               ///< official name; empty: not known
    std::vector<double> validationStep, validationLoss;     ///< of eval.log
    double finalLoss = kNone, bestLoss = kNone;             ///< of validation
    std::int64_t step = -1;             ///< steps done
    double tokensSeen = kNone, seconds = kNone, parameterCount = kNone;
    std::int64_t trainedLength = -1;    ///< T
    std::vector<std::string> notes;     ///< what could not be read, one sentence each
};

/// Never throws. @param run folder of the run
RunData readRunData(const std::filesystem::path& run);

/// What is told together: one run, or runs of one encoding with different seeds.
struct ColumnRequest {
    std::string id;                     ///< stable
    std::vector<std::size_t> runs;      ///< indices
};

struct Request {
    std::vector<ColumnRequest> columns;
    std::string protocol;               ///< id of one of Comparison::protocols; empty or not there: the first
};

/// Pass-key results that can be compared: of one depth sampling and one number of digits. Results with a scaled RoPE are another protocol, see scaled_runs.h.
struct Protocol {
    std::string id, sampling;
    std::int64_t digits = 5, prefixDigits = 0;
};

struct Curve {
    std::vector<double> x, y, low, high;        ///< of one length; low and high NaN where there is no interval
};

struct Column {
    std::string id;
    std::vector<std::size_t> runs;
    Curve accuracy;                     ///< x: tokens of the prompt
    Curve loss;                         ///< x: step
    std::vector<Curve> perplexity;      ///< of each of Comparison::corpora; empty where there is none
};

enum class RowKind { Accuracy, MeanAccuracy, ValidationLoss, BestValidationLoss, Perplexity, Parameters, TokensSeen, Seconds };
enum class IntervalKind { None, Wilson, Seeds };
enum class Mark {
    None,
    Best,
    NotWorse,       ///< tested against the best: the difference may be chance
    Worse,          ///< tested: it is not
};
/// Why prompts were not compared one by one, or not at all.
enum class PairingProblem { None, NoOutcomes, NoSeed, OtherSeed, OtherTokenizer, OtherPrompts, OtherSamples, NoCounts };

struct Cell {
    double value = kNone;
    IntervalKind intervalKind = IntervalKind::None;
    Interval interval;
    int runs = 0;                       ///< that have a value here
    std::int64_t samples = 0;           ///< prompts per run
    Mark mark = Mark::None;
    bool tested = false;
    std::size_t against = 0;            ///< column
    DifferenceTest test;                ///< best − this
    double adjustedP = 1;               ///< Holm's, over the lengths of this column
    PairingProblem problem = PairingProblem::None;
};

struct Row {
    RowKind kind = RowKind::Accuracy;
    std::int64_t length = -1;           ///< of Accuracy: tokens asked for
    std::int64_t lengths = 0;           ///< of MeanAccuracy: over how many
    std::string corpus;                 ///< of Perplexity
    bool comparable = true;             ///< false: other data, windows, tokenizers or kinds of prompts make the numbers measures of different things, so none is best
    std::vector<Cell> cells;            ///< of each column

    bool higherIsBetter() const { return kind == RowKind::Accuracy || kind == RowKind::MeanAccuracy; }
    bool hasBest() const { return kind <= RowKind::Perplexity; }
};

/// Do the perplexities per token of two results measure the same: same windows of the same tokens, as far as both say?
bool comparable(const PerplexityResult& one, const PerplexityResult& other);
bool comparable(const SlidingResult& one, const SlidingResult& other);

struct Comparison {
    std::vector<Column> columns;
    std::vector<Protocol> protocols;
    std::string protocol;               ///< the one that was used; empty: there are no results
    std::vector<std::string> corpora;
    std::vector<Row> rows;
    std::vector<ParameterRow> parameters;
    double trainedLength = kNone;       ///< of all runs, where it is the same
    double level = 0.05;                ///< α of the marks
};

Comparison compareRuns(const std::vector<RunData>& runs, const Request& request);

}  // namespace bam::compare
