// SPDX-License-Identifier: GPL-3.0-or-later
// Text that a model writes, one token after the other.
#pragma once

#include "core/base/random.h"
#include "core/eval/reading.h"
#include "core/tokenizer/tokenizer.h"

#include <ATen/core/Tensor.h>

#include <functional>
#include <string>
#include <vector>

namespace bam::eval {

/// How the next token is drawn: temperature first, then top-k, then top-p of what is left.
struct Sampling {
    double temperature = 0;         ///< the softmax's; 0: always the likeliest token
    std::int64_t topK = 0;          ///< only the k likeliest; 0: all
    double topP = 1;                ///< only the likeliest that together have this probability (Holtzman et al., ICLR 2020); 1: all
    std::uint64_t seed = 0;         ///< same seed, same text
};

/// @throws Error (Usage) when a number is outside its range
void requireValid(const Sampling& sampling);

class Sampler {
public:
    /// @param pieces of the tokenizer: no token beyond them is taken, as it stands for no text (models are padded to rounder vocabularies); 0: all are
    explicit Sampler(const Sampling& sampling, std::int64_t pieces = 0);
    /// @param all logits [V], any device @returns the drawn token
    std::int32_t pick(const at::Tensor& all);

private:
    Sampling m_sampling;
    std::int64_t m_pieces;
    SplitMix64 m_random;
};

/// Reads `tokens` and writes on. The last token written is not read. @param onToken called with each; false ends it
/// @returns what was written, at most `most` tokens
std::vector<std::int32_t> generate(Reading& reading, std::span<const std::int32_t> tokens, std::int64_t most, Sampler& sampler, const std::function<bool(std::int32_t)>& onToken = {});

/// Tokens of a text that is being written, as text: each piece as soon as its characters are complete.
class TextStream {
public:
    /// @param before what the text follows on; decoded with it, so that spaces come out right
    TextStream(const tokenizer::Tokenizer& tokenizer, std::vector<std::int32_t> before);
    /// @returns what can be shown now; empty while a character is not complete
    std::string add(std::int32_t token);
    /// What add() held back: of a character that was never completed.
    std::string rest();

private:
    const tokenizer::Tokenizer& m_tokenizer;
    std::vector<std::int32_t> m_tokens;
    std::size_t m_shown = 0;        // bytes of the decoded text
};

}  // namespace bam::eval
