// SPDX-License-Identifier: GPL-3.0-or-later
// Every answer that a model has given to a question of an evaluation, kept as soon as it is known: whatever ends an evaluation, the next one asks only what
// is not here. One line of JSON per answer in <run>/evaluation/answers.jsonl; further ranks write files of their own beside it.
//
// Invariants: a key says everything that an answer depends on (weights, tokenizer, precision, prompt, scoring), so an answer that is found is right whatever was
// asked for around it; a torn or damaged line is passed over and asked again.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>

namespace bam::eval {

using Json = nlohmann::ordered_json;

class Journal {
public:
    /// Reads what all ranks have written in `folder`, and appends to the file of `rank` (made with the first answer).
    /// @throws Error: Failed, Environment when a file cannot be read
    Journal(const std::filesystem::path& folder, int rank);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// Null when it is not known.
    const Json* find(const std::string& key) const;
    /// @param about what people want to know of it: evaluation, cell, number @throws Error when it cannot be written
    void add(const std::string& key, const Json& about, const Json& answer);
    std::size_t size() const { return m_answers.size(); }
    std::size_t damagedLines() const { return m_damaged; }

private:
    struct File;
    std::filesystem::path m_path;
    std::unordered_map<std::string, Json> m_answers;
    std::size_t m_damaged = 0;
    std::unique_ptr<File> m_file;
};

}  // namespace bam::eval
