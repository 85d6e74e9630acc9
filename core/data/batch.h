// SPDX-License-Identifier: GPL-3.0-or-later
// What a training or validation step eats, and where it comes from.
#pragma once

#include <ATen/core/Tensor.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bam::data {

struct Batch {
    at::Tensor inputs;      ///< [B, T] int64
    at::Tensor targets;     ///< [B, T] int64; input of the next position; -1 = ignored
    at::Tensor documents;   ///< [B, T] int64; positions attend only within an equal, contiguous id
};

/// A deterministic stream of batches with an exact position.
class BatchSource {
public:
    virtual ~BatchSource() = default;

    /// The micro-batches of one optimiser step of this rank; empty when the data ends.
    virtual std::vector<Batch> nextStep() = 0;
    /// Validation micro-batches of this rank, same at every call; empty when there are none. The ranks' together are the same for any number of ranks, so
    /// that their counts may differ by one.
    virtual std::vector<Batch> validation() = 0;
    /// Steps available in all; nullopt when endless.
    virtual std::optional<std::int64_t> stepsAvailable() const = 0;

    /// Plain value from which seek() continues with the same next batch, on any number of ranks with the same tokens per step.
    virtual nlohmann::ordered_json position() const = 0;
    virtual void seek(const nlohmann::ordered_json& position) = 0;

    /// For args.json `dataset_args`: dataset_dir, batch_size, seq_len, grad_accum_steps, val_tokens, tokens_per_batch,
    /// val_tokens_padding, total_tokens, iterations, num_processes.
    virtual nlohmann::ordered_json describe() const = 0;
    /// What whoever starts a training on these data should know, with what to do; empty: nothing.
    virtual std::string warning() const { return {}; }
    /// Hash of what the tokens are made of (of large data, of samples from each part): the same wherever the data lie. No call beside nextStep().
    virtual std::string fingerprint() = 0;
    /// Whether these are the data of a fingerprint, which an earlier version may have taken in another way. No call beside nextStep().
    virtual bool hasFingerprint(const std::string& recorded) { return recorded == fingerprint(); }
    /// Tokenizer that made the tokens: name and SHA-256 (either may be empty when unknown), and piece count (0 = unknown).
    struct TokenizerId {
        std::string name;
        std::string sha256;
        std::int64_t pieces = 0;
        std::string path;   ///< where the model file was found; empty when unknown
    };
    virtual TokenizerId tokenizer() const = 0;
};

}  // namespace bam::data
