// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/checkpoint.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/interop/safetensors.h"
#include "core/interop/state_dict.h"
#include "core/runs/run_directory.h"

#include <ATen/ATen.h>

#include <cerrno>
#include <charconv>

namespace bam::train {
namespace {

constexpr int kSchema = 1;

interop::NamedTensors detached(const model::NamedParameters& parameters)
{
    interop::NamedTensors tensors;
    for (const auto& [name, tensor] : parameters)
        tensors.emplace_back(name, tensor.detach());
    return tensors;
}

CheckpointState readState(const std::filesystem::path& folder)
{
    const auto file = folder / "state.json";
    try {
        const auto json = readJsonText(readFile(file), file.string());
        return {json.at("step").get<std::int64_t>(), json.at("seconds").get<double>(), json.at("data_position")};
    } catch (const nlohmann::json::exception& error) {
        throw Error(ErrorCode::Failed, str(file.string(), " is damaged: ", error.what()), "An older checkpoint of the run is used where there is one.");
    }
}

}  // namespace

void saveCheckpoint(const std::filesystem::path& run, const CheckpointState& state, const model::Transformer& model, const Optimizer& optimizer)
{
    const auto parent = run / "checkpoints";
    const auto final = parent / runs::stepName(state.step);
    const auto temporary = parent / (".writing_" + runs::stepName(state.step));
    std::error_code failure;
    std::filesystem::remove_all(temporary, failure);
    std::filesystem::create_directories(temporary, failure);
    if (failure)
        throwFileError(temporary, "create", failure.value());
    try {
        interop::writeSafetensors(temporary / "model.safetensors", detached(model.parameters()),
            {{"format", "pt"}, {"encoding", spec::officialEncodingName(model.spec())}, {"step", std::to_string(state.step)}, {"program", "bamscope " + programVersion()}});
        interop::writeSafetensors(temporary / "optimizer.safetensors", optimizer.state(), {{"format", "pt"}, {"step", std::to_string(state.step)}});
        const nlohmann::ordered_json json{{"schema", kSchema}, {"step", state.step}, {"seconds", state.seconds}, {"data_position", state.dataPosition}};
        writeFileAtomic(temporary / "state.json", json.dump(2) + "\n");
        syncFolder(temporary);
        std::filesystem::remove_all(final, failure);    // the same step saved before by an interrupted attempt: replaced by equal numbers
        std::filesystem::rename(temporary, final, failure);
        if (failure)
            throwFileError(final, "rename the new checkpoint to", failure.value());
        syncFolder(parent);
        writeFileAtomic(parent / "latest", runs::stepName(state.step) + "\n");
    } catch (...) {
        std::filesystem::remove_all(temporary, failure);
        throw;
    }
}

void pruneCheckpoints(const std::filesystem::path& run, std::int64_t keepLast, std::int64_t keepEvery)
{
    const auto all = runs::listCheckpoints(run);
    const auto newest = std::int64_t(all.size()) - std::max<std::int64_t>(keepLast, 1);
    for (std::int64_t n = 0; n < newest; ++n) {
        const auto& [step, folder] = all[std::size_t(n)];
        if (keepEvery > 0 && step % keepEvery == 0)
            continue;
        // state.json marks a folder as complete, so it goes first: a half-removed folder is never taken for a checkpoint.
        std::error_code ignored;
        std::filesystem::remove(folder / "state.json", ignored);
        std::filesystem::remove_all(folder, ignored);
    }
}

std::optional<CheckpointState> loadNewest(const std::filesystem::path& run, model::Transformer& model, Optimizer& optimizer, const LogFn& log)
{
    auto all = runs::listCheckpoints(run);
    std::string firstProblem;
    for (auto entry = all.rbegin(); entry != all.rend(); ++entry) {
        try {
            const auto state = readState(entry->second);
            const auto weights = interop::readStateDict(weightsFile(entry->second));
            const interop::SafetensorsFile moments(entry->second / "optimizer.safetensors");
            model.load(weights.tensors);
            optimizer.load(moments);
            return state;
        } catch (const Error& error) {
            if (firstProblem.empty())
                firstProblem = error.what();
            if (log)
                log(str("warning: checkpoint ", entry->second.filename().string(), " cannot be used: ", error.cause()));
        }
    }
    if (!all.empty())
        throw Error(ErrorCode::Failed, str("none of the ", all.size(), " checkpoints of ", run.string(), " can be used; the newest: ", firstProblem),
            "Restore the folder from a copy, or start a new run.");
    return std::nullopt;
}

std::optional<CheckpointState> loadAsStart(const std::filesystem::path& from, bool weightsOnly, model::Transformer& model, Optimizer& optimizer, const LogFn& log)
{
    if (!std::filesystem::exists(from))
        throw Error(ErrorCode::Usage, "there is no checkpoint " + from.string(), "Give a run directory, a checkpoint folder, or a .safetensors or .pt file.");
    const auto source = runs::isRun(from) ? resolveCheckpoint(from, "latest") : from;
    loadWeights(source, model, log);
    if (weightsOnly || !std::filesystem::exists(source / "state.json"))
        return std::nullopt;
    optimizer.load(interop::SafetensorsFile(source / "optimizer.safetensors"));
    auto state = readState(source);
    state.seconds = 0;      // the clock of the new run starts now
    return state;
}

std::filesystem::path resolveCheckpoint(const std::filesystem::path& run, const std::string& which)
{
    const auto all = runs::listCheckpoints(run);
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
    return std::filesystem::is_directory(checkpoint) ? checkpoint / "model.safetensors" : checkpoint;
}

void loadWeights(const std::filesystem::path& checkpoint, model::Transformer& model, const LogFn& log)
{
    const auto weights = interop::readStateDict(weightsFile(checkpoint));
    for (const auto& note : weights.notes)
        if (log)
            log("note: " + note);
    model.load(weights.tensors);
}

}  // namespace bam::train
