// SPDX-License-Identifier: GPL-3.0-or-later
// An ablation study as `bamscope --batch lens RUN --study N --json` prints it: one JSON object per line, "study" first, then "rank" for every head and "ablated"
// for every count of heads. Invariant: what eventsOf() writes readStudy() gives back.
#pragma once

#include "core/inspect/ablation_study.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bam::inspect {

struct StudyRecord {
    std::filesystem::path run;          ///< its folder
    std::string encoding;               ///< official name, "bam_ssmax"
    std::string checkpoint;             ///< folder name
    std::int64_t step = -1;
    std::int64_t seed = 0;              ///< of the first prompt
    AblationStudy study;
};

/// The words of the command line: none, zero, uniform, prior, content.
const char* wordOf(Ablation ablation);
std::optional<Ablation> ablationNamed(std::string_view word);

std::vector<nlohmann::ordered_json> eventsOf(const StudyRecord& record);

/// @param text lines; those that are of other events, such as progress, are passed over @param what names the file in messages
/// @throws Error (Failed) when there is no whole study in it
StudyRecord studyFrom(const std::string& text, const std::string& what);
/// @throws Error (Failed) also for a file that cannot be read
StudyRecord readStudy(const std::filesystem::path& file);

}  // namespace bam::inspect
