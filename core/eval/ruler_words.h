// SPDX-License-Identifier: GPL-3.0-or-later
// The words that RULER's tasks are made of here: names of needles, words to count, coded words, variables.
#pragma once

#include "core/base/random.h"

#include <cstddef>
#include <string>
#include <vector>

namespace bam::eval {

/// "amber-falcon": an adjective and a noun; beyond some 25,000 names the others have more nouns, mixed among them. @param except names that are not to be among them
std::vector<std::string> needleNames(SplitMix64& random, std::size_t count, const std::vector<std::string>& except = {});
/// A number of seven digits, the first not zero.
std::string needleNumber(SplitMix64& random);
/// A version-4 UUID in its usual notation.
std::string needleUuid(SplitMix64& random);
/// Different plain English nouns and adjectives; when more are asked for than there are, compounds of them.
std::vector<std::string> plainWords(SplitMix64& random, std::size_t count);
/// Different meaningless words of six small letters.
std::vector<std::string> codedWords(SplitMix64& random, std::size_t count);
/// Different names of five capital letters.
std::vector<std::string> variableNames(SplitMix64& random, std::size_t count);

}  // namespace bam::eval
