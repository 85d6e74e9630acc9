// SPDX-License-Identifier: GPL-3.0-or-later
// The text in one line of JSON Lines.
#pragma once

#include <string>
#include <string_view>

namespace bam::data {

struct JsonRow {
    enum class Outcome {
        Text,           ///< `text` holds it
        Null,           ///< the column is there and null
        NoColumn,       ///< an object without the column, or with something else than text in it: `problem` says what was found
        Broken,         ///< not a JSON object: `problem` says why
    };
    Outcome outcome = Outcome::Broken;
    std::string text;
    std::string problem;
};

/// @param line valid UTF-8. Thread-safe.
JsonRow parseJsonRow(std::string_view line, const std::string& column);

}  // namespace bam::data
