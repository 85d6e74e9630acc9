// SPDX-License-Identifier: GPL-3.0-or-later
// Specs to and from JSON, validation as a whole, presets.
#pragma once

#include "core/spec/spec.h"
#include "core/spec/spec_fields.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace bam::spec {

using Json = nlohmann::ordered_json;

/// One thing that is wrong with a spec.
struct Problem {
    std::string field;      ///< dotted JSON path, e.g. "training.tokens_per_step"
    std::string value;      ///< as found
    std::string expected;   ///< what would be accepted, with the nearest values where that helps
};

/// Complete JSON of a spec: sections `model` (with `prior`), `data`, `training`, `evaluation` (with `passkey`), and `log_dir`.
/// Keys are those of spec_fields.h; encoding and SSMax are written together as `position_encoding`; "not given" is null.
Json toJson(const RunSpec& spec);
Json toJson(const ModelSpec& model);
/// The same for hashes that must not change from version to version: fields that came later are left out where they have their defaults, so that what was made before is
/// still told by the same hash.
Json hashedJson(const RunSpec& spec);
Json hashedJson(const ModelSpec& model);
/// JSON for people: two spaces per level, lists of plain values on one line.
std::string prettyJson(const Json& json, int indent = 0);
/// The model section on top of the defaults. @throws Error (Usage) listing all problems.
ModelSpec modelFromJson(const Json& json);

/// Overlays `json` on `base`. Missing keys keep base's value. `model.size` naming a paper size sets dim, layers, heads, kv heads
/// and ffn multiplier; explicit keys beside it win (and make it `custom`).
/// A top-level `preset` replaces base; `description` is for people. Of tokens_per_step, min_ and max_tokens_per_step (and of the three
/// val_tokens) the ones given replace the one of base. The older official names (shape_init, scale_init, loc_lr, …) are understood
/// where they mean the same and refused with the reason where they do not.
/// Unknown keys (with the nearest known one), wrong types and values out of range are appended to `problems` and not applied.
RunSpec overlay(const RunSpec& base, const Json& json, std::vector<Problem>& problems);

/// Same for the evaluation section alone.
EvalSpec overlay(const EvalSpec& base, const Json& json, std::vector<Problem>& problems);

/// The JSON value that a text from the command line or a form means for a field of this kind: `512`, `1e-3`, `true`, `160,512`.
/// A text that means none stays a text, so that overlay() reports it as found.
Json valueFromText(FieldKind kind, const std::string& text);

/// Checks a whole spec, fields and the relations between them (divisibility, at most one of three, D/H, kv heads, encoding exists,
/// odd head width with rotary, …). @param ranks number of processes that will share tokens_per_step. Empty result: valid.
std::vector<Problem> validate(const RunSpec& spec, int ranks = 1);

/// Does the model turn queries and keys by their positions, so that evaluation.rope_scaling changes it? Others are evaluated without.
bool rotates(const ModelSpec& model);
/// The same of an encoding. @param official name, such as rotary_ssmax
bool rotates(const std::string& encoding);

/// Throws Error(Usage) listing all problems, one per line, when there are any.
void requireNone(const std::vector<Problem>& problems, const std::string& what);

/// Reads and parses a JSON file. @throws Error (Usage) with line and column for syntax errors.
Json readJsonFile(const std::filesystem::path& path);
/// Same for a text already read; `what` names it in errors.
Json parseJson(const std::string& text, const std::string& what);

/// Preset names, smallest model first (`laptop`, l6 … l24), and their specs, compiled in from resources/presets/*.json.
std::vector<std::string> presetNames();
/// @throws Error (Usage) naming the nearest preset.
RunSpec preset(const std::string& name);

/// Gradient accumulation of the (valid) spec: tokens per step / (batch · T · ranks), by the exact, min or max rule.
std::int64_t accumulationSteps(const TrainSpec& training, int ranks);
/// Tokens of an optimiser step, of all ranks together.
double tokensPerStep(const TrainSpec& training, int ranks);
/// Validation tokens after rounding, by the exact, min or max rule.
std::int64_t validationTokens(const RunSpec& spec, int ranks);
/// Tokens of a data set that are not trained on: those of validation and the gap after them.
double heldBackTokens(const RunSpec& spec, int ranks);

}  // namespace bam::spec
