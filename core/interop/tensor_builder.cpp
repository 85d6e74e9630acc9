// SPDX-License-Identifier: GPL-3.0-or-later
// What a pickle says about a tensor is a claim; here each claim is compared with the archive.
#include "core/interop/tensor_builder.h"

#include "core/base/text.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace bam::interop {
namespace {

constexpr std::size_t kMaxDimensions = 64;
constexpr std::size_t kAlignment = 16;      // at least the widest element type

struct KnownGlobal {
    const char* module;
    const char* name;
    Global global;
};
constexpr std::array<KnownGlobal, 29> kGlobals = {{
    {"collections", "OrderedDict", {Global::OrderedDict}}, {"torch", "Size", {Global::Size}},
    {"torch._utils", "_rebuild_tensor_v2", {Global::RebuildV2}}, {"torch._utils", "_rebuild_tensor_v3", {Global::RebuildV3}},
    {"torch._utils", "_rebuild_parameter", {Global::RebuildParameter}}, {"torch.storage", "UntypedStorage", {Global::UntypedStorage}},
    {"torch", "DoubleStorage", {Global::Storage, at::kDouble}}, {"torch", "FloatStorage", {Global::Storage, at::kFloat}},
    {"torch", "HalfStorage", {Global::Storage, at::kHalf}}, {"torch", "BFloat16Storage", {Global::Storage, at::kBFloat16}},
    {"torch", "LongStorage", {Global::Storage, at::kLong}}, {"torch", "IntStorage", {Global::Storage, at::kInt}},
    {"torch", "ShortStorage", {Global::Storage, at::kShort}}, {"torch", "CharStorage", {Global::Storage, at::kChar}},
    {"torch", "ByteStorage", {Global::Storage, at::kByte}}, {"torch", "BoolStorage", {Global::Storage, at::kBool}},
    {"torch", "float64", {Global::Dtype, at::kDouble}}, {"torch", "float32", {Global::Dtype, at::kFloat}},
    {"torch", "float16", {Global::Dtype, at::kHalf}}, {"torch", "bfloat16", {Global::Dtype, at::kBFloat16}},
    {"torch", "int64", {Global::Dtype, at::kLong}}, {"torch", "int32", {Global::Dtype, at::kInt}},
    {"torch", "int16", {Global::Dtype, at::kShort}}, {"torch", "int8", {Global::Dtype, at::kChar}},
    {"torch", "uint8", {Global::Dtype, at::kByte}}, {"torch", "uint16", {Global::Dtype, at::kUInt16}},
    {"torch", "uint32", {Global::Dtype, at::kUInt32}}, {"torch", "uint64", {Global::Dtype, at::kUInt64}},
    {"torch", "bool", {Global::Dtype, at::kBool}},
}};

}  // namespace

std::string printable(std::string_view text)
{
    std::string result;
    for (const char c : text.substr(0, 100))
        result += c > ' ' && c < 0x7f ? c : '?';
    return result;
}

Global TensorBuilder::findGlobal(const std::string& module, const std::string& name) const
{
    for (const auto& known : kGlobals)
        if (module == known.module && name == known.name)
            return known.global;
    refuse(str("its pickle asks for ", printable(module), '.', printable(name), ", which is neither a tensor nor a plain value"),
        "Such a file could run any program when it is loaded in Python. Save tensors, numbers, text, lists and dictionaries only.");
}

StorageView TensorBuilder::storage(const Arguments& id)
{
    const auto textAt = [&](std::size_t i) -> const std::string* { return id[i].plain() ? id[i].plain()->text() : nullptr; };
    if (id.size() != 5 || !textAt(0) || *textAt(0) != "storage" || !id[1].global() || !textAt(2) || !textAt(3)
        || (id[1].global()->kind != Global::Storage && id[1].global()->kind != Global::UntypedStorage))
        refuse("its pickle refers to something that is no storage");
    const std::string key = printable(*textAt(2));
    StorageView view = record(key);
    if (id[1].global()->kind == Global::Storage)
        view.type = id[1].global()->type;
    const std::size_t width = view.type ? at::elementSize(*view.type) : 1;
    const auto elements = static_cast<std::uint64_t>(count(id[4], "storage size"));
    if (view.bytes / width != elements)
        refuse(str("storage \"", key, "\" claims ", elements, " elements of ", width, " bytes, its record holds ", view.bytes, " bytes"));
    return view;
}

StorageView TensorBuilder::record(const std::string& key)
{
    if (const auto known = m_storages.find(key); known != m_storages.end())
        return known->second;
    const auto bytes = m_archive.record("data/" + key);
    StorageView view{bytes.data(), bytes.size(), std::nullopt, m_archive.file()};
    if (reinterpret_cast<std::uintptr_t>(view.data) % kAlignment != 0 && view.bytes > 0) {
        const auto copy = std::make_shared<at::Tensor>(at::empty({std::int64_t(view.bytes)}, at::kByte));
        std::memcpy(copy->mutable_data_ptr(), bytes.data(), bytes.size());
        view.data = static_cast<const std::byte*>(copy->const_data_ptr());
        view.owner = copy;
    }
    return m_storages.emplace(key, view).first->second;
}

