// SPDX-License-Identifier: GPL-3.0-or-later
// A step, and what is done between two steps.
#include "core/train/training_run.h"

#include "core/base/text.h"
#include "core/train/checkpoint.h"
#include "core/train/memory_report.h"
#include "core/train/schedule.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <array>
#include <cmath>
#include <utility>

namespace bam::train {
namespace {

double secondsSince(TrainingRun::Clock::time_point start) { return std::chrono::duration<double>(TrainingRun::Clock::now() - start).count(); }

}  // namespace

/// Forward and backward pass of this rank, and the exchange of gradients within.
StepNumbers TrainingRun::gradients(const std::vector<data::Batch>& batches)
{
    try {
        return m_training->run(batches, [this] {
            if (m_step + 1 < m_total)
                m_input.fetchAhead();
        });
    } catch (const Error&) {
        throw;
    } catch (const std::exception& failure) {
        if (m_group->several() && !isOutOfMemory(failure) && distributed::isContactLost(failure))
            m_group->rethrow(str("step ", m_step), failure);
        throw;
    }
}

void TrainingRun::trainStep()
{
    const auto begin = Clock::now();
    const auto batches = m_input.next();
    if (batches.empty())
        throw Error(ErrorCode::Failed, str("the data ended at step ", m_step, " of ", m_total), "Lower num_iterations, or add data.");
    const auto [loss, norm] = gradients(batches);
    const auto agreed = agree(loss, m_step + 1);
    const auto& training = m_spec.training;
    const double factor = learningRateFactor(m_step, training.warmupIters, m_total, training.learningRateDecayFrac);
    const bool good = isGood(agreed.loss, norm);
    if (good) {
        m_optimizer->step(factor);
        m_model->constrain();
    } else {
        m_optimizer->skip();
    }
    m_lastLoss = agreed.loss;
    report(batches, norm, training.learningRate * factor, secondsSince(begin));
    obey(agreed);
}

/// Whether the step's update is made. @throws Error (Failed) for numbers that are not finite, unless such steps are left out
bool TrainingRun::isGood(float loss, float norm)
{
    const auto judgement = m_watch.judge(loss, norm);
    if (judgement == StepWatch::Judgement::Good)
        return true;
    const bool skips = m_spec.training.onBadStep == "skip";
    if (judgement == StepWatch::Judgement::NotFinite && (!skips || !model::firstNotFinite(m_model->parameters()).empty()))
        failNonFinite(loss, norm);
    m_skipped += skips;
    if (judgement == StepWatch::Judgement::NotFinite)
        say(str("warning: step ", m_step, ": loss is ", loss, " and gradient norm is ", norm, "; first non-finite: ", firstNonFinite(m_model->parameters()), "; the update is left out"));
    else
        say(str("warning: step ", m_step, ": the gradient norm ", norm, " is ", shortest(std::round(10 * double(norm) / m_watch.median()) / 10), " × its median (loss ", loss, "); ",
            largestGradient(m_model->parameters(), double(norm)), skips ? "; the update is left out" : ""));
    return !skips;
}

void TrainingRun::report(const std::vector<data::Batch>& batches, float norm, double rate, double took)
{
    std::int64_t tokens = 0;
    for (const auto& batch : batches)
        tokens += batch.inputs.numel();
    tokens *= m_group->ranks();
    m_averageStep = m_averageStep == 0 ? took : 0.95 * m_averageStep + 0.05 * took;
    StepReport report;
    report.row = {m_step, elapsed(), m_lastLoss, norm, rate, took, double(tokens) / took};
    m_tokensPerSecond = report.row.tokensPerSecond;
    report.totalSteps = m_total;
    report.etaSeconds = m_averageStep * double(m_total - m_step - 1);
    if (m_step % m_spec.training.logEvery == 0 || m_step + 1 == m_total)
        m_writer->append(report.row);
    ++m_step;
    if (m_options.onStep && m_group->isFirst())
        m_options.onStep(report);
}

void TrainingRun::validate(std::int64_t step)
{
    const auto begin = Clock::now();
    const auto batches = m_source->validation();
    at::NoGradGuard guard;
    // Of all ranks: losses, batches, tokens, and whether one of them was asked to stop.
    std::array<double, 4> sums{};
    for (const auto& batch : batches) {
        if (m_stop.stop_requested())
            break;
        const Autocast autocast(m_device, m_spec.training.dtype);
        const auto [inputs, targets, documents] = onDevice(batch, m_device);
        sums[0] += m_model->loss(inputs, targets, documents).item<double>();
        sums[1] += 1;
        sums[2] += double(batch.inputs.numel());
    }
    sums[3] = m_stop.stop_requested();
    m_group->sum(sums);
    m_stopAgreed = m_stopAgreed || sums[3] > 0;
    if (m_stopAgreed || sums[1] == 0)
        return;     // repeated after resume
    const auto loss = float(sums[0] / sums[1]);
    const double took = secondsSince(begin);
    const runs::EvalRow row{step, elapsed(), loss, took, sums[2] / took};
    m_writer->append(row);
    m_validationLoss = loss;
    if (m_options.onValidation && m_group->isFirst())
        m_options.onValidation(row);
}

void TrainingRun::logPriors()
{
    std::vector<runs::PriorLogRow> rows;
    for (const auto& row : m_model->priors())
        rows.push_back({m_step, row.layer, row.head, row.thetaAlpha, row.thetaBeta, row.thetaMu, row.seqScale, row.r1, row.r2});
    m_writer->append(rows);
}

void TrainingRun::checkpoint()
{
    saveCheckpoint(m_writer->path(), {m_step, elapsed(), m_input.position(), m_watch.memory()}, *m_model, *m_optimizer, *m_group);
    m_savedAt = m_step;
    m_savedTime = Clock::now();
    if (m_group->isFirst())
        pruneCheckpoints(m_writer->path(), m_step, m_spec.training.keepLast, m_spec.training.keepEvery);
}

bool TrainingRun::minutesAreOver() const { return m_spec.training.checkpointMinutes > 0 && secondsSince(m_savedTime) >= 60 * m_spec.training.checkpointMinutes; }

void TrainingRun::failNonFinite(float loss, float norm)
{
    throw Error(ErrorCode::Failed,
        str("step ", m_step, ": loss is ", loss, " and gradient norm is ", norm, "; first non-finite: ", firstNonFinite(m_model->parameters())),
        m_savedAt >= 0 ? str("The checkpoint of step ", m_savedAt, " is intact. Lower the learning rate, lengthen the warm-up or clip the gradient, then start a new run.")
                       : "No checkpoint was written yet. Lower the learning rate, lengthen the warm-up or clip the gradient, then start a new run.");
}

/// What signals, the control folder and the clock ask for after `step` steps: rank 0 reads the folder and the clock, each rank has its own signals.
Agreed TrainingRun::agree(float loss, std::int64_t step)
{
    enum { Loss, Stop, StopAsked, PauseAsked, CheckpointAsked, CaptureAsked, TimeIsUp, Count };
    std::array<double, Count> said{};
    said[Loss] = double(loss) / m_group->ranks();
    said[Stop] = m_stop.stop_requested();
    if (m_control && step < m_total) {
        while (auto request = m_control->due(step)) {
            said[StopAsked] += request->request.kind == runs::ControlKind::Stop;
            said[PauseAsked] += request->request.kind == runs::ControlKind::Pause;
            said[CheckpointAsked] += request->request.kind == runs::ControlKind::Checkpoint;
            said[CaptureAsked] += request->request.kind == runs::ControlKind::Capture;
            m_due.push_back(std::move(*request));
        }
        said[TimeIsUp] = minutesAreOver();
    }
    m_group->sum(said);
    m_stopAgreed = m_stopAgreed || said[Stop] > 0;
    m_dueByTime = said[TimeIsUp] > 0;
    return {float(said[Loss]), m_stopAgreed || said[StopAsked] > 0, said[PauseAsked] > 0, said[CheckpointAsked] > 0, said[CaptureAsked] > 0};
}

void TrainingRun::obey(const Agreed& agreed)
{
    if (agreed.checkpoint)
        checkpointOnRequest();
    if (agreed.capture)
        m_group->whileFirst([this] { captureOnRequest(); });
    for (const auto& request : std::exchange(m_due, {})) {
        if (request.request.kind == runs::ControlKind::LogEvery) {
            m_spec.training.logEvery = request.request.value.value_or(1);       // of rank 0, which writes the log
            m_control->answer(request, {"log_every", m_step, str("a row every ", m_spec.training.logEvery, " steps")});
        } else
            m_due.push_back(request);       // a stop or a pause is answered by the end
    }
    // Alone, nobody has to be told: what was asked for since counts already.
    const bool stop = agreed.stop || (!m_group->several() && m_stop.stop_requested());
    if (stop || agreed.pause)
        stopHere(!stop);
}

/// A checkpoint that was only wished for may fail without ending the training.
void TrainingRun::checkpointOnRequest()
{
    std::string problem;
    try {
        if (m_savedAt != m_step)
            checkpoint();
        say(str("checkpoint of step ", m_step, " written on request"));
    } catch (const distributed::ContactLost&) {
        throw;
    } catch (const Error& error) {
        problem = error.cause();
        say(str("warning: the checkpoint that was asked for could not be written: ", problem));
    }
    std::erase_if(m_due, [&](const auto& request) {
        if (request.request.kind != runs::ControlKind::Checkpoint)
            return false;
        m_control->answer(request, {problem.empty() ? "checkpoint" : "failed", m_step, problem});
        return true;
    });
}

/// By rank 0.
void TrainingRun::captureOnRequest()
{
    std::erase_if(m_due, [&](const auto& request) {
        if (request.request.kind != runs::ControlKind::Capture)
            return false;
        const auto problem = m_film.take(*m_model, m_step, elapsed(), m_stop);
        if (!problem.empty())
            m_control->answer(request, {"failed", m_step, problem});
        else
            m_control->answer(request, {m_stop.stop_requested() ? "ignored" : "captured", m_step, {}});
        return true;
    });
}

}  // namespace bam::train
