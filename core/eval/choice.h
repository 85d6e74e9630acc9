// SPDX-License-Identifier: GPL-3.0-or-later
// Questions with choices, scored by log-likelihood as the public lm-evaluation-harness does it: the choice whose text the model finds likeliest after the question
// (acc), or likeliest per character (acc_norm). Nothing is generated.
#pragma once

#include "core/base/statistics.h"
#include "core/eval/choice_rows.h"
#include "core/eval/evaluation.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bam::eval {

/// One subject. Outcomes are of each row, in order: '1' right, '0' wrong, '-' left out.
struct ChoiceCell {
    std::string subject;
    std::int64_t questions = 0;         ///< scored
    std::int64_t correct = 0, correctNorm = 0;
    std::string outcomes, outcomesNorm;
    std::map<std::string, std::int64_t> leftOut;    ///< rows by reason
    double seconds = 0;
};

class ChoiceEvaluation : public Evaluation {
public:
    /// Reads all rows. @param log hears of what is left out @throws Error as readChoiceRows(); Usage (no mark of the beginning, a question that is longer than allowed where
    /// that is refused)
    ChoiceEvaluation(const Subject& subject, ChoiceTask task, const spec::ChoiceSpec& spec, const LogFn& log = {}, const std::stop_token& stop = {});

    std::string title() const override;
    std::vector<CellPlan> cells() const override;
    Question question(std::size_t cell, std::int64_t n) override;
    std::string soFar(std::size_t cell, const std::vector<Json>& answers) const override;
    void finish(std::size_t cell, const std::vector<Json>& answers, const CellFacts& facts) override;
    void merge(Json& results, std::size_t cell) const override;
    Json event(std::size_t cell) const override;
    std::string line(std::size_t cell) const override;

    const ChoiceRows& rows() const { return m_rows; }
    /// What stands before the choices of a row that can be asked: description, examples and the question.
    std::string context(std::size_t cell, std::int64_t n) const;
    const ChoiceCell& at(std::size_t cell) const { return *m_cells.at(cell).result; }

private:
    struct Cell {
        std::optional<ChoiceCell> result;
        CellFacts facts;
    };
    /// What the model reads: of each choice what stands before it and its own pieces. Or why it is not asked.
    struct Encoded {
        std::vector<std::vector<std::int32_t>> before, choices;
        std::string leftOut;
    };
    Encoded encoded(std::size_t cell, std::int64_t n) const;
    /// Of a row that can be asked, with its longest choice.
    double textBytes(std::size_t cell, std::int64_t n) const;
    Json ask(const Encoded& encoded, const ReadingOptions& options) const;
    std::optional<ChoiceCell> total() const;

    const spec::ChoiceSpec m_spec;
    const ChoiceTask m_task;
    ChoiceRows m_rows;
    std::vector<Cell> m_cells;
};

}  // namespace bam::eval
