// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch tokenizer`: trains a small BPE model on given text, or shows what a model makes of a text.
#include "app/cli/commands.h"
#include "core/base/locate.h"
#include "core/base/text.h"
#include "core/data/train_tokenizer.h"
#include "core/eval/passkey_task.h"
#include "core/tokenizer/tokenizer.h"

#include <algorithm>

namespace bam::cli {
namespace {

using spec::FieldKind;

Syntax syntax()
{
    Syntax syntax("tokenizer", "tokenizer train TEXT… --pieces N --out X.model [flags]\n       bamscope --batch tokenizer show [MODEL] [TEXT]",
        "train makes a sentencepiece BPE model from what a dataset is made from: .txt with one sentence per line, .jsonl (also .gz and .zst), .parquet, and folders of them. show prints a model's size and special pieces, and how it "
        "cuts a text; without a model it is the paper's.");
    syntax.group("Training");
    syntax.add({.name = "pieces", .value = "N", .help = "Size of the vocabulary.", .fallback = "512"});
    syntax.add({.name = "column", .value = "NAME", .help = "JSONL key or Parquet column that holds the text.", .fallback = "text"});
    syntax.add({.name = "out", .value = "FILE", .help = "The .model file to write."});
    syntax.add({.name = "with-passkey-sentences", .kind = FieldKind::Flag, .help = "Add the sentences of the pass-key test to the text."});
    syntax.add({.name = "split-digits", .kind = FieldKind::Flag, .help = "Every digit is a piece of its own, as the pass-key test needs.", .fallback = "true"});
    syntax.add({.name = "byte-fallback", .kind = FieldKind::Flag, .help = "Unknown characters as bytes, which takes 256 pieces.", .fallback = "from 1024 pieces on"});
    syntax.add({.name = "max-sentences", .value = "N", .help = "Beyond so many lines every k-th is used.", .fallback = "200000"});
    addCommonFlags(syntax);
    syntax.example("bamscope --batch tokenizer train bible.txt --pieces 512 --out bible.model --with-passkey-sentences");
    syntax.example("bamscope --batch tokenizer show bible.model \"In the beginning\"");
    return syntax;
}

void train(const Arguments& arguments, std::vector<std::string> texts, Console& console)
{
    tokenizer::BpeTraining training;
    if (texts.empty())
        throw Error(ErrorCode::Usage, "no text is named", "Name one or more files or folders of text.");
    if (!arguments.has("out") || arguments.value("out").empty())
        throw Error(ErrorCode::Usage, "--out is missing", "Name the .model file to write.");
    training.texts.assign(texts.begin(), texts.end());
    training.output = arguments.value("out");
    training.pieces = arguments.whole("pieces", training.pieces, 2);
    training.maxSentences = arguments.whole("max-sentences", training.maxSentences, 1);
    training.splitDigits = !arguments.has("split-digits") || arguments.on("split-digits");
    if (arguments.has("byte-fallback"))
        training.byteFallback = arguments.on("byte-fallback");
    if (arguments.on("with-passkey-sentences"))
        training.extraSentences = eval::PasskeyTask::sentences();
    data::trainTokenizer(training, arguments.has("column") ? arguments.value("column") : "text", [&](const Progress& progress) { console.progress(progress); });
    console.clearProgress();
    const auto model = tokenizer::Tokenizer::load(training.output);
    console.event({{"event", "done"}, {"out", training.output.string()}, {"pieces", model.pieceCount()}, {"sha256", model.sha256()}});
    console.result(str("done: ", withThousands(model.pieceCount()), " pieces\n  ", training.output.string()));
}

Console::Json show(const tokenizer::Tokenizer& model)
{
    return {{"event", "tokenizer"}, {"path", model.path().string()}, {"sha256", model.sha256()}, {"pieces", model.pieceCount()}, {"bos", model.bos()}, {"eos", model.eos()}};
}

void show(std::vector<std::string> words, Console& console)
{
    const auto isModel = [](const std::string& word) { return std::filesystem::is_regular_file(word) || word.find(".model") != std::string::npos; };
    std::filesystem::path path = mistralTokenizer();
    if (!words.empty() && (isModel(words.front()) || path.empty())) {
        path = words.front();
        words.erase(words.begin());
    }
    if (path.empty())
        throw Error(ErrorCode::Usage, "the paper's tokenizer was not found beside the program", "Name a sentencepiece model: bamscope --batch tokenizer show MODEL [TEXT].");
    const auto model = tokenizer::Tokenizer::load(path);
    auto event = show(model);
    console.result(str(model.path().string(), "\n  ", withThousands(model.pieceCount()), " pieces, BOS ", model.bos() < 0 ? "none" : std::to_string(model.bos()), ", EOS ",
        model.eos() < 0 ? "none" : std::to_string(model.eos()), "\n  SHA-256 ", model.sha256()));
    if (!words.empty()) {
        std::string text;
        for (const auto& word : words)
            text += (text.empty() ? "" : " ") + word;
        const auto ids = model.encode(text);
        auto pieces = Console::Json::array();
        std::string lines;
        for (const auto id : ids) {
            pieces.push_back(model.piece(id));
            lines += str("\n  ", id, std::string(7 - std::min<std::size_t>(6, std::to_string(id).size()), ' '), model.piece(id));
        }
        event["ids"] = ids;
        event["text_pieces"] = pieces;
        console.result(str(ids.size(), " pieces:", lines));
    }
    console.event(event);
}

void run(const Syntax&, const Arguments& arguments, Context& context)
{
    const auto& words = arguments.positional();
    const auto what = words.empty() ? std::string() : words.front();
    const std::vector<std::string> rest(words.empty() ? words.end() : words.begin() + 1, words.end());
    if (what == "train")
        return train(arguments, rest, context.console);
    if (what == "show")
        return show(rest, context.console);
    throw Error(ErrorCode::Usage, what.empty() ? "tokenizer needs train or show" : str("tokenizer has no \"", what, "\"; expected train or show"),
        "`bamscope --batch tokenizer --help` explains both.");
}

}  // namespace

Command tokenizerCommand()
{
    return {"tokenizer", "trains a small BPE tokenizer, or shows what one does", {}, syntax, run};
}

}  // namespace bam::cli
