// SPDX-License-Identifier: GPL-3.0-or-later
// All keyboard shortcuts, by menu, with a filter.
#pragma once

#include "app/window/command_palette.h"

#include <QDialog>

namespace bam::window {

/// Keys that work inside a view and belong to no action.
struct ViewKey {
    QString keys, meaning;
};

class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    ShortcutsDialog(const std::vector<PaletteEntry>& entries, const std::vector<ViewKey>& keys, QWidget* parent);
};

}  // namespace bam::window
