// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include "core/attention/attend.h"
#include "core/base/file_error.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/data/loader.h"
#include "core/distributed/rank_device.h"
#include "core/runs/folder_lock.h"
#include "core/spec/spec_io.h"
#include "core/train/resume.h"
#include "core/train/training_run.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace bam::train {
namespace {

using Json = nlohmann::ordered_json;

LogFn logOfFirst(const TrainOptions& options) { return options.ranks.rank == 0 ? options.log : LogFn(); }

std::shared_ptr<distributed::Group> join(const spec::RunSpec& spec, const at::Device& device, const TrainOptions& options, const std::stop_token& stop)
{
    return std::make_shared<distributed::Group>(options.ranks, device, std::chrono::seconds(spec.training.distTimeout), logOfFirst(options), stop);
}

void chooseDevice(TrainingRun::Parts& parts, const TrainOptions& options)
{
    parts.choice = device::choose(distributed::deviceFor(parts.spec.training.device, options.ranks));
    parts.freeBytes = device::freeMemory(parts.choice.device);
}

/// Data and whatever else can be refused before a folder is made or changed. @param resumed the run that goes on; empty: a new one
void openData(TrainingRun::Parts& parts, const TrainOptions& options, const std::filesystem::path& resumed = {})
{
    const auto& ranks = options.ranks;
    parts.source = data::openBatchSource(parts.spec, {ranks.rank, ranks.ranks}, logOfFirst(options));
    parts.tokenizer = parts.source->tokenizer().path;
    if (parts.tokenizer.empty() && !resumed.empty())
        parts.tokenizer = ownTokenizer(resumed);
    if (parts.spec.training.captureEvery > 0 && ranks.rank == 0)
        makeFilmRecorder(parts.spec.training, parts.tokenizer);
}

/// A training that was told to stop, or whose launcher was killed, may still write its last checkpoint.
runs::RunDirectory openPatiently(const std::filesystem::path& path, const LogFn& log, const std::function<bool()>& stopped)
{
    constexpr auto kPatience = std::chrono::seconds(15);
    const auto begin = std::chrono::steady_clock::now();
    for (bool told = false;; told = true) {
        try {
            return runs::RunDirectory::openLocked(path);
        } catch (const runs::FolderInUse& inUse) {
            if (stopped())
                throw Error(ErrorCode::Stopped, str("stopped on request while another process held ", path.string()), "Nothing was changed.");
            if (std::chrono::steady_clock::now() - begin > kPatience)
                throw;
            if (!told && log)
                log(str(inUse.cause(), "; waiting for it to end"));
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
}

/// Rank 0 opens the run; the others learn where it is.
std::unique_ptr<RunWriter> openWriter(distributed::Group& group, const LogFn& log, const std::function<runs::RunDirectory()>& open)
{
    std::unique_ptr<RunWriter> writer;
    const auto path = group.madeByFirst([&]() -> Json {
        writer = std::make_unique<RunWriter>(open(), log);
        return writer->path().string();
    });
    return writer ? std::move(writer) : std::make_unique<RunWriter>(path.get<std::string>(), group.rank());
}

/// As openWriter(), and a stop of any rank ends the waiting of rank 0: the others leave theirs where it looks.
std::unique_ptr<RunWriter> openPatientlyByFirst(distributed::Group& group, const std::filesystem::path& path, const LogFn& log, const std::stop_token& stop)
{
    constexpr const char* kStopAsked = "bamscope/stop_while_waiting";
    const std::stop_callback leave(stop, [&] {
        try {
            if (!group.isFirst())
                group.note(kStopAsked, "asked");
        } catch (const Error&) {
            // Without the store there is nobody to tell.
        }
    });
    return openWriter(group, log, [&] { return openPatiently(path, log, [&] { return stop.stop_requested() || group.isNoted(kStopAsked); }); });
}

/// How the run ended if it is finished. A status that cannot be read says nothing about that: the checkpoints do.
std::optional<TrainResult> finishedBefore(const std::filesystem::path& path, Json& status, std::vector<std::string>& notes)
{
    try {
        status = runs::readJsonFile(path / "status.json");
    } catch (const FileError&) {
        throw;
    } catch (const Error& error) {
        notes.push_back(str("warning: ", error.cause(), "; the run goes on from its newest checkpoint"));
    }
    if (!status.is_object() || status.value("state", Json()) != "finished")
        return std::nullopt;
    const auto number = [&](const char* key) { return status.contains(key) && status[key].is_number() ? std::optional(status[key].get<float>()) : std::nullopt; };
    TrainResult result{std::filesystem::absolute(path), wholeOr(status, "step", 0), number("loss").value_or(0), {}, number("seconds").value_or(0), 0, {}, {}};
    result.validationLoss = number("validation_loss");
    return result;
}

/// Meets the other ranks, unless the run turns out to be finished meanwhile: they may have seen that, and left. @returns null then
std::shared_ptr<distributed::Group> joinUnlessFinished(const std::filesystem::path& path, const spec::RunSpec& spec, const at::Device& device, const TrainOptions& options, const std::stop_token& stop)
{
    constexpr auto kLook = std::chrono::seconds(1);
    std::stop_source over;
    const std::stop_callback stopped(stop, [&] { over.request_stop(); });
    std::atomic<bool> finished{false};
    std::jthread watch;
    if (options.ranks.several())
        watch = std::jthread([&](const std::stop_token& met) {
            std::mutex mutex;
            std::condition_variable_any wake;
            std::unique_lock lock(mutex);
            while (!wake.wait_for(lock, met, kLook, [&] { return met.stop_requested(); })) {
                try {
                    finished = finishedRun(path).has_value();
                } catch (const Error&) {
                    // Not readable just now.
                }
                if (finished) {
                    over.request_stop();
                    return;
                }
            }
        });
    try {
        return join(spec, device, options, over.get_token());
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Stopped && finished && !stop.stop_requested())
            return nullptr;
        throw;
    }
}

void tellFinished(const TrainResult& result, const TrainOptions& options)
{
    if (options.log)
        options.log(str(result.run.string(), " is finished at step ", result.steps, "; nothing to resume"));
}

}  // namespace

std::optional<TrainResult> finishedRun(const std::filesystem::path& path)
{
    Json status;
    std::vector<std::string> ignored;
    return finishedBefore(path, status, ignored);
}

TrainResult trainNew(const spec::RunSpec& asked, const TrainOptions& options, std::stop_token stop)
{
    spec::requireNone(spec::validate(asked, options.ranks.ranks), "this run");
    attention::backendFromEnvironment();
    TrainingRun::Parts parts;
    // Resume must find the data from any current directory.
    parts.spec = asked;
    for (auto* path : {&parts.spec.data.dataset, &parts.spec.data.tokenizer, &parts.spec.training.checkpoint})
        if (!path->empty())
            *path = std::filesystem::absolute(*path).lexically_normal().string();
    requireTextPaths(parts.spec);
    chooseDevice(parts, options);
    openData(parts, options);
    parts.group = join(parts.spec, parts.choice.device, options, stop);
    requireSameEverywhere(*parts.group, parts.spec, *parts.source);
    parts.writer = openWriter(*parts.group, options.log, [&] { return runs::RunDirectory::create(parts.spec.logDir, parts.spec.model); });
    return TrainingRun(std::move(parts), options, std::move(stop)).start(false);
}

TrainResult resumeRun(const std::filesystem::path& path, const TrainOptions& options, std::stop_token stop)
{
    attention::backendFromEnvironment();
    TrainingRun::Parts parts;
    std::vector<std::string> notes;
    requireTextPath(std::filesystem::absolute(path));
    // A finished run needs neither ranks that fit it, nor its device, nor a lock.
    const auto leave = [&](const TrainResult& finished) {
        tellFinished(finished, options);
        return finished;
    };
    if (const auto finished = finishedRun(path))
        return leave(*finished);
    parts.spec = specToResume(path, options.ranks.ranks, notes);
    auto& training = parts.spec.training;
    if (!options.device.empty())
        training.device = options.device;
    else if (options.ranks.several() && training.device.starts_with("cuda:"))
        training.device = "cuda";      // of one process; each rank has its own
    if (options.threads)
        training.threads = *options.threads;
    chooseDevice(parts, options);
    // The ranks meet first: what rank 0 finds once it has the run to itself is what all of them do.
    parts.group = joinUnlessFinished(path, parts.spec, parts.choice.device, options, stop);
    if (!parts.group)
        return leave(finishedRun(path).value_or(TrainResult{std::filesystem::absolute(path), 0, 0, {}, 0, 0, {}, {}}));
    parts.writer = openPatientlyByFirst(*parts.group, path, options.log, stop);
    std::optional<TrainResult> finished;
    const auto isFinished = parts.group->madeByFirst([&]() -> Json {
        finished = finishedBefore(path, parts.before, notes);
        return finished.has_value();
    });
    if (isFinished.get<bool>())
        return finished ? leave(*finished) : TrainResult{std::filesystem::absolute(path), 0, 0, {}, 0, 0, {}, {}};
    findData(parts.spec, path, options.dataset, options.tokenizer, notes);
    openData(parts, options, path);
    requireSameEverywhere(*parts.group, parts.spec, *parts.source);
    parts.group->madeByFirst([&]() -> Json {
        requireSameData(path, *parts.source);
        return nullptr;
    });
    for (const auto& note : notes)
        parts.writer->say(note);
    return TrainingRun(std::move(parts), options, std::move(stop)).start(true);
}

}  // namespace bam::train
