// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/table_text.h"

#include "widgets/views/compare/parameter_model.h"
#include "widgets/views/compare/result_texts.h"

#include <QCoreApplication>

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

QString markdownText(const QString& text)
{
    QString escaped;
    for (const auto letter : text) {
        if (QStringLiteral("\\|*_`<").contains(letter))
            escaped += QLatin1Char('\\');
        escaped += letter;
    }
    return escaped;
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
            cells += cell.mark == Mark::Best ? QStringLiteral("\\textbf{%1}").arg(value) : cell.mark == Mark::NotWorse ? value + QStringLiteral("$^{\\approx}$") : value;
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
            cells += cell.mark == Mark::Best ? QStringLiteral("**%1**").arg(value) : cell.mark == Mark::NotWorse ? QStringLiteral("\u2248 ") + value : value;
        }
        text += QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
    }
    return table.note.isEmpty() ? text : text + QLatin1Char('\n') + markdownText(oneLine(table.note)) + QLatin1Char('\n');
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
    return format == TableFormat::Tsv ? tsv(table) : format == TableFormat::Markdown ? markdown(table) : latex(table);
}

QString tableSuffix(TableFormat format) { return format == TableFormat::Tsv ? QStringLiteral("tsv") : format == TableFormat::Markdown ? QStringLiteral("md") : QStringLiteral("tex"); }

}  // namespace bam::views
