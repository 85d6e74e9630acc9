// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/preview.h"

#include <thread>

namespace bam::work {

/// One request at a time; the one before it is asked to stop and joined on the new thread, so that the GUI thread never waits for a disk.
class PreviewWorker::Thread {
public:
    Thread(PreviewWorker* owner, const views::PreviewRequest& request, std::unique_ptr<Thread> before)
        : m_thread([owner, request, earlier = std::shared_ptr<Thread>(std::move(before))](const std::stop_token& stop) mutable {
            earlier.reset();
            const auto result = std::make_shared<data::Preview>(data::preview(request.spec, stop));
            if (!stop.stop_requested())
                QMetaObject::invokeMethod(owner, [owner, id = request.id, result] {
                    if (id == owner->m_latest)
                        Q_EMIT owner->finished(id, *result);
                }, Qt::QueuedConnection);
        })
    {
    }

    void requestStop() { m_thread.request_stop(); }

private:
    std::jthread m_thread;
};

PreviewWorker::PreviewWorker(QObject* parent)
    : QObject(parent)
{
}

PreviewWorker::~PreviewWorker() = default;

void PreviewWorker::request(const views::PreviewRequest& request)
{
    m_latest = request.id;
    if (m_thread)
        m_thread->requestStop();
    m_thread = std::make_unique<Thread>(this, request, std::move(m_thread));
}

void PreviewWorker::cancel()
{
    m_latest = 0;
    if (m_thread)
        m_thread->requestStop();
}

}  // namespace bam::work
