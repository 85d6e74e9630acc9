// SPDX-License-Identifier: GPL-3.0-or-later
// What to run, as plain values: model, data, training, evaluation. JSON keys are the official command line's flag names where such
// a flag exists; spec_fields.h describes every field once (key, unit, range, help) for JSON, validation, the command line and the window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bam::spec {

/// What encodings with a bias start from: the BAM prior b(δ) = −exp(θα)(|−δ−μ|+ε)^θβ, μ = exp(θμ) − exp(−θμ), and the others' own numbers.
struct PriorSpec {
    std::string thetaAlphaInit = "0";   ///< number, `slope` (log of the ALiBi slope), `slope_raw` (2026 release: the slope itself) or `sampled`
    std::string thetaBetaInit = "0";    ///< number, `linear` (0…1 over heads) or `sampled`
    double thetaMuInit = 0;
    bool thetaAlphaTrainable = true;
    bool thetaBetaTrainable = true;     ///< false also fixes θβ at 1, as the official code does
    bool thetaMuTrainable = false;
    bool global = false;                ///< one prior for all layers instead of one per layer
    std::int64_t t5Buckets = 32;        ///< of distances, even
    std::int64_t t5MaxDistance = 128;   ///< from which on all distances share the last bucket
    double fireThreshold = 512;         ///< FIRE's initial L: positions below it are normalised as L
    std::int64_t sandwichWidth = 128;   ///< of the sinusoidal embeddings whose product is Sandwich's bias, even

    bool operator==(const PriorSpec&) const = default;
};

struct ModelSpec {
    std::string size = "l12";           ///< a paper size, or `custom` (then the five fields below say it)
    std::int64_t dim = 768;             ///< D
    std::int64_t layers = 12;
    std::int64_t heads = 16;            ///< H; D must be divisible by it
    std::int64_t kvHeads = 16;          ///< grouped-query attention when smaller than heads
    double ffnMultiplier = 2;           ///< feed-forward hidden width = int(multiplier · D)
    std::int64_t vocabulary = 32768;
    std::string encoding = "bam";       ///< registry name without the `_ssmax` suffix
    bool ssmax = false;                 ///< Scalable-Softmax
    bool seqScaleTrainable = true;      ///< false = official --no_seq_scale: s stays at its initial value
    double seqScaleInit = 1;            ///< initial s in λ = s·ln n
    double rotaryFraction = 1;          ///< of each head's width that RoPE rotates
    double normEps = 1e-5;
    PriorSpec prior;

    bool operator==(const ModelSpec&) const = default;
};

struct DataSpec {
    std::string dataset;                ///< folder of shards (ours or official); for the mixture: a text file
    std::string kind = "shards";        ///< `shards`, or `passkey_mixture` (the quickstart's rows, made on the fly from a text)
    std::string tokenizer;              ///< sentencepiece .model; empty: the one the shards were made with (its hash is checked)
    std::int64_t valTokens = -1;        ///< exact; -1 = not given. At most one of the three is given; none: 3,932,160
    std::int64_t minValTokens = -1;     ///< rounded up to whole steps of all ranks
    std::int64_t maxValTokens = -1;     ///< rounded down
    std::int64_t valTokensPadding = 1000000;  ///< tokens left unused between validation and training
    double inductionFraction = 0.5;     ///< mixture: share of rows that repeat a random segment
    double proseFillerFraction = 0.5;   ///< mixture: share of pass-key documents whose filler is running text

    bool operator==(const DataSpec&) const = default;
};

