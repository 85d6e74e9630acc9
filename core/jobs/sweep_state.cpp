// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/sweep_state.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/small_file.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

namespace bam::jobs {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 2;
constexpr int kSchemaOfTrainingHash = 2;     // before it, runs were known by their full hash
constexpr const char* kFile = "sweep.json";
constexpr std::size_t kLongestName = 80;
constexpr std::size_t kHashOfName = 8;

constexpr std::array<std::pair<SweepRunState, const char*>, 6> kStates{{{SweepRunState::Waiting, "waiting"}, {SweepRunState::Running, "running"}, {SweepRunState::Finished, "finished"},
    {SweepRunState::Failed, "failed"}, {SweepRunState::Skipped, "skipped"}, {SweepRunState::Stopped, "stopped"}}};

SweepRunState stateFromName(const std::string& name)
{
    for (const auto& [state, known] : kStates)
        if (name == known)
            return state;
    throw Error(ErrorCode::Failed, str("\"", name, "\" is no state of a run of a sweep"), "The file may be of a newer version of the program.");
}

/// Of a run inside the sweep's folder relative to that, else as it is.
std::string storedRun(const std::string& run, const std::filesystem::path& folder)
{
    const auto inside = std::filesystem::path(run).lexically_relative(folder);
    return run.empty() || inside.empty() || *inside.begin() == ".." ? run : inside.string();
}

bool holdsRun(const std::filesystem::path& folder)
{
    std::error_code error;
    return std::filesystem::exists(folder / "run.json", error);
}

/// A run that is not where it was any more may have been moved with the sweep's folder.
std::string foundRun(const std::string& stored, const std::filesystem::path& folder)
{
    const std::filesystem::path run = stored;
    if (stored.empty() || run.is_relative())
        return stored.empty() ? stored : (folder / run).lexically_normal().string();
    if (holdsRun(run))
        return stored;
    for (auto first = std::next(run.begin()); first != run.end(); ++first) {
        auto moved = folder;
        for (auto part = first; part != run.end(); ++part)
            moved /= *part;
        if (holdsRun(moved))
            return moved.string();
    }
    return stored;
}

Json toJson(const SweepEntry& entry, const std::filesystem::path& folder)
{
    return {{"id", entry.id}, {"index", entry.index}, {"title", entry.title}, {"hash", entry.hash}, {"state", stateName(entry.state)}, {"stage", entry.stage}, {"attempts", entry.starts},
        {"failures", entry.failures}, {"run", storedRun(entry.run, folder)}, {"trained", entry.trained}, {"evaluated", entry.evaluated}, {"device", entry.device}, {"process", runs::toJson(entry.process)}, {"started", entry.started},
        {"seconds", entry.seconds}, {"cause", entry.cause}, {"hint", entry.hint}};
}

SweepEntry entryFrom(const Json& json, const std::filesystem::path& folder)
{
    SweepEntry entry;
    entry.id = json.at("id").get<std::string>();
    entry.index = json.at("index").get<std::int64_t>();
    entry.title = json.at("title").get<std::string>();
    entry.hash = json.at("hash").get<std::string>();
    entry.state = stateFromName(json.at("state").get<std::string>());
    entry.stage = json.at("stage").get<std::string>();
    entry.starts = json.at("attempts").get<int>();
    entry.failures = json.at("failures").get<int>();
    entry.run = foundRun(json.at("run").get<std::string>(), folder);
    entry.trained = json.value("trained", entry.state == SweepRunState::Finished || entry.stage == "evaluate");
    entry.evaluated = json.at("evaluated").get<std::string>();
    entry.device = json.at("device").get<std::string>();
    entry.process = runs::processFromJson(json.at("process"));
    entry.started = json.at("started").get<std::int64_t>();
    entry.seconds = json.at("seconds").get<double>();
    entry.cause = json.at("cause").get<std::string>();
    entry.hint = json.at("hint").get<std::string>();
    return entry;
}

std::string textOf(const SweepState& state, const std::vector<SweepEntry>& entries, const std::filesystem::path& folder)
{
    Json json{{"schema", kSchema}, {"name", state.name}, {"process", runs::toJson(state.process)}, {"entries", Json::array()}};
    for (const auto& entry : entries)
        json["entries"].push_back(toJson(entry, folder));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The hash by which a run is known now, of an entry that an earlier version knew by its full one; where its spec was never stored, that one stays.
std::string hashNow(const SweepEntry& entry, const SweepStore& store)
{
    try {
        const auto spec = storedSpec(entry, store);
        return spec && fullHash(*spec) == entry.hash ? trainingHash(*spec) : entry.hash;
    } catch (const Error&) {
        return entry.hash;
    }
}

/// Runs of which only the full hash differs keep it.
void renewHashes(std::vector<SweepEntry>& entries, const SweepStore& store)
{
    std::vector<std::string> hashes;
    std::map<std::string, int> uses;
    for (const auto& entry : entries)
        ++uses[hashes.emplace_back(hashNow(entry, store))];
    for (std::size_t n = 0; n < entries.size(); ++n)
        if (uses[hashes[n]] == 1)
            entries[n].hash = hashes[n];
}

/// Empty when the file is not there.
SweepState readState(const std::filesystem::path& file, const SweepStore& store)
{
    SweepState state;
    const auto text = readSmallFile(file);
    if (!text)
        return state;
    try {
        const auto json = readJsonText<Json>(*text, file.string());
        state.name = json.at("name").get<std::string>();
        state.process = runs::processFromJson(json.at("process"));
        for (const auto& entry : json.at("entries"))
            state.entries.push_back(entryFrom(entry, store.folder()));
        if (json.value("schema", kSchema) < kSchemaOfTrainingHash)
            renewHashes(state.entries, store);
    } catch (const nlohmann::json::exception& problem) {
        throw Error(ErrorCode::Failed, str(file.string(), " cannot be read: ", problem.what()),
            "It was damaged or changed by another program. Restore it, or move it away to begin the sweep anew; the run directories stay.");
    }
    return state;
}

void makeFolder(const std::filesystem::path& folder)
{
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure)
        throwFileError(folder, "create", failure.value());
}

/// Of the fields for which `counts` says so and that are not at their default.
template <class Counts>
std::string hashOf(const spec::RunSpec& run, Counts&& counts)
{
    const spec::RunSpec defaults;
    std::vector<std::string> lines;
    for (const auto& entry : spec::allFields()) {
        const auto value = fieldValue(run, entry.path);
        if (counts(entry) && value != fieldValue(defaults, entry.path))
            lines.push_back(str(entry.path, '=', valueText(*entry.field, value), '\n'));
    }
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const auto& line : lines)
        text += line;
    return sha256(text);
}

