// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/mixture_source.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/eval/passkey_texts.h"
#include "core/spec/spec_io.h"
#include "core/tokenizer/tokenizer.h"

#include <ATen/ATen.h>

#include <array>

namespace bam::data {
namespace {

constexpr std::int64_t kDigits = 5;
constexpr std::int64_t kShortestPasskeyDocument = 100;      // tokens
constexpr std::int64_t kLongestDigitSegment = 12;
constexpr std::int64_t kShortestSegment = 4;
constexpr std::int64_t kLongestSegment = 20;                // short segments: the copying heads form sooner
constexpr std::int64_t kMostCopies = 4;                     // the more copies, the more of the row can be predicted by copying
constexpr double kDigitSegmentFraction = 0.25;
constexpr std::int64_t kLongestInterlude = 8;               // pieces of text between a segment and its copy
constexpr std::uint64_t kValidationRows = std::uint64_t(1) << 62;   // row numbers that training never reaches

using Pieces = std::vector<std::int32_t>;

void append(Pieces& to, const Pieces& what) { to.insert(to.end(), what.begin(), what.end()); }

/// What a row is made of, tokenised once.
struct Vocabulary {
    explicit Vocabulary(tokenizer::Tokenizer model) : tokenizer(std::move(model)) {}

    tokenizer::Tokenizer tokenizer;
    Pieces description, filler, question;
    Pieces textPieces;                      // every piece that stands for text
    std::array<std::int32_t, 10> digits{};  // the piece of each digit inside a number
    std::int32_t space = 0;                 // '▁' before a number
    Pieces text;                            // the whole file
    std::vector<std::size_t> lines;         // where its lines begin in `text`
};

Vocabulary readVocabulary(const spec::DataSpec& data, const LogFn& log)
{
    if (data.tokenizer.empty())
        throw Error(ErrorCode::Usage, "the pass-key mixture needs a tokenizer", "Set data.tokenizer to a sentencepiece .model (bamscope --batch tokenizer train makes one).");
    if (data.dataset.empty() || !std::filesystem::is_regular_file(data.dataset))
        throw Error(ErrorCode::Usage, str("the pass-key mixture needs a text file; data.dataset is \"", data.dataset, "\""), "Name a plain text file of a few megabytes, one paragraph per line.");
    Vocabulary words(tokenizer::Tokenizer::load(data.tokenizer));
    const auto& tokenizer = words.tokenizer;
    words.description = tokenizer.encode(eval::kPasskeyDescription);
    words.filler = tokenizer.encode(eval::kPasskeyFiller);
    words.question = tokenizer.encode(eval::kPasskeyQuestion);
    for (std::int32_t id = 0; id < tokenizer.pieceCount(); ++id)
        if (tokenizer.isText(id))
            words.textPieces.push_back(id);
    const auto number = tokenizer.encode("1234567890");
    if (number.size() != 11)
        throw Error(ErrorCode::Usage, str("the tokenizer ", tokenizer.name(), " makes ", number.size(), " pieces of 1234567890; every digit must be one piece"),
            "Use a tokenizer that splits digits (bamscope --batch tokenizer train splits them).");
    words.space = number[0];
    for (std::size_t n = 0; n < 10; ++n)
        words.digits[(n + 1) % 10] = number[n + 1];

    auto content = readFile(data.dataset);
    if (const auto repaired = repairUtf8(content); repaired > 0 && log)
        log(str("data: ", withThousands(repaired), repaired == 1 ? " invalid UTF-8 sequence" : " invalid UTF-8 sequences", " in ", data.dataset, " replaced by U+FFFD"));
    for (const auto& line : splitText(content, '\n')) {
        if (trimmed(line).empty())
            continue;
        words.lines.push_back(words.text.size());
        append(words.text, tokenizer.encode(trimmed(line)));
    }
    if (words.text.empty())
        throw Error(ErrorCode::Usage, data.dataset + " holds no text", "Name a plain text file of a few megabytes, one paragraph per line.");
    return words;
}

/// Makes rows by number.
class RowMaker {
public:
    RowMaker(Vocabulary words, const spec::DataSpec& data, std::int64_t length, std::uint64_t seed)
        : m_words(std::move(words)), m_data(data), m_length(length), m_seed(seed)
    {
        const auto fixed = passkeyPieces("12345").first + m_words.filler.size();
        if (std::int64_t(fixed) > m_length)
            throw Error(ErrorCode::Usage, str("training.sequence_length is ", m_length, "; the shortest pass-key document has ", fixed, " tokens with this tokenizer"),
                str("Use sequences of at least ", fixed, " tokens, or a tokenizer with more pieces."));
    }

