// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/report_columns.h"

#include <algorithm>
#include <cmath>

namespace bam::work {
namespace {

using views::PlainCell;

QString decimal(double value, int digits) { return QString::number(value, 'f', digits); }

/// Mean of several runs with the lowest and the highest; of one run its own interval.
PlainCell cellOf(const std::vector<Number>& numbers, int digits, double& value)
{
    PlainCell cell;
    value = compare::kNone;
    if (numbers.empty())
        return cell;
    double sum = 0, low = numbers.front().value, high = low;
    QStringList about;
    for (const auto& number : numbers) {
        sum += number.value;
        low = std::min(low, number.value);
        high = std::max(high, number.value);
        if (!about.contains(number.about))
            about << number.about;
    }
    value = sum / double(numbers.size());
    cell.text = decimal(value, digits);
    if (numbers.size() > 1) {
        cell.low = decimal(low, digits);
        cell.high = decimal(high, digits);
        cell.runs = int(numbers.size());
        about.prepend(QStringLiteral("mean of %1 runs, %2 to %3").arg(numbers.size()).arg(cell.low, cell.high));
    } else if (const auto& interval = numbers.front().interval) {
        cell.low = decimal(interval->low, digits);
        cell.high = decimal(interval->high, digits);
        about.prepend(QStringLiteral("95 % interval %1 to %2").arg(cell.low, cell.high));
    }
    about.removeAll(QString());
    cell.about = about.join(QStringLiteral("; "));
    return cell;
}

/// Marks the best of a column, all of them where several are equal.
void markBest(views::PlainTable& table, qsizetype column, const std::vector<double>& values, Better better)
{
    if (better == Better::Neither)
        return;
    double best = compare::kNone, worst = compare::kNone;
    int known = 0;
    for (const double value : values)
        if (std::isfinite(value)) {
            ++known;
            if (!std::isfinite(best) || (better == Better::Higher ? value > best : value < best))
                best = value;
            if (!std::isfinite(worst) || (better == Better::Higher ? value < worst : value > worst))
                worst = value;
        }
    if (known < 2 || best == worst)     // where all are alike none is best
        return;
    for (qsizetype row = 0; row < table.rows.size(); ++row)
        if (values[std::size_t(row)] == best) {
            table.rows[row][column].mark = compare::Mark::Best;
            table.note = QStringLiteral("Bold: the best of its column.");
        }
}

/// Which intervals are in the table, where those of several runs are among them: they look alike, and say other things.
void noteIntervals(views::PlainTable& table)
{
    bool ranges = false, others = false;
    for (const auto& row : table.rows)
        for (const auto& cell : row)
            if (!cell.low.isEmpty())
                (cell.runs > 1 ? ranges : others) = true;
    if (!ranges)
        return;
    const auto words = QStringLiteral("Brackets: the lowest and the highest of several runs, around their mean.") + (others ? QStringLiteral(" \u00b1, + and \u2212: 95 % interval of a single run.") : QString());
    table.note = table.note.isEmpty() ? words : table.note + QLatin1Char(' ') + words;
}

}  // namespace

views::PlainTable tableOf(const std::vector<ReportRun>& runs, const std::vector<ReportEntry>& entries, const std::vector<ReportColumn>& columns)
{
    views::PlainTable table;
    table.header << QStringLiteral("Run");
    for (const auto& entry : entries)
        table.rows.append(QVector<PlainCell>{PlainCell{entry.title}});
    for (const auto& column : columns) {
        std::vector<double> values;
        QVector<PlainCell> cells;
        for (const auto& entry : entries) {
            std::vector<Number> numbers;
            for (const auto run : entry.runs)
                if (auto number = column.of(runs[run]); number && std::isfinite(number->value))
                    numbers.push_back(std::move(*number));
            cells.append(cellOf(numbers, column.digits, values.emplace_back()));
        }
        if (std::none_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }))
            continue;
        table.header << column.title;
        for (qsizetype row = 0; row < table.rows.size(); ++row)
            table.rows[row].append(cells[row]);
        markBest(table, table.header.size() - 1, values, column.better);
    }
    noteIntervals(table);
    return table;
}

void addTable(std::vector<ReportTable>& tables, QString id, QString title, QString caption, views::PlainTable table)
{
    table.rows.removeIf([](const auto& row) { return std::all_of(row.begin() + 1, row.end(), [](const auto& cell) { return cell.text.isEmpty(); }); });      // of other evaluations
    if (table.rows.isEmpty() || table.header.size() < 2)
        return;
    // Two protocols may shorten to one name.
    const auto base = id;
    for (int n = 2; std::any_of(tables.begin(), tables.end(), [&](const auto& other) { return other.id == id; }); ++n)
        id = QStringLiteral("%1_%2").arg(base).arg(n);
    tables.push_back({std::move(id), std::move(title), std::move(caption), std::move(table)});
}

std::optional<Number> plainNumber(double value, QString about)
{
    return std::isfinite(value) ? std::optional(Number{value, std::nullopt, std::move(about)}) : std::nullopt;
}

QString aboutMaking(const compare::Making& making, std::int64_t samples, const char* what, const std::string& seeds)
{
    QStringList parts;
    if (samples > 0)
        parts << QStringLiteral("%1 %2").arg(samples).arg(QLatin1String(what));
    if (!seeds.empty())
        parts << QStringLiteral("seed %1").arg(QString::fromStdString(seeds));
    else if (making.seed)
        parts << QStringLiteral("seed %1").arg(*making.seed);
    if (!making.checkpoint.empty())
        parts << QString::fromStdString(making.checkpoint);
    if (!making.checkpointHash.empty())
        parts << QStringLiteral("XXH3 %1").arg(QString::fromStdString(making.checkpointHash));
    if (!making.cacheDtype.empty() && making.cacheDtype != "float32")
        parts << QStringLiteral("cache %1").arg(QString::fromStdString(making.cacheDtype));
    if (!making.program.empty())
        parts << QString::fromStdString(making.program);
    return parts.join(QStringLiteral(", "));
}

QString fileName(const QString& words)
{
    QString name;
    for (const auto letter : words.toLower())
        if (letter.isLetterOrNumber() && letter.unicode() < 128)
            name += letter;
        else if (!name.isEmpty() && !name.endsWith(QLatin1Char('_')))
            name += QLatin1Char('_');
    while (name.endsWith(QLatin1Char('_')))
        name.chop(1);
    return name.left(60);
}

}  // namespace bam::work
