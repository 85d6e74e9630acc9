// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/ingest_state.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/text.h"

namespace bam::data {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

Json toJson(const Tally& tally) { return {{"count", tally.count}, {"first", tally.first}}; }

Tally tallyFrom(const Json& json) { return {json.at("count").get<std::int64_t>(), json.at("first").get<std::string>()}; }

Json toJson(const IngestCounts& counts)
{
    return {{"documents", counts.documents}, {"tokens", counts.tokens}, {"bytes", counts.bytes}, {"empty", counts.empty},
        {"repaired", toJson(counts.repaired)}, {"broken", toJson(counts.broken)}, {"no_column", toJson(counts.noColumn)},
        {"file", counts.file}, {"file_rows", counts.fileRows}, {"file_broken", counts.fileBroken}, {"file_first_broken", counts.fileFirstBroken}};
}

IngestCounts countsFrom(const Json& json)
{
    IngestCounts counts;
    json.at("documents").get_to(counts.documents);
    json.at("tokens").get_to(counts.tokens);
    json.at("bytes").get_to(counts.bytes);
    json.at("empty").get_to(counts.empty);
    counts.repaired = tallyFrom(json.at("repaired"));
    counts.broken = tallyFrom(json.at("broken"));
    counts.noColumn = tallyFrom(json.at("no_column"));
    json.at("file").get_to(counts.file);
    json.at("file_rows").get_to(counts.fileRows);
    json.at("file_broken").get_to(counts.fileBroken);
    json.at("file_first_broken").get_to(counts.fileFirstBroken);
    return counts;
}

/// Names and sizes of the inputs, in one number: the list itself may have 100,000 entries.
std::string inputsDigest(const InputList& inputs)
{
    std::string list;
    for (const auto& file : inputs.files) {
        std::error_code error;
        list += str(file.isStandardInput() ? "-" : std::filesystem::weakly_canonical(file.path, error).string(), '\0', file.bytes, '\n');
    }
    return sha256(list);
}

}  // namespace

Json ingestSettings(const IngestSpec& spec, const InputList& inputs, const std::string& tokenizerSha256)
{
    return {{"files", inputs.files.size()}, {"bytes", inputs.bytes}, {"files_sha256", inputsDigest(inputs)}, {"tokenizer_sha256", tokenizerSha256},
        {"column", spec.column}, {"unit", spec.unit}, {"bos", spec.bos}, {"eos", spec.eos}, {"shard_tokens", spec.shardTokens},
        {"max_documents", spec.maxDocuments}};
}

std::filesystem::path statePath(const std::filesystem::path& output) { return output / "ingest_state.json"; }

void saveState(const std::filesystem::path& output, const IngestState& state)
{
    const Json json = {{"version", kVersion}, {"finished", state.finished}, {"shards", state.shards}, {"settings", state.settings},
        {"counts", toJson(state.counts)},
        {"last_document", {{"file", state.file}, {"number", state.place.number}, {"offset", state.place.offset},
                              {"tokens_used", state.tokensUsed}, {"text_hash", state.textHash}}}};
    writeFileAtomic(statePath(output), json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::optional<IngestState> loadState(const std::filesystem::path& output)
{
    const auto path = statePath(output);
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return std::nullopt;
    try {
        const auto json = readJsonText<Json>(readFile(path), path.string());
        if (const int version = json.at("version").get<int>(); version != kVersion)
            throw Error(ErrorCode::Failed, str(path.string(), " is of version ", version, "; this program knows version ", kVersion),
                "Continue with the program that began the ingest, or start over in an empty folder.");
        IngestState state;
        state.settings = json.at("settings");
        json.at("finished").get_to(state.finished);
        json.at("shards").get_to(state.shards);
        state.counts = countsFrom(json.at("counts"));
        const auto& last = json.at("last_document");
        last.at("file").get_to(state.file);
        last.at("number").get_to(state.place.number);
        last.at("offset").get_to(state.place.offset);
        last.at("tokens_used").get_to(state.tokensUsed);
        last.at("text_hash").get_to(state.textHash);
        return state;
    } catch (const nlohmann::json::exception& problem) {
        throw Error(ErrorCode::Failed, str(path.string(), " cannot be read: ", problem.what()), "Start over in an empty folder.");
    }
}

bool isUnfinished(const std::filesystem::path& output)
{
    try {
        const auto json = jsonOrDiscarded(readFile(statePath(output)));
        return json.is_object() && json.value("finished", Json()) == false;
    } catch (const Error&) {
        return false;
    }
}

void requireSameSettings(const Json& before, const Json& now, const std::filesystem::path& output)
{
    std::vector<std::string> differences;
    for (const auto& [key, value] : now.items()) {
        const auto old = before.find(key);
        if (key == "files_sha256" && (old == before.end() || *old != value))
            differences.push_back("the names or sizes of the input files differ");
        else if (old == before.end() || *old != value)
            differences.push_back(str(key, " was ", old == before.end() ? std::string("not recorded") : old->dump(), ", is ", value.dump()));
    }
    if (!differences.empty())
        throw Error(ErrorCode::Usage, str("the ingest in ", output.string(), " was begun with other inputs or settings: ", joinNames(differences)),
            "Resume with the same inputs and settings, or write to an empty folder.");
}

}  // namespace bam::data
