// SPDX-License-Identifier: GPL-3.0-or-later
// Colours of the set-up that the palette has no role for, readable on light and dark ground and told apart with any kind of colour vision.
#pragma once

#include "widgets/common/colors.h"

#include <QColor>
#include <QPalette>

namespace bam::views {

/// Of texts that say what is wrong.
inline QColor problemColor(const QPalette& palette) { return ui::isDark(palette) ? QColor(0xFF, 0x9E, 0x64) : QColor(0xB4, 0x42, 0x00); }

/// Of memory that is there, nearly full, and exceeded: blue, amber, vermilion.
inline QColor roomColor() { return {0x00, 0x72, 0xB2}; }
inline QColor tightColor() { return {0xE6, 0x9F, 0x00}; }
inline QColor exceededColor() { return {0xD5, 0x5E, 0x00}; }

}  // namespace bam::views
