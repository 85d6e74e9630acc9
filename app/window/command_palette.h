// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window by name: type a few letters, press Enter. Opened with Ctrl+K.
#pragma once

#include <QAction>
#include <QDialog>
#include <QPointer>

#include <vector>

class QLineEdit;
class QTreeWidget;

namespace bam::window {

struct PaletteEntry {
    QString title;          ///< "Training curves: follow the latest step"
    QString shortcut;
    QPointer<QAction> action;
};

/// How well `typed` fits `title`: its letters in order, better at the beginnings of words and together; −1 when they are not there.
int matchScore(const QString& typed, const QString& title);

/// Entries of all actions with a text, named after their menu, disabled ones included (shown as such).
std::vector<PaletteEntry> entriesOf(const QList<QAction*>& menus);

class CommandPalette : public QDialog {
    Q_OBJECT
public:
    CommandPalette(std::vector<PaletteEntry> entries, QWidget* parent);
protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
private:
    void fill();
    void runCurrent();
    std::vector<PaletteEntry> m_entries;
    QLineEdit* m_input;
    QTreeWidget* m_list;
};

}  // namespace bam::window
