// SPDX-License-Identifier: GPL-3.0-or-later
// The prompts of the lens: the pass key as the evaluation asks for it, RULER's single needle, and texts of one's own.
#pragma once

#include "core/inspect/lens_types.h"
#include "core/tokenizer/tokenizer.h"

namespace bam::inspect {

/// Parts are tokenised separately, without BOS, and concatenated, as in the evaluation. The answer is tokenised by itself; a lone space that begins it is given,
/// not scored. The needle of a pass key reaches from the key's first digit in the information line to the last digit of its repetition there, RULER's is the
/// number, a text's the pieces that its passage overlaps.
/// @throws Error (Usage) for a text that gives no token, a needle that is not in the text, or a tokenizer that the task cannot use
Prompt makePrompt(const tokenizer::Tokenizer& tokenizer, const PromptSpec& spec);

/// The texts of RULER's single needle for a seed, for tests: word and number.
struct Needle {
    std::string word, number;
};
Needle needleOf(std::int64_t seed, std::int64_t digits);

}  // namespace bam::inspect
