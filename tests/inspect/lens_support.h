// SPDX-License-Identifier: GPL-3.0-or-later
// Runs to open with the lens, and the model written plainly in double precision, with whole attention matrices: what the lens is measured against.
#pragma once

#include "core/inspect/lens.h"
#include "core/model/transformer.h"

#include <ATen/core/Tensor.h>

#include <QTemporaryDir>

#include <map>
#include <string>
#include <vector>

namespace bam::test {

/// A sentencepiece model of few pieces, trained once per process: words of letters a to e, every digit a piece.
std::filesystem::path tinyTokenizer();

/// A run directory with one checkpoint.
class LensRun {
public:
    LensRun(const spec::ModelSpec& model, const model::NamedParameters& parameters, const std::filesystem::path& tokenizer = tinyTokenizer());
    std::filesystem::path path() const { return m_folder.path().toStdString(); }
    inspect::LensSource source() const { return {.run = path(), .threads = 1}; }
    std::unique_ptr<inspect::Lens> open() const { return inspect::Lens::open(source()); }

private:
    QTemporaryDir m_folder;
};

/// A small model with random weights whose attention is far from uniform.
spec::ModelSpec smallSpec(const std::string& encoding, bool ssmax, std::int64_t vocabulary = 61);
model::NamedParameters randomParameters(const spec::ModelSpec& spec, std::uint64_t seed = 5);

/// Token ids alone, every position asked.
inspect::Prompt promptOf(const std::vector<std::int32_t>& tokens);
std::vector<std::int32_t> randomTokens(std::int64_t length, std::int64_t vocabulary, std::uint64_t seed = 9);

/// Tells which terms of a head count; both on by default.
struct PlainChange {
    bool content = true, bias = true, output = true;
};

struct PlainModel {
    spec::ModelSpec spec;
    std::map<std::string, at::Tensor> parameters;   // float64

    PlainModel(const spec::ModelSpec& model, const model::NamedParameters& values);
    struct Result {
        std::vector<at::Tensor> attention;          // per layer [H, T, T] float64
        at::Tensor logits;                          // [T, V] float64
    };
    Result run(const std::vector<std::int32_t>& tokens, const std::map<inspect::HeadId, PlainChange>& changes = {}) const;
    at::Tensor bias(std::int64_t layer, std::int64_t length) const;     // b_h(i − j) [H, T, T]
};

}  // namespace bam::test
