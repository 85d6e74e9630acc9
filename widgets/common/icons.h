// SPDX-License-Identifier: GPL-3.0-or-later
// The program's own line icons, drawn from SVG in the palette's text colour, so that they suit light, dark and high-contrast themes at any scale.
#pragma once

#include <QIcon>
#include <QString>

namespace bam::ui {

/// @param name of resources/icons/<name>.svg. An unknown name gives an empty icon (a test checks every name used).
QIcon icon(const QString& name);

}  // namespace bam::ui
