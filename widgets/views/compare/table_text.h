// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as text for other programs: values separated by tabs or commas, Markdown, LaTeX with booktabs, and HTML.
#pragma once

#include "widgets/views/compare/compare_types.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace bam::views {

enum class TableFormat { Tsv, Csv, Markdown, Latex, Html };

struct PlainCell {
    QString text;
    compare::Mark mark = compare::Mark::None;
    QString low = {}, high = {};        ///< of an interval around a number, with as many digits; empty: none
    QString about = {};                 ///< how it was made: a tooltip in HTML
    int runs = 1;                       ///< several: low and high are the lowest and the highest of so many runs; else the interval is one of 95 %
};

/// First column: titles.
struct PlainTable {
    QStringList header;
    QVector<QVector<PlainCell>> rows;
    QString note = {};                  ///< below the table, in Markdown and LaTeX: what its marks mean
};

/// A text with a backslash before each of some letters, as Markdown wants them.
QString withBackslashes(const QString& text, const QString& letters);

/// The table of results. @param order of rows, as on the screen; empty: their own
PlainTable resultTable(const CompareData& data, const QVector<int>& order = {});
PlainTable parameterTable(const CompareData& data);

/// Best values are bold (LaTeX, Markdown, HTML), those not significantly worse have a sign of their own. Intervals of 95 % are ±, or + and − where they differ, the lowest and the highest of
/// several runs are in brackets; in CSV all are in columns of their own, with what they are in a last one, and in TSV they are left out. Texts are escaped; tabs and line breaks in them become spaces.
QString tableText(const PlainTable& table, TableFormat format);
/// "tsv", "csv", "md", "tex", "html"
QString tableSuffix(TableFormat format);

}  // namespace bam::views
