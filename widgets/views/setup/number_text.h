// SPDX-License-Identifier: GPL-3.0-or-later
// What a number means that people type or paste: "1e-3", "589,824", "10 000", "1_000", "0,001". Digits are grouped as the locale, other locales, programs
// and tables do it. Invariant: a text that could mean two numbers means none, and nothing is dropped from a text to make it a number.
#pragma once

#include <QLocale>
#include <QString>

#include <optional>

namespace bam::views {

struct NumberText {
    enum class Problem { None, Empty, NoNumber, NotWhole, TwoMeanings, TooLarge };
    std::optional<double> value;    ///< set when there is no problem
    Problem problem = Problem::None;
};

/// @param whole only whole numbers up to 2^53 mean anything
NumberText readNumber(const QString& text, bool whole, const QLocale& locale = QLocale());

/// A sentence for people; empty where the expected range says enough.
QString problemText(NumberText::Problem problem, const QString& text);

}  // namespace bam::views
