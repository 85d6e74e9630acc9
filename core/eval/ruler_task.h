// SPDX-License-Identifier: GPL-3.0-or-later
// RULER's synthetic tasks (Hsieh et al., RULER: What's the Real Context Size of Your Long-Context Language Models?, COLM 2024), made from their published description:
// needles, keys, values and queries per task, lengths, answers and scoring are those of the paper; words, texts and wording are our own, so absolute scores
// compare between models tested here, not with published tables.
#pragma once

#include "core/base/random.h"
#include "core/spec/spec.h"
#include "core/tokenizer/tokenizer.h"

#include <functional>
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
    /// @throws Error (Usage) when the task does not fit into the length; says from which length on it does
    void requireFits(const std::string& task, std::int64_t length) const;
    /// The n-th prompt of a task at a length: it follows from task, length, n and seed alone. @throws as requireFits()
    RulerPrompt prompt(const std::string& task, std::int64_t length, std::int64_t n) const;

private:
    /// A task whose filler can be of any size.
    struct Draft {
        std::function<std::string(std::int64_t size)> text;
        std::string answerPrefix;
        std::vector<std::string> answers;
        std::int64_t least = 0;         ///< smallest size that makes sense
        std::int64_t most = 128;        ///< tokens of an answer
    };
    Draft needles(const std::string& task, SplitMix64 random) const;
    Draft variables(SplitMix64 random) const;
    Draft commonWords(SplitMix64 random, std::int64_t length) const;
    Draft frequentWords(SplitMix64 random) const;
    /// @throws as prompt()
    Draft draft(const std::string& task, std::int64_t length, std::int64_t n) const;
    std::string textOf(const Draft& draft, std::int64_t size) const;
    std::int64_t tokensOf(const Draft& draft, std::int64_t size) const;

    const tokenizer::Tokenizer m_tokenizer;
    spec::RulerSpec m_spec;
    std::vector<std::string> m_essays;  ///< sentences
};

/// Which share of the answers is in what a model wrote, without regard to case.
double rulerScore(const std::string& written, const std::vector<std::string>& answers);

/// Does a task hide its needles in essays?
bool rulerNeedsEssays(const std::string& task);

}  // namespace bam::eval
