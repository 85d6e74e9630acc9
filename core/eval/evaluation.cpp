// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/evaluation.h"

#include "core/base/checksum.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/base/version.h"

#include <algorithm>

namespace bam::eval {
namespace {

std::string_view bytesOf(std::span<const std::int32_t> tokens) { return {reinterpret_cast<const char*>(tokens.data()), tokens.size_bytes()}; }

}  // namespace

void addProvenance(Json& entry, const Subject& subject, const CellFacts& facts)
{
    entry["seconds"] = facts.seconds;
    entry["prompts"] = facts.promptsHash;
    entry["checkpoint"] = subject.checkpoint;
    entry["checkpoint_hash"] = subject.checkpointHash;
    entry["tokenizer"] = subject.tokenizer.sha256();
    entry["cache_dtype"] = subject.cacheDtype;
    for (const auto& [key, value] : subject.changes.items())
        entry[key] = value;
    entry["program"] = "bamscope " + programVersion();
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
