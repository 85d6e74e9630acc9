// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/run_model.h"

#include "widgets/common/colors.h"
#include "widgets/common/format.h"
#include "widgets/common/icons.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace bam::models {
namespace {

QString text(const std::string& value) { return QString::fromStdString(value); }
QString pathOf(const runs::RunRecord& record) { return text(record.path.string()); }

QString tagsText(const runs::RunRecord& record) { return text(runs::tagsAsText(record.notes.tags)); }

QString versionText(const runs::RunRecord& record)
{
    return record.version >= 0 ? QStringLiteral("%1").arg(record.version, 2, 10, QLatin1Char('0')) : text(record.path.filename().string());
}

QString nameOf(const runs::RunRecord& record) { return QStringLiteral("%1 %2 %3").arg(text(record.size), plots::titleOf(text(record.encoding)), versionText(record)); }

/// Merged runs of neighbouring rows: fewer signals for many changes.
template <typename Announce>
void forRanges(QVector<int> rows, const Announce& announce)
{
    std::sort(rows.begin(), rows.end());
    for (qsizetype i = 0; i < rows.size();) {
        qsizetype last = i;
        while (last + 1 < rows.size() && rows[last + 1] <= rows[last] + 1)
            ++last;
        announce(rows[i], rows[last]);
        i = last + 1;
    }
}

}  // namespace

struct RunModel::Item {
    runs::RunRecord record;
    QString path;
    Group* group = nullptr;
    int row = 0;
    QColor ownColor;        // of its encoding, varied
};

struct RunModel::Group {
    QString key;
    int row = 0;
    std::vector<Item*> runs;
};

QString stateTitle(runs::RunState state)
{
    const auto translated = [](const char* text) { return QCoreApplication::translate("RunModel", text); };
    switch (state) {
    case runs::RunState::Queued: return translated(QT_TRANSLATE_NOOP("RunModel", "Queued"));
    case runs::RunState::Running: return translated(QT_TRANSLATE_NOOP("RunModel", "Running"));
    case runs::RunState::Paused: return translated(QT_TRANSLATE_NOOP("RunModel", "Paused"));
    case runs::RunState::Finished: return translated(QT_TRANSLATE_NOOP("RunModel", "Finished"));
    case runs::RunState::Failed: return translated(QT_TRANSLATE_NOOP("RunModel", "Failed"));
    case runs::RunState::Stopped: return translated(QT_TRANSLATE_NOOP("RunModel", "Stopped"));
    case runs::RunState::Lost: return translated(QT_TRANSLATE_NOOP("RunModel", "Lost"));
    case runs::RunState::Unknown: break;
    }
    return translated(QT_TRANSLATE_NOOP("RunModel", "Unknown"));
}

QString stateIcon(runs::RunState state)
{
    switch (state) {
    case runs::RunState::Queued: return QStringLiteral("queue");
    case runs::RunState::Running: return QStringLiteral("play");
    case runs::RunState::Paused: return QStringLiteral("pause");
    case runs::RunState::Finished: return QStringLiteral("done");
    case runs::RunState::Failed: return QStringLiteral("error");
    case runs::RunState::Stopped: return QStringLiteral("stop");
    case runs::RunState::Lost: return QStringLiteral("warning");
    case runs::RunState::Unknown: break;
    }
    return QStringLiteral("help");
}

RunModel::RunModel(QObject* parent)
    : QAbstractItemModel(parent)
{
}

RunModel::~RunModel() = default;

QString RunModel::groupKey(const runs::RunRecord& record) const
{
    switch (m_grouping) {
    case Grouping::None: break;
    case Grouping::Size: return text(record.size);
    case Grouping::Encoding: return text(record.encoding);
    case Grouping::State: return QString::number(int(record.state));
    case Grouping::Folder: return text(record.root.string());
    case Grouping::Tag: {
        auto tags = record.notes.tags;
        std::sort(tags.begin(), tags.end());
        return text(runs::tagsAsText(tags));
    }
    }
    return {};
}

QString RunModel::groupTitle(const Group& group) const
{
    switch (m_grouping) {
    case Grouping::Encoding: return plots::titleOf(group.key);
    case Grouping::State: return stateTitle(runs::RunState(group.key.toInt()));
    case Grouping::Folder: return ui::shortPath(group.key);
    case Grouping::Tag: return group.key.isEmpty() ? tr("No tag") : group.key;
    default: return group.key;
    }
}

