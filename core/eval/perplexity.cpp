// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/perplexity.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/data/documents/inputs.h"
#include "core/data/documents/json_row.h"
#include "core/data/documents/reader.h"
#include "core/data/token_stream.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace bam::eval {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

[[noreturn]] void refuseShort(const std::string& path, std::int64_t found, std::int64_t wanted)
{
    throw Error(ErrorCode::Usage, str("\"", path, "\" holds ", withThousands(found), " tokens; ", withThousands(wanted), " are wanted for perplexity by position"),
        "Give a longer text, or ask for fewer with --perplexity_tokens (a multiple of --perplexity_window).");
}

void stopIfAsked(const std::stop_token& stop)
{
    if (stop.stop_requested())
        throw Error(ErrorCode::Stopped, "stopped on request during perplexity by position", "Results that were finished before are kept in results.json.");
}

std::vector<std::int32_t> tokensOfShards(const std::filesystem::path& folder, const tokenizer::Tokenizer& tokenizer, std::int64_t vocabulary, std::int64_t count)
{
    data::TokenStream stream(folder);
    const auto& first = stream.shards().front();
    if (!first.tokenizerSha256.empty() && first.tokenizerSha256 != tokenizer.sha256())
        throw Error(ErrorCode::Usage, str("the shards of \"", folder.string(), "\" were made with another tokenizer (", first.tokenizerName, ") than the run's (", tokenizer.name(), ")"),
            "Give a text instead, which is tokenised with the run's tokenizer, or shards made with it.");
    stream.setLimit(vocabulary, "the model");
    if (stream.size() < count)
        refuseShort(folder.string(), stream.size(), count);
    const auto tokens = stream.read(0, count).tokens.to(at::kInt).contiguous();
    return {tokens.data_ptr<std::int32_t>(), tokens.data_ptr<std::int32_t>() + count};
}

std::vector<std::int32_t> tokensOfText(const std::filesystem::path& file, const tokenizer::Tokenizer& tokenizer, std::int64_t count, const ProgressFn& progress, const std::stop_token& stop)
{
    const auto start = Clock::now();
    std::vector<std::int32_t> tokens;
    for (const auto& input : data::findInputs({file}, {}).files) {
        const auto reader = data::openReader(input, {}, stop);
        data::Record record;
        for (std::int64_t lines = 0; std::int64_t(tokens.size()) < count && reader->next(record); ++lines) {
            stopIfAsked(stop);
            if (record.kind == data::Record::Kind::JsonRow) {
                auto row = data::parseJsonRow(record.content, "text");
                if (row.outcome == data::JsonRow::Outcome::NoColumn || row.outcome == data::JsonRow::Outcome::Broken)
                    throw Error(ErrorCode::Failed, str("line ", record.place.number, " of ", input.name(), ": ", row.problem), "Give a text, or rows of JSON with a \"text\".");
                record.content = std::move(row.text);
            }
            repairUtf8(record.content);
            const auto pieces = tokenizer.encode(record.content);
            tokens.insert(tokens.end(), pieces.begin(), pieces.end());
            if (progress && lines % 256 == 0)
                progress({"reading the text", double(std::min(count, std::int64_t(tokens.size()))), double(count), "tokens", secondsSince(start), {}});
        }
        if (std::int64_t(tokens.size()) >= count)
            break;
    }
    if (std::int64_t(tokens.size()) < count)
        refuseShort(file.string(), std::int64_t(tokens.size()), count);
    tokens.resize(std::size_t(count));
    return tokens;
}

/// Cross-entropy of every position of one sequence. @param tokens [T + 1] int64 on the model's device @returns [T] fp32 on the CPU
template <class OnChunk>
at::Tensor crossEntropies(const model::Transformer& model, const at::Tensor& tokens, const PerplexityOptions& options, OnChunk&& onChunk)
{
    const auto length = tokens.size(0) - 1;
    const auto chunk = std::max<std::int64_t>(options.chunk, 1);
    auto cache = model.makeCache(1, length, options.cacheType);
    std::vector<at::Tensor> parts;
    for (std::int64_t begin = 0; begin < length; begin += chunk) {
        const auto count = std::min(chunk, length - begin);
        const auto logits = model.forwardCached(tokens.narrow(0, begin, count).unsqueeze(0), cache, 0).squeeze(0);      // [count, V]
        const auto targets = tokens.narrow(0, begin + 1, count).unsqueeze(1);
        parts.push_back((logits.logsumexp(1) - logits.gather(1, targets).squeeze(1)).cpu());
        if (!std::isfinite(parts.back().sum().item<double>()))
            throw Error(ErrorCode::Failed, str("the model's predictions at the positions ", begin, " to ", begin + count, " are not finite"), "Evaluate an earlier checkpoint, or fewer tokens at once.");
        onChunk(begin, count);
    }
    return at::cat(parts);
}

}  // namespace

