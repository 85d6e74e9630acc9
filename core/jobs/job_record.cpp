// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/job_record.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/small_file.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <random>

namespace bam::jobs {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;
constexpr const char* kFile = "job.json";

constexpr std::array<std::pair<JobState, const char*>, 8> kStates{{{JobState::Queued, "queued"}, {JobState::Starting, "starting"}, {JobState::Running, "running"},
    {JobState::Finished, "finished"}, {JobState::Stopped, "stopped"}, {JobState::Paused, "paused"}, {JobState::Failed, "failed"}, {JobState::Cancelled, "cancelled"}}};

JobState stateFromName(const std::string& name)
{
    for (const auto& [state, known] : kStates)
        if (name == known)
            return state;
    throw Error(ErrorCode::Failed, str("\"", name, "\" is no state of a job"), "The file may be of a newer version of the program.");
}

/// Sorts by time; two jobs of one second differ by chance.
std::string newId(std::int64_t now)
{
    const auto seconds = std::time_t(now);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 48> text{};
    const auto length = std::strftime(text.data(), text.size(), "%Y%m%d-%H%M%S-", &parts);
    std::snprintf(text.data() + length, text.size() - length, "%08x", std::random_device{}());
    return text.data();
}

Json numberJson(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
double numberFrom(const Json& json) { return json.is_number() ? json.get<double>() : JobProgress::kNone; }

Json toJson(const JobProgress& progress)
{
    return {{"done", numberJson(progress.done)}, {"total", numberJson(progress.total)}, {"unit", progress.unit}, {"loss", numberJson(progress.loss)},
        {"validation_loss", numberJson(progress.validationLoss)}, {"step", progress.step}, {"total_steps", progress.totalSteps}};
}

JobProgress progressFrom(const Json& json)
{
    JobProgress progress;
    progress.done = numberFrom(json.at("done"));
    progress.total = numberFrom(json.at("total"));
    progress.unit = json.at("unit").get<std::string>();
    progress.loss = numberFrom(json.at("loss"));
    progress.validationLoss = numberFrom(json.at("validation_loss"));
    progress.step = json.at("step").get<std::int64_t>();
    progress.totalSteps = json.at("total_steps").get<std::int64_t>();
    return progress;
}

Json toJson(const JobRecord& record)
{
    return {{"schema", kSchema}, {"state", stateName(record.state)}, {"created", record.created}, {"started", record.started}, {"ended", record.ended}, {"position", record.position},
        {"process", runs::toJson(record.process)}, {"stop_asked", record.stopAsked},
        {"kill_asked", record.killAsked}, {"exit_code", record.exitCode}, {"run", record.run}, {"cause", record.cause}, {"hint", record.hint}, {"progress", toJson(record.progress)}, {"worker", jobs::toJson(record.spec)}};
}

JobRecord fromJson(const Json& json, const std::string& id)
{
    JobRecord record;
    record.id = id;
    record.state = stateFromName(json.at("state").get<std::string>());
    record.created = json.at("created").get<std::int64_t>();
    record.started = json.at("started").get<std::int64_t>();
    record.ended = json.at("ended").get<std::int64_t>();
    record.position = json.at("position").get<std::int64_t>();
    record.process = runs::processFromJson(json.at("process"));
    record.stopAsked = json.at("stop_asked").get<bool>();
    record.killAsked = json.at("kill_asked").get<bool>();
    record.exitCode = json.at("exit_code").get<int>();
    record.run = json.at("run").get<std::string>();
    record.cause = json.at("cause").get<std::string>();
    record.hint = json.at("hint").get<std::string>();
    record.progress = progressFrom(json.at("progress"));
    record.spec = workerFromJson(json.at("worker"));
    return record;
}

}  // namespace

std::string stateName(JobState state)
{
    return std::find_if(kStates.begin(), kStates.end(), [&](const auto& entry) { return entry.first == state; })->second;
}

bool hasEnded(JobState state) { return state != JobState::Queued && state != JobState::Starting && state != JobState::Running; }

JobRecord JobStore::create(const WorkerSpec& spec, std::int64_t position) const
{
    JobRecord record;
    record.spec = spec;
    record.created = std::int64_t(std::time(nullptr));
    record.position = position;
    record.id = newId(record.created);
    const auto folder = folderOf(record.id);
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure)
        throwFileError(folder, "create", failure.value());
    try {
        if (!spec.specJson.empty())
            writeFileAtomic(specFile(record.id), spec.specJson);
        save(record);
    } catch (const Error&) {
        remove(record.id);
        throw;
    }
    return record;
}

void JobStore::save(const JobRecord& record) const
{
    std::error_code error;
    if (!std::filesystem::exists(folderOf(record.id), error) && !error)
        throw Error(ErrorCode::Failed, str("the job's folder ", folderOf(record.id).string(), " is gone"), "It was removed while it was in use. What the job makes is not in there.");
    writeFileAtomic(folderOf(record.id) / kFile, toJson(record).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void JobStore::remove(const std::string& id) const
{
    std::error_code ignored;
    std::filesystem::remove_all(folderOf(id), ignored);
}

std::vector<std::string> JobStore::ids() const
{
    std::vector<std::string> found;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(m_folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        if (std::filesystem::exists(entry->path() / kFile, ignored))
            found.push_back(entry->path().filename().string());
    }
    std::sort(found.begin(), found.end());
    return found;
}

JobRecord JobStore::read(const std::string& id) const
{
    const auto file = folderOf(id) / kFile;
    try {
        return fromJson(readJsonText(readSmallFile(file).value_or(std::string()), file.string()), id);
    } catch (const nlohmann::json::exception& problem) {
        throw Error(ErrorCode::Failed, str(file.string(), " cannot be read: ", problem.what()), "It was damaged or changed by another program.");
    }
}

std::vector<JobRecord> JobStore::load(std::vector<JobProblem>& problems) const
{
    std::vector<JobRecord> records;
    for (const auto& id : ids()) {
        try {
            records.push_back(read(id));
        } catch (const std::exception& problem) {
            const auto file = folderOf(id) / kFile, aside = folderOf(id) / str(kFile, ".broken");
            std::error_code failure;
            std::filesystem::rename(file, aside, failure);
            problems.push_back({failure ? file : aside, problem.what()});
        }
    }
    return records;
}

}  // namespace bam::jobs
