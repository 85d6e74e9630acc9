// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/reading.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

namespace bam::eval {
namespace {

/// [1, n] int64
at::Tensor row(std::span<const std::int32_t> tokens, const at::Device& device)
{
    return at::tensor(at::ArrayRef<std::int32_t>(tokens.data(), tokens.size()), at::kInt).to(at::kLong).unsqueeze(0).to(device);
}

}  // namespace

Reading::Reading(const model::Transformer& model, std::int64_t capacity, ReadingOptions options)
    : m_model(model), m_options(std::move(options)), m_cache(model.makeCache(1, std::max<std::int64_t>(1, capacity), m_options.cacheType))
{
    m_options.chunk = std::max<std::int64_t>(1, m_options.chunk);
}

template <class OnChunk>
void Reading::inChunks(std::span<const std::int32_t> tokens, OnChunk&& onChunk)
{
    for (std::size_t begin = 0; begin < tokens.size(); begin += std::size_t(m_options.chunk)) {
        if (m_options.stop.stop_requested())
            throw Error(ErrorCode::Stopped, str("stopped on request at position ", length(), " of a prompt"));
        onChunk(begin, std::min(std::size_t(m_options.chunk), tokens.size() - begin));
        if (m_options.onChunk)
            m_options.onChunk(length());
    }
}

void Reading::read(std::span<const std::int32_t> tokens)
{
    inChunks(tokens, [&](std::size_t begin, std::size_t count) { m_model.forwardCached(row(tokens.subspan(begin, count), m_model.device()), m_cache, std::int64_t(count)); });
}

at::Tensor Reading::logits(std::span<const std::int32_t> tokens)
{
    const auto begin = length();
    auto found = m_model.forwardCached(row(tokens, m_model.device()), m_cache, 0).squeeze(0);
    if (!std::isfinite(found.sum().item<double>()))
        throw Error(ErrorCode::Failed, str("the model's predictions at the positions ", begin, " to ", length() - 1, " are not finite"), "Evaluate an earlier checkpoint, or shorter texts.");
    return found;
}

at::Tensor Reading::predict(std::span<const std::int32_t> tokens)
{
    std::vector<at::Tensor> parts;
    inChunks(tokens, [&](std::size_t begin, std::size_t count) { parts.push_back(logits(tokens.subspan(begin, count))); });
    return parts.size() == 1 ? parts.front() : parts.empty() ? at::empty({0, m_model.spec().vocabulary}) : at::cat(parts);
}

at::Tensor Reading::crossEntropies(std::span<const std::int32_t> tokens, std::span<const std::int32_t> targets)
{
    TORCH_CHECK(tokens.size() == targets.size(), "as many targets as tokens");
    std::vector<at::Tensor> parts{at::empty({0}, at::kDouble)};
    inChunks(tokens, [&](std::size_t begin, std::size_t count) {
        const auto predicted = logits(tokens.subspan(begin, count));
        const auto wanted = row(targets.subspan(begin, count), m_model.device()).view({-1, 1});
        parts.push_back((predicted.logsumexp(1) - predicted.gather(1, wanted).squeeze(1)).to(at::kCPU, at::kDouble));
    });
    return at::cat(parts);
}

}  // namespace bam::eval
