// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/training_film.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <c10/util/Exception.h>

#include <chrono>
#include <utility>

namespace bam::train {
namespace {

/// How much longer than a training's rows the prompt is, where nothing else is asked for: it is the extrapolation that is worth seeing.
constexpr std::int64_t kTimesTrained = 4;

}  // namespace

std::unique_ptr<inspect::FilmRecorder> makeFilmRecorder(const spec::TrainSpec& training, const std::filesystem::path& tokenizer)
{
    if (tokenizer.empty())
        throw Error(ErrorCode::Usage, "attention cannot be captured during the training: the tokenizer of the data is not at hand", "Name its .model file as the tokenizer, or set capture_every to 0.");
    const auto length = training.captureLength > 0 ? training.captureLength : kTimesTrained * training.sequenceLength;
    return std::make_unique<inspect::FilmRecorder>(tokenizer::Tokenizer::load(tokenizer), length, training.seed);
}

TrainingFilm::TrainingFilm(std::filesystem::path run, const spec::TrainSpec& training, std::filesystem::path tokenizer, LogFn say)
    : m_run(std::move(run))
    , m_training(training)
    , m_tokenizer(std::move(tokenizer))
    , m_say(std::move(say))
{
}

std::string TrainingFilm::take(const model::Transformer& model, std::int64_t step, double seconds, const std::stop_token& stop)
{
    if (step == m_last)
        return {};
    std::string problem;
    try {
        record(model, step, seconds, stop);
        m_told.clear();
        return {};
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Stopped)
            return {};
        problem = str(error.cause(), ". ", error.hint());
    } catch (const c10::Error& failure) {
        problem = failure.what_without_backtrace();
    } catch (const std::exception& failure) {
        problem = failure.what();
    }
    tellOnce(problem, step);
    return problem;
}

/// Steps and sizes in a problem make it no other one.
void TrainingFilm::tellOnce(const std::string& problem, std::int64_t step)
{
    auto kind = problem;
    std::erase_if(kind, [](char c) { return c >= '0' && c <= '9'; });
    if (std::exchange(m_told, kind) == kind)
        return;
    try {
        m_say(str("warning: attention could not be captured at step ", step, ": ", problem));
    } catch (const Error&) {
        // The disk may be what failed; the training finds out by itself.
    }
}

void TrainingFilm::record(const model::Transformer& model, std::int64_t step, double seconds, const std::stop_token& stop)
{
    const auto begin = std::chrono::steady_clock::now();
    if (!m_recorder)
        m_recorder = makeFilmRecorder(m_training, m_tokenizer);
    const auto capture = m_recorder->record(m_run, model, step, seconds, stop);
    if (m_last < 0)
        m_say(str("attention captured at step ", step, " in ", humanDuration(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()), ": ", capture.prompt.title));
    m_last = step;
}

}  // namespace bam::train
