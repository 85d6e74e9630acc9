// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/curve_source.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/exchange/text_rows.h"
#include "core/interop/event_file.h"
#include "core/interop/wandb_file.h"

#include <algorithm>
#include <cctype>

namespace bam::exchange {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostColumns = 10'000;
constexpr int kDepth = 4;       // of folders looked through

constexpr const char* kKinds = "Name a folder of TensorBoard event files, a W&B run (run-*.wandb or its folder), a CSV file with a header, or a JSONL file of objects.";

bool endsWith(const fs::path& file, std::initializer_list<std::string_view> endings)
{
    auto ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

bool isJsonLines(const fs::path& file)
{
    if (endsWith(file, {".jsonl", ".ndjson"}))
        return true;
    if (endsWith(file, {".csv", ".tsv"}))
        return false;
    TextRows rows(file);
    std::string line;
    while (rows.line(line) == TextRows::Row::Whole)
        if (!trimmed(line).empty())
            return trimmed(line).starts_with('{');
    return false;
}

/// "a/b/run.csv" → "run"; "…/offline-run-20260101_120000-abc/files/wandb-history.jsonl" → "offline-run-20260101_120000-abc".
std::string nameOf(const fs::path& file)
{
    if (file.stem() == "wandb-history" && file.has_parent_path()) {
        auto folder = fs::absolute(file).parent_path();
        if (folder.filename() == "files")
            folder = folder.parent_path();
        return folder.filename().string();
    }
    return file.stem().string();
}

/// Everything in the folders below one, sorted, without links: W&B's latest-run would be read twice.
struct Below {
    std::vector<std::pair<fs::path, std::vector<fs::path>>> events;     // by folder
    std::vector<fs::path> wandb, histories;
};

void look(const fs::path& folder, int depth, Below& below)
{
    std::error_code failure;
    std::vector<fs::path> entries, events;
    for (fs::directory_iterator entry(folder, fs::directory_options::skip_permission_denied, failure), end; !failure && entry != end; entry.increment(failure))
        entries.push_back(entry->path());
    std::sort(entries.begin(), entries.end());
    for (const auto& entry : entries) {
        std::error_code ignored;
        if (fs::is_symlink(entry, ignored))
            continue;
        if (fs::is_directory(entry, ignored)) {
            if (depth > 0 && !entry.filename().string().starts_with('.'))
                look(entry, depth - 1, below);
        } else if (interop::isEventFile(entry)) {
            events.push_back(entry);
        } else if (interop::isWandbFile(entry)) {
            below.wandb.push_back(entry);
        } else if (entry.filename() == "wandb-history.jsonl") {
            below.histories.push_back(entry);
        }
    }
    if (!events.empty())
        below.events.emplace_back(folder, std::move(events));
}

std::vector<std::unique_ptr<CurveSource>> sourcesIn(const fs::path& folder)
{
    Below below;
    look(folder, kDepth, below);
    std::vector<std::unique_ptr<CurveSource>> sources;
    for (auto& [place, files] : below.events) {
        auto absolute = fs::weakly_canonical(fs::absolute(place));
        const auto relative = fs::relative(place, folder).string();
        const auto top = fs::weakly_canonical(fs::absolute(folder)).filename().string();
        sources.push_back(tensorboardSource(relative == "." || relative.empty() ? top : below.events.size() == 1 ? absolute.filename().string() : relative, std::move(files)));
    }
    for (const auto& file : below.wandb)
        sources.push_back(wandbSource(file));
    if (below.wandb.empty())
        for (const auto& file : below.histories)
            sources.push_back(jsonLinesSource(nameOf(file), file));
    if (sources.empty())
        throw Error(ErrorCode::Usage, str("\"", folder.string(), "\" holds neither TensorBoard event files nor a W&B run"), kKinds);
    return sources;
}

}  // namespace

double CurveSource::bytes() const
{
    double sum = 0;
    for (const auto& file : m_files) {
        std::error_code failure;
        const auto size = fs::file_size(file, failure);
        sum += failure ? 0 : double(size);
    }
    return sum;
}

std::optional<std::size_t> CurveSource::columnOf(const std::string& name)
{
    if (const auto found = m_indices.find(name); found != m_indices.end())
        return found->second;
    if (m_columns.size() >= kMostColumns)
        return std::nullopt;
    m_columns.push_back(name);
    m_indices.emplace(name, m_columns.size() - 1);
    return m_columns.size() - 1;
}

void CurveSource::requireGoing(const RowSink& sink)
{
    if (sink.stop.stop_requested())
        throw Error(ErrorCode::Stopped, "stopped on request", "Nothing of this source was imported.");
}

std::vector<std::unique_ptr<CurveSource>> findSources(const fs::path& path)
{
    if (!fs::exists(path))
        throw Error(ErrorCode::Usage, str("\"", path.string(), "\" is not there"), kKinds);
    if (fs::is_directory(path))
        return sourcesIn(path);
    if (!fs::is_regular_file(path))
        throw Error(ErrorCode::Usage, str("\"", path.string(), "\" is no file; it must be read twice"), kKinds);
    std::vector<std::unique_ptr<CurveSource>> sources;
    if (interop::isEventFile(path))
        sources.push_back(tensorboardSource(fs::absolute(path).parent_path().filename().string(), {path}));
    else if (interop::isWandbFile(path))
        sources.push_back(wandbSource(path));
    else if (isJsonLines(path))
        sources.push_back(jsonLinesSource(nameOf(path), path));
    else
        sources = tableSources(nameOf(path), path);
    return sources;
}

void flatten(const nlohmann::ordered_json& value, const std::string& name, const std::string& separator, const std::function<void(const std::string&, const nlohmann::ordered_json&)>& use)
{
    if (value.is_number() || value.is_string()) {
        use(name, value);
    } else if (value.is_object() && !value.contains("_type")) {     // W&B's histograms, images and files have one
        for (const auto& [key, inside] : value.items())
            flatten(inside, name.empty() ? key : name + separator + key, separator, use);
    }
}

}  // namespace bam::exchange
