// SPDX-License-Identifier: GPL-3.0-or-later
// One training from its first step of this sitting to its end, on one rank. trainer.h is what others call.
#pragma once

#include "core/device/device.h"
#include "core/distributed/group.h"
#include "core/runs/control.h"
#include "core/train/run_writer.h"
#include "core/train/step_watch.h"
#include "core/train/trainer.h"
#include "core/train/training_film.h"
#include "core/train/training_step.h"

#include <chrono>
#include <limits>

namespace bam::train {

/// What all ranks do after a step, as one exchange told each of them.
struct Agreed {
    float loss = 0;                 // mean over the ranks
    bool stop = false, pause = false, checkpoint = false, capture = false;
};

class TrainingRun {
public:
    using Clock = std::chrono::steady_clock;

    /// What was found out before a folder was made.
    struct Parts {
        spec::RunSpec spec;
        device::Choice choice;
        std::int64_t freeBytes = 0;     // of the device before anything was put there
        std::shared_ptr<distributed::Group> group;
        std::unique_ptr<data::BatchSource> source;
        std::filesystem::path tokenizer;    // the file of that of the data; empty where it is not at hand
        std::unique_ptr<RunWriter> writer;
        runs::Json before;              // of a resume, on rank 0: the run's status until now
    };

    TrainingRun(Parts parts, const TrainOptions& options, std::stop_token stop);
    TrainingRun(const TrainingRun&) = delete;
    TrainingRun& operator=(const TrainingRun&) = delete;

    TrainResult start(bool resume);

private:
    void begin(bool resume);
    void tellNewBeginning();
    void describe(bool resumed);
    void rememberPlaces(runs::Json& run, runs::Json& start) const;
    TrainResult loop();
    void trainStep();
    StepNumbers gradients(const std::vector<data::Batch>& batches);
    bool isGood(float loss, float norm);
    void report(const std::vector<data::Batch>& batches, float norm, double rate, double took);
    void validate(std::int64_t step);
    void logPriors();
    void checkpoint();
    void writeStatus(const std::string& state, const Error* error = nullptr);
    void writeFailedStart(const std::string& state, const Error& error);
    void say(const std::string& line) { m_writer->say(line); }
    void warnOfShortage();
    [[noreturn]] void failNonFinite(float loss, float norm);
    Agreed agree(float loss, std::int64_t step);
    void obey(const Agreed& agreed);
    void obeyBetween() { obey(agree(0, m_step)); }
    void checkpointOnRequest();
    void capture();
    void captureOnRequest();
    void end(const std::string& state, const Error* error = nullptr);
    void endFailed(const Error& error);
    std::optional<Error> exportWeights();
    [[noreturn]] void stopHere(bool pause = false);
    bool minutesAreOver() const;
    double elapsed() const { return m_secondsBefore + std::chrono::duration<double>(Clock::now() - m_started).count(); }

    spec::RunSpec m_spec;
    std::shared_ptr<distributed::Group> m_group;
    std::unique_ptr<RunWriter> m_writer;
    std::optional<runs::ControlInbox> m_control;    // of rank 0
    std::vector<runs::ControlInbox::Pending> m_due; // requests that wait for what all ranks do
    const TrainOptions& m_options;
    std::stop_token m_stop;
    at::Device m_device;
    std::int64_t m_freeBytes;
    std::unique_ptr<data::BatchSource> m_source;
    StepInput m_input;
    TrainingFilm m_film;
    StepWatch m_watch;
    std::unique_ptr<model::Transformer> m_model;
    std::unique_ptr<Optimizer> m_optimizer;
    std::unique_ptr<distributed::GradientReducer> m_reducer;
    std::unique_ptr<TrainingStep> m_training;
    std::int64_t m_step = 0;        // optimiser steps done
    std::int64_t m_total = 0;
    std::optional<Error> m_shortage;    // the data ends before the steps that were asked for
    std::int64_t m_savedAt = -1;    // step of the newest checkpoint
    Clock::time_point m_savedTime = Clock::now();
    std::string m_stoppedAs = "stopped";    // or "paused"
    bool m_stopAgreed = false;      // all ranks know of a stop
    bool m_dueByTime = false;       // a checkpoint, by the clock of rank 0
    std::int64_t m_skipped = 0;     // steps whose update was left out, in this sitting
    double m_secondsBefore = 0;     // run time of earlier sittings
    std::int64_t m_firstStep = 0;   // of this sitting
    double m_averageStep = 0;       // seconds, for the ETA
    double m_tokensPerSecond = 0;   // of the last step, of all ranks
    Clock::time_point m_started = Clock::now();
    Clock::time_point m_statusAt{};
    float m_lastLoss = std::numeric_limits<float>::quiet_NaN();
    std::optional<float> m_validationLoss;
    runs::Json m_before;            // the status of earlier sittings, until this one has begun
};

}  // namespace bam::train
