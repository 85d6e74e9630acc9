// SPDX-License-Identifier: GPL-3.0-or-later
// Captures the film of a training (film.h) from the model that is being trained. A capture reads the model and draws no random numbers: the training's numbers are the
// same with and without it, bit for bit on a CPU.
#pragma once

#include "core/inspect/film.h"
#include "core/model/transformer.h"
#include "core/tokenizer/tokenizer.h"

#include <memory>
#include <stop_token>

namespace bam::inspect {

class FilmRecorder {
public:
    /// @param length of the pass-key prompt, whose key stands in its middle @throws Error (Usage) when this tokenizer cannot make one
    FilmRecorder(tokenizer::Tokenizer tokenizer, std::int64_t length, std::int64_t seed);

    /// Adds a frame to the run's film. @throws Error: Failed (not finite, disk full), Environment, Stopped @returns what the answer's queries saw
    Capture record(const std::filesystem::path& run, const model::Transformer& model, std::int64_t step, double seconds, const std::stop_token& stop = {});

private:
    tokenizer::Tokenizer m_tokenizer;
    Prompt m_prompt;
    std::unique_ptr<FilmWriter> m_writer;       // made with the first frame
};

}  // namespace bam::inspect
