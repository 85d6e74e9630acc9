// SPDX-License-Identifier: GPL-3.0-or-later
// Format: https://github.com/huggingface/safetensors#format. A header is hostile until proven otherwise: nothing it says is used
// before it was compared with the size of the file.
#include "core/interop/safetensors.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <ATen/ATen.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

namespace bam::interop {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors data is little-endian and is mapped as it is");

using Json = nlohmann::ordered_json;

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kMaxHeader = 100'000'000;     // the limit of the official readers
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kMaxDepth = 8;                // a header needs 3; nesting without end would exhaust the memory
constexpr const char* kMetadataKey = "__metadata__";

struct DtypeName {
    const char* name;
    at::ScalarType type;
};
constexpr std::array<DtypeName, 13> kDtypes = {{{"F64", at::kDouble}, {"F32", at::kFloat}, {"F16", at::kHalf},
    {"BF16", at::kBFloat16}, {"I64", at::kLong}, {"I32", at::kInt}, {"I16", at::kShort}, {"I8", at::kChar}, {"U8", at::kByte},
    {"U16", at::kUInt16}, {"U32", at::kUInt32}, {"U64", at::kUInt64}, {"BOOL", at::kBool}}};

std::string dtypeNames()
{
    std::vector<std::string> names;
    for (const auto& dtype : kDtypes)
        names.emplace_back(dtype.name);
    return joinNames(names, "or");
}

// ---- Writing

struct Plan {
    std::string header;                 ///< length field, JSON and padding
    std::vector<std::size_t> order;     ///< of the data section
};

const char* dtypeName(const std::filesystem::path& path, const std::string& name, const at::Tensor& tensor)
{
    if (!tensor.defined() || tensor.layout() != at::kStrided)
        throw Error(ErrorCode::Failed, str("Cannot write \"", path.string(), "\": \"", name, "\" is no dense tensor."));
    for (const auto& dtype : kDtypes)
        if (dtype.type == tensor.scalar_type())
            return dtype.name;
    throw Error(ErrorCode::Failed, str("Cannot write \"", path.string(), "\": tensor \"", name, "\" has type ",
        at::toString(tensor.scalar_type()), ", safetensors files hold ", dtypeNames(), "."), "Convert the tensor first.");
}

void requireWritableName(const std::filesystem::path& path, const std::string& name, std::set<std::string>& taken)
{
    if (name == kMetadataKey)
        throw Error(ErrorCode::Failed, str("Cannot write \"", path.string(), "\": a tensor cannot be called ", kMetadataKey, "."));
    if (!taken.insert(name).second)
        throw Error(ErrorCode::Failed, str("Cannot write \"", path.string(), "\": two tensors are called \"", name, "\"."));
}

std::string lengthAndHeader(const std::filesystem::path& path, const Json& json)
{
    std::string text;
    try {
        text = json.dump();
    } catch (const nlohmann::json::exception&) {
        throw Error(ErrorCode::Failed, str("Cannot write \"", path.string(), "\": a name or a metadata value is not valid UTF-8."));
    }
    text.append((kAlignment - (kLengthBytes + text.size()) % kAlignment) % kAlignment, ' ');
    if (text.size() > kMaxHeader)
        throw Error(ErrorCode::Failed, str("Cannot write \"", path.string(), "\": its header would take ", humanBytes(double(text.size())),
            ", the format allows 100 MB."), "Write fewer tensors into one file.");
    const std::uint64_t length = text.size();
    return std::string(reinterpret_cast<const char*>(&length), kLengthBytes) + text;
}

Plan planFile(const std::filesystem::path& path, const NamedTensors& tensors, const std::map<std::string, std::string>& metadata)
{
    Plan plan;
    plan.order.resize(tensors.size());
    std::iota(plan.order.begin(), plan.order.end(), std::size_t(0));
    std::set<std::string> taken;
    std::vector<const char*> dtypes;
    for (const auto& [name, tensor] : tensors) {
        requireWritableName(path, name, taken);
        dtypes.push_back(dtypeName(path, name, tensor));
    }
    std::stable_sort(plan.order.begin(), plan.order.end(), [&](std::size_t a, std::size_t b) {
        return tensors[a].second.element_size() > tensors[b].second.element_size();
    });
    std::vector<std::size_t> begins(tensors.size());
    std::size_t end = 0;
    for (const std::size_t i : plan.order) {
        begins[i] = end;
        end += tensors[i].second.nbytes();
    }
    Json json = Json::object();
    if (!metadata.empty())
        json[kMetadataKey] = metadata;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const at::Tensor& tensor = tensors[i].second;
        json[tensors[i].first] = Json{{"dtype", dtypes[i]}, {"shape", tensor.sizes().vec()},
            {"data_offsets", {begins[i], begins[i] + tensor.nbytes()}}};
    }
    plan.header = lengthAndHeader(path, json);
    return plan;
}

// ---- Reading

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& found, std::string hint = {})
{
    if (hint.empty())
        hint = "The file is damaged or was not written completely; make or copy it again.";
    throw Error(ErrorCode::Failed, str("\"", path.string(), "\" is not a valid safetensors file: ", found, "."), std::move(hint));
}

