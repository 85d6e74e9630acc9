// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/number_text.h"

#include "widgets/views/setup/field_text.h"

#include <QRegularExpression>

#include <cmath>

namespace bam::views {
namespace {

using Problem = NumberText::Problem;

constexpr double kLargestWhole = 9007199254740992.0;

NumberText without(Problem problem) { return {std::nullopt, problem}; }

/// "1 000 000" with one mark throughout: groups of three, the first without a zero in front. Underscores may be anywhere between digits, as in programs.
bool isGrouped(const QString& digits, QChar mark)
{
    static const QRegularExpression underscores(QStringLiteral("^[0-9]+(_[0-9]+)+$"));
    if (mark == QLatin1Char('_'))
        return underscores.match(digits).hasMatch();
    const auto escaped = QRegularExpression::escape(QString(mark));
    return QRegularExpression(QStringLiteral("^[1-9][0-9]{0,2}(%1[0-9]{3})+$").arg(escaped)).match(digits).hasMatch();
}

QChar groupMark(const QString& text)
{
    for (const QChar mark : {QChar(' '), QChar(0xA0), QChar(0x202F), QChar(0x2009), QChar('\''), QChar(0x2019), QChar('_'), QChar('.'), QChar(',')})
        if (text.contains(mark))
            return mark;
    return {};
}

bool onlyDigits(const QString& text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c >= QLatin1Char('0') && c <= QLatin1Char('9'); });
}

/// The part before the exponent as digits with at most one ".", or why it is none.
std::optional<QString> plain(const QString& mantissa, bool whole, bool exponent, const QLocale& locale, Problem& problem)
{
    problem = Problem::NoNumber;
    const auto dots = mantissa.count(QLatin1Char('.')), commas = mantissa.count(QLatin1Char(','));
    QChar decimal;
    if (dots > 0 && commas > 0) {
        decimal = mantissa[std::max(mantissa.lastIndexOf(QLatin1Char('.')), mantissa.lastIndexOf(QLatin1Char(',')))];
    } else if (dots + commas == 1) {
        const QChar mark = dots == 1 ? QLatin1Char('.') : QLatin1Char(',');
        const bool mayGroup = isGrouped(mantissa, mark) && !exponent;
        // Forms show fractions with a point, whatever the language, and whole numbers grouped as the language does it.
        const bool groups = mayGroup && locale.groupSeparator() == QString(mark) && (whole || mark == QLatin1Char(','));
        if (mayGroup && !groups && whole) {
            problem = Problem::TwoMeanings;
            return std::nullopt;
        }
        if (!groups)
            decimal = mark;
    }
    auto integer = mantissa, fraction = QString();
    if (!decimal.isNull()) {
        if (mantissa.count(decimal) != 1)
            return std::nullopt;
        const auto at = mantissa.indexOf(decimal);
        integer = mantissa.left(at);
        fraction = mantissa.mid(at + 1);
    }
    // A second kind of mark makes it no group, and is no digit.
    if (const auto mark = groupMark(integer); !mark.isNull()) {
        if (!isGrouped(integer, mark))
            return std::nullopt;
        integer.remove(mark);
    }
    if (!onlyDigits(integer) || !onlyDigits(fraction) || integer.size() + fraction.size() == 0)
        return std::nullopt;
    problem = Problem::None;
    return fraction.isEmpty() ? integer : (integer.isEmpty() ? QStringLiteral("0") : integer) + QLatin1Char('.') + fraction;
}

}  // namespace

NumberText readNumber(const QString& text, bool whole, const QLocale& locale)
{
    auto word = text.trimmed();
    if (word.isEmpty())
        return without(Problem::Empty);
    word.replace(QChar(0x2212), QLatin1Char('-'));
    static const QRegularExpression parts(QStringLiteral("^([+-]?)([^eE+-]+)(?:[eE]([+-]?[0-9]+))?$"));
    const auto match = parts.match(word);
    if (!match.hasMatch())
        return without(Problem::NoNumber);
    auto problem = Problem::NoNumber;
    const auto exponent = match.captured(3);
    const auto mantissa = plain(match.captured(2), whole, !exponent.isEmpty(), locale, problem);
    if (!mantissa)
        return without(problem);
    bool good = false;
    const double size = (exponent.isEmpty() ? *mantissa : *mantissa + QLatin1Char('e') + exponent).toDouble(&good);
    const bool zero = std::all_of(mantissa->begin(), mantissa->end(), [](QChar c) { return c == QLatin1Char('0') || c == QLatin1Char('.'); });
    if (zero)
        return {0.0, Problem::None};
    if (size == 0 || (!good && !std::isinf(size)))      // smaller than any number but zero
        return without(whole ? Problem::NotWhole : Problem::NoNumber);
    if (!std::isfinite(size) || (whole && size > kLargestWhole))
        return without(Problem::TooLarge);
    if (whole && std::floor(size) != size)
        return without(Problem::NotWhole);
    return {match.captured(1) == QLatin1String("-") ? -size : size, Problem::None};
}

QString problemText(Problem problem, const QString& text)
{
    switch (problem) {
    case Problem::TwoMeanings: return setupText(QT_TRANSLATE_NOOP("setup", "“%1” could be read in two ways: write it without the mark between the digits.")).arg(text.trimmed());
    case Problem::TooLarge: return setupText(QT_TRANSLATE_NOOP("setup", "This number is too large to compute with."));
    case Problem::NotWhole: return setupText(QT_TRANSLATE_NOOP("setup", "This is no whole number."));
    case Problem::NoNumber: return setupText(QT_TRANSLATE_NOOP("setup", "This is no number."));
    case Problem::None:
    case Problem::Empty: break;
    }
    return {};
}

}  // namespace bam::views
