// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of results.json share: values that may be missing or nonsense, and notes on them. For the files of this folder.
#pragma once

#include "core/base/statistics.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
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
/// Of the prompts of an entry: any that a spec may have, or nothing.
std::optional<std::int64_t> seed(const Json& entry);
/// Nothing when it is neither true nor false.
std::optional<bool> flag(const Json& object, const char* key);
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

/// Texts of one name are told by their whole paths, unless they hold the same tokens. Behind a name stands what makes its results other measures: what a document sees of itself is
/// another one than what it sees of all before it, and so is what a scaled RoPE sees. @param results with the bare names of their texts
template <class Result>
void nameTexts(std::vector<Result>& results)
{
    const auto isOther = [](const Result& one, const Result& other) {
        const auto &a = one.making.prompts, &b = other.making.prompts;
        return one.corpus == other.corpus && one.dataset != other.dataset && !one.dataset.empty() && !other.dataset.empty() && (a.empty() || b.empty() || a != b);
    };
    std::vector<std::string> names;
    for (const auto& result : results) {
        const bool whole = std::any_of(results.begin(), results.end(), [&](const auto& other) { return isOther(result, other); });
        names.push_back(withScaling(str(whole ? result.dataset : result.corpus, result.documents == "within" ? ", within documents" : ""), result.scaling));
    }
    for (std::size_t n = 0; n < results.size(); ++n)
        results[n].corpus = std::move(names[n]);
}

struct Making;
Making makingOf(const Json& entry);

}  // namespace bam::compare
