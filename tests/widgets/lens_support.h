// SPDX-License-Identifier: GPL-3.0-or-later
// Captures made by hand: attention of which a test knows every number.
#pragma once

#include "core/inspect/lens_types.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bam::test {

struct CaptureShape {
    std::int64_t layers = 2, heads = 4, length = 64;
    std::int64_t needleBegin = 20, needleEnd = 24;
    std::int64_t queries = 3;
};

inline inspect::Prompt somePrompt(const CaptureShape& shape = {})
{
    inspect::Prompt prompt;
    for (std::int64_t n = 0; n < shape.length; ++n) {
        prompt.tokens.push_back(std::int32_t(n % 50));
        prompt.pieces.push_back(" w" + std::to_string(n));
    }
    for (std::int64_t n = 0; n < shape.queries; ++n) {
        prompt.queryRows.push_back(shape.length - shape.queries + n);
        prompt.answer.push_back(std::int32_t(n + 1));
        prompt.answerPieces.push_back(std::to_string(n + 1));
    }
    prompt.needleBegin = shape.needleBegin;
    prompt.needleEnd = shape.needleEnd;
    prompt.title = "pass key 123 of " + std::to_string(shape.length) + " tokens";
    return prompt;
}

/// Head number i of n gives a share of i / n to the needle's first token, the rest to all others alike; θβ goes from −1 to 1. An ablated head gives nothing to it.
inline std::shared_ptr<inspect::Capture> someCapture(const CaptureShape& shape = {}, std::vector<inspect::HeadChange> changes = {})
{
    auto capture = std::make_shared<inspect::Capture>();
    capture->prompt = somePrompt(shape);
    capture->checkpoint = "step_00000100";
    capture->step = 100;
    capture->layers = shape.layers;
    capture->heads = shape.heads;
    capture->changes = std::move(changes);
    const auto all = shape.layers * shape.heads;
    double best = 0;
    for (std::int64_t i = 0; i < all; ++i) {
        inspect::HeadSummary head;
        head.id = {i / shape.heads, i % shape.heads};
        double mass = double(i) / double(all);
        for (const auto& change : capture->changes)
            if (change.head == head.id && change.ablation != inspect::Ablation::None)
                mass = 0;
        best = std::max(best, mass);
        head.needleMass = mass;
        head.uniformMass = double(shape.needleEnd - shape.needleBegin) / double(shape.length);
        head.entropy = 3 - 2 * mass;
        head.meanDistance = 10 + 3 * double(i);
        head.largestWeight = std::max(mass, 1.0 / double(shape.length));
        head.prior.thetaBeta = -1 + 2 * double(i) / double(std::max<std::int64_t>(all - 1, 1));
        capture->summary.push_back(head);
        for (std::int64_t q = 0; q < shape.queries; ++q)
            for (std::int64_t key = 0; key < shape.length; ++key) {
                const auto query = capture->prompt.queryRows[std::size_t(q)];
                capture->rows.push_back(key > query ? 0.0f : key == shape.needleBegin ? float(mass) : float((1 - mass) / double(query)));
            }
    }
    for (std::int64_t q = 0; q < shape.queries; ++q) {
        inspect::AnswerStep step;
        step.row = capture->prompt.queryRows[std::size_t(q)];
        step.expected = capture->prompt.answerPieces[std::size_t(q)];
        step.correct = best > 0.7;
        step.expectedProbability = step.correct ? 0.9 : 0.1;
        step.top = {{step.correct ? step.expected : "7", 0.9}, {"8", 0.05}, {"9", 0.03}, {"0", 0.01}, {"5", 0.005}};
        capture->answer.push_back(step);
    }
    capture->seconds = 1.5;
    return capture;
}

}  // namespace bam::test
