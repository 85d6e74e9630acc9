// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/table_text.h"

#include "core/runs/csv_log.h"
#include "widgets/views/compare/parameter_model.h"
#include "widgets/views/compare/result_texts.h"

#include <QCoreApplication>
#include <QMap>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

using compare::Mark;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(CompareTexts)
};

QString oneLine(QString text)
{
    for (auto& letter : text)
        if (letter == QLatin1Char('\t') || letter == QLatin1Char('\n') || letter == QLatin1Char('\r'))
            letter = QLatin1Char(' ');
    return text;
}

QString latexText(const QString& text)
{
    QString escaped;
    for (const auto letter : text) {
        if (QStringLiteral("&%$#_{}").contains(letter))
            escaped += QLatin1Char('\\') + letter;
        else if (letter == QLatin1Char('\\'))
            escaped += QStringLiteral("\\textbackslash{}");
        else if (letter == QLatin1Char('~'))
            escaped += QStringLiteral("\\textasciitilde{}");
        else if (letter == QLatin1Char('^'))
            escaped += QStringLiteral("\\textasciicircum{}");
        else if (letter == QChar(0x2014))
            escaped += QStringLiteral("---");
        else if (letter == QChar(0x2013))
            escaped += QStringLiteral("--");
        else if (letter == QChar(0xB7))
            escaped += QStringLiteral("$\\cdot$");
        else if (letter == QChar(0xA0))
            escaped += QLatin1Char('~');
        else if (letter == QChar(0x3B1) || letter == QChar(0x3B2) || letter == QChar(0x3B8) || letter == QChar(0x3BC) || letter == QChar(0x3B5))
            escaped += QStringLiteral("$\\%1$").arg(letter == QChar(0x3B1) ? QStringLiteral("alpha") : letter == QChar(0x3B2) ? QStringLiteral("beta") : letter == QChar(0x3B8) ? QStringLiteral("theta") : letter == QChar(0x3BC) ? QStringLiteral("mu") : QStringLiteral("varepsilon"));
        else
            escaped += letter;
    }
    return escaped;
}

QString markdownText(const QString& text) { return withBackslashes(text, QStringLiteral("\\|*_`<")); }

/// What an interval adds and takes away, in the value's digits; empty where there is none.
struct Around {
    QString plus, minus;
    bool isEmpty() const { return plus.isEmpty(); }
    bool isEven() const { return plus == minus; }
};

Around around(const PlainCell& cell)
{
    bool value = false, low = false, high = false;
    const double middle = cell.text.toDouble(&value), least = cell.low.toDouble(&low), most = cell.high.toDouble(&high);
    if (!value || !low || !high)
        return {};
    const auto point = cell.text.indexOf(QLatin1Char('.'));
    const int digits = point < 0 ? 0 : int(cell.text.size() - point - 1);
    return {QString::number(std::max(0.0, most - middle), 'f', digits), QString::number(std::max(0.0, middle - least), 'f', digits)};
}

/// "[0.25, 0.50]" of several runs; empty for any other interval.
QString rangeText(const PlainCell& cell) { return cell.runs > 1 && !cell.low.isEmpty() ? QStringLiteral("[%1, %2]").arg(cell.low, cell.high) : QString(); }

QString latexInterval(const PlainCell& cell)
{
    if (const auto range = rangeText(cell); !range.isEmpty())
        return QStringLiteral("\\,{\\scriptsize%1}").arg(range);
    const auto ends = around(cell);
    if (ends.isEmpty())
        return {};
    return ends.isEven() ? QStringLiteral("\\,{\\scriptsize$\\pm$%1}").arg(ends.plus) : QStringLiteral("\\,{\\scriptsize$^{+%1}_{-%2}$}").arg(ends.plus, ends.minus);
}

QString markdownInterval(const PlainCell& cell)
{
    if (const auto range = rangeText(cell); !range.isEmpty())
        return QLatin1Char(' ') + range;
    const auto ends = around(cell);
    if (ends.isEmpty())
        return {};
    return ends.isEven() ? QStringLiteral(" \u00b1 ") + ends.plus : QStringLiteral(" (+%1 \u2212%2)").arg(ends.plus, ends.minus);
}

