// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a run's logs as curves of TensorBoard, under the same tags while a run writes them and when they are exported afterwards:
// train/{loss,norm,lr,tokens_per_second}, eval/{loss,tokens_per_second}, priors/layer_00/head_00/{theta_alpha,theta_beta,theta_mu,seq_scale,r1,r2}.
#pragma once

#include "core/interop/event_file.h"
#include "core/runs/run_directory.h"

#include <cstddef>
#include <functional>
#include <optional>

namespace bam::runs {

// Each appends the numbers of a row that are no NaN. `wallTime` is in seconds since 1970; none: now. @throws Error (Failed) as EventWriter::scalar
void addEvents(interop::EventWriter& writer, const TrainRow& row, std::optional<double> wallTime = {});
void addEvents(interop::EventWriter& writer, const EvalRow& row, std::optional<double> wallTime = {});
void addEvents(interop::EventWriter& writer, const PriorLogRow& row, std::optional<double> wallTime = {});

/// Everything in a run's train.log, eval.log and priors.csv. A log that is not there adds nothing; the clock starts at the run's first start.
/// @param beforeRow may throw @returns the number of rows
std::size_t addLogs(interop::EventWriter& writer, const std::filesystem::path& run, const std::function<void()>& beforeRow = [] {});

}  // namespace bam::runs
