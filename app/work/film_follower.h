// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the reader of films that reads: on its thread.
#pragma once

#include "core/inspect/film.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <atomic>
#include <memory>

namespace bam::work {

class FilmFollower : public QObject {
    Q_OBJECT
public:
    FilmFollower();

    void follow(const QString& run);
    /// From any thread: the step of the frame that is read next.
    void want(qint64 step);

Q_SIGNALS:
    void read(const QString& run, const std::shared_ptr<const bam::inspect::Film>& film);
    void frameRead(const QString& run, qint64 step, const std::shared_ptr<const bam::inspect::Capture>& frame);
    void frameFailed(const QString& run, qint64 step, const QString& problem);

private:
    void poll();
    void readFrame();

    QString m_run;
    std::shared_ptr<const inspect::Film> m_film;
    bool m_told = false;
    QTimer m_timer;
    std::atomic<qint64> m_wanted{-1};
};

}  // namespace bam::work
