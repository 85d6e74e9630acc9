// SPDX-License-Identifier: GPL-3.0-or-later
// The list of curves beside the plot, below a key of what kinds of lines there are: a click hides or shows one, a double click leaves only that one, hovering brings it out. It scrolls.
#pragma once

#include "widgets/views/loss/legend_key.h"
#include "widgets/views/loss/loss_content.h"

#include <QAbstractListModel>
#include <QListView>

namespace bam::views {

constexpr int kLegendSwatch = 30, kLegendPadding = 6;      // pixels

class CurveLegendModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { StyleRole = Qt::UserRole, HiddenRole, PathsRole, RunningRole, ValidationRole };
    struct Item {
        QString title, tip;
        QStringList paths;
        plots::CurveStyle style;
        bool hidden = false, running = false;
        bool operator==(const Item& other) const { return title == other.title && tip == other.tip && paths == other.paths && style == other.style && hidden == other.hidden && running == other.running; }
    };
    using QAbstractListModel::QAbstractListModel;
    void setItems(QVector<Item> items);
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    QVector<Item> m_items;
};

class CurveLegend : public QListView {
    Q_OBJECT
public:
    explicit CurveLegend(QWidget* parent = nullptr);
    /// The title, and of a group what its line and band are.
    static QString captionOf(const CurveEntry& entry);
    void setEntries(const std::vector<CurveEntry>& entries);
    const CurveLegendModel& items() const { return *m_model; }
    LegendKey& key() const { return *m_key; }
    /// No higher than this many rows, nor than there are; 0: any height.
    void setRowLimit(int rows);
    QSize sizeHint() const override;

Q_SIGNALS:
    void toggled(const QStringList& paths);         ///< hide or show
    void onlyThis(const QStringList& paths);        ///< hide all others, or show all when they are hidden already
    void hovered(const QStringList& paths);         ///< empty: none

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void hover(const QModelIndex& index);
    int heightOf(int rows) const;
    void placeKey();
    CurveLegendModel* m_model;
    LegendKey* m_key;
    QStringList m_hovered;
    bool m_doubleClicked = false;
    int m_rowLimit = 0;
    QStringList m_longest;      // titles that may be the widest
};

/// The piece of line, with the marker of validations if it is not −1, that stands for a curve.
void drawSwatch(QPainter& painter, const QRectF& rect, const plots::CurveStyle& style, const QColor& background, double opacity);

}  // namespace bam::views