QString latex(const PlainTable& table)
{
    QString text = QStringLiteral("\\begin{tabular}{l%1}\n\\toprule\n").arg(QString(table.header.size() - 1, QLatin1Char('r')));
    const auto line = [&](const QStringList& cells) { text += cells.join(QStringLiteral(" & ")) + QStringLiteral(" \\\\\n"); };
    QStringList header;
    for (const auto& title : table.header)
        header += latexText(oneLine(title));
    line(header);
    text += QStringLiteral("\\midrule\n");
    for (const auto& row : table.rows) {
        QStringList cells;
        for (const auto& cell : row) {
            auto value = latexText(oneLine(cell.text));
            cells += (cell.mark == Mark::Best ? QStringLiteral("\\textbf{%1}").arg(value) : cell.mark == Mark::NotWorse ? value + QStringLiteral("$^{\\approx}$") : value) + latexInterval(cell);
        }
        line(cells);
    }
    text += QStringLiteral("\\bottomrule\n\\end{tabular}\n");
    if (!table.note.isEmpty())
        text += QStringLiteral("% ") + oneLine(table.note) + QLatin1Char('\n');
    return text;
}

QString markdown(const PlainTable& table)
{
    QStringList header, rule;
    for (qsizetype n = 0; n < table.header.size(); ++n) {
        header += markdownText(oneLine(table.header[n]));
        rule += n == 0 ? QStringLiteral("---") : QStringLiteral("--:");
    }
    QString text = QStringLiteral("| %1 |\n| %2 |\n").arg(header.join(QStringLiteral(" | ")), rule.join(QStringLiteral(" | ")));
    for (const auto& row : table.rows) {
        QStringList cells;
        for (const auto& cell : row) {
            const auto value = markdownText(oneLine(cell.text));
            cells += (cell.mark == Mark::Best ? QStringLiteral("**%1**").arg(value) : cell.mark == Mark::NotWorse ? QStringLiteral("\u2248 ") + value : value) + markdownInterval(cell);
        }
        text += QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
    }
    return table.note.isEmpty() ? text : text + QLatin1Char('\n') + markdownText(oneLine(table.note)) + QLatin1Char('\n');
}

QString csvText(const QString& text) { return QString::fromStdString(runs::csvField(oneLine(text).toStdString())); }

/// What the intervals of a row are; where they are of several kinds, with the columns of each.
QString intervalKinds(const PlainTable& table, const QVector<PlainCell>& row)
{
    QStringList kinds;
    QMap<QString, QStringList> columns;
    for (qsizetype n = 0; n < row.size() && n < table.header.size(); ++n) {
        if (row[n].low.isEmpty())
            continue;
        const auto kind = row[n].runs > 1 ? QStringLiteral("lowest and highest of %1 runs").arg(row[n].runs) : QStringLiteral("95 %");
        if (!kinds.contains(kind))
            kinds += kind;
        columns[kind] += table.header[n];
    }
    if (kinds.size() > 1)
        for (auto& kind : kinds)
            kind = QStringLiteral("%1: %2").arg(kind, columns[kind].join(QStringLiteral(", ")));
    return kinds.join(QStringLiteral("; "));
}

