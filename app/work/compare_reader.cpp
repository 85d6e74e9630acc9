// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/compare_reader.h"

#include "core/spec/spec_io.h"

#include <QCryptographicHash>
#include <QMetaObject>

#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include <sys/stat.h>

namespace bam::work {
namespace {

/// Size and time of the files that a comparison is made of, as they were when read.
using Stamp = std::vector<std::int64_t>;

Stamp stampOf(const std::filesystem::path& run)
{
    Stamp stamp;
    for (const auto* name : {"results.json", "eval.log", "run.json", "args.json", "status.json"}) {
        struct stat info{};
        if (::stat((run / name).c_str(), &info) != 0) {
            stamp.push_back(-1);
            continue;
        }
        // The heartbeat of a running worker replaces status.json each few seconds with nothing new for a comparison but the step.
        stamp.insert(stamp.end(), {std::int64_t(info.st_size), std::int64_t(info.st_mtim.tv_sec), std::int64_t(info.st_mtim.tv_nsec), std::int64_t(info.st_ino)});
    }
    return stamp;
}

QString specHash(const compare::RunData& run)
{
    if (!run.parameters.known)
        return {};
    const auto text = spec::toJson(run.parameters.spec).dump();
    return QString::fromLatin1(QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex());
}

}  // namespace

struct CompareReader::Shared {
    std::mutex mutex;
    std::condition_variable_any wake;
    CompareWish wish;
    int number = 0;                     // of the wish
    bool fresh = false, followed = false, nudged = false;
    std::chrono::milliseconds interval{2000};
    // Of the thread alone.
    struct Known {
        Stamp stamp;
        compare::RunData data;
    };
    std::map<std::filesystem::path, Known> known;
    std::jthread thread;                // last: it ends before what it uses

    /// @returns whether anything was read anew
    bool read(const CompareWish& asked)
    {
        bool changed = false;
        std::map<std::filesystem::path, Known> next;
        for (const auto& name : asked.runs) {
            const std::filesystem::path run = name.toStdString();
            const auto stamp = stampOf(run);
            const auto found = known.find(run);
            if (found != known.end() && found->second.stamp == stamp) {
                next.emplace(run, std::move(found->second));
                known.erase(found);
                continue;
            }
            changed = true;
            next.insert_or_assign(run, Known{stamp, compare::readRunData(run)});
        }
        known = std::move(next);
        return changed;
    }

    std::shared_ptr<const CompareAnswer> answer(const CompareWish& asked) const
    {
        auto made = std::make_shared<CompareAnswer>();
        made->runs = asked.runs;
        std::vector<compare::RunData> runs;
        std::vector<compare::Results> results;
        for (const auto& name : asked.runs) {
            const auto& data = known.at(name.toStdString()).data;
            runs.push_back(data);
            made->told.append({data.step, specHash(data), data.trainedLength});
            results.push_back(data.results);
            for (const auto& note : data.notes)
                made->notes.append(QString::fromStdString(note));
        }
        made->scoreboard = compare::scoreboardOf(results);
        const auto split = compare::splitByScaling(runs, asked.columns);
        made->columns = split.told;
        made->comparison = compare::compareRuns(split.runs, {split.columns, asked.protocol});
        return made;
    }

    void work(CompareReader* owner, const std::stop_token& stop)
    {
        std::unique_lock lock(mutex);
        while (!stop.stop_requested()) {
            if (!fresh)
                wake.wait_for(lock, stop, followed ? interval : std::chrono::milliseconds(std::chrono::hours(1)), [this] { return fresh || nudged; });
            if (stop.stop_requested())
                return;
            // Nudged: the time to wait has changed; whoever comes back to the page wants what is new at once.
            nudged = false;
            if (!fresh && !followed)
                continue;
            const bool asked = std::exchange(fresh, false);
            const auto now = wish;
            const int of = number;
            lock.unlock();
            std::shared_ptr<const CompareAnswer> made;
            if (!now.runs.isEmpty() && (read(now) || asked))
                made = answer(now);
            if (made)
                QMetaObject::invokeMethod(owner, [owner, of, made] { owner->deliver(of, made); }, Qt::QueuedConnection);
            lock.lock();
        }
    }
};

CompareReader::CompareReader(QObject* parent)
    : QObject(parent)
    , m_shared(std::make_unique<Shared>())
{
    m_shared->thread = std::jthread([this](const std::stop_token& stop) { m_shared->work(this, stop); });
}

CompareReader::~CompareReader()
{
    m_shared->thread.request_stop();
    m_shared->thread.join();
}

void CompareReader::compare(const CompareWish& wish)
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->wish = wish;
    ++m_shared->number;
    m_shared->fresh = !wish.runs.isEmpty();
    m_shared->wake.notify_one();
}

void CompareReader::setFollowed(bool followed)
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->followed = followed;
    m_shared->nudged = true;
    m_shared->wake.notify_one();
}

void CompareReader::setInterval(std::chrono::milliseconds interval)
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->interval = interval;
    m_shared->nudged = true;
    m_shared->wake.notify_one();
}

void CompareReader::deliver(int wish, const std::shared_ptr<const CompareAnswer>& answer)
{
    {
        const std::lock_guard lock(m_shared->mutex);
        if (wish != m_shared->number)
            return;
    }
    Q_EMIT compared(answer);
}

}  // namespace bam::work
