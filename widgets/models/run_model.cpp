// SPDX-License-Identifier: GPL-3.0-or-later
// The tree and how it changes; what its cells show is in run_model_texts.cpp.
#include "widgets/models/run_model_items.h"

#include <QSet>

#include <algorithm>

namespace bam::models {
namespace {

QString pathOf(const runs::RunRecord& record) { return text(record.path.string()); }

/// Each of its words once: a folder that is not version_NN may be all that is known.
QString nameOf(const runs::RunRecord& record)
{
    QStringList words;
    for (const auto& word : {text(record.size), plots::titleOf(text(record.encoding)), versionText(record)})
        if (!word.isEmpty() && !words.contains(word))
            words += word;
    return words.join(QLatin1Char(' '));
}

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
        m_shades.put(path, text(record.encoding), text(record.started));
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
    addRenewed(changed);
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

/// One more run of the same name gives others longer titles, one of the same encoding other shades.
void RunModel::addRenewed(QHash<Group*, QVector<int>>& changedRows)
{
    for (const auto& path : m_titles.settle() + m_shades.settle())
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
                m_shades.remove(group->runs[std::size_t(row)]->path);
            }
            group->runs.erase(group->runs.begin() + range->first, group->runs.begin() + range->second + 1);
            for (std::size_t i = std::size_t(range->first); i < group->runs.size(); ++i)
                group->runs[i]->row = int(i);
            endRemoveRows();
        }
        dropIfEmpty(group);
    }
    std::erase_if(m_items, [&](const auto& item) { return gone.contains(item.get()); });
    QHash<Group*, QVector<int>> renewed;
    addRenewed(renewed);
    announce(renewed);
}

void RunModel::setShown(const QStringList& paths)
{
    m_shades.setShown(paths);
    QHash<Group*, QVector<int>> renewed;
    addRenewed(renewed);
    announce(renewed);
}

void RunModel::clear()
{
    beginResetModel();
    m_groups.clear();
    m_groupOf.clear();
    m_items.clear();
    m_itemOf.clear();
    m_titles.clear();
    m_shades.clear();
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

QVariant RunModel::data(const QModelIndex& index, int role) const
{
    if (const auto* group = groupAt(index))
        return groupData(*group, index.column(), role);
    const auto* found = item(index);
    return found ? runData(*found, index.column(), role) : QVariant();
}

}  // namespace bam::models
