// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include "core/attention/attend.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/data/loader.h"
#include "core/device/device.h"
#include "core/runs/control.h"
#include "core/spec/official_args.h"
#include "core/spec/spec_io.h"
#include "core/train/checkpoint.h"
#include "core/train/optimizer.h"
#include "core/train/schedule.h"
#include "core/train/step_input.h"
#include "core/train/training_film.h"
#include "core/train/training_step.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <chrono>
#include <cmath>
#include <limits>

namespace bam::train {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr double kStatusSeconds = 2;    // how often status.json tells the step, at most

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The first tensor in forward order that holds a non-finite value, for the error message.
std::string firstNonFinite(const model::NamedParameters& parameters)
{
    at::NoGradGuard guard;
    if (const auto name = model::firstNotFinite(parameters); !name.empty())
        return "the parameter " + name;
    for (const auto& [name, tensor] : parameters)
        if (tensor.grad().defined() && !at::isfinite(tensor.grad()).all().item<bool>())
            return "the gradient of " + name;
    return "the loss alone (parameters and gradients are finite)";
}

/// Why a run ends before the steps that were asked for, and what to do.
Error shortageOf(const data::BatchSource& source, std::int64_t available, std::int64_t asked)
{
    const auto data = source.describe();
    const auto number = [&](const char* key) { return data.value(key, std::int64_t(0)); };
    const auto needed = number("val_tokens") + number("val_tokens_padding") + asked * number("tokens_per_batch") + 1;
    return {ErrorCode::Failed, str("the data ends after step ", withThousands(available), " of ", withThousands(asked), ": it holds ", withThousands(number("total_tokens")), " tokens and is read once, and ",
                withThousands(needed), " tokens would be needed"),
        str("Add data, or ask for at most ", withThousands(available), " steps (num_iterations -1 takes as many as the data holds).")};
}

class Run {
public:
    Run(const spec::RunSpec& spec, const device::Choice& choice, std::unique_ptr<data::BatchSource> source, runs::RunDirectory directory,
        const TrainOptions& options, std::stop_token stop)
        : m_spec(spec), m_directory(std::move(directory)), m_control(m_directory.path()), m_options(options), m_stop(std::move(stop)), m_device(choice.device), m_source(std::move(source)), m_input(*m_source, m_device),
          m_film(m_directory.path(), m_spec.training, m_source->tokenizer().path, [this](const std::string& line) { say(line); })
    {
        device::setDeterministic(true);
        device::setTensorCores(spec.training.tensorcores);
        device::keepFreedMemory();
        at::set_num_threads(spec.training.threads > 0 ? int(spec.training.threads) : device::defaultThreads());
        if (!choice.note.empty())
            say("note: " + choice.note);
        m_model = std::make_unique<model::Transformer>(spec.model, std::uint64_t(spec.training.seed));
        const auto available = m_source->stepsAvailable();
        m_total = spec.training.numIterations < 0 ? available.value_or(0) : spec.training.numIterations;
        if (available && m_total > *available) {
            m_shortage = shortageOf(*m_source, *available, m_total);
            warnOfShortage();
            m_total = *available;
        }
    }

    TrainResult start(bool resume);

private:
    void begin(bool resume);
    void describe(bool resumed);
    TrainResult loop();
    void trainStep();
    std::optional<float> validate(std::int64_t step);
    void logPriors();
    void checkpoint();
    void writeStatus(const std::string& state, const Error* error = nullptr);
    void say(const std::string& line);
    void warnOfShortage();
    [[noreturn]] void failNonFinite(float loss, float norm);
    void obeyRequests();
    void checkpointOnRequest(const runs::ControlInbox::Pending& request);
    void captureOnRequest(const runs::ControlInbox::Pending& request);
    void end(const std::string& state, const Error* error = nullptr);
    [[noreturn]] void stopHere(bool pause = false);
    double elapsed() const { return m_secondsBefore + secondsSince(m_started); }

