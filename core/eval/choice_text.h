// SPDX-License-Identifier: GPL-3.0-or-later
// How a question with choices becomes tokens, as the public lm-evaluation-harness documents it: the same texts give the same tokens, hence the same scores.
#pragma once

#include "core/tokenizer/tokenizer.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace bam::eval {

/// Without white space at both ends: Unicode's, as Python's str.strip() takes it.
std::string_view stripped(std::string_view text);
std::string_view strippedAtEnd(std::string_view text);

/// Characters as Python's len() counts them.
std::int64_t codePoints(std::string_view text);

struct EncodedPair {
    std::vector<std::int32_t> context;
    std::vector<std::int32_t> continuation;     ///< what is scored
};

/// White space at the context's end belongs to the continuation; both are encoded together, and what comes after as many pieces as the context alone has is the
/// continuation. An empty context is the mark of the beginning (else of the end).
/// @param bos the context begins with the tokenizer's mark of the beginning @pre the tokenizer has one
EncodedPair encodePair(const tokenizer::Tokenizer& tokenizer, std::string_view context, std::string_view continuation, bool bos);

}  // namespace bam::eval
