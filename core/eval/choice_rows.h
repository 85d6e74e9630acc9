// SPDX-License-Identifier: GPL-3.0-or-later
// All rows of a multiple-choice task, each as it is asked or with the reason why it cannot be.
// Invariant: a row that cannot be asked keeps its place, so that the questions of two evaluations pair up by number.
#pragma once

#include "core/base/progress.h"
#include "core/eval/choice_task.h"
#include "core/spec/spec.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace bam::eval {

struct ChoiceRow {
    ChoiceItem item;
    std::optional<BadRow> bad;          ///< then there is no item
    std::string place;                  ///< "test.jsonl, row 7"
    std::string hash;                   ///< of the row itself
};

struct ChoiceRows {
    struct Group {
        std::string name;               ///< of the subject
        std::vector<ChoiceRow> rows;    ///< at most `limit` of the spec
        std::vector<ChoiceRow> examples;    ///< sound ones, in the file's order, at least `shots` of the spec. None when no shots are asked for
    };
    std::vector<Group> groups;          ///< none is without rows
    std::vector<std::string> filesLeftOut;  ///< damaged, or not to be read, with the reason; and subjects for want of sound examples
    bool ownExamples = false;           ///< examples are questions themselves: none may stand before itself
};

/// "2 empty choices and 12 missing field": how many bad rows there are of each kind
std::string countsText(const std::map<std::string, std::int64_t>& counts);

/// @param log hears of what is left out: the first few with their reason, then how many
/// @throws Error: Usage (fewer examples than shots, all of them sound), Failed (no question at all, or none that can be asked; the first bad row or file, where the spec refuses them),
/// Environment (a file that may not be read, where the spec refuses it), Stopped
ChoiceRows readChoiceRows(const ChoiceTask& task, const spec::ChoiceSpec& spec, const LogFn& log = {}, const std::stop_token& stop = {});

}  // namespace bam::eval
