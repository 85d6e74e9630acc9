// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/run_watcher.h"

#include "app/work/log_follower.h"
#include "app/work/run_scanner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QSet>
#include <QThread>
#include <QTimer>

#include <deque>
#include <mutex>

#include <sys/inotify.h>
#include <unistd.h>

namespace bam::work {
namespace {

constexpr int kDeliverMs = 60;          // between two deliveries to the GUI thread
constexpr int kBudgetMs = 15;           // that one of them may take
constexpr int kMostRecords = 500;       // handed over at a time

/// Without a free inotify instance QFileSystemWatcher would go over all folders every second; then rather no watching.
bool canWatchFolders()
{
    const int file = ::inotify_init1(IN_CLOEXEC);
    if (file < 0)
        return false;
    ::close(file);
    return true;
}

/// Clean absolute paths without doubles and without those below others.
QStringList cleanRoots(const QStringList& folders)
{
    QStringList roots;
    for (const auto& folder : folders)
        roots.append(QDir::cleanPath(QDir(folder).absolutePath()));
    roots.removeDuplicates();
    QStringList top;
    for (const auto& root : roots) {
        const bool inside = std::any_of(roots.begin(), roots.end(), [&](const QString& other) { return other != root && root.startsWith(other + QLatin1Char('/')); });
        if (!inside)
            top.append(root);
    }
    return top;
}

}  // namespace

/// What the threads have found and the GUI thread has not taken yet; and the threads.
struct RunWatcher::Shared {
    explicit Shared(RunWatcher* watcher) : owner(watcher) {}

    /// Called with `mutex` held. Asks for one delivery, however much comes until it takes place.
    void post()
    {
        if (!std::exchange(posted, true))
            QMetaObject::invokeMethod(owner, [this] { owner->deliver(); }, Qt::QueuedConnection);
    }

    RunWatcher* owner;
    std::mutex mutex;
    QHash<QString, RunRecord> changed;
    QSet<QString> removed;
    std::deque<CurveReader::Found> pieces;
    QVector<QPair<QString, QString>> problems;     // an empty text: no more
    int scannedRuns = -1;
    bool posted = false;

    // GUI thread only.
    QElapsedTimer sinceDelivery;
    QTimer later;
    QHash<QString, quint64> followed;
    QStringList followedPaths;
    quint64 lastId = 0;
    QHash<QString, QSet<QString>> told;     // texts of each path
    QSet<QString> troubled;                 // runs whose logs could not be read last

