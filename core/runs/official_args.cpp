// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/official_args.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <initializer_list>

namespace bam::runs {
namespace {

using Json = nlohmann::ordered_json;

/// The first of several names that is there and not null.
const Json* find(const Json& object, std::initializer_list<const char*> names)
{
    for (const auto* name : names)
        if (const auto at = object.find(name); at != object.end() && !at->is_null())
            return &*at;
    return nullptr;
}

/// Official files hold numbers as numbers or as text.
std::string asText(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

bool asFlag(const Json& value)
{
    return value.is_boolean() ? value.get<bool>() : value.is_number() ? value.get<double>() != 0 : value == "True" || value == "true" || value == "1";
}

}  // namespace

Json modelArgs(const spec::RunSpec& spec)
{
    const auto& model = spec.model;
    Json args{{"position_encoding", spec::officialEncodingName(model)}, {"dim", model.dim}, {"n_layers", model.layers}, {"n_heads", model.heads},
        {"n_kv_heads", model.kvHeads}, {"vocab_size", model.vocabulary}, {"multiple_of", 1}, {"ffn_dim_multiplier", model.ffnMultiplier},
        {"norm_eps", model.normEps}, {"max_batch_size", spec.training.batchSize}, {"max_seq_len", spec.training.sequenceLength}};
    if (model.ssmax) {
        args["seq_scale"] = model.seqScaleTrainable;
        args["seq_scale_init"] = model.seqScaleInit;
    }
    if (model.encoding == "bam") {
        const auto& prior = model.prior;
        args["theta_alpha_init"] = prior.thetaAlphaInit;
        args["theta_beta_init"] = prior.thetaBetaInit;
        args["theta_mu_init"] = prior.thetaMuInit;
        args["theta_alpha_trainable"] = prior.thetaAlphaTrainable;
        args["theta_beta_trainable"] = prior.thetaBetaTrainable;
        args["theta_mu_trainable"] = prior.thetaMuTrainable;
        args["global_positional_encoding"] = prior.global;
    }
    return args;
}

spec::ModelSpec modelFromArgs(const Json& args, const std::filesystem::path& file)
{
    const auto bad = [&](const std::string& what) {
        return Error(ErrorCode::Failed, str(file.string(), ": ", what), "args.json must hold model_args with dim, n_layers, n_heads and vocab_size, and position_encoding in args or model_args.");
    };
    const auto none = Json::object();
    const auto* model = find(args, {"model_args"});
    const auto* outer = find(args, {"args"});
    if (!model || !model->is_object())
        throw bad("model_args is missing");
    const Json& outerArgs = outer && outer->is_object() ? *outer : none;
    try {
        spec::ModelSpec spec;
        const auto* encoding = find(*model, {"position_encoding"});
        if (!encoding)
            encoding = find(outerArgs, {"position_encoding"});
        if (!encoding)
            throw bad("position_encoding is missing");
        spec.encoding = encoding->get<std::string>();
        const std::string suffix = "_ssmax";
        spec.ssmax = spec.encoding.size() > suffix.size() && spec.encoding.ends_with(suffix);
        if (spec.ssmax)
            spec.encoding.resize(spec.encoding.size() - suffix.size());
        const auto required = [&](const char* name) {
            const auto* value = find(*model, {name});
            if (!value)
                throw bad(std::string("model_args.") + name + " is missing");
            return value->get<std::int64_t>();
        };
        spec.dim = required("dim");
        spec.layers = required("n_layers");
        spec.heads = required("n_heads");
        spec.vocabulary = required("vocab_size");
        const auto* kv = find(*model, {"n_kv_heads"});
        spec.kvHeads = kv ? kv->get<std::int64_t>() : spec.heads;
        if (const auto* multiplier = find(*model, {"ffn_dim_multiplier"}))
            spec.ffnMultiplier = multiplier->get<double>();
        if (const auto* eps = find(*model, {"norm_eps"}))
            spec.normEps = eps->get<double>();
        const auto* size = find(outerArgs, {"model_size"});
        spec.size = size ? size->get<std::string>() : "custom";
        if (const auto* value = find(*model, {"seq_scale"}))
            spec.seqScaleTrainable = asFlag(*value);
        if (const auto* value = find(*model, {"seq_scale_init"}))
            spec.seqScaleInit = value->get<double>();
        auto& prior = spec.prior;
        // Initial values matter only before training; a numeric scale_init of the old code had two meanings, so it is not taken over.
        if (const auto* value = find(*model, {"theta_alpha_init"}))
            prior.thetaAlphaInit = asText(*value);
        if (const auto* value = find(*model, {"theta_beta_init", "shape_init"}))
            prior.thetaBetaInit = asText(*value);
        if (const auto* value = find(*model, {"theta_mu_init", "loc_init"}))
            prior.thetaMuInit = value->is_string() ? std::stod(value->get<std::string>()) : value->get<double>();
        if (const auto* value = find(*model, {"theta_alpha_trainable", "train_scale"}))
            prior.thetaAlphaTrainable = asFlag(*value);
        if (const auto* value = find(*model, {"theta_beta_trainable", "train_shape"}))
            prior.thetaBetaTrainable = asFlag(*value);
        if (const auto* value = find(*model, {"theta_mu_trainable", "train_loc"}))
            prior.thetaMuTrainable = asFlag(*value);
        if (const auto* value = find(*model, {"global_positional_encoding", "global_prior"}))
            prior.global = asFlag(*value);
        return spec;
    } catch (const nlohmann::json::exception& error) {
        throw bad(error.what());
    } catch (const std::invalid_argument&) {
        throw bad("theta_mu_init is not a number");
    }
}

}  // namespace bam::runs
