// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/job_record.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
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

Json toJson(const JobRecord& record)
{
    const auto& process = record.process;
    return {{"schema", kSchema}, {"state", stateName(record.state)}, {"created", record.created}, {"started", record.started}, {"ended", record.ended}, {"position", record.position},
        {"process", {{"host", process.host}, {"boot", process.boot}, {"pid", process.pid}, {"start_ticks", process.startTicks}}}, {"stop_asked", record.stopAsked},
        {"kill_asked", record.killAsked}, {"exit_code", record.exitCode}, {"run", record.run}, {"cause", record.cause}, {"hint", record.hint}, {"worker", jobs::toJson(record.spec)}};
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
    const auto& process = json.at("process");
    record.process = {process.at("host").get<std::string>(), process.at("boot").get<std::string>(), process.at("pid").get<std::int64_t>(), process.at("start_ticks").get<std::uint64_t>()};
    record.stopAsked = json.at("stop_asked").get<bool>();
    record.killAsked = json.at("kill_asked").get<bool>();
    record.exitCode = json.at("exit_code").get<int>();
    record.run = json.at("run").get<std::string>();
    record.cause = json.at("cause").get<std::string>();
    record.hint = json.at("hint").get<std::string>();
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
    writeFileAtomic(folderOf(record.id) / kFile, toJson(record).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void JobStore::remove(const std::string& id) const
{
    std::error_code ignored;
    std::filesystem::remove_all(folderOf(id), ignored);
}

std::vector<JobRecord> JobStore::load(std::vector<JobProblem>& problems) const
{
    std::vector<JobRecord> records;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(m_folder, error), end; !error && entry != end; entry.increment(error)) {
        const auto file = entry->path() / kFile;
        std::error_code ignored;
        if (!std::filesystem::exists(file, ignored))
            continue;
        try {
            records.push_back(fromJson(Json::parse(readFile(file)), entry->path().filename().string()));
        } catch (const std::exception& problem) {
            const auto aside = entry->path() / str(kFile, ".broken");
            std::filesystem::rename(file, aside, ignored);
            problems.push_back({ignored ? file : aside, problem.what()});
        }
    }
    std::sort(records.begin(), records.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return records;
}

}  // namespace bam::jobs
