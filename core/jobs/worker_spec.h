// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker process is to do: `bamscope --batch <arguments>` on a device. A plain value, free of Torch and Qt, that the window makes and the
// supervisor runs, stores and reads back.
#pragma once

#include "core/spec/spec.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bam::jobs {

enum class WorkerKind { Train, Resume, Evaluate, Dataset, Tokenizer, RunFile };

/// "train", "resume", "evaluate", "dataset", "tokenizer", "run_file".
std::string kindName(WorkerKind kind);
std::optional<WorkerKind> kindFromName(const std::string& name);

struct WorkerSpec {
    /// Stands in `arguments` for the path of the file that holds `specJson`.
    static constexpr const char* kSpecFile = "{spec}";

    WorkerKind kind = WorkerKind::Train;
    std::string title;                      ///< for people: "BAM + SSMax, l12, seed 3"
    std::string encoding;                   ///< official name such as "bam_ssmax", for the colour; may be empty
    std::vector<std::string> arguments;     ///< after --batch; --json is added by the supervisor
    std::string specJson;                   ///< written as a file before the start; empty: there is none
    std::string device = "cpu";             ///< "cpu", "cuda:N", "auto": the queue gives a device to one of these jobs at a time
    std::filesystem::path logDir;           ///< where a training makes its run directory
    std::filesystem::path run;              ///< the run that is resumed or evaluated; empty for others, until it is known
    std::filesystem::path workingFolder;    ///< current directory of the worker; empty: the window's own
};

/// A new training; `device` replaces the one of the spec. An empty title is made from encoding, size and seed.
WorkerSpec trainWorker(spec::RunSpec run, const std::string& device, std::string title = {});
/// Goes on with a stopped run, on the device that its run.json names.
WorkerSpec resumeWorker(const std::filesystem::path& run, const std::string& encoding, const std::string& device, std::string title = {});
/// Tests a run. @param flags of `bamscope --batch evaluate`, e.g. {"--passkey_lengths", "512,4096"}; empty: as the run's spec says
WorkerSpec evaluateWorker(const std::filesystem::path& run, const std::string& encoding, const std::string& device, const std::vector<std::string>& flags = {}, std::string title = {});
/// @param arguments of `bamscope --batch dataset`, inputs and flags
WorkerSpec datasetWorker(const std::vector<std::string>& arguments, std::string title = {});
/// @param arguments of `bamscope --batch tokenizer train`, texts and flags
WorkerSpec tokenizerWorker(const std::vector<std::string>& arguments, std::string title = {});
/// Several jobs that belong together: a file for `bamscope --batch run`, such as the quickstart's. @param flags e.g. {"--out", "quickstart"}
WorkerSpec runFileWorker(const std::filesystem::path& file, const std::string& device, const std::vector<std::string>& flags = {}, std::string title = {});

nlohmann::ordered_json toJson(const WorkerSpec& spec);
/// @throws Error (Failed) naming the field that is missing or of another kind
WorkerSpec workerFromJson(const nlohmann::ordered_json& json);

}  // namespace bam::jobs
