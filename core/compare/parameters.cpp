// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/parameters.h"

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/small_file.h"
#include "core/runs/imported.h"
#include "core/spec/official_args.h"
#include "core/spec/spec_values.h"

#include <algorithm>
#include <optional>

namespace bam::compare {
namespace {

std::optional<ParameterGroup> groupOf(const std::string& section)
{
    if (section == "model" || section == "model.prior")
        return ParameterGroup::Model;
    if (section == "training")
        return ParameterGroup::Training;
    if (section == "data")
        return ParameterGroup::Data;
    return std::nullopt;
}

/// Does the official args.json tell this field? Its model_args describe the model whole.
bool isTold(const spec::FieldEntry& entry, const spec::Json& args)
{
    if (entry.section == "model" || entry.section == "model.prior")
        return true;
    const auto names = args.find("args");
    if (names == args.end() || !names->is_object())
        return false;
    const auto has = [&](const std::string& key) { return names->contains(key) && !(*names)[key].is_null(); };
    return has(entry.field->key) || std::any_of(entry.field->aliases.begin(), entry.field->aliases.end(), has);
}

/// Fields of other encodings and kinds of data say nothing about a run.
bool applies(const spec::FieldEntry& entry, const spec::RunSpec& spec)
{
    if (const auto& owners = spec::encodingsOf(entry.path); !owners.empty() && std::find(owners.begin(), owners.end(), spec.model.encoding) == owners.end())
        return false;
    if (entry.path.starts_with("model.seq_scale"))
        return spec.model.ssmax;
    if (entry.path == "data.induction_fraction" || entry.path == "data.prose_filler_fraction")
        return spec.data.kind == "passkey_mixture";
    return true;
}

ParameterValue valueOf(const spec::FieldEntry& entry, const std::vector<const RunParameters*>& runs)
{
    ParameterValue value;
    std::vector<std::string> texts;
    for (const auto* run : runs) {
        if (!run->known || run->unknown.contains(entry.path))
            continue;
        if (!applies(entry, run->spec)) {
            value.state = ParameterValue::State::Meaningless;
            continue;
        }
        auto text = spec::valueText(*entry.field, spec::fieldValue(run->spec, entry.path));
        if (std::find(texts.begin(), texts.end(), text) == texts.end())
            texts.push_back(std::move(text));
    }
    if (texts.empty())
        return value;
    value.state = ParameterValue::State::Told;
    for (std::size_t n = 0; n < texts.size(); ++n)
        value.text += (n > 0 ? ", " : "") + texts[n];
    return value;
}

}  // namespace

RunParameters readParameters(const std::filesystem::path& run)
{
    RunParameters found;
    try {
        // Whatever lies there under these names is read as a small file first: neither a pipe nor a huge file is waited for.
        const auto ours = readSmallFile(run / "run.json");
        const auto official = readSmallFile(run / "args.json");
        if (!ours && !official) {
            found.problem = run.string() + " has neither run.json nor args.json, so how it was made is not known.";
            return found;
        }
        if (ours && runs::importedFrom(jsonOrDiscarded(*ours)))
            return found;       // of another program: nothing is known, and nothing is wrong
        std::vector<std::string> notes;
        found.spec = spec::specOfRun(run, notes);
        found.known = true;
        if (ours)
            return found;
        const auto args = spec::readOfficialArgs(run / "args.json");
        for (const auto& entry : spec::allFields())
            if (groupOf(entry.section) && !isTold(entry, args))
                found.unknown.insert(entry.path);
    } catch (const Error& error) {
        found.problem = error.cause();
    } catch (const std::exception& failure) {
        found.problem = failure.what();
    }
    return found;
}

std::vector<ParameterRow> parameterDiff(const std::vector<std::vector<const RunParameters*>>& columns, bool all)
{
    std::vector<ParameterRow> rows;
    for (const auto& entry : spec::allFields()) {
        const auto group = groupOf(entry.section);
        if (!group)
            continue;
        ParameterRow row{*group, entry.path, entry.field->title, entry.field->unit, entry.field->help, {}};
        std::set<std::string> different;
        for (const auto& runs : columns) {
            row.values.push_back(valueOf(entry, runs));
            if (row.values.back().state == ParameterValue::State::Told)
                different.insert(row.values.back().text);
        }
        if (different.size() > 1 || (all && !different.empty()))
            rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace bam::compare
