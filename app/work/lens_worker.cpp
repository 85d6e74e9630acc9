// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/lens_worker.h"

#include "core/base/text.h"
#include "widgets/views/attention/lens_outcomes.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <new>
#include <thread>

namespace bam::work {
namespace {

constexpr int kNiceness = 5;        // the window comes first on machines with few cores
constexpr std::chrono::milliseconds kProgressEvery{50};

class DiskLens : public LensEngine {
public:
    explicit DiskLens(std::unique_ptr<inspect::Lens> lens) : m_lens(std::move(lens)) {}
    const inspect::LensInfo& info() const override { return m_lens->info(); }
    inspect::Prompt prompt(const inspect::PromptSpec& spec) const override { return m_lens->prompt(spec); }
    std::int64_t longestPrompt(const inspect::CaptureRequest& request) const override { return m_lens->longestPrompt(request); }
    inspect::Capture capture(const inspect::CaptureRequest& request, const ProgressFn& progress, const std::stop_token& stop) override { return m_lens->capture(request, progress, stop); }
    inspect::Region region(const inspect::RegionRequest& request, const ProgressFn& progress, const std::stop_token& stop) override { return m_lens->region(request, progress, stop); }
    inspect::Decomposition decompose(inspect::HeadId head, std::int64_t query, const ProgressFn& progress, const std::stop_token& stop) override
    {
        return m_lens->decompose(head, query, progress, stop);
    }

private:
    std::unique_ptr<inspect::Lens> m_lens;
};

Error noMemory()
{
    return Error(ErrorCode::Failed, "there was not enough memory for this", "Ask for a shorter prompt, leave out the matrices of all heads, or close other programs.");
}

/// What Torch and the standard library throw, in the program's own words; Torch appends a stack trace that helps nobody here.
Error translated(const std::exception& failure)
{
    const std::string text = failure.what();
    if (dynamic_cast<const std::bad_alloc*>(&failure) || text.find("not enough memory") != std::string::npos || text.find("can't allocate memory") != std::string::npos)
        return noMemory();
    return Error(ErrorCode::Failed, str("looking into the checkpoint failed: ", text.substr(0, text.find('\n'))), "Try a shorter prompt or another checkpoint of the run.");
}

}  // namespace

LensOpener lensesOfDisk()
{
    return [](const inspect::LensSource& source, const ProgressFn& progress, const std::stop_token& stop) { return std::make_unique<DiskLens>(inspect::Lens::open(source, progress, stop)); };
}

/// The opened checkpoints, the one used last first. On the compute thread alone.
class LensWorker::Bench {
public:
    explicit Bench(LensOpener opener) : m_opener(std::move(opener)) {}

    struct Opened {
        inspect::LensSource source;
        std::unique_ptr<LensEngine> lens;
        inspect::Prompt prompt = {};                    ///< of the last capture, which regions and decompositions are of
        std::vector<inspect::HeadChange> changes = {};
        encoding::RopeScaling ropeScaling = {};         ///< as it was used
        bool captured = false;
    };

    Opened& open(const inspect::LensSource& source, const ProgressFn& progress, const std::stop_token& stop)
    {
        const auto known = std::find_if(m_opened.begin(), m_opened.end(), [&](const auto& opened) { return opened.source == source; });
        if (known != m_opened.end()) {
            m_opened.splice(m_opened.begin(), m_opened, known);
            return m_opened.front();
        }
        while (m_opened.size() >= kOpenLenses)
            m_opened.pop_back();        // before the next one takes its memory
        auto lens = m_opener(source, progress, stop);
        m_opened.push_front({source, std::move(lens)});
        return m_opened.front();
    }

    /// With that capture as the last one made.
    LensEngine& openAt(const inspect::LensSource& source, const SharedCapture& capture, const ProgressFn& progress, const std::stop_token& stop)
    {
        auto& opened = open(source, progress, stop);
        if (!opened.captured || !views::samePrompt(opened.prompt, capture->prompt) || !views::sameChanges(opened.changes, capture->changes) || opened.ropeScaling != capture->ropeScaling)
            this->capture(opened, {.prompt = capture->prompt, .changes = capture->changes, .ropeScaling = capture->ropeScaling}, progress, stop);
        return *opened.lens;
    }

    static inspect::Capture capture(Opened& opened, const inspect::CaptureRequest& request, const ProgressFn& progress, const std::stop_token& stop)
    {
        opened.captured = false;        // until it is done
        auto capture = opened.lens->capture(request, progress, stop);
        opened.prompt = request.prompt;
        opened.changes = request.changes;
        opened.ropeScaling = capture.ropeScaling;
        opened.captured = true;
        return capture;
    }

private:
    LensOpener m_opener;
    std::list<Opened> m_opened;
};

/// The queue and who works through it.
class LensWorker::Thread {
public:
    Thread(LensWorker& owner, LensOpener opener)
        : m_owner(owner)
        , m_opener(std::move(opener))
        , m_thread([this](const std::stop_token& end) { run(end); })
    {
    }
    ~Thread()
    {
        m_thread.request_stop();
        const std::lock_guard lock(m_mutex);
        m_waiting.clear();
        m_stop.request_stop();
    }

    void add(int id, Work work)
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back({id, std::move(work)});
        m_wake.notify_one();
    }

    void cancel(int id)
    {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_waiting, [id](const auto& task) { return task.id == id; });
        if (m_running == id)
            m_stop.request_stop();
    }

