// SPDX-License-Identifier: GPL-3.0-or-later
// sentencepiece, behind a small value-like interface. Thread-safe for const calls.
#pragma once

#include "core/base/progress.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bam::tokenizer {

class Tokenizer {
public:
    /// Loads any sentencepiece `.model`. @throws Error (Failed) when the file is no such model; (Usage) when it does not exist.
    static Tokenizer load(const std::filesystem::path& model);

    /// Pieces of `text` without BOS or EOS, exactly as sentencepiece's encode() gives them.
    std::vector<std::int32_t> encode(std::string_view text) const;
    /// A piece and the bytes [begin, end) of the text that it stands for. Of a character in bytes all but the last piece have an empty range.
    struct Placed {
        std::int32_t id;
        std::size_t begin, end;
    };
    /// The pieces of encode() with their places in `text`.
    std::vector<Placed> encodeWithPlaces(std::string_view text) const;
    // The same, given up as soon as `stop` is asked for. A long text is tokenised on a thread of its own, which goes on with a copy of it until it is done or the program
    // ends: sentencepiece cannot be interrupted, and a text in parts would not always give the same tokens. @throws Error (Stopped)
    std::vector<std::int32_t> encode(std::string_view text, const std::stop_token& stop) const;
    std::vector<Placed> encodeWithPlaces(std::string_view text, const std::stop_token& stop) const;
    /// Which pieces of encode(text) stand for the bytes [begin, end) of it: [first, last). Equal where there is none.
    std::pair<std::int64_t, std::int64_t> range(std::string_view text, std::size_t begin, std::size_t end) const;
    std::string decode(const std::vector<std::int32_t>& ids) const;
    /// Surface form of one piece (with the ▁ mark).
    std::string piece(std::int32_t id) const;
    /// The same for people: a space for the ▁ mark.
    std::string shown(std::int32_t id) const;
    /// True for a piece of text: neither control, unknown, unused nor a byte of the fallback.
    bool isText(std::int32_t id) const;
    /// True for the piece that stands for whatever the tokenizer does not know.
    bool isUnknown(std::int32_t id) const;

    std::int64_t pieceCount() const;
    std::int32_t bos() const;       ///< -1 when the model has none
    std::int32_t eos() const;       ///< -1 when the model has none
    const std::string& name() const;    ///< file name
    const std::filesystem::path& path() const;
    const std::string& sha256() const;  ///< of the model file

private:
    struct Impl;
    std::shared_ptr<const Impl> m_impl;
};

/// Texts that are no plain files: `each` hands every line to its argument, the same ones in the same order on every call.
struct LineSource {
    std::string name;           ///< for messages
    std::function<void(const std::function<void(std::string_view line)>&)> each;
};

struct BpeTraining {
    std::vector<std::filesystem::path> texts = {};  ///< one sentence per line
    std::vector<LineSource> sources = {};           ///< beside `texts`, after them
    std::vector<std::string> extraSentences = {};   ///< e.g. the pass-key sentences; repeated until they make a tenth of the text
    std::int64_t pieces = 512;
    bool splitDigits = true;                    ///< each digit is a piece of its own, and every digit is there
    std::optional<bool> byteFallback = {};      ///< unknown characters as bytes, which takes 256 pieces; unset: from 1,024 pieces on
    std::filesystem::path output = {};          ///< the .model file, written atomically
    std::int64_t maxSentences = 200000;         ///< beyond that every k-th is used
};

/// Trains a BPE model with sentencepiece (normalisation: sentencepiece's default, NMT NFKC). Deterministic for equal input.
/// @throws Error (Usage) for an empty or missing text, or more pieces than the text supports (says how many it supports).
void trainBpe(const BpeTraining& training, const ProgressFn& progress = {});

}  // namespace bam::tokenizer
