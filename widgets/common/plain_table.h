// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of results as every page has them, and the text of a page that has nothing to show.
#pragma once

#include <QString>

class QAbstractItemModel;
class QLabel;
class QTableView;
class QWidget;

namespace bam::ui {

/// Read-only, without grid, every second row shaded. @param name object name @param title accessible name
QTableView* plainTable(QWidget* parent, QAbstractItemModel* model, const char* name, const QString& title);
/// Columns as wide as what is in them, but none so wide that it hides the others; rows as high as the text.
void fitColumns(QTableView* table);
/// In the middle of a page: what to do to see something.
QLabel* pageHint(QWidget* parent, const char* name);

}  // namespace bam::ui
