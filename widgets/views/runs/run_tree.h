// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of runs: sorts by several columns, shows and hides them, keeps groups open.
#pragma once

#include "widgets/models/run_filter.h"

#include <QTreeView>

namespace bam::views {

class RunTree : public QTreeView {
    Q_OBJECT
public:
    RunTree(models::RunFilter* filter, QWidget* parent = nullptr);

    /// Column widths, order, hidden ones and sorting.
    QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);

Q_SIGNALS:
    void enterPressed();
    /// @param position in global coordinates
    void menuRequested(const QPoint& position);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    /// A selection that keys do not act on is paler.
    void initViewItemOption(QStyleOptionViewItem* option) const override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void sortBy(int column, bool further);
    void showHeaderMenu(const QPoint& position);
    void showSorting();
    void settleGroups(int first, int last);
    void setDefaultWidths();

    models::RunFilter* m_filter;
};

}  // namespace bam::views
