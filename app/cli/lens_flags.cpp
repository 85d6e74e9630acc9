// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/lens_flags.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <array>
#include <charconv>

namespace bam::cli {
namespace {

using inspect::PromptKind;

constexpr std::array<std::pair<const char*, PromptKind>, 3> kKinds{{{"passkey", PromptKind::Passkey}, {"needle", PromptKind::Needle}, {"text", PromptKind::Text}}};

constexpr std::uintmax_t kLargestText = 64 << 20;
constexpr std::int64_t kMostThreads = 4096;

double fraction(const Arguments& arguments, const std::string& name, double fallback)
{
    if (!arguments.has(name))
        return fallback;
    const auto text = arguments.value(name);
    double value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || !(value >= 0 && value <= 1))
        throw Error(ErrorCode::Usage, str("--", name, " is \"", text, "\"; expected a number from 0 to 1"), "0 is the beginning, 1 the end.");
    return value;
}

PromptKind kindOf(const Arguments& arguments)
{
    const auto asked = arguments.has("kind") ? arguments.value("kind") : arguments.has("text") ? "text" : "passkey";
    for (const auto& [name, kind] : kKinds)
        if (asked == name)
            return kind;
    throw Error(ErrorCode::Usage, str("--kind is \"", asked, "\"; expected passkey, needle or text"), "Correct the flag.");
}

/// A pipe may never end, and what is longer than any prompt is not read.
std::string textOf(const std::filesystem::path& file)
{
    std::error_code error;
    if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error))
        throw Error(ErrorCode::Usage, str(file.string(), " is no file"), "Name a text file with --text.");
    if (const auto size = std::filesystem::file_size(file, error); !error && size > kLargestText)
        throw Error(ErrorCode::Usage, str(file.string(), " has ", humanBytes(double(size)), "; a prompt may have ", humanBytes(double(kLargestText))), "Cut out the part that is to be looked at.");
    return readFile(file);
}

}  // namespace

void addPromptFlags(Syntax& syntax, const std::string& group)
{
    syntax.group(group);
    syntax.add({.name = "kind", .value = "passkey|needle|text", .help = "The pass-key task of the evaluation, RULER's single needle in a haystack, or a text of your own.", .fallback = "passkey, or text with --text"});
    syntax.add({.name = "length", .value = "N", .help = "Tokens of the prompt, met by whole fillers.", .fallback = "1024"});
    syntax.add({.name = "depth", .value = "D", .help = "Where the needle stands: 0 the beginning, 1 the end.", .fallback = "0.5"});
    syntax.add({.name = "digits", .value = "N", .help = "Digits of the key.", .fallback = "5"});
    syntax.add({.name = "seed", .value = "S", .help = "Of the key and the words.", .fallback = "0"});
    syntax.add({.name = "text", .value = "FILE", .help = "A text file (UTF-8) as the prompt."});
    syntax.add({.name = "answer", .value = "TEXT", .help = "With --text: what should come next."});
    syntax.add({.name = "needle", .value = "TEXT", .help = "With --text: a passage of it that heads should find."});
}

void addCheckpointFlags(Syntax& syntax)
{
    syntax.add({.name = "checkpoint", .value = "latest|STEP|PATH", .help = "Which weights.", .fallback = "latest"});
    syntax.add({.name = "tokenizer", .value = "MODEL", .help = "sentencepiece model; left out, the copy in the run directory, or the paper's for official runs."});
}

void addDeviceFlags(Syntax& syntax)
{
    syntax.group("Machine");
    syntax.add({.name = "device", .value = "auto|cpu|cuda|cuda:N", .help = "Where to compute.", .fallback = "auto"});
    syntax.add({.name = "threads", .value = "N", .help = "CPU threads; 0 takes all physical cores.", .fallback = "0"});
}

inspect::PromptSpec promptOf(const Arguments& arguments)
{
    inspect::PromptSpec spec;
    spec.kind = kindOf(arguments);
    spec.length = arguments.whole("length", spec.length, 0);
    spec.depth = fraction(arguments, "depth", spec.depth);
    spec.digits = arguments.whole("digits", spec.digits, 1);
    spec.seed = arguments.whole("seed", 0, 0);
    if ((spec.kind == PromptKind::Text) != arguments.has("text"))
        throw Error(ErrorCode::Usage, arguments.has("text") ? "--text goes with --kind text" : "--kind text needs a text", arguments.has("text") ? "Leave one of the two out." : "Name a file with --text.");
    for (const auto* flag : {"answer", "needle"})
        if (arguments.has(flag) && spec.kind != PromptKind::Text)
            throw Error(ErrorCode::Usage, str("--", flag, " goes with --text"), "Name a text file, or leave it out: the other prompts have their own.");
    if (spec.kind == PromptKind::Text) {
        spec.text = textOf(arguments.value("text"));
        repairUtf8(spec.text);
    }
    spec.answer = arguments.value("answer");
    spec.needle = arguments.value("needle");
    return spec;
}

inspect::LensSource lensSourceOf(const std::filesystem::path& run, const Arguments& arguments)
{
    if (const auto threads = arguments.whole("threads", 0, 0); threads > kMostThreads)
        throw Error(ErrorCode::Usage, str("--threads is ", threads, "; expected 0 to ", kMostThreads), "0 takes all physical cores.");
    inspect::LensSource source{.run = run, .tokenizer = arguments.value("tokenizer"), .device = arguments.has("device") ? arguments.value("device") : "auto",
        .threads = int(arguments.whole("threads", 0, 0))};
    if (arguments.has("checkpoint"))
        source.checkpoint = arguments.value("checkpoint");
    return source;
}

}  // namespace bam::cli