    spec::RunSpec m_spec;
    runs::RunDirectory m_directory;
    runs::ControlInbox m_control;
    const TrainOptions& m_options;
    std::stop_token m_stop;
    at::Device m_device;
    std::unique_ptr<data::BatchSource> m_source;
    StepInput m_input;
    TrainingFilm m_film;
    std::unique_ptr<model::Transformer> m_model;
    std::unique_ptr<Optimizer> m_optimizer;
    std::unique_ptr<TrainingStep> m_training;
    std::int64_t m_step = 0;        // optimiser steps done
    std::int64_t m_total = 0;
    std::optional<Error> m_shortage;    // the data ends before the steps that were asked for
    std::int64_t m_savedAt = -1;    // step of the newest checkpoint
    std::string m_stoppedAs = "stopped";    // or "paused"
    double m_secondsBefore = 0;     // run time of earlier sittings
    std::int64_t m_firstStep = 0;   // of this sitting
    double m_averageStep = 0;       // seconds, for the ETA
    double m_tokensPerSecond = 0;   // of the last step
    Clock::time_point m_started = Clock::now();
    Clock::time_point m_statusAt{};
    float m_lastLoss = std::numeric_limits<float>::quiet_NaN();
    std::optional<float> m_validationLoss;
};

void Run::say(const std::string& line)
{
    m_directory.log(line);
    if (m_options.log)
        m_options.log(line);
}

void Run::warnOfShortage()
{
    if (m_shortage)
        say(str("warning: ", m_shortage->cause(), ". ", m_shortage->hint()));
}

void Run::writeStatus(const std::string& state, const Error* error)
{
    Json status{{"state", state}, {"step", m_step}, {"total_steps", m_total}, {"seconds", elapsed()}};
    status["loss"] = std::isfinite(m_lastLoss) ? Json(m_lastLoss) : Json(nullptr);
    status["validation_loss"] = m_validationLoss ? Json(*m_validationLoss) : Json(nullptr);
    if (m_tokensPerSecond > 0)
        status["tokens_per_second"] = m_tokensPerSecond;
    // The average of this sitting, validation and checkpoints included: the only one that keeps its word.
    if (state == "running" && m_step > m_firstStep)
        status["eta_seconds"] = (elapsed() - m_secondsBefore) / double(m_step - m_firstStep) * double(m_total - m_step);
    if (error)
        status["error"] = {{"message", error->cause()}, {"hint", error->hint()}, {"exit_code", int(error->code())}};
    m_directory.writeStatus(status);
    m_statusAt = Clock::now();
}

void Run::begin(bool resume)
{
    m_model->to(m_device);
    m_optimizer = std::make_unique<Optimizer>(m_spec.training, m_model->parameters());
    m_training = std::make_unique<TrainingStep>(m_spec.training, *m_model, *m_optimizer, graphsFor(m_spec.training, m_device), [this](const std::string& line) { say(line); });
    const auto& start = m_spec.training.checkpoint;
    std::optional<CheckpointState> state;
    if (resume)
        state = loadNewest(m_directory.path(), *m_model, *m_optimizer, [this](const std::string& line) { say(line); });
    if (state)
        m_savedAt = state->step;
    else if (!start.empty())
        state = loadAsStart(start, m_spec.training.resetSteps, *m_model, *m_optimizer);
    if (state) {
        m_step = state->step;
        m_secondsBefore = state->seconds;
        m_input.seek(state->dataPosition);
    }
    m_firstStep = m_step;
    m_directory.trimTo(m_step);
    m_film.trimTo(m_step);
    describe(resume);
}

void Run::describe(bool resumed)
{
    auto run = m_directory.readJson("run.json");
    Json start{{"time", runs::timeStamp()}, {"program", programVersion()}, {"commit", programCommit()}, {"libtorch", libtorchVersion()}, {"device", m_device.str()},
        {"threads", at::get_num_threads()}, {"ranks", 1}, {"seed", m_spec.training.seed}, {"resumed_from_step", resumed ? Json(m_step) : Json(nullptr)}};
    if (run.is_null()) {
        const auto tokenizer = m_source->tokenizer();
        run = {{"schema", 1}, {"spec", spec::toJson(m_spec)}, {"tokenizer", {{"name", tokenizer.name}, {"sha256", tokenizer.sha256}, {"pieces", tokenizer.pieces}}}, {"starts", Json::array()}};
        // A copy makes the folder self-contained: evaluation finds the right vocabulary wherever the folder goes.
        if (!tokenizer.path.empty() && std::filesystem::exists(tokenizer.path))
            writeFileAtomic(m_directory.path() / "tokenizer.model", readFile(tokenizer.path));
        m_directory.writeArgs({{"args", spec::officialArgs(m_spec)}, {"dataset_args", m_source->describe()}, {"model_args", spec::officialModelArgs(m_spec)}});
    }
    run["starts"].push_back(start);
    m_directory.writeRun(run);
    say(str(resumed ? "resumed at step " : "started at step ", m_step, " of ", m_total, " on ", m_device.str(), ", ", at::get_num_threads(), " threads, ",
        withThousands(m_model->parameterCount()), " parameters"));
}

TrainResult Run::start(bool resume)
{
    try {
        begin(resume);
        return loop();
    } catch (const Error& error) {
        try {
            end(error.code() == ErrorCode::Stopped ? m_stoppedAs : "failed", &error);
            m_directory.log(str(error.code() == ErrorCode::Stopped ? "" : "error: ", error.what()));
        } catch (const Error&) {
            // The disk may be what failed: the first error is the one to tell.
        }
        throw;
    } catch (const c10::Error& failure) {
        const Error error(ErrorCode::Failed, str("LibTorch reported at step ", m_step, ": ", failure.what_without_backtrace()),
            "If memory ran out, use a smaller batch_size with the same tokens_per_step; the last checkpoint is intact.");
        try {
            end("failed", &error);
        } catch (const Error&) {
        }
        throw error;
    }
}

TrainResult Run::loop()
{
    const auto& training = m_spec.training;
    writeStatus("running");
    if (m_options.onStart)
        m_options.onStart(m_directory.path());
    while (m_step < m_total) {
        const bool validates = m_step == 0 || (training.valLossEvery > 0 && m_step % training.valLossEvery == 0);
        if (validates) {
            logPriors();
            if (training.valLossEvery > 0)
                validate(m_step);
        }
        obeyRequests();
        if (training.captureEvery > 0 && m_step % training.captureEvery == 0)
            m_film.take(*m_model, m_step, elapsed(), m_stop);
        trainStep();
        obeyRequests();
        if (training.checkpointEvery > 0 && m_step % training.checkpointEvery == 0 && m_step < m_total)
            checkpoint();
        if (secondsSince(m_statusAt) > kStatusSeconds)
            writeStatus("running");
    }
    if (m_savedAt != m_step)
        checkpoint();
    logPriors();
    validate(m_step);
    if (training.captureEvery > 0)
        m_film.take(*m_model, m_step, elapsed(), m_stop);
    if (m_stop.stop_requested())
        stopHere();
    end("finished");
    say(str("finished ", m_step, " steps in ", humanDuration(elapsed())));
    warnOfShortage();
    return {m_directory.path(), m_step, m_lastLoss, m_validationLoss, elapsed(), m_shortage};
}

void Run::trainStep()
{
    const auto begin = Clock::now();
    const auto batches = m_input.next();
    if (batches.empty())
        throw Error(ErrorCode::Failed, str("the data ended at step ", m_step, " of ", m_total), "Lower num_iterations, or add data.");
    const auto [loss, norm] = m_training->run(batches, [this] {
        if (m_step + 1 < m_total)
            m_input.fetchAhead();
    });
    if (!std::isfinite(loss) || !std::isfinite(norm))
        failNonFinite(loss, norm);
    const auto& training = m_spec.training;
    const double factor = learningRateFactor(m_step, training.warmupIters, m_total, training.learningRateDecayFrac);
    m_optimizer->step(factor);
    m_lastLoss = loss;

    std::int64_t tokens = 0;
    for (const auto& batch : batches)
        tokens += batch.inputs.numel();
    const double took = secondsSince(begin);
    m_averageStep = m_averageStep == 0 ? took : 0.95 * m_averageStep + 0.05 * took;
    StepReport report;
    report.row = {m_step, elapsed(), m_lastLoss, norm, training.learningRate * factor, took, double(tokens) / took};
    m_tokensPerSecond = report.row.tokensPerSecond;
    report.totalSteps = m_total;
    report.etaSeconds = m_averageStep * double(m_total - m_step - 1);
    m_directory.append(report.row);
    ++m_step;
    if (m_options.onStep)
        m_options.onStep(report);
}

std::optional<float> Run::validate(std::int64_t step)
{
    const auto begin = Clock::now();
    const auto batches = m_source->validation();
    if (batches.empty())
        return std::nullopt;
    at::NoGradGuard guard;
    double sum = 0;
    std::int64_t tokens = 0;
    for (const auto& batch : batches) {
        if (m_stop.stop_requested())
            return std::nullopt;    // repeated after resume
        const Autocast autocast(m_device, m_spec.training.dtype);
        const auto [inputs, targets, documents] = onDevice(batch, m_device);
        sum += m_model->loss(inputs, targets, documents).item<double>();
        tokens += batch.inputs.numel();
    }
    const auto loss = float(sum / double(batches.size()));
    const double took = secondsSince(begin);
    const runs::EvalRow row{step, elapsed(), loss, took, double(tokens) / took};
    m_directory.append(row);
    m_validationLoss = loss;
    if (m_options.onValidation)
        m_options.onValidation(row);
    return loss;
}

void Run::logPriors()
{
    std::vector<runs::PriorLogRow> rows;
    for (const auto& row : m_model->priors())
        rows.push_back({m_step, row.layer, row.head, row.thetaAlpha, row.thetaBeta, row.thetaMu, row.seqScale});
    m_directory.append(rows);
}

void Run::checkpoint()
{
    saveCheckpoint(m_directory.path(), {m_step, elapsed(), m_input.position()}, *m_model, *m_optimizer);
    m_savedAt = m_step;
    pruneCheckpoints(m_directory.path(), m_spec.training.keepLast, m_spec.training.keepEvery);
}

void Run::failNonFinite(float loss, float norm)
{
    throw Error(ErrorCode::Failed,
        str("step ", m_step, ": loss is ", loss, " and gradient norm is ", norm, "; first non-finite: ", firstNonFinite(m_model->parameters())),
        m_savedAt >= 0 ? str("The checkpoint of step ", m_savedAt, " is intact. Lower the learning rate, lengthen the warm-up or clip the gradient, then start a new run.")
                       : "No checkpoint was written yet. Lower the learning rate, lengthen the warm-up or clip the gradient, then start a new run.");
}

/// What signals and the control folder ask for, between two steps.
void Run::obeyRequests()
{
    if (m_stop.stop_requested())
        stopHere();
    while (m_step < m_total) {
        const auto request = m_control.due(m_step);
        if (!request)
            return;
        switch (request->request.kind) {
        case runs::ControlKind::Checkpoint: checkpointOnRequest(*request); break;
        case runs::ControlKind::Capture: captureOnRequest(*request); break;
        case runs::ControlKind::Stop: stopHere(false);
        case runs::ControlKind::Pause: stopHere(true);
        }
    }
}

/// A checkpoint that was only wished for may fail without ending the training.
void Run::checkpointOnRequest(const runs::ControlInbox::Pending& request)
{
    try {
        if (m_savedAt != m_step)
            checkpoint();
        m_control.answer(request, {"checkpoint", m_step, {}});
        say(str("checkpoint of step ", m_step, " written on request"));
    } catch (const Error& error) {
        m_control.answer(request, {"failed", m_step, error.cause()});
        say(str("warning: the checkpoint that was asked for could not be written: ", error.cause()));
    }
}

void Run::captureOnRequest(const runs::ControlInbox::Pending& request)
{
    const auto problem = m_film.take(*m_model, m_step, elapsed(), m_stop);
    if (!problem.empty())
        m_control.answer(request, {"failed", m_step, problem});
    else
        m_control.answer(request, {m_stop.stop_requested() ? "ignored" : "captured", m_step, {}});
}

/// The last status; whoever waits for an answer finds it in place.
void Run::end(const std::string& state, const Error* error)
{
    writeStatus(state, error);
    m_control.close({state, m_step, {}});
}

void Run::stopHere(bool pause)
{
    if (m_savedAt != m_step)
        checkpoint();
    m_stoppedAs = pause ? "paused" : "stopped";
    throw Error(ErrorCode::Stopped, str(m_stoppedAs, " on request after step ", m_step, " of ", m_total),
        str("Continue with: bamscope --batch train --resume ", m_directory.path().string()));
}

}  // namespace