/// The header's text, its length checked against the file.
std::string headerText(const MappedFile& file)
{
    if (file.size() < kLengthBytes)
        refuse(file.path(), str("it has ", file.size(), " bytes, at least 8 were expected"));
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), kLengthBytes);
    if (length > kMaxHeader)
        refuse(file.path(), str("its header claims ", length, " bytes, at most ", kMaxHeader, " are allowed"));
    if (length > file.size() - kLengthBytes)
        refuse(file.path(), str("its header claims ", length, " bytes, but only ", file.size() - kLengthBytes, " follow"));
    std::string text(reinterpret_cast<const char*>(file.data()) + kLengthBytes, length);
    if (text.empty() || text.front() != '{')
        refuse(file.path(), "its header does not begin with '{'");
    std::string copy = text;
    if (repairUtf8(copy) != 0)
        refuse(file.path(), "its header is not valid UTF-8");
    return text;
}

Json parseHeader(const MappedFile& file)
{
    // The parser keeps only one of two equal keys; the callback sees both.
    std::vector<std::set<std::string>> keys;
    const auto refuseDuplicates = [&](int depth, Json::parse_event_t event, Json& value) {
        const auto level = static_cast<std::size_t>(depth);
        if (level > kMaxDepth)
            refuse(file.path(), "its header is nested too deeply");
        if (level >= keys.size())
            keys.resize(level + 1);
        if (event == Json::parse_event_t::object_start && level + 1 < keys.size())
            keys[level + 1].clear();
        if (event == Json::parse_event_t::key && !keys[level].insert(value.get<std::string>()).second)
            refuse(file.path(), str("its header holds the name \"", value.get<std::string>(), "\" twice"));
        return true;
    };
    try {
        return Json::parse(headerText(file), refuseDuplicates);
    } catch (const nlohmann::json::exception& error) {
        refuse(file.path(), str("its header is not valid JSON (", error.what(), ")"));
    }
}

std::map<std::string, std::string> parseMetadata(const std::filesystem::path& path, const Json& json)
{
    std::map<std::string, std::string> metadata;
    if (!json.is_object())
        refuse(path, "its metadata is not a JSON object");
    for (const auto& [key, value] : json.items()) {
        if (!value.is_string())
            refuse(path, str("metadata \"", key, "\" is not text"));
        metadata[key] = value.get<std::string>();
    }
    return metadata;
}

/// A JSON number that is a whole number from 0 to 2^63 - 1.
std::optional<std::int64_t> wholeNumber(const Json& json)
{
    if (!json.is_number_unsigned() || json.get<std::uint64_t>() > std::uint64_t(std::numeric_limits<std::int64_t>::max()))
        return std::nullopt;
    return json.get<std::int64_t>();
}

at::ScalarType parseDtype(const std::filesystem::path& path, const std::string& name, const Json& json)
{
    const auto found = json.find("dtype");
    if (found == json.end() || !found->is_string())
        refuse(path, str("tensor \"", name, "\" has no dtype"));
    const auto text = found->get<std::string>();
    for (const auto& dtype : kDtypes)
        if (text == dtype.name)
            return dtype.type;
    refuse(path, str("tensor \"", name, "\" has dtype \"", text, "\", expected ", dtypeNames()), "Convert the file to one of these types.");
}

std::vector<std::int64_t> parseShape(const std::filesystem::path& path, const std::string& name, const Json& json)
{
    const auto found = json.find("shape");
    if (found == json.end() || !found->is_array())
        refuse(path, str("tensor \"", name, "\" has no shape"));
    std::vector<std::int64_t> shape;
    for (const auto& size : *found) {
        const auto value = wholeNumber(size);
        if (!value)
            refuse(path, str("tensor \"", name, "\" has the size ", size.dump(), " in its shape, expected a whole number of at least 0"));
        shape.push_back(*value);
    }
    return shape;
}

/// Bytes that type and shape ask for; nullopt when the product exceeds 64 bits.
std::optional<std::int64_t> bytesOf(at::ScalarType type, const std::vector<std::int64_t>& shape)
{
    auto bytes = static_cast<std::int64_t>(at::elementSize(type));
    // A zero anywhere makes the tensor empty, but at::Tensor still multiplies the other sizes.
    bool empty = false;
    for (const std::int64_t size : shape) {
        empty = empty || size == 0;
        if (size != 0 && __builtin_mul_overflow(bytes, size, &bytes))
            return std::nullopt;
    }
    return empty ? 0 : bytes;
}

struct Range {
    std::int64_t begin, end;
};

Range parseRange(const std::filesystem::path& path, const std::string& name, const Json& json, std::int64_t dataBytes)
{
    const auto found = json.find("data_offsets");
    if (found == json.end() || !found->is_array() || found->size() != 2)
        refuse(path, str("tensor \"", name, "\" has no pair of data offsets"));
    const auto begin = wholeNumber((*found)[0]);
    const auto end = wholeNumber((*found)[1]);
    if (!begin || !end || *begin > *end)
        refuse(path, str("tensor \"", name, "\" has data offsets ", found->dump(), ", expected two ascending whole numbers"));
    if (*end > dataBytes)
        refuse(path, str("tensor \"", name, "\" ends at byte ", *end, " of the data, but the file holds ", dataBytes, " bytes of data"));
    return {*begin, *end};
}

