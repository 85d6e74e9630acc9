// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/journal.h"

#include "core/base/append.h"
#include "core/base/descriptor.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/eval/evaluation.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>

namespace bam::eval {
namespace {

constexpr const char* kEnding = ".jsonl";
constexpr const char* kCells = "cells.jsonl";
constexpr std::int64_t kLastTurn = 1'000'000'000'000;       // a larger one is damage

std::string fileOf(int rank)
{
    if (rank == 0)
        return str("answers", kEnding);
    char name[48];
    std::snprintf(name, sizeof name, "answers_rank_%02d%s", rank, kEnding);
    return name;
}

/// The place after the last whole line.
std::int64_t wholeLines(const std::filesystem::path& file)
{
    const auto content = std::filesystem::exists(file) ? readFile(file) : std::string();
    const auto last = content.rfind('\n');
    return last == std::string::npos ? 0 : std::int64_t(last) + 1;
}

}  // namespace

struct Journal::File {
    explicit File(const std::filesystem::path& path) : size(wholeLines(path)), descriptor(openRetrying(path.c_str(), O_WRONLY | O_CREAT, 0644))
    {
        if (!descriptor.valid() || ::ftruncate(descriptor.get(), off_t(size)) != 0)
            throwFileError(path, "open", errno);
    }
    std::int64_t size;
    Descriptor descriptor;
};

Journal::Journal(const std::filesystem::path& folder, int rank) : m_path(folder / fileOf(rank))
{
    std::error_code none;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
        const auto name = entry.path().filename().string();
        if (name.starts_with("answers") && name.ends_with(kEnding) && entry.is_regular_file(none))
            files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());      // lines that do not say when they were written count in the same order everywhere
    for (const auto& file : files)
        read(file);
    readCells(folder / kCells);
}

void Journal::read(const std::filesystem::path& file)
{
    const auto content = readFile(file);
    for (const auto& line : splitText(content, '\n')) {
        if (line.empty())
            continue;
        auto json = jsonOrDiscarded(line);
        if (!json.is_object() || !json.contains("key") || !json["key"].is_string() || !json.contains("answer")) {
            ++m_damaged;
            continue;
        }
        auto turn = json.contains("turn") && json["turn"].is_number_integer() ? json["turn"].get<std::int64_t>() : 0;
        if (turn < 0 || turn > kLastTurn)
            turn = 0;
        m_turn = std::max(m_turn, turn + 1);
        auto& kept = m_answers[json["key"].get<std::string>()];
        if (turn >= kept.turn)
            kept = {std::move(json["answer"]), json.contains("program") && json["program"].is_string() ? json["program"].get<std::string>() : std::string(),
                json.contains("seconds") && json["seconds"].is_number() ? json["seconds"].get<double>() : 0, turn};
    }
}

void Journal::readCells(const std::filesystem::path& file)
{
    std::error_code none;
    if (!std::filesystem::is_regular_file(file, none))
        return;
    const auto content = readFile(file);
    for (const auto& line : splitText(content, '\n')) {
        const auto json = jsonOrDiscarded(line);
        if (!json.is_object() || !json.contains("key") || !json["key"].is_string() || !json.contains("questions") || !json["questions"].is_array())
            continue;       // a torn line: the cell's prompts are made once more
        std::vector<std::string> questions;
        for (const auto& hash : json["questions"])
            questions.push_back(hash.is_string() ? hash.get<std::string>() : std::string());
        m_cells.insert_or_assign(json["key"].get<std::string>(), std::move(questions));
    }
}

Journal::~Journal() = default;

const Journal::Kept* Journal::find(const std::string& key) const
{
    const auto found = m_answers.find(key);
    return found == m_answers.end() ? nullptr : &found->second;
}

void Journal::append(std::unique_ptr<File>& to, const std::filesystem::path& path, const Json& line)
{
    if (!to) {
        std::error_code failure;
        std::filesystem::create_directories(path.parent_path(), failure);
        if (failure)
            throwFileError(path.parent_path(), "create", failure.value());
        to = std::make_unique<File>(path);
    }
    appendWhole(to->descriptor.get(), path, to->size, line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

const std::vector<std::string>* Journal::questionsOf(const std::string& cellKey) const
{
    const auto found = m_cells.find(cellKey);
    return found == m_cells.end() ? nullptr : &found->second;
}

void Journal::addCell(const std::string& cellKey, const Json& about, const std::vector<std::string>& questions)
{
    Json line{{"key", cellKey}};
    line.update(about);
    line["questions"] = questions;
    append(m_cellsFile, m_path.parent_path() / kCells, line);
    m_cells.insert_or_assign(cellKey, questions);
}

void Journal::add(const std::string& key, const Json& about, const Json& answer, double seconds)
{
    Json line{{"key", key}, {"turn", m_turn}, {"program", thisProgram()}};
    line.update(about);
    line["seconds"] = seconds;
    line["answer"] = answer;
    append(m_file, m_path, line);
    m_answers.insert_or_assign(key, Kept{answer, thisProgram(), seconds, m_turn});
}

}  // namespace bam::eval
