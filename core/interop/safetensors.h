// SPDX-License-Identifier: GPL-3.0-or-later
// The safetensors format (8-byte little-endian header length, JSON header, raw little-endian data).
// Invariant of the reader: every size and offset is checked against the file's real size before anything is allocated or mapped.
#pragma once

#include "core/base/files.h"

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bam::interop {

/// Tensors by name, in insertion order.
using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

/// Writes atomically (temporary name, fsync, rename). The data section begins at a multiple of 64 bytes and holds wider element
/// types first, so that every tensor is aligned to its element size; the header keeps the order given here.
/// Supported: F64 F32 F16 BF16 I64 I32 I16 I8 U8 U16 U32 U64 BOOL; non-CPU or non-contiguous tensors are copied one by one.
/// @param beforeTensor may throw: nothing is left then, and a file that was there before stays
void writeSafetensors(const std::filesystem::path& path, const NamedTensors& tensors,
    const std::map<std::string, std::string>& metadata = {}, const std::function<void()>& beforeTensor = [] {});

class SafetensorsFile {
public:
    /// Opens and maps. @throws Error (Failed): not a safetensors file, truncated, lying sizes, overlapping or unknown entries.
    explicit SafetensorsFile(const std::filesystem::path& path);

    const std::map<std::string, std::string>& metadata() const { return m_metadata; }
    std::vector<std::string> names() const;                 ///< in the header's order
    bool contains(const std::string& name) const;
    /// View into the map, kept alive by the tensor itself; must not be written to (a copy when the file leaves the data unaligned).
    /// @throws Error naming the file and the nearest name.
    at::Tensor tensor(const std::string& name) const;

private:
    struct Entry {
        std::string name;
        at::ScalarType type;
        std::vector<std::int64_t> shape;
        std::size_t offset;     ///< from the start of the file
        std::size_t bytes;
    };
    std::shared_ptr<MappedFile> m_file;
    std::vector<Entry> m_entries;                   ///< in the header's order
    std::map<std::string, std::size_t> m_index;     ///< of m_entries by name
    std::map<std::string, std::string> m_metadata;
};

}  // namespace bam::interop
