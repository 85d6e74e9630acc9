// SPDX-License-Identifier: GPL-3.0-or-later
// What the attention page asks the compute thread for, and what it is told about a run before anything is captured. Plain values.
#pragma once

#include "core/inspect/lens.h"
#include "core/inspect/lens_types.h"

#include <QMetaType>
#include <QString>
#include <QVector>

#include <cstdint>
#include <optional>
#include <vector>

namespace bam::views {

/// A prompt through a checkpoint, with heads changed or not.
struct LensWish {
    inspect::LensSource source;
    inspect::PromptSpec prompt;
    std::vector<inspect::HeadChange> changes = {};
    bool matrices = false;
    std::vector<inspect::HeadId> matrixHeads = {};      ///< of these; empty: of all
    std::int64_t tiles = 1024;
    encoding::RopeScaling ropeScaling = {};             ///< of a model with RoPE
};

/// What is known before a capture.
struct LensPreview {
    inspect::LensInfo info;
    std::optional<inspect::Prompt> prompt;      ///< nothing when it cannot be made
    std::optional<Error> problem;               ///< why not
    std::int64_t longest = -1;                  ///< tokens that fit into memory now; −1: unknown
};

/// A run that can be looked into.
struct LensRun {
    QString path, title, encoding;
    std::int64_t trainedLength = -1;            ///< tokens; −1: unknown
    bool rotates = false;                       ///< with RoPE, which can be scaled
    bool operator==(const LensRun&) const = default;
};

}  // namespace bam::views

Q_DECLARE_METATYPE(bam::views::LensWish)