private:
    struct Task {
        int id = 0;
        Work work;
    };

    void run(const std::stop_token& end)
    {
        setpriority(PRIO_PROCESS, id_t(gettid()), kNiceness);       // of this thread and those it starts, on Linux
        Bench bench(m_opener);
        Task task;
        while (next(task, end)) {
            const auto report = result(bench, task);
            task.work = nullptr;        // what it holds must not wait for the next one
            QMetaObject::invokeMethod(&m_owner, [&owner = m_owner, id = task.id, report] { owner.tell(id, report); });
        }
    }

    bool next(Task& task, const std::stop_token& end)
    {
        std::unique_lock lock(m_mutex);
        m_running = 0;
        if (!m_wake.wait(lock, end, [this] { return !m_waiting.empty(); }) || end.stop_requested())
            return false;
        task = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_running = task.id;
        m_stop = std::stop_source();
        return true;
    }

    Report result(Bench& bench, const Task& task)
    {
        const auto failure = [this, id = task.id](const Error& error) -> Report { return [&owner = m_owner, id, error] { Q_EMIT owner.failed(id, error); }; };
        try {
            return task.work(bench, progressOf(task.id), token());
        } catch (const Error& error) {
            return failure(error);
        } catch (const std::exception& other) {
            return failure(translated(other));
        }
    }

    std::stop_token token()
    {
        const std::lock_guard lock(m_mutex);
        return m_stop.get_token();
    }

    /// Tells the first of a kind at once, the others now and then.
    ProgressFn progressOf(int id)
    {
        struct Told {
            std::string task;
            std::chrono::steady_clock::time_point at;
        };
        return [this, id, told = std::make_shared<Told>()](const Progress& progress) {
            const auto now = std::chrono::steady_clock::now();
            if (told->task == progress.task && now - told->at < kProgressEvery)
                return;
            *told = {progress.task, now};
            QMetaObject::invokeMethod(&m_owner, [&owner = m_owner, id, progress] {
                if (owner.isPending(id))
                    Q_EMIT owner.progress(id, progress);
            });
        };
    }

    LensWorker& m_owner;
    LensOpener m_opener;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Task> m_waiting;
    int m_running = 0;
    std::stop_source m_stop;
    std::jthread m_thread;      // last: it ends before what it uses
};

LensWorker::LensWorker(LensOpener opener, QObject* parent)
    : QObject(parent)
    , m_thread(std::make_unique<Thread>(*this, std::move(opener)))
{
}

LensWorker::~LensWorker() = default;

int LensWorker::add(Work work)
{
    const int id = ++m_last;
    m_pending.insert(id);
    m_thread->add(id, std::move(work));
    return id;
}

void LensWorker::tell(int id, const Report& report)
{
    if (m_pending.remove(id))
        report();
}

void LensWorker::cancel(int id)
{
    if (m_pending.remove(id))
        m_thread->cancel(id);
}

void LensWorker::cancelAll()
{
    const auto pending = m_pending;
    for (const int id : pending)
        cancel(id);
}

int LensWorker::look(const views::LensWish& wish)
{
    const int id = m_last + 1;
    return add([this, id, wish](Bench& bench, const ProgressFn& progress, const std::stop_token& stop) -> Report {
        const auto& lens = *bench.open(wish.source, progress, stop).lens;
        auto preview = std::make_shared<views::LensPreview>();
        preview->info = lens.info();
        inspect::CaptureRequest request{{}, wish.changes, wish.matrices, wish.matrixHeads, wish.tiles, wish.ropeScaling};
        try {
            request.prompt = lens.prompt(wish.prompt);
            preview->prompt = request.prompt;
        } catch (const Error& error) {
            preview->problem = error;
        }
        preview->longest = lens.longestPrompt(request);
        return [this, id, preview] { Q_EMIT looked(id, preview); };
    });
}

int LensWorker::capture(const views::LensWish& wish)
{
    const int id = m_last + 1;
    return add([this, id, wish](Bench& bench, const ProgressFn& progress, const std::stop_token& stop) -> Report {
        auto& opened = bench.open(wish.source, progress, stop);
        const inspect::CaptureRequest request{opened.lens->prompt(wish.prompt), wish.changes, wish.matrices, wish.matrixHeads, wish.tiles, wish.ropeScaling};
        const auto capture = std::make_shared<const inspect::Capture>(Bench::capture(opened, request, progress, stop));
        return [this, id, capture] { Q_EMIT captured(id, capture); };
    });
}

int LensWorker::region(const inspect::LensSource& source, const SharedCapture& capture, const inspect::RegionRequest& request)
{
    const int id = m_last + 1;
    return add([this, id, source, capture, request](Bench& bench, const ProgressFn& progress, const std::stop_token& stop) -> Report {
        const auto region = std::make_shared<const inspect::Region>(bench.openAt(source, capture, progress, stop).region(request, progress, stop));
        return [this, id, region] { Q_EMIT regionMade(id, region); };
    });
}

int LensWorker::decompose(const inspect::LensSource& source, const SharedCapture& capture, inspect::HeadId head, std::int64_t query)
{
    const int id = m_last + 1;
    return add([this, id, source, capture, head, query](Bench& bench, const ProgressFn& progress, const std::stop_token& stop) -> Report {
        const auto parts = std::make_shared<const inspect::Decomposition>(bench.openAt(source, capture, progress, stop).decompose(head, query, progress, stop));
        return [this, id, parts] { Q_EMIT decomposed(id, parts); };
    });
}

}  // namespace bam::work
