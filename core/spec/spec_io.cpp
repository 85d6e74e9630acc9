// SPDX-License-Identifier: GPL-3.0-or-later
// JSON files and presets.
#include "core/spec/spec_io.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/spec/estimate.h"
#include "core/spec/presets.h"

#include <algorithm>

namespace bam::spec {
namespace {

/// Line and column (from 1) of a byte offset.
std::pair<std::size_t, std::size_t> place(const std::string& text, std::size_t offset)
{
    const auto end = text.begin() + std::ptrdiff_t(std::min(offset, text.size()));
    const auto line = std::size_t(std::count(text.begin(), end, '\n')) + 1;
    const auto lastBreak = text.rfind('\n', offset == 0 ? 0 : std::size_t(end - text.begin()) - 1);
    const auto start = line == 1 || lastBreak == std::string::npos ? 0 : lastBreak + 1;
    return {line, std::size_t(end - text.begin()) - start + 1};
}

/// nlohmann's message without its error number and position.
std::string reason(const std::string& message)
{
    const std::string mark = "syntax error ";
    const auto found = message.find(mark);
    auto text = found == std::string::npos ? message.substr(message.find("] ") == std::string::npos ? 0 : message.find("] ") + 2)
                                           : message.substr(found);
    repairUtf8(text);
    return text;
}

}  // namespace

Json parseJson(const std::string& text, const std::string& what)
{
    refuseDeepJson(text, what, ErrorCode::Usage, "Check that it is the right file.");
    try {
        return Json::parse(text);
    } catch (const Json::parse_error& error) {
        const auto [line, column] = place(text, error.byte == 0 ? 0 : error.byte - 1);
        throw Error(ErrorCode::Usage, str(what, " is not valid JSON at line ", line, ", column ", column, ": ", reason(error.what())),
            "Correct the file there and try again.");
    } catch (const Json::exception& error) {
        throw Error(ErrorCode::Usage, str(what, " cannot be read as JSON: ", reason(error.what())), "Correct the file and try again.");
    }
}

Json readJsonFile(const std::filesystem::path& path)
{
    std::error_code unreachable;
    if (!std::filesystem::is_regular_file(path, unreachable))
        throw Error(ErrorCode::Usage,
            str("\"", path.string(), "\" is ", std::filesystem::is_directory(path, unreachable) ? "a folder" : "not there", "; expected a JSON file"),
            "Check the path.");
    return parseJson(readFile(path), str("\"", path.string(), "\""));
}

std::vector<std::string> presetNames()
{
    static const std::vector<std::string> sorted = [] {
        std::vector<std::pair<std::int64_t, std::string>> sized;
        for (const auto& text : presetTexts())
            sized.emplace_back(estimate(preset(text.name)).parameters, text.name);
        std::sort(sized.begin(), sized.end());
        std::vector<std::string> names;
        for (const auto& [parameters, name] : sized)
            names.push_back(name);
        return names;
    }();
    return sorted;
}

RunSpec preset(const std::string& name)
{
    for (const auto& preset : presetTexts()) {
        if (preset.name != name)
            continue;
        std::vector<Problem> problems;
        const auto spec = overlay(RunSpec{}, Json::parse(preset.json), problems);
        requireNone(problems, str("the preset ", name));
        return spec;
    }
    for (const auto& sweep : sweepPresetTexts())
        if (sweep.name == name)
            throw Error(ErrorCode::Usage, str("the preset \"", name, "\" is a sweep of several runs"), str("Start it with: bamscope --batch sweep --preset ", name, " --dataset FOLDER"));
    const auto nearest = nearestName(name, presetNames());
    throw Error(ErrorCode::Usage, str("there is no preset \"", name, "\""),
        str(nearest.empty() ? "" : str("Did you mean ", nearest, "? "), "Known: ", joinNames(presetNames()), "."));
}

}  // namespace bam::spec
