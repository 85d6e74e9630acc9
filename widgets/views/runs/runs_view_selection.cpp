// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs are selected, and which of them is current.
#include "widgets/models/run_filter.h"
#include "widgets/views/runs/run_color_menu.h"
#include "widgets/views/runs/run_tree.h"
#include "widgets/views/runs/runs_view.h"

#include <algorithm>
#include <utility>

namespace bam::views {

using models::RunModel;

QStringList RunsView::selectedRuns() const
{
    auto rows = m_tree->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) {
        const auto place = [](const QModelIndex& index) { return index.parent().isValid() ? std::pair(index.parent().row(), index.row()) : std::pair(index.row(), -1); };
        return place(a) < place(b);
    });
    QStringList paths;
    QSet<QString> seen;
    const auto add = [&](const QModelIndex& index) {
        const auto path = index.data(RunModel::PathRole).toString();
        if (!path.isEmpty() && !seen.contains(path)) {
            seen.insert(path);
            paths.append(path);
        }
    };
    for (const auto& row : rows) {
        add(row);
        for (int child = 0; child < m_filter->rowCount(row); ++child)      // a group stands for its runs
            add(m_filter->index(child, 0, row));
    }
    return paths;
}

void RunsView::selectRuns(const QStringList& paths)
{
    QItemSelection selection;
    m_hidden.clear();
    QModelIndex first;
    for (const auto& path : paths) {
        const auto index = m_filter->indexOf(path);
        if (index.isValid()) {
            selection.select(index, index.siblingAtColumn(RunModel::ColumnCount - 1));
            first = first.isValid() ? first : index;
        } else if (m_model->record(path)) {
            m_hidden.append(path);
        }
    }
    m_applying = true;
    if (!m_tree->currentIndex().isValid() && first.isValid())
        m_tree->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    m_tree->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_applying = false;
    m_later.start(0);
}

void RunsView::noteSelection()
{
    if (!m_applying)
        m_hidden.clear();
    m_later.start(0);
}

QVector<const runs::RunRecord*> RunsView::selectedRecords() const
{
    QVector<const runs::RunRecord*> records;
    for (const auto& path : selectedRuns())
        if (const auto* record = m_model->record(path))
            records.append(record);
    return records;
}

void RunsView::tellSelection()
{
    showState();
    m_actions->setSelection(selectedRecords());
    m_colorMenu->menuAction()->setEnabled(!m_tree->selectionModel()->selection().isEmpty());
    const auto selected = selectedRuns();
    tellCurrent(selected);
    if (selected == m_told)
        return;
    m_told = selected;
    Q_EMIT selectionChanged(selected);
}

void RunsView::tellCurrent(const QStringList& selected)
{
    if (selected.isEmpty())
        return;
    QStringList added;
    for (const auto& path : selected)
        if (!m_told.contains(path))
            added.append(path);
    const auto row = m_tree->currentIndex().data(RunModel::PathRole).toString();
    auto current = m_current;
    if (std::exchange(m_moved, false) && selected.contains(row))
        current = row;
    else if (added.size() == 1)
        current = added.front();
    else if (added.size() > 1 || !selected.contains(current))
        current = newestOf(selected);
    if (current == m_current)
        return;
    m_current = current;
    Q_EMIT currentRunChanged(current);
}

QString RunsView::newestOf(const QStringList& paths) const
{
    const auto started = [this](const QString& path) {
        const auto* record = m_model->record(path);
        return record ? record->started : std::string();
    };
    return *std::max_element(paths.begin(), paths.end(), [&](const QString& a, const QString& b) { return started(a) < started(b); });
}

}  // namespace bam::views
