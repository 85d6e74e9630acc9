// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/plain_table.h"

#include <QAbstractItemModel>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

namespace bam::ui {

QTableView* plainTable(QWidget* parent, QAbstractItemModel* model, const char* name, const QString& title)
{
    auto* table = new QTableView(parent);
    table->setObjectName(QLatin1String(name));
    table->setAccessibleName(title);
    table->setModel(model);
    table->verticalHeader()->hide();
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setSelectionBehavior(QAbstractItemView::SelectItems);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

void fitColumns(QTableView* table)
{
    const int widest = table->fontMetrics().averageCharWidth() * 40;
    table->horizontalHeader()->setMinimumSectionSize(table->fontMetrics().averageCharWidth() * 8);
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() * 3 / 2);
    table->resizeColumnsToContents();
    for (int column = 0; column < table->model()->columnCount(); ++column)
        if (table->columnWidth(column) > widest)
            table->setColumnWidth(column, widest);
}

QLabel* pageHint(QWidget* parent, const char* name)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setMargin(12);
    return label;
}

}  // namespace bam::ui
