// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the sections `data` and `training`, and of the run itself.
#include "core/spec/spec_fields.h"

#include <QtGlobal>

#include <algorithm>

namespace bam::spec {
namespace {

constexpr double kManyTokens = 1e15;
constexpr double kManySteps = 1e12;

bool isCudaDevice(const std::string& text)
{
    const std::string prefix = "cuda:";
    return text.size() > prefix.size() && text.size() <= prefix.size() + 3 && text.starts_with(prefix)
        && std::all_of(text.begin() + std::ptrdiff_t(prefix.size()), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

template <>
const std::vector<SectionField<RunSpec>>& fields<RunSpec>()
{
    static const std::vector<SectionField<RunSpec>> all = {
        {{.key = "log_dir", .title = QT_TRANSLATE_NOOP("core", "Run folder"),
             .help = QT_TRANSLATE_NOOP("core", "Folder for run directories: each run makes <log_dir>/<size>/<encoding>/version_NN.")},
            &RunSpec::logDir},
    };
    return all;
}

template <>
const std::vector<SectionField<DataSpec>>& fields<DataSpec>()
{
    static const std::vector<SectionField<DataSpec>> all = {
        {{.key = "dataset", .title = QT_TRANSLATE_NOOP("core", "Dataset"),
             .help = QT_TRANSLATE_NOOP("core", "Folder of token shards, made by `bamscope --batch dataset` or by the official code; for the pass-key mixture a text file.")},
            &DataSpec::dataset},
        {{.key = "dataset_kind", .title = QT_TRANSLATE_NOOP("core", "Kind of data"),
             .help = QT_TRANSLATE_NOOP("core", "shards reads prepared tokens; passkey_mixture makes pass-key documents and induction rows from a text on the fly."),
             .choices = {"shards", "passkey_mixture"}, .aliases = {"kind"}},
            &DataSpec::kind},
        {{.key = "tokenizer", .title = QT_TRANSLATE_NOOP("core", "Tokenizer"),
             .help = QT_TRANSLATE_NOOP("core", "sentencepiece .model file; left out, the one that the shards were made with.")},
            &DataSpec::tokenizer},
        {{.key = "val_tokens", .title = QT_TRANSLATE_NOOP("core", "Validation tokens"), .help = QT_TRANSLATE_NOOP("core", "Tokens at the start of the data kept for validation, exactly."),
             .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 0, .max = kManyTokens, .unset = -1, .unsetMeaning = QT_TRANSLATE_NOOP("core", "3,932,160 unless a minimum or maximum is given")},
            &DataSpec::valTokens},
        {{.key = "min_val_tokens", .title = QT_TRANSLATE_NOOP("core", "Validation tokens, at least"),
             .help = QT_TRANSLATE_NOOP("core", "Like val_tokens, rounded up to whole forward passes of all processes."), .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 0, .max = kManyTokens,
             .unset = -1, .advanced = true},
            &DataSpec::minValTokens},
        {{.key = "max_val_tokens", .title = QT_TRANSLATE_NOOP("core", "Validation tokens, at most"),
             .help = QT_TRANSLATE_NOOP("core", "Like val_tokens, rounded down to whole forward passes of all processes."), .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 0,
             .max = kManyTokens, .unset = -1, .advanced = true},
            &DataSpec::maxValTokens},
        {{.key = "val_tokens_padding", .title = QT_TRANSLATE_NOOP("core", "Gap after validation"),
             .help = QT_TRANSLATE_NOOP("core", "Tokens left unused between validation and training, so that no document is in both."), .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 0,
             .max = kManyTokens, .advanced = true},
            &DataSpec::valTokensPadding},
        {{.key = "induction_fraction", .title = QT_TRANSLATE_NOOP("core", "Induction rows"),
             .help = QT_TRANSLATE_NOOP("core", "Pass-key mixture: share of rows that repeat a random segment; copying has to be learned before pass keys can be."),
             .min = 0, .max = 1, .advanced = true},
            &DataSpec::inductionFraction},
        {{.key = "prose_filler_fraction", .title = QT_TRANSLATE_NOOP("core", "Prose fillers"),
             .help = QT_TRANSLATE_NOOP("core", "Pass-key mixture: share of pass-key documents whose filler is running text instead of the official sentence."),
             .min = 0, .max = 1, .advanced = true},
            &DataSpec::proseFillerFraction},
    };
    return all;
}

namespace {

/// Tokens of a step and how long the run is.
std::vector<SectionField<TrainSpec>> stepFields()
{
    return {
        {{.key = "batch_size", .title = QT_TRANSLATE_NOOP("core", "Batch size"), .help = QT_TRANSLATE_NOOP("core", "Sequences per forward pass and process; lower it when memory runs out."),
             .unit = QT_TRANSLATE_NOOP("core", "sequences"), .min = 1, .max = 1048576},
            &TrainSpec::batchSize},
        {{.key = "sequence_length", .title = QT_TRANSLATE_NOOP("core", "Sequence length"), .help = QT_TRANSLATE_NOOP("core", "Training context T; the paper trains at 512 and tests far beyond."),
             .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 1, .max = 16777216},
            &TrainSpec::sequenceLength},
        {{.key = "tokens_per_step", .title = QT_TRANSLATE_NOOP("core", "Tokens per step"),
             .help = QT_TRANSLATE_NOOP("core", "Tokens of one optimiser step over all processes; must be a multiple of batch_size · sequence_length · processes."),
             .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 1, .max = kManyTokens, .unset = -1, .unsetMeaning = QT_TRANSLATE_NOOP("core", "one forward pass")},
            &TrainSpec::tokensPerStep},
        {{.key = "min_tokens_per_step", .title = QT_TRANSLATE_NOOP("core", "Tokens per step, at least"), .help = QT_TRANSLATE_NOOP("core", "Like tokens_per_step, rounded up to what divides."),
             .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 1, .max = kManyTokens, .unset = -1, .advanced = true},
            &TrainSpec::minTokensPerStep},
        {{.key = "max_tokens_per_step", .title = QT_TRANSLATE_NOOP("core", "Tokens per step, at most"),
             .help = QT_TRANSLATE_NOOP("core", "Like tokens_per_step, rounded down to what divides."), .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 1, .max = kManyTokens, .unset = -1,
             .advanced = true},
            &TrainSpec::maxTokensPerStep},
        {{.key = "num_iterations", .title = QT_TRANSLATE_NOOP("core", "Steps"), .help = QT_TRANSLATE_NOOP("core", "Optimiser steps of the run."), .unit = QT_TRANSLATE_NOOP("core", "steps"), .min = 1, .max = kManySteps,
             .unset = -1, .unsetMeaning = QT_TRANSLATE_NOOP("core", "until the data ends")},
            &TrainSpec::numIterations},
    };
}

std::vector<SectionField<TrainSpec>> optimizerFields()
{
    return {
        {{.key = "optimizer", .title = QT_TRANSLATE_NOOP("core", "Optimiser"), .help = QT_TRANSLATE_NOOP("core", "radam is the paper's; adamw is the common alternative."),
             .choices = {"radam", "adamw"}},
            &TrainSpec::optimizer},
        {{.key = "learning_rate", .title = QT_TRANSLATE_NOOP("core", "Learning rate"), .help = QT_TRANSLATE_NOOP("core", "Peak learning rate; the paper uses 1e-3."), .min = 0, .max = 100},
            &TrainSpec::learningRate},
        {{.key = "prior_lr", .title = QT_TRANSLATE_NOOP("core", "Learning rate of the prior"), .help = QT_TRANSLATE_NOOP("core", "Peak learning rate of θα, θβ and θμ alone."), .min = 0,
             .max = 100, .unset = -1, .unsetMeaning = QT_TRANSLATE_NOOP("core", "the learning rate")},
            &TrainSpec::priorLr},
        {{.key = "warmup_iters", .title = QT_TRANSLATE_NOOP("core", "Warm-up"), .help = QT_TRANSLATE_NOOP("core", "Steps in which the learning rate rises linearly to its peak; RAdam needs none."),
             .unit = QT_TRANSLATE_NOOP("core", "steps"), .min = 0, .max = kManySteps},
            &TrainSpec::warmupIters},
        {{.key = "learning_rate_decay_frac", .title = QT_TRANSLATE_NOOP("core", "Final learning rate"),
             .help = QT_TRANSLATE_NOOP("core", "The cosine schedule ends at this share of the peak; 1 keeps the rate constant."), .unit = QT_TRANSLATE_NOOP("core", "× peak"), .min = 0, .max = 1},
            &TrainSpec::learningRateDecayFrac},
        {{.key = "weight_decay", .title = QT_TRANSLATE_NOOP("core", "Weight decay"), .help = QT_TRANSLATE_NOOP("core", "Decoupled decay of matrices; norms and priors are never decayed."),
             .min = 0, .max = 100},
            &TrainSpec::weightDecay},
        {{.key = "grad_clip", .title = QT_TRANSLATE_NOOP("core", "Gradient clip"), .help = QT_TRANSLATE_NOOP("core", "Largest global gradient norm; 0 turns clipping off."), .min = 0, .max = 1e9},
            &TrainSpec::gradClip},
        {{.key = "beta1", .title = QT_TRANSLATE_NOOP("core", "β1"), .help = QT_TRANSLATE_NOOP("core", "Decay of the optimiser's first moment."), .min = 0, .max = 1, .maxExcluded = true,
             .advanced = true},
            &TrainSpec::beta1},
        {{.key = "beta2", .title = QT_TRANSLATE_NOOP("core", "β2"), .help = QT_TRANSLATE_NOOP("core", "Decay of the optimiser's second moment."), .min = 0, .max = 1, .maxExcluded = true,
             .advanced = true},
            &TrainSpec::beta2},
        {{.key = "adam_eps", .title = QT_TRANSLATE_NOOP("core", "Optimiser ε"), .help = QT_TRANSLATE_NOOP("core", "Added to the root of the second moment."), .min = 0, .max = 1,
             .minExcluded = true, .advanced = true},
            &TrainSpec::adamEps},
    };
}

std::vector<SectionField<TrainSpec>> upkeepFields()
{
    return {
        {{.key = "val_loss_every", .title = QT_TRANSLATE_NOOP("core", "Validate every"), .help = QT_TRANSLATE_NOOP("core", "Steps between validations; 0 validates only at the end."),
             .unit = QT_TRANSLATE_NOOP("core", "steps"), .min = 0, .max = kManySteps},
            &TrainSpec::valLossEvery},
        {{.key = "checkpoint_every", .title = QT_TRANSLATE_NOOP("core", "Checkpoint every"),
             .help = QT_TRANSLATE_NOOP("core", "Steps between checkpoints; 0 writes one only at the end and when stopped."), .unit = QT_TRANSLATE_NOOP("core", "steps"), .min = 0,
             .max = kManySteps},
            &TrainSpec::checkpointEvery},
        {{.key = "checkpoint_minutes", .title = QT_TRANSLATE_NOOP("core", "Checkpoint after"),
             .help = QT_TRANSLATE_NOOP("core", "Also writes a checkpoint when so many minutes have passed since the last one, however many steps that were; 0 goes by steps alone."),
             .unit = QT_TRANSLATE_NOOP("core", "min"), .min = 0, .max = 1e6, .advanced = true},
            &TrainSpec::checkpointMinutes},
        {{.key = "keep_last", .title = QT_TRANSLATE_NOOP("core", "Checkpoints kept"), .help = QT_TRANSLATE_NOOP("core", "Newest checkpoints kept on disk."), .min = 1, .max = 1e6,
             .advanced = true},
            &TrainSpec::keepLast},
        {{.key = "keep_every", .title = QT_TRANSLATE_NOOP("core", "Keep every"), .help = QT_TRANSLATE_NOOP("core", "Also keep each checkpoint whose step is a multiple of this; 0 keeps none."),
             .unit = QT_TRANSLATE_NOOP("core", "steps"), .min = 0, .max = kManySteps, .advanced = true},
            &TrainSpec::keepEvery},
        {{.key = "capture_every", .title = QT_TRANSLATE_NOOP("core", "Capture attention every"),
             .help = QT_TRANSLATE_NOOP("core", "Steps between captures of every head's attention on a pass-key prompt that stays the same: the film of the training. 0 captures only on request. "
                     "One capture costs one forward pass of that prompt."),
             .unit = QT_TRANSLATE_NOOP("core", "steps"), .min = 0, .max = kManySteps},
            &TrainSpec::captureEvery},
        {{.key = "capture_length", .title = QT_TRANSLATE_NOOP("core", "Captured prompt"),
             .help = QT_TRANSLATE_NOOP("core", "Length of the prompt whose attention is captured; 0 takes four times the sequence length, so that it is seen beyond what was trained."),
             .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 0, .max = 1048576, .advanced = true},
            &TrainSpec::captureLength},
        {{.key = "log_every", .title = QT_TRANSLATE_NOOP("core", "Log every"), .help = QT_TRANSLATE_NOOP("core", "Steps between rows of train.log; the last step always has one."),
             .unit = QT_TRANSLATE_NOOP("core", "steps"), .min = 1, .max = 1e6, .advanced = true},
            &TrainSpec::logEvery},
        {{.key = "on_bad_step", .title = QT_TRANSLATE_NOOP("core", "Bad steps"),
             .help = QT_TRANSLATE_NOOP("core", "A step whose loss or gradient is not finite: stop ends the run, with its checkpoints intact; skip leaves the weights as they were, says so in the log, and goes on. "
                     "Spikes of the gradient norm are only told with stop, and skipped with skip."),
             .choices = {"stop", "skip"}, .advanced = true},
            &TrainSpec::onBadStep},
        {{.key = "spike_factor", .title = QT_TRANSLATE_NOOP("core", "Spike from"),
             .help = QT_TRANSLATE_NOOP("core", "A gradient norm of so many times the median of the last 100 steps counts as a spike; 0 looks for none."), .unit = QT_TRANSLATE_NOOP("core", "× median"),
             .min = 0, .max = 1e6, .advanced = true},
            &TrainSpec::spikeFactor},
        {{.key = "tensorboard", .title = QT_TRANSLATE_NOOP("core", "TensorBoard"), .help = QT_TRANSLATE_NOOP("core", "Also writes the curves as an event file for TensorBoard, while the run goes on."), .advanced = true},
            &TrainSpec::tensorboard},
        {{.key = "export_pt", .title = QT_TRANSLATE_NOOP("core", "Write model.pt"),
             .help = QT_TRANSLATE_NOOP("core", "At the end also writes model.pt, which PyTorch and the official code load."), .advanced = true},
            &TrainSpec::exportPt},
        {{.key = "shard_optimizer", .title = QT_TRANSLATE_NOOP("core", "Shard the optimiser"),
             .help = QT_TRANSLATE_NOOP("core", "ZeRO stage 1: with several processes each keeps the moments of its share of the parameters. The numbers stay the same; memory for moments is divided by the number of processes."),
             .aliases = {"zero1"}, .advanced = true},
            &TrainSpec::shardOptimizer},
        {{.key = "bucket_mb", .title = QT_TRANSLATE_NOOP("core", "Gradient bucket"),
             .help = QT_TRANSLATE_NOOP("core", "With several processes: gradients are reduced in buckets of this size while the backward pass goes on."), .unit = QT_TRANSLATE_NOOP("core", "MiB"), .min = 1, .max = 4096,
             .advanced = true},
            &TrainSpec::bucketMegabytes},
        {{.key = "dist_timeout", .title = QT_TRANSLATE_NOOP("core", "Give up after"),
             .help = QT_TRANSLATE_NOOP("core", "With several processes: seconds without an answer after which the others end with an error. It must be longer than a validation, a capture and a checkpoint take."),
             .unit = QT_TRANSLATE_NOOP("core", "s"), .min = 1, .max = 86400, .advanced = true},
            &TrainSpec::distTimeout},
        {{.key = "dtype", .title = QT_TRANSLATE_NOOP("core", "Precision"), .help = QT_TRANSLATE_NOOP("core", "Type of matrix products on CUDA; weights, norms and loss stay float32."),
             .choices = {"float32", "bfloat16"},
             .refusals = {{"float16", QT_TRANSLATE_NOOP("core", "float16 would need loss scaling, which is not offered; bfloat16 is as fast and has float32's range")}}},
            &TrainSpec::dtype},
        {{.key = "device", .title = QT_TRANSLATE_NOOP("core", "Device"), .help = QT_TRANSLATE_NOOP("core", "auto takes the first CUDA device, else the CPU."), .choices = {"auto", "cpu", "cuda"},
             .accepts = isCudaDevice, .acceptsText = QT_TRANSLATE_NOOP("core", "cuda:N")},
            &TrainSpec::device},
        {{.key = "tensorcores", .title = QT_TRANSLATE_NOOP("core", "TF32"), .help = QT_TRANSLATE_NOOP("core", "Lets float32 matrix products on CUDA use TF32."), .advanced = true},
            &TrainSpec::tensorcores},
        {{.key = "cuda_graphs", .title = QT_TRANSLATE_NOOP("core", "CUDA graphs"),
             .help = QT_TRANSLATE_NOOP("core", "auto records a training step on CUDA and replays it when the result agrees, at the memory of a second forward pass; "
                     "off launches every operation."),
             .choices = {"auto", "off"}, .advanced = true},
            &TrainSpec::cudaGraphs},
        {{.key = "threads", .title = QT_TRANSLATE_NOOP("core", "CPU threads"), .help = QT_TRANSLATE_NOOP("core", "Threads for the CPU; 0 takes OMP_NUM_THREADS where it is set, else all physical cores."), .min = 0, .max = 4096,
             .advanced = true},
            &TrainSpec::threads},
        {{.key = "seed", .title = QT_TRANSLATE_NOOP("core", "Seed"), .help = QT_TRANSLATE_NOOP("core", "Initial weights and drawn data follow from this number alone."), .min = 0,
             .max = 9007199254740991.0},
            &TrainSpec::seed},
        {{.key = "checkpoint", .title = QT_TRANSLATE_NOOP("core", "Start from"),
             .help = QT_TRANSLATE_NOOP("core", "Weights to start from instead of fresh ones: a run directory, a checkpoint folder, a .safetensors or .pt file."),
             .advanced = true},
            &TrainSpec::checkpoint},
        {{.key = "reset_steps", .title = QT_TRANSLATE_NOOP("core", "Restart the schedule"),
             .help = QT_TRANSLATE_NOOP("core", "With a checkpoint: the schedule and the step count start at 0 instead of the checkpoint's step."), .advanced = true},
            &TrainSpec::resetSteps},
    };
}

}  // namespace

template <>
const std::vector<SectionField<TrainSpec>>& fields<TrainSpec>()
{
    static const std::vector<SectionField<TrainSpec>> all = [] {
        auto list = stepFields();
        for (auto& part : {optimizerFields(), upkeepFields()})
            list.insert(list.end(), part.begin(), part.end());
        return list;
    }();
    return all;
}

}  // namespace bam::spec
