// SPDX-License-Identifier: GPL-3.0-or-later
// The part of pickle protocol 2 that torch.save uses. A pickle is a program for a small stack machine; this one knows no way to call
// anything: the names it accepts are cases of TensorBuilder, every other name and every other opcode is refused.
// Invariants: memory stays proportional to the file (the pickle is limited, text copied through the memo is counted, storages are
// views), the result has limited depth, and nothing in it refers to itself.
#pragma once

#include "core/interop/pickle_items.h"
#include "core/interop/tensor_builder.h"
#include "core/interop/torch_archive.h"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace bam::interop {

class Unpickler {
public:
    /// @param pickle the record data.pkl of `archive`; both outlive this.
    Unpickler(const TorchArchive& archive, std::span<const std::byte> pickle) : m_archive(archive), m_pickle(pickle), m_builder(archive) {}
    ~Unpickler();
    Unpickler(const Unpickler&) = delete;
    Unpickler& operator=(const Unpickler&) = delete;

    /// To be called once. @throws Error (Failed)
    PickleValue load();

private:
    [[noreturn]] void refuse(const std::string& found, const std::string& hint = {}) const;
    [[noreturn]] void refuseOpcode(unsigned char code) const;

    // Each returns false when the opcode belongs to another group.
    bool runValue(unsigned char code);
    bool runTuple(unsigned char code);
    bool runContainer(unsigned char code);
    bool runMemo(unsigned char code);
    bool runObject(unsigned char code);

    std::span<const std::byte> take(std::size_t size);
    std::uint64_t littleEndian(std::size_t size);
    std::string line();
    std::string text();
    std::int64_t longInteger();
    void countText(const Item& item);

    void push(Item item) { m_stack.push_back(std::move(item)); }
    void pushPlain(PickleValue value) { push({std::move(value)}); }
    Item pop();
    PickleValue popPlain() { return plain(pop()); }
    std::vector<Item> popToMark();
    Item& top();
    std::size_t floor() const { return m_marks.empty() ? 0 : m_marks.back(); }

    PickleValue plain(Item item) const;
    Arguments arguments(const Item& item) const;
    Item tuple(std::vector<Item> items);
    std::shared_ptr<PickleList> newList() { return m_lists.emplace_back(std::make_shared<PickleList>()); }
    std::shared_ptr<PickleDict> newDict() { return m_dicts.emplace_back(std::make_shared<PickleDict>()); }
    PickleList& listOnTop();
    PickleDict& dictOnTop();
    void setEntry(PickleDict& dict, PickleValue key, PickleValue value);
    void memoize(std::uint64_t index);
    void recall(std::uint64_t index);
    Item call();
    std::size_t requireTree(const PickleValue& value, std::size_t depth);

    const TorchArchive& m_archive;
    std::span<const std::byte> m_pickle;
    TensorBuilder m_builder;
    std::size_t m_position = 0;
    std::size_t m_textBytes = 0;
    bool m_done = false;
    std::vector<Item> m_stack;
    std::vector<std::size_t> m_marks;       ///< stack sizes, ascending
    std::unordered_map<std::uint64_t, Item> m_memo;
    std::vector<std::shared_ptr<PickleList>> m_lists;   ///< all that were made
    std::vector<std::shared_ptr<PickleDict>> m_dicts;
    std::unordered_map<const PickleDict*, std::unordered_map<std::string, std::size_t>> m_keys;
    std::unordered_map<const void*, std::size_t> m_heights;     ///< of containers, for requireTree
    std::unordered_set<const void*> m_path;                     ///< containers being visited by requireTree
};

}  // namespace bam::interop
