// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interop/state_dict.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/interop/tensor_builder.h"
#include "core/interop/torch_pickle.h"

#include <array>

namespace bam::interop {
namespace {

constexpr std::array<const char*, 3> kWrappers = {"module.", "_orig_mod.", "model."};
constexpr std::array<const char*, 3> kModelKeys = {"model", "state_dict", "model_state_dict"};
constexpr std::size_t kMaxNotes = 6;        // names in one sentence

const PickleDict* dictionary(const PickleValue& value)
{
    const auto* const held = std::get_if<std::shared_ptr<PickleDict>>(&value.value);
    return held ? held->get() : nullptr;
}

/// The dictionary of tensors in what a file holds, and what lies beside it.
const PickleDict* weightsIn(const PickleDict& whole, std::vector<std::string>& beside)
{
    const PickleDict* weights = &whole;
    const std::string* key = nullptr;
    for (const auto* const name : kModelKeys)
        for (const auto& [entry, value] : whole)
            if (!key && entry.text() && *entry.text() == name && dictionary(value)) {
                weights = dictionary(value);
                key = entry.text();
            }
    if (!key)
        return weights;
    for (const auto& [entry, value] : whole)
        if (entry.text() != key)
            beside.push_back(entry.text() ? printable(*entry.text()) : "an entry without a name");
    return weights;
}

/// What a file without weights most likely is.
std::string hintFor(const PickleDict* whole)
{
    for (const auto& [key, value] : whole ? *whole : PickleDict())
        if (key.text() && *key.text() == "param_groups")
            return "This is the state of an optimizer: name the file with the model's weights instead, such as model.pt.";
    return "Expected a file written by torch.save(model.state_dict(), …).";
}

StateDict readTorch(const std::filesystem::path& file)
{
    const auto value = readTorchFile(file);
    const PickleDict* const whole = dictionary(value);
    StateDict result;
    std::vector<std::string> beside;
    if (whole)
        for (const auto& [key, entry] : *weightsIn(*whole, beside)) {
            if (key.text() && entry.tensor())
                result.tensors.emplace_back(*key.text(), *entry.tensor());
            else
                beside.push_back(key.text() ? printable(*key.text()) : "an entry without a name");
        }
    if (result.tensors.empty())
        throw Error(ErrorCode::Failed, str("\"", file.string(), "\" holds no state dict of tensors"), hintFor(whole));
    const auto total = beside.size();
    if (total > kMaxNotes)
        beside.resize(kMaxNotes);
    if (total > 0)
        result.notes.push_back(str(file.string(), " also holds ", joinNames(beside), total > kMaxNotes ? str(" (", total, " entries in all)") : "", "; only the model's weights are read"));
    return result;
}

StateDict readSafetensors(const std::filesystem::path& file)
{
    const SafetensorsFile opened(file);
    StateDict result;
    for (const auto& name : opened.names())
        result.tensors.emplace_back(name, opened.tensor(name));
    result.metadata = opened.metadata();
    return result;
}

}  // namespace

std::string officialName(std::string name)
{
    for (bool found = true; found;) {
        found = false;
        for (const std::string prefix : kWrappers)
            if (name.starts_with(prefix)) {
                name.erase(0, prefix.size());
                found = true;
            }
    }
    for (const auto& [old, now] : {std::pair<std::string, std::string>{"prior.scale", "prior.theta_alpha"},
             {"prior.shape", "prior.theta_beta"}, {"prior.loc", "prior.theta_mu"}}) {
        const auto at = name.rfind(old);
        if (at != std::string::npos && at + old.size() == name.size() && (at == 0 || name[at - 1] == '.'))
            name.replace(at, old.size(), now);
    }
    return name;
}

StateDict readStateDict(const std::filesystem::path& file)
{
    auto result = file.extension() == ".safetensors" ? readSafetensors(file) : readTorch(file);
    std::map<std::string, std::string> origins;
    for (auto& [name, tensor] : result.tensors) {
        const auto stored = name;
        name = officialName(std::move(name));
        const auto [other, isNew] = origins.emplace(name, stored);
        if (!isNew)
            throw Error(ErrorCode::Failed, str("\"", file.string(), "\" holds the parameter ", printable(name), " twice, as ", printable(other->second), " and as ", printable(stored)),
                "Save one state dict alone, without the wrappers' copies.");
    }
    return result;
}

}  // namespace bam::interop
