// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch dataset`: text, JSONL or Parquet into token shards.
#include "app/cli/commands.h"
#include "core/base/locate.h"
#include "core/base/text.h"
#include "core/data/ingest.h"

namespace bam::cli {
namespace {

using spec::FieldKind;

Syntax syntax()
{
    Syntax syntax("dataset", "dataset INPUT… --out FOLDER [flags]",
        "Turns text into token shards for training. Inputs are files or folders of .txt, .jsonl (also .gz and .zst) and .parquet, or - for "
        "standard input. The result is the same for any number of threads; an interrupted call goes on with --resume.");
    syntax.group("Dataset");
    syntax.add({.name = "out", .value = "FOLDER", .help = "Where the shards go."});
    syntax.add({.name = "tokenizer", .value = "MODEL", .help = "sentencepiece model.", .fallback = "the paper's (Mistral-7B-Instruct-v0.3)"});
    syntax.add({.name = "column", .value = "NAME", .help = "JSONL key or Parquet column that holds the text.", .fallback = "text"});
    syntax.add({.name = "unit", .value = "line|file", .help = "What a document is in .txt files and standard input.", .fallback = "line"});
    syntax.add({.name = "bos", .kind = FieldKind::Flag, .help = "Begin each document with BOS; --no-bos leaves it out.", .fallback = "true"});
    syntax.add({.name = "eos", .kind = FieldKind::Flag, .help = "End each document with EOS; --no-eos leaves it out.", .fallback = "true"});
    syntax.add({.name = "shard-tokens", .value = "N", .help = "Tokens per shard.", .fallback = "100000000"});
    syntax.add({.name = "max-documents", .value = "N", .help = "Stop after so many documents.", .fallback = "all"});
    syntax.add({.name = "threads", .value = "N", .help = "Tokenizing threads; 0 takes all cores.", .fallback = "0"});
    syntax.add({.name = "resume", .kind = FieldKind::Flag, .help = "Go on with an interrupted call; inputs and settings must be the same."});
    addCommonFlags(syntax);
    syntax.example("bamscope --batch dataset fineweb/*.parquet --out shards/fineweb");
    syntax.example("zcat books.gz | bamscope --batch dataset - --out shards/books --no-bos");
    return syntax;
}

data::IngestSpec ingestSpec(const Arguments& arguments)
{
    data::IngestSpec spec;
    if (arguments.positional().empty())
        throw Error(ErrorCode::Usage, "no input is named", "Name files or folders of .txt, .jsonl or .parquet, or - for standard input.");
    if (!arguments.has("out") || arguments.value("out").empty())
        throw Error(ErrorCode::Usage, "--out is missing", "Name the folder for the shards.");
    for (const auto& input : arguments.positional())
        spec.inputs.emplace_back(input);
    spec.output = arguments.value("out");
    spec.tokenizer = arguments.has("tokenizer") ? std::filesystem::path(arguments.value("tokenizer")) : mistralTokenizer();
    if (spec.tokenizer.empty())
        throw Error(ErrorCode::Usage, "the paper's tokenizer was not found beside the program", "Name a sentencepiece model with --tokenizer, or run packaging/deps.sh.");
    if (arguments.has("column"))
        spec.column = arguments.value("column");
    if (arguments.has("unit"))
        spec.unit = arguments.value("unit");
    if (spec.unit != "line" && spec.unit != "file")
        throw Error(ErrorCode::Usage, str("--unit is \"", spec.unit, "\"; expected line or file"), "line: one document per line; file: each file is one document.");
    spec.bos = !arguments.has("bos") || arguments.on("bos");
    spec.eos = !arguments.has("eos") || arguments.on("eos");
    spec.shardTokens = arguments.whole("shard-tokens", spec.shardTokens, 1);
    spec.maxDocuments = arguments.whole("max-documents", spec.maxDocuments, 1);
    spec.threads = int(std::min<std::int64_t>(arguments.whole("threads", 0, 0), 4096));
    spec.resume = arguments.on("resume");
    return spec;
}

void run(const Syntax&, const Arguments& arguments, Context& context)
{
    auto& console = context.console;
    const auto spec = ingestSpec(arguments);
    console.line(str("tokenizer: ", spec.tokenizer.string()));
    const auto report = data::ingest(spec, [&](const Progress& progress) { console.progress(progress); }, context.stop);
    console.clearProgress();
    for (const auto& note : report.notes)
        console.note(note);
    console.event({{"event", "done"}, {"out", spec.output.string()}, {"documents", report.documents}, {"tokens", report.tokens}, {"shards", report.shards}, {"bytes", report.bytes},
        {"repaired", report.repairedBytes}, {"skipped", report.skipped}, {"seconds", report.seconds}, {"resumed", report.resumed}});
    const auto rate = report.seconds > 0 ? str(", ", withThousands(std::int64_t(double(report.tokens) / report.seconds)), " tok/s") : std::string();
    console.result(str("done: ", withThousands(report.documents), " documents, ", withThousands(report.tokens), " tokens in ", report.shards, report.shards == 1 ? " shard" : " shards", ", from ",
        humanBytes(double(report.bytes)), " of text in ", humanDuration(report.seconds), rate, "\n  ", spec.output.string()));
    if (report.skipped > 0)
        console.result(str("  ", withThousands(report.skipped), " documents were skipped: empty, or rows without \"", spec.column, "\""));
    if (report.repairedBytes > 0)
        console.result(str("  ", withThousands(report.repairedBytes), " byte sequences were no UTF-8 and were replaced by U+FFFD"));
}

}  // namespace

Command datasetCommand()
{
    return {"dataset", "turns text, JSONL or Parquet into token shards", "stopping; what is done is kept", syntax, run};
}

}  // namespace bam::cli
