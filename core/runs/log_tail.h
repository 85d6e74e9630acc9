// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a CSV log that another process appends to: reads what is new, and notices when the file was cut, replaced or removed.
//
// Invariants: a byte is read once as long as the file only grows; a torn last row is left for the next poll; a bad row is counted and passed over, since
// a reader of other people's files must not stop at one.
#pragma once

#include "core/base/growing_file.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace bam::runs {

/// Columns of numbers. Missing and unreadable fields are NaN; steps and times are double, since float would round them.
struct LogColumns {
    std::vector<double> step;
    std::vector<double> time;           ///< seconds since the run's first start
    std::vector<std::vector<float>> values;     ///< one per name that was asked for
    std::size_t rows() const { return step.size(); }
};

class LogTail {
public:
    enum class Change {
        None,       ///< nothing new
        Appended,   ///< rows were added
        Restarted,  ///< the file was cut or replaced: everything was read again
        Gone,       ///< the file is not there (any more); what was read stays
    };

    /// @param names columns besides `step` and `time`, as in the header, e.g. {"loss", "norm", "lr", "tok/sec"}
    LogTail(std::filesystem::path file, std::vector<std::string> names);

    /// Reads what is new. Never throws for what it finds in the file or for a file that is missing.
    /// @param maxBytes at most so much in one call, so that a caller stays responsive; call again while hasMore()
    Change poll(std::int64_t maxBytes = std::int64_t(1) << 40);
    bool hasMore() const { return m_more; }

    const LogColumns& columns() const { return m_columns; }
    /// Gives away the rows read so far; the next poll begins with empty columns and reads on where this one ended.
    LogColumns take();
    const std::filesystem::path& file() const { return m_file; }
    /// Rows that were passed over because their step is no number or they have no end. A header that is written once more does not count.
    std::int64_t badRows() const { return m_badRows; }
    /// About how many rows the whole file holds; 0 before the first row was read.
    std::int64_t expectedRows() const;
    /// Why the file cannot be read; empty when it can.
    const std::string& problem() const { return m_problem; }

private:
    void restart();
    void reserveFor(std::int64_t bytes);
    bool readHeader(const char*& at, const char* end);
    void passOverLine();
    void readRow(const char* begin, const char* end);

    std::filesystem::path m_file;
    std::vector<std::string> m_names;
    LogColumns m_columns;
    std::vector<int> m_targets;         // per field of a row: −1 unused, 0 step, 1 time, 2 + n value n
    GrowingFile m_place;
    std::int64_t m_size = 0;            // of the file at the last poll
    std::int64_t m_badRows = 0;
    std::string m_problem;
    std::string m_header, m_headerProblem;
    bool m_haveHeader = false, m_more = false, m_skipLine = false;
    std::size_t m_rowBytes = 0;         // of the last row used; 0: there was none
};

}  // namespace bam::runs
