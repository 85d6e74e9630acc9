// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loss/curve_legend.h"

#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

namespace bam::views {
namespace {

class LegendDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto& palette = option.palette;
        const bool hidden = index.data(CurveLegendModel::HiddenRole).toBool();
        painter->save();
        if (option.state & (QStyle::State_MouseOver | QStyle::State_HasFocus)) {
            auto back = palette.color(QPalette::Highlight);
            back.setAlphaF(0.14F);
            painter->fillRect(option.rect, back);
        }
        if (option.state & QStyle::State_HasFocus) {
            painter->setPen(QPen(palette.color(QPalette::Highlight), 1));
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
        const auto style = index.data(CurveLegendModel::StyleRole).value<plots::CurveStyle>();
        QRect rect = option.rect.adjusted(kLegendPadding, 0, -kLegendPadding, 0);
        drawSwatch(*painter, QRectF(rect.left(), rect.top(), kLegendSwatch, rect.height()), style, palette.color(QPalette::Base), hidden ? 0.3 : 1);
        rect.setLeft(rect.left() + kLegendSwatch + kLegendPadding);
        painter->setFont(option.font);
        painter->setPen(palette.color(hidden ? QPalette::Disabled : QPalette::Active, QPalette::Text));
        // Runs are told apart by their ends, means by what they are of.
        const auto elide = index.data(CurveLegendModel::PathsRole).toStringList().size() > 1 ? Qt::ElideRight : Qt::ElideMiddle;
        painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft, option.fontMetrics.elidedText(index.data().toString(), elide, rect.width()));
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return {kLegendPadding * 3 + kLegendSwatch + option.fontMetrics.horizontalAdvance(index.data().toString()), option.fontMetrics.height() + 6};
    }
};

}  // namespace

void drawSwatch(QPainter& painter, const QRectF& rect, const plots::CurveStyle& style, const QColor& background, double opacity)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(opacity);
    const auto color = plots::drawnOn(style, background);
    const auto line = plots::lineOf(style);
    QPen pen(color, 2.2, Qt::SolidLine, Qt::FlatCap);
    if (line == plots::Line::LongDashed)
        pen.setDashPattern({3.2, 1.3});     // the swatch has room for few
    else if (line != plots::Line::Solid)
        pen.setDashPattern(plots::dashesOf(line));
    painter.setPen(pen);
    const double y = rect.center().y() + 0.5;
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
    if (style.marker >= 0)
        plots::drawMarker(painter, {rect.center().x(), y}, style.marker, 7, color, plots::isHollow(line) ? background : color);
    painter.restore();
}

void CurveLegendModel::setItems(QVector<Item> items)
{
    const auto samePaths = [](const Item& a, const Item& b) { return a.paths == b.paths; };
    if (items.size() != m_items.size() || !std::equal(items.begin(), items.end(), m_items.begin(), samePaths)) {
        beginResetModel();
        m_items = std::move(items);
        endResetModel();
        return;
    }
    for (int row = 0; row < items.size(); ++row)
        if (!(items[row] == m_items[row])) {
            m_items[row] = items[row];
            Q_EMIT dataChanged(index(row), index(row));
        }
}

int CurveLegendModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_items.size()); }

QVariant CurveLegendModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_items.size())
        return {};
    const auto& item = m_items[index.row()];
    switch (role) {
    case Qt::DisplayRole: return item.title;
    case Qt::ToolTipRole: return item.tip;
    case Qt::AccessibleTextRole: return item.hidden ? tr("%1, hidden").arg(item.title) : item.title;
    case StyleRole: return QVariant::fromValue(item.style);
    case HiddenRole: return item.hidden;
    case PathsRole: return item.paths;
    case RunningRole: return item.running;
    default: return {};
    }
}

CurveLegend::CurveLegend(QWidget* parent)
    : QListView(parent)
    , m_model(new CurveLegendModel(this))
    , m_key(new LegendKey(this))
{
    setObjectName(QStringLiteral("curveLegend"));
    setAccessibleName(tr("Curves"));
    setModel(m_model);
    setItemDelegate(new LegendDelegate(this));
    setUniformItemSizes(true);
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(QAbstractItemView::NoSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    viewport()->setMouseTracking(true);
    setMinimumSize(8 * kLegendSwatch / 3, fontMetrics().height());
    placeKey();
}

void CurveLegend::placeKey()
{
    const int height = m_key->sizeHint().height();
    setViewportMargins(0, height, 0, 0);
    m_key->setGeometry(frameWidth(), frameWidth(), width() - 2 * frameWidth(), height);
}

void CurveLegend::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    placeKey();
}

