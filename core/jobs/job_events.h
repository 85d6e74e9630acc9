// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker tells while it works: follows its out.jsonl and keeps the latest of everything.
//
// Invariants: never reads more than kMostBytes in one call; of a long file only the beginning (the run's name) and the end (where it is now) are read; a line
// that is no event, or torn, is passed over; a file that was started anew is read from its beginning.
#pragma once

#include "core/base/growing_file.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>

namespace bam::jobs {

struct JobProgress {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    std::string run;                    ///< run directory
    double done = kNone, total = kNone; ///< in `unit`
    std::string unit;                   ///< "steps", "MiB", "jobs"; "work" and "stages" mean nothing to people
    double speed = kNone;               ///< in `speedUnit` per second
    std::string speedUnit;              ///< "tok"
    double etaSeconds = kNone;
    double loss = kNone, validationLoss = kNone;
    std::int64_t step = -1, totalSteps = -1;    ///< of the training
    std::string task;                   ///< what is being done: "tokenizing", "train bam"
    std::string detail;
    std::int64_t jobIndex = 0, jobCount = 0;    ///< of a file of jobs, from 1
};

/// How the worker says it ended.
struct JobEnding {
    bool good = false;
    int code = 0;                       ///< exit status
    std::string cause, hint;            ///< of a bad end
};

class JobEvents {
public:
    static constexpr std::int64_t kMostBytes = 256 * 1024;

    explicit JobEvents(std::filesystem::path file) : m_file(std::move(file)) {}

    /// Reads what is new. @returns whether anything changed
    bool poll();
    /// poll() until the file's end.
    void finish();
    bool hasMore() const { return m_more; }

    const JobProgress& progress() const { return m_progress; }
    const std::optional<JobEnding>& ending() const { return m_ending; }

private:
    void take(const std::string& bytes);
    void line(const std::string& text);

    std::filesystem::path m_file;
    GrowingFile m_place;
    std::string m_rest;                 // a torn last line
    bool m_more = false, m_skipLine = false;
    JobProgress m_progress;
    std::optional<JobEnding> m_ending;
};

/// One event as a line for people; a line that is none stays as it is.
std::string eventLine(const std::string& line);

}  // namespace bam::jobs
