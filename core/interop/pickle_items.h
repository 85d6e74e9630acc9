// SPDX-License-Identifier: GPL-3.0-or-later
// What lies on the unpickler's stack: plain values, and the few things that exist only until a tensor is made of them.
#pragma once

#include "core/interop/torch_pickle.h"

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace bam::interop {

/// A name that a pickle may ask for.
struct Global {
    enum Kind { OrderedDict, RebuildV2, RebuildV3, RebuildParameter, Size, Storage, UntypedStorage, Dtype } kind;
    at::ScalarType type = at::kByte;    ///< of Storage and Dtype
};

/// The bytes of one storage record; what views into it keep alive.
struct StorageView {
    const std::byte* data = nullptr;
    std::size_t bytes = 0;
    std::optional<at::ScalarType> type;     ///< none when untyped
    std::shared_ptr<const void> owner;
};

struct Item;
/// A tuple that holds more than plain values: arguments on their way to a persistent id or a reduce.
using Arguments = std::vector<Item>;
struct Item {
    std::variant<PickleValue, Global, StorageView, std::shared_ptr<Arguments>> content;

    const PickleValue* plain() const { return std::get_if<PickleValue>(&content); }
    const Global* global() const { return std::get_if<Global>(&content); }
    const PickleList* list() const { return container<PickleList>(); }
    const PickleDict* dict() const { return container<PickleDict>(); }

private:
    template <typename Container>
    const Container* container() const
    {
        const auto* const held = plain() ? std::get_if<std::shared_ptr<Container>>(&plain()->value) : nullptr;
        return held ? held->get() : nullptr;
    }
};

}  // namespace bam::interop