struct TrainSpec {
    std::int64_t batchSize = 4;         ///< sequences per forward pass and rank
    std::int64_t sequenceLength = 64;   ///< T
    std::int64_t tokensPerStep = -1;    ///< exact; must be divisible by batch · T · ranks. At most one of the three; none: one forward pass
    std::int64_t minTokensPerStep = -1;
    std::int64_t maxTokensPerStep = -1;
    std::int64_t numIterations = -1;    ///< steps; -1 = until the data ends
    std::string optimizer = "radam";    ///< `radam` (the paper's) or `adamw`
    double learningRate = 1e-4;
    double priorLr = -1;                ///< learning rate of θα, θβ, θμ; -1 = learningRate
    std::int64_t warmupIters = 0;
    double learningRateDecayFrac = 1;   ///< cosine ends at lr · this
    double weightDecay = 0;
    double gradClip = 1;                ///< global gradient norm; 0 = no clipping
    double beta1 = 0.9;
    double beta2 = 0.95;
    double adamEps = 1e-8;
    std::int64_t valLossEvery = 0;      ///< steps; 0 = only at the end
    std::int64_t checkpointEvery = 500; ///< steps; 0 = only at the end and on stop
    double checkpointMinutes = 0;       ///< also a checkpoint after so many minutes without one; 0 = by steps alone
    std::int64_t keepLast = 2;          ///< newest checkpoints kept
    std::int64_t keepEvery = 0;         ///< also keep each checkpoint whose step is a multiple; 0 = none
    std::int64_t captureEvery = 0;      ///< steps between captures of the attention on a fixed pass-key prompt; 0 = only on request
    std::int64_t captureLength = 0;     ///< tokens of that prompt; 0 = four times sequenceLength
    std::int64_t logEvery = 1;          ///< steps between rows of train.log; the last step always has one
    std::string onBadStep = "stop";     ///< a step with a loss or gradient that is not finite, or a spike: `stop` (spikes are only told), or `skip` its update
    double spikeFactor = 0;             ///< a gradient norm this many times the recent median is a spike; 0 = none is looked for
    bool tensorboard = false;           ///< also writes events.out.tfevents.*
    bool exportPt = false;              ///< also writes model.pt at the end
    bool shardOptimizer = false;        ///< ZeRO-1: every rank keeps the moments of its share of the parameters
    std::int64_t bucketMegabytes = 25;  ///< MiB of gradients that are reduced at once
    std::int64_t distTimeout = 600;     ///< seconds after which ranks that do not answer are given up
    std::string dtype = "float32";      ///< autocast type on CUDA: float32, bfloat16 (float16 is refused: no loss scaling)
    std::string device = "auto";        ///< auto, cpu, cuda, cuda:N
    bool tensorcores = false;           ///< TF32 matrix products on CUDA
    std::string cudaGraphs = "auto";    ///< auto: training steps on CUDA are recorded once and replayed, where that proves itself; off: never
    std::int64_t threads = 0;           ///< CPU threads; 0 = all physical cores
    std::int64_t seed = 42;
    std::string checkpoint;             ///< weights to start from instead of fresh ones: a run directory, a checkpoint, a .safetensors or .pt file
    bool resetSteps = false;            ///< with checkpoint: the learning-rate schedule and the step count start at 0 instead of the checkpoint's step

    bool operator==(const TrainSpec&) const = default;
};

struct PasskeySpec {
    std::vector<std::int64_t> lengths = {0, 128, 256, 512, 640, 768, 896, 1024, 1152, 1280, 1408, 1536, 2048, 3072, 4096, 6144, 8192};
    std::vector<std::string> samplings = {"equidistant"};  ///< equidistant, random, beginning, end
    std::int64_t samples = 20;          ///< prompts per length, depth sampling, number of digits and seed
    std::vector<std::int64_t> digits = {5};
    std::int64_t prefixDigits = 0;      ///< digits of the key given in the prompt and not scored
    bool officialSpace = false;         ///< reproduce the official double '▁▁' before the digits
    std::vector<std::int64_t> seeds = {0};
    std::string filler = "noise";       ///< noise: the official sentences; else a text whose sentences hide the key
    std::string scoring = "teacher_forced"; ///< teacher_forced, generated, both
    std::int64_t patience = 0;          ///< stop after so many lengths in a row without a hit; 0 = never

