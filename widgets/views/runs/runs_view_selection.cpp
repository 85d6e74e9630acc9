// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs are selected, and which of them is current.
#include "widgets/models/run_filter.h"
#include "widgets/views/runs/run_color_menu.h"
#include "widgets/views/runs/run_tree.h"
#include "widgets/views/runs/runs_view.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace bam::views {

using models::RunModel;

QStringList RunsView::selectedRuns() const
{
    if (!m_selected)
        m_selected = readSelection();
    return *m_selected;
}

/// By ranges, in the order shown: asking for single rows costs rows × ranges.
QStringList RunsView::readSelection() const
{
    struct Range {
        int group, first, last;     // group −1: at the top
        QModelIndex parent;
    };
    std::vector<Range> ranges;
    for (const auto& range : m_tree->selectionModel()->selection())
        if (range.isValid())
            ranges.push_back({range.parent().isValid() ? range.parent().row() : -1, range.top(), range.bottom(), range.parent()});
    // A selected group comes before those of its runs that are selected too.
    const auto place = [](const Range& range) { return range.group < 0 ? std::tuple(range.first, -1) : std::tuple(range.group, range.first); };
    std::sort(ranges.begin(), ranges.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
    QStringList paths;
    QSet<QString> seen;
    const auto add = [&](const QModelIndex& index) {
        const auto path = index.data(RunModel::PathRole).toString();
        if (path.isEmpty() || seen.contains(path))
            return;
        seen.insert(path);
        paths.append(path);
    };
    for (const auto& range : ranges)
        for (int row = range.first; row <= range.last; ++row) {
            const auto index = m_filter->index(row, 0, range.parent);
            add(index);
            for (int child = 0, count = m_filter->rowCount(index); child < count; ++child)      // a group stands for its runs
                add(m_filter->index(child, 0, index));
        }
    return paths;
}

void RunsView::selectRuns(const QStringList& paths)
{
    m_hidden.clear();
    QHash<QModelIndex, QVector<int>> rows;      // of each parent
    QModelIndex first;
    for (const auto& path : paths) {
        const auto index = m_filter->indexOf(path);
        if (index.isValid()) {
            rows[index.parent()].append(index.row());
            first = first.isValid() ? first : index;
        } else if (m_model->record(path)) {
            m_hidden.append(path);
        }
    }
    // Neighbours as one range: what a selection costs grows with its ranges.
    QItemSelection selection;
    for (auto of = rows.begin(); of != rows.end(); ++of) {
        auto& all = *of;
        std::sort(all.begin(), all.end());
        for (qsizetype i = 0; i < all.size();) {
            auto last = i;
            while (last + 1 < all.size() && all[last + 1] <= all[last] + 1)
                ++last;
            selection.append(QItemSelectionRange(m_filter->index(all[i], 0, of.key()), m_filter->index(all[last], RunModel::ColumnCount - 1, of.key())));
            i = last + 1;
        }
    }
    m_applying = true;
    if (!m_tree->currentIndex().isValid() && first.isValid())
        m_tree->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    m_tree->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_applying = false;
    changedLater();
}

/// Rows or their selection changed: told once for many changes.
void RunsView::changedLater()
{
    m_selected.reset();
    m_later.start(0);
}

void RunsView::noteSelection()
{
    if (!m_applying)
        m_hidden.clear();
    changedLater();
}

void RunsView::tellSelection()
{
    showState();
    const auto selected = selectedRuns();
    m_actions->setSelection(selected, *m_model);
    m_colorMenu->menuAction()->setEnabled(!selected.isEmpty());
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
    if (selected != m_told) {
        const QSet<QString> told(m_told.begin(), m_told.end());
        for (const auto& path : selected)
            if (!told.contains(path))
                added.append(path);
    }
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