TrainResult trainNew(const spec::RunSpec& asked, const TrainOptions& options, std::stop_token stop)
{
    spec::requireNone(spec::validate(asked), "this run");
    attention::backendFromEnvironment();
    // Resume must find the data from any current directory.
    auto spec = asked;
    for (auto* path : {&spec.data.dataset, &spec.data.tokenizer})
        if (!path->empty())
            *path = std::filesystem::absolute(*path).lexically_normal().string();
    // What can be refused is refused before a folder is made: device, data and vocabulary.
    const auto choice = device::choose(spec.training.device);
    auto source = data::openBatchSource(spec, {}, options.log);
    if (spec.training.captureEvery > 0)
        makeFilmRecorder(spec.training, source->tokenizer().path);
    return Run(spec, choice, std::move(source), runs::RunDirectory::create(spec.logDir, spec.model), options, std::move(stop)).start(false);
}

TrainResult resumeRun(const std::filesystem::path& path, const TrainOptions& options, std::stop_token stop)
{
    attention::backendFromEnvironment();
    auto directory = runs::RunDirectory::openLocked(path);
    const auto run = directory.readJson("run.json");
    if (run.is_null() || !run.contains("spec"))
        throw Error(ErrorCode::Usage, str(path.string(), " has no run.json with a spec, so it cannot be resumed"),
            "Folders of the official code can be evaluated, not resumed.");
    std::vector<spec::Problem> problems;
    const auto spec = spec::overlay(spec::RunSpec{}, run["spec"], problems);
    for (auto& problem : spec::validate(spec))
        problems.push_back(std::move(problem));
    spec::requireNone(problems, (path / "run.json").string());
    if (const auto status = directory.readJson("status.json"); !status.is_null() && status.value("state", "") == "finished") {
        TrainResult result{directory.path(), status.value("step", std::int64_t(0)), status["loss"].is_number() ? status["loss"].get<float>() : 0, {}, status.value("seconds", 0.0), {}};
        if (status["validation_loss"].is_number())
            result.validationLoss = status["validation_loss"].get<float>();
        if (options.log)
            options.log(str(path.string(), " is finished at step ", result.steps, "; nothing to resume"));
        return result;
    }
    const auto choice = device::choose(spec.training.device);
    return Run(spec, choice, data::openBatchSource(spec, {}, options.log), std::move(directory), options, std::move(stop)).start(true);
}

}  // namespace bam::train
