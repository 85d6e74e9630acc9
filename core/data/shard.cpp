// SPDX-License-Identifier: GPL-3.0-or-later
// Both kinds of shard are views into a memory map; only the ranges that are asked for are copied.
#include "core/data/shard.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/interop/safetensors.h"
#include "core/interop/torch_pickle.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace bam::data {
namespace {

constexpr const char* kFormat = "bamscope-shard-1";
constexpr std::int64_t kShortPieces = 65536;    // ids of so many pieces fit 16 bits

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& found, std::string hint = {})
{
    if (hint.empty())
        hint = "The shard is damaged or was not written completely; make or copy it again.";
    throw Error(ErrorCode::Failed, str("\"", path.string(), "\" is no usable shard: ", found, "."), std::move(hint));
}

std::int64_t number(const std::filesystem::path& path, const std::map<std::string, std::string>& metadata, const char* key)
{
    const auto found = metadata.find(key);
    std::int64_t value = 0;
    if (found == metadata.end())
        refuse(path, str("its metadata lacks \"", key, "\""));
    const std::string& text = found->second;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size() || value < 0)
        refuse(path, str("its metadata has ", key, " = \"", text, "\", expected a whole number"));
    return value;
}

std::string text(const std::map<std::string, std::string>& metadata, const char* key)
{
    const auto found = metadata.find(key);
    return found == metadata.end() ? std::string() : found->second;
}

void requireRow(const std::filesystem::path& path, const char* name, const at::Tensor& tensor, std::int64_t count)
{
    if (tensor.dim() != 1 || !at::isIntegralType(tensor.scalar_type(), false))
        refuse(path, str(name, " has type ", at::toString(tensor.scalar_type()), " and ", tensor.dim(), " dimensions, expected one row of integers"));
    if (tensor.size(0) != count)
        refuse(path, str(name, " has ", withThousands(tensor.size(0)), " entries, expected ", withThousands(count)));
}

struct Content {
    ShardInfo info;
    at::Tensor tokens, documents;
};

Content openOurs(const std::filesystem::path& path)
{
    const interop::SafetensorsFile file(path);
    const auto& metadata = file.metadata();
    if (text(metadata, "format") != kFormat)
        refuse(path, str("its metadata has format = \"", text(metadata, "format"), "\", expected ", kFormat),
            "Make shards of your text with `bamscope --batch dataset`, with this version of the program.");
    Content content{{path, text(metadata, "tokenizer"), text(metadata, "tokenizer_sha256"), text(metadata, "tokenizer_path"),
                        number(path, metadata, "pieces"), number(path, metadata, "count")},
        file.tensor("input_ids"), file.tensor("document_ids")};
    requireRow(path, "input_ids", content.tokens, content.info.tokens);
    requireRow(path, "document_ids", content.documents, content.info.tokens);
    return content;
}

Content openOfficial(const std::filesystem::path& path)
{
    const interop::PickleValue file = interop::readTorchFile(path);
    const auto tensor = [&](const char* key) -> const at::Tensor& {
        const interop::PickleValue* const entry = file.find(key);
        if (!entry || !entry->tensor())
            refuse(path, str("it holds no tensor \"", key, "\""), "Official shards hold input_ids, seq_codes and tokenizer.");
        return *entry->tensor();
    };
    Content content{{path, {}, {}, {}, 0, tensor("input_ids").numel()}, tensor("input_ids"), tensor("seq_codes")};
    if (const auto* name = file.find("tokenizer"); name && name->text())
        content.info.tokenizerName = *name->text();
    requireRow(path, "input_ids", content.tokens, content.info.tokens);
    requireRow(path, "seq_codes", content.documents, content.info.tokens);
    return content;
}

at::Tensor range(const ShardInfo& info, const at::Tensor& row, std::int64_t begin, std::int64_t count)
{
    if (begin < 0 || count < 0 || begin > info.tokens - count)
        throw Error(ErrorCode::Failed, str(count, " tokens from ", begin, " on do not exist in \"", info.path.string(), "\": it holds ", info.tokens, "."));
    return row.slice(0, begin, begin + count).to(at::kLong, false, true);
}

