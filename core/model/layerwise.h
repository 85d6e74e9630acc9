// SPDX-License-Identifier: GPL-3.0-or-later
// One prompt through a Transformer, layer by layer, with the attention of each layer open to look at and to change before it is used. No autograd. Memory grows
// linearly with the length: of a layer there are its keys and values, everything else exists for a block of rows at a time.
#pragma once

#include "core/attention/row_bias.h"
#include "core/model/transformer.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace bam::model {

/// What decides the attention of one layer. Tables and factors may be changed before it is used.
struct LayerAttention {
    std::int64_t layer = 0;
    at::Tensor hidden;                      ///< [1, T, D] what enters the layer
    at::Tensor keys;                        ///< [1, Hkv, T, d]
    at::Tensor biasTable;                   ///< [H, ≥ T] float32 or undefined: b_h(δ)
    at::Tensor contentFactor, biasFactor;   ///< [1, H, T, 1] or undefined (1)
    std::vector<std::int64_t> silenced;     ///< heads that give 0
    std::shared_ptr<const attention::RowBias> rowBias = {};     ///< of rows that biasTable does not hold for; null: it holds for all

    /// Whether the table holds for the rows before `end`. Reads from the device.
    bool tableHolds(std::int64_t end) const;
    /// b_h(δ) of one row, δ = 0 … row, where it has a bias: from the table or the row bias. [H, ≥ row + 1]
    at::Tensor biasOfRow(std::int64_t row) const;
    /// b_h(δ) of a head for the keys of rows begin … begin + count − 1, newest row first; of keys after the query that of δ = 0. [count, begin + count]
    /// @pre a row bias is there
    at::Tensor biasOfPairs(std::int64_t head, std::int64_t begin, std::int64_t count) const;
};

/// Whoever follows a pass; each may throw to end it, and each may be empty.
struct PassWatch {
    std::function<void(double work)> worked;    ///< so much more is done, in units of LayerwisePass::work…(). Called every few ten milliseconds
    /// What attention gave for the rows from `begin` on. @param heads [1, H, rows, d], before a head is silenced
    std::function<void(const LayerAttention& attention, const at::Tensor& heads, std::int64_t begin)> attended;
};

struct PositionTables;

class LayerwisePass {
public:
    /// @param tokens [T] int64 on the model's device. The model must outlive the pass.
    LayerwisePass(const Transformer& model, at::Tensor tokens);

    std::int64_t length() const;
    /// What enters the first layer, a new tensor. [1, T, D]
    at::Tensor embed() const;
    /// The attention of a layer that `hidden` [1, T, D] enters. Keeps a reference to `hidden`.
    LayerAttention layer(std::int64_t layer, const at::Tensor& hidden, const PassWatch& watch = {}) const;
    /// Queries of rows begin … begin + count − 1. [1, H, count, d]
    at::Tensor queries(const LayerAttention& attention, std::int64_t begin, std::int64_t count) const;
    /// Of one head alone. [count, d]
    at::Tensor headQueries(const LayerAttention& attention, std::int64_t head, std::int64_t begin, std::int64_t count) const;
    /// The key head that a head reads.
    std::int64_t keyHead(std::int64_t head) const;
    /// Replaces attention.hidden by what leaves the layer, in place.
    void advance(const LayerAttention& attention, const PassWatch& watch = {}) const;
    /// What leaves the layer at some rows (ascending); attention.hidden stays. [1, rows, D]
    at::Tensor advanceRows(const LayerAttention& attention, const std::vector<std::int64_t>& rows, const PassWatch& watch = {}) const;
    /// @param hidden [1, rows, D], what left the last layer @returns [rows, V] float32
    at::Tensor logits(const at::Tensor& hidden) const;
    /// A head's b(δ), δ = 0 … T − 1, with some parameters of the prior replaced ("theta_alpha" …). The model stays as it is. [T]
    at::Tensor biasRow(std::int64_t layer, std::int64_t head, const std::map<std::string, double>& values) const;

    /// Floating-point operations of rows begin … begin + count − 1 in a layer: attention and all projections but those of keys and values.
    double workOfRows(std::int64_t begin, std::int64_t count) const;
    /// Of the keys of `count` rows.
    double workOfKeys(std::int64_t count) const;
    /// Of one whole layer: keys, values and rows.
    double workOfLayer() const { return 2 * workOfKeys(length()) + workOfRows(0, length()); }

private:
    at::Tensor keysOrValues(const at::Tensor& hidden, std::int64_t layer, bool keys, const PassWatch& watch) const;
    at::Tensor attend(const LayerAttention& attention, const at::Tensor& values, std::int64_t begin, std::int64_t count, const PassWatch& watch) const;
    at::Tensor leave(const LayerAttention& attention, const at::Tensor& values, std::int64_t begin, std::int64_t count, const PassWatch& watch) const;
    at::Tensor project(const LayerAttention& attention, const at::Tensor& weight, std::int64_t begin, std::int64_t count) const;
    std::int64_t rowsAtOnce(std::int64_t begin) const;

    const Transformer::Impl& m_model;
    at::Tensor m_tokens;                                // [1, T]
    std::shared_ptr<const PositionTables> m_tables;
};

}  // namespace bam::model