    bool operator==(const PasskeySpec&) const = default;
};

/// RULER's synthetic tasks (Hsieh et al., COLM 2024).
struct RulerSpec {
    std::vector<std::string> tasks = {"niah_single_1", "niah_single_2", "niah_single_3", "niah_multikey_1", "niah_multikey_2", "niah_multikey_3", "niah_multivalue", "niah_multiquery", "vt", "cwe", "fwe"};
    std::vector<std::int64_t> lengths = {512, 1024, 2048, 4096};
    std::int64_t samples = 50;          ///< prompts per task and length
    std::int64_t seed = 42;
    std::string essays;                 ///< text (or folder of texts) for the tasks that hide needles in essays
    bool answerPrefix = true;           ///< the prompt ends with the beginning of the answer: models that were not taught to obey need it

    bool operator==(const RulerSpec&) const = default;
};

/// Questions with choices, scored by log-likelihood: MMLU, ARC, and others by a template.
struct ChoiceSpec {
    std::vector<std::string> tasks;     ///< mmlu=PATH, arc=PATH or TEMPLATE.json; empty: none
    std::int64_t shots = 0;             ///< solved examples before each question: the first ones of the task's examples
    std::int64_t limit = 0;             ///< questions per subject; 0 = all
    std::int64_t maxTokens = 0;         ///< longest prompt that is read, choice included; 0 = any
    std::string tooLong = "skip";       ///< what happens to longer ones: skip, cut (at the beginning, as the public harness does), refuse
    std::string badRows = "skip";       ///< what happens to rows and files that cannot be asked: skip, refuse
    bool bos = false;                   ///< begin prompts with the beginning-of-sequence piece

    bool operator==(const ChoiceSpec&) const = default;
};

struct EvalSpec {
    PasskeySpec passkey;
    RulerSpec ruler;
    ChoiceSpec choice;
    bool runPasskey = true;
    bool runRuler = false;
    std::int64_t chunk = 512;           ///< queries per prefill chunk
    std::string cacheDtype = "float32"; ///< keys and values of earlier positions: float32 or bfloat16
    std::string checkpoint = "latest";  ///< `latest`, a step number, or a path
    std::string perplexity;             ///< text or folder of shards for perplexity; empty: it is not measured
    std::vector<std::string> perplexityKinds = {"by_position"};   ///< by_position, sliding
    std::string perplexityBadRows = "skip"; ///< what happens to rows without a text, and to what cannot be read: skip, refuse
    std::string perplexityDocuments = "across";     ///< across: one stream; within: every document alone
    std::int64_t perplexityTokens = 32768;  ///< by position: of one forward; a multiple of perplexityWindow
    std::int64_t perplexityWindow = 1024;
    std::int64_t perplexitySequences = 1;   ///< by position: forwards over that many tokens each, averaged
    std::int64_t perplexityContext = 1024;  ///< sliding: tokens that a forward sees
    std::int64_t perplexityStride = 512;    ///< sliding: how far the next forward is moved; its last `stride` tokens are scored
    std::int64_t perplexityTotal = 65536;   ///< sliding: tokens of the text; 0 = all
    std::string ropeScaling = "none";       ///< how RoPE is stretched beyond the trained length: none, linear, ntk or yarn
    double ropeFactor = 1;                  ///< how many times the trained length
    std::int64_t ropeOriginalLength = -1;   ///< tokens; -1 = the sequence length of the training

    bool operator==(const EvalSpec&) const = default;
};

/// One training run from end to end.
struct RunSpec {
    std::string logDir = "logs";
    ModelSpec model;
    DataSpec data;
    TrainSpec training;
    EvalSpec evaluation;

    bool operator==(const RunSpec&) const = default;
};

/// `bam_ssmax` from encoding and ssmax: the official name, also the run folder's.
std::string officialEncodingName(const ModelSpec& model);

}  // namespace bam::spec
