// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/job_model.h"

#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/plots/palette.h"

#include <QDateTime>
#include <QIcon>
#include <QMimeData>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace bam::models {
namespace {

using jobs::JobState;
using jobs::WorkerKind;

const QString kMime = QStringLiteral("application/x-bamscope-job");

QString iconOf(const JobRow& row)
{
    switch (row.state) {
    case JobState::Queued: return QStringLiteral("queue");
    case JobState::Starting:
    case JobState::Running: return row.stopping ? QStringLiteral("stop") : QStringLiteral("play");
    case JobState::Finished: return QStringLiteral("done");
    case JobState::Stopped: return QStringLiteral("stop");
    case JobState::Paused: return QStringLiteral("pause");
    case JobState::Failed: return QStringLiteral("error");
    case JobState::Cancelled: return QStringLiteral("close");
    }
    return {};
}

QString kindIcon(WorkerKind kind)
{
    switch (kind) {
    case WorkerKind::Dataset: return QStringLiteral("data");
    case WorkerKind::Tokenizer: return QStringLiteral("tokenizer");
    case WorkerKind::Evaluate: return QStringLiteral("evaluate");
    case WorkerKind::RunFile: return QStringLiteral("sweep");
    case WorkerKind::Train:
    case WorkerKind::Resume: break;
    }
    return QStringLiteral("curve");
}

double elapsedOf(const JobRow& row)
{
    if (row.started <= 0)
        return JobRow::kNone;
    const auto end = row.ended > 0 ? row.ended : QDateTime::currentSecsSinceEpoch();
    return double(std::max<qint64>(0, end - row.started));
}

QString speedText(const JobRow& row)
{
    if (!row.isActive() || !std::isfinite(row.speed))
        return {};
    return JobModel::tr("%1 %2/s", "amount and unit per second").arg(ui::shortCount(row.speed), row.speedUnit);
}

QString toolTip(const JobRow& row)
{
    QStringList lines{titleText(row)};
    if (!row.cause.isEmpty())
        lines << row.cause;
    if (!row.hint.isEmpty())
        lines << row.hint;
    if (!row.run.isEmpty())
        lines << JobModel::tr("Run directory: %1").arg(ui::shortPath(row.run));
    if (row.isActive() && !row.task.isEmpty())
        lines << row.task;
    if (row.isActive() && !row.detail.isEmpty())
        lines << row.detail;
    return lines.join(QLatin1Char('\n'));
}

/// "3" of ".../version_03": tells apart what has the same set-up.
QString versionOf(const QString& run)
{
    const auto name = run.section(QLatin1Char('/'), -1);
    bool number = false;
    const int version = name.startsWith(QLatin1String("version_")) ? name.mid(8).toInt(&number) : 0;
    return number ? QString::number(version) : QString();
}

}  // namespace

QString stateText(const JobRow& row)
{
    switch (row.state) {
    case JobState::Queued: return row.cause.isEmpty() ? JobModel::tr("Queued, place %1").arg(row.place) : JobModel::tr("Waits for disk space, place %1").arg(row.place);
    case JobState::Starting: return JobModel::tr("Starting");
    case JobState::Running: return row.stopping ? JobModel::tr("Stopping") : JobModel::tr("Running");
    case JobState::Finished: return JobModel::tr("Finished");
    case JobState::Stopped: return JobModel::tr("Stopped");
    case JobState::Paused: return JobModel::tr("Paused");
    case JobState::Failed: return JobModel::tr("Failed");
    case JobState::Cancelled: return JobModel::tr("Cancelled");
    }
    return {};
}

QString titleText(const JobRow& row)
{
    // Titles made of the official name read better with the one of the figures.
    if (row.kind == WorkerKind::Train && !row.encoding.isEmpty() && row.title.startsWith(row.encoding + QLatin1Char(','))) {
        const auto title = plots::titleOf(row.encoding) + row.title.mid(row.encoding.size());
        const auto version = versionOf(row.run);
        return version.isEmpty() ? title : JobModel::tr("%1, version %2").arg(title, version);
    }
    switch (row.kind) {
    case WorkerKind::Resume: return JobModel::tr("Resume %1").arg(row.title);
    case WorkerKind::Evaluate: return JobModel::tr("Evaluate %1").arg(row.title);
    case WorkerKind::Dataset: return JobModel::tr("Build dataset %1").arg(row.title);
    case WorkerKind::Tokenizer: return JobModel::tr("Train tokenizer %1").arg(row.title);
    case WorkerKind::RunFile:       // has a title of its own
    case WorkerKind::Train: break;
    }
    return row.title;
}

QString progressText(const JobRow& row)
{
    if (!(row.total > 0) || !std::isfinite(row.done))
        return {};
    if (row.unit == QLatin1String("steps"))
        return JobModel::tr("%1 of %2 steps").arg(ui::count(row.done), ui::count(row.total));
    if (row.unit == QLatin1String("jobs") && row.isActive() && !row.task.isEmpty()) {
        // No share of the whole: nobody knows how long the later ones take.
        const auto job = JobModel::tr("Job %1 of %2: %3").arg(ui::count(std::min(std::floor(row.done) + 1, row.total)), ui::count(row.total), row.task);
        return row.totalSteps > 0 ? JobModel::tr("%1, step %2 of %3", "1: which job").arg(job, ui::count(double(row.step)), ui::count(double(row.totalSteps))) : job;
    }
    return ui::percent(row.fraction());
}

JobModel::JobModel(QObject* parent)
    : QAbstractTableModel(parent)
{
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &JobModel::tick);
}

