// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/curve_source.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/exchange/text_rows.h"
#include "core/interop/event_file.h"
#include "core/interop/wandb_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

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

/// The first line with anything in it; empty when there is none, or none of a usual length.
std::string firstLine(const fs::path& file)
{
    TextRows rows(file);
    std::string line;
    while (rows.line(line) == TextRows::Row::Whole)
        if (!trimmed(line).empty())
            return std::string(trimmed(line));
    return {};
}

/// "[", "[{…", "[1, …": the beginning of a list, and no title.
bool beginsList(std::string_view line)
{
    if (!line.starts_with('['))
        return false;
    const auto rest = trimmed(line.substr(1));
    return rest.empty() || std::string_view("[]{\"-0123456789").find(rest.front()) != std::string_view::npos;
}

/// @throws Error (Usage) for a file that is one list
bool isJsonLines(const fs::path& file)
{
    if (endsWith(file, {".csv", ".tsv"}))
        return false;
    const auto line = firstLine(file);
    if (beginsList(line))
        throw Error(ErrorCode::Usage, str("\"", file.string(), "\" holds a JSON list; expected JSON Lines, an object on each line"), "Write each object of the list on a line of its own, for example with: jq -c '.[]'");
    return line.starts_with('{') || endsWith(file, {".jsonl", ".ndjson"});
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

/// Everything in the folders below one, sorted, without links to folders: W&B's latest-run would be read twice.
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
        const bool link = fs::is_symlink(entry, ignored);
        if (fs::is_directory(entry, ignored)) {
            if (!link && depth > 0 && !entry.filename().string().starts_with('.'))
                look(entry, depth - 1, below);
        } else if (link && !fs::is_regular_file(entry, ignored)) {
            continue;       // leads nowhere
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

/// Links to files that were found themselves, or by another link, would be read twice.
void dropSecondNames(Below& below)
{
    std::vector<std::vector<fs::path>*> lists{&below.wandb, &below.histories};
    for (auto& [folder, files] : below.events)
        lists.push_back(&files);
    std::set<fs::path> seen;
    const auto resolved = [](const fs::path& file) { return fs::weakly_canonical(fs::absolute(file)); };
    std::error_code ignored;
    for (const auto* list : lists)
        for (const auto& file : *list)
            if (!fs::is_symlink(file, ignored))
                seen.insert(resolved(file));
    for (auto* list : lists)
        std::erase_if(*list, [&](const fs::path& file) { return fs::is_symlink(file, ignored) && !seen.insert(resolved(file)).second; });
    std::erase_if(below.events, [](const auto& one) { return one.second.empty(); });
}

/// Event files that are of one run.
struct EventRun {
    fs::path place;                     ///< the folder it is called after
    std::vector<EventPart> parts = {};
};

/// Tags of a folder that is called validation say no more of it, and neither do those of train beside it. A folder called test alone may be a run called so.
std::string prefixOfLone(const fs::path& folder)
{
    const auto name = fs::weakly_canonical(fs::absolute(folder)).filename().string();
    const auto said = partNamed(name);
    return said.part == DataPart::Validation && said.stem.empty() && name != "test" ? name : std::string();
}

/// Folders of event files as runs: those of training and of validation beside each other are one.
std::vector<EventRun> eventRuns(std::vector<std::pair<fs::path, std::vector<fs::path>>> folders)
{
    const auto own = [&](const fs::path& folder) { return std::any_of(folders.begin(), folders.end(), [&](const auto& one) { return one.first == folder; }); };
    // What a folder may be joined to: where it is, or, where nothing is logged there itself, that with what stands before "_train".
    const auto placeOf = [&](const fs::path& folder) {
        const auto said = partNamed(folder.filename().string());
        const auto parent = folder.parent_path();
        return said.part == DataPart::Unsaid ? folder : said.stem.empty() || own(parent) ? parent : parent / said.stem;
    };
    std::map<fs::path, std::set<DataPart>> said;
    for (const auto& [folder, files] : folders)
        if (const auto part = partNamed(folder.filename().string()).part; part != DataPart::Unsaid)
            said[placeOf(folder)].insert(part);
    std::vector<EventRun> runs;
    for (auto& [folder, files] : folders) {
        const auto place = placeOf(folder);
        const bool joined = said.contains(place) && said[place].size() == 2;
        const auto where = joined ? place : folder;
        auto run = std::find_if(runs.begin(), runs.end(), [&](const auto& one) { return one.place == where; });
        if (run == runs.end())
            run = runs.insert(runs.end(), {where});
        const bool ofTraining = partNamed(folder.filename().string()).part != DataPart::Validation;
        EventPart part{joined ? where == folder ? std::string() : folder.filename().string() : prefixOfLone(folder), std::move(files)};
        run->parts.insert(ofTraining ? std::find_if(run->parts.begin(), run->parts.end(), [](const auto& other) { return partNamed(other.folder).part == DataPart::Validation; }) : run->parts.end(), std::move(part));
    }
    return runs;
}

std::vector<std::unique_ptr<CurveSource>> sourcesIn(const fs::path& path)
{
    const auto folder = path.has_filename() ? path : path.parent_path();
    Below below;
    look(folder, kDepth, below);
    dropSecondNames(below);
    std::vector<std::unique_ptr<CurveSource>> sources;
    auto runs = eventRuns(std::move(below.events));
    for (auto& run : runs) {
        auto absolute = fs::weakly_canonical(fs::absolute(run.place));
        const auto relative = fs::relative(run.place, folder).string();
        const auto top = fs::weakly_canonical(fs::absolute(folder)).filename().string();
        sources.push_back(tensorboardSource(relative == "." || relative.empty() ? top : runs.size() == 1 ? absolute.filename().string() : relative, std::move(run.parts)));
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

fs::path CurveSource::place() const
{
    if (m_files.size() == 1)
        return m_files.front();
    auto folder = m_files.front().parent_path();
    const auto holds = [&](const fs::path& file) { return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end(); };
    while (!folder.empty() && folder.has_parent_path() && folder != folder.parent_path() && !std::all_of(m_files.begin(), m_files.end(), holds))
        folder = folder.parent_path();
    return folder;
}

CurveSource::CurveSource(std::string kind, const std::string& name, std::vector<fs::path> files) : m_kind(std::move(kind)), m_name(shown(name)), m_files(std::move(files)) {}

std::optional<std::size_t> CurveSource::columnOf(const std::string& name, const RowPart& part)
{
    const auto whole = part.name.empty() ? name : part.name + '/' + name;
    if (const auto found = m_indices.find(whole); found != m_indices.end())
        return found->second;
    const auto shared = part.name.empty() ? m_indices.end() : m_indices.find(name);
    if (shared != m_indices.end() ? m_facts[shared->second].axis : !part.name.empty() && isAxis(name))
        return columnOf(name);
    if (m_columns.size() >= kMostColumns)
        return std::nullopt;
    m_columns.push_back(shown(whole));
    m_facts.push_back({name, part.aside, isAxis(name)});
    m_indices.emplace(whole, m_columns.size() - 1);
    return m_columns.size() - 1;
}

void CurveSource::addEmpty(SourceRow& row, const std::vector<std::size_t>& empty) const
{
    const auto isOther = [this](const auto& value) { return !m_facts[value.first].axis; };
    if (row.gaps.empty() && std::none_of(row.numbers.begin(), row.numbers.end(), isOther) && std::none_of(row.texts.begin(), row.texts.end(), isOther))
        row.gaps = empty;
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
        sources.push_back(tensorboardSource(fs::absolute(path).parent_path().filename().string(), {EventPart{prefixOfLone(fs::absolute(path).parent_path()), {path}}}));
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
    if (value.is_number() || value.is_string() || (value.is_null() && !name.empty())) {
        use(name, value);
    } else if (value.is_object() && !value.contains("_type")) {     // W&B's histograms, images and files have one
        for (const auto& [key, inside] : value.items())
            flatten(inside, name.empty() ? key : name + separator + key, separator, use);
    }
}

FieldValue leafValue(const nlohmann::ordered_json& leaf, bool nullIsNan)
{
    if (leaf.is_string())
        return valueOf(leaf.get_ref<const std::string&>());
    if (!leaf.is_number())
        return {nullIsNan ? FieldValue::Kind::NotFinite : FieldValue::Kind::Missing, 0};
    const auto number = leaf.get<double>();
    return {std::isfinite(number) ? FieldValue::Kind::Number : FieldValue::Kind::NotFinite, number};
}

}  // namespace bam::exchange
