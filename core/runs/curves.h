// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of one run as views hold them: plain columns that only grow, with the index that lets a plot draw any range of them quickly. A reader on
// another thread sends pieces; whoever owns RunCurves appends them. Nothing is shared between the two.
#pragma once

#include "core/runs/log_tail.h"
#include "core/runs/min_max_index.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bam::runs {

/// Columns of train.log and eval.log that curves hold, in this order in LogColumns::values.
enum TrainColumn { kLoss, kNorm, kLearningRate, kTokensPerSecond, kTrainColumns };
std::vector<std::string> trainColumnNames();        ///< {"loss", "norm", "lr", "tok/sec"}
std::vector<std::string> validationColumnNames();   ///< {"loss"}

/// Something that happened during a run, drawn as a mark on its curves.
struct CurveMark {
    enum class Kind { Checkpoint, Resume, LossSpike } kind = Kind::Checkpoint;
    double step = 0;
    bool operator==(const CurveMark&) const = default;
};

/// What a reader found since its last piece.
struct CurvePiece {
    std::filesystem::path run;
    bool trainRestarted = false;        ///< train.log was cut or replaced: earlier train rows are void
    bool validationRestarted = false;
    LogColumns train;                   ///< new rows; values as in TrainColumn
    LogColumns validation;              ///< new rows; values: loss
    std::optional<std::vector<CurveMark>> marks;    ///< all checkpoints and resumes, when they changed
    std::int64_t expectedRows = 0;      ///< about how many train rows there will be, so that they are stored without growing by doubling; 0: unknown
    bool complete = false;              ///< everything that is in the files now has been sent
    std::string problem;                ///< why the logs cannot be read (any more); what was read stays
};

class RunCurves {
public:
    /// Takes the rows of a piece; large first pieces are moved, not copied.
    void append(CurvePiece&& piece);

    const LogColumns& train() const { return m_train; }
    const LogColumns& validation() const { return m_validation; }
    const MinMaxIndex& trainIndex(TrainColumn column) const { return m_trainIndex[column]; }
    const MinMaxIndex& validationIndex() const { return m_validationIndex; }
    const std::vector<CurveMark>& marks() const { return m_marks; }
    bool complete() const { return m_complete; }
    const std::string& problem() const { return m_problem; }
    /// Grows with every change of rows already there (restart, rewind), so that values derived from them are known to be void.
    int generation() const { return m_generation; }

private:
    LogColumns m_train, m_validation;
    MinMaxIndex m_trainIndex[kTrainColumns], m_validationIndex;
    std::vector<CurveMark> m_marks;
    bool m_complete = false;
    std::string m_problem;
    int m_generation = 0;
};

}  // namespace bam::runs
