// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/checkpoint.h"

#include "core/base/checksum.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_fields.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/interop/safetensors.h"
#include "core/interop/state_dict.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>

#include <fcntl.h>

namespace bam::train {
namespace {

constexpr int kSchema = 1;
constexpr const char* kOwnChecksum = "xxh128";      // in state.json, of all the rest of it

interop::NamedTensors detached(const model::NamedParameters& parameters)
{
    interop::NamedTensors tensors;
    for (const auto& [name, tensor] : parameters)
        tensors.emplace_back(name, tensor.detach());
    return tensors;
}

using Json = nlohmann::ordered_json;

constexpr std::array kFiles{"model.safetensors", "optimizer.safetensors"};

/// A folder that has the name already, of the same step saved before, stays until the new one has it.
void putInPlace(const std::filesystem::path& temporary, const std::filesystem::path& final)
{
    std::error_code failure, ignored;
    if (!std::filesystem::exists(final, ignored)) {
        std::filesystem::rename(temporary, final, failure);
    } else if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, final.c_str(), RENAME_EXCHANGE) == 0) {
        std::filesystem::remove_all(temporary, ignored);
    } else {
        // Not every file system can exchange two folders.
        const auto before = final.parent_path() / (kReplacedCheckpoint + final.filename().string());
        std::filesystem::remove_all(before, ignored);
        std::filesystem::rename(final, before, failure);
        if (!failure)
            std::filesystem::rename(temporary, final, failure);
        if (failure)
            std::filesystem::rename(before, final, ignored);
        std::filesystem::remove_all(before, ignored);
    }
    if (failure)
        throwFileError(final, "rename the new checkpoint to", failure.value());
}

Json readStateJson(const std::filesystem::path& folder)
{
    const auto file = folder / "state.json";
    auto json = readJsonText(readFile(file), file.string());
    if (const auto sum = textOr(json, kOwnChecksum); !sum.empty()) {
        json.erase(kOwnChecksum);
        if (checksumOf(json.dump()) != sum)
            throw Error(ErrorCode::Failed, str(file.string(), " is not as it was written: its checksum differs"), "The disk, a copy or an editor changed it.");
    }
    return json;
}

/// Whole, under its final name, or not at all.
void write(const std::filesystem::path& run, const CheckpointState& state, const model::Transformer& model, const interop::NamedTensors& moments)
{
    const auto parent = run / "checkpoints";
    const auto final = parent / runs::stepName(state.step);
    const auto temporary = parent / (kWritingCheckpoint + runs::stepName(state.step));
    std::error_code failure;
    std::filesystem::remove_all(temporary, failure);
    std::filesystem::create_directories(temporary, failure);
    if (failure)
        throwFileError(temporary, "create", failure.value());
    try {
        interop::writeSafetensors(temporary / "model.safetensors", detached(model.parameters()),
            {{"format", "pt"}, {"encoding", spec::officialEncodingName(model.spec())}, {"step", std::to_string(state.step)}, {"program", "bamscope " + programVersion()}});
        interop::writeSafetensors(temporary / "optimizer.safetensors", moments, {{"format", "pt"}, {"step", std::to_string(state.step)}});
        auto json = toJson(state);
        for (const auto* name : kFiles)
            json["files"][name] = {{"bytes", std::int64_t(std::filesystem::file_size(temporary / name))}, {"xxh128", checksumOfFile(temporary / name)}};
        json[kOwnChecksum] = checksumOf(json.dump());
        writeFileAtomic(temporary / "state.json", json.dump(2) + "\n");
        syncFolder(temporary);
        putInPlace(temporary, final);
        syncFolder(parent);
        writeFileAtomic(parent / kLatestCheckpoint, runs::stepName(state.step) + "\n");
    } catch (...) {
        std::filesystem::remove_all(temporary, failure);
        throw;
    }
}

}  // namespace

CheckpointState checkpointStateFrom(const Json& json)
{
    return {json.at("step").get<std::int64_t>(), json.at("seconds").get<double>(), json.at("data_position"), json.value("gradient_norms", Json())};
}

CheckpointState readCheckpointState(const std::filesystem::path& folder)
{
    try {
        return checkpointStateFrom(readStateJson(folder));
    } catch (const nlohmann::json::exception& error) {
        throw Error(ErrorCode::Failed, str((folder / "state.json").string(), " is damaged: ", error.what()), "An older checkpoint of the run is used where there is one.");
    }
}

Json toJson(const CheckpointState& state)
{
    Json json{{"schema", kSchema}, {"step", state.step}, {"seconds", state.seconds}, {"data_position", state.dataPosition}};
    if (!state.gradientNorms.is_null())
        json["gradient_norms"] = state.gradientNorms;
    return json;
}

void failUnreadableCheckpoint(const std::filesystem::path& path, const std::string& reason)
{
    throw Error(ErrorCode::Environment, str("the checkpoints cannot be read now: ", path.string(), ": ", reason),
        "Nothing was changed. Bring the disk back or mend the permissions, then try again; what is lost for good must be moved away first.");
}

