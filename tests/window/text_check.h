// SPDX-License-Identifier: GPL-3.0-or-later
// Finds texts in widgets that no translator can reach and texts that have no room, while the pseudo-language is installed.
#pragma once

#include <QStringList>
#include <QWidget>

namespace bam::test {

/// Visible and hover texts of a widget and everything in it that were not translated: "QPushButton startOpen text: Open". Names of things (encodings, file
/// names, flags) are no language.
QStringList untranslatedTexts(const QWidget& root);

/// Labels, buttons, tabs and boxes whose text needs more room than they have.
QStringList clippedTexts(const QWidget& root);

}  // namespace bam::test
