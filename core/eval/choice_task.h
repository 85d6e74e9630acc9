// SPDX-License-Identifier: GPL-3.0-or-later
// What a multiple-choice task is: where its questions are and how a row of them becomes a prompt, choices and the right one.
// MMLU and ARC are built in, in the layouts that the Hub serves; any other task is a template, a JSON file:
//
//   {"name": "colours",                        optional: the file's name
//    "questions": "test.jsonl",                file, folder, or a list of them (JSON Lines, also .gz and .zst, or Parquet), relative to the template
//    "examples": "train.jsonl",                optional: where solved examples are taken from, the first ones of the file
//    "question": "q",                          field of the question; the prompt is then "Question: …\nAnswer:". Or, for any other prompt:
//    "prompt": "Q: {{q|strip}}\nA:",           text with {{field}}
//    "description": "About {{topic}}.\n\n",    optional: stands before examples and question
//    "choices": "options",                     a field with a list of texts, or a list of fields: ["a", "b", "c"]
//    "labels": "labels",                       optional: a field with the choices' labels
//    "answer": "gold",                         number of the right choice from 0, its text, or, where there are labels, its label
//    "group": "topic",                         optional: each value of this field is a subject with a score of its own
//    "scored": "text"}                         or "letter": " A", " B", …, after a prompt that lists the choices: {{@choices}}
//
// Fields are named by paths: "choices.text", "options.0". In texts, {{field|strip}} drops white space at the ends, {{field|spaces}} makes underscores spaces, and
// {{@choices}} and {{@group}} are the lettered choices and the subject.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace bam::eval {

using Json = nlohmann::ordered_json;

struct ChoiceTask {
    /// Files whose rows belong together.
    struct Part {
        std::string group;                              ///< of rows that name none themselves
        std::vector<std::filesystem::path> questions;
        std::vector<std::filesystem::path> examples;
    };
    std::string name = {};              ///< "mmlu"
    std::string data = {};              ///< where it came from, as it was given
    std::vector<Part> parts = {};
    std::string groupField = {};        ///< empty: a part is a group
    std::string description = {}, prompt = {};  ///< with {{field}}
    std::vector<std::string> choices = {};  ///< one field with a list, or several fields
    std::string labels = {};
    std::string answer = {};
    bool letters = false;               ///< scored is the choice's letter, not its text
};

/// @param asked mmlu=PATH, arc=PATH or the path of a template
/// @throws Error (Usage): no such task, file or split; a template that says something else than the above
ChoiceTask choiceTask(const std::string& asked);

/// Why a row cannot be asked.
struct BadRow {
    std::string kind;                   ///< few, for counting: "missing field", "empty choices", "answer out of range", "no JSON object"
    std::string detail;                 ///< for people
};

/// A row as it is asked.
struct ChoiceItem {
    std::string description;
    std::string prompt;
    std::vector<std::string> scored;    ///< each choice as it follows a space after the prompt
    std::size_t right = 0;
};

/// @throws BadRow
ChoiceItem choiceItem(const ChoiceTask& task, const Json& row, const std::string& group);

/// The group of a row: its own, or that of its part.
std::string groupOf(const ChoiceTask& task, const Json& row, const std::string& partGroup);

}  // namespace bam::eval
