// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch info`: the program and the machine, or what a path holds.
#include "app/cli/commands.h"
#include "app/cli/info_paths.h"
#include "core/base/locate.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/device/device.h"
#include "core/encoding/encoding.h"
#include "core/spec/estimate.h"
#include "core/spec/spec_io.h"

#include <QtGlobal>

namespace bam::cli {
namespace {

using Json = Console::Json;

Syntax syntax()
{
    Syntax syntax("info", "info [PATH…]",
        "Without a path: versions, devices, encodings and presets. With paths: what a run directory, a spec, a file of jobs, a folder of "
        "shards, a .safetensors, .pt or .model file, or an event file of TensorBoard holds.");
    addCommonFlags(syntax);
    syntax.example("bamscope --batch info logs/l12/bam_ssmax/version_00");
    return syntax;
}

std::string orNone(const std::string& text, const char* none) { return text.empty() ? none : text; }

void describeMachine(Console& console, Json& json)
{
    console.result(str("cpu:        ", device::physicalCores(), " physical cores"));
    json["cores"] = device::physicalCores();
    const auto& cuda = device::loadCuda();
    json["cuda"] = {{"ready", cuda.state == device::CudaState::Ready}, {"cause", cuda.cause}, {"devices", Json::array()}};
    if (cuda.state != device::CudaState::Ready) {
        console.result(str("cuda:       not usable: ", cuda.cause, cuda.hint.empty() ? "" : "\n            " + cuda.hint));
        return;
    }
    for (const auto& device : device::cudaDevices()) {
        console.result(str("cuda:", device.index, "      ", device.name, ", ", humanBytes(double(device.totalBytes)), ", ", humanBytes(double(device.freeBytes)), " free, compute capability ",
            device.major, ".", device.minor));
        json["cuda"]["devices"].push_back({{"index", device.index}, {"name", device.name}, {"total_bytes", device.totalBytes}, {"free_bytes", device.freeBytes}, {"capability", str(device.major, ".", device.minor)}});
    }
}

void describeChoices(Console& console, Json& json)
{
    std::string text = "encodings:";
    json["encodings"] = Json::array();
    for (const auto& kind : encoding::registry()) {
        text += str("\n  ", kind.name, std::string(kind.name.size() < 12 ? 12 - kind.name.size() : 1, ' '), kind.title, " (", kind.source, ")");
        json["encodings"].push_back({{"name", kind.name}, {"title", kind.title}, {"source", kind.source}});
    }
    console.result(text + "\n  each also with Scalable-Softmax, as NAME_ssmax");
    text = "presets:";
    json["presets"] = Json::array();
    for (const auto& name : spec::presetNames()) {
        const auto run = spec::preset(name);
        const auto parameters = spec::estimate(run).parameters;
        text += str("\n  ", name, std::string(name.size() < 12 ? 12 - name.size() : 1, ' '), withThousands(parameters), " parameters, length ", run.training.sequenceLength);
        json["presets"].push_back({{"name", name}, {"parameters", parameters}});
    }
    console.result(text);
}

void describeProgram(Console& console)
{
    const auto tokenizer = mistralTokenizer().string();
    Json json = {{"event", "info"}, {"version", programVersion()}, {"commit", programCommit()}, {"libtorch", libtorchVersion()}, {"qt", qVersion()}, {"arrow", arrowVersion()},
        {"tokenizer", tokenizer}};
    console.result(str("bamscope:   ", programVersion(), programCommit().empty() ? "" : str(" (", programCommit(), ")"), "\nlibtorch:   ", libtorchVersion(), "\nqt:         ", qVersion(),
        "\narrow:      ", orNone(arrowVersion(), "none: no Parquet and no compressed JSONL"), "\ntokenizer:  ", orNone(tokenizer, "the paper's was not found; packaging/deps.sh brings it")));
    describeMachine(console, json);
    describeChoices(console, json);
    console.event(json);
}

void run(const Syntax&, const Arguments& arguments, Context& context)
{
    if (arguments.positional().empty()) {
        describeProgram(context.console);
        return context.console.requireWritten();
    }
    for (const auto& path : arguments.positional()) {
        auto info = describePath(path);
        Json event = {{"event", "info"}};
        event.update(info.json);
        context.console.event(event);
        context.console.result(info.text);
    }
    context.console.requireWritten();
}

}  // namespace

Command infoCommand()
{
    return {"info", "shows versions, devices, encodings, presets; or what a run, a spec, shards or tensors hold", {}, syntax, run};
}

}  // namespace bam::cli
