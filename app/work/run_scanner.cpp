// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/run_scanner.h"

#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/runs/run_directory.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QStorageInfo>

#include <algorithm>
#include <cerrno>

#include <sys/stat.h>

namespace bam::work {
namespace {

constexpr int kDepth = 4;               // levels below a log folder at which runs are looked for
constexpr int kSliceMs = 40;
constexpr int kTouchedMs = 200;         // changes of that long are handled together
constexpr int kRunningMs = 2000;
constexpr int kFarMs = 30000;
constexpr int kMostFolders = 20000;     // the system's limit is shared with other programs

qint64 now() { return QDateTime::currentSecsSinceEpoch(); }

bool isBelow(const QString& path, const QString& folder) { return path == folder || path.startsWith(folder == QLatin1String("/") ? folder : folder + QLatin1Char('/')); }

/// On a file system whose changes by other machines the system does not tell.
bool isFar(const QString& folder)
{
    const auto type = QStorageInfo(folder).fileSystemType();
    for (const auto* far : {"nfs", "cifs", "smb", "fuse", "lustre", "beegfs", "gpfs", "ceph", "9p", "afs"})
        if (type.startsWith(far))
            return true;
    return false;
}

/// 0, or why a folder cannot be listed. Whether it may be: what permissions say is not all of it.
int listingError(const QString& folder)
{
    const Descriptor listed(openRetrying(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY));
    return listed.valid() ? 0 : errno;
}

/// 0: it is not there.
quint64 inodeOf(const QString& folder)
{
    struct stat info{};
    return ::stat(QFile::encodeName(folder).constData(), &info) == 0 ? quint64(info.st_ino) : 0;
}

/// Differs when status.json was replaced, also within one tick of the file system's clock.
RunScanner::Stamp statusStamp(const QString& run)
{
    struct stat info{};
    if (::stat((run + QStringLiteral("/status.json")).toLocal8Bit().constData(), &info) != 0)
        return {};
    return {qint64(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec, quint64(info.st_ino)};
}

}  // namespace

RunScanner::RunScanner(Sink sink, bool canWatch)
    : m_sink(std::move(sink))
    , m_canWatch(canWatch)
    , m_watcher(this)
    , m_sliceTimer(this)
    , m_touchedTimer(this)
    , m_runningTimer(this)
    , m_farTimer(this)
{
    m_sliceTimer.setSingleShot(true);
    m_touchedTimer.setSingleShot(true);
    m_runningTimer.setInterval(kRunningMs);
    connect(&m_sliceTimer, &QTimer::timeout, this, &RunScanner::slice);
    connect(&m_touchedTimer, &QTimer::timeout, this, &RunScanner::handleTouched);
    connect(&m_runningTimer, &QTimer::timeout, this, &RunScanner::lookAtRunning);
    m_farTimer.setInterval(kFarMs);
    connect(&m_farTimer, &QTimer::timeout, this, [this] {
        for (const auto& root : m_roots)
            if (!m_canWatch || isFar(root))
                addWalk(root, root, kDepth, false);
    });
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &RunScanner::folderTouched);
}

void RunScanner::setRoots(const QStringList& roots)
{
    m_roots = roots;
    m_saidScanned = false;
    m_walks.clear();
    const auto known = m_known.keys();
    for (const auto& run : known)
        if (rootOf(run).isEmpty())
            forget(run);
    const auto folders = m_depthBelow.keys();
    for (const auto& folder : folders)
        if (rootOf(folder).isEmpty()) {
            unwatch(folder);
            m_depthBelow.remove(folder);
        }
    const bool blind = !m_canWatch || std::any_of(m_roots.begin(), m_roots.end(), isFar);
    blind ? m_farTimer.start() : m_farTimer.stop();
    rescan();
}

void RunScanner::rescan()
{
    for (const auto& root : m_roots)
        addWalk(root, root, kDepth, true);
    if (m_roots.isEmpty())
        m_sliceTimer.start(0);
}

void RunScanner::refresh(const QString& run)
{
    if (m_known.contains(run))
        runs::isRun(run.toStdString()) ? readRun(run, rootOf(run)) : forget(run);
    m_sink.pause();
}

void RunScanner::saveNotes(const QString& run, const runs::RunNotes& notes)
{
    try {
        runs::writeNotes(run.toStdString(), notes);
    } catch (const Error& error) {
        m_sink.notesLost(run, notes, QString::fromStdString(error.cause()), QString::fromStdString(error.hint()));
        if (const auto known = m_known.constFind(run); known != m_known.constEnd())
            m_sink.changed(runs::RunRecord(known->record));     // whoever showed the new notes shows the old ones again
    }
    refresh(run);
}

QString RunScanner::rootOf(const QString& path) const
{
    for (const auto& root : m_roots)
        if (isBelow(path, root))
            return root;
    return {};
}

void RunScanner::addWalk(const QString& top, const QString& root, int depth, bool all)
{
    // The one under way may have passed what is new; the one that waits has not.
    const auto waiting = std::find_if(m_walks.begin(), m_walks.end(), [&](const Walk& walk) { return !walk.begun && walk.top == top; });
    if (waiting != m_walks.end())
        waiting->all |= all;
    else
        m_walks.push_back({top, root, depth, all, {{top, depth}}, {}, false, {}});
    m_sliceTimer.start(0);
}

void RunScanner::slice()
{
    QElapsedTimer timer;
    timer.start();
    while (!m_walks.empty() && timer.elapsed() < kSliceMs && !m_stop) {
        auto& walk = m_walks.front();
        walk.begun = true;
        if (walk.open.empty()) {
            endWalk(walk);
            m_walks.pop_front();
            continue;
        }
        const auto pending = std::move(walk.open.back());
        walk.open.pop_back();
        visit(walk, pending);
    }
    if (m_stop)
        return;
    if (m_walks.empty() && !m_saidScanned) {
        m_saidScanned = true;
        m_sink.scanned(int(m_known.size()));
    }
    m_sink.pause();
    if (!m_walks.empty())
        m_sliceTimer.start(0);
}

void RunScanner::visit(Walk& walk, const Pending& pending)
{
    const QString& folder = pending.folder;
    const int depth = pending.depth;
    QStringList below;
    runs::walkFolders(folder.toStdString(), depth > 0 ? 1 : 0, [&](const std::filesystem::path& path, bool run) {
        const auto name = QString::fromStdString(path.string());
        if (name != folder) {
            if (name.toStdString() == path.string())
                below.prepend(name);
            else
                ++walk.strange[folder];     // cannot be named in any list or file of ours
            return true;
        }
        if (!run)
            return true;
        walk.seen.insert(folder);
        if (walk.all || !m_known.contains(folder))
            readRun(folder, walk.root);
        watch(folder);
        m_depthBelow.remove(folder);
        return true;
    });
    if (walk.seen.contains(folder))
        return;
    const QFileInfo info(folder);
    const int failure = info.isDir() ? listingError(folder) : 0;
    if (folder == walk.root && (!info.isDir() || failure != 0)) {
        m_sink.problem(folder, !info.exists() ? tr("%1 does not exist. Runs appear here as soon as there are any below it.").arg(folder)
                : !info.isDir()               ? tr("%1 is not a folder. Open a folder that holds runs, such as logs.").arg(folder)
                                              : tr("%1 cannot be read. Ask its owner for permission, or open another folder.").arg(folder));
        m_closed.insert(folder);
        m_rootInodes.remove(folder);
        dropBelow(folder);
        // Watched from the nearest folder that is there, so that it is noticed when it comes.
        auto above = QFileInfo(folder).path();
        while (!QFileInfo(above).isDir() && above != QFileInfo(above).path())
            above = QFileInfo(above).path();
        if (m_canWatch && QFileInfo(above).isDir())
            m_watcher.addPath(above);
        return;
    }
    if (!info.isDir()) {
        m_depthBelow.remove(folder);
        unwatch(folder);
        return;
    }
    if (failure == EACCES) {
        m_closed.insert(folder);
        m_sink.problem(folder, tr("%1 cannot be read, so runs below it are not shown. Ask its owner for permission.").arg(folder));
        return;
    }
    if (m_closed.remove(folder))
        m_sink.problem(folder, {});
    if (folder == walk.root)
        watchParent(folder);
    m_depthBelow.insert(folder, depth);
    watch(folder);
    for (const auto& next : below)
        walk.open.push_back({next, depth - 1});
}

/// A folder is not told that it is moved itself.
void RunScanner::watchParent(const QString& root)
{
    m_rootInodes.insert(root, inodeOf(root));
    if (const auto parent = QFileInfo(root).path(); m_canWatch && parent != root && rootOf(parent).isEmpty())
        m_watcher.addPath(parent);
}

/// What is watched at this path is somewhere else now.
void RunScanner::dropBelow(const QString& folder)
{
    const auto folders = m_depthBelow.keys();
    for (const auto& below : folders)
        if (isBelow(below, folder)) {
            unwatch(below);
            m_depthBelow.remove(below);
        }
}

/// In a folder above roots something came or went.
void RunScanner::lookForRoots(const QString& above)
{
    for (const auto& root : std::as_const(m_roots)) {
        const auto inode = inodeOf(root);
        if (!isBelow(root, above) || (inode != 0 && inode == m_rootInodes.value(root)))
            continue;       // one that is not there may have come nearer by one folder
        dropBelow(root);        // moved away, perhaps with another in its place
        const auto known = m_known.keys();
        for (const auto& run : known)
            if (isBelow(run, root))
                unwatch(run);
        addWalk(root, root, kDepth, true);
    }
}

void RunScanner::endWalk(const Walk& walk)
{
    for (const auto& [folder, count] : walk.strange)
        m_sink.problem(folder + QStringLiteral("/?"), tr("%n folder(s) below %1 have names that are not in UTF-8 and are not looked into. Rename them to see their runs.", nullptr, count).arg(folder));
    const auto known = m_known.keys();
    for (const auto& run : known)
        if (isBelow(run, walk.top) && !walk.seen.contains(run))
            forget(run);
}

void RunScanner::readRun(const QString& run, const QString& root)
{
    auto record = runs::readRecord(run.toStdString(), root.toStdString(), now());
    const auto found = m_known.find(run);
    if (!record.problem.empty() || (found != m_known.end() && !found->record.problem.empty()))
        m_sink.problem(run, QString::fromStdString(record.problem));        // without a text: it is so no more
    const bool running = record.state == runs::RunState::Running;
    if (running && !m_runningTimer.isActive())
        m_runningTimer.start();
    if (found != m_known.end() && runs::sameRecord(found->record, record)) {
        found->record.heartbeat = record.heartbeat;
        found->status = running ? statusStamp(run) : Stamp();
        return;
    }
    m_known.insert(run, {record, running ? statusStamp(run) : Stamp()});
    m_sink.changed(std::move(record));
}

void RunScanner::forget(const QString& run)
{
    m_known.remove(run);
    unwatch(run);
    m_sink.removed(run);
    m_sink.folderChanged(run);
}

void RunScanner::watch(const QString& folder)
{
    if (m_watched.contains(folder))
        return;
    if (m_canWatch && m_watched.size() < kMostFolders && m_watcher.addPath(folder)) {
        m_watched.insert(folder);
        return;
    }
    if (m_saidLimit || listingError(folder) != 0)
        return;
    m_saidLimit = true;
    m_sink.problem(folder, tr("The system watches no more folders, so new runs show after Refresh only; running ones are looked at every two seconds. "
                              "Raising fs.inotify.max_user_watches lets all be watched."));
}

void RunScanner::unwatch(const QString& folder)
{
    if (m_watched.remove(folder))
        m_watcher.removePath(folder);
}

void RunScanner::folderTouched(const QString& folder)
{
    m_touched.insert(folder);
    if (!m_touchedTimer.isActive())
        m_touchedTimer.start(kTouchedMs);
}

void RunScanner::handleTouched()
{
    const auto touched = std::exchange(m_touched, {});
    for (const auto& folder : touched) {
        // A folder that was removed and made again has lost its watch.
        if (m_watched.contains(folder) && QFileInfo::exists(folder))
            m_watcher.addPath(folder);
        if (m_known.contains(folder)) {
            runs::isRun(folder.toStdString()) ? readRun(folder, rootOf(folder)) : forget(folder);
            m_sink.folderChanged(folder);
        } else if (const auto root = rootOf(folder); !root.isEmpty()) {
            addWalk(folder, root, m_depthBelow.value(folder), false);
        } else {
            lookForRoots(folder);
        }
    }
    m_sink.pause();
}

void RunScanner::lookAtRunning()
{
    bool any = false;
    QStringList changed;
    for (auto known = m_known.cbegin(); known != m_known.cend(); ++known) {
        if (known->record.state != runs::RunState::Running)
            continue;
        any = true;
        if (!runs::isAlive(known->record, now()) || statusStamp(known.key()) != known->status)
            changed.append(known.key());
    }
    for (const auto& run : changed)
        runs::isRun(run.toStdString()) ? readRun(run, rootOf(run)) : forget(run);
    if (!any)
        m_runningTimer.stop();
    m_sink.pause();
}

}  // namespace bam::work
