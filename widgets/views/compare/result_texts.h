// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the table of results: titles of rows, values, and what a tooltip explains about a value's interval, its test and the mark beside it.
#pragma once

#include "widgets/views/compare/compare_types.h"

#include <QString>

namespace bam::views {

QString rowTitle(const compare::Row& row);
/// What the row is, in a sentence or two.
QString rowHelp(const compare::Row& row, const compare::Comparison& comparison);
/// "0.95", "2.871", "3.1 M", "12 min 05 s"; a dash where there is none. @param plain digits alone, for programs that read them
QString valueText(const compare::Row& row, const compare::Cell& cell, bool plain = false);
/// "0.76–0.99"; empty where there is none.
QString intervalText(const compare::Row& row, const compare::Cell& cell);
/// The sign beside a value: best, or not significantly worse; empty otherwise.
QString markText(compare::Mark mark);
/// In words: n, interval, test, p.
QString cellHelp(const CompareData& data, const compare::Row& row, std::size_t column);
/// "p = 0.031", "p < 0.001"
QString pText(double p);
/// "equidistant depths, 5 digits"
QString protocolTitle(const compare::Protocol& protocol);

}  // namespace bam::views
