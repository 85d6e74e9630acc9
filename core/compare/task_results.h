// SPDX-License-Identifier: GPL-3.0-or-later
// What results.json tells beside the pass key and perplexity by position: RULER, multiple choice, sliding perplexity; and how each number was made. Part of results.h.
#pragma once

#include "core/base/statistics.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace bam::compare {

/// As an entry of results.json says; empty: it does not.
struct Making {
    std::string checkpoint;             ///< "step_00000100"
    std::string checkpointHash;         ///< XXH3 of the weights' file
    std::string tokenizer;              ///< SHA-256
    std::string prompts;                ///< XXH3 over all questions
    std::string cacheDtype;             ///< of keys and values
    std::string program;
    std::optional<std::int64_t> seed;
};

/// Are results of the same weights, tokenizer and precision, as far as both say? Only such stand together.
bool ofSameSubject(const Making& one, const Making& other);

struct RulerLength {
    std::int64_t length = 0;            ///< tokens asked for
    std::int64_t promptTokens = 0, samples = 0;
    double score = 0;                   ///< 0 … 1: mean share of the answers that were written
    std::optional<Interval> interval;   ///< 95 %
    Making making;
    bool answerPrefix = true;           ///< the prompt ends with the beginning of the answer
    std::string essays, essaysHash;     ///< that hide the needles: the name of their file or folder, and SHA-256; empty: none, or not told
};

/// One of RULER's tasks; lengths ascending.
struct RulerResult {
    std::string task;                   ///< "vt", with what makes its prompts others: "niah_single_2, in pg.txt, without answer prefix"; and its scaling
    std::string scaling;                ///< of RoPE: "yarn × 8"; empty: none
    std::vector<RulerLength> lengths;
};

struct ChoiceScore {
    std::string subject;                ///< empty: of the whole task
    std::int64_t questions = 0;
    double accuracy = 0;                ///< 0 … 1
    std::optional<Interval> interval;
    std::optional<double> normalized;   ///< by the length of the answers
    std::optional<Interval> normalizedInterval;
    Making making;
};

struct ChoiceResult {
    std::string task;                   ///< "mmlu", with what tells it from others of the task: its only subject, how many questions, how long they may be, its scaling
    std::string data;                   ///< name of the folder or file that the questions are from; the whole path where a run has two of one name. Empty: not told
    std::string scaling;                ///< of RoPE: "yarn × 8"; empty: none
    std::int64_t shots = -1;            ///< −1: not told
    bool letters = false;               ///< choices are single letters, so accuracy by the length of the answers is the accuracy
    ChoiceScore total;
    std::vector<ChoiceScore> subjects;
};

/// What the prompts of a task and length are made of: equal for equal ones.
std::string askedOf(const RulerLength& result);
/// Were the same prompts asked? Of another tokenizer they are other tokens, then what they are made of tells.
bool sameQuestions(const RulerLength& one, const RulerLength& other);

/// Do two results measure the same thing: one task with as many examples before each question, from the same data?
bool isSameTask(const ChoiceResult& one, const ChoiceResult& other);
/// ", from ARC-2018": what tells a result from others of its task and examples that have other data; empty where none has.
std::string otherData(const ChoiceResult& of, const std::vector<const ChoiceResult*>& among);
/// "mmlu: law, 5-shot, from ARC-2018". @param subject empty: of the whole task
std::string titleAmong(const ChoiceResult& of, const std::vector<const ChoiceResult*>& among, const std::string& subject = {});
/// Were the same questions asked? Of another tokenizer the prompts are other ones, then their number tells.
bool sameQuestions(const ChoiceScore& one, const ChoiceScore& other);
/// Of whole tasks: subject by subject.
bool sameQuestions(const ChoiceResult& one, const ChoiceResult& other);

/// Every token of a text but the first scored once, with at least context − stride tokens before it.
struct SlidingResult {
    std::string corpus, dataset, documents;     ///< corpus: as that of PerplexityResult
    std::int64_t context = 0, stride = 0, tokens = 0;
    double perplexity = 0;
    std::optional<Interval> interval;   ///< 95 %
    std::optional<double> bitsPerByte;
    Making making;
    std::string scaling = {};           ///< of RoPE: "yarn × 8"; empty: none
    std::vector<double> positions = {};     ///< where each stretch of the text ends, in tokens; ascending
    std::vector<double> perplexities = {};  ///< of each stretch, NaN where there is none
    std::int64_t bytes = 0;                 ///< of the text; 0: not told
};

class Notes;
std::vector<RulerResult> readRuler(const nlohmann::ordered_json& results, Notes& notes);
std::vector<ChoiceResult> readChoices(const nlohmann::ordered_json& results, Notes& notes);
std::vector<SlidingResult> readSliding(const nlohmann::ordered_json& results, Notes& notes);

/// "bible, within documents, context 512, stride 256"
std::string nameOf(const SlidingResult& result);

/// Do stretches of a text with so many bytes count as the same one? As many tokens of another tokenizer are another stretch, which is much shorter or longer. 0: not told, which is no stretch of all
bool sameText(const std::vector<std::int64_t>& bytes);

/// The last part of a path, for people.
std::string lastPart(const std::string& path);

}  // namespace bam::compare