bool isOfEvaluation(const spec::FieldEntry& entry) { return entry.section.starts_with("evaluation"); }

std::string absolutePath(const std::string& path) { return path.empty() ? path : std::filesystem::absolute(path).lexically_normal().string(); }

/// The title as the name of a folder, with a piece of the hash that makes it the only one.
std::string idFor(const std::string& title, const std::string& hash)
{
    std::string name;
    for (const char c : title) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
        if (plain)
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    return str(name.substr(0, kLongestName), '-', hash.substr(0, kHashOfName));
}

std::string counted(std::size_t count, const char* one, const char* several) { return str(count, ' ', count == 1 ? one : several); }

}  // namespace

std::string stateName(SweepRunState state)
{
    return std::find_if(kStates.begin(), kStates.end(), [&](const auto& entry) { return entry.first == state; })->second;
}

std::string trainingHash(const spec::RunSpec& run)
{
    return hashOf(run, [](const spec::FieldEntry& entry) { return !spec::keepsNumbers(entry.path); });
}

std::string fullHash(const spec::RunSpec& run)
{
    return hashOf(run, [](const spec::FieldEntry& entry) {
        return !isOfEvaluation(entry) && entry.path != "log_dir" && entry.path != "training.device" && entry.path != "training.threads";
    });
}

std::vector<std::string> runHashes(const spec::SweepSpec& sweep)
{
    std::vector<std::string> hashes, full;
    std::map<std::string, std::set<std::string>> alike;
    for (const auto& run : sweep.runs) {
        const auto spec = withAbsolutePaths(run.spec);
        alike[hashes.emplace_back(trainingHash(spec))].insert(full.emplace_back(fullHash(spec)));
    }
    for (std::size_t n = 0; n < hashes.size(); ++n)
        if (alike.at(hashes[n]).size() > 1)
            hashes[n] = full[n];
    return hashes;
}

std::optional<spec::RunSpec> storedSpec(const SweepEntry& entry, const SweepStore& store)
{
    const auto text = readSmallFile(store.specFile(entry.id));
    if (!text)
        return std::nullopt;
    std::vector<spec::Problem> problems;        // keys of another version, say; the rest is read all the same
    return spec::overlay(spec::RunSpec(), spec::parseJson(*text, store.specFile(entry.id).string()), problems);
}

std::string evaluationHash(const spec::EvalSpec& evaluation)
{
    spec::RunSpec run;
    run.evaluation = evaluation;
    return hashOf(run, isOfEvaluation);
}

spec::RunSpec withAbsolutePaths(spec::RunSpec run)
{
    std::error_code error;
    const std::filesystem::path dataset = run.data.dataset, official = std::filesystem::path("data") / dataset;
    if (!dataset.empty() && dataset.is_relative() && !std::filesystem::exists(dataset, error) && std::filesystem::exists(official, error))
        run.data.dataset = official.string();
    auto& evaluation = run.evaluation;
    for (auto* path : {&run.data.dataset, &run.data.tokenizer, &run.training.checkpoint, &run.logDir, &evaluation.perplexity, &evaluation.ruler.essays})
        *path = absolutePath(*path);
    if (evaluation.passkey.filler != "noise")
        evaluation.passkey.filler = absolutePath(evaluation.passkey.filler);
    if (evaluation.checkpoint != "latest" && evaluation.checkpoint.find_first_not_of("0123456789") != std::string::npos)    // else a step
        evaluation.checkpoint = absolutePath(evaluation.checkpoint);
    for (auto& task : evaluation.choice.tasks) {
        const auto path = task.find('=') + 1;       // 0 without one
        task = task.substr(0, path) + absolutePath(task.substr(path));
    }
    return run;
}

