// SPDX-License-Identifier: GPL-3.0-or-later
// Previews of documents and token boundaries, made on a thread of their own. A new request ends the one before it.
#pragma once

#include "widgets/views/setup/setup_types.h"

#include <QObject>

#include <memory>

namespace bam::work {

class PreviewWorker : public QObject {
    Q_OBJECT
public:
    explicit PreviewWorker(QObject* parent = nullptr);
    /// Ends what runs and waits for it.
    ~PreviewWorker() override;
    void request(const views::PreviewRequest& request);
    void cancel();

Q_SIGNALS:
    /// Never for a request that a later one replaced.
    void finished(int id, const bam::data::Preview& preview);

private:
    class Thread;
    std::unique_ptr<Thread> m_thread;
    int m_latest = 0;
};

}  // namespace bam::work
