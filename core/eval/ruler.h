// SPDX-License-Identifier: GPL-3.0-or-later
// RULER: a cell is a task at a length; the model writes its answer greedily, and the score is the share of the wanted strings in it.
#pragma once

#include "core/eval/evaluation.h"
#include "core/eval/ruler_task.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace bam::eval {

class RulerEvaluation : public Evaluation {
public:
    /// @param stop ends the making of a prompt, which takes seconds where it has some hundred thousand tokens
    /// @throws Error (Usage): no essays though a task needs them; a task does not fit into a length
    RulerEvaluation(const Subject& subject, const spec::RulerSpec& spec, std::stop_token stop = {});

    std::string title() const override { return "RULER"; }
    std::vector<CellPlan> cells() const override;
    /// After a request to stop, one that asking ends with it.
    std::string cellKey(std::size_t cell) const override;
    Question question(std::size_t cell, std::int64_t n) override;
    std::string soFar(std::size_t cell, const std::vector<Json>& answers) const override;
    void finish(std::size_t cell, const std::vector<Json>& answers, const CellFacts& facts) override;
    /// Lengths of one task stand together only where they were measured alike: others of the same RoPE scaling leave (their answers stay in the journal).
    void merge(Json& results, std::size_t cell) const override;
    Json event(std::size_t cell) const override;
    std::string line(std::size_t cell) const override;

    /// Mean score of a finished cell, 0 … 1.
    double score(std::size_t cell) const;

private:
    struct Cell {
        std::string task;
        std::int64_t length = 0;
        std::vector<double> scores;     ///< of its prompts; empty: not finished
        std::int64_t promptTokens = 0;  ///< of the longest
        CellFacts facts;
    };
    Json ask(const RulerPrompt& prompt, const ReadingOptions& options) const;
    Json entry(const Cell& cell) const;

    const spec::RulerSpec m_spec;
    const RulerTasks m_tasks;
    const std::stop_token m_stop;
    std::vector<Cell> m_cells;
};

}  // namespace bam::eval