void CurveLegend::changeEvent(QEvent* event)
{
    QListView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        placeKey();
}

QString CurveLegend::captionOf(const CurveEntry& entry)
{
    if (entry.group.isEmpty())
        return entry.title;
    const int runs = int(entry.runs.size());
    if (entry.seeds == 1)
        return tr("%1: mean of %n runs of one seed", nullptr, runs).arg(entry.title);
    if (runs > entry.seeds)
        return (entry.extremes ? tr("%1: mean and range of %n seeds in %2 runs", nullptr, entry.seeds) : tr("%1: mean ± SD of %n seeds in %2 runs", nullptr, entry.seeds)).arg(entry.title).arg(runs);
    return (entry.extremes ? tr("%1: mean and range of %n seeds", nullptr, entry.seeds) : tr("%1: mean ± SD of %n seeds", nullptr, entry.seeds)).arg(entry.title);
}

void CurveLegend::setEntries(const std::vector<CurveEntry>& entries)
{
    QVector<CurveLegendModel::Item> items;
    for (const auto& entry : entries) {
        const auto caption = captionOf(entry);
        CurveLegendModel::Item item{caption, caption, entry.paths(), entry.style, entry.hidden, false};
        item.tip += QLatin1Char('\n') + tr("Click: hide or show. Double click: only this one.");
        for (const auto* run : entry.runs)
            item.running |= run->info.running;
        items.append(item);
    }
    // To measure thousands of titles takes long; the widest is among those with the most characters, or near enough.
    QStringList titles;
    for (const auto& item : items)
        titles.append(item.title);
    const auto most = std::min<qsizetype>(titles.size(), 16);
    std::partial_sort(titles.begin(), titles.begin() + most, titles.end(), [](const QString& a, const QString& b) { return a.size() > b.size(); });
    m_longest = titles.mid(0, most);
    m_model->setItems(std::move(items));
}

void CurveLegend::mouseReleaseEvent(QMouseEvent* event)
{
    QListView::mouseReleaseEvent(event);
    // The release that ends a double click is not another click.
    const bool second = std::exchange(m_doubleClicked, false);
    if (const auto index = indexAt(event->pos()); index.isValid() && event->button() == Qt::LeftButton && !second)
        Q_EMIT toggled(index.data(CurveLegendModel::PathsRole).toStringList());
}

void CurveLegend::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_doubleClicked = true;
    if (const auto index = indexAt(event->pos()); index.isValid() && event->button() == Qt::LeftButton)
        Q_EMIT onlyThis(index.data(CurveLegendModel::PathsRole).toStringList());
}

void CurveLegend::mouseMoveEvent(QMouseEvent* event)
{
    QListView::mouseMoveEvent(event);
    hover(indexAt(event->pos()));
}

void CurveLegend::leaveEvent(QEvent* event)
{
    QListView::leaveEvent(event);
    hover({});
}

void CurveLegend::hover(const QModelIndex& index)
{
    const auto paths = index.data(CurveLegendModel::PathsRole).toStringList();
    if (paths == m_hovered)
        return;
    m_hovered = paths;
    Q_EMIT hovered(paths);
}

void CurveLegend::keyPressEvent(QKeyEvent* event)
{
    const auto paths = currentIndex().data(CurveLegendModel::PathsRole).toStringList();
    if (!paths.isEmpty() && event->key() == Qt::Key_Space)
        Q_EMIT toggled(paths);
    else if (!paths.isEmpty() && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        Q_EMIT onlyThis(paths);
    else
        QListView::keyPressEvent(event);
}

int CurveLegend::heightOf(int rows) const { return rows * std::max(sizeHintForRow(0), fontMetrics().height() + 6) + m_key->sizeHint().height() + 2 * frameWidth(); }

void CurveLegend::setRowLimit(int rows)
{
    m_rowLimit = rows;
    m_key->setFlat(rows > 0);
    placeKey();
    setMaximumHeight(rows > 0 ? heightOf(std::clamp(m_model->rowCount(), 1, rows)) : QWIDGETSIZE_MAX);
}

QSize CurveLegend::sizeHint() const
{
    int widest = 0;
    for (const auto& title : m_longest)
        widest = std::max(widest, kLegendPadding * 3 + kLegendSwatch + fontMetrics().horizontalAdvance(title) + 20);
    return {std::clamp(std::max(widest, m_key->sizeHint().width()), 120, 260), m_rowLimit > 0 ? maximumHeight() : 200};
}

}  // namespace bam::views
