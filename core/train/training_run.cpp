// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/training_run.h"

#include "core/base/files.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/distributed/rank_device.h"
#include "core/interop/torch_writer.h"
#include "core/spec/official_args.h"
#include "core/spec/spec_io.h"
#include "core/train/checkpoint.h"
#include "core/train/memory_report.h"

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <cmath>
#include <tuple>

namespace bam::train {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kStatusSeconds = 2;    // how often status.json tells the step, at most

/// Why a run ends before the steps that were asked for, and what to do.
Error shortageOf(const data::BatchSource& source, std::int64_t available, std::int64_t asked)
{
    const auto data = source.describe();
    const auto number = [&](const char* key) { return data.value(key, std::int64_t(0)); };
    const auto needed = number("val_tokens") + number("val_tokens_padding") + asked * number("tokens_per_batch") + 1;
    return {ErrorCode::Failed, str("the data ends after step ", withThousands(available), " of ", withThousands(asked), ": it holds ", withThousands(number("total_tokens")), " tokens and is read once, and ",
                withThousands(needed), " tokens would be needed"),
        str("Add data and start a new run, or ask for at most ", withThousands(available), " steps (num_iterations -1 takes as many as the data holds).")};
}

Json toJson(const Error& error) { return {{"message", error.cause()}, {"hint", error.hint()}, {"exit_code", int(error.code())}}; }

/// What the optimiser changes, in the order of the forward pass.
std::vector<at::Tensor> trained(const model::Transformer& model)
{
    std::vector<at::Tensor> tensors;
    for (const auto& [name, tensor] : model.parameters())
        if (tensor.requires_grad())
            tensors.push_back(tensor);
    return tensors;
}

}  // namespace

TrainingRun::TrainingRun(Parts parts, const TrainOptions& options, std::stop_token stop)
    : m_spec(std::move(parts.spec)), m_group(std::move(parts.group)), m_writer(std::move(parts.writer)), m_options(options), m_stop(std::move(stop)), m_device(parts.choice.device),
      m_freeBytes(parts.freeBytes), m_source(std::move(parts.source)), m_input(*m_source, m_device),
      m_film(m_writer->path(), m_spec.training, std::move(parts.tokenizer), [this](const std::string& line) { say(line); }), m_watch(m_spec.training.spikeFactor), m_before(std::move(parts.before))
{
    if (m_group->isFirst())
        m_control.emplace(m_writer->path());
    device::setDeterministic(true);
    device::setTensorCores(m_spec.training.tensorcores);
    device::keepFreedMemory();
    at::set_num_threads(distributed::threadsFor(int(m_spec.training.threads), m_group->environment()));
    if (!parts.choice.note.empty())
        say("note: " + parts.choice.note);
    if (const auto warning = m_source->warning(); !warning.empty())
        say("warning: " + warning);
    const auto available = m_source->stepsAvailable();
    m_total = m_spec.training.numIterations < 0 ? available.value_or(0) : m_spec.training.numIterations;
    if (available && m_total > *available) {
        m_shortage = shortageOf(*m_source, *available, m_total);
        warnOfShortage();
        m_total = *available;
    }
}

void TrainingRun::warnOfShortage()
{
    if (m_shortage)
        say(str("warning: ", m_shortage->cause(), ". ", m_shortage->hint()));
}

/// Of what failed before this sitting had begun: what earlier ones did is still done.
void TrainingRun::writeFailedStart(const std::string& state, const Error& error)
{
    auto status = m_before;
    for (const auto* key : {"eta_seconds", "heartbeat", "pid", "host"})
        status.erase(key);
    status["state"] = state;
    status["error"] = toJson(error);
    m_writer->writeStatus(status, true);
}

void TrainingRun::writeStatus(const std::string& state, const Error* error)
{
    if (error && m_before.is_object())
        return writeFailedStart(state, *error);
    Json status{{"state", state}, {"step", m_step}, {"total_steps", m_total}, {"seconds", elapsed()}};
    status["loss"] = std::isfinite(m_lastLoss) ? Json(m_lastLoss) : Json(nullptr);
    status["validation_loss"] = m_validationLoss ? Json(*m_validationLoss) : Json(nullptr);
    if (m_tokensPerSecond > 0)
        status["tokens_per_second"] = m_tokensPerSecond;
    // The average of this sitting, validation and checkpoints included: the only one that keeps its word.
    if (state == "running" && m_step > m_firstStep)
        status["eta_seconds"] = (elapsed() - m_secondsBefore) / double(m_step - m_firstStep) * double(m_total - m_step);
    if (m_savedAt >= 0)
        status["saved_step"] = m_savedAt;
    if (error)
        status["error"] = toJson(*error);
    m_writer->writeStatus(status, state != "running");
    m_statusAt = Clock::now();
}

