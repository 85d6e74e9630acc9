// SPDX-License-Identifier: GPL-3.0-or-later
// Pass-key retrieval (model.md, "Evaluation"): does a model find a key in a long text?
#pragma once

#include "core/base/statistics.h"
#include "core/eval/evaluation.h"
#include "core/eval/passkey_task.h"

#include <optional>
#include <string>
#include <vector>

namespace bam::eval {

/// All prompts of one length, depth sampling, number of digits and seed.
struct PasskeyCell {
    std::string sampling;
    std::int64_t length = 0;            ///< asked for
    std::int64_t digits = 5;
    std::int64_t seed = 0;
    std::int64_t promptTokens = 0;      ///< met
    std::int64_t correct = 0;           ///< by teacher forcing where that was done, else written by the model
    std::int64_t samples = 0;
    double accuracy = 0;
    Interval wilson;
    double seconds = 0;
    std::string outcomes;               ///< of each prompt, in order: '1' found, '0' not. Prompts follow from seed, length, sampling and tokenizer, so two models' pair up
    std::vector<double> depths;         ///< of each prompt: 0 the beginning … 1 the end
    std::optional<std::string> generated;   ///< outcomes of the keys that the model wrote itself, where both were asked for
};

/// Whether a text that a model wrote begins with the key, and no further digit follows: who writes 482137 has not found 48213.
bool writesKey(const std::string& text, const std::string& key);

class PasskeyEvaluation : public Evaluation {
public:
    /// @throws Error (Usage): the tokenizer does not fit the model, the filler's text is missing
    PasskeyEvaluation(const Subject& subject, const spec::PasskeySpec& spec);

    std::string title() const override { return "pass key"; }
    std::vector<CellPlan> cells() const override;
    std::string passedOver(std::size_t cell) const override;
    std::string cellKey(std::size_t cell) const override;
    Question question(std::size_t cell, std::int64_t n) override;
    std::string soFar(std::size_t cell, const std::vector<Json>& answers) const override;
    void finish(std::size_t cell, const std::vector<Json>& answers, const CellFacts& facts) override;
    void merge(Json& results, std::size_t cell) const override;
    Json event(std::size_t cell) const override;
    std::string line(std::size_t cell) const override;

    /// Those that are finished, in order.
    std::vector<PasskeyCell> finished() const;
    const PasskeyCell& at(std::size_t cell) const { return *m_cells.at(cell).result; }

private:
    struct Cell {
        PasskeyPlace place;
        std::optional<PasskeyCell> result;
        CellFacts facts;
    };
    bool teacherForces() const { return m_spec.scoring != "generated"; }
    bool generates() const { return m_spec.scoring != "teacher_forced"; }
    Json ask(const PasskeyPrompt& prompt, const ReadingOptions& options) const;

    const spec::PasskeySpec m_spec;
    PasskeyTask m_task;
    std::vector<Cell> m_cells;
};

/// Cells that differ by their seed alone as one, outcomes after each other.
std::vector<PasskeyCell> pooledOverSeeds(const std::vector<PasskeyCell>& cells);

/// Merges a cell into results.json: the official shape, which takes all seeds together, and `passkey_details` with counts, intervals, depths and the outcome of every
/// prompt beside it. A cell of the same length and seed is replaced, others stay. With RoPE scaling the key names it, ('equidistant', 20, 5, 0, 'yarn', 8), and the
/// official shape, which has no word for it, gets nothing.
/// @param provenance what addProvenance() wrote
void mergePasskey(Json& results, const spec::PasskeySpec& spec, const PasskeyCell& cell, const std::string& filler, const Json& provenance);

}  // namespace bam::eval
