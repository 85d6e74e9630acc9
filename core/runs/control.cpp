// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/control.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/runs/folder_lock.h"
#include "core/runs/imported.h"
#include "core/runs/run_directory.h"

#include <algorithm>
#include <array>
#include <random>

#include <unistd.h>

namespace bam::runs {
namespace {

constexpr const char* kFolder = "control";
constexpr const char* kDone = ".done.json";
constexpr std::uintmax_t kLargest = 64 * 1024;      // a request is some hundred bytes
constexpr std::chrono::milliseconds kBetweenLooks{200};
/// The time stamp of a folder may be coarse: after a change it is read again for so long, whatever the stamp says.
constexpr std::chrono::seconds kUnsettled{3};

constexpr std::array<std::pair<ControlKind, const char*>, 5> kKinds{{{ControlKind::Stop, "stop"}, {ControlKind::Pause, "pause"}, {ControlKind::Checkpoint, "checkpoint"},
    {ControlKind::Capture, "capture"}, {ControlKind::LogEvery, "log_every"}}};

std::filesystem::path answerFile(const std::filesystem::path& request) { return request.parent_path() / (request.stem().string() + kDone); }

bool isRequest(const std::filesystem::path& file)
{
    const auto name = file.filename().string();
    return !name.starts_with('.') && name.ends_with(".json") && !name.ends_with(kDone);
}

std::vector<std::filesystem::path> requestsIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (isRequest(entry->path()))
            files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    return files;
}

/// @throws Error with the reason, for the answer
ControlRequest parse(const std::string& text)
{
    const auto json = jsonOrDiscarded<Json>(text);
    if (!json.is_object() || !json.contains("request") || !json["request"].is_string())
        throw Error(ErrorCode::Usage, "expected a JSON object with the text \"request\"");
    const auto word = json["request"].get<std::string>();
    const auto kind = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& entry) { return word == entry.second; });
    if (kind == kKinds.end())
        throw Error(ErrorCode::Usage, str("\"", word, "\" is no request; expected stop, pause, checkpoint, capture or log_every"));
    ControlRequest request{kind->first};
    if (json.contains("step") && !json["step"].is_null()) {
        if (!json["step"].is_number_integer() || json["step"].get<std::int64_t>() < 0)
            throw Error(ErrorCode::Usage, str("\"step\" is ", json["step"].dump(), "; expected a whole number of at least 0"));
        request.step = json["step"].get<std::int64_t>();
    }
    if (request.kind == ControlKind::LogEvery) {
        const auto value = json.contains("value") ? json["value"] : Json();
        if (!value.is_number_integer() || value.get<std::int64_t>() < 1)
            throw Error(ErrorCode::Usage, str("\"value\" is ", value.dump(), "; expected a whole number of steps of at least 1"));
        request.value = value.get<std::int64_t>();
    }
    return request;
}

}  // namespace

std::filesystem::path requestControl(const std::filesystem::path& run, const ControlRequest& request)
{
    requireRun(run);
    requireNotImported(run, "be asked for anything");
    const auto folder = run / kFolder;
    std::error_code failure;
    std::filesystem::create_directory(folder, failure);
    if (failure)
        throwFileError(folder, "create", failure.value());
    const auto word = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& entry) { return entry.first == request.kind; })->second;
    // Several machines may ask at once; the time comes first, in nanoseconds of equal width, so that requests are taken in order.
    const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    const auto file = folder / str(now, "-", word, "-", hostName(), "-", ::getpid(), "-", std::random_device{}(), ".json");
    Json json{{"request", word}, {"step", request.step ? Json(*request.step) : Json(nullptr)}, {"time", timeStamp()}, {"from", str("process ", ::getpid(), " on ", hostName())}};
    if (request.value)
        json["value"] = *request.value;
    writeFileAtomic(file, json.dump() + "\n");
    return file;
}

