// SPDX-License-Identifier: GPL-3.0-or-later
// What a training begins from. A checkpoint that is damaged is passed over; one that only cannot be read just now ends the resume before anything is changed: steps
// that were paid for are not done again because of a network that is down.
#include "core/train/checkpoint.h"

#include "core/base/file_error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/interop/safetensors.h"
#include "core/interop/state_dict.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace bam::train {
namespace {

using Json = nlohmann::ordered_json;

/// What rank 0 loaded, told to all.
template <class Load>
std::optional<CheckpointState> onFirst(distributed::Group& group, Load&& load)
{
    const auto state = group.madeByFirst([&]() -> Json {
        const std::optional<CheckpointState> loaded = load();
        return loaded ? toJson(*loaded) : Json();
    });
    return state.is_null() ? std::nullopt : std::optional(checkpointStateFrom(state));
}

/// Is it ".NAME.12345.0.tmp", which writeFileAtomic() leaves when its process is killed, for one of the names?
bool isTorn(std::string_view file, std::initializer_list<const char*> names)
{
    const auto isNumber = [](std::string_view text) { return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; }); };
    return std::ranges::any_of(names, [&](const char* name) {
        const auto start = str('.', name, '.');
        if (!file.starts_with(start) || !file.ends_with(".tmp") || file.size() < start.size() + 4)
            return false;
        const auto numbers = file.substr(start.size(), file.size() - start.size() - 4);
        const auto dot = numbers.find('.');
        return dot != std::string_view::npos && isNumber(numbers.substr(0, dot)) && isNumber(numbers.substr(dot + 1));
    });
}

bool isOf(std::string_view prefix, std::string_view name) { return name.starts_with(prefix) && runs::stepOf(name.substr(prefix.size())); }

/// What a training that was killed while it wrote has left; the run is locked. Where a checkpoint was being replaced it gets its name back. @returns whether one did
bool removeLeftovers(const std::filesystem::path& run)
{
    namespace fs = std::filesystem;
    bool renamed = false;
    std::vector<fs::path> leftovers;
    std::error_code ignored;
    for (fs::directory_iterator entry(run / "checkpoints", ignored), end; !ignored && entry != end; entry.increment(ignored)) {
        const auto name = entry->path().filename().string();
        if (isOf(kReplacedCheckpoint, name)) {
            const auto final = entry->path().parent_path() / name.substr(std::string_view(kReplacedCheckpoint).size());
            std::error_code failure;
            if (!fs::exists(final, failure) && !failure) {
                fs::rename(entry->path(), final, failure);
                renamed = true;
            }
            if (failure)
                failUnreadableCheckpoint(entry->path(), failure.message());
            leftovers.push_back(entry->path());     // nothing any more where it was renamed
        } else if ((isOf(kWritingCheckpoint, name) || isOf(kRemovingCheckpoint, name)) || isTorn(name, {"latest"})) {
            leftovers.push_back(entry->path());
        }
    }
    for (fs::directory_iterator entry(run, ignored), end; !ignored && entry != end; entry.increment(ignored))
        if (isTorn(entry->path().filename().string(), {"status.json", "run.json", "args.json", "tokenizer.model", "model.pt"}))
            leftovers.push_back(entry->path());
    for (const auto& path : leftovers)
        fs::remove_all(path, ignored);
    return renamed;
}

/// Gives checkpoints that cannot be used another name, and the one that is used the name `latest`.
void setAside(const std::filesystem::path& run, const runs::Checkpoints& unusable, const std::filesystem::path& used, const LogFn& log)
{
    for (const auto& [step, folder] : unusable) {
        auto name = folder.parent_path() / ("unusable_" + folder.filename().string());
        for (int n = 2; std::filesystem::exists(name); ++n)
            name = folder.parent_path() / str("unusable_", folder.filename().string(), '_', n);
        std::error_code failure;
        std::filesystem::rename(folder, name, failure);
        if (failure)
            throwFileError(folder, "set aside", failure.value());
        if (log)
            log(str("note: ", folder.filename().string(), " is kept as ", name.filename().string()));
    }
    if (!unusable.empty())
        writeFileAtomic(run / "checkpoints" / kLatestCheckpoint, used.filename().string() + "\n");
}

