// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/runs/run_tree.h"

#include "widgets/common/colors.h"
#include "widgets/common/format.h"
#include "widgets/views/runs/run_delegate.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDataStream>
#include <QHeaderView>
#include <QIODevice>
#include <QKeyEvent>
#include <QMenu>
#include <QProxyStyle>

namespace bam::views {
namespace {

using models::RunFilter;
using models::RunModel;

/// Fusion with a little more room at the sides of cells: numbers that end where the next column's text begins cannot be told apart.
class RoomyStyle : public QProxyStyle {
public:
    explicit RoomyStyle(QObject* parent)
        : QProxyStyle(QStringLiteral("fusion"))
    {
        setParent(parent);
    }
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
    {
        const int own = QProxyStyle::pixelMetric(metric, option, widget);
        return metric == PM_FocusFrameHMargin || metric == PM_HeaderMargin ? own + 4 : own;
    }
};

}  // namespace

RunTree::RunTree(RunFilter* filter, QWidget* parent)
    : QTreeView(parent)
    , m_filter(filter)
{
    auto* style = new RoomyStyle(this);
    setStyle(style);
    header()->setStyle(style);
    setModel(filter);
    setItemDelegate(new RunDelegate(this));
    setSelectionMode(ExtendedSelection);
    setSelectionBehavior(SelectRows);
    setAlternatingRowColors(true);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setEditTriggers(DoubleClicked);
    setExpandsOnDoubleClick(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setAccessibleName(tr("Runs"));
    setTextElideMode(Qt::ElideRight);

    header()->setObjectName(QStringLiteral("runHeader"));
    header()->setSectionsMovable(true);
    header()->setFirstSectionMovable(false);
    header()->setSectionsClickable(true);
    header()->setSortIndicatorShown(true);
    header()->setStretchLastSection(true);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    header()->setWhatsThis(tr("Click to sort; Ctrl+click sorts further by a second column. Right-click to choose columns."));
    connect(header(), &QHeaderView::sectionClicked, this, [this](int column) { sortBy(column, QApplication::keyboardModifiers() & (Qt::ControlModifier | Qt::ShiftModifier)); });
    connect(header(), &QHeaderView::customContextMenuRequested, this, [this](const QPoint& position) { showHeaderMenu(header()->mapToGlobal(position)); });
    connect(filter, &QAbstractItemModel::modelReset, this, [this] { settleGroups(0, m_filter->rowCount() - 1); });
    connect(filter, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex& parent, int first, int last) {
        if (!parent.isValid())
            settleGroups(first, last);
    });
    setColumnHidden(RunModel::Size, true);      // the name has them
    setColumnHidden(RunModel::Encoding, true);
    setColumnHidden(RunModel::Version, true);
    setColumnHidden(RunModel::Seed, true);
    setColumnHidden(RunModel::TokensPerStep, true);
    // A loss and the learning rate of a sweep are what most people look for first.
    header()->moveSection(header()->visualIndex(RunModel::TrainLoss), 1);
    header()->moveSection(header()->visualIndex(RunModel::LearningRate), header()->visualIndex(RunModel::Eta));
    setDefaultWidths();
    showSorting();
}

void RunTree::setDefaultWidths()
{
    const auto wide = [this](const QString& sample) { return fontMetrics().horizontalAdvance(sample) + 2 * fontMetrics().averageCharWidth() + 10; };
    // What the longest usual contents look like, in the locale's own form.
    const auto text = [](const char* sample) { return QString::fromLatin1(sample); };
    const auto finished = models::stateTitle(runs::RunState::Finished), dataEnded = models::dataEndedTitle();
    const std::pair<int, QString> widths[] = {{RunModel::Run, QStringLiteral("oooooo custom BAM 00 · seed 42")}, {RunModel::Size, text("laptop")},
        {RunModel::Encoding, text("Sinusoidal + SSMax")}, {RunModel::Version, text("00")}, {RunModel::Seed, text("12345")}, {RunModel::LearningRate, ui::significant(0.000123, 3)}, {RunModel::TokensPerStep, ui::shortCount(999500)},
        {RunModel::State, text("oooo ") + (wide(finished) > wide(dataEnded) ? finished : dataEnded)},
        {RunModel::Progress, ui::count(100000) + text(" / ") + ui::count(200000)}, {RunModel::TrainLoss, ui::decimals(10, 4)}, {RunModel::ValidationLoss, ui::decimals(10, 4)},
        {RunModel::TokensPerSecond, ui::shortCount(999500)}, {RunModel::Eta, ui::duration(86000)}, {RunModel::Started, ui::localTime(text("2026-11-29T22:58:58Z"))},
        {RunModel::Tags, text("paper, long run")}, {RunModel::Note, text("What people write down")}};
    for (const auto& [column, sample] : widths)
        header()->resizeSection(column, std::max(wide(sample), header()->sectionSizeHint(column)));
}

/// New groups are open, and their title takes the whole row.
void RunTree::settleGroups(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        const auto index = m_filter->index(row, 0);
        const bool group = !m_filter->record(index);
        if (group != isFirstColumnSpanned(row, {}))
            setFirstColumnSpanned(row, {}, group);
        if (group)
            expand(index);
    }
    const bool grouped = m_filter->rowCount() > 0 && !m_filter->record(m_filter->index(0, 0));
    setRootIsDecorated(grouped);
}

