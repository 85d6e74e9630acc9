// SPDX-License-Identifier: GPL-3.0-or-later
// The text in one line of JSON Lines, or the whole object.
#pragma once

#include <nlohmann/json.hpp>

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

/// The object in a line. @param line valid UTF-8 @param problem why it is none; untouched otherwise. Null then. Thread-safe.
nlohmann::ordered_json jsonObject(std::string_view line, std::string& problem);

}  // namespace bam::data
