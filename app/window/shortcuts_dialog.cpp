// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shortcuts_dialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace bam::window {

ShortcutsDialog::ShortcutsDialog(const std::vector<PaletteEntry>& entries, const std::vector<ViewKey>& keys, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto* filter = new QLineEdit(this);
    filter->setObjectName(QStringLiteral("shortcutFilter"));
    filter->setPlaceholderText(tr("Filter"));
    filter->setAccessibleName(tr("Filter"));
    filter->setClearButtonEnabled(true);
    auto* list = new QTreeWidget(this);
    list->setObjectName(QStringLiteral("shortcutList"));
    list->setHeaderLabels({tr("Action"), tr("Keys")});
    list->setRootIsDecorated(false);
    list->setAlternatingRowColors(true);
    list->header()->setStretchLastSection(false);
    list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    for (const auto& entry : entries)
        if (!entry.shortcut.isEmpty())
            new QTreeWidgetItem(list, {entry.title, entry.shortcut});
    for (const auto& key : keys)
        new QTreeWidgetItem(list, {key.meaning, key.keys});
    connect(filter, &QLineEdit::textChanged, list, [list](const QString& text) {
        for (int row = 0; row < list->topLevelItemCount(); ++row) {
            auto* item = list->topLevelItem(row);
            item->setHidden(!item->text(0).contains(text, Qt::CaseInsensitive) && !item->text(1).contains(text, Qt::CaseInsensitive));
        }
    });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(filter);
    layout->addWidget(list);
    layout->addWidget(buttons);
    const auto em = fontMetrics().height();
    resize(em * 34, em * 30);
}

}  // namespace bam::window