    QThread thread;
    RunScanner* scanner = nullptr;      // both live on `thread`
    LogFollower* follower = nullptr;
};

RunWatcher::RunWatcher(QObject* parent)
    : QObject(parent)
    , m_shared(std::make_unique<Shared>(this))
{
    auto* shared = m_shared.get();
    shared->later.setSingleShot(true);
    connect(&shared->later, &QTimer::timeout, this, &RunWatcher::deliver);
    const bool canWatch = canWatchFolders();
    shared->follower = new LogFollower(
        [shared](CurveReader::Found&& found) {
            const std::lock_guard lock(shared->mutex);
            shared->pieces.push_back(std::move(found));
            shared->post();
        },
        [shared](const QString& run) { shared->scanner->refresh(run); }, canWatch);
    RunScanner::Sink sink;
    sink.changed = [shared](RunRecord&& record) {
        const auto path = QString::fromStdString(record.path.string());
        shared->follower->setRunning(path, record.state == runs::RunState::Running);
        const std::lock_guard lock(shared->mutex);
        shared->removed.remove(path);
        shared->changed.insert(path, std::move(record));
    };
    sink.removed = [shared](const QString& run) {
        shared->follower->setRunning(run, false);
        const std::lock_guard lock(shared->mutex);
        shared->changed.remove(run);
        shared->removed.insert(run);
    };
    sink.scanned = [shared](int runs) {
        const std::lock_guard lock(shared->mutex);
        shared->scannedRuns = runs;
    };
    sink.problem = [shared](const QString& path, const QString& text) {
        const std::lock_guard lock(shared->mutex);
        shared->problems.append({path, text});
    };
    sink.notesLost = [shared](const QString& run, const runs::RunNotes& notes, const QString& cause, const QString& hint) {
        QMetaObject::invokeMethod(shared->owner, [owner = shared->owner, run, notes, cause, hint] { Q_EMIT owner->notesNotSaved(run, notes, cause, hint); }, Qt::QueuedConnection);
    };
    sink.folderChanged = [shared](const QString& run) { shared->follower->folderChanged(run); };
    sink.pause = [shared] {
        const std::lock_guard lock(shared->mutex);
        if (!shared->changed.isEmpty() || !shared->removed.isEmpty() || !shared->problems.isEmpty() || shared->scannedRuns >= 0)
            shared->post();
    };
    shared->scanner = new RunScanner(std::move(sink), canWatch);
    shared->follower->moveToThread(&shared->thread);
    shared->scanner->moveToThread(&shared->thread);
    connect(&shared->thread, &QThread::finished, shared->scanner, &QObject::deleteLater);
    connect(&shared->thread, &QThread::finished, shared->follower, &QObject::deleteLater);
    shared->thread.setObjectName(QStringLiteral("RunWatcher"));
    shared->thread.start();
}

RunWatcher::~RunWatcher()
{
    m_shared->scanner->stop();
    m_shared->thread.quit();
    m_shared->thread.wait();    // the two objects are deleted on it, which ends the reader's threads
}

void RunWatcher::setRoots(const QStringList& logDirs)
{
    m_roots = cleanRoots(logDirs);
    m_shared->told.clear();
    QMetaObject::invokeMethod(m_shared->scanner, [scanner = m_shared->scanner, roots = m_roots] { scanner->setRoots(roots); }, Qt::QueuedConnection);
}

void RunWatcher::rescan()
{
    m_shared->told.clear();
    QMetaObject::invokeMethod(m_shared->scanner, [scanner = m_shared->scanner] { scanner->rescan(); }, Qt::QueuedConnection);
}

void RunWatcher::refresh(const QString& runPath)
{
    QMetaObject::invokeMethod(m_shared->scanner, [scanner = m_shared->scanner, runPath] { scanner->refresh(runPath); }, Qt::QueuedConnection);
}

void RunWatcher::saveNotes(const QString& runPath, const runs::RunNotes& notes)
{
    QMetaObject::invokeMethod(m_shared->scanner, [scanner = m_shared->scanner, runPath, notes] { scanner->saveNotes(runPath, notes); }, Qt::QueuedConnection);
}

void RunWatcher::follow(const QStringList& runPaths)
{
    QHash<QString, quint64> next;
    QVector<LogFollower::Named> named;
    for (const auto& path : runPaths) {
        if (next.contains(path))
            continue;
        const auto known = m_shared->followed.constFind(path);
        const auto id = known != m_shared->followed.constEnd() ? *known : ++m_shared->lastId;
        next.insert(path, id);
        named.append({id, path});
    }
    m_shared->followed = std::move(next);
    m_shared->followedPaths = runPaths;
    QMetaObject::invokeMethod(m_shared->follower, [follower = m_shared->follower, named] { follower->follow(named); }, Qt::QueuedConnection);
}

QStringList RunWatcher::followed() const { return m_shared->followedPaths; }

void RunWatcher::tell(const QString& path, const QString& text)
{
    auto& told = m_shared->told[path];
    if (told.contains(text))
        return;
    told.insert(text);
    Q_EMIT problem(path, text);
}

/// When it comes again, it is told again.
void RunWatcher::takeBack(const QString& path)
{
    if (m_shared->told.remove(path) > 0)
        Q_EMIT problemOver(path);
}

void RunWatcher::deliver()
{
    auto& shared = *m_shared;
    if (shared.sinceDelivery.isValid() && shared.sinceDelivery.elapsed() < kDeliverMs) {
        shared.later.start(kDeliverMs - int(shared.sinceDelivery.elapsed()));
        return;
    }
    QElapsedTimer timer;
    timer.start();
    QVector<RunRecord> changed;
    QStringList removed;
    QVector<QPair<QString, QString>> problems;
    int scannedRuns = -1;
    {
        const std::lock_guard lock(shared.mutex);
        for (auto it = shared.changed.begin(); it != shared.changed.end() && changed.size() < kMostRecords; it = shared.changed.erase(it))
            changed.append(std::move(*it));
        removed = shared.removed.values();
        shared.removed.clear();
        problems.swap(shared.problems);
        if (shared.changed.isEmpty())
            scannedRuns = std::exchange(shared.scannedRuns, -1);
    }
    if (!changed.isEmpty() || !removed.isEmpty())
        Q_EMIT runsChanged(changed, removed);
    for (const auto& [path, text] : problems)
        text.isEmpty() ? takeBack(path) : tell(path, text);
    if (scannedRuns >= 0)
        Q_EMIT scanned(scannedRuns);
    bool more = true;
    do {
        CurveReader::Found found;
        {
            const std::lock_guard lock(shared.mutex);
            if (shared.pieces.empty())
                break;
            found = std::move(shared.pieces.front());
            shared.pieces.pop_front();
        }
        const auto path = QString::fromStdString(found.piece->run.string());
        if (shared.followed.value(path) != found.id)
            continue;       // of an earlier following
        const auto notice = QString::fromStdString(found.notice), trouble = QString::fromStdString(found.piece->problem);
        Q_EMIT curvesRead(found.piece);
        if (!trouble.isEmpty())
            shared.troubled.insert(path);
        else if (shared.troubled.remove(path))
            takeBack(path);
        for (const auto& text : {notice, trouble})
            if (!text.isEmpty())
                tell(path, text);
    } while (timer.elapsed() < kBudgetMs);
    {
        const std::lock_guard lock(shared.mutex);
        more = !shared.pieces.empty() || !shared.changed.isEmpty() || !shared.removed.isEmpty() || !shared.problems.isEmpty();
        shared.posted = more;
    }
    // A first load has much to hand over: then the pauses only let other events through.
    shared.sinceDelivery.restart();
    if (more) {
        shared.sinceDelivery.invalidate();
        shared.later.start(5);
    }
}

}  // namespace bam::work
