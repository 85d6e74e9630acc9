// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them, in the language and with the separators of their locale. Missing values (NaN, negative counts) are an em dash.
#pragma once

#include <QString>

namespace bam::ui {

QString count(double value);            ///< "1,234,567"
QString shortCount(double value);       ///< "3.93 M", "12.5 k", "1.2 T"
QString decimals(double value, int digits);     ///< "2.8761"
QString significant(double value, int digits = 4);  ///< "0.0004", "1.2e−05", "13,400"
QString bytes(double value);            ///< "1.5 GiB"
QString duration(double seconds);       ///< "42 s", "3 min 05 s", "2 h 07 min", "3 d 04 h"
QString percent(double fraction);       ///< "45 %"
/// ISO time of run.json ("2026-11-29T20:56:26Z") in local time and the locale's short form; an unreadable text as it is.
QString localTime(const QString& isoUtc);
/// A path for people: the home folder as ~.
QString shortPath(const QString& path);
/// The same text, in which a line can be broken often enough for any width: words of more than 40 characters, such as names of files, lose their middle.
QString breakable(const QString& text);

}  // namespace bam::ui