std::string whatIsIn(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    std::error_code failure;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failure))
        names.push_back(entry.path().filename().string());
    if (names.empty())
        return "it is empty";
    std::sort(names.begin(), names.end());
    const std::size_t others = names.size() > 3 ? names.size() - 3 : 0;
    names.resize(names.size() - others);
    if (others > 0)
        names.push_back(str(others, others == 1 ? " other" : " others"));
    return "it holds " + joinNames(names);
}

}  // namespace

Shard Shard::open(const std::filesystem::path& path)
{
    Content content = path.extension() == ".pt" ? openOfficial(path) : openOurs(path);
    Shard shard;
    shard.m_info = std::move(content.info);
    shard.m_tokens = std::move(content.tokens);
    shard.m_documents = std::move(content.documents);
    return shard;
}

at::Tensor Shard::tokens(std::int64_t begin, std::int64_t count) const { return range(m_info, m_tokens, begin, count); }

at::Tensor Shard::documents(std::int64_t begin, std::int64_t count) const { return range(m_info, m_documents, begin, count); }

std::vector<std::filesystem::path> listShards(const std::filesystem::path& folder)
{
    std::error_code failure;
    if (!std::filesystem::is_directory(folder, failure))
        throw Error(ErrorCode::Usage, str("There is no folder of shards \"", folder.string(), "\"."),
            "Set data.dataset to a folder made by `bamscope --batch dataset`, or to one of official sample_*.pt files.");
    std::vector<std::filesystem::path> ours, official;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const auto& path = entry.path();
        if (path.filename().string().starts_with(".") || !entry.is_regular_file(failure))
            continue;
        if (path.extension() == ".safetensors")
            ours.push_back(path);
        else if (path.extension() == ".pt")
            official.push_back(path);
    }
    if (!ours.empty() && !official.empty())
        throw Error(ErrorCode::Usage, str("\"", folder.string(), "\" holds ", ours.size(), " .safetensors and ", official.size(),
            " .pt files; read together they would give the same text twice."), "Move one kind to another folder.");
    auto& shards = ours.empty() ? official : ours;
    if (shards.empty())
        throw Error(ErrorCode::Usage, str("\"", folder.string(), "\" holds no shards (shard_*.safetensors or sample_*.pt): ", whatIsIn(folder), "."),
            "Make shards of your text with `bamscope --batch dataset`.");
    std::sort(shards.begin(), shards.end());
    return shards;
}

void writeShard(const std::filesystem::path& path, const std::vector<std::uint32_t>& ids, const std::vector<std::uint32_t>& documents,
    const ShardWriterOptions& options)
{
    if (ids.size() != documents.size())
        throw Error(ErrorCode::Failed, str("Cannot write \"", path.string(), "\": ", ids.size(), " tokens and ", documents.size(), " document ids."));
    const std::int64_t largest = ids.empty() ? -1 : std::int64_t(*std::max_element(ids.begin(), ids.end()));
    if (options.pieces > 0 && largest >= options.pieces)
        throw Error(ErrorCode::Failed, str("Cannot write \"", path.string(), "\": token id ", largest, " does not exist in a tokenizer of ",
            options.pieces, " pieces."));
    const bool isShort = std::max(options.pieces, largest + 1) <= kShortPieces;
    const auto row = [](const std::vector<std::uint32_t>& values) {
        return values.empty() ? at::empty({0}, at::kUInt32)
                              : at::from_blob(const_cast<std::uint32_t*>(values.data()), {std::int64_t(values.size())}, at::kUInt32);
    };
    at::Tensor tokens = row(ids);
    if (isShort) {
        tokens = at::empty({std::int64_t(ids.size())}, at::kUInt16);
        std::transform(ids.begin(), ids.end(), static_cast<std::uint16_t*>(tokens.mutable_data_ptr()),
            [](std::uint32_t id) { return static_cast<std::uint16_t>(id); });
    }
    interop::writeSafetensors(path, {{"input_ids", tokens}, {"document_ids", row(documents)}},
        {{"format", kFormat}, {"tokenizer", options.tokenizerName}, {"tokenizer_sha256", options.tokenizerSha256},
            {"tokenizer_path", options.tokenizerPath}, {"pieces", str(options.pieces)}, {"source", options.source}, {"count", str(ids.size())}});
}

}  // namespace bam::data
