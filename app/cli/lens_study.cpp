// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/lens_study.h"

#include "core/base/text.h"

#include <array>
#include <cstdio>

namespace bam::cli {
namespace {

using Json = Console::Json;

std::string counted(std::int64_t correct, std::int64_t prompts)
{
    if (prompts == 0)
        return "-";
    const auto interval = wilsonInterval(correct, prompts);
    std::array<char, 96> text{};
    std::snprintf(text.data(), text.size(), "%lld of %lld (%.2f to %.2f)", static_cast<long long>(correct), static_cast<long long>(prompts), interval.low, interval.high);
    return text.data();
}

std::string column(std::string text, std::size_t width)
{
    text.resize(std::max(text.size(), width), ' ');
    return text;
}

/// Every head by itself, by rank.
void printAlone(Console& console, const inspect::AblationStudy& study)
{
    console.result("\n layer  head   x uniform  found without this head alone");
    for (const auto& head : study.ranking) {
        std::array<char, 96> text{};
        std::snprintf(text.data(), text.size(), "%6lld%6lld%12.1f  ", static_cast<long long>(head.id.layer), static_cast<long long>(head.id.head), head.timesUniform);
        console.result(text.data() + counted(head.correctWithout, study.prompts));
    }
}

}  // namespace

void addStudyFlags(Syntax& syntax)
{
    syntax.group("Ablation study");
    syntax.add({.name = "study", .value = "PROMPTS", .help = "Asks so many prompts (seeds from --seed on, depths from beginning to end), first with the whole model, then without the k heads that have "
        "most mass on the needle, and without k others drawn at random. What it prints with --json `bamscope --batch figure ablation` draws."});
    syntax.add({.name = "study_heads", .value = "K", .help = "The most heads to ablate.", .fallback = "half of all"});
    syntax.add({.name = "study_draws", .value = "N", .help = "Random choices of others per k.", .fallback = "3"});
    syntax.add({.name = "study_alone", .kind = spec::FieldKind::Flag, .help = "Also every head by itself, the others whole."});
    syntax.add({.name = "study_how", .value = "zero|uniform|prior|content", .help = "What becomes of an ablated head, as in --ablate.", .fallback = "zero"});
}

bool asksForStudy(const Arguments& arguments)
{
    for (const auto* flag : {"study_heads", "study_draws", "study_alone", "study_how"})
        if (arguments.has(flag) && !arguments.has("study"))
            throw Error(ErrorCode::Usage, str("--", flag, " belongs to --study, which is not given"), "Add --study PROMPTS, such as --study 20.");
    return arguments.has("study");
}

inspect::AblationStudySpec studyOf(const Arguments& arguments, const inspect::PromptSpec& prompt)
{
    inspect::AblationStudySpec study;
    study.prompt = prompt;
    constexpr std::int64_t kMostPrompts = 100'000;
    study.prompts = arguments.whole("study", study.prompts, 1);
    if (study.prompts > kMostPrompts)
        throw Error(ErrorCode::Usage, str("--study is ", study.prompts, "; expected 1 to ", withThousands(kMostPrompts), " prompts"), "Each is kept while the study lasts; twenty give an interval.");
    study.mostHeads = arguments.whole("study_heads", 0, 1);
    study.draws = arguments.whole("study_draws", study.draws, 1);
    study.seed = std::uint64_t(prompt.seed);
    study.eachAlone = arguments.on("study_alone");
    if (arguments.has("study_how"))
        study.how = ablationOf(arguments.value("study_how"), "--study_how");
    if (!arguments.values("ablate").empty())
        throw Error(ErrorCode::Usage, "--study chooses the heads itself; found --ablate beside it", "Leave one of the two out.");
    return study;
}

void printStudy(Console& console, const inspect::StudyRecord& record)
{
    const auto& study = record.study;
    for (const auto& event : inspect::eventsOf(record))
        console.event(event);
    console.result(str(record.encoding, ", ", record.checkpoint, ": ", study.prompts, " prompts without some of its heads", study.ropeScaling.isOn() ? "; RoPE scaling " + encoding::ropeScalingText(study.ropeScaling) : std::string()));
    console.result("\n" + column("ablated", 9) + column("the first of the ranking", 30) + "others at random");
    for (const auto& point : study.points)
        console.result(column(str(point.heads), 9) + column(counted(point.correctTop, point.prompts), 30) + counted(point.correctRandom, point.randomPrompts));
    if (study.ranking.front().correctWithout >= 0)
        printAlone(console, study);
    console.result(str("\nprompts of up to ", withThousands(study.promptTokens), " tokens; 95 % Wilson intervals"));
}

}  // namespace bam::cli