void JobModel::set(const QVector<JobRow>& rows)
{
    alignRows(rows);
    for (int n = 0; n < rows.size(); ++n) {
        if (m_rows[n] == rows[n])
            continue;
        m_rows[n] = rows[n];
        Q_EMIT dataChanged(index(n, 0), index(n, ColumnCount - 1));
    }
    const bool running = std::any_of(m_rows.begin(), m_rows.end(), [](const auto& row) { return row.isActive(); });
    if (running && !m_clock.isActive())
        m_clock.start();
    else if (!running)
        m_clock.stop();
}

/// Removes, inserts and moves until the ids are those of `rows`, one after the other.
void JobModel::alignRows(const QVector<JobRow>& rows)
{
    QSet<QString> wanted;
    for (const auto& row : rows)
        wanted.insert(row.id);
    for (int n = int(m_rows.size()) - 1; n >= 0; --n) {
        if (wanted.contains(m_rows[n].id))
            continue;
        beginRemoveRows({}, n, n);
        m_rows.removeAt(n);
        endRemoveRows();
    }
    for (int n = 0; n < rows.size(); ++n) {
        if (n < m_rows.size() && m_rows[n].id == rows[n].id)
            continue;
        const int from = rowOf(rows[n].id);
        if (from < 0) {
            beginInsertRows({}, n, n);
            m_rows.insert(n, rows[n]);
            endInsertRows();
        } else {
            beginMoveRows({}, from, from, {}, n);
            m_rows.move(from, n);
            endMoveRows();
        }
    }
}

JobRow JobModel::job(const QModelIndex& index) const { return index.isValid() && index.row() < m_rows.size() ? m_rows[index.row()] : JobRow(); }

int JobModel::rowOf(const QString& id) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const auto& row) { return row.id == id; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int JobModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }
int JobModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString JobModel::text(const JobRow& row, int column) const
{
    switch (column) {
    case Title: return titleText(row);
    case State: return stateText(row);
    case Progress: return progressText(row);
    case Speed: return speedText(row);
    case Remaining: return row.isActive() && std::isfinite(row.etaSeconds) ? ui::duration(row.etaSeconds) : QString();
    case Elapsed: return row.started > 0 ? ui::duration(elapsedOf(row)) : QString();
    case Device: return row.device;
    default: return {};
    }
}

QVariant JobModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto& row = m_rows[index.row()];
    switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::AccessibleTextRole: return index.column() == Title ? tr("%1, %2").arg(titleText(row), stateText(row)) : text(row, index.column());
    case Qt::ToolTipRole: return toolTip(row);
    case Qt::DecorationRole:
        if (index.column() == State)
            return ui::icon(iconOf(row));
        if (index.column() == Title)
            return row.encoding.isEmpty() ? QVariant(ui::icon(kindIcon(row.kind))) : QVariant(plots::styleOf(row.encoding).color);
        return {};
    case Qt::TextAlignmentRole:
        return index.column() == Speed || index.column() == Remaining || index.column() == Elapsed ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case IdRole: return row.id;
    case FractionRole: return row.fraction();
    case ColorRole: return row.encoding.isEmpty() ? QVariant() : QVariant(plots::styleOf(row.encoding).color);
    default: return {};
    }
}

QVariant JobModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == Speed || section == Remaining || section == Elapsed ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant(int(Qt::AlignLeft | Qt::AlignVCenter));
    if (role == Qt::ToolTipRole && section == Device)
        return tr("Where it computes. A device runs one job of the queue at a time.");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Title: return tr("Job");
    case State: return tr("State");
    case Progress: return tr("Progress");
    case Speed: return tr("Speed");
    case Remaining: return tr("Time left");
    case Elapsed: return tr("Elapsed");
    case Device: return tr("Device");
    default: return {};
    }
}

Qt::ItemFlags JobModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::ItemIsDropEnabled;
    auto flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (m_rows[index.row()].state == JobState::Queued)
        flags |= Qt::ItemIsDragEnabled;
    return flags;
}

QStringList JobModel::mimeTypes() const { return {kMime}; }

QMimeData* JobModel::mimeData(const QModelIndexList& indexes) const
{
    auto* data = new QMimeData;
    if (!indexes.isEmpty())
        data->setData(kMime, job(indexes.front()).id.toUtf8());
    return data;
}

bool JobModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int, const QModelIndex& parent) const
{
    return !parent.isValid() && data->hasFormat(kMime);
}

/// @returns false always: the rows move when the queue says so, and the view must not take any away.
bool JobModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column, const QModelIndex& parent)
{
    if (!canDropMimeData(data, action, row, column, parent))
        return false;
    const auto id = QString::fromUtf8(data->data(kMime));
    const int from = rowOf(id);
    if (from < 0 || m_rows[from].state != JobState::Queued)
        return false;
    const int target = row < 0 ? int(m_rows.size()) : row;
    // Only queued rows count: dropped among the running ones, it becomes the first of the queue.
    const auto queuedBefore = [&](int end) {
        return int(std::count_if(m_rows.begin(), m_rows.begin() + end, [](const auto& other) { return other.state == JobState::Queued; }));
    };
    int by = queuedBefore(target) - queuedBefore(from);
    if (by > 0)
        --by;       // the row itself was counted
    if (by != 0)
        Q_EMIT moveRequested(id, by);
    return false;
}

void JobModel::tick()
{
    for (int n = 0; n < m_rows.size(); ++n)
        if (m_rows[n].isActive())
            Q_EMIT dataChanged(index(n, Elapsed), index(n, Elapsed), {Qt::DisplayRole});
}

}  // namespace bam::models
