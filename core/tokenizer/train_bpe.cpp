// SPDX-License-Identifier: GPL-3.0-or-later
// Training of a small BPE tokenizer. Invariant: the model's bytes depend on the texts and the settings alone, never on threads,
// paths or the clock; the model file appears whole or not at all.
#include "core/tokenizer/tokenizer.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <sentencepiece_trainer.h>

#include <chrono>
#include <cmath>
#include <unordered_map>

namespace bam::tokenizer {
namespace {

/// Byte fallback takes 256 pieces: of a smaller vocabulary that is too much.
constexpr std::int64_t kByteFallbackFrom = 1024;
/// Lines beyond this many bytes are cut, at a space where there is one: sentencepiece drops longer sentences than its limit, and ends
/// the program on a word of more than 65,535 characters (of which normalisation can make 18 out of one).
constexpr std::size_t kLongestSentence = 1 << 13;
/// Extra sentences are repeated until they make this share of the text, so that their words become pieces.
constexpr double kExtraShare = 0.1;
constexpr const char* kDigits = "0123456789";

void addSentence(std::vector<std::string>& sentences, std::string_view line)
{
    line = trimmed(line);
    while (line.size() > kLongestSentence) {
        auto cut = line.rfind(' ', kLongestSentence);
        if (cut == std::string_view::npos || cut == 0) {
            cut = kLongestSentence;
            while (cut > 1 && (static_cast<unsigned char>(line[cut]) & 0xC0) == 0x80)
                --cut;
        }
        sentences.emplace_back(trimmed(line.substr(0, cut)));
        line = trimmed(line.substr(cut));
    }
    if (!line.empty())
        sentences.emplace_back(line);
}

MappedFile openText(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        throw Error(ErrorCode::Usage, str("there is no text file ", path.string()), "Give the path of a text with one sentence per line.");
    return MappedFile(path);
}

std::string_view view(const MappedFile& file) { return {reinterpret_cast<const char*>(file.data()), file.size()}; }

void forEachLine(std::string_view text, const std::function<void(std::string_view)>& use)
{
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        if (const auto line = trimmed(text.substr(begin, end - begin)); !line.empty())
            use(line);
        begin = end + 1;
    }
}

LineSource fileSource(const std::filesystem::path& path)
{
    const auto file = std::make_shared<MappedFile>(openText(path));
    return {path.string(), [file](const auto& use) { forEachLine(view(*file), use); }};
}

/// All lines, or `most` of them spread evenly. Only what is kept is copied, so that large texts fit.
std::vector<std::string> readSentences(const BpeTraining& training)
{
    std::vector<LineSource> sources;
    for (const auto& path : training.texts)
        sources.push_back(fileSource(path));
    sources.insert(sources.end(), training.sources.begin(), training.sources.end());
    std::int64_t lines = 0;
    for (const auto& source : sources) {
        const auto before = lines;
        source.each([&](std::string_view line) { lines += trimmed(line).empty() ? 0 : 1; });
        if (lines == before)
            throw Error(ErrorCode::Usage, str("the text file ", source.name, " is empty"), "Give a text with one sentence per line.");
    }
    const auto most = training.maxSentences;
    const double share = most > 0 && lines > most ? double(most) / double(lines) : 1;
    std::vector<std::string> sentences;
    std::int64_t line = 0;
    for (const auto& source : sources)
        source.each([&](std::string_view text) {
            if (trimmed(text).empty())
                return;
            const bool keep = std::floor(double(line + 1) * share) > std::floor(double(line) * share);
            ++line;
            if (!keep)
                return;
            std::string repaired(text);
            repairUtf8(repaired);
            addSentence(sentences, repaired);
        });
    return sentences;
}

std::size_t byteCount(const std::vector<std::string>& sentences)
{
    std::size_t bytes = 0;
    for (const auto& sentence : sentences)
        bytes += sentence.size();
    return bytes;
}

void addExtra(std::vector<std::string>& sentences, const std::vector<std::string>& extra)
{
    std::vector<std::string> clean;
    for (const auto& sentence : extra) {
        std::string repaired = sentence;
        repairUtf8(repaired);
        addSentence(clean, repaired);
    }
    const auto size = byteCount(clean);
    if (size == 0)
        return;
    const auto wanted = kExtraShare * double(byteCount(sentences));
    for (double added = 0; added == 0 || added < wanted; added += double(size))
        sentences.insert(sentences.end(), clean.begin(), clean.end());
}

class Sentences : public sentencepiece::SentenceIterator {
public:
    explicit Sentences(const std::vector<std::string>& sentences) : m_sentences(sentences) {}
    bool done() const override { return m_next == m_sentences.size(); }
    void Next() override { ++m_next; }
    const std::string& value() const override { return m_sentences[m_next]; }
    sentencepiece::util::Status status() const override { return {}; }

private:
    const std::vector<std::string>& m_sentences;
    std::size_t m_next = 0;
};

/// "./src/file.cc(12) [condition] reason" without the parts that mean nothing here.
std::string reasonOf(const sentencepiece::util::Status& status)
{
    const std::string message = status.message();
    const auto end = message.rfind("] ");
    const std::string reason(trimmed(end == std::string::npos ? message : message.substr(end + 2)));
    return reason.empty() ? "too few for its reserved pieces" : reason;
}

std::unordered_map<std::string, std::string> trainerOptions(const BpeTraining& training)
{
    const bool fallback = training.byteFallback.value_or(training.pieces >= kByteFallbackFrom);
    return {
        {"model_type", "bpe"},
        {"vocab_size", str(training.pieces)},
        {"hard_vocab_limit", "false"},      // too few pieces is told by count, in our own words
        {"split_digits", training.splitDigits ? "true" : "false"},
        {"required_chars", training.splitDigits ? kDigits : ""},
        {"byte_fallback", fallback ? "true" : "false"},
        {"max_sentence_length", str(2 * kLongestSentence)},
        {"shuffle_input_sentence", "false"},
        {"num_threads", "1"},
        {"minloglevel", "3"},
    };
}

}  // namespace

