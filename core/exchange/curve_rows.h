// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of train.log and eval.log from what was picked of a source: what several rows say of one step is put together, and the later word counts;
// how often two words differed is told.
//
// Invariant: rows leave in ascending order of step, one for each step; numbers are those of the source. train.log has a row where there is a training loss; what was logged beside
// it at other steps is told by the last value since the row before. Training and validation of one step have their own times.
#pragma once

#include "core/exchange/curve_fields.h"
#include "core/exchange/curve_source.h"
#include "core/runs/run_directory.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace bam::exchange {

/// What is in a source.
struct Survey {
    std::vector<SourceColumn> columns;
    std::int64_t rows = 0;              ///< with anything in them
    std::int64_t badRows = 0;
    std::vector<std::string> bad;       ///< the first of them, for people
    std::vector<std::string> notes;     ///< for people: of the source
};

/// The first reading. @throws as CurveSource::read()
Survey survey(CurveSource& source, const RowSink& progress = {});

struct CurveRows {
    std::vector<runs::TrainRow> train;  ///< missing numbers are NaN
    std::vector<runs::EvalRow> eval;
    double startedAt = kMissing;        ///< seconds since 1970, where the source tells
    bool numbered = false;              ///< no step was picked: rows are numbered from 0
    std::int64_t badRows = 0;           ///< of the survey, and those whose picked fields are no numbers
    std::vector<std::string> bad;
    std::vector<std::string> notes;     ///< for people: values that others of the same step took the place of, and numbers that are missing
};

/// The second reading. @throws as CurveSource::read()
CurveRows readCurves(CurveSource& source, const Survey& known, const Picks& picks, const RowSink& progress = {});

}  // namespace bam::exchange
