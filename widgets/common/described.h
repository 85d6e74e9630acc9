// SPDX-License-Identifier: GPL-3.0-or-later
// Widgets and actions with all that tells of them: name, tooltip, line in the status bar.
#pragma once

#include <QString>

#include <functional>

class QAction;
class QObject;
class QWidget;

namespace bam::ui {

/// Gives a widget a name for screen readers and a tooltip. @returns the name, for its label in a form
QString withTip(QWidget* widget, const QString& name, const QString& tip);

/// An action of `parent`. @param name of the object @param icon of resources/icons @param tip also shown in the status bar
QAction* makeAction(QObject* parent, const char* name, const QString& icon, const QString& text, const QString& tip, std::function<void()> run);

}  // namespace bam::ui