RunModel::Group* RunModel::groupFor(const QString& key)
{
    if (auto* known = m_groupOf.value(key))
        return known;
    const int row = int(m_groups.size());
    const bool shown = m_grouping != Grouping::None;
    if (shown)
        beginInsertRows({}, row, row);
    m_groups.push_back(std::make_unique<Group>());
    auto* group = m_groups.back().get();
    group->key = key;
    group->row = row;
    m_groupOf.insert(key, group);
    if (shown)
        endInsertRows();
    return group;
}

QModelIndex RunModel::parentOf(const Group& group) const
{
    return m_grouping == Grouping::None ? QModelIndex() : createIndex(group.row, 0, nullptr);
}

void RunModel::set(const QVector<runs::RunRecord>& records)
{
    std::vector<std::unique_ptr<Item>> fresh;
    QHash<QString, Item*> waiting;      // fresh ones named twice in one go
    QHash<Group*, QVector<int>> changed;
    for (const auto& record : records) {
        const auto path = pathOf(record);
        m_titles.put(path, nameOf(record), record.seed);
        auto* known = m_itemOf.value(path);
        if (!known && (known = waiting.value(path))) {
            known->record = record;
            continue;
        }
        if (!known) {
            fresh.push_back(std::make_unique<Item>());
            fresh.back()->record = record;
            fresh.back()->path = path;
            waiting.insert(path, fresh.back().get());
            continue;
        }
        if (runs::sameRecord(known->record, record))
            continue;
        known->record = record;
        auto* group = m_groupOf.value(groupKey(record));
        if (group == known->group) {
            changed[group].append(known->row);
            continue;
        }
        announce(changed);      // rows are about to shift
        move(*known, *(group ? group : groupFor(groupKey(record))));
        changed[known->group].append(known->row);
    }
    addRetitled(changed);
    announce(changed);
    if (!fresh.empty())
        place(std::move(fresh));
}

void RunModel::announce(QHash<Group*, QVector<int>>& changedRows)
{
    for (auto it = changedRows.begin(); it != changedRows.end(); ++it) {
        const auto parent = parentOf(*it.key());
        forRanges(*it, [&](int first, int last) { Q_EMIT dataChanged(index(first, 0, parent), index(last, ColumnCount - 1, parent)); });
    }
    changedRows.clear();
}

/// One more run of the same name gives others longer titles.
void RunModel::addRetitled(QHash<Group*, QVector<int>>& changedRows)
{
    for (const auto& path : m_titles.settle())
        if (const auto* item = m_itemOf.value(path))
            changedRows[item->group].append(item->row);
}

void RunModel::place(std::vector<std::unique_ptr<Item>>&& fresh)
{
    QHash<QString, QVector<Item*>> byGroup;
    QStringList order;
    for (auto& item : fresh) {
        const auto key = groupKey(item->record);
        if (!byGroup.contains(key))
            order.append(key);
        byGroup[key].append(item.get());
        item->ownColor = variation(text(item->record.encoding));
    }
    for (const auto& key : order) {
        auto* group = groupFor(key);
        const auto& items = byGroup[key];
        const int first = int(group->runs.size());
        beginInsertRows(parentOf(*group), first, first + int(items.size()) - 1);
        for (auto* item : items) {
            item->group = group;
            item->row = int(group->runs.size());
            group->runs.push_back(item);
            m_itemOf.insert(item->path, item);
        }
        endInsertRows();
    }
    std::move(fresh.begin(), fresh.end(), std::back_inserter(m_items));
    for (const auto& key : order)
        countChanged(*m_groupOf.value(key));
}

void RunModel::move(Item& item, Group& to)
{
    auto* from = item.group;
    const int row = item.row, target = int(to.runs.size());
    beginMoveRows(parentOf(*from), row, row, parentOf(to), target);
    from->runs.erase(from->runs.begin() + row);
    for (std::size_t i = std::size_t(row); i < from->runs.size(); ++i)
        from->runs[i]->row = int(i);
    to.runs.push_back(&item);
    item.group = &to;
    item.row = target;
    endMoveRows();
    countChanged(to);
    dropIfEmpty(from);
}

/// A group's title holds how many runs it has.
void RunModel::countChanged(const Group& group)
{
    if (m_grouping != Grouping::None)
        Q_EMIT dataChanged(parentOf(group), parentOf(group));
}

void RunModel::dropIfEmpty(Group* group)
{
    if (m_grouping == Grouping::None)
        return;
    if (!group->runs.empty()) {
        countChanged(*group);
        return;
    }
    const int row = group->row;
    beginRemoveRows({}, row, row);
    m_groupOf.remove(group->key);
    m_groups.erase(m_groups.begin() + row);
    for (std::size_t i = std::size_t(row); i < m_groups.size(); ++i)
        m_groups[i]->row = int(i);
    endRemoveRows();
}

