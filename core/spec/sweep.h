// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs from one spec: every combination of encodings, starting points, sizes, values of further fields, and seeds.
#pragma once

#include "core/spec/spec_values.h"

#include <string>
#include <vector>

namespace bam::spec {

/// A further field and the values it takes.
struct SweepAxis {
    std::string field;                      ///< dotted path
    std::vector<FieldValue> values;         ///< of the field's type

    bool operator==(const SweepAxis&) const = default;
};

struct Sweep {
    RunSpec base;
    std::vector<RunSpec> bases;             ///< whole specs to start from, such as several presets; empty: `base` alone
    std::vector<std::string> encodings;     ///< official names such as "bam_ssmax"; empty: the base's alone
    std::vector<std::string> sizes;         ///< empty: the base's alone
    std::vector<SweepAxis> fields;          ///< any number of further axes, the first one outermost
    std::vector<std::int64_t> seeds;        ///< empty: the base's alone
};

/// Combinations before equal ones are told apart; never more than the largest number.
std::size_t sweepSize(const Sweep& sweep);
/// In the order encoding, base, size, fields, seed: runs to be compared first stand together. Equal runs appear once.
std::vector<RunSpec> sweepRuns(const Sweep& sweep);

/// The ten official encoding names: each encoding without and with Scalable-Softmax.
std::vector<std::string> officialEncodings();

/// "0-4, 7" -> 0 1 2 3 4 7. @throws Error (Usage) for anything else, or more than `most` numbers
std::vector<std::int64_t> numbersFromText(const std::string& text, std::size_t most = 1000);

/// "1e-3, 5e-4" as values of a field. @throws Error (Usage) naming the value that the field refuses
std::vector<FieldValue> valuesFromText(const FieldEntry& entry, const std::string& text);

}  // namespace bam::spec
