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

std::vector<std::filesystem::path> textsOf(const std::filesystem::path& path)
{
    std::error_code failure;
    if (!std::filesystem::is_directory(path, failure))
        return {path};
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(path, failure))
        if (entry.is_regular_file(failure) && (entry.path().extension() == ".txt" || entry.path().extension() == ".md"))
            files.push_back(entry.path());
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
    std::error_code failure;
    if (!std::filesystem::exists(path, failure))
        throw Error(ErrorCode::Usage, str("there is no \"", path.string(), "\" for ", what), "Give a text file, or a folder of .txt files.");
    std::vector<std::string> all;
    for (const auto& file : textsOf(path)) {
        auto text = readFile(file);
        repairUtf8(text);
        for (auto& sentence : splitSentences(text))
            all.push_back(std::move(sentence));
    }
    if (all.empty())
        throw Error(ErrorCode::Usage, str("\"", path.string(), "\" holds no sentence for ", what), "Give a text file with sentences, or a folder of .txt files.");
    return all;
}

}  // namespace bam::eval
