// SPDX-License-Identifier: GPL-3.0-or-later
// Small sums with colours and palettes.
#pragma once

#include <QColor>
#include <QPalette>

namespace bam::ui {

/// @param share of `b`, 0 … 1
QColor mixed(const QColor& a, const QColor& b, double share);

/// Whether text is lighter than what it stands on.
bool isDark(const QPalette& palette);

}  // namespace bam::ui
