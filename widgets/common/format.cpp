// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/format.h"

#include <QStringBuilder>
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QLocale>

#include <array>
#include <cmath>

namespace bam::ui {
namespace {

const QString kMissing = QStringLiteral("\u2014");

QString translated(const char* text) { return QCoreApplication::translate("format", text); }

/// "3.93" and "12.5" and "123": three figures that count.
QString threeFigures(double value)
{
    const double size = std::abs(value);
    return QLocale().toString(value, 'f', size < 10 ? 2 : size < 100 ? 1 : 0);
}

}  // namespace

QString count(double value)
{
    return std::isfinite(value) && value >= 0 ? QLocale().toString(qlonglong(std::llround(value))) : kMissing;
}

QString shortCount(double value)
{
    if (!std::isfinite(value) || value < 0)
        return kMissing;
    if (value < 1000)
        return QLocale().toString(value, 'g', 3);
    constexpr std::array kUnits{"k", "M", "G", "T", "P", "E"};
    std::size_t unit = 0;
    for (value /= 1000; value >= 999.5 && unit + 1 < kUnits.size(); ++unit)
        value /= 1000;
    return threeFigures(value) + QChar(0xA0) + QLatin1String(kUnits[unit]);
}

QString decimals(double value, int digits) { return std::isfinite(value) ? QLocale().toString(value, 'f', digits) : kMissing; }

QString significant(double value, int digits)
{
    if (!std::isfinite(value))
        return kMissing;
    auto text = QLocale().toString(value, 'g', digits);
    return text;
}

QString bytes(double value)
{
    if (!std::isfinite(value) || value < 0)
        return kMissing;
    constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t unit = 0;
    for (; value >= 1023.5 && unit + 1 < kUnits.size(); ++unit)
        value /= 1024;
    const auto number = unit == 0 ? QLocale().toString(value, 'f', 0) : threeFigures(value);
    return number + QChar(0xA0) + QLatin1String(kUnits[unit]);
}

QString duration(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0)
        return kMissing;
    const auto whole = qlonglong(std::llround(seconds));
    const auto two = [](qlonglong value) { return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0')); };
    if (seconds < 9.95)
        return translated(QT_TRANSLATE_NOOP("format", "%1 s")).arg(QLocale().toString(seconds, 'f', 1));
    if (whole < 60)
        return translated(QT_TRANSLATE_NOOP("format", "%1 s")).arg(whole);
    if (whole < 3600)
        return translated(QT_TRANSLATE_NOOP("format", "%1 min %2 s")).arg(whole / 60).arg(two(whole % 60));
    if (whole < 86400)
        return translated(QT_TRANSLATE_NOOP("format", "%1 h %2 min")).arg(whole / 3600).arg(two(whole / 60 % 60));
    return translated(QT_TRANSLATE_NOOP("format", "%1 d %2 h")).arg(whole / 86400).arg(two(whole / 3600 % 24));
}

QString percent(double fraction)
{
    return std::isfinite(fraction) ? translated(QT_TRANSLATE_NOOP("format", "%1 %")).arg(QLocale().toString(fraction * 100, 'f', 0)) : kMissing;
}

QString localTime(const QString& isoUtc)
{
    const auto time = QDateTime::fromString(isoUtc, Qt::ISODate);
    return time.isValid() ? QLocale().toString(time.toLocalTime(), QLocale::ShortFormat) : isoUtc;
}

QString shortPath(const QString& path)
{
    const auto home = QDir::homePath();
    if (path == home || path.startsWith(home + QLatin1Char('/')))
        return QLatin1Char('~') + path.mid(home.size());
    return path;
}

QString breakable(const QString& text)
{
    constexpr qsizetype kLongest = 40, kKept = 18;
    QString result;
    qsizetype begin = 0;
    const auto take = [&](qsizetype end) {
        const auto word = QStringView(text).mid(begin, end - begin);
        if (word.size() > kLongest)
            result += word.left(kKept) % QChar(0x2026) % word.right(kKept);
        else
            result += word;
    };
    for (qsizetype at = 0; at < text.size(); ++at)
        if (text[at].isSpace() || text[at] == QLatin1Char('/') || text[at].script() == QChar::Script_Han) {      // lines are broken after these
            take(at);
            result += text[at];
            begin = at + 1;
        }
    take(text.size());
    return result;
}

}  // namespace bam::ui
