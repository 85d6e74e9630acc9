// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and numbers for TeX.
#pragma once

#include <QColor>
#include <QSet>
#include <QString>

namespace bam::figures {

/// Plain text as TeX writes it: special characters escaped, Greek letters and signs as mathematics. @param unknown gets characters that pdfTeX's fonts lack
QString texText(const QString& text, QSet<char32_t>* unknown = nullptr);
/// "0072B2", for \definecolor{…}{HTML}.
QString texColor(const QColor& color);
/// A number in as few digits as needed; "nan" for a missing one.
QString texNumber(double value);

}  // namespace bam::figures
