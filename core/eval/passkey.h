// SPDX-License-Identifier: GPL-3.0-or-later
// Pass-key retrieval (model.md, "Evaluation"): prompts, scoring, results.
#pragma once

#include "core/base/progress.h"
#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/distributed/group.h"
#include "core/model/transformer.h"
#include "core/spec/spec.h"
#include "core/tokenizer/tokenizer.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <stop_token>
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
};

/// The texts of the task, tokenised once.
class PasskeyTask {
public:
    PasskeyTask(const tokenizer::Tokenizer& tokenizer, const spec::PasskeySpec& spec);
    /// The prompts of one length and depth sampling, from spec.seed, length and sampling alone.
    std::vector<PasskeyPrompt> prompts(std::int64_t length, const std::string& sampling) const;
    /// One prompt with the information line at a depth: 0 the beginning … 1 the end, rounded to whole fillers. The key follows from spec.seed alone, so that
    /// prompts of other lengths and depths hide the same one.
    PasskeyPrompt promptAt(std::int64_t length, double depth) const;
    /// Sentences of the task, for tokenizer training: description, filler, question, information lines with sample keys.
    static std::vector<std::string> sentences();

private:
    PasskeyPrompt make(std::int64_t length, SplitMix64& random, const std::function<std::int64_t(std::int64_t fillers)>& depth) const;

    spec::PasskeySpec m_spec;
    const tokenizer::Tokenizer m_tokenizer;
    std::vector<std::int32_t> m_description, m_filler, m_question;
};

struct PasskeyCell {
    std::string sampling;
    std::int64_t length = 0;            ///< asked for
    std::int64_t promptTokens = 0;      ///< met
    std::int64_t correct = 0;
    std::int64_t samples = 0;
    double accuracy = 0;
    Interval wilson;
    double seconds = 0;
    std::string outcomes;               ///< of each prompt, in order: '1' found, '0' not. Prompts follow from seed, length, sampling and tokenizer, so two models' pair up
};

/// What else decided the numbers of a cell.
struct Provenance {
    std::string checkpoint;             ///< which weights
    std::string cacheDtype = "float32"; ///< of keys and values
    std::string tokenizer = {};         ///< SHA-256 of its file: other tokenizers make other prompts
    encoding::RopeScaling ropeScaling = {};
};

/// As results.json holds it: {"method": "yarn", "factor": 8, "original_length": 512}.
nlohmann::ordered_json ropeScalingJson(const encoding::RopeScaling& scaling);

struct PasskeyOptions {
    std::int64_t chunk = 512;
    at::ScalarType cacheType = at::kFloat;              ///< of keys and values
    ProgressFn progress = {};
    std::function<void(const PasskeyCell&)> onCell = {};///< after each finished cell
    distributed::Group* group = nullptr;                ///< shares the prompts of each cell among its ranks; every rank gets all results
};

/// @throws Error (Stopped) on request; cells finished before were handed to onCell.
std::vector<PasskeyCell> evaluatePasskey(const model::Transformer& model, const tokenizer::Tokenizer& tokenizer,
    const spec::PasskeySpec& spec, const PasskeyOptions& options, std::stop_token stop = {});

/// Merges cells into results.json: the official shape, and `passkey_details` with counts, seeds, intervals and the outcome of every prompt beside it. A cell of
/// the same length is replaced, others stay. With RoPE scaling the key names it, ('equidistant', 20, 5, 0, 'yarn', 8), and the official shape, which has no
/// word for it, gets nothing.
void mergePasskey(nlohmann::ordered_json& results, const spec::PasskeySpec& spec, const std::vector<PasskeyCell>& cells, const Provenance& provenance);

}  // namespace bam::eval
