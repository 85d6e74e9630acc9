// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/evaluation.h"

#include "core/base/checksum.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/spec/spec_io.h"

#include <algorithm>

namespace bam::eval {
namespace {

std::string_view bytesOf(std::span<const std::int32_t> tokens) { return {reinterpret_cast<const char*>(tokens.data()), tokens.size_bytes()}; }

}  // namespace

bool Evaluation::understands(std::size_t cell, std::int64_t, const Json& answer) const
{
    try {
        soFar(cell, {answer});
        return true;
    } catch (const Json::exception&) {
        return false;
    }
}

std::string thisProgram() { return "bamscope " + programVersion(); }

std::string subjectKey(const Subject& subject)
{
    return checksumOf(str(subject.checkpointHash, ' ', subject.tokenizer.sha256(), ' ', subject.cacheDtype, ' ', spec::hashedJson(subject.model.spec()).dump(), ' ', subject.changes.dump()));
}

const Json* entryMadeBy(const Json& results, const Subject& subject, const std::string& promptsHash)
{
    if (!results.is_structured())
        return nullptr;
    const auto says = [&](const char* key, const Json& value) { return results.value(key, Json()) == value; };
    if (results.is_object() && says("prompts", promptsHash) && says("checkpoint_hash", subject.checkpointHash) && says("tokenizer", subject.tokenizer.sha256()) && says("cache_dtype", subject.cacheDtype)
        && says("rope_scaling", subject.changes.value("rope_scaling", Json())))
        return &results;
    for (const auto& inside : results)
        if (const auto* found = entryMadeBy(inside, subject, promptsHash))
            return found;
    return nullptr;
}

void addProvenance(Json& entry, const Subject& subject, const CellFacts& facts)
{
    if (facts.asked > 0 || facts.seconds > 0)
        entry["seconds"] = facts.seconds;
    entry["prompts"] = facts.promptsHash;
    entry["checkpoint"] = subject.checkpoint;
    entry["checkpoint_hash"] = subject.checkpointHash;
    entry["tokenizer"] = subject.tokenizer.sha256();
    entry["cache_dtype"] = subject.cacheDtype;
    for (const auto& [key, value] : subject.changes.items())
        entry[key] = value;
    entry["program"] = facts.program.empty() ? thisProgram() : facts.program;
}

void requireFits(const Subject& subject)
{
    if (subject.tokenizer.pieceCount() > subject.model.spec().vocabulary)
        throw Error(ErrorCode::Usage, str("the tokenizer ", subject.tokenizer.name(), " has ", subject.tokenizer.pieceCount(), " pieces, the model's vocabulary is ", subject.model.spec().vocabulary),
            "Evaluate with the tokenizer the model was trained with.");
}

double cacheBytes(const Subject& subject, std::int64_t tokens)
{
    const auto& model = subject.model.spec();
    const auto width = double(model.dim) / double(std::max<std::int64_t>(1, model.heads));
    return 2 * double(model.layers) * double(model.kvHeads) * width * double(tokens) * (subject.cacheDtype == "bfloat16" ? 2 : 4);
}

void requireMemory(const Subject& subject, const std::vector<CellPlan>& cells, double free, int users)
{
    for (const auto& cell : cells) {
        const auto needed = cacheBytes(subject, cell.tokens) * users;
        if (free > 0 && needed > free)
            throw Error(ErrorCode::Environment, str(cell.name, ": keys and values of ", withThousands(cell.tokens), " tokens take ", humanBytes(needed), users > 1 ? str(" on ", users, " ranks") : "", "; ", humanBytes(free), " are free"),
                subject.cacheDtype == "bfloat16" ? "Ask for shorter prompts, or evaluate on a device with more memory." : "Ask for shorter prompts, halve it with --cache_dtype bfloat16, or evaluate on a device with more memory.");
    }
}

double readingWork(std::int64_t tokens) { return double(tokens + 200) * (double(tokens) / 2 + 500); }

std::string questionHash(const std::string& scoring, std::span<const std::int32_t> tokens, std::span<const std::int32_t> answer)
{
    return Checksum().add(scoring).add({"\0", 1}).add(bytesOf(tokens)).add("answer").add(bytesOf(answer)).digits();
}

}  // namespace bam::eval
