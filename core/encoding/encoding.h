// SPDX-License-Identifier: GPL-3.0-or-later
// A positional encoding, seen from the one score formula of the model (s = c·q·k/√d + p·b(i−j)): what it does to embeddings, to
// queries and keys, and which bias table it adds. Scalable-Softmax is orthogonal: the model applies it to every encoding.
// A new encoding is one file in kinds/ that defines `EncodingKind <file name>()`, and one test.
#pragma once

#include "core/encoding/scaling/rope_scaling.h"
#include "core/encoding/slopes.h"
#include "core/spec/spec.h"

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bam::attention {
class RowBias;
}

namespace bam::encoding {

using NamedParameters = std::vector<std::pair<std::string, at::Tensor>>;

/// The part of an encoding that a layer (or, with a global prior, the whole model) owns.
class BiasModule {
public:
    virtual ~BiasModule() = default;
    /// Parameters with their names below the module, e.g. {"theta_alpha", [1,H,1,1]}; requires_grad says which are trained.
    virtual NamedParameters parameters() const { return {}; }
    /// b_h(δ) for δ = 0 … length−1. [H, length], differentiable with respect to parameters(). With a rowBias() that of the rows which share it.
    virtual at::Tensor table(std::int64_t length) const = 0;
    /// The same at some distances, for plots. @param distances [n] float32, whole and ascending, not empty @returns [H, n]
    virtual at::Tensor curve(const at::Tensor& distances) const;
    /// For a bias that depends on the query's position too; null where the table holds for every row. Shares the parameters.
    virtual std::shared_ptr<const attention::RowBias> rowBias() const { return nullptr; }
    /// Moves parameters that an optimiser's step took out of the formula's range back to its edge.
    virtual void constrain() {}
};

/// What is needed to build an encoding.
struct BuildContext {
    const spec::ModelSpec& model;
    at::Generator generator;    ///< for sampled initialisers
};

struct EncodingKind {
    std::string name;           ///< registry and official name: "bam"
    std::string title;          ///< for people: "BAM"
    std::string source;         ///< paper
    int rank = 0;               ///< order in lists
    /// With SSMax, does λ scale the bias too, or the content term alone? BAM's bias is the logarithm of a prior and scaled with the content it is multiplied
    /// with, as published. Other biases were published without SSMax; they keep the size they were designed or learned for while the content gets sharper,
    /// as ALiBi's does in the official code.
    bool ssmaxScalesBias = false;
    /// Has trainable parameters below `prior.`; one set per layer, or one for the model when spec.prior.global is set.
    bool hasPrior = false;
    /// Those of them that are one number per head, [1, H, 1, 1].
    std::vector<std::string> headScalars;
    /// A few numbers per head describe the bias, and priors.csv tells them; otherwise its curves are read from checkpoints.
    bool describedByNumbers = true;
    /// The bias modules have a rowBias().
    bool dependsOnQuery = false;
    /// Null when the encoding adds no bias.
    std::function<std::unique_ptr<BiasModule>(const BuildContext&)> makeBias;
    /// [T, D] to be added to the embeddings of positions start … start+T−1; null when it adds nothing.
    std::function<at::Tensor(const spec::ModelSpec&, std::int64_t start, std::int64_t length)> embeddingTable;
    /// cos and sin of the rotation of positions start … start+T−1, each [T, d/2]; null when queries and keys stay as they are.
    /// Pairs are interleaved: (x0, x1) is the first pair. Dimensions that are not rotated are pairs of angle 0.
    std::function<std::pair<at::Tensor, at::Tensor>(const spec::ModelSpec&, const RopeScaling&, std::int64_t start, std::int64_t length)> rotationTable;
    /// Problems of a model spec with this encoding (e.g. odd head width with rotary); null when there are none.
    std::function<std::vector<std::string>(const spec::ModelSpec&)> check;
};

/// All encodings that were compiled in, by rank.
const std::vector<EncodingKind>& registry();
std::vector<std::string> encodingNames();
/// @throws Error (Usage) naming the nearest one.
const EncodingKind& kind(const std::string& name);
std::vector<EncodingKind> sortedByRank(std::vector<EncodingKind> kinds);

}  // namespace bam::encoding