    const Vocabulary& words() const { return m_words; }

    /// Tokens [T + 1] and document numbers [T + 1] of a row.
    void make(std::uint64_t row, Pieces& tokens, Pieces& documents) const
    {
        SplitMix64 random(mixKeys(m_seed, row));
        tokens.clear();
        documents.clear();
        const auto wanted = std::size_t(m_length + 1);
        const bool passkey = random.unit() >= m_data.inductionFraction;
        std::int32_t document = 0;
        while (tokens.size() < wanted) {
            append(tokens, passkey && document == 0 ? passkeyDocument(random) : inductionDocument(random));
            documents.resize(tokens.size(), document++);
        }
        tokens.resize(wanted);
        documents.resize(wanted);
    }

private:
    /// Number of tokens besides fillers, and the tokens of the information line.
    std::pair<std::size_t, Pieces> passkeyPieces(const std::string& key) const
    {
        auto information = m_words.tokenizer.encode(eval::informationLine(key));
        const auto fixed = m_words.description.size() + information.size() + m_words.question.size() + 1 + key.size();
        return {fixed, std::move(information)};
    }

    Pieces passkeyDocument(SplitMix64& random) const
    {
        const auto key = eval::randomKey(random, kDigits);
        const auto [fixed, information] = passkeyPieces(key);
        const auto target = random.between(std::min(kShortestPasskeyDocument, m_length), m_length);
        const auto room = std::max<std::int64_t>(0, target - std::int64_t(fixed));
        Pieces document = m_words.description;
        if (random.unit() < m_data.proseFillerFraction) {
            const auto before = random.between(0, room);
            const auto prose = proseOf(random, room);
            document.insert(document.end(), prose.begin(), prose.begin() + before);
            append(document, information);
            document.insert(document.end(), prose.begin() + before, prose.end());
        } else {
            const auto fillers = room / std::int64_t(m_words.filler.size());
            const auto depth = random.between(0, fillers);
            for (std::int64_t n = 0; n <= fillers; ++n) {
                if (n == depth)
                    append(document, information);
                if (n < fillers)
                    append(document, m_words.filler);
            }
        }
        append(document, m_words.question);
        document.push_back(m_words.space);
        for (const char digit : key)
            document.push_back(m_words.digits[std::size_t(digit - '0')]);
        return document;
    }

    Pieces inductionDocument(SplitMix64& random) const
    {
        Pieces segment;
        if (random.unit() < kDigitSegmentFraction) {
            for (auto n = random.between(kShortestSegment, kLongestDigitSegment); n > 0; --n)
                segment.push_back(m_words.digits[random.below(10)]);
        } else {
            for (auto n = random.between(kShortestSegment, kLongestSegment); n > 0; --n)
                segment.push_back(m_words.textPieces[random.below(m_words.textPieces.size())]);
        }
        Pieces document = segment;
        for (auto copies = random.between(2, kMostCopies); copies > 1; --copies) {
            append(document, proseOf(random, random.between(0, kLongestInterlude)));
            append(document, segment);
        }
        return document;
    }

    /// So many tokens of running text from the beginning of a random line, wrapping at the end of the file.
    Pieces proseOf(SplitMix64& random, std::int64_t count) const
    {
        Pieces prose;
        auto at = m_words.lines[random.below(m_words.lines.size())];
        while (std::int64_t(prose.size()) < count) {
            prose.push_back(m_words.text[at]);
            at = at + 1 == m_words.text.size() ? 0 : at + 1;
        }
        return prose;
    }

    Vocabulary m_words;
    spec::DataSpec m_data;
    std::int64_t m_length;
    std::uint64_t m_seed;
};

class MixtureSource : public BatchSource {
public:
    MixtureSource(const spec::RunSpec& spec, RankPlace place, const LogFn& log)
        : m_spec(spec), m_place(place), m_accumulation(spec::accumulationSteps(spec.training, place.ranks)),
          m_maker(readVocabulary(spec.data, log), spec.data, spec.training.sequenceLength, std::uint64_t(spec.training.seed))
    {
        const auto pieces = m_maker.words().tokenizer.pieceCount();
        if (pieces > spec.model.vocabulary)
            throw Error(ErrorCode::Usage, str("the tokenizer ", m_maker.words().tokenizer.name(), " has ", pieces, " pieces, model.vocab_size is ", spec.model.vocabulary),
                str("Set model.vocab_size to at least ", pieces, ", or use the tokenizer of this vocabulary."));
    }

