// SPDX-License-Identifier: GPL-3.0-or-later
// The problems that the self-test gives to every attention backend: all encodings, packed documents, odd sizes, grouped-query heads.
#pragma once

#include "core/attention/attend.h"

#include <functional>
#include <string>
#include <vector>

namespace bam::selftest {

struct AttentionCase {
    std::string name = {};      ///< for people: "bam_ssmax, 130 tokens, documents"
    std::string encoding = {};  ///< official name, as in `bam_ssmax`
    std::int64_t batch = 1, heads = 4, kvHeads = 4, queries = 64, keys = 64, width = 32;
    bool documents = false;
    double seqScale = 0.5;
    bool wideOnly = false;      ///< not for 16-bit types: scores so large magnify the rounding of the weights in any kernel
};

const std::vector<AttentionCase>& attentionCases();

/// Random q, k, v, and the encoding's own bias table and factors, in fp64; values are representable in `type`.
attention::AttendInputs inputsOf(const AttentionCase& problem, at::ScalarType type);

using Attend = std::function<at::Tensor(const attention::AttendInputs&)>;

struct Errors {
    double output = 0;          ///< max|x − reference| / max(1, max|reference|)
    double gradients = 0;       ///< the largest over all inputs
    bool finite = true;
};

/// `attend` in `type` on `device` against the composite in fp64 on the CPU. @param gradients also those of all inputs
Errors compare(const AttentionCase& problem, const Attend& attend, at::ScalarType type, const at::Device& device, bool gradients);

}  // namespace bam::selftest
