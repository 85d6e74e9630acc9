// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of ingest and of the mixture share: a small tokenizer and a reader of what was written.
#pragma once

#include "core/base/files.h"
#include "core/base/text.h"
#include "core/data/ingest.h"
#include "core/data/shard.h"
#include "core/tokenizer/tokenizer.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>

#include <QTemporaryDir>

#include <algorithm>
#include <map>

namespace bam::test {

struct Tokens {
    std::vector<std::int64_t> ids;
    std::vector<std::int64_t> documents;
    std::vector<std::int64_t> shardSizes;
};

inline std::vector<std::filesystem::path> shardFiles(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".safetensors")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

inline Tokens readShards(const std::filesystem::path& folder)
{
    Tokens all;
    const auto append = [](std::vector<std::int64_t>& to, const at::Tensor& values) {
        const auto flat = values.contiguous();
        to.insert(to.end(), flat.data_ptr<std::int64_t>(), flat.data_ptr<std::int64_t>() + flat.numel());
    };
    for (const auto& path : shardFiles(folder)) {
        const auto shard = data::Shard::open(path);
        append(all.ids, shard.tokens(0, shard.size()));
        append(all.documents, shard.documents(0, shard.size()));
        all.shardSizes.push_back(shard.size());
    }
    return all;
}

/// Name and SHA-256 of each shard.
inline std::map<std::string, std::string> shardHashes(const std::filesystem::path& folder)
{
    std::map<std::string, std::string> hashes;
    for (const auto& path : shardFiles(folder))
        hashes[path.filename().string()] = sha256OfFile(path);
    return hashes;
}

inline std::vector<std::string> linesOf(const std::filesystem::path& path)
{
    auto lines = splitText(readFile(path), '\n');
    if (!lines.empty() && lines.back().empty())
        lines.pop_back();
    return lines;
}

/// A folder of its own with a tokenizer of 400 pieces in it.
class IngestFolder {
public:
    IngestFolder() : m_root(m_folder.path().toStdString())
    {
        tokenizer::trainBpe({.texts = {dataFile("text/documents.txt")}, .pieces = 400, .byteFallback = true, .output = path("small.model")});
    }

    std::filesystem::path path(const std::string& name) const { return m_root / name; }
    std::filesystem::path model() const { return path("small.model"); }
    tokenizer::Tokenizer tokenizer() const { return tokenizer::Tokenizer::load(model()); }

    std::filesystem::path write(const std::string& name, const std::string& content) const
    {
        std::filesystem::create_directories(path(name).parent_path());
        writeFileAtomic(path(name), content);
        return path(name);
    }
    /// An output folder that no call before got.
    std::filesystem::path fresh() { return path("out_" + std::to_string(m_next++)); }

    data::IngestSpec spec(std::vector<std::filesystem::path> inputs)
    {
        data::IngestSpec spec;
        spec.inputs = std::move(inputs);
        spec.output = fresh();
        spec.tokenizer = model();
        spec.threads = 2;
        return spec;
    }

    /// Tokens of these documents one by one, with BOS and EOS.
    Tokens expected(const std::vector<std::string>& documents) const
    {
        const auto model = tokenizer();
        Tokens tokens;
        for (std::size_t n = 0; n < documents.size(); ++n) {
            tokens.ids.push_back(model.bos());
            for (const auto id : model.encode(documents[n]))
                tokens.ids.push_back(id);
            tokens.ids.push_back(model.eos());
            tokens.documents.resize(tokens.ids.size(), std::int64_t(n));
        }
        return tokens;
    }

private:
    QTemporaryDir m_folder;
    std::filesystem::path m_root;
    int m_next = 0;
};

inline bool hasNote(const data::IngestReport& report, const std::string& fragment)
{
    return std::any_of(report.notes.begin(), report.notes.end(), [&](const std::string& note) { return note.find(fragment) != std::string::npos; });
}

}  // namespace bam::test
