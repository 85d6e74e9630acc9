// SPDX-License-Identifier: GPL-3.0-or-later
// The film of a training (core/inspect/film.h) as the training loop takes it.
// Invariant: whatever goes wrong with a frame is told, and costs the training nothing.
#pragma once

#include "core/base/progress.h"
#include "core/inspect/film_recorder.h"
#include "core/spec/spec.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

namespace bam::train {

/// @param tokenizer file of the data's tokenizer @throws Error (Usage) when it is not at hand, or cannot make the prompt
std::unique_ptr<inspect::FilmRecorder> makeFilmRecorder(const spec::TrainSpec& training, const std::filesystem::path& tokenizer);

class TrainingFilm {
public:
    TrainingFilm(std::filesystem::path run, const spec::TrainSpec& training, std::filesystem::path tokenizer, LogFn say);

    /// A frame of the model as it is after `step` steps, unless there is one. A stop ends it without a frame and without a problem.
    /// @returns what went wrong, empty: nothing. It is logged as well, the same problem once
    std::string take(const model::Transformer& model, std::int64_t step, double seconds, const std::stop_token& stop);
    /// Removes the frames after a step.
    void trimTo(std::int64_t step) { inspect::trimFilm(m_run, step); }

private:
    void tellOnce(const std::string& problem, std::int64_t step);
    void record(const model::Transformer& model, std::int64_t step, double seconds, const std::stop_token& stop);

    std::filesystem::path m_run;
    const spec::TrainSpec& m_training;
    std::filesystem::path m_tokenizer;
    LogFn m_say;
    std::unique_ptr<inspect::FilmRecorder> m_recorder;  // made with the first frame
    std::int64_t m_last = -1;           // step of the last frame of this sitting
    std::string m_told;                 // the kind of the last problem
};

}  // namespace bam::train