runs::FoundCheckpoints reachableCheckpoints(const std::filesystem::path& run) { return runs::findCheckpoints(run, failUnreadableCheckpoint); }

void verifyCheckpoint(const std::filesystem::path& checkpoint, const std::string& only)
{
    const auto json = readStateJson(checkpoint);
    const auto files = json.find("files");
    if (files == json.end() || !files->is_object())
        return;
    for (const auto& [name, known] : files->items()) {
        if (!only.empty() && name != only)
            continue;
        const auto file = checkpoint / name;
        const auto bytes = known.value("bytes", std::int64_t(-1)), found = std::int64_t(std::filesystem::file_size(file));
        if (found != bytes)
            throw Error(ErrorCode::Failed, str(file.string(), " has ", withThousands(found), " bytes; ", withThousands(bytes), " were written"), "It was cut or changed after the training wrote it.");
        if (const auto sum = checksumOfFile(file); sum != known.value("xxh128", std::string()))
            throw Error(ErrorCode::Failed, str(file.string(), " is not as it was written: its checksum is ", sum, ", ", known.value("xxh128", std::string()), " was noted"),
                "The disk or a copy damaged it.");
    }
}

void shareWeights(const model::Transformer& model, distributed::Group& group)
{
    at::NoGradGuard guard;
    for (const auto& [name, parameter] : model.parameters()) {
        auto tensor = parameter.detach();
        group.broadcast(tensor);
    }
}

void saveCheckpoint(const std::filesystem::path& run, const CheckpointState& state, const model::Transformer& model, const Optimizer& optimizer, distributed::Group& group)
{
    const auto moments = optimizer.state();     // of all ranks, to rank 0
    group.madeByFirst([&]() -> Json {
        write(run, state, model, moments);
        return nullptr;
    });
}

void pruneCheckpoints(const std::filesystem::path& run, std::int64_t step, std::int64_t keepLast, std::int64_t keepEvery)
{
    auto all = runs::listCheckpoints(run);
    std::erase_if(all, [&](const auto& entry) { return entry.first > step; });
    const auto newest = std::int64_t(all.size()) - std::max<std::int64_t>(keepLast, 1);
    for (std::int64_t n = 0; n < newest; ++n) {
        const auto& [old, folder] = all[std::size_t(n)];
        if (keepEvery > 0 && old % keepEvery == 0)
            continue;
        // A half-removed folder is never taken for a checkpoint, and the next resume removes the rest.
        const auto removing = folder.parent_path() / (kRemovingCheckpoint + folder.filename().string());
        std::error_code failure, ignored;
        std::filesystem::remove_all(removing, ignored);
        std::filesystem::rename(folder, removing, failure);
        if (!failure)
            std::filesystem::remove_all(removing, ignored);
    }
}

std::filesystem::path resolveCheckpoint(const std::filesystem::path& run, const std::string& which)
{
    const auto all = reachableCheckpoints(run).complete;
    if (which == "latest") {
        if (!all.empty())
            return all.back().second;
        if (std::filesystem::exists(run / "model.pt"))
            return run / "model.pt";
        throw Error(ErrorCode::Failed, str(run.string(), " has no checkpoint yet"), "Train it first; a checkpoint is written every checkpoint_every steps and at the end.");
    }
    std::int64_t step = 0;
    const auto parsed = std::from_chars(which.data(), which.data() + which.size(), step);
    if (parsed.ec == std::errc() && parsed.ptr == which.data() + which.size()) {
        std::vector<std::string> known;
        for (const auto& [found, folder] : all) {
            if (found == step)
                return folder;
            known.push_back(std::to_string(found));
        }
        throw Error(ErrorCode::Usage, str(run.string(), " has no checkpoint at step ", step), known.empty() ? "It has none at all." : "It has steps " + joinNames(known) + ".");
    }
    if (!std::filesystem::exists(which))
        throw Error(ErrorCode::Usage, "there is no checkpoint " + which, "Give `latest`, a step number, a checkpoint folder, or a .safetensors or .pt file.");
    return which;
}

std::filesystem::path weightsFile(const std::filesystem::path& checkpoint)
{
    return std::filesystem::is_directory(checkpoint) ? checkpoint / kFiles.front() : checkpoint;
}

void loadWeights(const std::filesystem::path& checkpoint, model::Transformer& model, const LogFn& log)
{
    if (std::filesystem::is_directory(checkpoint) && std::filesystem::exists(checkpoint / "state.json"))
        verifyCheckpoint(checkpoint, kFiles.front());
    const auto weights = interop::readStateDict(weightsFile(checkpoint));
    for (const auto& note : weights.notes)
        if (log)
            log("note: " + note);
    model.load(weights.tensors);
}

}  // namespace bam::train
