// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch lens`: runs one prompt through a checkpoint and tells which heads look at the needle and what the model answers.
#include "app/cli/commands.h"
#include "app/cli/lens_flags.h"
#include "app/cli/lens_study.h"
#include "app/cli/rope_flags.h"
#include "app/cli/spec_flags.h"
#include "core/base/text.h"
#include "core/inspect/lens.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace bam::cli {
namespace {

using inspect::Ablation;
using inspect::HeadId;
using Json = Console::Json;

Syntax syntax()
{
    Syntax syntax("lens", "lens RUN_DIR [flags]",
        "Runs one prompt through a trained model and tells which heads look at the needle, compared with equal weights on all tokens, and what the model answers.");
    addPromptFlags(syntax, "Prompt");
    syntax.group("Model");
    addCheckpointFlags(syntax);
    syntax.add({.name = "ablate", .value = "LAYER:HEAD=zero|uniform|prior|content", .help = "Changes a head for this prompt: it gives nothing, all tokens count the same, only the position counts, or only the content. "
        "Several separated by commas, or the flag again. Counted from 0.", .list = true});
    addRopeScalingFlags(syntax);
    addStudyFlags(syntax);
    syntax.group("Output");
    syntax.add({.name = "top", .value = "N", .help = "Heads to list; 0 lists all.", .fallback = "10"});
    addDeviceFlags(syntax);
    addCommonFlags(syntax);
    syntax.example("bamscope --batch lens logs/custom/bam_ssmax/version_00 --length 4096 --depth 0.5");
    syntax.example("bamscope --batch lens logs/custom/bam_ssmax/version_00 --length 4096 --ablate 1:0=zero,1:2=zero");
    syntax.example("bamscope --batch lens logs/custom/bam_ssmax/version_00 --length 4096 --study 20");
    syntax.example("bamscope --batch lens logs/custom/rotary/version_00 --length 4096 --rope_scaling yarn --rope_factor 8");
    return syntax;
}

/// "2:3=zero"
inspect::HeadChange changeOf(const std::string& text)
{
    const auto fail = [&] { throw Error(ErrorCode::Usage, str("--ablate is \"", text, "\"; expected LAYER:HEAD=zero, uniform, prior or content"), "For example --ablate 2:3=zero."); };
    inspect::HeadChange change;
    const auto *at = text.data(), *end = text.data() + text.size();
    const auto layer = std::from_chars(at, end, change.head.layer);
    if (layer.ec != std::errc() || layer.ptr == end || *layer.ptr != ':')
        fail();
    const auto head = std::from_chars(layer.ptr + 1, end, change.head.head);
    if (head.ec != std::errc() || head.ptr == end || *head.ptr != '=')
        fail();
    change.ablation = ablationOf(std::string(head.ptr + 1, end), "--ablate");
    return change;
}

std::vector<inspect::HeadChange> changesOf(const Arguments& arguments)
{
    std::vector<inspect::HeadChange> changes;
    for (const auto& value : arguments.values("ablate"))
        for (const auto& one : splitText(value, ','))
            changes.push_back(changeOf(one));
    return changes;
}

std::string fixed(double value, int digits)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

std::string padded(std::string text, std::size_t width) { return std::string(text.size() < width ? width - text.size() : 0, ' ') + text; }

/// By needle mass, the largest first; without a needle by the largest weight.
std::vector<inspect::HeadSummary> ranked(const inspect::Capture& capture)
{
    auto heads = capture.summary;
    const auto value = [&](const inspect::HeadSummary& head) { return capture.prompt.hasNeedle() ? head.needleMass : head.largestWeight; };
    std::stable_sort(heads.begin(), heads.end(), [&](const auto& a, const auto& b) { return value(a) > value(b); });
    return heads;
}

/// "1:3=zero", as the flag takes it.
std::string changeText(const inspect::HeadChange& change) { return str(change.head.layer, ":", change.head.head, "=", inspect::wordOf(change.ablation)); }

void printHeads(Console& console, const inspect::Capture& capture, std::int64_t top)
{
    const bool needle = capture.prompt.hasNeedle();
    console.result(str("\n layer  head", needle ? "  on needle   x uniform" : "", "  largest  entropy  distance", std::isnan(capture.summary[0].prior.thetaBeta) ? "" : "  theta_alpha  theta_beta"));
    auto heads = ranked(capture);
    if (top > 0 && std::int64_t(heads.size()) > top)
        heads.resize(std::size_t(top));
    for (const auto& head : heads) {
        auto line = padded(str(head.id.layer), 6) + padded(str(head.id.head), 6);
        if (needle)
            line += padded(fixed(100 * head.needleMass, 2) + " %", 11) + padded(fixed(head.needleMass / head.uniformMass, 1), 12);
        line += padded(fixed(head.largestWeight, 3), 9) + padded(fixed(head.entropy, 2), 9) + padded(fixed(head.meanDistance, 0), 10);
        if (!std::isnan(head.prior.thetaBeta))
            line += padded(fixed(head.prior.thetaAlpha, 3), 13) + padded(fixed(head.prior.thetaBeta, 3), 12);
        if (capture.isChanged(head.id))
            line += "  changed";
        console.result(line);
    }
}

void printAnswer(Console& console, const inspect::Capture& capture)
{
    console.result("");
    for (const auto& step : capture.answer) {
        auto line = str("position ", step.row, ": ");
        if (!step.expected.empty())
            line += str(step.correct ? "right " : "wrong ", "\"", step.expected, "\" ", fixed(100 * step.expectedProbability, 1), " %; ");
        line += "predicted ";
        for (std::size_t n = 0; n < std::min<std::size_t>(step.top.size(), 3); ++n)
            line += str(n > 0 ? ", " : "", "\"", step.top[n].piece, "\" ", fixed(100 * step.top[n].probability, 1), " %");
        console.result(line);
    }
    if (!capture.prompt.answer.empty())
        console.result(capture.retrieved() ? "retrieved: yes" : "retrieved: no");
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json headJson(const inspect::HeadSummary& head, bool changed)
{
    return {{"event", "head"}, {"layer", head.id.layer}, {"head", head.id.head}, {"changed", changed}, {"needle_mass", number(head.needleMass)}, {"uniform_mass", number(head.uniformMass)}, {"entropy", head.entropy},
        {"mean_distance", head.meanDistance}, {"largest_weight", head.largestWeight}, {"theta_alpha", number(head.prior.thetaAlpha)}, {"theta_beta", number(head.prior.thetaBeta)},
        {"theta_mu", number(head.prior.thetaMu)}, {"seq_scale", number(head.prior.seqScale)}, {"r1", number(head.prior.r1)}, {"r2", number(head.prior.r2)}};
}

Json stepJson(const inspect::AnswerStep& step)
{
    Json top = Json::array();
    for (const auto& candidate : step.top)
        top.push_back({{"piece", candidate.piece}, {"probability", candidate.probability}});
    return {{"event", "answer"}, {"position", step.row}, {"expected", step.expected.empty() ? Json(nullptr) : Json(step.expected)}, {"probability", number(step.expectedProbability)},
        {"correct", step.correct}, {"top", top}};
}

void study(Console& console, inspect::Lens& lens, const inspect::AblationStudySpec& spec, const ProgressFn& progress, const std::stop_token& stop)
{
    const auto found = inspect::studyAblation(spec, lens, progress, stop);
    console.clearProgress();
    const auto& info = lens.info();
    printStudy(console, {info.source.run, info.encoding, info.checkpoint, info.step, spec.prompt.seed, found});
    console.requireWritten();
}

void run(const Syntax& syntax, const Arguments& arguments, Context& context)
{
    auto& console = context.console;
    if (arguments.positional().size() != 1)
        throw Error(ErrorCode::Usage, str("lens takes one run directory; found ", arguments.positional().size()), "Name one such as logs/l12/bam_ssmax/version_00.");
    const auto promptAsked = promptOf(arguments);
    const auto top = arguments.whole("top", 10, 0);
    inspect::CaptureRequest request;
    request.changes = changesOf(arguments);
    const auto source = lensSourceOf(arguments.positional().front(), arguments);
    request.ropeScaling = ropeScalingOf(syntax, arguments, source.run);
    auto asked = asksForStudy(arguments) ? std::optional(studyOf(arguments, promptAsked)) : std::nullopt;
    if (asked)
        asked->ropeScaling = request.ropeScaling;
    const auto progress = [&](const Progress& now) { console.progress(now); };
    const auto lens = inspect::Lens::open(source, progress, context.stop);
    if (asked)
        return study(console, *lens, *asked, progress, context.stop);
    request.prompt = lens->prompt(promptAsked);
    const auto capture = lens->capture(request, progress, context.stop);
    console.clearProgress();
    const auto& info = lens->info();
    std::vector<std::string> changes;
    for (const auto& change : capture.changes)
        changes.push_back(changeText(change));
    console.event({{"event", "prompt"}, {"run", source.run.string()}, {"checkpoint", info.checkpoint}, {"title", capture.prompt.title}, {"tokens", capture.prompt.length()},
        {"needle", capture.prompt.hasNeedle() ? Json{capture.prompt.needleBegin, capture.prompt.needleEnd} : Json(nullptr)}, {"changes", changes}, {"rope_scaling", encoding::ropeScalingJson(capture.ropeScaling)}});
    console.result(str(info.encoding, ", ", info.checkpoint, ": ", capture.prompt.title, capture.ropeScaling.isOn() ? "; RoPE scaling " + encoding::ropeScalingText(capture.ropeScaling) : std::string(),
        changes.empty() ? "" : str("; changed: ", joinNames(changes))));
    for (const auto& head : ranked(capture))
        console.event(headJson(head, capture.isChanged(head.id)));
    for (const auto& step : capture.answer)
        console.event(stepJson(step));
    console.event({{"event", "done"}, {"retrieved", capture.prompt.answer.empty() ? Json(nullptr) : Json(capture.retrieved())}, {"seconds", capture.seconds}});
    printHeads(console, capture, top);
    printAnswer(console, capture);
    console.requireWritten();
}

}  // namespace

Ablation ablationOf(const std::string& word, const std::string& flag)
{
    if (const auto ablation = inspect::ablationNamed(word); ablation && *ablation != Ablation::None)
        return *ablation;
    throw Error(ErrorCode::Usage, str(flag, " names \"", word, "\"; expected zero, uniform, prior or content"), "For example --ablate 2:3=zero.");
}

Command lensCommand()
{
    return {"lens", "tells which heads find the needle in a prompt, and what the model answers", "stopping", syntax, run};
}

}  // namespace bam::cli
