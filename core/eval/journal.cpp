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

Journal::~Journal() = default;

const Journal::Kept* Journal::find(const std::string& key) const
{
    const auto found = m_answers.find(key);
    return found == m_answers.end() ? nullptr : &found->second;
}

void Journal::add(const std::string& key, const Json& about, const Json& answer, double seconds)
{
    if (!m_file) {
        std::error_code failure;
        std::filesystem::create_directories(m_path.parent_path(), failure);
        if (failure)
            throwFileError(m_path.parent_path(), "create", failure.value());
        m_file = std::make_unique<File>(m_path);
    }
    Json line{{"key", key}, {"turn", m_turn}, {"program", thisProgram()}};
    line.update(about);
    line["seconds"] = seconds;
    line["answer"] = answer;
    appendWhole(m_file->descriptor.get(), m_path, m_file->size, line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    m_answers.insert_or_assign(key, Kept{answer, thisProgram(), seconds, m_turn});
}

}  // namespace bam::eval