void RunModel::remove(const QStringList& paths)
{
    QHash<Group*, QVector<int>> rows;
    QSet<const Item*> gone;
    for (const auto& path : paths)
        if (auto* item = m_itemOf.value(path); item && !gone.contains(item)) {
            rows[item->group].append(item->row);
            gone.insert(item);
        }
    if (gone.isEmpty())
        return;
    for (auto it = rows.begin(); it != rows.end(); ++it) {
        auto* group = it.key();
        std::vector<std::pair<int, int>> ranges;
        forRanges(*it, [&](int first, int last) { ranges.emplace_back(first, last); });
        for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {     // from the end, so that earlier rows keep their places
            beginRemoveRows(parentOf(*group), range->first, range->second);
            for (int row = range->first; row <= range->second; ++row) {
                m_itemOf.remove(group->runs[std::size_t(row)]->path);
                m_titles.remove(group->runs[std::size_t(row)]->path);
            }
            group->runs.erase(group->runs.begin() + range->first, group->runs.begin() + range->second + 1);
            for (std::size_t i = std::size_t(range->first); i < group->runs.size(); ++i)
                group->runs[i]->row = int(i);
            endRemoveRows();
        }
        dropIfEmpty(group);
    }
    std::erase_if(m_items, [&](const auto& item) { return gone.contains(item.get()); });
    QHash<Group*, QVector<int>> retitled;
    addRetitled(retitled);
    announce(retitled);
}

void RunModel::clear()
{
    beginResetModel();
    m_groups.clear();
    m_groupOf.clear();
    m_items.clear();
    m_itemOf.clear();
    m_encodingRuns.clear();
    m_titles.clear();
    endResetModel();
}

void RunModel::setGrouping(Grouping grouping)
{
    if (grouping == m_grouping)
        return;
    beginResetModel();
    m_grouping = grouping;
    m_groups.clear();
    m_groupOf.clear();
    for (auto& item : m_items) {
        const auto key = groupKey(item->record);
        auto*& group = m_groupOf[key];
        if (!group) {
            m_groups.push_back(std::make_unique<Group>());
            group = m_groups.back().get();
            group->key = key;
            group->row = int(m_groups.size()) - 1;
        }
        item->group = group;
        item->row = int(group->runs.size());
        group->runs.push_back(item.get());
    }
    endResetModel();
}

void RunModel::setNotes(const QString& path, const runs::RunNotes& notes)
{
    const auto* item = m_itemOf.value(path);
    if (!item || item->record.notes == notes)
        return;
    auto record = item->record;
    record.notes = notes;
    set({record});
}

QStringList RunModel::paths() const
{
    QStringList paths;
    for (const auto& item : m_items)
        paths.append(item->path);
    return paths;
}

const runs::RunRecord* RunModel::record(const QString& path) const
{
    const auto* item = m_itemOf.value(path);
    return item ? &item->record : nullptr;
}

const runs::RunRecord* RunModel::record(const QModelIndex& index) const
{
    const auto* found = item(index);
    return found ? &found->record : nullptr;
}

QString RunModel::title(const QString& path) const
{
    const auto title = m_titles.title(path);
    return title.isEmpty() ? path : title;
}

/// The encoding's hue, lighter and darker in turn; lightness is told apart with any kind of colour vision.
QColor RunModel::variation(const QString& encoding)
{
    constexpr double kShares[] = {0, 0.35, -0.25, 0.55, -0.4};
    const auto base = plots::styleOf(encoding).color;
    const double share = kShares[std::size_t(m_encodingRuns[encoding]++) % std::size(kShares)];
    return share >= 0 ? ui::mixed(base, Qt::white, share) : ui::mixed(base, Qt::black, -share);
}

plots::CurveStyle RunModel::style(const QString& path) const
{
    const auto* item = m_itemOf.value(path);
    if (!item)
        return plots::styleOf({});
    auto style = plots::styleOf(text(item->record.encoding));
    style.color = item->record.notes.color.empty() ? item->ownColor : QColor(text(item->record.notes.color));
    return style;
}

QString RunModel::seedGroup(const QString& path) const
{
    const auto* run = record(path);
    return run ? text(run->family.empty() ? run->size + "/" + run->encoding : run->family) : QString();
}

