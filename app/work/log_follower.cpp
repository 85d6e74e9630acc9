// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/log_follower.h"

#include <QFileInfo>

#include <algorithm>

namespace bam::work {
namespace {

constexpr int kFastest = 200, kSlowest = 1000;      // ms between two looks
constexpr int kGrewMs = 2000;
constexpr int kPerRun = 80;                         // ms: eight live runs give 12.5 pieces a second
constexpr std::chrono::milliseconds kQuiet(1500);   // after which a log is watched again

QStringList logsOf(const QString& run) { return {run + QStringLiteral("/train.log"), run + QStringLiteral("/eval.log")}; }

}  // namespace

LogFollower::LogFollower(CurveReader::Deliver deliver, std::function<void(const QString&)> grew, bool canWatch)
    : m_reader(std::move(deliver))
    , m_grew(std::move(grew))
    , m_canWatch(canWatch)
    , m_files(this)
    , m_timer(this)
{
    m_timer.setSingleShot(true);
    m_sinceGrew.start();
    connect(&m_timer, &QTimer::timeout, this, &LogFollower::tick);
    connect(&m_files, &QFileSystemWatcher::fileChanged, this, [this](const QString& file) { heat(QFileInfo(file).path()); });
}

void LogFollower::follow(const QVector<Named>& runs)
{
    std::vector<CurveReader::Named> named;
    QSet<QString> next;
    for (const auto& [id, run] : runs) {
        named.push_back({id, run.toStdString()});
        next.insert(run);
    }
    m_reader.follow(named);
    for (const auto& run : m_followed)
        if (!next.contains(run)) {
            m_hot.remove(run);
            if (m_canWatch)
                m_files.removePaths(logsOf(run));
        }
    const auto before = std::exchange(m_followed, next);
    for (const auto& run : next) {
        if (before.contains(run))
            continue;
        if (m_running.contains(run))
            m_hot.insert(run);
        else
            watch(run);
    }
    schedule();
}

void LogFollower::setRunning(const QString& run, bool running)
{
    if (running == m_running.contains(run))
        return;
    running ? void(m_running.insert(run)) : void(m_running.remove(run));
    if (running && m_followed.contains(run))
        heat(run);
}

void LogFollower::folderChanged(const QString& run)
{
    if (!m_followed.contains(run))
        return;
    if (m_hot.contains(run)) {
        m_marksWanted.insert(run);      // with the next look, which comes soon
        return;
    }
    m_reader.poll(run.toStdString(), true);
    watch(run);
}

void LogFollower::heat(const QString& run)
{
    if (!m_followed.contains(run) || m_hot.contains(run))
        return;
    if (m_canWatch)
        m_files.removePaths(logsOf(run));
    m_hot.insert(run);
    m_reader.poll(run.toStdString());
    schedule();
}

void LogFollower::watch(const QString& run)
{
    if (!m_canWatch)
        return;
    for (const auto& file : logsOf(run))
        if (QFileInfo::exists(file) && !m_files.files().contains(file))
            m_files.addPath(file);
}

void LogFollower::schedule()
{
    if (!m_hot.isEmpty() && !m_timer.isActive())
        m_timer.start(std::clamp(int(m_hot.size()) * kPerRun, kFastest, kSlowest));
}

void LogFollower::tick()
{
    const auto hot = m_hot.values();
    const bool tellGrowth = m_sinceGrew.elapsed() > kGrewMs;
    if (tellGrowth)
        m_sinceGrew.restart();
    for (const auto& run : hot) {
        const auto path = run.toStdString();
        if (!m_running.contains(run) && m_reader.sinceGrowth(path) > kQuiet) {
            m_hot.remove(run);
            watch(run);     // before the last look, so that nothing falls between the two
            m_grew(run);
        } else if (tellGrowth && !m_running.contains(run)) {
            m_grew(run);
        }
        m_reader.poll(path, m_marksWanted.remove(run));
    }
    schedule();
}

}  // namespace bam::work
