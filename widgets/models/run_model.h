// SPDX-License-Identifier: GPL-3.0-or-later
// All runs as a tree: groups (when grouping is on) with runs below, else runs at the top.
//
// Invariants: a set of changes costs what changed, not what is there; nothing is reset but when the grouping changes; colours do not depend on the order
// in which runs are found.
#pragma once

#include "core/runs/run_record.h"
#include "widgets/models/run_shades.h"
#include "widgets/models/run_titles.h"
#include "widgets/plots/palette.h"

#include <QAbstractItemModel>
#include <QHash>
#include <QStringList>
#include <QVector>

#include <memory>
#include <vector>

namespace bam::models {

enum class Grouping { None, Size, Encoding, State, Folder, Tag };

/// "Running" and so on, for people.
QString stateTitle(runs::RunState state);
/// Of a run that ended before its last step because its data ended.
QString dataEndedTitle();
/// Name of an icon in resources/icons.
QString stateIcon(runs::RunState state);

class RunModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Run, Size, Encoding, Version, Seed, LearningRate, TokensPerStep, State, Progress, TrainLoss, ValidationLoss, TokensPerSecond, Eta, Started, Tags, Note, ColumnCount };
    enum Role { PathRole = Qt::UserRole, StyleRole, PinnedRole, ProgressRole, StateRole, GroupOrderRole, GroupTitleRole };

    explicit RunModel(QObject* parent = nullptr);
    ~RunModel() override;

    /// Adds new runs and replaces those whose path is known.
    void set(const QVector<runs::RunRecord>& records);
    void remove(const QStringList& paths);
    void clear();
    /// What a person changed, shown before the files say so.
    void setNotes(const QString& path, const runs::RunNotes& notes);

    Grouping grouping() const { return m_grouping; }
    void setGrouping(Grouping grouping);

    int runCount() const { return int(m_items.size()); }
    QStringList paths() const;
    /// Null when no such run is known; valid until the next change.
    const runs::RunRecord* record(const QString& path) const;
    /// Of a run's row; null for a group.
    const runs::RunRecord* record(const QModelIndex& index) const;
    /// "l12 BAM + SSMax 03 · seed 1", with a folder's name where several runs would be called so
    QString title(const QString& path) const;
    plots::CurveStyle style(const QString& path) const;
    /// Runs that are shown together get different styles, while there are some.
    void setShown(const QStringList& paths);
    /// The same for runs that are equal but for their seed.
    QString seedGroup(const QString& path) const;
    /// "l12 BAM + SSMax"
    QString seedGroupTitle(const QString& path) const;
    QModelIndex indexOf(const QString& path, int column = 0) const;
    /// All tags in use, sorted.
    QStringList tags() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Tags and notes: asks through notesEdited(), changes nothing itself.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

Q_SIGNALS:
    void notesEdited(const QString& path, const bam::runs::RunNotes& notes);

private:
    struct Item;
    struct Group;

    QString groupKey(const runs::RunRecord& record) const;
    QString groupTitle(const Group& group) const;
    Group* groupFor(const QString& key);
    void place(std::vector<std::unique_ptr<Item>>&& fresh);
    void move(Item& item, Group& to);
    void dropIfEmpty(Group* group);
    void countChanged(const Group& group);
    void announce(QHash<Group*, QVector<int>>& changedRows);
    void addRenewed(QHash<Group*, QVector<int>>& changedRows);
    Item* item(const QModelIndex& index) const;
    Group* groupAt(const QModelIndex& index) const;
    QModelIndex parentOf(const Group& group) const;
    QVariant groupData(const Group& group, int column, int role) const;
    QVariant runData(const Item& item, int column, int role) const;
    QString display(const Item& item, int column) const;
    QString toolTip(const Item& item, int column) const;

    Grouping m_grouping = Grouping::None;
    std::vector<std::unique_ptr<Group>> m_groups;       // with no grouping: one, which is not shown
    QHash<QString, Group*> m_groupOf;
    std::vector<std::unique_ptr<Item>> m_items;
    QHash<QString, Item*> m_itemOf;
    RunTitles m_titles;
    RunShades m_shades;
};

}  // namespace bam::models
