// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/official_args.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/encoding/encoding.h"
#include "core/spec/model_sizes.h"

#include <algorithm>
#include <cmath>

namespace bam::spec {
namespace {

/// Copies the keys of a section that the official code knows under the same name.
void take(Json& args, const Json& section, const std::vector<const char*>& keys)
{
    for (const auto* key : keys)
        args[key] = section.at(key);
}

/// The official arguments are texts even where they hold numbers.
std::string asText(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

/// slope here is the logarithm of the official 2026 slope; its code knows one word for both and reads the weights anyway.
std::string officialAlpha(const PriorSpec& prior) { return prior.thetaAlphaInit == "slope_raw" ? "slope" : prior.thetaAlphaInit; }

/// What the official code has no word for, written where it counts: models that it knows keep the arguments that it knows.
void addOwnArgs(Json& args, const ModelSpec& model, const Json& json)
{
    if (model.rotaryFraction != 1)
        args["rotary_fraction"] = json["rotary_fraction"];
    if (model.encoding == "t5")
        take(args, json["prior"], {"t5_buckets", "t5_max_distance"});
    if (model.encoding == "fire")
        take(args, json["prior"], {"fire_threshold"});
    if (model.encoding == "sandwich")
        take(args, json["prior"], {"sandwich_width"});
    if (model.encoding != "bam" && encoding::kind(model.encoding).hasPrior)
        args["global_positional_encoding"] = model.prior.global;
}

class Source {
public:
    Source(const Json& args, std::string what) : m_args(args), m_what(std::move(what)) {}

    const Json& section(const char* name) const
    {
        const auto found = m_args.is_object() ? m_args.find(name) : m_args.end();
        if (!m_args.is_object() || found == m_args.end() || !found->is_object())
            throw Error(ErrorCode::Failed, str(m_what, " has no object \"", name, "\"; expected the official args.json"),
                "Give the args.json that was written beside the model.");
        return *found;
    }

    std::int64_t whole(const Json& section, const char* key) const
    {
        const auto found = section.find(key);
        if (found == section.end() || !found->is_number_integer())
            throw Error(ErrorCode::Failed,
                str(m_what, ": model_args.", key, " is ", found == section.end() ? "missing" : found->dump(), "; expected a whole number"),
                "Give the args.json that was written beside the model.");
        return found->get<std::int64_t>();
    }

    const std::string& what() const { return m_what; }

private:
    const Json& m_args;
    std::string m_what;
};

/// First of several names that is present and not null.
Json firstOf(const Json& section, std::initializer_list<const char*> names)
{
    for (const auto* name : names)
        if (const auto found = section.find(name); found != section.end() && !found->is_null())
            return *found;
    return {};
}

/// The JSON section `model.prior` of official model_args.
Json priorJson(const Json& model)
{
    Json prior = Json::object();
    const auto set = [&](const char* key, const Json& value) {
        if (!value.is_null())
            prior[key] = value;
    };
    const auto asNumberOrWord = [](Json value) {
        if (value.is_string())
            if (const auto number = numberFromText(value.get<std::string>()))
                return Json(*number);
        return value;
    };
    if (model.contains("theta_alpha_init"))
        set("theta_alpha_init", model["theta_alpha_init"] == "slope" ? Json("slope_raw") : asNumberOrWord(model["theta_alpha_init"]));
    else if (const auto scale = firstOf(model, {"scale_init"}); scale == "slope" || scale == "sampled")
        prior["theta_alpha_init"] = scale;
    set("theta_beta_init", asNumberOrWord(firstOf(model, {"thata_beta_init", "theta_beta_init", "shape_init"})));
    set("theta_mu_init", asNumberOrWord(firstOf(model, {"theta_mu_init", "loc_init"})));
    set("theta_alpha_trainable", firstOf(model, {"train_theta_alpha", "train_scale"}));
    set("theta_beta_trainable", firstOf(model, {"train_theta_beta", "train_shape"}));
    set("theta_mu_trainable", firstOf(model, {"train_theta_mu", "train_loc"}));
    set("global_prior", firstOf(model, {"global_positional_encoding"}));
    for (const auto* key : {"t5_buckets", "t5_max_distance", "fire_threshold", "sandwich_width"})
        set(key, firstOf(model, {key}));
    if (prior.value("theta_beta_trainable", Json(true)) == false)
        prior.erase("theta_beta_init");     // the official code ignores it then
    return prior;
}

/// The official hidden width is int(multiplier · D), or D without a multiplier, rounded up to a multiple of `multiple_of`.
double ffnMultiplier(const Source& source, const Json& official)
{
    const auto dim = source.whole(official, "dim");
    const auto given = firstOf(official, {"ffn_dim_multiplier"});
    if (!given.is_null() && !given.is_number())
        throw Error(ErrorCode::Failed, str(source.what(), ": model_args.ffn_dim_multiplier is ", given.dump(), "; expected a number or null"),
            "Give the args.json that was written beside the model.");
    const double multiplier = given.is_null() ? 1 : given.get<double>();
    if (!(multiplier > 0 && multiplier <= 64))
        return multiplier;      // refused with the rest of the model
    const auto multiple = official.contains("multiple_of") ? source.whole(official, "multiple_of") : 1;
    if (multiple <= 1 || dim < 1)
        return multiplier;
    const auto hidden = (std::int64_t(multiplier * double(dim)) + multiple - 1) / multiple * multiple;
    const auto exact = double(hidden) / double(dim);
    return std::int64_t(exact * double(dim)) == hidden ? exact : std::nextafter(exact, exact + 1);
}

/// The JSON section `model` of an args.json.
Json modelJson(const Source& source)
{
    const auto& args = source.section("args");
    const auto& official = source.section("model_args");
    const auto heads = source.whole(official, "n_heads");
    Json model = {{"position_encoding", args.value("position_encoding", Json())}, {"dim", source.whole(official, "dim")},
        {"n_layers", source.whole(official, "n_layers")}, {"n_heads", heads},
        {"n_kv_heads", firstOf(official, {"n_kv_heads"}).is_null() ? Json(heads) : official["n_kv_heads"]},
        {"vocab_size", source.whole(official, "vocab_size")}};
    model["ffn_dim_multiplier"] = ffnMultiplier(source, official);
    if (const auto eps = firstOf(official, {"norm_eps"}); !eps.is_null())
        model["norm_eps"] = eps;
    if (const auto scale = firstOf(official, {"seq_scale"}); !scale.is_null())
        model["seq_scale_trainable"] = scale;
    if (const auto fraction = firstOf(official, {"rotary_fraction"}); !fraction.is_null())
        model["rotary_fraction"] = fraction;
    model["prior"] = priorJson(official);
    return model;
}

[[noreturn]] void refuse(const Source& source, const std::vector<Problem>& problems)
{
    auto text = str(source.what(), " describes a model that cannot be built:");
    for (const auto& problem : problems)
        text += str("\n  ", problem.field, " is ", problem.value, "; expected ", problem.expected);
    throw Error(ErrorCode::Failed, text, "Give the args.json that was written beside the model.");
}

RunSpec checked(const Source& source, const Json& json)
{
    std::vector<Problem> problems;
    const auto run = overlay(RunSpec{}, json, problems);
    if (problems.empty()) {
        RunSpec alone;
        alone.model = run.model;
        problems = validate(alone);
    }
    if (!problems.empty())
        refuse(source, problems);
    return run;
}

}  // namespace

Json readOfficialArgs(const std::filesystem::path& path)
{
    std::error_code unreachable;
    if (!std::filesystem::is_regular_file(path, unreachable))
        return readJsonFile(path);      // says what is there instead
    return parseJson(withoutBareNan(readFile(path)), str("\"", path.string(), "\""));
}

Json officialArgs(const RunSpec& spec, int ranks)
{
    const auto json = toJson(spec);
    const auto& prior = json["model"]["prior"];
    Json args = {{"dataset", spec.data.dataset}, {"log_dir", spec.logDir}, {"position_encoding", officialEncodingName(spec.model)},
        {"model_size", spec.model.size}, {"global_prior", spec.model.prior.global}};
    args["thata_beta_init"] = asText(prior["theta_beta_init"]);
    args["theta_alpha_init"] = officialAlpha(spec.model.prior);
    args["theta_mu_init"] = asText(prior["theta_mu_init"]);
    take(args, prior, {"theta_beta_trainable", "theta_alpha_trainable", "theta_mu_trainable"});
    args["prior_lr"] = spec.training.priorLr < 0 ? spec.training.learningRate : spec.training.priorLr;
    args["no_seq_scale"] = !spec.model.seqScaleTrainable;
    take(args, json["training"],
        {"batch_size", "sequence_length", "min_tokens_per_step", "tokens_per_step", "max_tokens_per_step", "num_iterations",
            "learning_rate", "warmup_iters", "learning_rate_decay_frac", "weight_decay", "grad_clip"});
    take(args, json["data"], {"min_val_tokens", "val_tokens", "max_val_tokens", "val_tokens_padding"});
    args["val_tokens"] = validationTokens(spec, ranks);     // the official code stores the resolved number
    take(args, json["training"], {"val_loss_every", "tensorcores", "device", "dtype"});
    args["checkpoint"] = spec.training.checkpoint.empty() ? Json() : Json(spec.training.checkpoint);
    args["reset_steps"] = spec.training.resetSteps;
    return args;
}

Json officialModelArgs(const RunSpec& spec)
{
    const auto& model = spec.model;
    const auto json = toJson(spec);
    Json args = {{"dim", model.dim}, {"n_layers", model.layers}, {"n_heads", model.heads},
        {"n_kv_heads", model.kvHeads == model.heads ? Json() : Json(model.kvHeads)}, {"vocab_size", model.vocabulary}, {"multiple_of", 1},
        {"ffn_dim_multiplier", json["model"]["ffn_dim_multiplier"]}, {"norm_eps", model.normEps},
        {"max_batch_size", spec.training.batchSize}, {"max_seq_len", spec.training.sequenceLength}};
    if (model.encoding == "bam") {
        const auto& prior = json["model"]["prior"];
        args["thata_beta_init"] = asText(prior["theta_beta_init"]);
        args["theta_alpha_init"] = officialAlpha(model.prior);
        args["theta_mu_init"] = asText(prior["theta_mu_init"]);
        args["train_theta_beta"] = model.prior.thetaBetaTrainable;
        args["train_theta_alpha"] = model.prior.thetaAlphaTrainable;
        args["train_theta_mu"] = model.prior.thetaMuTrainable;
        args["global_positional_encoding"] = model.prior.global;
    }
    addOwnArgs(args, model, json["model"]);
    if (model.ssmax)
        args["seq_scale"] = model.seqScaleTrainable;
    return args;
}

ModelSpec modelFromOfficialArgs(const Json& args, const std::string& what)
{
    const Source source(args, what);
    return checked(source, Json{{"model", modelJson(source)}}).model;
}

RunSpec runFromOfficialArgs(const Json& args, const std::string& what, std::vector<std::string>& notes)
{
    const Source source(args, what);
    Json run = {{"model", modelJson(source)}, {"data", Json::object()}, {"training", Json::object()}};
    RunSpec known;
    for (const auto& entry : source.section("args").items()) {
        const auto& key = entry.key();
        const auto& value = entry.value();
        if (value.is_null() || key == "checkpoint" || key == "checkpoint_args" || (key == "device" && value == ""))
            continue;
        visitFields(known.data, [&](const Field& field, auto&) {
            if (field.key == key)
                run["data"][key] = value;
        });
        visitFields(known.training, [&](const Field& field, auto&) {
            if (field.key == key)
                run["training"][key] = value;
        });
    }
    if (source.section("args").contains("log_dir"))
        run["log_dir"] = source.section("args")["log_dir"];
    if (run["data"].contains("val_tokens")) {       // the official code stores the resolved number beside what it came from
        run["data"].erase("min_val_tokens");
        run["data"].erase("max_val_tokens");
    }
    run["training"].erase("reset_steps");
    if (run["training"].value("dtype", Json()) == "float16") {
        run["training"]["dtype"] = "bfloat16";
        notes.push_back(str(what, " asks for float16, which is not offered; bfloat16 is used"));
    }
    return checked(source, run);
}

RunSpec specOfRun(const std::filesystem::path& run, std::vector<std::string>& notes)
{
    std::error_code unreachable;
    const auto ours = run / "run.json", official = run / "args.json";
    if (!std::filesystem::exists(ours, unreachable))
        return runFromOfficialArgs(readOfficialArgs(official), official.string(), notes);
    const auto json = readJsonFile(ours);
    if (!json.is_object() || !json.contains("spec"))
        throw Error(ErrorCode::Failed, str("\"", ours.string(), "\" does not describe a run: it has no \"spec\""), "Choose another run.");
    std::vector<Problem> problems;
    const auto found = overlay(RunSpec{}, json["spec"], problems);
    requireNone(problems, ours.string());
    return found;
}

}  // namespace bam::spec
