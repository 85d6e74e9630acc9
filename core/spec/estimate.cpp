// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of a run by closed formulas. Parameters are exact. FLOPs count matrix products only: 6 per weight of a matrix and token
// (forward and backward), and 6·L·D·T for attention at T/2 visible keys. Memory is what training keeps at once: weights,
// gradients, two moments and the activations of one micro-batch.
#include "core/spec/estimate.h"

#include "core/encoding/encoding.h"
#include "core/spec/spec_io.h"

#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>

namespace bam::spec {
namespace {

struct Shape {
    double D, L, H, kv, F, V;   // model width, layers, heads, key-value width, feed-forward width, vocabulary
};

Shape shapeOf(const ModelSpec& model)
{
    return {double(model.dim), double(model.layers), double(model.heads), double(model.kvHeads) * double(model.dim / model.heads),
        double(std::int64_t(model.ffnMultiplier * double(model.dim))), double(model.vocabulary)};
}

/// Bytes kept for the backward pass of one micro-batch, and the workspace of its largest step. Attention keeps no scores, the loss the logits of one chunk
/// of tokens. Measured on a CPU, the process grows by as much (l6) to a third more (laptop: allocator and short-lived copies).
double activations(const ModelSpec& model, const TrainSpec& training, const Shape& s)
{
    const double tokens = double(training.batchSize) * double(training.sequenceLength);
    const bool cpu = training.device == "cpu";
    const bool half = training.dtype == "bfloat16" && !cpu;
    const double e = half ? 2 : 4;                              // bytes per number inside autocast regions
    const double norms = 2 * (4 + e) * s.D;                     // input in fp32, weighted value
    const double attention = (s.D + 2 * s.kv) * e + (4 + (half ? 2 : 0)) * s.D + 4 * s.H;    // q, k, v, output, log-sum-exp
    const double feedForward = 3 * s.F * e;                     // w1 x, w3 x and their gated product
    const double workspace = 4 * (4 * s.D + 3 * s.F);           // gradients of one layer
    const double logits = std::min(tokens * 4 * s.V, (cpu ? 32.0 : 256.0) * 1048576) * (cpu ? 1 : 2.5);
    return tokens * (s.L * (norms + attention + feedForward) + workspace + 8 * s.D) + logits;
}

struct PriorCount {
    std::int64_t all = 0, trained = 0;
};

/// Parameters below `prior.`, counted in a prior that is made for it: a few numbers per head.
PriorCount priorOf(const ModelSpec& model)
{
    const auto& kind = encoding::kind(model.encoding);
    PriorCount count;
    if (!kind.hasPrior || (kind.check && !kind.check(model).empty()))
        return count;
    auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(0));
    for (const auto& [name, tensor] : kind.makeBias({model, generator})->parameters()) {
        count.all += tensor.numel();
        count.trained += tensor.requires_grad() ? tensor.numel() : 0;
    }
    const auto sets = model.prior.global ? 1 : model.layers;
    return {count.all * sets, count.trained * sets};
}

}  // namespace

Estimate estimate(const RunSpec& spec, int ranks)
{
    const auto& model = spec.model;
    const auto s = shapeOf(model);
    const auto [priorAll, priorTrained] = priorOf(model);
    const auto seqScale = model.ssmax ? model.layers * model.heads : 0;
    const double matrices = s.L * (2 * s.D * s.D + 2 * s.D * s.kv + 3 * s.D * s.F) + s.V * s.D;     // with the output projection
    const auto norms = model.layers * 2 * model.dim + model.dim;
    const auto embeddings = model.vocabulary * model.dim;

    Estimate result;
    result.withoutEmbeddings = std::int64_t(matrices) + norms + seqScale + priorAll;
    result.parameters = result.withoutEmbeddings + embeddings;
    result.priorParameters = priorTrained;
    result.trainable = result.parameters - (priorAll - priorTrained) - (model.seqScaleTrainable ? 0 : seqScale);
    result.weightBytes = 4.0 * double(result.parameters);
    // 4 bytes of gradient and 8 of moments, which ZeRO-1 divides among the ranks.
    result.optimizerBytes = (4.0 + 8.0 / (spec.training.shardOptimizer ? ranks : 1)) * double(result.trainable);
    result.activationBytes = activations(model, spec.training, s);
    result.totalBytes = result.weightBytes + result.optimizerBytes + result.activationBytes;
    result.flopsPerToken = 6 * matrices + 6 * s.L * s.D * double(spec.training.sequenceLength);
    result.flopsPerStep = result.flopsPerToken * double(spec.training.batchSize) * double(spec.training.sequenceLength) * ranks
        * double(accumulationSteps(spec.training, ranks));
    result.checkpointBytes = result.weightBytes + 8.0 * double(result.trainable);
    return result;
}

}  // namespace bam::spec