    std::vector<Batch> nextStep() override
    {
        // Micro-batch i of rank r takes batch number i·R + r of the step's window, as the shard loader does.
        std::vector<Batch> batches;
        const auto size = m_spec.training.batchSize;
        for (std::int64_t micro = 0; micro < m_accumulation; ++micro)
            batches.push_back(batchAt(std::uint64_t(m_row + (micro * m_place.ranks + m_place.rank) * size)));
        m_row += m_accumulation * m_place.ranks * size;
        return batches;
    }

    std::vector<Batch> validation() override
    {
        std::vector<Batch> batches;
        const auto size = m_spec.training.batchSize;
        const auto count = spec::validationTokens(m_spec, m_place.ranks) / (size * m_spec.training.sequenceLength);
        for (std::int64_t n = m_place.rank; n < count; n += m_place.ranks)
            batches.push_back(batchAt(kValidationRows + std::uint64_t(n * size)));
        return batches;
    }

    std::optional<std::int64_t> stepsAvailable() const override { return std::nullopt; }
    nlohmann::ordered_json position() const override { return {{"row", m_row}}; }
    void seek(const nlohmann::ordered_json& position) override
    {
        if (!position.is_object() || !position.contains("row") || !position["row"].is_number_integer() || position["row"].get<std::int64_t>() < 0)
            throw Error(ErrorCode::Failed, "the checkpoint's data position is " + position.dump() + "; a row number was expected", "The checkpoint belongs to a run with another kind of data.");
        m_row = position["row"].get<std::int64_t>();
    }

    nlohmann::ordered_json describe() const override
    {
        const auto& training = m_spec.training;
        return {{"dataset_dir", m_spec.data.dataset}, {"kind", m_spec.data.kind}, {"batch_size", training.batchSize}, {"seq_len", training.sequenceLength},
            {"grad_accum_steps", m_accumulation}, {"val_tokens", spec::validationTokens(m_spec, m_place.ranks)},
            {"tokens_per_batch", training.batchSize * training.sequenceLength * m_accumulation * m_place.ranks}, {"val_tokens_padding", 0},
            {"total_tokens", nullptr}, {"iterations", training.numIterations}, {"num_processes", m_place.ranks}};
    }

    std::string fingerprint() override { return sha256OfFile(m_spec.data.dataset); }

    TokenizerId tokenizer() const override
    {
        const auto& tokenizer = m_maker.words().tokenizer;
        return {tokenizer.name(), tokenizer.sha256(), tokenizer.pieceCount(), tokenizer.path().string()};
    }

private:
    Batch batchAt(std::uint64_t firstRow) const
    {
        const auto rows = m_spec.training.batchSize, length = m_spec.training.sequenceLength;
        Batch batch{at::empty({rows, length}, at::kLong), at::empty({rows, length}, at::kLong), at::empty({rows, length}, at::kLong)};
        auto* inputs = batch.inputs.mutable_data_ptr<std::int64_t>();
        auto* targets = batch.targets.mutable_data_ptr<std::int64_t>();
        auto* ids = batch.documents.mutable_data_ptr<std::int64_t>();
        Pieces tokens, documents;
        for (std::int64_t row = 0; row < rows; ++row) {
            m_maker.make(firstRow + std::uint64_t(row), tokens, documents);
            std::copy(tokens.begin(), tokens.end() - 1, inputs + row * length);
            std::copy(tokens.begin() + 1, tokens.end(), targets + row * length);
            std::copy(documents.begin(), documents.end() - 1, ids + row * length);
        }
        return batch;
    }

    spec::RunSpec m_spec;
    RankPlace m_place;
    std::int64_t m_accumulation;
    RowMaker m_maker;
    std::int64_t m_row = 0;
};

}  // namespace

std::unique_ptr<BatchSource> openMixtureSource(const spec::RunSpec& spec, RankPlace place, const LogFn& log)
{
    auto source = std::make_unique<MixtureSource>(spec, place, log);
    if (log)
        log(str("data: pass-key mixture over ", spec.data.dataset, ", tokenizer ", source->tokenizer().name, " (", source->tokenizer().pieces, " pieces)"));
    return source;
}

}  // namespace bam::data
