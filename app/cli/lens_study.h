// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch lens RUN --study N`: what the model finds without its first heads, and without as many others.
#pragma once

#include "app/cli/commands.h"
#include "core/inspect/study_record.h"

namespace bam::cli {

/// The ablation of this name. @param flag for the message @throws Error (Usage) for another word
inspect::Ablation ablationOf(const std::string& word, const std::string& flag);

/// Adds the group of flags.
void addStudyFlags(Syntax& syntax);
bool asksForStudy(const Arguments& arguments);
/// @throws Error (Usage) for numbers out of range
inspect::AblationStudySpec studyOf(const Arguments& arguments, const inspect::PromptSpec& prompt);
/// As a table, and as events with --json.
void printStudy(Console& console, const inspect::StudyRecord& record);

}  // namespace bam::cli
