// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and compares runs beside the window, and again when their files change: results.json, eval.log, run.json, args.json, status.json.
//
// Invariants: no file is read on the GUI thread; signals come on it; a comparison that is not wanted any more is not reported; the destructor waits for the thread.
#pragma once

#include "core/compare/scaled_runs.h"
#include "core/compare/scoreboard.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>

namespace bam::work {

struct CompareWish {
    QStringList runs;                           ///< folders
    std::vector<compare::ColumnRequest> columns;///< of indices into runs
    std::string protocol;
};

/// What is told of one run beside the comparison.
struct ComparedRun {
    std::int64_t step = -1;
    QString spec;                               ///< SHA-256 of the spec, hexadecimal; empty: not known
    std::int64_t trainedLength = -1;            ///< tokens; −1: not known
};

struct CompareAnswer {
    compare::Comparison comparison;
    std::vector<compare::SplitRuns::Column> columns;    ///< of the comparison: those that were wished, and behind each its scalings of RoPE
    compare::Scoreboard scoreboard;             ///< of all runs, in their order
    QStringList runs;                           ///< as wished
    QVector<ComparedRun> told;                  ///< of each run
    QStringList notes;
};

class CompareReader : public QObject {
    Q_OBJECT
public:
    explicit CompareReader(QObject* parent = nullptr);
    ~CompareReader() override;

    /// Compares these from now on; answers come until another wish. No runs: nothing is compared.
    void compare(const CompareWish& wish);
    /// While not followed, files are not looked at again by themselves.
    void setFollowed(bool followed);
    /// How often files are looked at while followed.
    void setInterval(std::chrono::milliseconds interval);

Q_SIGNALS:
    void compared(const std::shared_ptr<const bam::work::CompareAnswer>& answer);

private:
    struct Shared;
    void deliver(int wish, const std::shared_ptr<const CompareAnswer>& answer);
    std::unique_ptr<Shared> m_shared;
};

}  // namespace bam::work
