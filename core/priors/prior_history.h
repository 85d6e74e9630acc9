// SPDX-License-Identifier: GPL-3.0-or-later
// The priors of all heads of a run through its training: priors.csv as steps × layers × heads, or, of encodings that priors.csv cannot tell, the biases of its
// checkpoints. A reader on another thread sends pieces; whoever owns a history appends them, as with runs::RunCurves.
//
// Invariants: steps ascend; a value that no row told is NaN; rows that are no rows of a prior are counted and passed over, and cannot make the arrays grow without end.
#pragma once

#include "core/inspect/lens_types.h"
#include "core/priors/learned_bias.h"
#include "core/runs/log_tail.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace bam::priors {

/// Columns of priors.csv besides the step, in this order in LogColumns::values.
enum PriorColumn { kLayer, kHead, kThetaAlpha, kThetaBeta, kThetaMu, kSeqScale, kKernelR1, kKernelR2, kPriorColumns };
std::vector<std::string> priorColumnNames();

/// The numbers of a head: BAM's, s of Scalable-Softmax, Kerple's.
enum Parameter { kAlpha, kBeta, kMu, kScale, kR1, kR2, kParameters };

/// What a reader found since its last piece.
struct PriorPiece {
    std::filesystem::path run;
    bool restarted = false;         ///< earlier rows are void
    runs::LogColumns rows;          ///< values as in PriorColumn
    std::vector<std::shared_ptr<const LearnedBias>> biases = {};    ///< of checkpoints
    bool complete = false;          ///< everything that is in the file now has been sent
    std::int64_t badRows = 0;       ///< in the file so far
    std::string problem;            ///< why priors.csv cannot be read (any more); what was read stays
};

class PriorHistory {
public:
    void append(PriorPiece&& piece);
    void append(const runs::LogColumns& rows);
    /// In the place of an earlier one of its step.
    void append(std::shared_ptr<const LearnedBias> bias);

    std::int64_t layers() const { return m_layers; }
    std::int64_t heads() const { return m_heads; }
    std::size_t steps() const { return m_steps.size(); }
    bool empty() const { return m_steps.empty(); }
    double step(std::size_t index) const { return m_steps[index]; }
    const std::vector<double>& allSteps() const { return m_steps; }
    /// The last one at or before a step; the first one where there is none.
    std::size_t indexAt(double step) const;
    float value(std::size_t index, std::int64_t layer, std::int64_t head, Parameter parameter) const;
    /// Of the checkpoint of a step; null where there is none.
    std::shared_ptr<const LearnedBias> bias(std::size_t index) const { return index < m_biases.size() ? m_biases[index] : nullptr; }
    bool hasBiases() const { return m_hasBiases; }
    /// NaN for what was not told. @param index of a step
    inspect::PriorValues at(std::size_t index, inspect::HeadId head) const;
    /// Whether any head has a θα, a θβ or an r1: runs without a prior write rows, but nothing in them.
    bool hasParameters() const { return m_hasParameters; }
    /// Whether any head tells this.
    bool has(Parameter parameter) const { return m_has[parameter]; }
    /// Least and largest finite value of all steps; 0 and 0 where there is none.
    std::pair<double, double> range(Parameter parameter) const;

    bool complete() const { return m_complete; }
    const std::string& problem() const { return m_problem; }
    std::int64_t badRows() const { return m_badRows + m_fileBadRows; }
    /// Grows with every change.
    int generation() const { return m_generation; }

private:
    bool makeRoom(std::int64_t layer, std::int64_t head);
    std::size_t placeOf(double step);
    std::size_t stride() const { return std::size_t(m_layers * m_heads) * kParameters; }

    std::vector<double> m_steps;
    std::vector<float> m_values;            // [steps, layers, heads, parameters]
    std::vector<std::shared_ptr<const LearnedBias>> m_biases;       // of each step; null: none
    bool m_hasBiases = false;
    std::int64_t m_layers = 0, m_heads = 0;
    bool m_hasParameters = false, m_complete = false;
    bool m_has[kParameters] = {};
    float m_least[kParameters] = {}, m_most[kParameters] = {};
    std::int64_t m_badRows = 0, m_fileBadRows = 0;
    std::string m_problem;
    int m_generation = 0;
};

/// A whole priors.csv at once. Never throws for what it finds in the file; problem() says what is wrong.
PriorHistory readHistory(const std::filesystem::path& file);

}  // namespace bam::priors
