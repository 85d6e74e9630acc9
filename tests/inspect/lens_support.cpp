// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/inspect/lens_support.h"

#include "core/base/files.h"
#include "core/base/random.h"
#include "core/encoding/encoding.h"
#include "core/interop/safetensors.h"
#include "core/spec/official_args.h"
#include "core/tokenizer/tokenizer.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <cmath>
#include <limits>

namespace bam::test {

std::filesystem::path tinyTokenizer()
{
    static const QTemporaryDir folder;
    const std::filesystem::path file = folder.path().toStdString() + "/tokenizer.model";
    static const bool made = [&] {
        tokenizer::BpeTraining training;
        training.sources = {{"letters", [](const auto& line) {
            SplitMix64 random(3);
            for (int n = 0; n < 400; ++n) {
                std::string text;
                for (int word = 0; word < 6; ++word) {
                    text += word > 0 ? " " : "";
                    for (auto letters = 1 + random.below(4); letters > 0; --letters)
                        text += char('a' + random.below(5));
                }
                line(text + ".");
            }
        }}};
        training.pieces = 48;
        training.byteFallback = false;
        training.output = file;
        tokenizer::trainBpe(training);
        return true;
    }();
    (void)made;
    return file;
}

LensRun::LensRun(const spec::ModelSpec& model, const model::NamedParameters& parameters, const std::filesystem::path& tokenizer)
{
    spec::RunSpec run;
    run.model = model;
    run.training.sequenceLength = 96;
    const nlohmann::ordered_json args{{"args", spec::officialArgs(run)}, {"dataset_args", nlohmann::ordered_json::object()}, {"model_args", spec::officialModelArgs(run)}};
    writeFileAtomic(path() / "args.json", args.dump(2));
    const auto checkpoint = path() / "checkpoints" / "step_00000040";
    std::filesystem::create_directories(checkpoint);
    interop::NamedTensors tensors;
    for (const auto& [name, tensor] : parameters)
        tensors.emplace_back(name, tensor.detach());
    interop::writeSafetensors(checkpoint / "model.safetensors", tensors, {{"format", "pt"}});
    writeFileAtomic(checkpoint / "state.json", R"({"schema": 1, "step": 40, "seconds": 1.0, "data_position": null})");
    if (!tokenizer.empty())
        std::filesystem::copy_file(tokenizer, path() / "tokenizer.model");
}

spec::ModelSpec smallSpec(const std::string& encoding, bool ssmax, std::int64_t vocabulary)
{
    spec::ModelSpec spec;
    spec.size = "custom";
    spec.encoding = encoding;
    spec.ssmax = ssmax;
    spec.dim = 32;
    spec.layers = 2;
    spec.heads = 4;
    spec.kvHeads = 2;
    spec.vocabulary = vocabulary;
    spec.prior.fireThreshold = 20;      // shorter than the prompts of the tests
    return spec;
}

model::NamedParameters randomParameters(const spec::ModelSpec& spec, std::uint64_t seed)
{
    const model::Transformer model(spec, seed);
    auto generator = at::make_generator<at::CPUGeneratorImpl>(seed + 1);
    auto parameters = model.parameters();
    for (auto& [name, tensor] : parameters) {
        tensor = tensor.detach().clone();
        if (name.ends_with("wq.weight") || name.ends_with("wk.weight"))
            tensor.mul_(2.5);
        if (name.find("theta_alpha") != std::string::npos)
            tensor.uniform_(-3.0, -1.0, generator);
        if (name.find("theta_beta") != std::string::npos)
            tensor.uniform_(-0.4, 0.9, generator);
        if (name.find("theta_mu") != std::string::npos)
            tensor.uniform_(-0.5, 0.5, generator);
        if (name.find("seq_scale") != std::string::npos)
            tensor.uniform_(0.2, 0.7, generator);
    }
    return parameters;
}

inspect::Prompt promptOf(const std::vector<std::int32_t>& tokens)
{
    inspect::Prompt prompt;
    prompt.tokens = tokens;
    prompt.pieces.assign(tokens.size(), "x");
    for (std::size_t n = 0; n < tokens.size(); ++n)
        prompt.queryRows.push_back(std::int64_t(n));
    return prompt;
}

std::vector<std::int32_t> randomTokens(std::int64_t length, std::int64_t vocabulary, std::uint64_t seed)
{
    SplitMix64 random(seed);
    std::vector<std::int32_t> tokens;
    while (std::int64_t(tokens.size()) < length)
        tokens.push_back(std::int32_t(random.below(std::uint64_t(vocabulary))));
    return tokens;
}

PlainModel::PlainModel(const spec::ModelSpec& model, const model::NamedParameters& values)
    : spec(model)
{
    for (const auto& [name, tensor] : values)
        parameters[name] = tensor.detach().to(at::kDouble);
}

at::Tensor PlainModel::bias(std::int64_t layer, std::int64_t length) const
{
    const auto position = at::arange(length, at::kDouble);
    const auto offset = position.unsqueeze(0) - position.unsqueeze(1);      // j − i
    if (spec.encoding == "alibi") {
        const auto slopes = at::tensor(encoding::alibiSlopes(spec.heads), at::kDouble).view({-1, 1, 1});
        return slopes * offset;
    }
    const auto prefix = spec.prior.global ? std::string("prior.") : "layers." + std::to_string(layer) + ".attention.prior.";
    if (spec.encoding == "kerple_log") {
        const auto of = [&](const char* name) { return parameters.at(prefix + name).view({-1, 1, 1}); };
        return -of("r1") * at::log(1 + of("r2") * offset.abs());
    }
    if (spec.encoding == "fire") {
        const auto of = [&](const char* name) { return parameters.at(prefix + name); };
        const auto psi = [&](const at::Tensor& x) { return at::log((of("c") * x).abs() + 1); };
        const auto normaliser = psi(at::maximum(position, (of("L_multiplier") * spec.prior.fireThreshold).abs())).unsqueeze(1) + 1e-6;
        const auto units = at::relu((psi(offset) / normaliser).unsqueeze(-1) * of("mlp.0.weight").view({-1}) + of("mlp.0.bias"));
        return (at::matmul(units, of("mlp.2.weight").t()) + of("mlp.2.bias")).permute({2, 0, 1});
    }
    if (spec.encoding != "bam")
        return at::zeros({spec.heads, length, length}, at::kDouble);
    const auto of = [&](const char* name) { return parameters.at(prefix + name).view({-1, 1, 1}); };
    const auto mu = of("theta_mu").exp() - (-of("theta_mu")).exp();
    return -of("theta_alpha").exp() * at::pow((offset - mu).abs() + 1e-5, of("theta_beta"));
}

PlainModel::Result PlainModel::run(const std::vector<std::int32_t>& tokens, const std::map<inspect::HeadId, PlainChange>& changes) const
{
    const auto length = std::int64_t(tokens.size()), width = spec.dim / spec.heads, group = spec.heads / spec.kvHeads;
    const auto norm = [&](const at::Tensor& x, const at::Tensor& weight) { return x / (x.square().mean(-1, true) + spec.normEps).sqrt() * weight; };
    const auto position = at::arange(length, at::kDouble);
    auto h = parameters.at("tok_embeddings.weight").index_select(0, at::tensor(tokens, at::kInt));
    if (spec.encoding == "sinusoidal")
        h = h + encoding::kind("sinusoidal").embeddingTable(spec, 0, length).to(at::kDouble);
    const auto rotated = [&](const at::Tensor& x) {     // [T, n, d]
        if (spec.encoding != "rotary")
            return x;
        const auto angle = position.view({-1, 1, 1}) * at::pow(500000.0, -at::arange(0, width, 2, at::kDouble) / double(width));
        const auto even = x.slice(2, 0, std::nullopt, 2), odd = x.slice(2, 1, std::nullopt, 2);
        return at::stack({even * angle.cos() - odd * angle.sin(), even * angle.sin() + odd * angle.cos()}, -1).flatten(2);
    };
    const auto visible = position.unsqueeze(0) <= position.unsqueeze(1);
    const auto logVisible = (position + 1).log().unsqueeze(1);
    Result result;
    for (std::int64_t n = 0; n < spec.layers; ++n) {
        const auto at = "layers." + std::to_string(n) + ".";
        const auto weight = [&](const char* name) { return parameters.at(at + name); };
        const auto x = norm(h, weight("attention_norm.weight"));
        const auto q = rotated(at::matmul(x, weight("attention.wq.weight").t()).view({length, spec.heads, width}));
        const auto k = rotated(at::matmul(x, weight("attention.wk.weight").t()).view({length, spec.kvHeads, width}));
        const auto v = at::matmul(x, weight("attention.wv.weight").t()).view({length, spec.kvHeads, width});
        const auto prior = bias(n, length);
        std::vector<at::Tensor> weights, outputs;
        for (std::int64_t head = 0; head < spec.heads; ++head) {
            const auto found = changes.find({n, head});
            const auto change = found == changes.end() ? PlainChange{} : found->second;
            const auto factor = spec.ssmax ? weight("attention.seq_scale").view({-1})[head] * logVisible : at::ones({length, 1}, at::kDouble);
            auto score = at::zeros({length, length}, at::kDouble);
            if (change.content)
                score = score + factor * at::matmul(q.select(1, head), k.select(1, head / group).t()) / std::sqrt(double(width));
            if (change.bias)
                score = score + (spec.encoding == "bam" ? factor : at::ones({length, 1}, at::kDouble)) * prior[head];
            weights.push_back(at::softmax(score.masked_fill(visible.logical_not(), -std::numeric_limits<double>::infinity()), -1));
            outputs.push_back(at::matmul(weights.back(), v.select(1, head / group)) * (change.output ? 1.0 : 0.0));
        }
        result.attention.push_back(at::stack(weights));
        h = h + at::matmul(at::cat(outputs, 1), weight("attention.wo.weight").t());
        const auto y = norm(h, weight("ffn_norm.weight"));
        const auto gate = at::matmul(y, weight("feed_forward.w1.weight").t());
        h = h + at::matmul(gate * at::sigmoid(gate) * at::matmul(y, weight("feed_forward.w3.weight").t()), weight("feed_forward.w2.weight").t());
    }
    result.logits = at::matmul(norm(h, parameters.at("norm.weight")), parameters.at("output.weight").t());
    return result;
}

}  // namespace bam::test
