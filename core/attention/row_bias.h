// SPDX-License-Identifier: GPL-3.0-or-later
// A bias b_h(δ, p) that depends on the query's position p in its document besides the distance δ, as FIRE's does, so that no table over distances holds for
// every row. Rows of small p share one table all the same; for the others the operator asks for the bias of a chunk of queries at a time, and again in
// the backward pass. No bias of all pairs exists.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace bam::attention {

class RowBias {
public:
    virtual ~RowBias() = default;
    /// Queries at positions p < tableRows() have b_h(δ, p) = the bias table's b_h(δ). Reads from the device.
    virtual std::int64_t tableRows() const = 0;
    /// The leaves that rows() is differentiable in.
    virtual std::vector<at::Tensor> parameters() const = 0;
    /// Right for every position, those of the table included. @param distances [Tq, Tk] ≥ 0, float32 @param positions [B or 1, Tq] float32
    /// @returns b_h(δ, p) [B or 1, H, Tq, Tk] float32
    virtual at::Tensor rows(const at::Tensor& distances, const at::Tensor& positions) const = 0;
    /// Of one head alone, for who looks at its matrix. @returns [B or 1, 1, Tq, Tk] float32
    virtual at::Tensor rowsOfHead(const at::Tensor& distances, const at::Tensor& positions, std::int64_t head) const = 0;
    /// So many numbers exist per query and key while rows() computes with gradients: chunks of queries are made smaller by it.
    virtual std::int64_t numbersPerPair() const = 0;
};

}  // namespace bam::attention
