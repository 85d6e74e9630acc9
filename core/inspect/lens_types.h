// SPDX-License-Identifier: GPL-3.0-or-later
// What the attention lens asks for and gives back, as plain values without Torch: prompts, heads and what is changed in them, captured attention. Positions are those
// of tokens in the prompt, from 0; weights are probabilities over the keys a query sees, float32 as the model computes them.
#pragma once

#include "core/encoding/scaling/rope_scaling.h"
#include "core/inspect/attention_pyramid.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bam::inspect {

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// What the prompt is made of.
enum class PromptKind {
    Passkey,    ///< the pass-key task of eval/passkey.h
    Needle,     ///< RULER's single needle in a haystack: a magic number for a word, asked for at the end (Hsieh et al. 2024)
    Text,       ///< a text of one's own; the last position is asked what comes next
};

struct PromptSpec {
    PromptKind kind = PromptKind::Passkey;
    std::int64_t length = 1024;     ///< tokens asked for; whole fillers meet it and never exceed it. Text: ignored
    double depth = 0.5;             ///< where the needle stands: 0 beginning … 1 end
    std::int64_t digits = 5;        ///< of the key
    std::int64_t seed = 0;          ///< of key and words: equal seeds give equal prompts
    std::string text = {};          ///< Text: UTF-8
    std::string answer = {};        ///< Text: what is expected next, scored where it is given
    std::string needle = {};        ///< Text: a passage in `text` whose tokens are the needle; empty: none

    bool operator==(const PromptSpec&) const = default;
};

struct Prompt {
    std::vector<std::int32_t> tokens;       ///< the model's input: the prompt and all but the last token of the answer
    std::vector<std::string> pieces;        ///< their texts, UTF-8, with a space where the tokenizer marks one; bytes as <0x0A>
    std::vector<std::int64_t> queryRows;    ///< positions whose prediction is the answer's next token: the answer's queries. Never empty
    std::vector<std::int32_t> answer;       ///< expected there, one per query row; empty: nothing is expected
    std::vector<std::string> answerPieces;
    std::int64_t needleBegin = -1, needleEnd = -1;  ///< positions [begin, end) of what must be found; −1: none
    std::string title;                      ///< for people: "pass key 48213 of 1,016 tokens, depth 50 %"

    std::int64_t length() const { return std::int64_t(tokens.size()); }
    bool hasNeedle() const { return needleBegin >= 0; }
};

struct HeadId {
    std::int64_t layer = 0, head = 0;
    auto operator<=>(const HeadId&) const = default;
};

/// What a head's prior is made of, as in priors.csv; NaN where the encoding has none.
struct PriorValues {
    double thetaAlpha = kNone, thetaBeta = kNone, thetaMu = kNone;
    double seqScale = kNone;        ///< s of Scalable-Softmax
    double r1 = kNone, r2 = kNone;  ///< of Kerple
};

enum class Ablation {
    None,
    Zero,           ///< the head gives nothing
    Uniform,        ///< every visible key counts the same
    PriorOnly,      ///< content scores count as 0: the position alone decides
    ContentOnly,    ///< the bias counts as 0: the content alone decides
};

/// A change to one head of the model, for one capture: the checkpoint stays as it is.
struct HeadChange {
    HeadId head;
    Ablation ablation = Ablation::None;
    std::optional<PriorValues> prior;       ///< "try in model": used instead of what was learned; NaN fields stay. A global prior changes in all layers
};

/// What one head did for the answer's queries; means over them.
struct HeadSummary {
    HeadId id;
    double needleMass = kNone;      ///< Σ of the weights on the needle; NaN without one
    double uniformMass = kNone;     ///< what equal weights on all visible keys would give
    double entropy = 0;             ///< nats
    double meanDistance = 0;        ///< Σ p(δ)·δ, tokens
    double largestWeight = 0;
    PriorValues prior;              ///< as used, changes included
};

struct Candidate {
    std::string piece;
    double probability = 0;
};

/// One token of the answer.
struct AnswerStep {
    std::int64_t row = 0;               ///< the query's position
    std::string expected;               ///< empty: nothing was expected
    double expectedProbability = kNone;
    std::vector<Candidate> top;         ///< the likeliest five, likeliest first; the first is the prediction
    bool correct = false;
};