Corpus readCorpus(const std::filesystem::path& path, const tokenizer::Tokenizer& tokenizer, std::int64_t vocabulary, std::int64_t count, const ProgressFn& progress,
    const std::stop_token& stop)
{
    std::error_code unreachable;
    if (!std::filesystem::exists(path, unreachable))
        throw Error(ErrorCode::Usage, str("there is no \"", path.string(), "\" to measure perplexity on"), "Give a folder of token shards or a text file with --perplexity.");
    auto plain = path;
    if (!plain.has_filename())
        plain = plain.parent_path();
    Corpus corpus;
    corpus.path = path.string();
    const bool folder = std::filesystem::is_directory(path, unreachable);
    corpus.name = (folder ? plain.filename() : plain.stem()).string();
    corpus.tokens = folder ? tokensOfShards(path, tokenizer, vocabulary, count) : tokensOfText(path, tokenizer, count, progress, stop);
    return corpus;
}

double PerplexityCurve::perplexity(std::size_t n) const { return std::exp(nats.at(n)); }

double PerplexityCurve::meanNats() const { return nats.empty() ? 0 : std::accumulate(nats.begin(), nats.end(), 0.0) / double(nats.size()); }

PerplexityCurve evaluatePerplexity(const model::Transformer& model, const Corpus& corpus, const PerplexityOptions& options, const std::stop_token& stop)
{
    const auto length = options.sequence, window = options.window;
    if (window < 1 || length < 1 || length % window != 0)
        throw Error(ErrorCode::Usage, str("perplexity_tokens is ", length, "; expected a multiple of perplexity_window, which is ", window),
            str("The nearest is ", std::max<std::int64_t>(1, (length + window / 2) / std::max<std::int64_t>(1, window)) * window, "."));
    PerplexityCurve curve{corpus.name, window, length, std::int64_t(corpus.tokens.size()) / (length + 1), {}, {}, 0};
    if (curve.sequences < 1)
        refuseShort(corpus.path, std::int64_t(corpus.tokens.size()), length + 1);
    const auto start = Clock::now();
    // A query's work grows with the keys it sees; progress counts it so, which makes the ETA honest.
    const auto work = [](double position) { return position * (position / 2 + 500); };
    const double total = work(double(length)) * double(curve.sequences);
    curve.nats.assign(std::size_t(length / window), 0);
    const int ranks = options.group ? options.group->ranks() : 1, rank = options.group ? options.group->rank() : 0;
    for (std::int64_t k = rank; k < curve.sequences; k += ranks) {
        const auto begin = corpus.tokens.begin() + std::ptrdiff_t(k * (length + 1));
        const auto tokens = at::tensor(std::vector<std::int64_t>(begin, begin + std::ptrdiff_t(length + 1)), at::kLong).to(model.device());
        const auto losses = crossEntropies(model, tokens, options, [&](std::int64_t at, std::int64_t count) {
            stopIfAsked(stop);
            if (options.progress)
                options.progress({"perplexity", std::min(total, work(double(length)) * double(k) + work(double(at + count)) * ranks), total, "work", secondsSince(start),
                    str(corpus.name, ", position ", withThousands(at + count), " of ", withThousands(length), curve.sequences > 1 ? str(", sequence ", k + 1, " of ", curve.sequences) : std::string())});
        });
        const auto means = losses.to(at::kDouble).view({-1, window}).mean(1).contiguous();
        for (std::size_t n = 0; n < curve.nats.size(); ++n)
            curve.nats[n] += means.data_ptr<double>()[n] / double(curve.sequences);
    }
    if (options.group)
        options.group->sum(curve.nats);
    for (std::int64_t end = window; end <= length; end += window)
        curve.positions.push_back(end);
    curve.seconds = secondsSince(start);
    return curve;
}

void mergePerplexity(nlohmann::ordered_json& results, const Corpus& corpus, const PerplexityCurve& curve, const PerplexityProvenance& provenance)
{
    using Json = nlohmann::ordered_json;
    Json perplexities = Json::array();
    for (std::size_t n = 0; n < curve.nats.size(); ++n)
        perplexities.push_back(curve.perplexity(n));
    const auto tokens = curve.sequences * (curve.sequence + 1);
    Json entry{{"window_size", curve.window}, {"seq_len", curve.sequence}, {"ntokens", tokens}, {"dataset_dir", corpus.path}, {"perplexity", perplexities}, {"positions", curve.positions},
        {"corpus", curve.corpus}, {"sequences", curve.sequences}, {"mean_nats", curve.meanNats()}, {"tokenizer", provenance.tokenizer}, {"checkpoint", provenance.checkpoint},
        {"cache_dtype", provenance.cacheDtype}, {"seconds", curve.seconds}, {"program", "bamscope " + programVersion()}};
    if (!provenance.ropeScaling.is_null())
        entry["rope_scaling"] = provenance.ropeScaling;
    auto& list = results["perplexity"];
    if (!list.is_array())
        list = Json::array();
    const auto isSame = [&](const Json& other) {
        for (const auto* key : {"window_size", "seq_len", "ntokens", "dataset_dir", "rope_scaling"})
            if (!other.is_object() || other.value(key, Json()) != entry.value(key, Json()))
                return false;
        return true;
    };
    const auto same = std::find_if(list.begin(), list.end(), isSame);
    if (same != list.end())
        *same = std::move(entry);
    else
        list.push_back(std::move(entry));
}

}  // namespace bam::eval
