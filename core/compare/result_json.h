// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of results.json share: values that may be missing or nonsense, and notes on them. For the files of this folder.
#pragma once

#include "core/base/statistics.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bam::compare {

using Json = nlohmann::ordered_json;

inline constexpr std::size_t kMostPoints = 100000;      // lengths or windows of one result: more is no result of any test

/// Notes of one file, not more than people read.
class Notes {
public:
    Notes(std::vector<std::string>& notes, std::string name) : m_notes(notes), m_name(std::move(name)) {}
    ~Notes();
    Notes(const Notes&) = delete;
    Notes& operator=(const Notes&) = delete;

    template <typename... Parts>
    void add(const Parts&... parts)
    {
        if (++m_count <= kMostNotes)
            m_notes.push_back(str(m_name, ": ", parts...));
    }

private:
    static constexpr std::size_t kMostNotes = 6;
    std::vector<std::string>& m_notes;
    const std::string m_name;
    std::size_t m_count = 0;
};

/// Null when it is not there, is null or this is no object.
const Json* find(const Json& object, const char* key);
/// Finite, or nothing.
std::optional<double> number(const Json* value);
/// A whole number from 0 on, or nothing.
std::optional<std::int64_t> count(const Json* value);
/// Empty when it is no text.
std::string text(const Json& object, const char* key);
/// Two finite numbers in a list, the first not above the second.
std::optional<Interval> interval(const Json* value);
/// As notes show it.
std::string shortened(const Json& value);

/// "yarn × 8" of a result with RoPE scaling, "yarn × 8 of 1024" where it started from another length than the trained one, else nothing.
std::string scalingOf(const Json& entry);
/// "vt (yarn × 8)", as results are called among those of a run; without scaling the name.
std::string withScaling(const std::string& name, const std::string& scaling);
std::string withoutScaling(const std::string& name, const std::string& scaling);

struct Making;
Making makingOf(const Json& entry);

}  // namespace bam::compare
