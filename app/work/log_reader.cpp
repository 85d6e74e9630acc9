// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/log_reader.h"

#include "core/jobs/job_events.h"
#include "widgets/common/format.h"

#include <QCoreApplication>
#include <QDir>
#include <QRegularExpression>

#include <algorithm>

namespace bam::work {
namespace {

constexpr int kSoonMs = 100;
constexpr int kSlowMs = 1000;

}  // namespace

LogReader::LogReader()
    : m_watcher(this)
    , m_soon(this)
    , m_slow(this)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    m_slow.setInterval(kSlowMs);
    const auto soon = [this] {
        if (!m_soon.isActive())
            m_soon.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, soon);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, soon);
    connect(&m_soon, &QTimer::timeout, this, qOverload<>(&LogReader::poll));
    connect(&m_slow, &QTimer::timeout, this, qOverload<>(&LogReader::poll));
}

void LogReader::follow(int generation, const QVector<LogSource>& sources, const QString& folder)
{
    m_generation = generation;
    m_followed.clear();
    m_folder = folder;
    if (!m_watcher.files().isEmpty())
        m_watcher.removePaths(m_watcher.files());
    if (!m_watcher.directories().isEmpty())
        m_watcher.removePaths(m_watcher.directories());
    for (const auto& source : sources)
        m_followed.push_back({source, TextTail(source.path), false});
    if (m_followed.empty() && folder.isEmpty()) {
        m_slow.stop();
        return;
    }
    m_slow.start();
    poll();
}

void LogReader::poll()
{
    if (!m_folder.isEmpty())
        lookForRanks();
    bool more = false;
    for (auto& followed : m_followed) {
        poll(followed);
        more = more || followed.tail.hasMore();
    }
    watch();
    if (more)
        m_soon.start(0);
    else
        m_soon.setInterval(kSoonMs);
}

void LogReader::poll(Followed& followed)
{
    QStringList found;
    const auto change = followed.tail.poll(found);
    const bool first = !followed.begun && !found.isEmpty();
    followed.begun = followed.begun || first;
    if (followed.source.events)
        for (auto& line : found)
            line = QString::fromStdString(jobs::eventLine(line.toStdString()));
    if (first && followed.tail.skipped() > 0)
        found.prepend(QCoreApplication::translate("LogFeed", "note: the first %1 are not shown; the whole log is in %2").arg(ui::bytes(double(followed.tail.skipped())), followed.source.path));
    if (change == TextTail::Change::Gone)
        Q_EMIT gone(m_generation, followed.source.title, followed.source.path);
    else if (change != TextTail::Change::None)
        Q_EMIT lines(m_generation, followed.source.title, found, change == TextTail::Change::Restarted);
}

/// log.rank1.txt, log.rank2.txt, …, in the order of their numbers.
void LogReader::lookForRanks()
{
    static const QRegularExpression kName(QStringLiteral("^log\\.rank(\\d+)\\.txt$"));
    std::vector<std::pair<int, QString>> ranks;
    for (const auto& name : QDir(m_folder).entryList({QStringLiteral("log.rank*.txt")}, QDir::Files)) {
        const auto match = kName.match(name);
        const auto path = m_folder + QLatin1Char('/') + name;
        const bool known = std::any_of(m_followed.begin(), m_followed.end(), [&](const auto& followed) { return followed.source.path == path; });
        if (match.hasMatch() && !known)
            ranks.emplace_back(match.captured(1).toInt(), path);
    }
    std::sort(ranks.begin(), ranks.end());
    for (const auto& [rank, path] : ranks) {
        const LogSource source{QCoreApplication::translate("LogFeed", "Rank %1").arg(rank), path, false};
        m_followed.push_back({source, TextTail(path), false});
        Q_EMIT lines(m_generation, source.title, {}, false);        // its tab, also before its first line
    }
}

void LogReader::watch()
{
    QStringList wanted;
    if (!m_folder.isEmpty())
        wanted << m_folder;
    for (const auto& followed : m_followed)
        wanted << followed.source.path;
    const auto watched = m_watcher.files() + m_watcher.directories();
    for (const auto& path : wanted)
        if (!watched.contains(path) && QFileInfo::exists(path))
            m_watcher.addPath(path);
}

}  // namespace bam::work
