// SPDX-License-Identifier: GPL-3.0-or-later
// The compute thread of the attention page: opens checkpoints, captures prompts, takes heads apart; one thing after the other, in the order it was asked for.
//
// Invariants: nothing here waits on the window's thread, except the destructor for what stops; after cancel(id) no signal with that id comes; every other id ends in
// exactly one result or failed(); at most kOpenLenses checkpoints are held, those used last. What computes runs at a lower priority than the window.
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/inspect/lens.h"
#include "widgets/views/attention/lens_wish.h"

#include <QObject>
#include <QSet>

#include <functional>
#include <memory>
#include <stop_token>

namespace bam::work {

/// What the worker needs of a lens: inspect::Lens, or what a test puts in its place.
class LensEngine {
public:
    virtual ~LensEngine() = default;
    virtual const inspect::LensInfo& info() const = 0;
    virtual inspect::Prompt prompt(const inspect::PromptSpec& spec) const = 0;
    virtual std::int64_t longestPrompt(const inspect::CaptureRequest& request) const = 0;
    virtual inspect::Capture capture(const inspect::CaptureRequest& request, const ProgressFn& progress, const std::stop_token& stop) = 0;
    virtual inspect::Region region(const inspect::RegionRequest& request, const ProgressFn& progress, const std::stop_token& stop) = 0;
    virtual inspect::Decomposition decompose(inspect::HeadId head, std::int64_t query, const ProgressFn& progress, const std::stop_token& stop) = 0;
};

using LensOpener = std::function<std::unique_ptr<LensEngine>(const inspect::LensSource& source, const ProgressFn& progress, const std::stop_token& stop)>;

/// Opens checkpoints of the disk.
LensOpener lensesOfDisk();

class LensWorker : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kOpenLenses = 2;
    using SharedCapture = std::shared_ptr<const inspect::Capture>;

    explicit LensWorker(LensOpener opener = lensesOfDisk(), QObject* parent = nullptr);
    /// Stops what runs and waits for that.
    ~LensWorker() override;

    // Each returns at once an id that its signals carry.
    /// The checkpoint opened, the prompt made, and what would fit into memory; the prompt's own problem is part of the answer.
    int look(const views::LensWish& wish);
    int capture(const views::LensWish& wish);
    /// Of a capture of that source; when another one was made of it since, its prompt is run again first.
    int region(const inspect::LensSource& source, const SharedCapture& capture, const inspect::RegionRequest& request);
    int decompose(const inspect::LensSource& source, const SharedCapture& capture, inspect::HeadId head, std::int64_t query);

    void cancel(int id);
    void cancelAll();
    /// Whether that was asked for and has not ended.
    bool isPending(int id) const { return m_pending.contains(id); }

Q_SIGNALS:
    void progress(int id, const bam::Progress& progress);
    void looked(int id, const std::shared_ptr<const bam::views::LensPreview>& preview);
    void captured(int id, const std::shared_ptr<const bam::inspect::Capture>& capture);
    void regionMade(int id, const std::shared_ptr<const bam::inspect::Region>& region);
    void decomposed(int id, const std::shared_ptr<const bam::inspect::Decomposition>& decomposition);
    void failed(int id, const bam::Error& error);

private:
    class Thread;
    class Bench;
    /// What the window's thread does with a result.
    using Report = std::function<void()>;
    using Work = std::function<Report(Bench& bench, const ProgressFn& progress, const std::stop_token& stop)>;
    int add(Work work);
    void tell(int id, const Report& report);

    int m_last = 0;
    QSet<int> m_pending;
    std::unique_ptr<Thread> m_thread;
};

}  // namespace bam::work
