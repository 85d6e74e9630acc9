// SPDX-License-Identifier: GPL-3.0-or-later
// Asks a model all questions of an evaluation: shared among ranks, each answer kept at once in the run's journal, each finished cell in results.json.
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/distributed/group.h"
#include "core/eval/evaluation.h"
#include "core/eval/journal.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace bam::eval {

/// A model could not be asked all of a test; other tests of it may be.
class AskingFailed : public Error {
public:
    using Error::Error;
};

struct EvaluationOptions {
    distributed::Group& group;
    Journal* journal = nullptr;         ///< null: nothing is kept and nothing known
    bool again = false;                 ///< asks anew what is known; the new answers count from then on
    ProgressFn progress = {};           ///< with the ETA after the first chunk of the first question
    std::function<void(std::size_t cell)> onCell = {};  ///< on rank 0, after the cell is in results.json
    std::stop_token stop = {};
    LogFn log = {};                     ///< on rank 0: what was kept and cannot be used, which cells are passed over and why
};

/// A call of all ranks: `work`, which must not speak with the others, is done on each. What one of them throws, all throw as an Error, so that they go on the same way.
void onAllRanks(distributed::Group& group, const std::function<void()>& work);

/// A call of all ranks, which throw the same. Cells come in order; results.json of the subject's run is rewritten atomically after each.
/// @throws Error: Stopped on request: answers so far are in the journal, at most one question per rank was for nothing; AskingFailed when asking fails, as when the model's
/// numbers are not finite; Failed when results.json holds something else (see resultsOf(); before anything is asked), Environment when it cannot be written
void runEvaluation(Evaluation& evaluation, const Subject& subject, const EvaluationOptions& options);

/// What results.json of a run holds so far: an object, empty when there is no such file. A bare NaN or Infinity, as Python writes them, is null.
/// @throws Error (Failed) when it holds anything else: nothing, damaged JSON, a list
Json resultsOf(const std::filesystem::path& run);

/// A call of all ranks, before anything is asked. @throws Error (Failed) when one of them loaded other weights than rank 0 (a training may write a checkpoint in between), or
/// has other questions
void requireSameEverywhere(distributed::Group& group, const Subject& subject, const std::vector<std::unique_ptr<Evaluation>>& evaluations);

}  // namespace bam::eval
