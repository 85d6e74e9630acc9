// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/job_outcome.h"

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/small_file.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>
#include <QFile>

#include <csignal>

namespace bam::work {
namespace {

using jobs::JobState;

constexpr qint64 kTailBytes = 8192;
constexpr int kAtOnce = 130;        // exit status after a second signal

QString text(const char* source) { return QCoreApplication::translate("JobOutcome", source); }

/// What its run says, if that is of this very process.
nlohmann::json statusOf(const jobs::JobRecord& job)
{
    if (job.run.empty())
        return {};
    nlohmann::json status;
    try {
        if (const auto text = readSmallFile(std::filesystem::path(job.run) / "status.json"))
            status = jsonOrDiscarded<nlohmann::json>(*text);
    } catch (const Error&) {
        // The list of runs tells what is wrong with it.
    }
    const bool ours = status.is_object() && status.contains("pid") && status["pid"].is_number_integer() && status["pid"].get<std::int64_t>() == job.process.pid;
    return ours ? status : nlohmann::json();
}

std::string word(const nlohmann::json& json, const char* key)
{
    return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string();
}

QString lastLineOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    file.seek(std::max<qint64>(0, file.size() - kTailBytes));
    const auto lines = file.readAll().split('\n');
    for (auto line = lines.rbegin(); line != lines.rend(); ++line)
        if (!line->trimmed().isEmpty())
            return QString::fromUtf8(line->trimmed());
    return {};
}

JobOutcome stopped(const nlohmann::json& status)
{
    return {word(status, "state") == "paused" ? JobState::Paused : JobState::Stopped, {}, {}, -1};
}

QString memoryHint()
{
    return text(QT_TRANSLATE_NOOP("JobOutcome", "Systems do this when memory runs out: use a smaller batch_size with the same tokens_per_step, or a smaller model. Resume goes on from the newest checkpoint, if there is one."));
}

JobOutcome bySignal(const jobs::JobRecord& job, int signal)
{
    if (job.stopAsked && (signal == SIGTERM || signal == SIGINT))
        return {JobState::Stopped, {}, {}, -1};
    if (signal == SIGKILL)
        return {JobState::Failed, text(QT_TRANSLATE_NOOP("JobOutcome", "The process was killed from outside (signal 9)")), memoryHint()};
    return {JobState::Failed, text(QT_TRANSLATE_NOOP("JobOutcome", "The process was ended by signal %1 (%2)")).arg(signal).arg(QString::fromLocal8Bit(::strsignal(signal))),
        text(QT_TRANSLATE_NOOP("JobOutcome", "The log may tell more. Resume goes on from the newest checkpoint, if there is one."))};
}

JobOutcome byStatus(const nlohmann::json& status)
{
    const auto state = word(status, "state");
    if (state == "finished")
        return {JobState::Finished, {}, {}, -1};
    if (state == "failed" && status.contains("error"))
        return {JobState::Failed, QString::fromStdString(word(status["error"], "message")), QString::fromStdString(word(status["error"], "hint"))};
    return stopped(status);
}

JobOutcome withoutAWord(const std::optional<ExitStatus>& exit, const QString& errFile)
{
    const auto last = lastLineOf(errFile);
    auto cause = exit ? text(QT_TRANSLATE_NOOP("JobOutcome", "The process ended with status %1 and without saying why")).arg(exit->code)
                      : text(QT_TRANSLATE_NOOP("JobOutcome", "The process ended without a word, perhaps killed for want of memory"));
    if (!last.isEmpty())
        cause = text(QT_TRANSLATE_NOOP("JobOutcome", "%1; the last line of its errors is “%2”")).arg(cause, last);
    return {JobState::Failed, cause, exit ? text(QT_TRANSLATE_NOOP("JobOutcome", "Look at the log.")) : memoryHint()};
}

JobOutcome decide(const jobs::JobRecord& job, const nlohmann::json& status, const std::optional<jobs::JobEnding>& ending, const std::optional<ExitStatus>& exit, const QString& errFile)
{
    if (ending && ending->good)
        return {JobState::Finished, {}, {}, -1};
    if (ending && ending->code == int(ErrorCode::Stopped))
        return stopped(status);
    if (ending)
        return {JobState::Failed, QString::fromStdString(ending->cause), QString::fromStdString(ending->hint)};
    if (job.killAsked)
        return {JobState::Stopped, text(QT_TRANSLATE_NOOP("JobOutcome", "Killed on request.")), text(QT_TRANSLATE_NOOP("JobOutcome", "Resume goes on from the newest checkpoint, if there is one."))};
    if (exit && exit->signal != 0)
        return bySignal(job, exit->signal);
    if (const auto state = word(status, "state"); state == "finished" || state == "stopped" || state == "paused" || state == "failed")
        return byStatus(status);
    if (exit && exit->code == 0)
        return {JobState::Finished, {}, {}, -1};
    if (exit && (exit->code == int(ErrorCode::Stopped) || exit->code == kAtOnce) && job.stopAsked)
        return {JobState::Stopped, {}, {}, -1};
    return withoutAWord(exit, errFile);
}

}  // namespace

JobOutcome outcomeOf(const jobs::JobRecord& job, const std::optional<jobs::JobEnding>& ending, const std::optional<ExitStatus>& exit, const QString& errFile)
{
    const auto status = statusOf(job);
    auto outcome = decide(job, status, ending, exit, errFile);
    if (status.is_object() && status.contains("step") && status["step"].is_number_integer())
        outcome.step = status["step"].get<qint64>();
    return outcome;
}

}  // namespace bam::work