/// Whether every token of an answer was the likeliest; false for no tokens.
inline bool isAllCorrect(const std::vector<AnswerStep>& answer)
{
    return !answer.empty() && std::all_of(answer.begin(), answer.end(), [](const auto& step) { return step.correct; });
}

struct CaptureRequest {
    Prompt prompt;
    std::vector<HeadChange> changes = {};
    bool matrices = false;              ///< pyramids too, which takes about three times as long
    std::vector<HeadId> matrixHeads = {};   ///< of these heads; empty: of all
    std::int64_t tiles = 1024;          ///< a pyramid's finest level has at most so many tiles a side, fewer where all pyramids would take too much (capture_memory.h)
    encoding::RopeScaling ropeScaling = {};     ///< of a model with RoPE; without an original length: that of the run's training
};

/// Attention of all heads for one prompt. Immutable once made.
struct Capture {
    Prompt prompt;
    std::string checkpoint;             ///< folder name, e.g. "step_00003000"
    std::int64_t step = -1;             ///< of the checkpoint
    std::int64_t layers = 0, heads = 0;
    std::vector<HeadChange> changes;
    encoding::RopeScaling ropeScaling;  ///< as used, with its original length
    std::vector<HeadSummary> summary;   ///< [layers · heads], layer by layer
    std::vector<float> rows;            ///< weights of the answer's queries [layers · heads][query rows][length], 0 for keys that a query does not see
    std::vector<AnswerStep> answer;     ///< one per query row
    std::vector<std::shared_ptr<const AttentionPyramid>> matrices;  ///< [layers · heads], null where not asked for; empty when none was
    double seconds = 0;                 ///< it took

    std::size_t indexOf(HeadId id) const { return std::size_t(id.layer * heads + id.head); }
    /// Weights of one head for the n-th query row. [length]
    const float* row(HeadId id, std::size_t n) const { return rows.data() + (indexOf(id) * prompt.queryRows.size() + n) * std::size_t(prompt.length()); }
    /// Whether every expected token was the likeliest; false when nothing was expected.
    bool retrieved() const { return !prompt.answer.empty() && isAllCorrect(answer); }
    bool isChanged(HeadId id) const
    {
        return std::any_of(changes.begin(), changes.end(), [id](const auto& change) { return change.head == id; });
    }
};

/// One query of one head, taken apart: joint = content · position · Z (model.md, "The BAM prior"). All vectors over keys first … query.
struct Decomposition {
    HeadId head;
    std::int64_t query = 0, first = 0;
    double scale = kNone;                       ///< s of Scalable-Softmax as used, changes included; NaN without
    double lambda = 1;                          ///< s·ln n, n = query + 1 keys that are seen; 1 without Scalable-Softmax
    double logZ = 0;                            ///< ln Z, Z = 1 / Σ content·position
    std::vector<double> contentScore;           ///< q·k/√d, before any factor
    std::vector<double> scaledContent;          ///< c · contentScore
    std::vector<double> biasTerm;               ///< p · b(δ)
    std::vector<double> content;                ///< softmax of scaledContent
    std::vector<double> position;               ///< softmax of biasTerm
    std::vector<double> joint;                  ///< softmax of their sum: the attention
};

/// A rectangle of one head's matrix, exact where it is small enough, else pooled.
struct RegionRequest {
    HeadId head;
    std::int64_t queryBegin = 0, queryEnd = 0, keyBegin = 0, keyEnd = 0;
    std::int64_t side = 512;            ///< at most so many tiles a side
    bool parts = false;                 ///< content, position and scores as well
};

struct Region {
    RegionRequest asked;
    std::int64_t queryTile = 1, keyTile = 1;    ///< positions per tile; 1 and 1: exact
    std::int64_t rows = 0, columns = 0;
    std::vector<float> max, mean;               ///< of the attention [rows, columns], the first query first; 0 above the diagonal
    // Of requests with `parts`: means over a tile's visible pairs, NaN where there is none.
    std::vector<float> contentScore, biasTerm, content, position, joint;
    std::vector<float> lambda, logZ;            ///< per row of tiles: means
};

}  // namespace bam::inspect
