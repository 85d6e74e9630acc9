// SPDX-License-Identifier: GPL-3.0-or-later
// Which checkpoints a run has, looked up on a thread of its own: the folder may be on a slow disk. A new request replaces the one before it.
#pragma once

#include <QObject>
#include <QString>
#include <QVector>

#include <memory>
#include <thread>

namespace bam::work {

class CheckpointLister : public QObject {
    Q_OBJECT
public:
    explicit CheckpointLister(QObject* parent = nullptr) : QObject(parent) {}
    /// Waits for the look-up under way.
    ~CheckpointLister() override;
    void list(const QString& run);

Q_SIGNALS:
    /// Steps, ascending; none for a run without checkpoints of its own, such as one of the official code.
    void listed(const QString& run, const QVector<qint64>& steps);

private:
    int m_latest = 0;
    std::shared_ptr<std::jthread> m_thread;
};

}  // namespace bam::work
