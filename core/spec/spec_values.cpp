// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/spec_values.h"

#include "core/base/text.h"
#include "core/spec/model_sizes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

namespace bam::spec {
namespace {

std::string plain(std::int64_t value) { return std::to_string(value); }
std::string plain(double value) { return shortest(value); }
std::string plain(bool value) { return value ? "true" : "false"; }
std::string plain(const std::string& value) { return value; }

template <class Element>
std::string plain(const std::vector<Element>& values)
{
    std::string text;
    for (const auto& value : values) {
        if (!text.empty())
            text += ',';
        text += plain(value);
    }
    return text;
}

/// Of each group at most one is given.
constexpr std::array<std::array<const char*, 3>, 2> kRules{{
    {"data.val_tokens", "data.min_val_tokens", "data.max_val_tokens"},
    {"training.tokens_per_step", "training.min_tokens_per_step", "training.max_tokens_per_step"},
}};

void clearOtherRules(RunSpec& spec, const std::string& path)
{
    for (const auto& rule : kRules)
        if (std::find(rule.begin(), rule.end(), path) != rule.end())
            for (const std::string other : rule)
                if (other != path)
                    setFieldValue(spec, other, std::int64_t(-1));
}

/// Words of letters, digits and underscores.
std::vector<std::string> words(const std::string& text)
{
    std::vector<std::string> found(1);
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
            found.back() += c;
        else if (!found.back().empty())
            found.emplace_back();
    }
    return found;
}

}  // namespace

const std::vector<FieldEntry>& allFields()
{
    static const std::vector<FieldEntry> all = [] {
        std::vector<FieldEntry> entries;
        RunSpec run;
        visitSections(run, [&](const std::string& section, auto& part) {
            visitFields(part, [&](const Field& field, auto& value) {
                entries.push_back({section, fieldPath(section, field.key), &field, kindOf<std::remove_cvref_t<decltype(value)>>()});
            });
        });
        return entries;
    }();
    return all;
}

const FieldEntry* findField(const std::string& path)
{
    const auto found = std::find_if(allFields().begin(), allFields().end(), [&](const FieldEntry& entry) { return entry.path == path; });
    return found == allFields().end() ? nullptr : &*found;
}

FieldValue fieldValue(const RunSpec& spec, const std::string& path)
{
    FieldValue found;
    visitSections(spec, [&](const std::string& section, const auto& part) {
        visitFields(part, [&](const Field& field, const auto& value) {
            if (fieldPath(section, field.key) == path)
                found = value;
        });
    });
    return found;
}

void setFieldValue(RunSpec& spec, const std::string& path, const FieldValue& value)
{
    visitSections(spec, [&](const std::string& section, auto& part) {
        visitFields(part, [&](const Field& field, auto& target) {
            if (fieldPath(section, field.key) == path)
                if (const auto* typed = std::get_if<std::remove_cvref_t<decltype(target)>>(&value))
                    target = *typed;
        });
    });
}

bool keepsNumbers(const std::string& path)
{
    static const std::set<std::string> all{"log_dir", "training.device", "training.threads", "training.cuda_graphs", "training.checkpoint_every", "training.checkpoint_minutes", "training.keep_last",
        "training.keep_every", "training.capture_every", "training.capture_length", "training.log_every", "training.tensorboard", "training.export_pt", "training.shard_optimizer",
        "training.bucket_mb", "training.dist_timeout"};
    return all.contains(path) || path.starts_with("evaluation.");
}

void resetWhatKeepsNumbers(RunSpec& spec)
{
    static const std::map<std::string, FieldValue> defaults = [] {
        const RunSpec unchanged;
        std::map<std::string, FieldValue> values;
        for (const auto& entry : allFields())
            if (keepsNumbers(entry.path))
                values[entry.path] = fieldValue(unchanged, entry.path);
        return values;
    }();
    visitSections(spec, [&](const std::string& section, auto& part) {
        visitFields(part, [&](const Field& field, auto& value) {
            if (const auto found = defaults.find(fieldPath(section, field.key)); found != defaults.end())
                value = std::get<std::remove_cvref_t<decltype(value)>>(found->second);
        });
    });
}

void changeField(RunSpec& spec, const std::string& path, const FieldValue& value)
{
    const bool followHeads = path == "model.n_heads" && spec.model.kvHeads == spec.model.heads;
    setFieldValue(spec, path, value);
    if (followHeads)
        spec.model.kvHeads = spec.model.heads;
    if (path == "model.model_size") {
        if (const auto* size = findSize(spec.model.size))
            applySize(spec.model, *size);
    } else if (path == "model.dim" || path == "model.n_layers" || path == "model.n_heads" || path == "model.n_kv_heads" || path == "model.ffn_dim_multiplier") {
        nameSize(spec.model);
    } else if (path == "model.prior.theta_beta_trainable" && !spec.model.prior.thetaBetaTrainable) {
        spec.model.prior.thetaBetaInit.assign(1, '1');
    }
    if (const auto* entry = findField(path); entry && !isUnset(*entry->field, value))
        clearOtherRules(spec, path);
}

bool isUnset(const Field& field, const FieldValue& value)
{
    if (!field.unset)
        return false;
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return double(*whole) == *field.unset;
    const auto* real = std::get_if<double>(&value);
    return real && *real == *field.unset;
}

std::string valueText(const Field& field, const FieldValue& value)
{
    return isUnset(field, value) ? "null" : std::visit([](const auto& typed) { return plain(typed); }, value);
}

std::optional<std::string> refusalOf(const Field& field, const FieldValue& value)
{
    return std::visit([&](const auto& typed) { return refusal(field, typed); }, value);
}

std::vector<std::string> changedFields(const RunSpec& a, const RunSpec& b)
{
    std::vector<std::string> changed;
    for (const auto& entry : allFields())
        if (fieldValue(a, entry.path) != fieldValue(b, entry.path))
            changed.push_back(entry.path);
    return changed;
}

std::vector<std::string> problemFields(const Problem& problem)
{
    if (findField(problem.field))
        return {problem.field};
    std::vector<std::string> paths;
    const auto keys = words(problem.field);
    for (const auto& entry : allFields()) {
        const bool here = entry.section.empty() ? problem.field.find('.') == std::string::npos : problem.field.starts_with(entry.section + ".");
        const auto& name = entry.field->composite.empty() ? entry.field->key : entry.field->composite;
        const bool ofInner = here && problem.field.substr(entry.section.size() + 1).find('.') != std::string::npos;
        if (here && !ofInner && std::find(keys.begin(), keys.end(), name) != keys.end())
            paths.push_back(entry.path);
    }
    if (!paths.empty() && findField(paths.front())->field->composite == "position_encoding")
        paths.resize(1);        // the encoding; Scalable-Softmax alone never makes a problem
    return paths;
}

const std::vector<std::string>& encodingsOf(const std::string& path)
{
    using Names = std::vector<std::string>;
    static const Names bam{"bam"}, learned{"bam", "t5", "kerple_log", "kerple_power", "fire"}, t5{"t5"}, fire{"fire"}, sandwich{"sandwich"}, rotary{"rotary"}, all;
    if (path == "model.rotary_fraction" || path.starts_with("evaluation.rope_"))
        return rotary;
    if (!path.starts_with("model.prior."))
        return all;
    return path == "model.prior.global_prior" ? learned : path.starts_with("model.prior.t5_") ? t5 : path == "model.prior.fire_threshold" ? fire
        : path == "model.prior.sandwich_width" ? sandwich : bam;
}

}  // namespace bam::spec
