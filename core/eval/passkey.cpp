// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/passkey.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/eval/passkey_texts.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace bam::eval {
namespace {

std::int64_t depthOf(const std::string& sampling, std::int64_t index, std::int64_t samples, std::int64_t fillers, SplitMix64& random)
{
    if (sampling == "beginning")
        return 0;
    if (sampling == "end")
        return fillers;
    if (sampling == "random")
        return random.between(0, fillers);
    if (sampling == "equidistant")
        return samples == 1 ? 0 : index * fillers / (samples - 1);
    throw Error(ErrorCode::Usage, "there is no depth sampling \"" + sampling + "\"", "Known: equidistant, random, beginning, end.");
}

void append(std::vector<std::int32_t>& to, const std::vector<std::int32_t>& what) { to.insert(to.end(), what.begin(), what.end()); }

/// Does the model's argmax give every answer digit?
bool retrieves(const model::Transformer& model, const PasskeyPrompt& prompt, const PasskeyOptions& options)
{
    const auto tokens = at::tensor(std::vector<std::int64_t>(prompt.tokens.begin(), prompt.tokens.end()), at::kLong).unsqueeze(0).to(model.device());
    const auto total = tokens.size(1), scored = std::int64_t(prompt.answer.size());
    const auto chunk = std::max<std::int64_t>(options.chunk, 1);
    auto cache = model.makeCache(1, total, options.cacheType);
    for (std::int64_t begin = 0; begin < total - scored; begin += chunk) {
        const auto count = std::min(chunk, total - scored - begin);
        model.forwardCached(tokens.narrow(1, begin, count), cache, count);
    }
    const auto logits = model.forwardCached(tokens.narrow(1, total - scored, scored), cache, 0);     // [1, digits, V]
    if (!std::isfinite(logits.sum().item<double>()))
        throw Error(ErrorCode::Failed, str("the model's predictions for a prompt of ", total, " tokens are not finite"), "Evaluate an earlier checkpoint, or shorter prompts.");
    const auto predicted = logits.argmax(-1).view({-1}).cpu();
    for (std::int64_t n = 0; n < scored; ++n)
        if (predicted[n].item<std::int64_t>() != prompt.answer[std::size_t(n)])
            return false;
    return true;
}

}  // namespace

PasskeyTask::PasskeyTask(const tokenizer::Tokenizer& tokenizer, const spec::PasskeySpec& spec)
    : m_spec(spec), m_tokenizer(tokenizer), m_description(tokenizer.encode(kPasskeyDescription)), m_filler(tokenizer.encode(kPasskeyFiller)),
      m_question(tokenizer.encode(kPasskeyQuestion))
{
}

PasskeyPrompt PasskeyTask::make(std::int64_t length, SplitMix64& random, const std::function<std::int64_t(std::int64_t)>& depth) const
{
    PasskeyPrompt prompt;
    prompt.key = randomKey(random, m_spec.digits + m_spec.prefixDigits);
    const auto line = informationLine(prompt.key);
    const auto information = m_tokenizer.encode(line);
    const auto keyTokens = m_tokenizer.encode(m_spec.officialSpace ? " " + prompt.key : prompt.key);
    if (std::int64_t(keyTokens.size()) < m_spec.digits + 1 || std::int64_t(keyTokens.size()) > m_spec.digits + m_spec.prefixDigits + 2)
        throw Error(ErrorCode::Usage, str("the tokenizer ", m_tokenizer.name(), " makes ", keyTokens.size(), " pieces of the key ", prompt.key, "; every digit must be one piece"),
            "Use a tokenizer that splits digits (bamscope --batch tokenizer train splits them).");
    const auto fixed = std::int64_t(m_description.size() + information.size() + m_question.size());
    prompt.fillers = std::max<std::int64_t>(0, (length - fixed) / std::int64_t(m_filler.size()));
    prompt.depthFillers = depth(prompt.fillers);

    auto& tokens = prompt.tokens;
    const auto inform = [&] {
        const auto begin = line.find(prompt.key), end = line.rfind(prompt.key) + prompt.key.size();
        const auto [first, last] = m_tokenizer.range(line, begin, end);
        prompt.keyBegin = std::int64_t(tokens.size()) + first;
        prompt.keyEnd = std::int64_t(tokens.size()) + last;
        append(tokens, information);
    };
    append(tokens, m_description);
    for (std::int64_t f = 0; f < prompt.fillers; ++f) {
        if (f == prompt.depthFillers)
            inform();
        append(tokens, m_filler);
    }
    if (prompt.depthFillers == prompt.fillers)
        inform();
    append(tokens, m_question);
    prompt.promptTokens = std::int64_t(tokens.size());
    prompt.answer.assign(keyTokens.end() - m_spec.digits, keyTokens.end());
    append(tokens, keyTokens);
    tokens.pop_back();      // nothing is predicted after the last digit
    return prompt;
}

