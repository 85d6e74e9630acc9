// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/prompt_rows.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/inspect/exact_rows.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bam::inspect {
namespace {

constexpr std::int64_t kCandidates = 5;

}  // namespace

std::vector<std::int64_t> allHeads(std::int64_t heads)
{
    std::vector<std::int64_t> all(std::size_t(heads), 0);
    std::iota(all.begin(), all.end(), 0);
    return all;
}

std::vector<PriorValues> priorsOf(const model::Transformer& model)
{
    std::vector<PriorValues> priors;
    for (const auto& row : model.priors())
        priors.push_back({row.thetaAlpha, row.thetaBeta, row.thetaMu, row.seqScale, row.r1, row.r2});
    return priors;
}

Capture emptyCapture(const Prompt& prompt, std::int64_t layers, std::int64_t heads)
{
    Capture capture;
    capture.prompt = prompt;
    capture.layers = layers;
    capture.heads = heads;
    capture.summary.resize(std::size_t(layers * heads));
    capture.rows.resize(std::size_t(layers * heads) * prompt.queryRows.size() * std::size_t(prompt.length()));
    return capture;
}

void captureRows(Capture& capture, const model::LayerwisePass& pass, const model::LayerAttention& attention, const std::vector<PriorValues>& priors)
{
    const auto& prompt = capture.prompt;
    const auto heads = allHeads(capture.heads);
    const auto first = std::size_t(attention.layer * capture.heads), queries = prompt.queryRows.size(), length = std::size_t(prompt.length());
    std::vector<std::vector<HeadSummary>> parts(heads.size(), std::vector<HeadSummary>(queries));
    forEachRow(pass, attention, heads, prompt.queryRows, [&](const ScoredRow& row, std::size_t head, std::size_t query) {
        const auto weights = attentionOf(row);
        std::copy(weights.begin(), weights.end(), capture.rows.begin() + std::ptrdiff_t(((first + head) * queries + query) * length));
        parts[head][query] = summaryOf(weights, prompt);
    });
    for (std::size_t head = 0; head < heads.size(); ++head)
        capture.summary[first + head] = meanOf(parts[head], {attention.layer, heads[head]}, priors[first + head]);
}

std::vector<AnswerStep> answerOf(const Prompt& prompt, const at::Tensor& logits, const tokenizer::Tokenizer& tokenizer)
{
    const auto probabilities = at::softmax(logits.to(at::kCPU, at::kDouble), -1);       // [rows, V]
    const auto count = std::min<std::int64_t>(kCandidates, probabilities.size(1));
    const auto [values, tokens] = probabilities.topk(count, -1);
    const auto text = [&](std::int64_t token) { return token < tokenizer.pieceCount() ? tokenizer.shown(std::int32_t(token)) : str("<", token, ">"); };
    std::vector<AnswerStep> steps;
    for (std::size_t n = 0; n < prompt.queryRows.size(); ++n) {
        AnswerStep step;
        step.row = prompt.queryRows[n];
        const auto row = std::int64_t(n);
        if (!std::isfinite(values[row][0].item<double>()))
            throw Error(ErrorCode::Failed, str("the prediction at position ", step.row, " is not finite"), "The checkpoint holds or produces infinite numbers: look at an earlier one.");
        for (std::int64_t rank = 0; rank < count; ++rank)
            step.top.push_back({text(tokens[row][rank].item<std::int64_t>()), values[row][rank].item<double>()});
        if (!prompt.answer.empty()) {
            step.expected = text(prompt.answer[n]);
            step.expectedProbability = probabilities[row][prompt.answer[n]].item<double>();
            step.correct = tokens[row][0].item<std::int64_t>() == prompt.answer[n];
        }
        steps.push_back(std::move(step));
    }
    return steps;
}

}  // namespace bam::inspect
