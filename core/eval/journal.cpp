// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/journal.h"

#include "core/base/append.h"
#include "core/base/descriptor.h"
#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/text.h"

#include <cerrno>
#include <cstdio>
#include <string_view>

namespace bam::eval {
namespace {

constexpr const char* kEnding = ".jsonl";

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
    for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
        const auto name = entry.path().filename().string();
        if (!name.starts_with("answers") || !name.ends_with(kEnding) || !entry.is_regular_file(none))
            continue;
        const auto content = readFile(entry.path());
        for (const auto& line : splitText(content, '\n')) {
            if (line.empty())
                continue;
            auto json = jsonOrDiscarded(line);
            const bool whole = json.is_object() && json.contains("key") && json["key"].is_string() && json.contains("answer");
            if (whole)
                m_answers.insert_or_assign(json["key"].get<std::string>(), std::move(json["answer"]));
            else
                ++m_damaged;
        }
    }
}

Journal::~Journal() = default;

const Json* Journal::find(const std::string& key) const
{
    const auto found = m_answers.find(key);
    return found == m_answers.end() ? nullptr : &found->second;
}

void Journal::add(const std::string& key, const Json& about, const Json& answer)
{
    if (!m_file) {
        std::error_code failure;
        std::filesystem::create_directories(m_path.parent_path(), failure);
        if (failure)
            throwFileError(m_path.parent_path(), "create", failure.value());
        m_file = std::make_unique<File>(m_path);
    }
    Json line{{"key", key}};
    line.update(about);
    line["answer"] = answer;
    appendWhole(m_file->descriptor.get(), m_path, m_file->size, line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    m_answers.insert_or_assign(key, answer);
}

}  // namespace bam::eval
