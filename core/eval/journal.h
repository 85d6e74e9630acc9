// SPDX-License-Identifier: GPL-3.0-or-later
// Every answer that a model has given to a question of an evaluation, kept as soon as it is known: whatever ends an evaluation, the next one asks only what
// is not here. One line of JSON per answer in <run>/evaluation/answers.jsonl; further ranks write files of their own beside it. Which questions a finished cell has
// stands in cells.jsonl, so that its prompts need not be made again to find their answers.
//
// Invariants: a key says everything that an answer depends on (weights, tokenizer, precision, prompt, scoring), so an answer that is found is right whatever was
// asked for around it; of several answers the one of the latest evaluation counts, in whichever file it stands; a torn or damaged line is passed over and asked again.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace bam::eval {

using Json = nlohmann::ordered_json;

class Journal {
public:
    struct Kept {
        Json answer;
        std::string program;            ///< who gave it: "bamscope 1.2.0". Empty where its line does not say, as those of early versions
        double seconds = 0;             ///< that it took; 0: not told
        std::int64_t turn = 0;          ///< of the evaluation it is from, later ones have larger numbers; 0: not told
    };

    /// Reads what all ranks have written in `folder`, and appends to the file of `rank` (made with the first answer).
    /// @throws Error: Failed, Environment when a file cannot be read
    Journal(const std::filesystem::path& folder, int rank);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// Null when it is not known.
    const Kept* find(const std::string& key) const;
    /// As if it had never been known. Its line stays.
    void forget(const std::string& key) { m_answers.erase(key); }
    /// @param about what people want to know of it: evaluation, cell, number @throws Error when it cannot be written
    void add(const std::string& key, const Json& about, const Json& answer, double seconds);
    /// The questions of a cell that was finished before, by their hashes, in order; null when they are not known.
    const std::vector<std::string>* questionsOf(const std::string& cellKey) const;
    /// Rank 0 alone. @throws Error when it cannot be written
    void addCell(const std::string& cellKey, const Json& about, const std::vector<std::string>& questions);
    const std::filesystem::path& file() const { return m_path; }
    std::size_t size() const { return m_answers.size(); }
    std::size_t damagedLines() const { return m_damaged; }

private:
    struct File;
    void read(const std::filesystem::path& file);
    void readCells(const std::filesystem::path& file);
    static void append(std::unique_ptr<File>& to, const std::filesystem::path& path, const Json& line);
    std::filesystem::path m_path;
    std::unordered_map<std::string, Kept> m_answers;
    std::int64_t m_turn = 1;            // of what is added: after all that was there
    std::size_t m_damaged = 0;
    std::unordered_map<std::string, std::vector<std::string>> m_cells;
    std::unique_ptr<File> m_file, m_cellsFile;
};

}  // namespace bam::eval