void RunTree::sortBy(int column, bool further)
{
    auto keys = m_filter->sorting();
    const auto known = std::find_if(keys.begin(), keys.end(), [&](const auto& key) { return key.column == column; });
    const bool first = !further && !keys.isEmpty() && keys.front().column == column;
    const auto flipped = [](Qt::SortOrder order) { return order == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder; };
    if (first)
        keys = {{column, flipped(keys.front().order)}};
    else if (!further)
        keys = {{column, Qt::AscendingOrder}};
    else if (known != keys.end())
        known->order = flipped(known->order);
    else
        keys.append({column, Qt::AscendingOrder});
    m_filter->setSorting(keys);
    showSorting();
}

void RunTree::showSorting()
{
    const auto& keys = m_filter->sorting();
    if (!keys.isEmpty())
        header()->setSortIndicator(keys.front().column, keys.front().order);
}

void RunTree::showHeaderMenu(const QPoint& position)
{
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("columnMenu"));
    const int clicked = header()->logicalIndexAt(header()->mapFromGlobal(position));
    if (clicked >= 0) {
        menu.addAction(tr("Sort by this column"), this, [this, clicked] { sortBy(clicked, false); });
        menu.addAction(tr("Sort further by this column"), this, [this, clicked] { sortBy(clicked, true); });
        menu.addSeparator();
    }
    for (int column = 1; column < RunModel::ColumnCount; ++column) {
        auto* action = menu.addAction(m_filter->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        action->setToolTip(m_filter->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
        connect(action, &QAction::toggled, this, [this, column](bool shown) { setColumnHidden(column, !shown); });
    }
    menu.exec(position);
}

QByteArray RunTree::saveColumns() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << qint32(RunModel::ColumnCount) << header()->saveState() << qint32(m_filter->sorting().size());
    for (const auto& key : m_filter->sorting())
        stream << qint32(key.column) << qint32(key.order);
    return state;
}

void RunTree::restoreColumns(const QByteArray& state)
{
    QDataStream stream(state);
    qint32 columns = 0, keys = 0;
    QByteArray headerState;
    stream >> columns >> headerState >> keys;
    if (stream.status() != QDataStream::Ok || columns != RunModel::ColumnCount || keys < 0 || keys > columns)
        return;     // of another version: the defaults stay
    header()->restoreState(headerState);
    QVector<RunFilter::Key> sorting;
    for (int i = 0; i < keys; ++i) {
        qint32 column = 0, order = 0;
        stream >> column >> order;
        if (column >= 0 && column < RunModel::ColumnCount)
            sorting.append({column, order == Qt::DescendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder});
    }
    if (stream.status() == QDataStream::Ok && !sorting.isEmpty())
        m_filter->setSorting(sorting);
    setColumnHidden(RunModel::Run, false);
    showSorting();
}

void RunTree::keyPressEvent(QKeyEvent* event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && state() != EditingState) {
        const auto index = currentIndex();
        if (index.isValid() && !m_filter->record(index))
            setExpanded(index.siblingAtColumn(0), !isExpanded(index.siblingAtColumn(0)));
        else
            Q_EMIT enterPressed();
        return;
    }
    QTreeView::keyPressEvent(event);
}

void RunTree::initViewItemOption(QStyleOptionViewItem* option) const
{
    QTreeView::initViewItemOption(option);
    auto& palette = option->palette;
    const auto* focused = QApplication::focusWidget();
    if (focused == this || isAncestorOf(focused))
        return;
    palette.setColor(QPalette::Highlight, ui::mixed(palette.color(QPalette::Base), palette.color(QPalette::Highlight), 0.28));
    palette.setColor(QPalette::HighlightedText, palette.color(QPalette::Text));
}

void RunTree::contextMenuEvent(QContextMenuEvent* event)
{
    auto position = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard && currentIndex().isValid())
        position = viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft());
    Q_EMIT menuRequested(position);
}

}  // namespace bam::views
