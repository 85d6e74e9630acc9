// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/film_recorder.h"

#include "core/base/error.h"
#include "core/inspect/prompt_rows.h"
#include "core/inspect/prompts.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>

namespace bam::inspect {
namespace {

/// What the prompt's queries see of a model, layer by layer.
Capture captureOf(const Prompt& prompt, const model::Transformer& model, const tokenizer::Tokenizer& tokenizer, const std::stop_token& stop)
{
    const at::NoGradGuard guard;
    const auto& spec = model.spec();
    const model::PassWatch watch{[&](double) {
            if (stop.stop_requested())
                throw Error(ErrorCode::Stopped, "stopped on request: capturing attention", "Nothing was changed.");
        }, {}};
    const model::LayerwisePass pass(model, at::tensor(std::vector<std::int64_t>(prompt.tokens.begin(), prompt.tokens.end()), at::kLong).to(model.device()));
    const auto priors = priorsOf(model);
    auto capture = emptyCapture(prompt, spec.layers, spec.heads);
    auto hidden = pass.embed();
    for (std::int64_t layer = 0; layer < spec.layers; ++layer) {
        const auto attention = pass.layer(layer, hidden, watch);
        captureRows(capture, pass, attention, priors);
        if (layer + 1 == spec.layers)
            capture.answer = answerOf(prompt, pass.logits(pass.advanceRows(attention, prompt.queryRows, watch)), tokenizer);
        else
            pass.advance(attention, watch);
    }
    return capture;
}

}  // namespace

FilmRecorder::FilmRecorder(tokenizer::Tokenizer tokenizer, std::int64_t length, std::int64_t seed)
    : m_tokenizer(std::move(tokenizer))
    , m_prompt(makePrompt(m_tokenizer, {.length = length, .depth = 0.5, .seed = seed}))
{
}

Capture FilmRecorder::record(const std::filesystem::path& run, const model::Transformer& model, std::int64_t step, double seconds, const std::stop_token& stop)
{
    if (!m_writer)
        m_writer = std::make_unique<FilmWriter>(run, m_prompt, model.spec().layers, model.spec().heads);
    const auto& prompt = m_writer->prompt();
    const auto largest = std::max_element(prompt.tokens.begin(), prompt.tokens.end());
    if (*largest >= model.spec().vocabulary)
        throw Error(ErrorCode::Failed, "the film's prompt holds tokens that the model does not know", "Remove the folder captures of this run.");
    auto capture = captureOf(prompt, model, m_tokenizer, stop);
    m_writer->write(capture, step, seconds);
    return capture;
}

}  // namespace bam::inspect
