// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch selftest`: does this machine compute what it should, and how fast?
#include "app/cli/commands.h"
#include "core/attention/attend.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/device/device.h"
#include "core/selftest/selftest.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstdio>
#include <thread>

namespace bam::cli {
namespace {

using Json = Console::Json;

Syntax syntax()
{
    Syntax syntax("selftest", "selftest [flags]",
        "Computes attention with every backend that is present (fused, for each instruction set of the processor or on a CUDA device, and "
        "chunked: composed of LibTorch's operators) on a few dozen problems - all encodings, packed documents, odd lengths and widths, grouped-query heads - and compares outputs and "
        "all gradients with the reference in 64-bit precision (16-bit types skip the case with the largest scores). Then measures speeds. Run it first on a new machine, and send its output "
        "with a question about numbers. BAMSCOPE_ATTENTION=fused|chunked|composite in the environment chooses the backend of the other commands.");
    syntax.group("Self-test");
    syntax.add({.name = "device", .value = "auto|cpu|cuda|cuda:N", .help = "Which device to test.", .fallback = "auto"});
    syntax.add({.name = "threads", .kind = spec::FieldKind::Integer, .value = "N", .help = "CPU threads, at most the processors of this machine; 0 takes OMP_NUM_THREADS where it is set, else all physical cores.", .fallback = "0"});
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
    const auto errors = check.tolerance == 0 ? std::string(" cases") : str(" cases, largest error: output ", shortNumber("%.1e", check.outputError), ", gradients ",
        shortNumber("%.1e", check.gradientError), ", allowed ", shortNumber("%.0e", check.tolerance));
    console.result(str(check.passed ? "ok      " : "FAILED  ", check.backend, std::string(check.backend.size() < 24 ? 24 - check.backend.size() : 1, ' '), check.cases, errors,
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
    if (!arguments.positional().empty())
        throw Error(ErrorCode::Usage, str("selftest takes no argument \"", arguments.positional().front(), "\""), "See bamscope --batch selftest --help.");
    attention::backendFromEnvironment();
    const auto choice = device::choose(arguments.has("device") ? arguments.value("device") : "auto");
    const auto threads = arguments.whole("threads", 0, 0);
    if (const auto most = std::int64_t(std::max(1u, std::thread::hardware_concurrency())); threads > most)
        throw Error(ErrorCode::Usage, str("--threads is ", threads, ", this machine has ", most, " processors"), "More threads than processors wait for each other.");
    at::set_num_threads(threads > 0 ? int(threads) : device::defaultThreads());
    if (!choice.note.empty())
        console.note(choice.note);
    console.result(str("bamscope ", programVersion(), ", LibTorch ", libtorchVersion(), ", ", device::describe(choice.device),
        choice.device.is_cpu() ? str(", ", at::get_num_threads(), " threads") : std::string()));
    console.event({{"event", "selftest_start"}, {"version", programVersion()}, {"libtorch", libtorchVersion()}, {"device", device::describe(choice.device)}, {"threads", at::get_num_threads()}});
    selftest::Options options;
    options.device = choice.device;
    options.speeds = !arguments.on("no-speed");
    options.progress = [&](const Progress& progress) { console.progress(progress); };
    options.onCheck = [&](const selftest::Check& check) { show(console, check); };
    options.onSpeed = [&](const selftest::Speed& speed) { show(console, speed); };
    const auto report = selftest::run(options, context.stop);
    console.clearProgress();
    console.event({{"event", "selftest_end"}, {"passed", report.passed()}});
    console.requireWritten();
    if (report.passed()) {
        console.result("All backends agree with the reference.");
        console.requireWritten();
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
    return {"selftest", "compares every attention backend of this machine with the reference and measures speeds", "stopping after this case", syntax, run};
}

}  // namespace bam::cli
