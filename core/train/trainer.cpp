// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include "core/attention/attend.h"
#include "core/base/text.h"
#include "core/data/loader.h"
#include "core/distributed/rank_device.h"
#include "core/runs/folder_lock.h"
#include "core/spec/spec_io.h"
#include "core/train/resume.h"
#include "core/train/training_run.h"

#include <thread>

namespace bam::train {
namespace {

using Json = nlohmann::ordered_json;

/// Everything before a folder is made; what can be refused is refused here. @param spec with absolute paths
TrainingRun::Parts prepare(const spec::RunSpec& spec, const TrainOptions& options)
{
    TrainingRun::Parts parts;
    parts.spec = spec;
    parts.choice = device::choose(distributed::deviceFor(spec.training.device, options.ranks));
    parts.freeBytes = device::freeMemory(parts.choice.device);
    const auto& ranks = options.ranks;
    parts.source = data::openBatchSource(spec, {ranks.rank, ranks.ranks}, ranks.rank == 0 ? options.log : LogFn());
    if (spec.training.captureEvery > 0 && ranks.rank == 0)
        makeFilmRecorder(spec.training, parts.source->tokenizer().path);
    parts.group = std::make_shared<distributed::Group>(ranks, parts.choice.device, std::chrono::seconds(spec.training.distTimeout), ranks.rank == 0 ? options.log : LogFn());
    requireSameEverywhere(*parts.group, spec, *parts.source);
    return parts;
}

/// A training that was told to stop, or whose launcher was killed, may still write its last checkpoint.
std::optional<runs::RunDirectory> openPatiently(const std::filesystem::path& path, const LogFn& log, const std::stop_token& stop)
{
    constexpr auto kPatience = std::chrono::seconds(15);
    const auto begin = std::chrono::steady_clock::now();
    for (bool told = false;; told = true) {
        try {
            return runs::RunDirectory::openLocked(path);
        } catch (const runs::FolderInUse& inUse) {
            if (stop.stop_requested() || std::chrono::steady_clock::now() - begin > kPatience)
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

}  // namespace

TrainResult trainNew(const spec::RunSpec& asked, const TrainOptions& options, std::stop_token stop)
{
    spec::requireNone(spec::validate(asked, options.ranks.ranks), "this run");
    attention::backendFromEnvironment();
    // Resume must find the data from any current directory.
    auto spec = asked;
    for (auto* path : {&spec.data.dataset, &spec.data.tokenizer, &spec.training.checkpoint})
        if (!path->empty())
            *path = std::filesystem::absolute(*path).lexically_normal().string();
    auto parts = prepare(spec, options);
    parts.writer = openWriter(*parts.group, options.log, [&] { return runs::RunDirectory::create(spec.logDir, spec.model); });
    return TrainingRun(std::move(parts), options, std::move(stop)).start(false);
}

TrainResult resumeRun(const std::filesystem::path& path, const TrainOptions& options, std::stop_token stop)
{
    attention::backendFromEnvironment();
    // Locked before anything is read: whoever writes it now would change it.
    std::optional<runs::RunDirectory> directory;
    if (options.ranks.rank == 0)
        directory = openPatiently(path, options.log, stop);
    std::vector<std::string> notes;
    auto spec = specToResume(path, options.ranks.ranks, notes);
    if (!options.device.empty())
        spec.training.device = options.device;
    else if (options.ranks.several() && spec.training.device.starts_with("cuda:"))
        spec.training.device = "cuda";      // of one process; each rank has its own
    if (options.threads)
        spec.training.threads = *options.threads;
    const auto status = runs::readJsonFile(path / "status.json");
    if (status.is_object() && status.value("state", "") == "finished") {
        const auto number = [&](const char* key) { return status.contains(key) && status[key].is_number() ? std::optional(status[key].get<float>()) : std::nullopt; };
        TrainResult result{std::filesystem::absolute(path), status.value("step", std::int64_t(0)), number("loss").value_or(0), {}, status.value("seconds", 0.0), 0, {}, {}};
        result.validationLoss = number("validation_loss");
        if (options.log && options.ranks.rank == 0)
            options.log(str(path.string(), " is finished at step ", result.steps, "; nothing to resume"));
        return result;
    }
    auto parts = prepare(spec, options);
    parts.writer = openWriter(*parts.group, options.log, [&] { return std::move(*directory); });
    for (const auto& note : notes)
        parts.writer->say(note);
    return TrainingRun(std::move(parts), options, std::move(stop)).start(true);
}

}  // namespace bam::train
