// SPDX-License-Identifier: GPL-3.0-or-later
// A prompt as text that people can read in one look: what matters of it with its neighbourhood, long stretches between left out. No widget.
//
// Invariant: stretches cover the prompt from its first token to its last, without gaps.
#pragma once

#include "core/inspect/lens_types.h"

#include <QString>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace bam::views {

/// Tokens [begin, end).
struct TextStretch {
    std::int64_t begin = 0, end = 0;
    bool leftOut = false;
    bool operator==(const TextStretch&) const = default;
};

/// @param keep positions that are shown, in any order  @param margin so many tokens on either side of them, too
/// Begin and end of the prompt are always shown; stretches that are hardly longer than what would stand for them are shown as well.
std::vector<TextStretch> stretchesOf(std::int64_t length, std::vector<std::int64_t> keep, std::int64_t margin);

/// Positions of the `count` largest weights, largest first; none that is 0.
std::vector<std::int64_t> largestWeights(const float* weights, std::int64_t length, std::size_t count);

/// A token as it is shown: line ends and other controls visible, in any script.
QString shownPiece(const std::string& piece);
/// The same for one line of a read-out: quoted, spaces visible, cut when long.
QString quotedPiece(const std::string& piece);

/// Where the tokens of a text stand in it, as [begin, end) of UTF-16 units, in order; ends before the first token that is not found as it is written (a tokenizer may
/// change letters). A token of bytes that make no character by themselves gets the character with the last of them.
std::vector<std::pair<int, int>> tokenSpans(const QString& text, const std::vector<std::string>& pieces, std::size_t most);

}  // namespace bam::views
