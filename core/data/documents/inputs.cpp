// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/documents/inputs.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace bam::data {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReadable = "Readable are .txt and .jsonl (also .gz or .zst of them), .parquet, and \"-\" for standard input.";
/// Our own, when texts and shards share a folder.
constexpr const char* kStateFile = "ingest_state.json";
/// Endings named in a note; beyond that only their count.
constexpr std::size_t kNamedEndings = 6;

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : char(c); });
    return text;
}

class Collector {
public:
    explicit Collector(const fs::path& output)
    {
        std::error_code error;
        m_output = fs::weakly_canonical(output, error);
    }

    void add(const fs::path& input)
    {
        if (input == "-") {
            if (m_standardInput)
                throw Error(ErrorCode::Usage, "standard input (\"-\") is given twice", "It can be read once only.");
            m_standardInput = true;
            m_list.files.push_back({.path = "-"});
            return;
        }
        std::error_code error;
        const auto status = fs::status(input, error);
        if (!fs::exists(status))
            throw Error(ErrorCode::Usage, str("there is no file or folder ", input.string()), "Check the spelling and the current folder.");
        if (fs::is_directory(status))
            addFolder(input);
        else
            addNamedFile(input);
    }

    InputList finish(const std::vector<fs::path>& inputs)
    {
        addNotes();
        if (m_list.files.empty()) {
            std::vector<std::string> names;
            for (const auto& input : inputs)
                names.push_back(input.string());
            throw Error(ErrorCode::Usage, str("there is nothing to read in ", names.empty() ? "an empty list of inputs" : joinNames(names),
                            m_list.notes.empty() ? std::string() : str(": ", joinNames(m_list.notes))), kReadable);
        }
        return std::move(m_list);
    }

private:
    void addNamedFile(const fs::path& path)
    {
        auto file = classified(path);
        if (!file)
            throw Error(ErrorCode::Usage, str("the ending of ", path.string(), " does not say what it holds"), kReadable);
        file->bytes = sizeOf(path);
        if (file->bytes == 0)
            throw Error(ErrorCode::Usage, str(path.string(), " is empty"), "Leave it out, or check the program that wrote it.");
        append(std::move(*file));
    }

    void addFolder(const fs::path& folder)
    {
        std::error_code error;
        std::vector<fs::path> entries;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
            entries.push_back(entry->path());
        if (error)
            throwFileError(folder, "list", error.value());
        std::sort(entries.begin(), entries.end());

        for (const auto& path : entries) {
            if (path.filename().string().starts_with('.'))
                continue;
            const auto status = fs::status(path, error);
            if (fs::is_directory(status)) {
                // A link to a folder could lead round in a circle.
                if (!fs::is_symlink(fs::symlink_status(path, error)) && fs::weakly_canonical(path, error) != m_output)
                    addFolder(path);
            } else if (fs::is_regular_file(status)) {
                addFoundFile(path);
            }
        }
    }

    void addFoundFile(const fs::path& path)
    {
        if (path.filename() == kStateFile)
            return;
        auto file = classified(path);
        // In a folder of data a plain .json is more often a description than documents.
        if (!file || lowered(path.extension().string()) == ".json") {
            ++m_unknown[path.has_extension() ? path.extension().string() : "(none)"];
            return;
        }
        file->bytes = sizeOf(path);
        if (file->bytes == 0)
            ++m_empty;
        else
            append(std::move(*file));
    }

    void append(InputFile file)
    {
        std::error_code error;
        if (!m_seen.insert(fs::weakly_canonical(file.path, error)).second) {
            ++m_repeated;
            return;
        }
        m_list.bytes += file.bytes;
        m_list.files.push_back(std::move(file));
    }

    static std::int64_t sizeOf(const fs::path& path)
    {
        std::error_code error;
        const auto size = fs::file_size(path, error);
        if (error)
            throwFileError(path, "read", error.value());
        return std::int64_t(size);
    }

    void addNotes()
    {
        if (!m_unknown.empty()) {
            std::int64_t count = 0;
            std::vector<std::string> endings;
            for (const auto& [ending, files] : m_unknown) {
                count += files;
                if (endings.size() < kNamedEndings)
                    endings.push_back(ending);
            }
            const auto more = m_unknown.size() - endings.size();
            m_list.notes.push_back(str(withThousands(count), count == 1 ? " file" : " files", " with other endings ignored (",
                joinNames(endings), more > 0 ? str(" and ", more, " more") : std::string(), ")"));
        }
        if (m_empty > 0)
            m_list.notes.push_back(str(withThousands(m_empty), m_empty == 1 ? " empty file" : " empty files", " ignored"));
        if (m_repeated > 0)
            m_list.notes.push_back(str(withThousands(m_repeated), m_repeated == 1 ? " file" : " files", " given more than once, read once"));
    }

    InputList m_list;
    fs::path m_output;
    bool m_standardInput = false;
    std::set<fs::path> m_seen;
    std::map<std::string, std::int64_t> m_unknown;
    std::int64_t m_empty = 0;
    std::int64_t m_repeated = 0;
};

}  // namespace

Compression compressionOf(const fs::path& path)
{
    const auto ending = lowered(path.extension().string());
    if (ending == ".gz")
        return Compression::Gzip;
    return ending == ".zst" || ending == ".zstd" ? Compression::Zstd : Compression::None;
}

std::optional<InputFile> classified(const fs::path& path)
{
    InputFile file{.path = path, .compression = compressionOf(path)};
    const auto ending = lowered((file.compression == Compression::None ? path : path.stem()).extension().string());
    if (ending == ".txt" || ending == ".text")
        file.format = TextFormat::Text;
    else if (ending == ".jsonl" || ending == ".ndjson" || ending == ".json")
        file.format = TextFormat::JsonLines;
    else if (ending == ".parquet" && file.compression == Compression::None)
        file.format = TextFormat::Parquet;
    else
        return std::nullopt;
    return file;
}

InputList findInputs(const std::vector<std::filesystem::path>& inputs, const std::filesystem::path& output)
{
    Collector collector(output);
    for (const auto& input : inputs)
        collector.add(input);
    return collector.finish(inputs);
}

}  // namespace bam::data
