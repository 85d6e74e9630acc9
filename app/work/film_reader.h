// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the film of one run on a thread of its own (core/inspect/film.h), and frames of it as they are asked for. A training that goes on adds frames: the folder is
// looked at once a second.
//
// Invariants: what is sent is the followed run's; of frames that are asked for faster than they are read only the last is; the destructor waits.
#pragma once

#include "core/inspect/film.h"

#include <QObject>
#include <QString>
#include <QThread>

#include <memory>

namespace bam::work {

/// Lives on the reader's thread.
class FilmFollower;

class FilmReader : public QObject {
    Q_OBJECT
public:
    explicit FilmReader(QObject* parent = nullptr);
    ~FilmReader() override;

    /// Replaces the run; empty: none.
    void follow(const QString& run);
    void wantFrame(qint64 step);

Q_SIGNALS:
    /// @param film null: nothing was captured
    void read(const QString& run, const std::shared_ptr<const bam::inspect::Film>& film);
    void frameRead(const QString& run, qint64 step, const std::shared_ptr<const bam::inspect::Capture>& frame);
    void frameFailed(const QString& run, qint64 step, const QString& problem);

private:
    QThread m_thread;
    FilmFollower* m_follower;
};

}  // namespace bam::work