void TrainingRun::begin(bool resume)
{
    m_model = std::make_unique<model::Transformer>(m_spec.model, std::uint64_t(m_spec.training.seed));
    m_model->to(m_device);
    m_optimizer = std::make_unique<Optimizer>(m_spec.training, m_model->parameters(), *m_group);
    const auto tell = [this](const std::string& line) { say(line); };
    const auto& start = m_spec.training.checkpoint;
    std::optional<CheckpointState> state;
    if (resume)
        state = loadNewest(m_writer->path(), wholeOr(m_before, "saved_step", -1), *m_model, *m_optimizer, *m_group, tell);
    if (state)
        m_savedAt = state->step;
    else if (!start.empty())
        state = loadAsStart(start, m_spec.training.resetSteps, *m_model, *m_optimizer, *m_group, tell);
    else
        shareWeights(*m_model, *m_group);
    if (state) {
        m_step = state->step;
        m_secondsBefore = state->seconds;
        m_input.seek(state->dataPosition);
        if (m_savedAt >= 0)
            m_watch.remember(state->gradientNorms);
    }
    if (resume && m_savedAt < 0)
        tellNewBeginning();
    m_before = Json();
    if (m_group->several())
        m_reducer = std::make_unique<distributed::GradientReducer>(*m_group, trained(*m_model), m_spec.training.bucketMegabytes << 20);
    m_training = std::make_unique<TrainingStep>(m_spec.training, *m_model, *m_optimizer, m_reducer ? GraphedStep::MakeGraph() : graphsFor(m_spec.training, *m_model, m_device), tell, m_reducer.get());
    m_firstStep = m_step;
    m_savedTime = Clock::now();
    if (m_group->isFirst()) {
        m_writer->trimTo(m_step);
        if (const auto rows = m_step >= m_total ? runs::readTrainLog(m_writer->path() / "train.log") : std::vector<runs::TrainRow>(); !rows.empty())
            m_lastLoss = rows.back().loss;      // no step follows that would tell one
        m_film.trimTo(m_step);
        if (m_spec.training.tensorboard)
            m_writer->openEvents(resume ? std::optional(m_step) : std::nullopt);
        describe(resume);
    }
    say(str(resume ? "resumed at step " : "started at step ", m_step, " of ", m_total, " on ", m_device.str(), ", ", at::get_num_threads(), at::get_num_threads() == 1 ? " thread, " : " threads, ",
        withThousands(m_model->parameterCount()), " parameters", m_group->several() ? ", " + distributed::describe(m_group->environment()) : ""));
}

/// Of a run that is resumed without a checkpoint: paid for or not, what it did is done again.
void TrainingRun::tellNewBeginning()
{
    if (!m_group->isFirst())
        return;
    if (const auto step = wholeOr(m_before, "step", 0); step > m_step)
        say(str("warning: the run has no checkpoint; its ", withThousands(step), " steps are done again from ", m_step == 0 ? std::string("the beginning") : str("step ", m_step)));
}

void TrainingRun::describe(bool resumed)
{
    auto& directory = m_writer->directory();
    auto run = directory.readJson("run.json");
    Json start{{"time", runs::timeStamp()}, {"program", programVersion()}, {"commit", programCommit()}, {"libtorch", libtorchVersion()}, {"device", m_device.str()},
        {"threads", at::get_num_threads()}, {"ranks", m_group->ranks()}, {"seed", m_spec.training.seed}, {"resumed_from_step", resumed ? Json(m_step) : Json(nullptr)}};
    if (run.is_null()) {
        const auto tokenizer = m_source->tokenizer();
        run = {{"schema", 1}, {"spec", spec::toJson(m_spec)}, {"tokenizer", {{"name", tokenizer.name}, {"sha256", tokenizer.sha256}, {"pieces", tokenizer.pieces}}}, {"starts", Json::array()}};
        // A copy makes the folder self-contained: evaluation finds the right vocabulary wherever the folder goes.
        if (!tokenizer.path.empty() && std::filesystem::exists(tokenizer.path))
            writeFileAtomic(m_writer->path() / "tokenizer.model", readFile(tokenizer.path));
        directory.writeArgs({{"args", spec::officialArgs(m_spec)}, {"dataset_args", m_source->describe()}, {"model_args", spec::officialModelArgs(m_spec)}});
    }
    if (!run.contains("data"))
        run["data"] = {{"fingerprint", m_source->fingerprint()}};
    rememberPlaces(run, start);
    run["starts"].push_back(start);
    directory.writeRun(run);
}

/// Of data and a tokenizer that were moved, so that the next resume finds them. Data keep the name by which the run belongs to its other seeds.
void TrainingRun::rememberPlaces(Json& run, Json& start) const
{
    if (!m_options.dataset.empty()) {
        if (!run["data"].contains("first_dataset"))
            run["data"]["first_dataset"] = run["spec"]["data"]["dataset"];
        run["spec"]["data"]["dataset"] = start["dataset"] = m_spec.data.dataset;
    }
    if (!m_options.tokenizer.empty())
        run["spec"]["data"]["tokenizer"] = start["tokenizer"] = m_spec.data.tokenizer;
}

