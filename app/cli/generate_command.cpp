// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch generate`: lets a trained model write on.
#include "app/cli/commands.h"
#include "app/cli/rope_flags.h"
#include "app/cli/spec_flags.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/data/documents/byte_stream.h"
#include "core/device/device.h"
#include "core/eval/generation.h"
#include "core/eval/load_subject.h"
#include "core/spec/spec_io.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <span>

namespace bam::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Tokens that keys and values have room for beside the prompt, before they grow.
constexpr std::int64_t kFirstRoom = 4096;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Syntax syntax()
{
    Syntax syntax("generate", "generate RUN_DIR --prompt TEXT [flags]",
        "Lets a model write on after a prompt and shows the text as it comes. The same seed gives the same text. Without --temperature the likeliest token is taken each time.");
    syntax.group("Prompt");
    syntax.add({.name = "prompt", .value = "TEXT", .help = "What the model goes on from."});
    syntax.add({.name = "prompt_file", .value = "FILE", .help = "The same from a file; - reads standard input."});
    syntax.add({.name = "bos", .kind = spec::FieldKind::Flag, .help = "Begins with the tokenizer's beginning-of-sequence piece; take what the model saw in training."});
    syntax.group("Text");
    syntax.add({.name = "tokens", .kind = spec::FieldKind::Integer, .value = "N", .help = "Most tokens to write.", .fallback = "200"});
    syntax.add({.name = "temperature", .kind = spec::FieldKind::Real, .value = "X", .help = "0 takes the likeliest token, 1 draws as the model has learned, more is wilder.", .fallback = "0"});
    syntax.add({.name = "top_k", .kind = spec::FieldKind::Integer, .value = "N", .help = "Draws among the N likeliest tokens; 0 among all.", .fallback = "0"});
    syntax.add({.name = "top_p", .kind = spec::FieldKind::Real, .value = "X", .help = "Draws among the likeliest tokens that together have this probability; 1 among all.", .fallback = "1"});
    syntax.add({.name = "seed", .kind = spec::FieldKind::Integer, .value = "N", .help = "Of the draws.", .fallback = "0"});
    syntax.add({.name = "ignore_eos", .kind = spec::FieldKind::Flag, .help = "Writes on after the end-of-sequence piece."});
    syntax.group("Model");
    syntax.add({.name = "checkpoint", .value = "latest|STEP|PATH", .help = "The newest checkpoint, one by its step, or a path.", .fallback = "latest"});
    syntax.add({.name = "tokenizer", .value = "MODEL", .help = "sentencepiece model; left out, the copy in the run directory, or the paper's for official runs."});
    syntax.add({.name = "device", .value = "auto|cpu|cuda|cuda:N", .help = "Where to compute.", .fallback = "auto"});
    syntax.add({.name = "threads", .kind = spec::FieldKind::Integer, .value = "N", .help = "CPU threads; 0 takes all physical cores.", .fallback = "0"});
    syntax.add({.name = "cache_dtype", .value = "float32|bfloat16", .help = "Type of the keys and values that are kept; bfloat16 halves their memory.", .fallback = "float32"});
    addRopeScalingFlags(syntax);
    addCommonFlags(syntax);
    syntax.example("bamscope --batch generate logs/l12/bam_ssmax/version_00 --prompt \"In the beginning\" --temperature 0.8 --top_p 0.95 --seed 7");
    syntax.example("bamscope --batch generate logs/l12/bam_ssmax/version_00 --prompt_file chapter.txt --tokens 500");
    syntax.example("bamscope --batch generate logs/l12/rotary/version_00 --prompt_file chapter.txt --rope_scaling yarn --rope_factor 4");
    return syntax;
}

/// Standard input to its end, which may never come.
std::string standardInput(const std::stop_token& stop)
{
    std::string text, piece(1 << 16, '\0');
    const auto input = data::openStandardInput(stop);
    while (const auto got = input->read(piece.data(), piece.size()))
        text.append(piece, 0, got);
    if (stop.stop_requested())
        throw Error(ErrorCode::Stopped, "stopped on request while the prompt was read from standard input", "Nothing was written.");
    return text;
}

std::string promptOf(const Arguments& arguments, const std::stop_token& stop)
{
    if (arguments.has("prompt") == arguments.has("prompt_file"))
        throw Error(ErrorCode::Usage, arguments.has("prompt") ? "--prompt and --prompt_file are both given" : "there is no prompt", "Give one of --prompt TEXT and --prompt_file FILE.");
    auto text = arguments.value("prompt");
    if (arguments.has("prompt_file")) {
        const auto file = arguments.value("prompt_file");
        text = file == "-" ? standardInput(stop) : readFile(file);
        if (text.ends_with('\n'))
            text.pop_back();        // the editor's, not the author's
    }
    repairUtf8(text);
    return text;
}

double real(const Arguments& arguments, const char* name, double otherwise)
{
    if (!arguments.has(name))
        return otherwise;
    const auto value = spec::valueFromText(spec::FieldKind::Real, arguments.value(name));
    if (!value.is_number())
        throw Error(ErrorCode::Usage, str("--", name, " is \"", arguments.value(name), "\"; expected a number"), "Correct the flag.");
    return value.get<double>();
}

