// SPDX-License-Identifier: GPL-3.0-or-later
// Makes tensors from what a torch.save pickle says about them.
// Invariant: a tensor is a view that lies inside its storage, and the storage lies inside the archive; nothing is allocated for it.
#pragma once

#include "core/interop/pickle_items.h"
#include "core/interop/torch_archive.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace bam::interop {

/// Names from a file, made safe to print.
std::string printable(std::string_view text);

class TensorBuilder {
public:
    explicit TensorBuilder(const TorchArchive& archive) : m_archive(archive) {}

    /// @throws Error (Failed) for every name that is not needed for tensors and plain values.
    Global findGlobal(const std::string& module, const std::string& name) const;
    /// The storage of a persistent id ("storage", type, record, device, element count). The device is ignored: all is read to the CPU.
    StorageView storage(const Arguments& id);
    /// What calling `global` means: a tensor, a parameter (its tensor) or a torch.Size (its tuple).
    Item reduce(const Global& global, const Arguments& arguments);

private:
    [[noreturn]] void refuse(const std::string& found, const std::string& hint = {}) const { m_archive.refuse(found, hint); }
    StorageView record(const std::string& key);
    at::Tensor rebuild(const Arguments& arguments, bool withType);
    at::Tensor view(const StorageView& storage, at::ScalarType type, std::int64_t offset, const std::vector<std::int64_t>& sizes,
        const std::vector<std::int64_t>& strides);
    void requireFlags(const StorageView& storage);
    std::int64_t count(const Item& item, const char* what) const;
    std::vector<std::int64_t> counts(const Item& item, const char* what) const;
    void requireEmptyDict(const Item& item, const char* what) const;

    const TorchArchive& m_archive;
    std::unordered_map<std::string, StorageView> m_storages;
    std::unordered_set<const std::byte*> m_flags;   ///< storages whose bytes are known to be 0 or 1
};

}  // namespace bam::interop
