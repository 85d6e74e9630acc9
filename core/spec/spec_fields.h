// SPDX-License-Identifier: GPL-3.0-or-later
// Every field of a spec, described once: name, title, unit, range, choices and one sentence that teaches. JSON in and out, validation,
// the command line with its help, and the set-up form all derive from these tables.
// Invariant: each member of the spec structs that can be set has exactly one entry; its key is unique within its section.
#pragma once

#include "core/spec/spec.h"

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace bam::spec {

struct Field {
    std::string key;                        ///< JSON key: the official flag's name where one exists
    std::string title;                      ///< label of a form, sentence case
    std::string help = {};                  ///< one sentence that says what the field does and when to change it
    std::string unit = {};                  ///< "steps", "tokens", …; empty for pure numbers
    double min = -std::numeric_limits<double>::infinity();  ///< smallest number accepted (of each element in lists)
    double max = std::numeric_limits<double>::infinity();   ///< largest number accepted
    bool minExcluded = false;               ///< the value must be above min
    bool maxExcluded = false;               ///< the value must be below max
    std::optional<double> unset = {};       ///< stands for "not given", JSON null
    std::string unsetMeaning = {};          ///< what happens when it is not given
    std::vector<std::string> choices = {};  ///< words accepted (of each element in lists); empty: any text
    std::function<bool(const std::string&)> accepts = {};   ///< further texts accepted beside the choices
    std::string acceptsText = {};           ///< how to say what `accepts` takes: "a number", "cuda:N"
    std::vector<std::pair<std::string, std::string>> refusals = {};  ///< words refused with their own reason
    bool numeric = false;                   ///< a text that may be a number: written to JSON as a number when it is one
    std::string flag = {};                  ///< name on the command line where it differs from the key
    std::vector<std::string> aliases = {};  ///< other names accepted in JSON and on the command line
    std::string negation = {};              ///< name of the opposite (official `no_seq_scale`)
    std::string composite = {};             ///< written to JSON as part of this key (`position_encoding`) instead of its own
    bool advanced = false;                  ///< rarely changed: folded away in forms, listed last in help

    const std::string& flagName() const { return flag.empty() ? key : flag; }
};

/// Where a section's field lives.
template <class Section>
using FieldPointer = std::variant<std::int64_t Section::*, double Section::*, bool Section::*, std::string Section::*,
    std::vector<std::int64_t> Section::*, std::vector<std::string> Section::*>;

template <class Section>
struct SectionField {
    Field field;
    FieldPointer<Section> pointer;
};

/// The fields of one section, in the order in which they are written and shown.
template <class Section>
const std::vector<SectionField<Section>>& fields();
template <> const std::vector<SectionField<PriorSpec>>& fields<PriorSpec>();
template <> const std::vector<SectionField<ModelSpec>>& fields<ModelSpec>();
template <> const std::vector<SectionField<DataSpec>>& fields<DataSpec>();
template <> const std::vector<SectionField<TrainSpec>>& fields<TrainSpec>();
template <> const std::vector<SectionField<PasskeySpec>>& fields<PasskeySpec>();
template <> const std::vector<SectionField<RulerSpec>>& fields<RulerSpec>();
template <> const std::vector<SectionField<ChoiceSpec>>& fields<ChoiceSpec>();
template <> const std::vector<SectionField<EvalSpec>>& fields<EvalSpec>();
template <> const std::vector<SectionField<RunSpec>>& fields<RunSpec>();

/// Calls visit(const Field&, value&) for every field of a section (not of the sections inside it).
template <class Section, class Visitor>
void visitFields(Section& section, Visitor&& visit)
{
    for (const auto& entry : fields<std::remove_const_t<Section>>())
        std::visit([&](auto pointer) { visit(entry.field, section.*pointer); }, entry.pointer);
}

/// Calls visit(path, section&) for every section of a run, outermost first; the path of the run itself is empty.
template <class Run, class Visitor>
void visitSections(Run& run, Visitor&& visit)
{
    visit(std::string(), run);
    visit(std::string("model"), run.model);
    visit(std::string("model.prior"), run.model.prior);
    visit(std::string("data"), run.data);
    visit(std::string("training"), run.training);
    visit(std::string("evaluation"), run.evaluation);
    visit(std::string("evaluation.passkey"), run.evaluation.passkey);
    visit(std::string("evaluation.ruler"), run.evaluation.ruler);
    visit(std::string("evaluation.choice"), run.evaluation.choice);
}

/// "model.prior" + "theta_mu_init" -> "model.prior.theta_mu_init".
inline std::string fieldPath(const std::string& section, const std::string& key)
{
    return section.empty() ? key : section + "." + key;
}

enum class FieldKind { Integer, Real, Flag, Text, Integers, Texts };

template <class Value>
constexpr FieldKind kindOf()
{
    if constexpr (std::is_same_v<Value, std::int64_t>)
        return FieldKind::Integer;
    else if constexpr (std::is_same_v<Value, double>)
        return FieldKind::Real;
    else if constexpr (std::is_same_v<Value, bool>)
        return FieldKind::Flag;
    else if constexpr (std::is_same_v<Value, std::string>)
        return FieldKind::Text;
    else if constexpr (std::is_same_v<Value, std::vector<std::int64_t>>)
        return FieldKind::Integers;
    else
        return FieldKind::Texts;
}

/// What a field accepts, as a phrase: "a whole number from 1 to 1,024", "float32 or bfloat16".
std::string expectation(const Field& field, FieldKind kind);

/// Why a value is refused, as the expectation to show; nullopt when it is fine.
std::optional<std::string> refusal(const Field& field, std::int64_t value);
std::optional<std::string> refusal(const Field& field, double value);
std::optional<std::string> refusal(const Field& field, bool value);
std::optional<std::string> refusal(const Field& field, const std::string& value);
std::optional<std::string> refusal(const Field& field, const std::vector<std::int64_t>& value);
std::optional<std::string> refusal(const Field& field, const std::vector<std::string>& value);

/// A finite decimal number and nothing else.
std::optional<double> numberFromText(const std::string& text);

}  // namespace bam::spec