/// @throws Error (Environment) when keys and values of prompt and text, as long as it may get, do not fit into memory
void requireMemory(const eval::Subject& subject, std::int64_t prompt, std::int64_t most)
{
    const auto free = double(device::freeMemory(subject.model.device()));
    const auto needed = (double(prompt) + double(most)) * eval::cacheBytes(subject, 1) * (most > kFirstRoom ? 1.25 : 1);     // they grow by a quarter
    if (free > 0 && needed > free)
        throw Error(ErrorCode::Environment,
            str("keys and values of ", withThousands(prompt), " tokens of the prompt and ", withThousands(most), " to be written take up to ", humanBytes(needed), "; ", humanBytes(free), " are free"),
            str("Ask for fewer tokens (--tokens)", subject.cacheDtype == "bfloat16" ? "" : ", halve it with --cache_dtype bfloat16", ", or write on a device with more memory."));
}

void run(const Syntax& syntax, const Arguments& arguments, Context& context)
{
    auto& console = context.console;
    if (arguments.positional().size() != 1)
        throw Error(ErrorCode::Usage, arguments.positional().empty() ? "no run is named" : str("generate takes one run; found ", joinNames(arguments.positional())),
            "Name a run directory, e.g. logs/l12/bam_ssmax/version_00.");
    const auto prompt = promptOf(arguments, context.stop);
    const eval::Sampling sampling{real(arguments, "temperature", 0), arguments.whole("top_k", 0, 0), real(arguments, "top_p", 1), std::uint64_t(arguments.whole("seed", 0, 0))};
    eval::requireValid(sampling);
    const auto most = arguments.whole("tokens", 200, 1);
    const auto cacheDtype = arguments.has("cache_dtype") ? arguments.value("cache_dtype") : "float32";
    if (cacheDtype != "float32" && cacheDtype != "bfloat16")
        throw Error(ErrorCode::Usage, str("--cache_dtype is \"", cacheDtype, "\"; expected float32 or bfloat16"));
    eval::SubjectOptions options{.checkpoint = arguments.has("checkpoint") ? arguments.value("checkpoint") : "latest", .tokenizer = arguments.value("tokenizer"),
        .device = arguments.has("device") ? arguments.value("device") : "auto", .threads = int(arguments.whole("threads", 0, 0)), .cacheDtype = cacheDtype, .chunk = 512,
        .ropeScaling = ropeScalingOf(syntax, arguments, arguments.positional().front()), .ranks = {}, .log = {}};
    options.log = [&](const std::string& text) { console.event({{"event", "log"}, {"text", text}}); };
    const eval::LoadedSubject subject(arguments.positional().front(), options);
    const auto& tokenizer = subject->tokenizer;
    auto tokens = tokenizer.encode(prompt, context.stop);
    if (arguments.on("bos") || tokens.empty()) {
        if (tokenizer.bos() < 0)
            throw Error(ErrorCode::Usage, str("the tokenizer ", tokenizer.name(), " has no beginning-of-sequence piece", tokens.empty() ? ", and the prompt is empty" : ""), "Give a prompt, without --bos.");
        tokens.insert(tokens.begin(), tokenizer.bos());
    }
    const auto length = std::int64_t(tokens.size());
    requireMemory(*subject, length, most);

    const auto start = Clock::now();
    auto firstToken = start;
    eval::ReadingOptions how{512, cacheDtype == "bfloat16" ? at::kBFloat16 : at::kFloat, context.stop, {}};
    how.onChunk = [&](std::int64_t read) {
        if (read < length)
            console.progress({"reading the prompt", double(read), double(length), "tokens", secondsSince(start), {}});
    };
    eval::Reading reading(subject->model, length + std::min(most, kFirstRoom), how);
    eval::Sampler sampler(sampling, tokenizer.pieceCount());
    eval::TextStream stream(tokenizer, tokens);
    std::string text;
    bool ended = false;
    std::int64_t written = 0;
    const auto show = [&](const std::string& piece) {
        text += piece;
        console.piece(piece);
    };
    console.piece(prompt);
    const auto onToken = [&](std::int32_t token) {
        if (++written == 1)
            firstToken = Clock::now();
        ended = token == tokenizer.eos() && !arguments.on("ignore_eos");
        const auto piece = ended ? std::string() : stream.add(token);
        show(piece);
        console.event({{"event", "token"}, {"id", token}, {"text", piece}});
        return !ended;
    };
    bool stopped = false;
    try {
        eval::generate(reading, tokens, most, sampler, onToken);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Stopped)
            throw;
        stopped = true;
    }
    show(stream.rest());
    const auto seconds = std::max(1e-9, secondsSince(firstToken));
    const auto speed = written > 1 ? double(written - 1) / seconds : 0;
    console.piece("\n");
    console.line(str("(", written, " tokens", speed > 0 ? str(", ", shortest(float(std::round(speed * 10) / 10)), " tokens/s") : std::string(), ended ? ", ended by itself" : stopped ? ", stopped" : "",
        subject->model.ropeScaling().isOn() ? ", RoPE scaling " + encoding::ropeScalingText(subject->model.ropeScaling()) : std::string(), ")"));
    console.event({{"event", "done"}, {"run", arguments.positional().front()}, {"checkpoint", subject->checkpoint}, {"checkpoint_hash", subject->checkpointHash}, {"prompt_tokens", tokens.size()}, {"tokens", written},
        {"text", text}, {"ended", ended}, {"temperature", sampling.temperature}, {"top_k", sampling.topK}, {"top_p", sampling.topP}, {"seed", sampling.seed}, {"rope_scaling", encoding::ropeScalingJson(subject->model.ropeScaling())}, {"tokens_per_second", speed},
        {"prompt_seconds", std::chrono::duration<double>(firstToken - start).count()}});
    if (stopped)
        throw Error(ErrorCode::Stopped, "stopped on request", "What was written so far is above.");
    console.requireWritten();
}

}  // namespace

Command generateCommand()
{
    return {"generate", "lets a trained model write on, token by token", "stopping after this token", syntax, run};
}

}  // namespace bam::cli
