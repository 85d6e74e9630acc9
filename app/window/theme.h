// SPDX-License-Identifier: GPL-3.0-or-later
// Light, dark, or as the system says.
#pragma once

#include <QDBusVariant>
#include <QFont>
#include <QObject>
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
/// Applies a theme whenever the desktop changes its colour scheme, as long as this lives.
class ThemeWatch : public QObject {
    Q_OBJECT
public:
    explicit ThemeWatch(QObject* parent = nullptr);
Q_SIGNALS:
    void systemChanged();
private Q_SLOTS:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);
};

/// The text size that people chose, as a factor of the system's. @param percent 70 … 200
void applyTextSize(QApplication& application, const QFont& system, int percent);

}  // namespace bam::window