std::optional<ControlAnswer> controlAnswer(const std::filesystem::path& request)
{
    Json json;
    try {
        if (const auto text = readSmallFile(answerFile(request), kLargest))
            json = jsonOrDiscarded<Json>(*text);
    } catch (const Error&) {
        // Not what a worker writes, so no answer.
    }
    if (!json.is_object())
        return std::nullopt;
    const auto text = [&](const char* key) { return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string(); };
    return ControlAnswer{text("result"), json.contains("step") && json["step"].is_number_integer() ? json["step"].get<std::int64_t>() : -1, text("detail")};
}

ControlInbox::ControlInbox(const std::filesystem::path& run) : m_folder(run / kFolder)
{
    for (const auto& file : requestsIn(m_folder))
        reply(file, {"ignored", -1, "it was asked before this start of the training"});
}

std::optional<ControlInbox::Pending> ControlInbox::due(std::int64_t step, Clock::time_point now)
{
    if (m_first || now - m_looked >= kBetweenLooks) {
        m_looked = now;
        std::error_code error;
        const auto changed = std::filesystem::last_write_time(m_folder, error);
        if (!error && (m_first || changed != m_changed))
            m_readUntil = now + kUnsettled;
        m_first = false;
        if (!error && now < m_readUntil) {
            m_changed = changed;
            look(step);
        }
    }
    const auto found = std::find_if(m_pending.begin(), m_pending.end(), [&](const auto& pending) { return pending.request.step.value_or(0) <= step; });
    if (found == m_pending.end())
        return std::nullopt;
    const auto request = *found;
    m_pending.erase(found);
    m_seen.insert(request.file);    // until it is answered, so that the next look does not find it again
    return request;
}

void ControlInbox::look(std::int64_t step)
{
    for (const auto& file : requestsIn(m_folder))
        if (!m_seen.contains(file) && std::none_of(m_pending.begin(), m_pending.end(), [&](const auto& pending) { return pending.file == file; }))
            read(file, step);
}

void ControlInbox::read(const std::filesystem::path& file, std::int64_t step)
{
    try {
        // Size first: whatever was put there, the training waits for no pipe and reads no giant.
        std::error_code error;
        if (!std::filesystem::is_regular_file(file, error))
            throw Error(ErrorCode::Usage, "it is not a file");
        if (std::filesystem::file_size(file, error) > kLargest)
            throw Error(ErrorCode::Usage, "it is larger than a request can be");
        const auto request = parse(readFile(file));
        if (request.kind == ControlKind::Pause)
            replacePauses(step);
        m_pending.push_back({file, request});
    } catch (const std::exception& problem) {
        reply(file, {"refused", step, problem.what()});
    }
}

/// Who asks for another step means that one instead.
void ControlInbox::replacePauses(std::int64_t step)
{
    std::erase_if(m_pending, [&](const auto& pending) {
        if (pending.request.kind != ControlKind::Pause)
            return false;
        reply(pending.file, {"replaced", step, "another pause was asked for"});
        return true;
    });
}

void ControlInbox::answer(const Pending& request, const ControlAnswer& answer) { reply(request.file, answer); }

void ControlInbox::close(const ControlAnswer& answer)
{
    for (const auto& file : requestsIn(m_folder))
        reply(file, answer);
    m_pending.clear();
}

void ControlInbox::reply(const std::filesystem::path& file, const ControlAnswer& answer)
{
    m_seen.insert(file);
    try {
        const auto done = answerFile(file);
        const Json json{{"result", answer.result}, {"step", answer.step}, {"detail", answer.detail}, {"time", timeStamp()}};
        writeFileAtomic(done, json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
        std::error_code error;
        if (std::filesystem::remove(file, error) && !error)
            m_seen.erase(file);
    } catch (const std::exception&) {
        // A folder that cannot be written (disk full, read-only) costs the answer, not the training.
    }
}

}  // namespace bam::runs
