// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/generation.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bam::eval {

void requireValid(const Sampling& sampling)
{
    if (!(sampling.temperature >= 0) || !std::isfinite(sampling.temperature))
        throw Error(ErrorCode::Usage, str("the temperature is ", sampling.temperature, "; expected a number of at least 0"), "0 takes the likeliest token, 1 draws from the model's own distribution.");
    if (sampling.topK < 0)
        throw Error(ErrorCode::Usage, str("top-k is ", sampling.topK, "; expected a whole number of at least 0"), "0 keeps all tokens.");
    if (!(sampling.topP > 0 && sampling.topP <= 1))
        throw Error(ErrorCode::Usage, str("top-p is ", sampling.topP, "; expected a number above 0 and at most 1"), "1 keeps all tokens.");
}

Sampler::Sampler(const Sampling& sampling, std::int64_t pieces) : m_sampling(sampling), m_pieces(pieces), m_random(mixKeys(sampling.seed, 0x73616d706c65)) { requireValid(sampling); }

std::int32_t Sampler::pick(const at::Tensor& all)
{
    const auto logits = m_pieces > 0 ? all.narrow(0, 0, std::min(m_pieces, all.size(0))) : all;
    if (m_sampling.temperature == 0)
        return std::int32_t(logits.argmax().item<std::int64_t>());
    // In double on the CPU, likeliest first, so that a seed gives the same text on every device as far as the logits agree.
    const auto scaled = logits.to(at::kCPU, at::kDouble) / m_sampling.temperature;
    const auto count = scaled.size(0);
    const auto kept = m_sampling.topK > 0 ? std::min(m_sampling.topK, count) : count;
    const auto [best, ids] = scaled.topk(kept, 0, true, true);
    const auto probabilities = best.softmax(0);
    const auto* p = probabilities.const_data_ptr<double>();
    double mass = 0;
    std::int64_t last = 0;
    for (; last < kept && mass < m_sampling.topP; ++last)
        mass += p[last];
    double left = m_random.unit() * mass;
    std::int64_t n = 0;
    while (n + 1 < last && left >= p[n])
        left -= p[n++];
    return std::int32_t(ids[n].item<std::int64_t>());
}

std::vector<std::int32_t> generate(Reading& reading, std::span<const std::int32_t> tokens, std::int64_t most, Sampler& sampler, const std::function<bool(std::int32_t)>& onToken)
{
    std::vector<std::int32_t> written;
    if (tokens.empty() || most < 1)
        return written;
    reading.read(tokens.first(tokens.size() - 1));
    for (auto next = tokens.back(); std::int64_t(written.size()) < most;) {
        next = sampler.pick(reading.predict({&next, 1})[0]);
        written.push_back(next);
        if (onToken && !onToken(next))
            break;
    }
    return written;
}

// A few tokens back is enough context to decode the next one, and keeps the cost of a token the same however long the text is.
constexpr std::size_t kContext = 8;

TextStream::TextStream(const tokenizer::Tokenizer& tokenizer, std::vector<std::int32_t> before)
    : m_tokenizer(tokenizer), m_tokens(before.end() - std::ptrdiff_t(std::min(before.size(), kContext)), before.end()), m_shown(tokenizer.decode(m_tokens).size())
{
}

std::string TextStream::add(std::int32_t token)
{
    m_tokens.push_back(token);
    const auto text = m_tokenizer.decode(m_tokens);
    // sentencepiece writes U+FFFD for bytes that do not make a character yet.
    if (text.size() <= m_shown || text.ends_with("\xef\xbf\xbd"))
        return {};
    auto piece = text.substr(m_shown);
    if (m_tokens.size() > 4 * kContext)
        m_tokens.erase(m_tokens.begin(), m_tokens.end() - kContext);
    m_shown = m_tokenizer.decode(m_tokens).size();
    return piece;
}

std::string TextStream::rest()
{
    const auto text = m_tokenizer.decode(m_tokens);
    return text.size() > m_shown ? text.substr(std::exchange(m_shown, text.size())) : std::string();
}

}  // namespace bam::eval