TrainResult TrainingRun::start(bool resume)
{
    try {
        begin(resume);
        return loop();
    } catch (const Error& error) {
        endFailed(error);
        // Their threads still wait for the lost rank, each as long as the timeout: the process ends without them.
        if (dynamic_cast<const distributed::ContactLost*>(&error))
            [[maybe_unused]] const auto* left = new std::tuple(std::move(m_training), std::move(m_reducer), m_group);
        throw;
    } catch (const std::exception& failure) {
        const auto* torch = dynamic_cast<const c10::Error*>(&failure);
        const auto error = isOutOfMemory(failure)
            ? outOfMemory(m_spec, m_group->ranks(), m_device, m_freeBytes, m_savedAt >= 0, m_model ? str("at step ", m_step) : "while the model was made")
            : Error(ErrorCode::Failed, str(torch ? "LibTorch reported" : "what failed", " at step ", m_step, ": ", torch ? torch->what_without_backtrace() : failure.what()), m_savedAt >= 0 ? str("The checkpoint of step ", m_savedAt, " is intact.") : "No checkpoint was written yet.");
        endFailed(error);
        throw error;
    }
}

/// What PyTorch and the official code load. The checkpoint is on disk already: the run is finished, whatever happens here.
std::optional<Error> TrainingRun::exportWeights()
{
    try {
        interop::NamedTensors tensors;
        for (const auto& [name, tensor] : m_model->parameters())
            tensors.emplace_back(name, tensor.detach());
        interop::writeTorchFile(m_writer->path() / "model.pt", tensors);
        say("wrote model.pt");
        return std::nullopt;
    } catch (const Error& error) {
        say(str("warning: model.pt could not be written: ", error.cause()));
        return Error(ErrorCode::Failed, str("the run is finished, but model.pt could not be written: ", error.cause()),
            str("Its checkpoint is intact; write the file later with: bamscope --batch export ", m_writer->path().string(), " --pt ", (m_writer->path() / "model.pt").string()));
    }
}

void TrainingRun::endFailed(const Error& error)
{
    const bool stopped = error.code() == ErrorCode::Stopped;
    try {
        end(stopped ? m_stoppedAs : "failed", &error);
        m_writer->note(str(stopped ? "" : "error: ", error.what()));
    } catch (const Error&) {
        // The disk may be what failed: the first error is the one to tell.
    }
}

/// By rank 0, which alone has the file; a long text takes longer than ranks wait otherwise.
void TrainingRun::capture()
{
    m_group->whileFirst([this] { m_film.take(*m_model, m_step, elapsed(), m_stop); });
}

TrainResult TrainingRun::loop()
{
    const auto& training = m_spec.training;
    writeStatus("running");
    if (m_options.onStart && m_group->isFirst())
        m_options.onStart(m_writer->path());
    m_group->note("bamscope/run", m_writer->path().string());
    obeyBetween();
    while (m_step < m_total) {
        const bool validates = m_step == 0 || (training.valLossEvery > 0 && m_step % training.valLossEvery == 0);
        if (validates) {
            logPriors();
            if (training.valLossEvery > 0) {
                validate(m_step);
                obeyBetween();
            }
        }
        if (training.captureEvery > 0 && m_step % training.captureEvery == 0)
            capture();
        trainStep();
        if (m_step < m_total && m_savedAt != m_step && ((training.checkpointEvery > 0 && m_step % training.checkpointEvery == 0) || m_dueByTime))
            checkpoint();
        if (std::chrono::duration<double>(Clock::now() - m_statusAt).count() > kStatusSeconds)
            writeStatus("running");
    }
    if (m_savedAt != m_step)
        checkpoint();
    logPriors();
    validate(m_step);
    if (training.captureEvery > 0)
        capture();
    if (m_stopAgreed)
        stopHere();
    const auto notExported = training.exportPt && m_group->isFirst() ? exportWeights() : std::nullopt;
    end("finished");
    say(str("finished ", m_step, " steps in ", humanDuration(elapsed()), m_skipped > 0 ? str("; the updates of ", m_skipped, " were left out") : ""));
    warnOfShortage();
    return {m_writer->path(), m_step, m_lastLoss, m_validationLoss, elapsed(), m_skipped, m_shortage, notExported};
}

/// The last status; whoever waits for an answer finds it in place.
void TrainingRun::end(const std::string& state, const Error* error)
{
    writeStatus(state, error);
    if (m_control)
        m_control->close({state, m_step, {}});
}

void TrainingRun::stopHere(bool pause)
{
    if (m_savedAt != m_step)
        checkpoint();
    m_stoppedAs = pause ? "paused" : "stopped";
    throw Error(ErrorCode::Stopped, str(m_stoppedAs, " on request after step ", m_step, " of ", m_total),
        str("Continue with: bamscope --batch train --resume ", m_writer->path().string()));
}

}  // namespace bam::train
