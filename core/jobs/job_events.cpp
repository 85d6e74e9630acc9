// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/job_events.h"

#include "core/base/descriptor.h"
#include "core/base/json_text.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

#include <sys/stat.h>

namespace bam::jobs {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongestLine = 1024 * 1024;

double number(const Json& json, const char* key) { return json.contains(key) && json[key].is_number() ? json[key].get<double>() : JobProgress::kNone; }

std::int64_t whole(const Json& json, const char* key, std::int64_t otherwise)
{
    return json.contains(key) && json[key].is_number_integer() ? json[key].get<std::int64_t>() : otherwise;
}

std::string text(const Json& json, const char* key) { return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string(); }

/// In a file of several jobs: this one's share of the whole.
void amongJobs(JobProgress& progress, double share)
{
    if (progress.jobCount <= 0)
        return;
    progress.done = double(progress.jobIndex - 1) + (std::isfinite(share) ? share : 0);
    progress.total = double(progress.jobCount);
    progress.unit = "jobs";
}

void onStep(JobProgress& progress, const Json& event)
{
    progress.step = whole(event, "step", progress.step);
    progress.totalSteps = whole(event, "total_steps", progress.totalSteps);
    progress.done = double(progress.step);
    progress.total = double(progress.totalSteps);
    progress.unit = "steps";
    progress.loss = number(event, "loss");
    progress.speed = number(event, "tokens_per_second");
    progress.speedUnit = "tok";
    progress.etaSeconds = progress.jobCount > 0 ? JobProgress::kNone : number(event, "eta_seconds");
    amongJobs(progress, progress.done / progress.total);
}

void onProgress(JobProgress& progress, const Json& event)
{
    progress.task = text(event, "task");
    progress.detail = text(event, "detail");
    progress.done = number(event, "done");
    progress.total = number(event, "total");
    progress.unit = text(event, "unit");
    const double seconds = number(event, "seconds");
    const bool countable = progress.unit != "work" && progress.unit != "stages";
    progress.speed = countable && seconds > 1 ? progress.done / seconds : JobProgress::kNone;
    progress.speedUnit = progress.unit;
    progress.etaSeconds = seconds > 1 && progress.done > 0 && progress.total > progress.done ? seconds * (progress.total / progress.done - 1) : JobProgress::kNone;
    amongJobs(progress, progress.done / progress.total);
}

void onJob(JobProgress& progress, const Json& event)
{
    progress.jobIndex = whole(event, "index", 0);
    progress.jobCount = whole(event, "count", 0);
    progress.task = text(event, "job");
    progress.speed = progress.etaSeconds = JobProgress::kNone;
    progress.step = progress.totalSteps = -1;
    amongJobs(progress, 0);
}

std::string rounded(double value, int digits)
{
    char buffer[48];
    std::snprintf(buffer, sizeof buffer, "%.*f", digits, value);
    return buffer;
}

std::string stepLine(const Json& event)
{
    return str("step ", whole(event, "step", 0), "/", whole(event, "total_steps", 0), " | loss ", rounded(number(event, "loss"), 4), " | norm ", rounded(number(event, "norm"), 2), " | ",
        withThousands(std::int64_t(std::max(0.0, number(event, "tokens_per_second")))), " tok/s | ETA ", humanDuration(number(event, "eta_seconds")));
}

std::string progressLine(const Json& event)
{
    const double done = number(event, "done"), total = number(event, "total");
    const auto detail = text(event, "detail");
    return str(text(event, "task"), total > 0 ? str(": ", int(100 * std::min(1.0, done / total)), " %") : "", detail.empty() ? "" : " | " + detail);
}

/// A finished cell of an evaluation.
std::string cellLine(const Json& event)
{
    if (event.contains("line"))
        return text(event, "line");
    return str(text(event, "sampling"), event.contains("sampling") ? " " : "", whole(event, "length", 0), " tokens: ", whole(event, "correct", 0), " of ", whole(event, "samples", 0), " found");
}

bool isCell(const Json& event) { return event.contains("evaluation") || text(event, "event") == "passkey"; }

}  // namespace

bool JobEvents::poll()
{
    m_more = false;
    const Descriptor file(openRetrying(m_file.c_str(), O_RDONLY | O_NONBLOCK));
    struct stat info{};
    if (!file.valid() || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode))
        return false;
    const auto restart = [&](std::int64_t offset) {
        m_place.restart(offset);
        m_rest.clear();
        m_skipLine = offset > 0;
    };
    if (m_place.isAnother(file.get(), info))
        restart(0);
    const auto size = std::int64_t(info.st_size);
    // The beginning once, then the newest: what lies between tells nothing that the newest does not.
    if (m_place.offset() > 0 && size - m_place.offset() > kMostBytes)
        restart(size - kMostBytes);
    m_place.remember(info);
    std::string bytes(std::size_t(std::min(size - m_place.offset(), kMostBytes)), '\0');
    bytes.resize(readAt(file.get(), bytes.data(), bytes.size(), m_place.offset()));
    m_place.advance(bytes);
    m_more = m_place.offset() < size && !bytes.empty();
    if (bytes.empty())
        return false;
    take(bytes);
    return true;
}

void JobEvents::finish()
{
    do
        poll();
    while (m_more);
}

void JobEvents::take(const std::string& bytes)
{
    m_rest += bytes;
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = m_rest.find('\n', begin)) != std::string::npos; begin = end + 1) {
        if (!m_skipLine)
            line(m_rest.substr(begin, end - begin));
        m_skipLine = false;
    }
    m_rest.erase(0, begin);
    if (m_rest.size() > kLongestLine) {
        m_rest.clear();
        m_skipLine = true;
    }
}

void JobEvents::line(const std::string& line)
{
    const auto event = jsonOrDiscarded<Json>(line);
    if (!event.is_object())
        return;
    const auto name = text(event, "event");
    if (name == "step")
        onStep(m_progress, event);
    else if (name == "progress")
        onProgress(m_progress, event);
    else if (name == "job")
        onJob(m_progress, event);
    else if (name == "start")
        m_progress.run = text(event, "run");
    else if (name == "validation")
        m_progress.validationLoss = number(event, "loss");
    else if (isCell(event))
        m_progress.detail = cellLine(event);
    else if (name == "finished" || (name == "done" && !event.contains("job")))     // "done" with "job" is one of several
        m_ending = JobEnding{true, 0, {}, {}};
    else if (name == "error")
        m_ending = JobEnding{false, int(whole(event, "code", 1)), text(event, "cause"), text(event, "hint")};
}

std::string eventLine(const std::string& line)
{
    const auto event = jsonOrDiscarded<Json>(line);
    if (!event.is_object() || !event.contains("event"))
        return line;
    const auto name = text(event, "event");
    if (name == "step")
        return stepLine(event);
    if (name == "progress")
        return progressLine(event);
    if (isCell(event))
        return cellLine(event);
    if (name == "validation")
        return str("validation after ", whole(event, "step", 0), " steps | loss ", rounded(number(event, "loss"), 4));
    if (name == "log")
        return text(event, "text");
    if (name == "note")
        return "note: " + text(event, "text");
    if (name == "start")
        return "run directory: " + text(event, "run");
    if (name == "job")
        return str("[", whole(event, "index", 0), "/", whole(event, "count", 0), "] ", text(event, "job"));
    if (name == "done") {
        for (const auto* key : {"job", "results", "out"})
            if (event.contains(key))
                return "done: " + text(event, key);
    }
    if (name == "error")
        return str("error: ", text(event, "cause"), text(event, "hint").empty() ? "" : " " + text(event, "hint"));
    return line;
}

}  // namespace bam::jobs
