// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_notes.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/small_file.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cctype>

namespace bam::runs {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFile = "notes.json";

bool isColor(const std::string& text)
{
    return text.size() == 7 && text[0] == '#' && std::all_of(text.begin() + 1, text.end(), [](unsigned char c) { return std::isxdigit(c) != 0; });
}

/// An empty object when there is no file. @throws Error (Failed) when it holds no JSON object
Json readObject(const std::filesystem::path& file)
{
    const auto text = readSmallFile(file);
    if (!text)
        return Json::object();
    auto json = jsonOrDiscarded<Json>(*text);
    if (!json.is_object())
        throw Error(ErrorCode::Failed, str(file.string(), " cannot be read: it holds no JSON object, or one that nests too deep"), "Mend or remove it; new notes keep a copy of it beside.");
    return json;
}

RunNotes notesOf(const Json& json)
{
    RunNotes notes;
    if (const auto tags = json.find("tags"); tags != json.end() && tags->is_array())
        for (const auto& tag : *tags)
            if (tag.is_string() && std::find(notes.tags.begin(), notes.tags.end(), tag.get<std::string>()) == notes.tags.end())
                notes.tags.push_back(tag.get<std::string>());
    if (const auto note = json.find("note"); note != json.end() && note->is_string())
        notes.note = note->get<std::string>();
    if (const auto pinned = json.find("pinned"); pinned != json.end() && pinned->is_boolean())
        notes.pinned = pinned->get<bool>();
    if (const auto color = json.find("color"); color != json.end() && color->is_string() && isColor(color->get<std::string>()))
        notes.color = color->get<std::string>();
    return notes;
}

/// Moves an unreadable file aside under a name that is free.
void setAside(const std::filesystem::path& file)
{
    for (int number = 1;; ++number) {
        const auto aside = file.parent_path() / (number == 1 ? std::string("notes.broken.json") : str("notes.broken-", number, ".json"));
        std::error_code error;
        if (std::filesystem::exists(std::filesystem::symlink_status(aside, error)))
            continue;
        std::filesystem::rename(file, aside, error);
        if (error)
            throwFileError(file, "move aside", error.value());
        return;
    }
}

}  // namespace

RunNotes readNotes(const std::filesystem::path& run, std::string& problem)
{
    try {
        return notesOf(readObject(run / kFile));
    } catch (const Error& error) {
        problem = error.cause();
    } catch (const std::exception& failure) {
        problem = str((run / kFile).string(), " cannot be read: ", failure.what());
    }
    return {};
}

void writeNotes(const std::filesystem::path& run, const RunNotes& notes)
{
    const auto file = run / kFile;
    std::error_code ignored;
    if (!std::filesystem::is_directory(run, ignored))
        throwFileError(run, "write notes into", ENOENT);
    Json json;
    try {
        json = readObject(file);
    } catch (const Error&) {
        setAside(file);
        json = Json::object();
    }
    json["tags"] = notes.tags;
    json["note"] = notes.note;
    json["pinned"] = notes.pinned;
    json["color"] = notes.color.empty() ? Json() : Json(notes.color);
    // What a person typed may hold anything; what is no UTF-8 must not make the file unwritable.
    writeFileAtomic(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::vector<std::string> tagsFromText(std::string_view text)
{
    std::vector<std::string> tags;
    for (const auto& part : splitText(text, ',')) {
        const std::string tag(trimmed(part));
        if (!tag.empty() && std::find(tags.begin(), tags.end(), tag) == tags.end())
            tags.push_back(tag);
    }
    return tags;
}

std::string tagsAsText(const std::vector<std::string>& tags)
{
    std::string text;
    for (const auto& tag : tags)
        text += (text.empty() ? "" : ", ") + tag;
    return text;
}

}  // namespace bam::runs
