// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npz: a ZIP archive, not compressed, with one .npy file (format 1.0) per array. No pickles: numpy.load reads it with allow_pickle=False.
// Invariant: the same arrays give the same bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace bam::interop {

/// Of one dimension. Texts become NumPy's Unicode texts, as wide as the widest.
struct NpzArray {
    std::string name;
    std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>> values;
};

/// @throws Error (Failed, Environment) when it cannot be written; what was there before then stays
void writeNpz(const std::filesystem::path& file, const std::vector<NpzArray>& arrays);

}  // namespace bam::interop
