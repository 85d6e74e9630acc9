// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/spec_summary.h"

#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/spec/estimate.h"

namespace bam::cli {
namespace {

/// 1.23e12 -> "1.23 TFLOP".
std::string operations(double count) { return str(compactNumber(count), count < 1000 ? " FLOP" : "FLOP"); }

}  // namespace

std::string summary(const spec::RunSpec& spec, int ranks)
{
    const auto& model = spec.model;
    const auto& training = spec.training;
    const auto cost = spec::estimate(spec, ranks);
    const auto accumulation = spec::accumulationSteps(training, ranks);
    const auto perStep = accumulation * ranks * training.batchSize * training.sequenceLength;
    const bool limited = training.numIterations > 0;
    return str("model:      ", model.size, " ", spec::officialEncodingName(model), ": ", model.layers, " layers, width ", model.dim, ", ", model.heads, " heads",
        model.kvHeads != model.heads ? str(" (", model.kvHeads, " key-value heads)") : "", ", vocabulary ", withThousands(model.vocabulary), "\n",
        "parameters: ", withThousands(cost.parameters), " (", withThousands(cost.withoutEmbeddings), " without embeddings",
        cost.priorParameters > 0 ? str(", ", withThousands(cost.priorParameters), " in the prior") : "", ")\n",
        "steps:      ", limited ? withThousands(training.numIterations) : "until the data ends", " of ", withThousands(perStep), " tokens (", training.batchSize, " sequences of ",
        withThousands(training.sequenceLength), accumulation > 1 ? str(", accumulated ", accumulation, " times") : "", ranks > 1 ? str(", on ", ranks, " ranks") : "", ")",
        limited ? str(", ", withThousands(training.numIterations * perStep), " tokens in all") : "", "\n",
        "memory:     about ", humanBytes(cost.totalBytes), ranks > 1 ? " per rank (weights " : " (weights ", humanBytes(cost.weightBytes), ", gradients and moments ", humanBytes(cost.optimizerBytes), ", activations ",
        humanBytes(cost.activationBytes), "); checkpoint ", humanBytes(cost.checkpointBytes), "\n",
        "operations: ", operations(cost.flopsPerStep), " per step", limited ? str(", ", operations(cost.flopsPerStep * double(training.numIterations)), " in all") : "");
}

spec::Json summaryJson(const spec::RunSpec& spec, int ranks)
{
    const auto cost = spec::estimate(spec, ranks);
    return {{"event", "estimate"}, {"parameters", cost.parameters}, {"without_embeddings", cost.withoutEmbeddings}, {"prior_parameters", cost.priorParameters},
        {"trainable", cost.trainable}, {"accumulation", spec::accumulationSteps(spec.training, ranks)}, {"ranks", ranks},
        {"tokens_per_step", spec::accumulationSteps(spec.training, ranks) * ranks * spec.training.batchSize * spec.training.sequenceLength}, {"total_bytes", cost.totalBytes},
        {"weight_bytes", cost.weightBytes}, {"optimizer_bytes", cost.optimizerBytes}, {"activation_bytes", cost.activationBytes},
        {"checkpoint_bytes", cost.checkpointBytes}, {"flops_per_token", cost.flopsPerToken}, {"flops_per_step", cost.flopsPerStep}, {"spec", spec::toJson(spec)}};
}

}  // namespace bam::cli
