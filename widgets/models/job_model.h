// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs as a table: running ones first, then the queue in its order, then those that ended. Queued rows can be dragged; the model itself never reorders
// anything, it only says what was asked for.
#pragma once

#include "widgets/models/job_row.h"

#include <QAbstractTableModel>
#include <QTimer>
#include <QVector>

namespace bam::models {

/// "Running", "Stopping", "Queued (2nd)" …, translated.
QString stateText(const JobRow& row);
/// "Evaluate l12/bam/version_00": the title with what is done to it.
QString titleText(const JobRow& row);
/// "1,200 of 20,000 steps", "45 %"; empty when nothing is known.
QString progressText(const JobRow& row);

class JobModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Title, State, Progress, Speed, Remaining, Elapsed, Device, ColumnCount };
    enum Role {
        IdRole = Qt::UserRole,
        FractionRole,       ///< double 0 … 1 or NaN, in every column
        ColorRole,          ///< of the encoding; invalid without one
    };

    explicit JobModel(QObject* parent = nullptr);

    /// Replaces the rows; what stays keeps its selection.
    void set(const QVector<JobRow>& rows);
    const QVector<JobRow>& rows() const { return m_rows; }
    /// The job of a row; an empty one for an invalid index.
    JobRow job(const QModelIndex& index) const;
    int rowOf(const QString& id) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column, const QModelIndex& parent) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column, const QModelIndex& parent) override;

Q_SIGNALS:
    /// A queued job was dropped at another place. @param by places down the queue; negative: up
    void moveRequested(const QString& id, int by);

private:
    void alignRows(const QVector<JobRow>& rows);
    void tick();
    QString text(const JobRow& row, int column) const;

    QVector<JobRow> m_rows;
    QTimer m_clock;     // for the elapsed time; runs only while a job does
};

}  // namespace bam::models
