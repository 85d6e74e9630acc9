// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/memory_report.h"

#include "core/base/text.h"
#include "core/device/device.h"
#include "core/spec/estimate.h"
#include "core/spec/spec_io.h"

#include <c10/util/Exception.h>

#include <new>
#include <string_view>

namespace bam::train {
namespace {

/// Tokens of a step stay what they are while the micro-batch shrinks.
spec::RunSpec withBatch(spec::RunSpec spec, int ranks, std::int64_t batch)
{
    auto& training = spec.training;
    training.tokensPerStep = std::int64_t(spec::tokensPerStep(training, ranks));
    training.minTokensPerStep = training.maxTokensPerStep = -1;
    training.batchSize = batch;
    return spec;
}

}  // namespace

bool isOutOfMemory(const std::exception& failure)
{
    if (dynamic_cast<const std::bad_alloc*>(&failure) || dynamic_cast<const c10::OutOfMemoryError*>(&failure))
        return true;
    const std::string_view text = failure.what();
    return text.find("can't allocate memory") != std::string_view::npos || text.find("out of memory") != std::string_view::npos;
}

std::int64_t fittingBatch(const spec::RunSpec& spec, int ranks, double bytes)
{
    const auto tokens = std::int64_t(spec::tokensPerStep(spec.training, ranks));
    for (auto batch = spec.training.batchSize; batch > 0; --batch) {
        if (tokens % (batch * spec.training.sequenceLength * ranks) != 0)
            continue;
        if (spec::estimate(withBatch(spec, ranks, batch), ranks).totalBytes <= bytes)
            return batch;
    }
    return 0;
}

Error outOfMemory(const spec::RunSpec& spec, int ranks, const at::Device& device, std::int64_t freeBytes, bool hasCheckpoint, const std::string& when)
{
    const auto& training = spec.training;
    const auto needed = spec::estimate(spec, ranks).totalBytes;
    const auto cause = str("memory ran out on ", device.str(), " ", when, ": batch_size ", training.batchSize, " × sequence_length ", training.sequenceLength, " of the ", spec.model.size,
        " model needs about ", humanBytes(needed), freeBytes > 0 ? str("; ", humanBytes(double(freeBytes)), " were free before the run") : std::string());
    const auto tokens = std::int64_t(spec::tokensPerStep(training, ranks));
    // The estimate leaves out what other processes take meanwhile and what the allocator wastes; that it failed though it should have fitted asks for much less.
    constexpr double kShareOfFree = 0.9, kShareOfTried = 0.6;
    const auto batch = fittingBatch(spec, ranks, std::min(freeBytes > 0 ? kShareOfFree * double(freeBytes) : needed, kShareOfTried * needed));
    const std::string kept = hasCheckpoint ? ". The last checkpoint is intact." : ".";
    if (batch > 0)
        return {ErrorCode::Failed, cause, str("By the estimate this fits: --batch_size ", batch, " --tokens_per_step ", tokens, " (the same step, in more parts)", kept)};
    return {ErrorCode::Failed, cause, str("By the estimate not even one sequence at a time fits: use a smaller model or a shorter sequence_length", ranks > 1 && !training.shardOptimizer ? ", or --shard_optimizer" : "", kept)};
}

}  // namespace bam::train