QString RunModel::seedGroupTitle(const QString& path) const
{
    const auto* run = record(path);
    return run ? QStringLiteral("%1 %2").arg(text(run->size), plots::titleOf(text(run->encoding))) : QString();
}

QModelIndex RunModel::indexOf(const QString& path, int column) const
{
    const auto* item = m_itemOf.value(path);
    return item ? index(item->row, column, parentOf(*item->group)) : QModelIndex();
}

QStringList RunModel::tags() const
{
    QSet<QString> found;
    for (const auto& item : m_items)
        for (const auto& tag : item->record.notes.tags)
            found.insert(text(tag));
    auto tags = found.values();
    tags.sort(Qt::CaseInsensitive);
    return tags;
}

// A group's index carries no pointer, a run's the group it is in.
QModelIndex RunModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    if (m_grouping == Grouping::None)
        return createIndex(row, column, m_groups.front().get());
    return parent.isValid() ? createIndex(row, column, groupAt(parent)) : createIndex(row, column, nullptr);
}

QModelIndex RunModel::parent(const QModelIndex& child) const
{
    const auto* group = static_cast<const Group*>(child.constInternalPointer());
    return child.isValid() && group ? parentOf(*group) : QModelIndex();
}

RunModel::Group* RunModel::groupAt(const QModelIndex& index) const
{
    const bool isGroup = index.isValid() && m_grouping != Grouping::None && !index.constInternalPointer() && std::size_t(index.row()) < m_groups.size();
    return isGroup ? m_groups[std::size_t(index.row())].get() : nullptr;
}

RunModel::Item* RunModel::item(const QModelIndex& index) const
{
    const auto* group = index.isValid() ? static_cast<const Group*>(index.constInternalPointer()) : nullptr;
    return group && std::size_t(index.row()) < group->runs.size() ? group->runs[std::size_t(index.row())] : nullptr;
}

int RunModel::rowCount(const QModelIndex& parent) const
{
    if (parent.column() > 0)
        return 0;
    if (m_grouping == Grouping::None)
        return parent.isValid() || m_groups.empty() ? 0 : int(m_groups.front()->runs.size());
    if (!parent.isValid())
        return int(m_groups.size());
    const auto* group = groupAt(parent);
    return group ? int(group->runs.size()) : 0;
}

int RunModel::columnCount(const QModelIndex&) const { return ColumnCount; }

Qt::ItemFlags RunModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    if (groupAt(index))
        return Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    const bool editable = index.column() == Tags || index.column() == Note;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren | (editable ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

bool RunModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const auto* found = item(index);
    if (!found || role != Qt::EditRole || (index.column() != Tags && index.column() != Note))
        return false;
    auto notes = found->record.notes;
    if (index.column() == Tags)
        notes.tags = runs::tagsFromText(value.toString().toStdString());
    else
        notes.note = value.toString().trimmed().toStdString();
    if (notes == found->record.notes)
        return false;
    Q_EMIT notesEdited(found->path, notes);
    return true;
}

QVariant RunModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    struct Heading {
        const char *title, *help;
    };
    static constexpr Heading kHeadings[ColumnCount] = {
        {QT_TR_NOOP("Run"), QT_TR_NOOP("Size, encoding and version, with the colour of its curves. Pinned runs come first.")},
        {QT_TR_NOOP("Size"), QT_TR_NOOP("Model size, such as l12 (12 layers)")},
        {QT_TR_NOOP("Encoding"), QT_TR_NOOP("Positional encoding")},
        {QT_TR_NOOP("Version"), QT_TR_NOOP("Number of the run's folder")},
        {QT_TR_NOOP("State"), QT_TR_NOOP("What the run's process last said. Lost: it says it is running, but its process is gone.")},
        {QT_TR_NOOP("Step"), QT_TR_NOOP("Optimiser steps done, and in all")},
        {QT_TR_NOOP("Train loss"), QT_TR_NOOP("Of the last step, in nats per token")},
        {QT_TR_NOOP("Val. loss"), QT_TR_NOOP("Of the last validation, in nats per token")},
        {QT_TR_NOOP("Tokens/s"), QT_TR_NOOP("Training speed of the last step, all devices together")},
        {QT_TR_NOOP("Time left"), QT_TR_NOOP("Until the last step, at the speed since the last start")},
        {QT_TR_NOOP("Started"), QT_TR_NOOP("First start, in local time")},
        {QT_TR_NOOP("Tags"), QT_TR_NOOP("Words to find runs by, separated by commas. Double-click to edit.")},
        {QT_TR_NOOP("Note"), QT_TR_NOOP("Kept in the run's folder. Double-click to edit.")},
    };
    if (role == Qt::DisplayRole)
        return tr(kHeadings[section].title);
    if (role == Qt::ToolTipRole)
        return tr(kHeadings[section].help);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section >= Progress && section <= Eta ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

