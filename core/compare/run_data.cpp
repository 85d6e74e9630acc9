// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/comparison.h"

#include "core/base/text.h"
#include "core/runs/log_tail.h"
#include "core/runs/run_record.h"
#include "core/spec/estimate.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace bam::compare {
namespace {

constexpr std::int64_t kLargestLog = std::int64_t(64) << 20;    // of eval.log; such a log has a million rows

void readValidation(RunData& data)
{
    runs::LogTail log(data.path / "eval.log", {"loss"});
    log.poll(kLargestLog);
    const auto& columns = log.columns();
    for (std::size_t n = 0; n < columns.rows(); ++n) {
        const double loss = columns.values.at(0)[n];
        if (!std::isfinite(columns.step[n]) || !std::isfinite(loss))
            continue;
        // A resumed run of the official code writes steps once more: the later row counts.
        while (!data.validationStep.empty() && data.validationStep.back() >= columns.step[n]) {
            data.validationStep.pop_back();
            data.validationLoss.pop_back();
        }
        data.validationStep.push_back(columns.step[n]);
        data.validationLoss.push_back(loss);
    }
    if (!data.validationLoss.empty()) {
        data.finalLoss = data.validationLoss.back();
        data.bestLoss = *std::min_element(data.validationLoss.begin(), data.validationLoss.end());
    }
}

}  // namespace

RunData readRunData(const std::filesystem::path& run)
{
    RunData data;
    data.path = run;
    try {
        data.results = readResults(run);
        data.parameters = readParameters(run);
        readValidation(data);
        const auto record = runs::readRecord(run, run.parent_path(), std::int64_t(std::time(nullptr)));
        data.encoding = record.encoding;
        data.step = record.step;
        data.seconds = record.seconds;
        if (record.step >= 0)
            data.tokensSeen = double(record.step) * record.tokensPerStep;
        data.trainedLength = record.sequenceLength;
        if (data.parameters.known) {
            data.encoding = spec::officialEncodingName(data.parameters.spec.model);
            data.parameterCount = double(spec::estimate(data.parameters.spec).parameters);
        }
        data.notes = data.results.notes;
        if (!data.parameters.problem.empty())
            data.notes.push_back(data.parameters.problem);
    } catch (const std::exception& failure) {       // such as of memory
        data.notes.push_back(str(run.string(), " cannot be read: ", failure.what()));
    }
    return data;
}

}  // namespace bam::compare