QString csv(const PlainTable& table)
{
    // A column has an interval when any of its cells has one.
    QVector<bool> wide(table.header.size(), false);
    for (const auto& row : table.rows)
        for (qsizetype n = 0; n < row.size() && n < wide.size(); ++n)
            wide[n] = wide[n] || !row[n].low.isEmpty();
    QStringList header;
    for (qsizetype n = 0; n < table.header.size(); ++n) {
        header += csvText(table.header[n]);
        if (wide[n])
            header << csvText(table.header[n] + QStringLiteral(" (low)")) << csvText(table.header[n] + QStringLiteral(" (high)"));
    }
    const bool any = wide.contains(true);
    if (any)
        header += QStringLiteral("Intervals");
    QString text = header.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (const auto& row : table.rows) {
        QStringList cells;
        for (qsizetype n = 0; n < row.size(); ++n) {
            cells += csvText(row[n].text);
            if (n < wide.size() && wide[n])
                cells << csvText(row[n].low) << csvText(row[n].high);
        }
        if (any)
            cells += csvText(intervalKinds(table, row));
        text += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return text;
}

/// Numbers carry their value for sorting, whatever is shown around them.
QString html(const PlainTable& table)
{
    QString text = QStringLiteral("<table>\n<thead><tr>");
    for (const auto& title : table.header)
        text += QStringLiteral("<th>%1</th>").arg(oneLine(title).toHtmlEscaped());
    text += QStringLiteral("</tr></thead>\n<tbody>\n");
    for (const auto& row : table.rows) {
        text += QStringLiteral("<tr>");
        for (qsizetype n = 0; n < row.size(); ++n) {
            const auto& cell = row[n];
            auto value = oneLine(cell.text).toHtmlEscaped();
            value = cell.mark == Mark::Best ? QStringLiteral("<b>%1</b>").arg(value) : cell.mark == Mark::NotWorse ? QStringLiteral("\u2248 ") + value : value;
            const auto range = rangeText(cell);
            const auto ends = around(cell);
            if (!range.isEmpty())
                value += QStringLiteral(" <small>%1</small>").arg(range);
            else if (!ends.isEmpty())
                value += ends.isEven() ? QStringLiteral(" <small>\u00b1%1</small>").arg(ends.plus) : QStringLiteral(" <small>+%1 \u2212%2</small>").arg(ends.plus, ends.minus);
            text += n == 0 ? QStringLiteral("<th scope=\"row\"") : QStringLiteral("<td");
            if (n > 0)
                text += QStringLiteral(" data-value=\"%1\"").arg(oneLine(cell.text).toHtmlEscaped());
            if (!cell.about.isEmpty())
                text += QStringLiteral(" title=\"%1\"").arg(cell.about.toHtmlEscaped());
            text += QLatin1Char('>') + value + (n == 0 ? QStringLiteral("</th>") : QStringLiteral("</td>"));
        }
        text += QStringLiteral("</tr>\n");
    }
    text += QStringLiteral("</tbody>\n</table>\n");
    return table.note.isEmpty() ? text : text + QStringLiteral("<p class=\"note\">%1</p>\n").arg(oneLine(table.note).toHtmlEscaped());
}

QString tsv(const PlainTable& table)
{
    QString text;
    QStringList header;
    for (const auto& title : table.header)
        header += oneLine(title);
    text += header.join(QLatin1Char('\t')) + QLatin1Char('\n');
    for (const auto& row : table.rows) {
        QStringList cells;
        for (const auto& cell : row)
            cells += oneLine(cell.text);
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

}  // namespace

QString withBackslashes(const QString& text, const QString& letters)
{
    QString escaped;
    for (const auto letter : text) {
        if (letters.contains(letter))
            escaped += QLatin1Char('\\');
        escaped += letter;
    }
    return escaped;
}

PlainTable resultTable(const CompareData& data, const QVector<int>& order)
{
    PlainTable table;
    table.header += Texts::tr("Result");
    for (const auto& column : data.columns)
        table.header += column.title;
    bool best = false, notWorse = false;
    const auto rows = int(data.comparison.rows.size());
    for (int n = 0; n < rows; ++n) {
        const auto& row = data.comparison.rows[std::size_t(order.size() == rows ? order[n] : n)];
        QVector<PlainCell> cells{{rowTitle(row)}};
        for (const auto& cell : row.cells) {
            cells.append({valueText(row, cell, true), cell.mark});
            best |= cell.mark == Mark::Best;
            notWorse |= cell.mark == Mark::NotWorse;
        }
        table.rows.append(cells);
    }
    if (best)
        table.note = Texts::tr("Bold: the best of its row.");
    if (notWorse)
        table.note += QLatin1Char(' ') + Texts::tr("\u2248: not significantly worse (bootstrap over prompts and exact test, both at 0.05; Holm's correction over lengths).");
    return table;
}

PlainTable parameterTable(const CompareData& data)
{
    PlainTable table;
    table.header += Texts::tr("Parameter");
    for (const auto& column : data.columns)
        table.header += column.title;
    for (const auto& row : data.comparison.parameters) {
        QVector<PlainCell> cells{{QString::fromStdString(row.path)}};
        for (const auto& value : row.values)
            cells.append({parameterText(value)});
        table.rows.append(cells);
    }
    return table;
}

QString tableText(const PlainTable& table, TableFormat format)
{
    switch (format) {
    case TableFormat::Tsv: return tsv(table);
    case TableFormat::Csv: return csv(table);
    case TableFormat::Markdown: return markdown(table);
    case TableFormat::Latex: return latex(table);
    case TableFormat::Html: return html(table);
    }
    return {};
}

QString tableSuffix(TableFormat format)
{
    switch (format) {
    case TableFormat::Tsv: return QStringLiteral("tsv");
    case TableFormat::Csv: return QStringLiteral("csv");
    case TableFormat::Markdown: return QStringLiteral("md");
    case TableFormat::Latex: return QStringLiteral("tex");
    case TableFormat::Html: return QStringLiteral("html");
    }
    return {};
}

}  // namespace bam::views
