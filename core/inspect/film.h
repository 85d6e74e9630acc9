// SPDX-License-Identifier: GPL-3.0-or-later
// The film of a training: what every head did for the answer of one pass-key prompt, step after step. Lies in `<run>/captures/`: prompt.json, and for each
// captured step one step_NNNNNNNN.safetensors with `strip` F16 [layers, heads, tiles] (the largest weight that the mean of the answer's queries gives to a key of
// the tile), numbers of the heads F32 [layers, heads], and the answer in its metadata. The header knows no Torch.
//
// Invariant: files are written whole; a frame of another prompt than prompt.json's, or a broken one, is left out and told.
#pragma once

#include "core/inspect/lens_types.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace bam::inspect {

struct FilmFrame {
    std::int64_t step = 0;              ///< optimiser steps done
    double seconds = 0;                 ///< of run time, resumed time included
    std::vector<HeadSummary> heads;     ///< [layers · heads]
    std::vector<AnswerStep> answer;
    std::filesystem::file_time_type written{};

    /// Whether every digit was the likeliest.
    bool retrieved() const { return isAllCorrect(answer); }
    /// Of the whole key: the product of its digits' probabilities.
    double keyProbability() const;
};

struct Film {
    std::filesystem::path run;
    Prompt prompt;
    std::int64_t layers = 0, heads = 0;
    std::int64_t tile = 1;              ///< positions per value of a strip
    std::vector<std::shared_ptr<const FilmFrame>> frames;   ///< by step
    std::vector<std::string> problems;  ///< files that could not be read, and why

    /// Null where there is none of this step.
    std::shared_ptr<const FilmFrame> frameAt(std::int64_t step) const;
};

/// The film of a run as it is now; null when nothing was captured. @param known of the same run, read before: what did not change is not read again
std::shared_ptr<const Film> readFilm(const std::filesystem::path& run, const std::shared_ptr<const Film>& known = {});

/// A frame as the strip shows it: one row per head, the mean over the answer's queries, with a tile's value at each of its positions. Its prompt has one query, the
/// first of the answer's. @throws Error (Failed) when the file is broken or gone
Capture frameCapture(const Film& film, const FilmFrame& frame);

/// Removes the frames after `step`, so that a resumed run takes them again.
void trimFilm(const std::filesystem::path& run, std::int64_t step);

/// The training's side. The film's prompt is the one that is there, so that a resumed run goes on with it.
class FilmWriter {
public:
    /// @param prompt for a run that has none yet @throws Error (Failed, Environment) when the folder cannot be written
    FilmWriter(const std::filesystem::path& run, const Prompt& prompt, std::int64_t layers, std::int64_t heads);

    const Prompt& prompt() const { return m_film.prompt; }
    /// @param capture of the prompt() @throws Error (Failed, Environment)
    void write(const Capture& capture, std::int64_t step, double seconds) const;

private:
    Film m_film;
    std::string m_digest;       // of prompt.json
};

}  // namespace bam::inspect