Item TensorBuilder::reduce(const Global& global, const Arguments& arguments)
{
    switch (global.kind) {
    case Global::RebuildV2:
        return {PickleValue{rebuild(arguments, false)}};
    case Global::RebuildV3:
        return {PickleValue{rebuild(arguments, true)}};
    case Global::RebuildParameter:
        if (arguments.size() != 3 || !arguments[0].plain() || !arguments[0].plain()->tensor())
            refuse("its pickle makes a parameter of something that is no tensor");
        requireEmptyDict(arguments[2], "hooks");
        return arguments[0];
    case Global::Size:
        if (arguments.size() != 1)
            refuse("its pickle makes a torch.Size in a way torch.save does not");
        counts(arguments[0], "torch.Size");
        return arguments[0];
    default:
        refuse("its pickle calls a type");
    }
}

std::int64_t TensorBuilder::count(const Item& item, const char* what) const
{
    const auto* const value = item.plain() ? std::get_if<std::int64_t>(&item.plain()->value) : nullptr;
    if (!value || *value < 0)
        refuse(str("a ", what, " in its pickle is not a whole number of at least 0"));
    return *value;
}

std::vector<std::int64_t> TensorBuilder::counts(const Item& item, const char* what) const
{
    const PickleList* const list = item.list();
    if (!list || list->size() > kMaxDimensions)
        refuse(str("a ", what, " in its pickle is not a tuple of at most ", kMaxDimensions, " numbers"));
    std::vector<std::int64_t> values;
    for (const PickleValue& element : *list)
        values.push_back(count({element}, what));
    return values;
}

void TensorBuilder::requireEmptyDict(const Item& item, const char* what) const
{
    const bool none = item.plain() && std::holds_alternative<std::monostate>(item.plain()->value);
    if (!none && (!item.dict() || !item.dict()->empty()))
        refuse(str("a tensor in its pickle carries ", what, ", which are not read"), "Save tensor.detach().clone() instead.");
}

/// (storage, offset, size, stride, requires_grad, hooks[, dtype][, metadata])
at::Tensor TensorBuilder::rebuild(const Arguments& arguments, bool withType)
{
    const std::size_t expected = withType ? 7 : 6;
    const auto* const storage = arguments.empty() ? nullptr : std::get_if<StorageView>(&arguments[0].content);
    if (!storage || (arguments.size() != expected && arguments.size() != expected + 1))
        refuse("its pickle makes a tensor in a way torch.save does not");
    requireEmptyDict(arguments[5], "hooks");
    if (arguments.size() > expected)
        requireEmptyDict(arguments[expected], "a conjugate or negative bit");
    std::optional<at::ScalarType> type = storage->type;
    if (withType) {
        const Global* const dtype = arguments[6].global();
        if (!dtype || dtype->kind != Global::Dtype)
            refuse("its pickle makes a tensor of something that is no element type");
        type = dtype->type;
    }
    if (!type)
        refuse("its pickle makes a tensor without an element type");
    return view(*storage, *type, count(arguments[1], "storage offset"), counts(arguments[2], "tensor size"),
        counts(arguments[3], "tensor stride"));
}

at::Tensor TensorBuilder::view(const StorageView& storage, at::ScalarType type, std::int64_t offset,
    const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& strides)
{
    if (sizes.size() != strides.size())
        refuse(str("a tensor in its pickle has ", sizes.size(), " sizes and ", strides.size(), " strides"));
    const std::size_t width = at::elementSize(type);
    const auto capacity = static_cast<std::int64_t>(storage.bytes / width);
    std::int64_t elements = 1;
    std::int64_t last = offset;     // the largest index that the view can reach
    bool empty = false;
    bool overflow = false;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        std::int64_t reach = 0;
        empty = empty || sizes[i] == 0;
        overflow = overflow || __builtin_mul_overflow(elements, std::max<std::int64_t>(sizes[i], 1), &elements)
            || __builtin_mul_overflow(std::max<std::int64_t>(sizes[i] - 1, 0), strides[i], &reach) || __builtin_add_overflow(last, reach, &last);
    }
    if (overflow || (!empty && last >= capacity) || (empty && offset > capacity))
        refuse(str("a tensor in its pickle reaches beyond its storage of ", capacity, " elements"));
    if (empty)
        return at::empty(sizes, type);
    if (elements > capacity)
        refuse("a tensor in its pickle repeats elements of its storage", "Save tensor.clone() instead of an expanded tensor.");
    if (type == at::kBool)
        requireFlags(storage);
    // from_blob wants a mutable pointer; the pages are mapped read-only, so a write would be caught by the system.
    return at::from_blob(const_cast<std::byte*>(storage.data) + static_cast<std::size_t>(offset) * width, sizes, strides,
        [owner = storage.owner](void*) {}, at::TensorOptions(type));
}

/// Any other byte would be undefined behaviour in C++. Each storage is searched once, however many views it has.
void TensorBuilder::requireFlags(const StorageView& storage)
{
    if (m_flags.insert(storage.data).second
        && std::any_of(storage.data, storage.data + storage.bytes, [](std::byte value) { return value > std::byte(1); }))
        refuse("a tensor of truth values holds a byte that is neither 0 nor 1");
}

}  // namespace bam::interop
