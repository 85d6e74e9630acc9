// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/trash_worker.h"

#include "core/base/error.h"
#include "widgets/common/core_text.h"

namespace bam::work {

TrashWorker::~TrashWorker()
{
    m_cancelled = true;
    if (m_thread.joinable())
        m_thread.join();
}

void TrashWorker::moveAway(const QVector<std::pair<QString, QString>>& runs, Done done)
{
    QVector<Step> steps;
    for (const auto& [run, root] : runs)
        steps.append([run = run, root = root] { return moveToTrash(run, root); });
    add({[steps] { return steps; }, std::move(done)});
}

void TrashWorker::putBack(std::function<QVector<TrashedRun>()> runs, Done done)
{
    const auto steps = [runs = std::move(runs)] {
        QVector<Step> steps;
        for (const auto& run : runs())
            steps.append([run] {
                restoreFromTrash(run);
                return run;
            });
        return steps;
    };
    add({steps, std::move(done)});
}

void TrashWorker::add(Task task)
{
    m_waiting.push_back(std::move(task));
    if (!m_running)
        startNext();
}

void TrashWorker::startNext()
{
    m_running = !m_waiting.empty();
    if (!m_running) {
        m_cancelled = false;
        return;
    }
    auto task = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_thread = std::jthread([this, steps = task.steps(), done = std::move(task.done)] {
        const auto result = work(steps);
        QMetaObject::invokeMethod(this, [this, result, done] {
            done(result);
            startNext();
        });
    });
}

/// On the thread.
TrashResult TrashWorker::work(const QVector<Step>& steps)
{
    TrashResult result;
    result.count = int(steps.size());
    for (const auto& step : steps) {
        if (m_cancelled) {
            result.cancelled = true;
            break;
        }
        Q_EMIT progress(int(result.done.size()) + result.failed, result.count);
        try {
            result.done.append(step());
        } catch (const Error& error) {
            if (result.failed++ == 0) {
                result.cause = ui::coreText(error.cause());
                result.hint = ui::coreText(error.hint());
            }
        }
    }
    return result;
}

}  // namespace bam::work
