// SPDX-License-Identifier: GPL-3.0-or-later
// Restricted reader of `torch.save` files (zip with data.pkl and raw storages). It builds tensors, numbers, strings, lists, tuples
// and dictionaries (OrderedDict too), refuses every other opcode or global, and executes nothing.
// Invariant: storage sizes are checked against the archive before a tensor is made; views are checked against their storage.
#pragma once

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace bam::interop {

struct PickleValue;
using PickleList = std::vector<PickleValue>;
using PickleDict = std::vector<std::pair<PickleValue, PickleValue>>;

/// None, bool, integer, float, text, tensor, list or tuple, dictionary.
struct PickleValue {
    std::variant<std::monostate, bool, std::int64_t, double, std::string, at::Tensor,
        std::shared_ptr<PickleList>, std::shared_ptr<PickleDict>> value;

    /// Entry of a dictionary by text key; nullptr when this is no dictionary or lacks it.
    const PickleValue* find(const std::string& key) const;
    const at::Tensor* tensor() const { return std::get_if<at::Tensor>(&value); }
    const std::string* text() const { return std::get_if<std::string>(&value); }
};

/// @throws Error (Failed) naming file, what was refused, and why.
PickleValue readTorchFile(const std::filesystem::path& path);

}  // namespace bam::interop
