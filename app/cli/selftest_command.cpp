// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch selftest`: does this machine compute what it should, and how fast?
#include "app/cli/commands.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/device/device.h"
#include "core/selftest/selftest.h"

#include <ATen/Parallel.h>

#include <cstdio>

namespace bam::cli {
namespace {

using Json = Console::Json;

Syntax syntax()
{
    Syntax syntax("selftest", "selftest [flags]",
        "Computes attention with every backend that is present (each instruction set of the processor, the kernels of a CUDA device, the composed "
        "path) on a few dozen problems - all encodings, packed documents, odd lengths and widths, grouped-query heads - and compares outputs and "
        "all gradients with the reference in 64-bit precision. Then measures speeds. Run it first on a new machine, and send its output "
        "with a question about numbers.");
    syntax.group("Self-test");
    syntax.add({.name = "device", .value = "auto|cpu|cuda|cuda:N", .help = "Which device to test.", .fallback = "auto"});
    syntax.add({.name = "threads", .kind = spec::FieldKind::Integer, .value = "N", .help = "CPU threads; 0 takes all physical cores.", .fallback = "0"});
    syntax.add({.name = "no-speed", .kind = spec::FieldKind::Flag, .help = "Only errors, no speeds."});
    addCommonFlags(syntax);
    syntax.example("bamscope --batch selftest --device cuda");
    return syntax;
}

std::string shortNumber(const char* format, double value)
{
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

void show(Console& console, const selftest::Check& check)
{
    console.clearProgress();
    console.result(str(check.passed ? "ok      " : "FAILED  ", check.backend, std::string(check.backend.size() < 24 ? 24 - check.backend.size() : 1, ' '), check.cases, " cases, largest error: output ",
        shortNumber("%.1e", check.outputError), ", gradients ", shortNumber("%.1e", check.gradientError), ", allowed ", shortNumber("%.0e", check.tolerance),
        check.passed ? "" : str("\n        ", check.note.empty() ? "worst: " + check.worst : check.note)));
    console.event({{"event", "selftest"}, {"backend", check.backend}, {"what", check.what}, {"cases", check.cases}, {"output_error", check.outputError}, {"gradient_error", check.gradientError},
        {"tolerance", check.tolerance}, {"worst", check.worst}, {"passed", check.passed}, {"note", check.note}});
}

void show(Console& console, const selftest::Speed& speed)
{
    console.clearProgress();
    console.result(str("speed   ", speed.backend, std::string(speed.backend.size() < 24 ? 24 - speed.backend.size() : 1, ' '), speed.what, ": ", shortNumber("%.1f ms, ", speed.seconds * 1e3),
        shortNumber("%.0f GFLOP/s", speed.gflops)));
    console.event({{"event", "selftest_speed"}, {"backend", speed.backend}, {"what", speed.what}, {"seconds", speed.seconds}, {"gflops", speed.gflops}});
}

void run(const Syntax&, const Arguments& arguments, Context& context)
{
    auto& console = context.console;
    const auto choice = device::choose(arguments.has("device") ? arguments.value("device") : "auto");
    const auto threads = arguments.whole("threads", 0, 0);
    at::set_num_threads(threads > 0 ? int(threads) : device::physicalCores());
    if (!choice.note.empty())
        console.note(choice.note);
    console.result(str("bamscope ", programVersion(), ", LibTorch ", libtorchVersion(), ", ", device::describe(choice.device),
        choice.device.is_cpu() ? str(", ", at::get_num_threads(), " threads") : std::string()));
    selftest::Options options;
    options.device = choice.device;
    options.speeds = !arguments.on("no-speed");
    options.progress = [&](const Progress& progress) { console.progress(progress); };
    options.onCheck = [&](const selftest::Check& check) { show(console, check); };
    options.onSpeed = [&](const selftest::Speed& speed) { show(console, speed); };
    const auto report = selftest::run(options, context.stop);
    console.clearProgress();
    if (report.passed()) {
        console.result("All backends agree with the reference.");
        return;
    }
    int failed = 0;
    for (const auto& check : report.checks)
        failed += !check.passed;
    throw Error(ErrorCode::Failed, str(failed, " of ", report.checks.size(), " backends do not agree with the reference on ", report.device),
        "BAMSCOPE_ATTENTION=chunked avoids the fused kernels meanwhile; please report the lines above.");
}

}  // namespace

Command selftestCommand()
{
    return {"selftest", "compares every attention backend of this machine with the reference and measures speeds", {}, syntax, run};
}

}  // namespace bam::cli
