// SPDX-License-Identifier: GPL-3.0-or-later
// The official wording of the pass-key task, in one place: evaluation, the training mixture and tokenizer training share it.
#pragma once

#include "core/base/random.h"

#include <string>

namespace bam::eval {

inline constexpr const char* kPasskeyDescription = "There is an important info hidden inside a lot of irrelevant text. Find it and memorize them. "
                                                   "I will quiz you about the important information there.";
inline constexpr const char* kPasskeyFiller = "The grass is green. The sky is blue. The sun is yellow. Here we go. There and back again.";
inline constexpr const char* kPasskeyQuestion = "What is the pass key? The pass key is";

inline std::string informationLine(const std::string& key)
{
    return "The pass key is " + key + ". Remember it. " + key + " is the pass key.";
}

/// A key of so many digits, the first not zero (as in the official task).
inline std::string randomKey(SplitMix64& random, std::int64_t digits)
{
    std::string key(1, char('1' + random.below(9)));
    while (std::int64_t(key.size()) < digits)
        key.push_back(char('0' + random.below(10)));
    return key;
}

}  // namespace bam::eval
