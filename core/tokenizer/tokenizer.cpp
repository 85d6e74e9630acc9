// SPDX-License-Identifier: GPL-3.0-or-later
// Invariant: the processor is not changed after load(), so that const calls may run on any number of threads.
#include "core/tokenizer/tokenizer.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <sentencepiece_processor.h>

#include <chrono>
#include <future>
#include <thread>

namespace bam::tokenizer {

struct Tokenizer::Impl {
    sentencepiece::SentencePieceProcessor processor;
    std::string name;
    std::filesystem::path path;
    std::string sha256;
    std::int64_t pieces = 0;

    void requirePiece(std::int64_t id) const
    {
        if (id < 0 || id >= pieces)
            throw Error(ErrorCode::Failed, str("token ", id, " is no piece of the tokenizer ", name, ", which has ", withThousands(pieces), " pieces"),
                "Use the tokenizer that made these tokens.");
    }
};

namespace {

void require(const sentencepiece::util::Status& status, const std::string& name, const char* what)
{
    if (!status.ok())
        throw Error(ErrorCode::Failed, str("the tokenizer ", name, " cannot ", what, ": ", status.message()),
            "Report this with the text that caused it.");
}

/// Shorter texts take less than a second.
constexpr std::size_t kLongText = 256 * 1024;
constexpr std::chrono::milliseconds kPoll{50};

/// What `work` makes of the text. @throws Error (Stopped) as soon as `stop` is asked for
template <typename Work>
auto unlessStopped(std::string_view text, const std::stop_token& stop, const Work& work) -> decltype(work(text))
{
    const auto requireGoing = [&] {
        if (stop.stop_requested())
            throw Error(ErrorCode::Stopped, str("stopped on request while tokenising a text of ", humanBytes(double(text.size()))), "Run the same command again to go on.");
    };
    requireGoing();
    if (text.size() < kLongText || !stop.stop_possible())
        return work(text);
    std::packaged_task<decltype(work(text))()> task([work, copy = std::string(text)] { return work(copy); });
    auto result = task.get_future();
    std::thread(std::move(task)).detach();
    while (result.wait_for(kPoll) != std::future_status::ready)
        requireGoing();
    return result.get();
}

}  // namespace

Tokenizer Tokenizer::load(const std::filesystem::path& model)
{
    std::error_code error;
    if (model.empty() || !std::filesystem::exists(model, error))
        throw Error(ErrorCode::Usage, str("there is no tokenizer model ", model.empty() ? "(the path is empty)" : model.string()),
            "Give the path of a sentencepiece .model file; `bamscope --batch tokenizer` trains one.");
    if (std::filesystem::is_directory(model, error))
        throw Error(ErrorCode::Usage, str(model.string(), " is a folder; a sentencepiece .model file was expected"),
            "Give the path of the model file inside it.");

    const auto bytes = readFile(model);
    auto impl = std::make_shared<Impl>();
    const auto status = impl->processor.LoadFromSerializedProto(bytes);
    if (!status.ok() || impl->processor.GetPieceSize() <= 0)
        throw Error(ErrorCode::Failed, str(model.string(), " (", humanBytes(double(bytes.size())), ") is no sentencepiece model",
                        status.ok() ? std::string(": it holds no pieces") : str(": ", status.message())),
            "Expected is a file that sentencepiece trained (.model); a Hugging Face tokenizer.json is another format.");
    impl->name = model.filename().string();
    impl->path = model;
    impl->sha256 = bam::sha256(bytes);
    impl->pieces = impl->processor.GetPieceSize();

    Tokenizer result;
    result.m_impl = std::move(impl);
    return result;
}

std::vector<std::int32_t> Tokenizer::encode(std::string_view text) const
{
    std::vector<int> ids;
    require(m_impl->processor.Encode(text, &ids), m_impl->name, "encode a text");
    return ids;
}

std::vector<Tokenizer::Placed> Tokenizer::encodeWithPlaces(std::string_view text) const
{
    std::vector<Placed> placed;
    const auto encoded = m_impl->processor.EncodeAsImmutableProto(text);   // pieces refer to it
    for (const auto& piece : encoded.pieces())
        placed.push_back({std::int32_t(piece.id()), piece.begin(), piece.end()});
    return placed;
}

std::vector<std::int32_t> Tokenizer::encode(std::string_view text, const std::stop_token& stop) const
{
    return unlessStopped(text, stop, [model = *this](std::string_view whole) { return model.encode(whole); });
}

std::vector<Tokenizer::Placed> Tokenizer::encodeWithPlaces(std::string_view text, const std::stop_token& stop) const
{
    return unlessStopped(text, stop, [model = *this](std::string_view whole) { return model.encodeWithPlaces(whole); });
}

std::pair<std::int64_t, std::int64_t> Tokenizer::range(std::string_view text, std::size_t begin, std::size_t end) const
{
    std::int64_t first = -1, last = -1, n = 0;
    for (const auto& piece : encodeWithPlaces(text)) {
        const bool overlaps = piece.begin < end && piece.end > begin;
        const bool inside = piece.begin == piece.end && piece.begin >= begin && piece.begin < end;     // a byte of a character
        if (overlaps || inside) {
            first = first < 0 ? n : first;
            last = n + 1;
        }
        ++n;
    }
    return first < 0 ? std::pair{n, n} : std::pair{first, last};
}

std::string Tokenizer::decode(const std::vector<std::int32_t>& ids) const
{
    for (const auto id : ids)
        m_impl->requirePiece(id);
    std::string text;
    require(m_impl->processor.Decode(ids, &text), m_impl->name, "decode tokens");
    return text;
}

std::string Tokenizer::piece(std::int32_t id) const
{
    m_impl->requirePiece(id);
    return m_impl->processor.IdToPiece(id);
}

std::string Tokenizer::shown(std::int32_t id) const
{
    constexpr std::string_view mark = "\u2581";
    const auto text = piece(id);
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const bool isMark = text.compare(at, mark.size(), mark) == 0;
        result += isMark ? ' ' : text[at];
        at += isMark ? mark.size() : 1;
    }
    return result;
}

bool Tokenizer::isText(std::int32_t id) const
{
    m_impl->requirePiece(id);
    const auto& processor = m_impl->processor;
    return !processor.IsControl(id) && !processor.IsUnknown(id) && !processor.IsByte(id) && !processor.IsUnused(id);
}

std::int64_t Tokenizer::pieceCount() const { return m_impl->pieces; }
bool Tokenizer::isUnknown(std::int32_t id) const
{
    m_impl->requirePiece(id);
    return m_impl->processor.IsUnknown(id);
}

std::int32_t Tokenizer::bos() const { return m_impl->processor.bos_id(); }
std::int32_t Tokenizer::eos() const { return m_impl->processor.eos_id(); }
const std::string& Tokenizer::name() const { return m_impl->name; }
const std::filesystem::path& Tokenizer::path() const { return m_impl->path; }
const std::string& Tokenizer::sha256() const { return m_impl->sha256; }

}  // namespace bam::tokenizer
