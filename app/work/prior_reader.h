// SPDX-License-Identifier: GPL-3.0-or-later
// Reads priors.csv of followed runs, or their checkpoints where those tell more, on a thread of its own, and what is added to it: all runs in turn, a piece each.
//
// Invariants: the first piece of a run voids what was there; pieces of a run come in order; the destructor waits. A file that does not grow costs a look a second.
#pragma once

#include "core/priors/prior_history.h"

#include <QObject>
#include <QStringList>
#include <QThread>

#include <memory>

namespace bam::work {

/// Lives on the reader's thread.
class PriorTails;

class PriorReader : public QObject {
    Q_OBJECT
public:
    explicit PriorReader(QObject* parent = nullptr);
    ~PriorReader() override;

    /// Replaces the list; runs that stay are not read again.
    void follow(const QStringList& runs);

Q_SIGNALS:
    void read(const std::shared_ptr<bam::priors::PriorPiece>& piece);
    void followed(const QStringList& runs);     ///< to the thread

private:
    QThread m_thread;
    PriorTails* m_tails;
};

}  // namespace bam::work
