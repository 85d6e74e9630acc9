// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a run by their dotted path, with values of one type: for forms, histories and command lines that treat all fields alike.
#pragma once

#include "core/spec/spec_io.h"

#include <string>
#include <variant>
#include <vector>

namespace bam::spec {

/// In the order of FieldKind.
using FieldValue = std::variant<std::int64_t, double, bool, std::string, std::vector<std::int64_t>, std::vector<std::string>>;

struct FieldEntry {
    std::string section;    ///< "model.prior"; empty for the run itself
    std::string path;       ///< "model.prior.theta_mu_init"
    const Field* field = nullptr;
    FieldKind kind = FieldKind::Text;
};

/// Every field, in the order in which sections and fields are shown.
const std::vector<FieldEntry>& allFields();
/// Null for an unknown path.
const FieldEntry* findField(const std::string& path);

/// The path must be one of allFields().
FieldValue fieldValue(const RunSpec& spec, const std::string& path);
/// The encodings that a field counts for, by registry name; empty: for all. @param path "model.prior.t5_buckets"
const std::vector<std::string>& encodingsOf(const std::string& path);
/// Sets the field alone, whatever follows from it elsewhere; a value of another type changes nothing.
void setFieldValue(RunSpec& spec, const std::string& path, const FieldValue& value);

/// Whether a field leaves every number of a training as it is: where and how fast it runs, what is kept and told of it, and how it is tested afterwards.
bool keepsNumbers(const std::string& path);
/// Sets those fields to their defaults, in one pass: lists do it for thousands of runs.
void resetWhatKeepsNumbers(RunSpec& spec);

/// Sets the field as people mean it in a form: a size brings its five fields, one of these renames the size, key-value heads follow the heads, of the three
/// token rules the one given replaces the others, and a θβ that is not trained is 1.
void changeField(RunSpec& spec, const std::string& path, const FieldValue& value);

/// A field that is "not given".
bool isUnset(const Field& field, const FieldValue& value);
/// As the command line takes it: "512", "0.001", "true", "160,512", "null" when not given.
std::string valueText(const Field& field, const FieldValue& value);
std::optional<std::string> refusalOf(const Field& field, const FieldValue& value);

/// Paths of the fields in which two specs differ.
std::vector<std::string> changedFields(const RunSpec& a, const RunSpec& b);

/// The fields that a problem is about, most of the time one; empty when it names no field of a run.
std::vector<std::string> problemFields(const Problem& problem);

}  // namespace bam::spec