QVariant RunModel::data(const QModelIndex& index, int role) const
{
    if (const auto* group = groupAt(index))
        return groupData(*group, index.column(), role);
    const auto* found = item(index);
    return found ? runData(*found, index.column(), role) : QVariant();
}

QVariant RunModel::groupData(const Group& group, int column, int role) const
{
    if (role == GroupOrderRole)     // states in their own order, runs without a tag last
        return m_grouping == Grouping::State ? group.key : m_grouping == Grouping::Tag && group.key.isEmpty() ? QString(QChar(0xFFFD)) : groupTitle(group);
    if (column != 0)
        return {};
    if (role == Qt::DisplayRole)
        return tr("%1 (%2)", "group and number of its runs").arg(groupTitle(group)).arg(group.runs.size());
    if (role == Qt::AccessibleTextRole || role == Qt::ToolTipRole)
        return tr("%1, number of runs: %2").arg(groupTitle(group)).arg(group.runs.size());
    return {};
}

QString RunModel::display(const Item& item, int column) const
{
    const auto& run = item.record;
    switch (column) {
    case Run: return title(item.path);
    case Size: return text(run.size);
    case Encoding: return plots::titleOf(text(run.encoding));
    case Version: return versionText(run);
    case State: return run.dataEnded() ? tr("Data ended") : stateTitle(run.state);
    case Progress:
        return run.totalSteps > 0 ? tr("%1 / %2", "steps done and in all").arg(ui::count(double(run.step)), ui::count(double(run.totalSteps))) : ui::count(double(run.step));
    case TrainLoss: return ui::decimals(run.loss, 4);
    case ValidationLoss: return ui::decimals(run.validationLoss, 4);
    case TokensPerSecond: return ui::shortCount(run.tokensPerSecond);
    case Eta: return ui::duration(run.etaSeconds());
    case Started: return ui::localTime(text(run.started));
    case Tags: return tagsText(run);
    case Note: return text(run.notes.note).simplified();
    default: return {};
    }
}

QString RunModel::toolTip(const Item& item, int column) const
{
    const auto& run = item.record;
    if (column == Note && !run.notes.note.empty())
        return text(run.notes.note);
    QStringList lines{ui::shortPath(item.path)};
    if (column == State || !run.problem.empty())
        lines.append(text(run.error.empty() ? run.problem : run.error));
    if (column == State && !run.hint.empty())
        lines.append(text(run.hint));
    if (run.dataSteps >= 0)
        lines.append(tr("The data is enough for %1 of the %2 steps that were asked for. Add data, or ask for fewer steps.").arg(ui::count(double(run.dataSteps)), ui::count(double(run.totalSteps))));
    if (run.state == runs::RunState::Lost)
        lines.append(tr("It says it is running, but its process is gone. Resume it from its last checkpoint."));
    if (run.official)
        lines.append(tr("Made by the official code"));
    if (run.seed >= 0)
        lines.append(tr("Seed %1").arg(run.seed));
    if (!run.device.empty())
        lines.append(tr("Device %1 on %2").arg(text(run.device), run.host.empty() ? tr("an unknown machine") : text(run.host)));
    if (std::isfinite(run.tokensPerStep))
        lines.append(tr("%1 tokens per step").arg(ui::count(run.tokensPerStep)));
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QVariant RunModel::runData(const Item& item, int column, int role) const
{
    const auto& run = item.record;
    switch (role) {
    case Qt::DisplayRole: return display(item, column);
    case Qt::EditRole: return column == Note ? text(run.notes.note) : display(item, column);
    case Qt::ToolTipRole: return toolTip(item, column);
    case Qt::DecorationRole: return column == State ? QVariant(ui::icon(run.dataEnded() ? QStringLiteral("warning") : stateIcon(run.state))) : QVariant();
    case Qt::TextAlignmentRole: return int(Qt::AlignVCenter | (column >= Progress && column <= Eta ? Qt::AlignRight : Qt::AlignLeft));
    case PathRole: return item.path;
    case ColorRole: return style(item.path).color;
    case DashedRole: return style(item.path).dashed;
    case PinnedRole: return run.notes.pinned;
    case ProgressRole: return run.progress();
    case StateRole: return int(run.state);
    default: return {};
    }
}

}  // namespace bam::models
