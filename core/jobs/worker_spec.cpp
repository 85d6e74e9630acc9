// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/worker_spec.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/spec/spec_io.h"

#include <algorithm>
#include <array>

namespace bam::jobs {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<WorkerKind, const char*>, 6> kKinds{{{WorkerKind::Train, "train"}, {WorkerKind::Resume, "resume"}, {WorkerKind::Evaluate, "evaluate"},
    {WorkerKind::Dataset, "dataset"}, {WorkerKind::Tokenizer, "tokenizer"}, {WorkerKind::RunFile, "run_file"}}};

/// "l12/bam_ssmax/version_00": the part of a path that tells runs apart.
std::string shortName(const std::filesystem::path& run)
{
    const auto path = run.lexically_normal();
    return (path.parent_path().parent_path().filename() / path.parent_path().filename() / path.filename()).string();
}

std::string named(std::string title, const std::string& otherwise) { return title.empty() ? otherwise : std::move(title); }

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& rest)
{
    first.insert(first.end(), rest.begin(), rest.end());
    return first;
}

template <typename T>
T field(const Json& json, const char* name)
{
    try {
        return json.at(name).get<T>();
    } catch (const nlohmann::json::exception& error) {
        throw Error(ErrorCode::Failed, str("\"", name, "\" of a job is missing or of another kind: ", error.what()), "The file was changed by another program.");
    }
}

}  // namespace

std::string kindName(WorkerKind kind)
{
    return std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& entry) { return entry.first == kind; })->second;
}

std::optional<WorkerKind> kindFromName(const std::string& name)
{
    for (const auto& [kind, known] : kKinds)
        if (name == known)
            return kind;
    return std::nullopt;
}

WorkerSpec trainWorker(spec::RunSpec run, const std::string& device, std::string title)
{
    run.training.device = device;
    const auto encoding = spec::officialEncodingName(run.model);
    WorkerSpec worker;
    worker.title = named(std::move(title), str(encoding, ", ", run.model.size, ", seed ", run.training.seed));
    worker.encoding = encoding;
    worker.arguments = {"train", WorkerSpec::kSpecFile};
    worker.specJson = spec::prettyJson(spec::toJson(run)) + "\n";
    worker.device = device;
    worker.logDir = run.logDir;
    return worker;
}

WorkerSpec resumeWorker(const std::filesystem::path& run, const std::string& encoding, const std::string& device, std::string title)
{
    WorkerSpec worker;
    worker.kind = WorkerKind::Resume;
    worker.title = named(std::move(title), shortName(run));
    worker.encoding = encoding;
    worker.arguments = {"train", "--resume", run.string()};
    worker.device = device;
    worker.run = run;
    return worker;
}

WorkerSpec evaluateWorker(const std::filesystem::path& run, const std::string& encoding, const std::string& device, const std::vector<std::string>& flags, std::string title)
{
    WorkerSpec worker;
    worker.kind = WorkerKind::Evaluate;
    worker.title = named(std::move(title), shortName(run));
    worker.encoding = encoding;
    worker.arguments = joined({"evaluate", run.string(), "--device", device}, flags);
    worker.device = device;
    worker.run = run;
    return worker;
}

WorkerSpec datasetWorker(const std::vector<std::string>& arguments, std::string title)
{
    WorkerSpec worker;
    worker.kind = WorkerKind::Dataset;
    worker.title = named(std::move(title), arguments.empty() ? "dataset" : std::filesystem::path(arguments.front()).filename().string());
    worker.arguments = joined({"dataset"}, arguments);
    return worker;
}

WorkerSpec tokenizerWorker(const std::vector<std::string>& arguments, std::string title)
{
    WorkerSpec worker;
    worker.kind = WorkerKind::Tokenizer;
    worker.title = named(std::move(title), arguments.empty() ? "tokenizer" : std::filesystem::path(arguments.front()).filename().string());
    worker.arguments = joined({"tokenizer", "train"}, arguments);
    return worker;
}

WorkerSpec runFileWorker(const std::filesystem::path& file, const std::string& device, const std::vector<std::string>& flags, std::string title)
{
    WorkerSpec worker;
    worker.kind = WorkerKind::RunFile;
    worker.title = named(std::move(title), file.stem().string());
    worker.arguments = joined({"run", file.string(), "--device", device}, flags);
    worker.device = device;
    return worker;
}

Json toJson(const WorkerSpec& spec)
{
    return {{"kind", kindName(spec.kind)}, {"title", spec.title}, {"encoding", spec.encoding}, {"arguments", spec.arguments}, {"device", spec.device}, {"log_dir", spec.logDir.string()},
        {"run", spec.run.string()}, {"working_folder", spec.workingFolder.string()}, {"spec", spec.specJson}};
}

WorkerSpec workerFromJson(const Json& json)
{
    WorkerSpec spec;
    const auto kind = kindFromName(field<std::string>(json, "kind"));
    if (!kind)
        throw Error(ErrorCode::Failed, str("\"", field<std::string>(json, "kind"), "\" is no kind of job"), "The file may be of a newer version of the program.");
    spec.kind = *kind;
    spec.title = field<std::string>(json, "title");
    spec.encoding = field<std::string>(json, "encoding");
    spec.arguments = field<std::vector<std::string>>(json, "arguments");
    spec.device = field<std::string>(json, "device");
    spec.logDir = field<std::string>(json, "log_dir");
    spec.run = field<std::string>(json, "run");
    spec.workingFolder = field<std::string>(json, "working_folder");
    spec.specJson = field<std::string>(json, "spec");
    return spec;
}

}  // namespace bam::jobs