std::vector<PasskeyPrompt> PasskeyTask::prompts(std::int64_t length, const std::string& sampling) const
{
    std::uint64_t name = 0;
    for (const char letter : sampling)
        name = name * 31 + std::uint64_t(letter);
    SplitMix64 random(mixKeys(mixKeys(std::uint64_t(m_spec.seed), std::uint64_t(length)), name));
    std::vector<PasskeyPrompt> prompts;
    for (std::int64_t n = 0; n < m_spec.samples; ++n)
        prompts.push_back(make(length, random, [&](std::int64_t fillers) { return depthOf(sampling, n, m_spec.samples, fillers, random); }));
    return prompts;
}

PasskeyPrompt PasskeyTask::promptAt(std::int64_t length, double depth) const
{
    SplitMix64 random(mixKeys(std::uint64_t(m_spec.seed), 0x6b657973));
    return make(length, random, [&](std::int64_t fillers) { return std::int64_t(std::llround(std::clamp(depth, 0.0, 1.0) * double(fillers))); });
}

std::vector<std::string> PasskeyTask::sentences()
{
    // Each part as often as the others, so that training gives all their words pieces.
    std::vector<std::string> all;
    SplitMix64 random(20260101);
    for (int n = 0; n < 200; ++n)
        all.insert(all.end(), {kPasskeyDescription, kPasskeyFiller, kPasskeyQuestion, informationLine(randomKey(random, 5))});
    return all;
}

std::vector<PasskeyCell> evaluatePasskey(const model::Transformer& model, const tokenizer::Tokenizer& tokenizer, const spec::PasskeySpec& spec,
    const PasskeyOptions& options, std::stop_token stop)
{
    if (tokenizer.pieceCount() > model.spec().vocabulary)
        throw Error(ErrorCode::Usage, str("the tokenizer ", tokenizer.name(), " has ", tokenizer.pieceCount(), " pieces, the model's vocabulary is ", model.spec().vocabulary),
            "Evaluate with the tokenizer the model was trained with.");
    const PasskeyTask task(tokenizer, spec);
    const int ranks = options.group ? options.group->ranks() : 1, rank = options.group ? options.group->rank() : 0;
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const auto seconds = [](Clock::time_point since) { return std::chrono::duration<double>(Clock::now() - since).count(); };
    // Work grows with the square of the length; progress counts it so, which makes the ETA honest.
    const auto work = [](std::int64_t length) { return double(length + 500) * double(length + 500); };
    double total = 0, done = 0;
    for (const auto length : spec.lengths)
        total += work(length) * double(spec.samples) * double(spec.samplings.size());

    std::vector<PasskeyCell> cells;
    for (const auto& sampling : spec.samplings) {
        std::int64_t misses = 0;
        for (const auto length : spec.lengths) {
            PasskeyCell cell;
            cell.sampling = sampling;
            cell.length = length;
            const auto cellStart = Clock::now();
            // Outcomes by prompt and, last, whether a rank was asked to stop; each rank fills in its own.
            const auto prompts = task.prompts(length, sampling);
            std::vector<double> found(prompts.size() + 1, 0.0);
            std::int64_t tried = 0, hits = 0;
            for (std::size_t n = 0; n < prompts.size(); ++n) {
                cell.promptTokens = std::max(cell.promptTokens, prompts[n].promptTokens);
                if (int(n % std::size_t(ranks)) != rank || found.back() > 0)
                    continue;
                if (stop.stop_requested()) {
                    found.back() = 1;
                    continue;
                }
                found[n] = retrieves(model, prompts[n], options);
                hits += found[n] > 0;
                ++tried;
                done += work(length) * ranks;
                if (options.progress)
                    options.progress({"pass key", std::min(done, total), total, "work", seconds(start),
                        str(length, " tokens, prompt ", std::min(tried * ranks, spec.samples), " of ", spec.samples, ", ", hits, ranks > 1 ? " found by this rank" : " found")});
            }
            if (options.group)
                options.group->sum(found);
            if (found.back() > 0)
                throw Error(ErrorCode::Stopped, str("stopped on request during pass-key prompts of ", length, " tokens"), "Finished lengths are kept in results.json.");
            for (std::size_t n = 0; n < prompts.size(); ++n) {
                cell.correct += found[n] > 0;
                cell.outcomes += found[n] > 0 ? '1' : '0';
                ++cell.samples;
            }
            cell.accuracy = double(cell.correct) / double(cell.samples);
            cell.wilson = wilsonInterval(cell.correct, cell.samples);
            cell.seconds = seconds(cellStart);
            cells.push_back(cell);
            if (options.onCell)
                options.onCell(cell);
            misses = cell.correct == 0 ? misses + 1 : 0;
            if (spec.patience > 0 && misses >= spec.patience)
                break;
        }
    }
    return cells;
}

