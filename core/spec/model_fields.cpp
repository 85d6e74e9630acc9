// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the sections `model` and `model.prior`.
#include "core/spec/spec_fields.h"

#include "core/encoding/encoding.h"
#include "core/spec/model_sizes.h"

#include <QtGlobal>

namespace bam::spec {
namespace {

bool isNumber(const std::string& text) { return numberFromText(text).has_value(); }

}  // namespace

template <>
const std::vector<SectionField<PriorSpec>>& fields<PriorSpec>()
{
    static const std::vector<SectionField<PriorSpec>> all = {
        {{.key = "theta_alpha_init", .title = QT_TRANSLATE_NOOP("core", "Initial θα"),
             .help = QT_TRANSLATE_NOOP("core", "Start of the prior's steepness exp(θα): a number; slope, so that exp(θα) is the ALiBi slope; slope_raw, the slope "
                     "itself as the official 2026 release's \"slope\" stores it; or sampled from a normal distribution."),
             .choices = {"slope", "slope_raw", "sampled"}, .accepts = isNumber, .acceptsText = QT_TRANSLATE_NOOP("core", "a number"), .numeric = true},
            &PriorSpec::thetaAlphaInit},
        {{.key = "theta_beta_init", .title = QT_TRANSLATE_NOOP("core", "Initial θβ"),
             .help = QT_TRANSLATE_NOOP("core", "Start of the prior's shape: 1 is ALiBi (Laplace), 2 Gaussian, 0 uniform, below 0 it suppresses the neighbourhood; a "
                     "number, linear (0 to 1 over the heads) or sampled."),
             .choices = {"linear", "sampled"}, .accepts = isNumber, .acceptsText = QT_TRANSLATE_NOOP("core", "a number"), .numeric = true,
             .aliases = {"thata_beta_init", "shape_init"}},
            &PriorSpec::thetaBetaInit},
        {{.key = "theta_mu_init", .title = QT_TRANSLATE_NOOP("core", "Initial θμ"),
             .help = QT_TRANSLATE_NOOP("core", "Start of the prior's offset μ = exp(θμ) − exp(−θμ); negative values centre the prior on keys before the query."),
             .min = -20, .max = 20, .aliases = {"loc_init"}},
            &PriorSpec::thetaMuInit},
        {{.key = "theta_alpha_trainable", .title = QT_TRANSLATE_NOOP("core", "Train θα"), .help = QT_TRANSLATE_NOOP("core", "Whether the prior's steepness is learned."),
             .aliases = {"scale_trainable"}},
            &PriorSpec::thetaAlphaTrainable},
        {{.key = "theta_beta_trainable", .title = QT_TRANSLATE_NOOP("core", "Train θβ"),
             .help = QT_TRANSLATE_NOOP("core", "Whether the prior's shape is learned; when it is not, θβ stays at 1, which is ALiBi's shape."),
             .aliases = {"shape_trainable"}},
            &PriorSpec::thetaBetaTrainable},
        {{.key = "theta_mu_trainable", .title = QT_TRANSLATE_NOOP("core", "Train θμ"), .help = QT_TRANSLATE_NOOP("core", "Whether the prior's offset is learned; the paper keeps it at 0."),
             .aliases = {"loc_trainable"}},
            &PriorSpec::thetaMuTrainable},
        {{.key = "global_prior", .title = QT_TRANSLATE_NOOP("core", "One prior for all layers"),
             .help = QT_TRANSLATE_NOOP("core", "Shares one prior among all layers instead of one per layer.")},
            &PriorSpec::global},
        {{.key = "t5_buckets", .title = QT_TRANSLATE_NOOP("core", "T5 buckets"),
             .help = QT_TRANSLATE_NOOP("core", "Buckets of distances that each have a learned number per head: the first half for one distance each, the others wider and wider."),
             .min = 2, .max = 65536, .advanced = true},
            &PriorSpec::t5Buckets},
        {{.key = "t5_max_distance", .title = QT_TRANSLATE_NOOP("core", "T5 largest distance"),
             .help = QT_TRANSLATE_NOOP("core", "All distances from here on share T5's last bucket, so that beyond it the bias tells no distance."), .unit = QT_TRANSLATE_NOOP("core", "tokens"),
             .min = 2, .max = 16777216, .advanced = true},
            &PriorSpec::t5MaxDistance},
        {{.key = "fire_threshold", .title = QT_TRANSLATE_NOOP("core", "Initial FIRE threshold"),
             .help = QT_TRANSLATE_NOOP("core", "Start of FIRE's learned threshold L: up to there distances are measured against L, further on against the query's position."),
             .unit = QT_TRANSLATE_NOOP("core", "tokens"), .min = 1, .max = 16777216, .advanced = true},
            &PriorSpec::fireThreshold},
        {{.key = "sandwich_width", .title = QT_TRANSLATE_NOOP("core", "Sandwich width"),
             .help = QT_TRANSLATE_NOOP("core", "Dimensions of the sinusoidal embeddings whose product is Sandwich's bias: more make it steeper."), .min = 2, .max = 65536, .advanced = true},
            &PriorSpec::sandwichWidth},
    };
    return all;
}

template <>
const std::vector<SectionField<ModelSpec>>& fields<ModelSpec>()
{
    static const std::vector<SectionField<ModelSpec>> all = {
        {{.key = "model_size", .title = QT_TRANSLATE_NOOP("core", "Size"),
             .help = QT_TRANSLATE_NOOP("core", "A size of the paper, which sets width, layers, heads and feed-forward; or custom with those given one by one."),
             .choices = sizeNamesAndCustom(), .aliases = {"size"}},
            &ModelSpec::size},
        {{.key = "encoding", .title = QT_TRANSLATE_NOOP("core", "Positional encoding"), .help = QT_TRANSLATE_NOOP("core", "How positions enter the attention scores."),
             .choices = encoding::encodingNames(), .composite = "position_encoding"},
            &ModelSpec::encoding},
        {{.key = "ssmax", .title = QT_TRANSLATE_NOOP("core", "Scalable-Softmax"),
             .help = QT_TRANSLATE_NOOP("core", "Multiplies the scores by s·ln(visible keys), so that attention stays sharp in long contexts."),
             .composite = "position_encoding"},
            &ModelSpec::ssmax},
        {{.key = "dim", .title = QT_TRANSLATE_NOOP("core", "Width"), .help = QT_TRANSLATE_NOOP("core", "Model width D: numbers per token in the residual stream."), .min = 1, .max = 65536},
            &ModelSpec::dim},
        {{.key = "n_layers", .title = QT_TRANSLATE_NOOP("core", "Layers"), .help = QT_TRANSLATE_NOOP("core", "Transformer blocks, one after the other."), .min = 1, .max = 1024,
             .aliases = {"layers"}},
            &ModelSpec::layers},
        {{.key = "n_heads", .title = QT_TRANSLATE_NOOP("core", "Heads"), .help = QT_TRANSLATE_NOOP("core", "Attention heads per layer; the width must be divisible by them."), .min = 1,
             .max = 4096, .aliases = {"heads"}},
            &ModelSpec::heads},
        {{.key = "n_kv_heads", .title = QT_TRANSLATE_NOOP("core", "Key-value heads"),
             .help = QT_TRANSLATE_NOOP("core", "Heads for keys and values; fewer than the heads means grouped-query attention and a smaller KV cache."), .min = 1,
             .max = 4096, .aliases = {"kv_heads"}, .advanced = true},
            &ModelSpec::kvHeads},
        {{.key = "ffn_dim_multiplier", .title = QT_TRANSLATE_NOOP("core", "Feed-forward multiplier"),
             .help = QT_TRANSLATE_NOOP("core", "The hidden width of the feed-forward layer is this times the model width, rounded down."), .min = 0, .max = 64,
             .minExcluded = true, .aliases = {"ffn_multiplier"}},
            &ModelSpec::ffnMultiplier},
        {{.key = "vocab_size", .title = QT_TRANSLATE_NOOP("core", "Vocabulary"), .help = QT_TRANSLATE_NOOP("core", "Rows of the embedding: at least the tokenizer's pieces."), .unit = QT_TRANSLATE_NOOP("core", "pieces"),
             .min = 2, .max = 16777216, .aliases = {"vocabulary"}},
            &ModelSpec::vocabulary},
        {{.key = "seq_scale_trainable", .title = QT_TRANSLATE_NOOP("core", "Train SSMax's s"),
             .help = QT_TRANSLATE_NOOP("core", "Whether Scalable-Softmax learns its scale s per head; no_seq_scale keeps it at its start."),
             .negation = "no_seq_scale", .advanced = true},
            &ModelSpec::seqScaleTrainable},
        {{.key = "seq_scale_init", .title = QT_TRANSLATE_NOOP("core", "Initial SSMax s"), .help = QT_TRANSLATE_NOOP("core", "Start of Scalable-Softmax's scale s in λ = s·ln(visible keys)."),
             .min = -1000, .max = 1000, .advanced = true},
            &ModelSpec::seqScaleInit},
        {{.key = "rotary_fraction", .title = QT_TRANSLATE_NOOP("core", "Rotated fraction"),
             .help = QT_TRANSLATE_NOOP("core", "Share of each head's dimensions that RoPE rotates; the others see content without position. 1 rotates all."), .min = 0, .max = 1,
             .minExcluded = true, .advanced = true},
            &ModelSpec::rotaryFraction},
        {{.key = "norm_eps", .title = QT_TRANSLATE_NOOP("core", "RMSNorm ε"), .help = QT_TRANSLATE_NOOP("core", "Added under the root of RMSNorm."), .min = 0, .max = 1, .minExcluded = true,
             .advanced = true},
            &ModelSpec::normEps},
    };
    return all;
}

}  // namespace bam::spec
