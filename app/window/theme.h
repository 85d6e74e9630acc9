// SPDX-License-Identifier: GPL-3.0-or-later
// Light, dark, or as the system says.
#pragma once

#include <QPalette>
#include <QString>

class QApplication;

namespace bam::window {

enum class Theme { System, Light, Dark };

/// "system", "light", "dark"; anything else is System.
Theme themeFromName(const QString& name);
QString themeName(Theme theme);

QPalette lightPalette();
QPalette darkPalette();
/// Sets the style and the palette of the whole program. System follows the desktop's colour scheme.
void applyTheme(QApplication& application, Theme theme);
/// Whether text is lighter than what it stands on.
bool isDark(const QPalette& palette);

}  // namespace bam::window
