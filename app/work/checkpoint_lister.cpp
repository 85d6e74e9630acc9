// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/checkpoint_lister.h"

#include "core/runs/run_directory.h"

#include <utility>

namespace bam::work {

CheckpointLister::~CheckpointLister() = default;

void CheckpointLister::list(const QString& run)
{
    // The one before is joined on the new thread, so that the window never waits for a disk.
    auto before = std::exchange(m_thread, nullptr);
    m_thread = std::make_shared<std::jthread>([this, run, id = ++m_latest, before = std::move(before)]() mutable {
        before.reset();
        QVector<qint64> steps;
        try {
            for (const auto& [step, folder] : runs::listCheckpoints(run.toStdString()))
                steps.append(step);
        } catch (const std::exception&) {
            // Opening the run tells what is wrong with it, with its hint.
        }
        QMetaObject::invokeMethod(this, [this, run, id, steps] {
            if (id == m_latest)
                Q_EMIT listed(run, steps);
        });
    });
}

}  // namespace bam::work
