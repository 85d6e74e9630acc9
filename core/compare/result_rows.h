// SPDX-License-Identifier: GPL-3.0-or-later
// All results of a run as rows of one long table: one number each, with what it is of, its interval and how it was made.
#pragma once

#include "core/compare/results.h"

#include <string>
#include <vector>

namespace bam::compare {

struct ResultRow {
    std::string evaluation;             ///< passkey, perplexity, perplexity_sliding, ruler, multiple_choice
    std::string subject;                ///< depths and digits; text; task; task and subject
    std::string metric;                 ///< accuracy, perplexity, perplexity_all, bits_per_byte, score, acc, acc_norm
    double position = kNone;            ///< length or end of the window, in tokens; NaN where there is none
    std::int64_t samples = 0;           ///< prompts, questions or scored tokens; 0: not told
    double value = kNone;
    Interval interval{kNone, kNone};    ///< 95 %; NaN: none
    std::string seeds;                  ///< "0" or "0 1 2"; empty: not told
    Making making;
};

std::vector<ResultRow> resultRows(const Results& results);

/// "0 1 2"
std::string seedText(const std::vector<std::int64_t>& seeds);

/// "equidistant, 5 digits": tells one way of measuring from another; see Protocol::id
std::string protocolName(const PasskeyResult& result);

}  // namespace bam::compare
