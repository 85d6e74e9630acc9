// SPDX-License-Identifier: GPL-3.0-or-later
// Does a recorded training step train as an ordinary one does?
#pragma once

#include "core/selftest/selftest.h"
#include "core/train/graphed_step.h"

#include <string>

namespace bam::selftest {

/// A few steps of a tiny model, replayed and not. Fails when nothing was replayed, and says why. Never throws. @param dtype as in training.dtype
Check checkTraining(const at::Device& device, const std::string& dtype, const train::GraphedStep::MakeGraph& makeGraph);

}  // namespace bam::selftest
