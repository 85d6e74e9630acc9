// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as text for other programs: tab-separated values, Markdown, and LaTeX with booktabs.
#pragma once

#include "widgets/views/compare/compare_types.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace bam::views {

enum class TableFormat { Tsv, Markdown, Latex };

struct PlainCell {
    QString text;
    compare::Mark mark = compare::Mark::None;
};

/// First column: titles.
struct PlainTable {
    QStringList header;
    QVector<QVector<PlainCell>> rows;
    QString note = {};                  ///< below the table, in Markdown and LaTeX: what its marks mean
};

/// The table of results. @param order of rows, as on the screen; empty: their own
PlainTable resultTable(const CompareData& data, const QVector<int>& order = {});
PlainTable parameterTable(const CompareData& data);

/// Best values are bold (LaTeX, Markdown), those not significantly worse have a sign of their own. Texts are escaped; tabs and line breaks in them become spaces.
QString tableText(const PlainTable& table, TableFormat format);
/// "tsv", "md", "tex"
QString tableSuffix(TableFormat format);

}  // namespace bam::views
