// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at each step's loss and gradient norm: is it finite, and is it a spike against the steps before?
//
// Deterministic: the same numbers give the same judgement, on every rank. What it remembers goes into checkpoints, so a resumed run judges as an undisturbed one.
#pragma once

#include "core/model/transformer.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace bam::train {

class StepWatch {
public:
    static constexpr std::size_t kWindow = 100, kLeast = 20;

    enum class Judgement { Good, Spike, NotFinite };

    /// @param spikeFactor a norm of so many times the median of the last kWindow good steps is a spike; 0: nothing is
    explicit StepWatch(double spikeFactor) : m_factor(spikeFactor) {}

    /// Norms of good steps are remembered.
    Judgement judge(float loss, float norm);
    double median() const;              ///< of the norms remembered; 0 without any

    nlohmann::ordered_json memory() const;                      ///< the norms, oldest first
    void remember(const nlohmann::ordered_json& memory);        ///< anything but a list of numbers is nothing to remember

private:
    void add(float norm);

    double m_factor;
    std::vector<float> m_norms;         // ring
    std::size_t m_next = 0;
};

/// Where numbers that are not finite begin: "the parameter layers.0…", "the gradient of …", or the loss alone.
std::string firstNonFinite(const model::NamedParameters& parameters);
/// The tensor with the largest gradient norm, and its share of the whole: "the gradient of layers.1.attention.wq.weight has 83 % of it".
std::string largestGradient(const model::NamedParameters& parameters, double norm);

}  // namespace bam::train