nlohmann::ordered_json ropeScalingJson(const encoding::RopeScaling& scaling)
{
    return {{"method", scaling.method}, {"factor", scaling.factor}, {"original_length", scaling.originalLength}};
}

void mergePasskey(nlohmann::ordered_json& results, const spec::PasskeySpec& spec, const std::vector<PasskeyCell>& cells, const Provenance& provenance)
{
    using Json = nlohmann::ordered_json;
    for (const auto& cell : cells) {
        const auto& scaling = provenance.ropeScaling;
        const auto key = str("('", cell.sampling, "', ", spec.samples, ", ", spec.digits, ", ", spec.prefixDigits,
            scaling.isOn() ? str(", '", scaling.method, "', ", shortest(scaling.factor)) : "", ")");
        Json entry{{"length", cell.length}, {"prompt_tokens", cell.promptTokens}, {"correct", cell.correct}, {"samples", cell.samples}, {"accuracy", cell.accuracy},
            {"wilson_95", {cell.wilson.low, cell.wilson.high}}, {"seed", spec.seed}, {"official_space", spec.officialSpace}, {"seconds", cell.seconds},
            {"checkpoint", provenance.checkpoint}, {"cache_dtype", provenance.cacheDtype}, {"program", "bamscope " + programVersion()}};
        if (!cell.outcomes.empty()) {
            entry["outcomes"] = cell.outcomes;
            entry["tokenizer"] = provenance.tokenizer;
        }
        if (scaling.isOn())
            entry["rope_scaling"] = ropeScalingJson(scaling);
        auto& details = results["passkey_details"][key];
        if (!details.is_array())
            details = Json::array();
        const auto old = std::find_if(details.begin(), details.end(), [&](const Json& other) { return other.value("length", std::int64_t(-1)) == cell.length; });
        if (old != details.end())
            *old = entry;
        else
            details.insert(std::find_if(details.begin(), details.end(), [&](const Json& other) { return other.value("length", std::int64_t(0)) > cell.length; }), entry);
        if (scaling.isOn())
            continue;
        // The official shape, as its plots read it.
        Json lengths = Json::array(), accuracies = Json::array();
        for (const auto& detail : details) {
            lengths.push_back(detail["prompt_tokens"]);
            accuracies.push_back(detail["accuracy"]);
        }
        results["passkey"][key] = {{"seq_lens", lengths}, {"accs", accuracies}};
    }
}

}  // namespace bam::eval