/// The newest checkpoint whose files are whole and fit, its weights loaded; its moments are in `moments`.
std::optional<CheckpointState> loadNewestHere(const std::filesystem::path& run, std::int64_t savedStep, model::Transformer& model, const Optimizer& optimizer, std::optional<interop::SafetensorsFile>& moments, const LogFn& log)
{
    auto found = reachableCheckpoints(run);     // before anything is removed
    if (removeLeftovers(run))
        found = reachableCheckpoints(run);
    const auto& all = found.complete;
    if (all.empty() && savedStep >= 0)
        throw Error(ErrorCode::Environment, str("the checkpoints of ", run.string(), " are not there: status.json tells of one of step ", savedStep),
            "Nothing was changed. Bring back the disk or the folder, then resume again; to do all steps again, move status.json away.");
    std::string firstProblem;
    const auto tell = [&](const std::filesystem::path& folder, const std::string& cause) {
        if (firstProblem.empty())
            firstProblem = cause;
        if (log)
            log(str("warning: checkpoint ", folder.filename().string(), " cannot be used: ", cause));
    };
    for (auto entry = all.rbegin(); entry != all.rend(); ++entry) {
        const auto& folder = entry->second;
        CheckpointState state;
        bool fits = false;
        try {
            state = readCheckpointState(folder);
            if (state.step != entry->first)
                throw Error(ErrorCode::Failed, str("state.json is that of step ", state.step));
            verifyCheckpoint(folder);
            const auto weights = interop::readStateDict(weightsFile(folder));
            moments.emplace(folder / "optimizer.safetensors");
            optimizer.requireFits(*moments);
            model.load(weights.tensors);
            fits = true;
        } catch (const FileError& error) {
            if (!isMissing(error.number()))
                failUnreadableCheckpoint(folder, error.cause());
            tell(folder, error.cause());
        } catch (const Error& error) {
            tell(folder, error.cause());
        } catch (const std::filesystem::filesystem_error& error) {
            if (!isMissing(error.code().value()))
                failUnreadableCheckpoint(folder, error.what());
            tell(folder, error.what());
        } catch (const nlohmann::json::exception& error) {
            tell(folder, error.what());
        }
        if (fits) {
            runs::Checkpoints unusable;
            for (const auto& later : found.incomplete)
                if (later.first > entry->first) {
                    tell(later.second, "it has no state.json");
                    unusable.push_back(later);
                }
            unusable.insert(unusable.end(), entry.base(), all.end());
            if (log && unusable.empty() && savedStep > state.step)
                log(str("warning: the checkpoint of step ", savedStep, " that status.json tells of is not there"));
            setAside(run, unusable, folder, log);
            return state;
        }
    }
    if (!all.empty())
        throw Error(ErrorCode::Failed, str("none of the ", all.size(), " checkpoints of ", run.string(), " can be used; the newest: ", firstProblem),
            "Restore the folder from a copy, or start a new run.");
    return std::nullopt;
}

}  // namespace

std::optional<CheckpointState> loadNewest(const std::filesystem::path& run, std::int64_t savedStep, model::Transformer& model, Optimizer& optimizer, distributed::Group& group, const LogFn& log)
{
    std::optional<interop::SafetensorsFile> moments;
    const auto state = onFirst(group, [&] { return loadNewestHere(run, savedStep, model, optimizer, moments, log); });
    if (state) {
        shareWeights(model, group);
        optimizer.load(moments ? &*moments : nullptr);
    }
    return state;
}

std::optional<CheckpointState> loadAsStart(const std::filesystem::path& from, bool weightsOnly, model::Transformer& model, Optimizer& optimizer, distributed::Group& group, const LogFn& log)
{
    std::optional<interop::SafetensorsFile> moments;
    auto state = onFirst(group, [&]() -> std::optional<CheckpointState> {
        if (!std::filesystem::exists(from))
            throw Error(ErrorCode::Usage, "there is no checkpoint " + from.string(), "Give a run directory, a checkpoint folder, or a .safetensors or .pt file.");
        const auto source = runs::isRun(from) ? resolveCheckpoint(from, "latest") : from;
        const bool folder = std::filesystem::exists(source / "state.json");
        if (folder)
            verifyCheckpoint(source);
        loadWeights(source, model, log);
        if (weightsOnly || !folder)
            return std::nullopt;
        moments.emplace(source / "optimizer.safetensors");
        optimizer.requireFits(*moments);
        return readCheckpointState(source);
    });
    shareWeights(model, group);
    if (state) {
        optimizer.load(moments ? &*moments : nullptr);
        state->seconds = 0;     // the clock of the new run starts now
    }
    return state;
}

}  // namespace bam::train
