// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_palette.h"

#include "widgets/common/icons.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace bam::window {
namespace {

QString plainText(const QAction& action)
{
    auto text = action.text();
    text.remove(QLatin1Char('&'));
    if (text.endsWith(QStringLiteral("\u2026")))
        text.chop(1);
    return text;
}

void collect(const QString& prefix, const QList<QAction*>& actions, std::vector<PaletteEntry>& entries)
{
    for (auto* action : actions) {
        if (action->isSeparator() || action->text().isEmpty())
            continue;
        if (action->menu()) {
            collect(plainText(*action), action->menu()->actions(), entries);
            continue;
        }
        const auto title = prefix.isEmpty() ? plainText(*action) : CommandPalette::tr("%1: %2", "menu, then action").arg(prefix, plainText(*action));
        const bool known = std::any_of(entries.begin(), entries.end(), [&](const auto& entry) { return entry.action == action; });
        if (!known)
            entries.push_back({title, action->shortcut().toString(QKeySequence::NativeText), action});
    }
}

}  // namespace

int matchScore(const QString& typed, const QString& title)
{
    int score = 0;
    qsizetype at = 0, previous = -2;
    for (const auto letter : typed.toCaseFolded()) {
        if (letter.isSpace())
            continue;
        const auto folded = title.toCaseFolded();
        auto found = folded.indexOf(letter, at);
        if (found < 0)
            return -1;
        // The beginning of a word is what people type: prefer it to a letter inside one.
        for (auto later = found; later >= 0 && found != previous + 1; later = folded.indexOf(letter, later + 1))
            if (later == 0 || !folded[later - 1].isLetterOrNumber()) {
                found = later;
                break;
            }
        const bool begins = found == 0 || !folded[found - 1].isLetterOrNumber();
        score += found == previous + 1 ? 6 : begins ? 5 : 1;
        previous = found;
        at = found + 1;
    }
    return score * 100 - int(std::min<qsizetype>(title.size(), 99));
}

std::vector<PaletteEntry> entriesOf(const QList<QAction*>& menus)
{
    std::vector<PaletteEntry> entries;
    collect({}, menus, entries);
    return entries;
}

CommandPalette::CommandPalette(std::vector<PaletteEntry> entries, QWidget* parent)
    : QDialog(parent)
    , m_entries(std::move(entries))
    , m_input(new QLineEdit(this))
    , m_list(new QTreeWidget(this))
{
    setWindowTitle(tr("Commands"));
    m_input->setPlaceholderText(tr("Type what you want to do"));
    m_input->setAccessibleName(tr("Command"));
    m_input->addAction(ui::icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_input->setObjectName(QStringLiteral("paletteInput"));
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("Commands"));
    m_list->setHeaderHidden(true);
    m_list->setColumnCount(2);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_input);
    layout->addWidget(m_list);
    m_input->installEventFilter(this);
    connect(m_input, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::runCurrent);
    const auto em = fontMetrics().height();
    resize(em * 34, em * 24);
    fill();
}

void CommandPalette::fill()
{
    std::vector<std::pair<int, const PaletteEntry*>> found;
    for (const auto& entry : m_entries)
        if (const int score = matchScore(m_input->text(), entry.title); score > -1 || m_input->text().trimmed().isEmpty())
            found.emplace_back(score, &entry);
    if (!m_input->text().trimmed().isEmpty())
        std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    m_list->clear();
    for (const auto& [score, entry] : found) {
        auto* item = new QTreeWidgetItem(m_list, {entry->title, entry->shortcut});
        item->setData(0, Qt::UserRole, QVariant::fromValue(std::size_t(entry - m_entries.data())));
        item->setDisabled(!entry->action || !entry->action->isEnabled());
        item->setToolTip(0, entry->action ? entry->action->toolTip() : QString());
    }
    if (m_list->topLevelItemCount() == 0)
        (new QTreeWidgetItem(m_list, {tr("No command has these letters."), QString()}))->setDisabled(true);
    for (int row = 0; row < m_list->topLevelItemCount(); ++row)
        if (!m_list->topLevelItem(row)->isDisabled()) {
            m_list->setCurrentItem(m_list->topLevelItem(row));
            break;
        }
}

void CommandPalette::runCurrent()
{
    const auto* item = m_list->currentItem();
    if (!item || item->isDisabled())
        return;
    const auto action = m_entries[item->data(0, Qt::UserRole).value<std::size_t>()].action;
    accept();
    if (action)
        action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_input || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const int rows = m_list->topLevelItemCount();
    const int page = std::max(1, m_list->viewport()->height() / std::max(1, m_list->visualItemRect(m_list->topLevelItem(0)).height()) - 1);
    int by = 0;
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: runCurrent(); return true;
    case Qt::Key_Down: by = 1; break;
    case Qt::Key_Up: by = -1; break;
    case Qt::Key_PageDown: by = page; break;
    case Qt::Key_PageUp: by = -page; break;
    default: return QDialog::eventFilter(watched, event);
    }
    // Disabled ones are shown, so that people see that they exist, and stepped over.
    const int from = m_list->indexOfTopLevelItem(m_list->currentItem()), direction = by > 0 ? 1 : -1;
    int row = std::clamp(from + by, 0, rows - 1);
    while (row >= 0 && row < rows && m_list->topLevelItem(row)->isDisabled())
        row += direction;
    if (row < 0 || row >= rows)
        for (row = std::clamp(row, 0, rows - 1); row != from && m_list->topLevelItem(row)->isDisabled();)
            row -= direction;
    m_list->setCurrentItem(m_list->topLevelItem(row));
    return true;
}

}  // namespace bam::window
