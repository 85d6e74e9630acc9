// SPDX-License-Identifier: GPL-3.0-or-later
// RULER's synthetic tasks (Hsieh et al., RULER: What's the Real Context Size of Your Long-Context Language Models?, COLM 2024), made from their published description:
// needles, keys, values and queries per task, lengths, answers and scoring are those of the paper; words, texts and wording are our own, so absolute scores
// compare between models tested here, not with published tables.
#pragma once

#include "core/base/random.h"
#include "core/spec/spec.h"
#include "core/tokenizer/tokenizer.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace bam::eval {

struct RulerPrompt {
    std::string text;                   ///< with the answer's beginning, where that is asked for
    std::vector<std::int32_t> tokens;
    std::vector<std::string> answers;   ///< each is looked for in what the model writes
    std::int64_t most = 0;              ///< tokens that the model may write; prompt and answer together do not exceed the length
};

class RulerTasks {
public:
    /// @throws Error (Usage): a task needs essays and there are none, or no sentence in them
    RulerTasks(const tokenizer::Tokenizer& tokenizer, const spec::RulerSpec& spec);
    /// Looks at the shortest form of every prompt before the first question. @param samples prompts that will be asked for
    /// @throws Error: Usage when one of them does not fit into the length, with the length from which on all do; Stopped on request
    void requireFits(const std::string& task, std::int64_t length, std::int64_t samples, const std::stop_token& stop = {}) const;
    /// The n-th prompt of a task at a length: it follows from task, length, n and seed alone. @throws as requireFits()
    RulerPrompt prompt(const std::string& task, std::int64_t length, std::int64_t n, const std::stop_token& stop = {}) const;
    /// SHA-256 of the essays; empty when no task needs any.
    const std::string& essaysHash() const { return m_essaysHash; }

private:
    /// A task whose filler can be of any size.
    struct Draft {
        std::function<std::string(std::int64_t size)> text;
        std::string answerPrefix;
        std::vector<std::string> answers;
        std::int64_t least = 0;         ///< smallest size that makes sense
        std::int64_t leastTokens = 0;   ///< of its text
        std::int64_t largest = 0;       ///< no larger size changes the text; 0: every size does
        std::int64_t most = 128;        ///< tokens of an answer
    };
    Draft needles(const std::string& task, SplitMix64 random) const;
    Draft variables(SplitMix64 random) const;
    Draft commonWords(SplitMix64 random, std::int64_t length) const;
    Draft frequentWords(SplitMix64 random) const;
    /// Whether it fits or not.
    Draft draft(const std::string& task, std::int64_t length, std::int64_t n) const;
    /// Tokens that the longest of so many shortest prompts takes with its answer. Of a length of more than twice the first one's need only that one is looked at: all
    /// prompts of a task are made alike. @throws Error (Stopped)
    std::int64_t tokensNeeded(const std::string& task, std::int64_t length, std::int64_t samples, const std::stop_token& stop) const;
    /// Tokens that the model may write: those of the wanted answer and some to spare, and never less than in the paper.
    std::int64_t answerTokens(std::int64_t papers, const Draft& draft, const std::string& wanted) const;
    std::string textOf(const Draft& draft, std::int64_t size) const;
    std::int64_t tokensOf(const Draft& draft, std::int64_t size) const;

    const tokenizer::Tokenizer m_tokenizer;
    spec::RulerSpec m_spec;
    std::vector<std::string> m_essays;  ///< sentences
    std::string m_essaysHash;
};

/// Which share of the answers is in what a model wrote, without regard to case.
double rulerScore(const std::string& written, const std::vector<std::string>& answers);

/// Does a task hide its needles in essays?
bool rulerNeedsEssays(const std::string& task);

}  // namespace bam::eval