/// The data section must be covered exactly: what nobody names could hide anything, what two tensors share is a lie.
template <typename Entries>
void requireExactCover(const std::filesystem::path& path, const Entries& entries, std::size_t dataBegin, std::size_t fileSize)
{
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(entries[a].offset, entries[a].bytes) < std::pair(entries[b].offset, entries[b].bytes);
    });
    std::size_t next = dataBegin;
    for (const std::size_t i : order) {
        if (entries[i].offset < next)
            refuse(path, str("tensor \"", entries[i].name, "\" overlaps another tensor"));
        if (entries[i].offset > next)
            refuse(path, str(entries[i].offset - next, " bytes before tensor \"", entries[i].name, "\" belong to no tensor"));
        next = entries[i].offset + entries[i].bytes;
    }
    if (next != fileSize)
        refuse(path, str("the last ", fileSize - next, " bytes belong to no tensor"));
}

}  // namespace

void writeSafetensors(const std::filesystem::path& path, const NamedTensors& tensors, const std::map<std::string, std::string>& metadata, const std::function<void()>& beforeTensor)
{
    const Plan plan = planFile(path, tensors, metadata);
    writeFileAtomic(path, [&](const ByteSink& sink) {
        sink(plan.header.data(), plan.header.size());
        for (const std::size_t i : plan.order) {
            beforeTensor();
            const at::Tensor dense = tensors[i].second.detach().to(at::kCPU).contiguous();
            if (dense.nbytes() > 0)
                sink(dense.const_data_ptr(), dense.nbytes());
        }
    });
}

SafetensorsFile::SafetensorsFile(const std::filesystem::path& path) : m_file(std::make_shared<MappedFile>(path))
{
    const Json header = parseHeader(*m_file);
    std::uint64_t headerBytes = 0;
    std::memcpy(&headerBytes, m_file->data(), kLengthBytes);
    const std::size_t dataBegin = kLengthBytes + headerBytes;
    const auto dataBytes = static_cast<std::int64_t>(m_file->size() - dataBegin);
    for (const auto& [name, json] : header.items()) {
        if (name == kMetadataKey) {
            m_metadata = parseMetadata(path, json);
            continue;
        }
        if (!json.is_object())
            refuse(path, str("the entry of tensor \"", name, "\" is not a JSON object"));
        const at::ScalarType type = parseDtype(path, name, json);
        auto shape = parseShape(path, name, json);
        const Range range = parseRange(path, name, json, dataBytes);
        const auto bytes = bytesOf(type, shape);
        if (!bytes || *bytes != range.end - range.begin)
            refuse(path, str("tensor \"", name, "\" of type ", json["dtype"].get<std::string>(), " and shape ", json["shape"].dump(),
                bytes ? str(" needs ", *bytes, " bytes, its data offsets hold ", range.end - range.begin)
                      : std::string(" is larger than any memory")));
        m_index[name] = m_entries.size();
        m_entries.push_back({name, type, std::move(shape), dataBegin + static_cast<std::size_t>(range.begin),
            static_cast<std::size_t>(*bytes)});
    }
    requireExactCover(path, m_entries, dataBegin, m_file->size());
}

std::vector<std::string> SafetensorsFile::names() const
{
    std::vector<std::string> names;
    for (const auto& entry : m_entries)
        names.push_back(entry.name);
    return names;
}

bool SafetensorsFile::contains(const std::string& name) const { return m_index.contains(name); }

at::Tensor SafetensorsFile::tensor(const std::string& name) const
{
    const auto found = m_index.find(name);
    if (found == m_index.end()) {
        const std::string nearest = nearestName(name, names());
        throw Error(ErrorCode::Failed, str("\"", m_file->path().string(), "\" holds no tensor \"", name, "\"."),
            nearest.empty() ? str("It holds ", m_entries.size(), " other tensors.") : str("Did you mean \"", nearest, "\"?"));
    }
    const Entry& entry = m_entries[found->second];
    if (entry.bytes == 0)
        return at::empty(entry.shape, entry.type);
    const std::byte* const data = m_file->data() + entry.offset;
    if (entry.type == at::kBool
        && std::any_of(data, data + entry.bytes, [](std::byte value) { return value > std::byte(1); }))
        refuse(m_file->path(), str("tensor \"", name, "\" of type BOOL holds a byte that is neither 0 nor 1"));
    if (reinterpret_cast<std::uintptr_t>(data) % at::elementSize(entry.type) != 0) {
        at::Tensor copy = at::empty(entry.shape, entry.type);
        std::memcpy(copy.mutable_data_ptr(), data, entry.bytes);
        return copy;
    }
    // from_blob wants a mutable pointer; the pages are mapped read-only, so a write would be caught by the system.
    return at::from_blob(const_cast<std::byte*>(data), entry.shape, [file = m_file](void*) {}, at::TensorOptions(entry.type));
}

}  // namespace bam::interop
