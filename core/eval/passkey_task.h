// SPDX-License-Identifier: GPL-3.0-or-later
// The prompts of pass-key retrieval (model.md, "Evaluation").
#pragma once

#include "core/base/random.h"
#include "core/spec/spec.h"
#include "core/tokenizer/tokenizer.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bam::eval {

struct PasskeyPrompt {
    std::vector<std::int32_t> tokens;   ///< prompt and key digits but the last: the model's input
    std::vector<std::int32_t> answer;   ///< the digits that must be predicted, at the last answer.size() positions
    std::string key;
    std::int64_t promptTokens = 0;      ///< without the predicted digits
    std::int64_t fillers = 0;
    std::int64_t depthFillers = 0;      ///< fillers before the information line
    /// Tokens [begin, end) of the information line from the first digit of the key to the last of its repetition: "48213. Remember it. 48213".
    std::int64_t keyBegin = 0, keyEnd = 0;

    double depth() const { return fillers > 0 ? double(depthFillers) / double(fillers) : 0; }   ///< 0 the beginning … 1 the end
};

/// What tells the prompts of one cell from others.
struct PasskeyPlace {
    std::int64_t length = 0;
    std::string sampling = "equidistant";
    std::int64_t digits = 5;
    std::int64_t seed = 0;

    bool operator==(const PasskeyPlace&) const = default;
};

/// The texts of the task, tokenised once.
class PasskeyTask {
public:
    /// @throws Error when the filler's text, or folder of texts, is missing or has no sentence (Usage) or cannot be read (Failed, Environment)
    PasskeyTask(const tokenizer::Tokenizer& tokenizer, const spec::PasskeySpec& spec);
    /// The n-th prompt of a cell; it follows from place and n alone.
    PasskeyPrompt prompt(const PasskeyPlace& place, std::int64_t n);
    std::vector<PasskeyPrompt> prompts(const PasskeyPlace& place);
    /// One prompt with the information line at a depth: 0 the beginning … 1 the end, rounded to whole fillers. The key follows from the first seed alone, so that
    /// prompts of other lengths and depths hide the same one.
    PasskeyPrompt promptAt(std::int64_t length, double depth) const;
    /// "noise", or name and hash of the text or folder of texts that the fillers come from.
    const std::string& fillerName() const { return m_fillerName; }
    /// Sentences of the task, for tokenizer training: description, filler, question, information lines with sample keys.
    static std::vector<std::string> sentences();

private:
    /// What is drawn of a prompt.
    struct Draft {
        std::string key;
        std::int64_t fillers = 0, depthFillers = 0;
        std::size_t firstFiller = 0;    ///< of a text: where it begins
    };
    Draft draw(const PasskeyPlace& place, SplitMix64& random, const std::function<std::int64_t(std::int64_t fillers)>& depth) const;
    PasskeyPrompt make(const Draft& draft, std::int64_t digits) const;
    std::int64_t fillersThatFit(std::int64_t tokens, std::size_t first) const;
    const std::vector<std::int32_t>& filler(std::size_t n) const { return m_fillers[n % m_fillers.size()]; }

    spec::PasskeySpec m_spec;
    const tokenizer::Tokenizer m_tokenizer;
    std::vector<std::int32_t> m_description, m_question;
    std::vector<std::vector<std::int32_t>> m_fillers;
    std::string m_fillerName = "noise";
    PasskeyPlace m_drawnPlace;
    std::vector<Draft> m_drawn;         ///< all of the place asked for last
};

}  // namespace bam::eval