SweepCounts countsOf(const SweepState& state)
{
    SweepCounts counts;
    for (const auto& entry : state.entries) {
        if (entry.index < 0)
            continue;
        ++counts.runs;
        switch (entry.state) {
        case SweepRunState::Waiting: ++counts.waiting; break;
        case SweepRunState::Running: ++counts.running; break;
        case SweepRunState::Finished: ++counts.finished; break;
        case SweepRunState::Failed: ++counts.failed; break;
        case SweepRunState::Skipped: ++counts.skipped; break;
        case SweepRunState::Stopped: ++counts.stopped; break;
        }
    }
    return counts;
}

std::filesystem::path SweepStore::workerFile(const SweepEntry& entry, const char* suffix) const { return folderOf(entry.id) / str(entry.stage, '-', entry.starts, suffix); }

bool SweepStore::isSweepFolder(const std::filesystem::path& folder)
{
    std::error_code error;
    if (std::filesystem::exists(folder / kFile, error))
        return true;
    for (std::filesystem::directory_iterator entry(folder / "runs", error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        if (std::filesystem::exists(entry->path() / kFile, ignored))
            return true;
    }
    return false;
}

SweepState SweepStore::load() const
{
    auto state = readState(m_folder / kFile, *this);
    std::error_code error;
    std::vector<std::filesystem::path> files;
    for (std::filesystem::directory_iterator entry(m_folder / "runs", error), end; !error && entry != end; entry.increment(error))
        files.push_back(entry->path() / kFile);
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
        const auto alone = readState(file, *this);
        if (state.name.empty())
            state.name = alone.name;
        for (const auto& entry : alone.entries) {
            const auto known = std::find_if(state.entries.begin(), state.entries.end(), [&](const auto& other) { return other.id == entry.id; });
            if (known == state.entries.end())
                state.entries.push_back(entry);
            else
                *known = entry;
        }
    }
    std::stable_sort(state.entries.begin(), state.entries.end(), [](const auto& a, const auto& b) { return std::uint64_t(a.index) < std::uint64_t(b.index); });
    return state;
}

void SweepStore::save(const SweepState& state) const
{
    makeFolder(m_folder);
    writeFileAtomic(m_folder / kFile, textOf(state, state.entries, m_folder));
}

void SweepStore::saveAlone(const SweepState& state, const SweepEntry& entry) const
{
    makeFolder(folderOf(entry.id));
    writeFileAtomic(folderOf(entry.id) / kFile, textOf(state, {entry}, m_folder));
}

void SweepStore::forgetAlone(const SweepState& state) const
{
    std::error_code ignored;
    for (const auto& entry : state.entries)
        std::filesystem::remove(folderOf(entry.id) / kFile, ignored);
}

SweepState merged(const SweepState& known, const spec::SweepSpec& sweep, std::vector<std::string>& notes)
{
    SweepState state;
    state.name = sweep.name;
    std::map<std::string, const SweepEntry*> byHash;
    for (const auto& entry : known.entries)
        byHash[entry.hash] = &entry;
    // A run may be known by the other hash: from an earlier version, or since the file asked for others that train the same.
    const auto find = [&byHash](const std::string& hash, const spec::RunSpec& spec) {
        auto found = byHash.find(hash);
        for (const auto& other : {fullHash(spec), trainingHash(spec)})
            if (found == byHash.end())
                found = byHash.find(other);
        return found;
    };
    const auto hashes = runHashes(sweep);
    std::size_t added = 0;
    for (const auto& run : sweep.runs) {
        const auto& hash = hashes[std::size_t(&run - sweep.runs.data())];
        if (std::any_of(state.entries.begin(), state.entries.end(), [&](const auto& entry) { return entry.hash == hash; }))
            continue;       // differs in its evaluation or device only
        SweepEntry entry;
        if (const auto found = find(hash, withAbsolutePaths(run.spec)); found != byHash.end()) {
            entry = *found->second;
            entry.hash = hash;
            byHash.erase(found);
        } else {
            entry.hash = hash;
            entry.id = idFor(run.title, hash);
            ++added;
        }
        entry.title = run.title;
        entry.index = std::int64_t(&run - sweep.runs.data());
        state.entries.push_back(std::move(entry));
    }
    std::size_t kept = 0;
    for (auto entry : known.entries)
        if (byHash.contains(entry.hash)) {
            entry.index = -1;
            state.entries.push_back(std::move(entry));
            ++kept;
        }
    if (!known.entries.empty() && added > 0)
        notes.push_back(str(counted(added, "run is", "runs are"), " new since the last call"));
    if (kept > 0)
        notes.push_back(str(counted(kept, "run of an earlier call is", "runs of earlier calls are"), " not in the sweep any more; what ", kept == 1 ? "it" : "they", " made is kept"));
    return state;
}

}  // namespace bam::jobs