void trainBpe(const BpeTraining& training, const ProgressFn& progress)
{
    if (training.pieces < 1 || training.pieces > 1'000'000)
        throw Error(ErrorCode::Usage, str("a tokenizer of ", training.pieces, " pieces was asked for; expected are 1 to 1,000,000"),
            "512 suits the quickstart, 32,768 is the paper's.");
    if (training.texts.empty() && training.sources.empty())
        throw Error(ErrorCode::Usage, "no text was given to train a tokenizer on", "Give at least one text file with one sentence per line.");

    const auto start = std::chrono::steady_clock::now();
    const auto report = [&](double done, const std::string& detail) {
        if (progress)
            progress({"training the tokenizer", done, 3, "stages", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), detail});
    };
    report(0, "reading");
    auto sentences = readSentences(training);
    addExtra(sentences, training.extraSentences);
    if (training.splitDigits)
        sentences.emplace_back(kDigits);    // sentencepiece ends the program when a required character occurs nowhere

    report(1, str(withThousands(std::int64_t(sentences.size())), " sentences"));
    std::string model;
    Sentences iterator(sentences);
    const auto status = sentencepiece::SentencePieceTrainer::Train(trainerOptions(training), &iterator, &model);
    if (!status.ok())
        throw Error(ErrorCode::Usage, str("sentencepiece cannot train a tokenizer of ", training.pieces, " pieces on this text: ", reasonOf(status)),
            "Ask for more pieces when the text has more different characters than that, or give a longer text.");

    sentencepiece::SentencePieceProcessor trained;
    if (const auto loaded = trained.LoadFromSerializedProto(model); !loaded.ok())
        throw Error(ErrorCode::Failed, str("sentencepiece made a tokenizer that it cannot load: ", loaded.message()), "Report this with the text.");
    if (trained.GetPieceSize() < training.pieces)
        throw Error(ErrorCode::Usage, str("the text supports a tokenizer of ", trained.GetPieceSize(), " pieces, ", training.pieces, " were asked for"),
            str("Ask for at most ", trained.GetPieceSize(), " pieces, or give a longer text."));

    report(2, "writing");
    if (const auto folder = training.output.parent_path(); !folder.empty()) {
        std::error_code error;
        std::filesystem::create_directories(folder, error);
        if (error)
            throwFileError(folder, "create", error.value());
    }
    writeFileAtomic(training.output, model);
    report(3, str(withThousands(trained.GetPieceSize()), " pieces"));
}

}  // namespace bam::tokenizer
