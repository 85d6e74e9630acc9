// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/sentences.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <algorithm>

namespace bam::eval {
namespace {

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

/// A blank line at `at`: a line break, and another one before anything but space.
bool endsParagraph(std::string_view text, std::size_t at)
{
    if (text[at] != '\n')
        return false;
    auto next = at + 1;
    while (next < text.size() && text[next] != '\n' && isSpace(text[next]))
        ++next;
    return next == text.size() || text[next] == '\n';
}

std::string oneLine(std::string_view text)
{
    std::string line;
    for (const char c : text) {
        if (!isSpace(c))
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    if (!line.empty() && line.back() == ' ')
        line.pop_back();
    return line;
}

/// What is there. Nothing is an answer, too; not being allowed to look is an Error.
std::filesystem::file_type typeOf(const std::filesystem::path& path)
{
    std::error_code failure;
    const auto type = std::filesystem::status(path, failure).type();
    if (failure && type != std::filesystem::file_type::not_found)
        throwFileError(path, "read", failure.value());
    return type;
}

std::vector<std::filesystem::path> textsOf(const std::filesystem::path& path)
{
    if (typeOf(path) != std::filesystem::file_type::directory)
        return {path};
    std::vector<std::filesystem::path> files;
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(path, failure), end; !failure && entry != end; entry.increment(failure))
        if (const auto& file = entry->path(); (file.extension() == ".txt" || file.extension() == ".md") && typeOf(file) == std::filesystem::file_type::regular)
            files.push_back(file);
    if (failure)
        throwFileError(path, "list", failure.value());
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

std::vector<std::string> splitSentences(std::string_view text)
{
    std::vector<std::string> sentences;
    std::size_t begin = 0;
    const auto end = [&](std::size_t at) {
        if (auto sentence = oneLine(text.substr(begin, at - begin)); !sentence.empty())
            sentences.push_back(std::move(sentence));
        begin = at;
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (endsParagraph(text, at)) {
            end(at);
            continue;
        }
        if (text[at] != '.' && text[at] != '!' && text[at] != '?')
            continue;
        auto after = at + 1;
        while (after < text.size() && std::string_view(".!?\"')]").find(text[after]) != std::string_view::npos)
            ++after;
        if (after == text.size() || isSpace(text[after])) {
            end(after);
            at = after - 1;
        }
    }
    end(text.size());
    return sentences;
}

std::vector<std::string> sentencesOfFile(const std::filesystem::path& path, const std::string& what)
{
    if (typeOf(path) == std::filesystem::file_type::not_found)
        throw Error(ErrorCode::Usage, str("there is no \"", path.string(), "\" for ", what), "Give a text file, or a folder of .txt files.");
    std::vector<std::string> all;
    std::size_t bytes = 0;
    for (const auto& file : textsOf(path)) {
        auto text = readFile(file);
        bytes += text.size();
        repairUtf8(text);
        for (auto& sentence : splitSentences(text))
            all.push_back(std::move(sentence));
    }
    if (all.empty())
        throw Error(ErrorCode::Failed, str("\"", path.string(), "\" holds no sentence for ", what, bytes == 0 ? " (0 bytes of text)" : ""), "Give a text file with sentences, or a folder of .txt files.");
    return all;
}

std::string sha256OfTexts(const std::filesystem::path& path)
{
    if (typeOf(path) != std::filesystem::file_type::directory)
        return sha256OfFile(path);
    std::string hashes;
    for (const auto& file : textsOf(path))
        hashes += sha256OfFile(file);
    return sha256(hashes);
}

std::string nameOfTexts(const std::filesystem::path& path)
{
    if (path.has_filename() && path.filename() != "." && path.filename() != "..")
        return path.filename().string();
    const auto whole = std::filesystem::absolute(path).lexically_normal();
    return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

}  // namespace bam::eval
