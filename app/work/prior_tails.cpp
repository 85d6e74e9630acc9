// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/prior_tails.h"

#include "core/runs/run_directory.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <exception>

namespace bam::work {
namespace {

constexpr int kSoonMs = 100;
constexpr int kSlowMs = 1000;
constexpr std::int64_t kPiece = std::int64_t(4) << 20;

QString fileOf(const QString& run) { return run + QStringLiteral("/priors.csv"); }

std::string translated(const char* text, const QString& path) { return QCoreApplication::translate("PriorReader", text).arg(path).toStdString(); }

}  // namespace

PriorTails::PriorTails()
    : m_watcher(this)
    , m_soon(this)
    , m_slow(this)
{
    m_soon.setSingleShot(true);
    m_slow.setInterval(kSlowMs);
    const auto soon = [this] {
        if (!m_soon.isActive())
            m_soon.start(kSoonMs);
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, soon);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, soon);
    connect(&m_soon, &QTimer::timeout, this, qOverload<>(&PriorTails::poll));
    connect(&m_slow, &QTimer::timeout, this, qOverload<>(&PriorTails::poll));
}

void PriorTails::follow(const QStringList& runs)
{
    std::vector<std::unique_ptr<Followed>> next;
    for (const auto& run : runs) {
        const auto known = std::find_if(m_followed.begin(), m_followed.end(), [&](const auto& followed) { return followed && followed->run == run; });
        if (known != m_followed.end())
            next.push_back(std::move(*known));
        else
            next.push_back(std::make_unique<Followed>(Followed{run, runs::LogTail(fileOf(run).toStdString(), priors::priorColumnNames())}));
    }
    m_followed = std::move(next);
    if (m_followed.empty()) {
        m_slow.stop();
        m_soon.stop();
    } else {
        m_slow.start();
        m_soon.start(0);
    }
    watch();
}

void PriorTails::poll()
{
    bool more = false;
    for (auto& followed : m_followed)
        more = poll(*followed) || more;
    watch();
    if (more)
        m_soon.start(0);
}

/// One piece. @returns whether there is more to read at once
bool PriorTails::poll(Followed& followed)
{
    auto piece = std::make_shared<priors::PriorPiece>();
    piece->run = followed.run.toStdString();
    std::error_code error;
    if (!followed.byCheckpoints && std::filesystem::exists(piece->run / "args.json", error))
        followed.byCheckpoints = priors::needsCheckpoints(piece->run);
    piece->restarted = !followed.begun;
    const bool more = followed.byCheckpoints.value_or(false) ? pollCheckpoints(followed, *piece) : pollRows(followed, *piece);
    piece->complete = !more;
    if (!std::filesystem::exists(piece->run, error))
        piece->problem = translated(QT_TRANSLATE_NOOP("PriorReader", "%1 is not there any more."), followed.run);
    const bool changed = piece->restarted || piece->rows.rows() > 0 || !piece->biases.empty() || piece->complete != followed.saidComplete || piece->problem != followed.problem;
    followed.begun = true;
    followed.saidComplete = piece->complete;
    followed.problem = piece->problem;
    if (changed)
        Q_EMIT read(piece);
    return more;
}

bool PriorTails::pollRows(Followed& followed, priors::PriorPiece& piece)
{
    using Change = runs::LogTail::Change;
    const auto change = followed.tail.poll(kPiece);
    piece.restarted = piece.restarted || change == Change::Restarted;
    piece.rows = followed.tail.take();
    piece.badRows = followed.tail.badRows();
    piece.problem = followed.tail.problem();
    std::error_code error;
    if (change == Change::Gone && !std::filesystem::exists(followed.tail.file(), error))
        piece.problem = translated(QT_TRANSLATE_NOOP("PriorReader", "there is no priors.csv in %1."), followed.run);
    return followed.tail.hasMore();
}

/// A checkpoint that was deleted since stays in the history: it was what the run had learned then.
bool PriorTails::pollCheckpoints(Followed& followed, priors::PriorPiece& piece)
{
    std::vector<std::filesystem::path> news;
    try {
        for (auto& [step, folder] : runs::listCheckpoints(piece.run))
            if (!followed.seen.contains(folder))
                news.push_back(std::move(folder));
        if (!news.empty()) {
            const auto folder = news.back();
            news.pop_back();
            followed.seen.insert(folder);
            piece.biases.push_back(priors::LearnedBias::read(piece.run, folder.string()));
            followed.damaged.clear();
        }
    } catch (const std::exception& problem) {
        followed.damaged = problem.what();      // the next one may be whole
    }
    piece.problem = followed.damaged;
    return !news.empty();
}

/// The folder as well, since the file may not be there yet.
void PriorTails::watch()
{
    QStringList wanted;
    for (const auto& followed : m_followed)
        wanted << followed->run << fileOf(followed->run);
    const auto watched = m_watcher.files() + m_watcher.directories();
    QStringList old;
    for (const auto& path : watched)
        if (!wanted.contains(path))
            old << path;
    if (!old.isEmpty())
        m_watcher.removePaths(old);
    for (const auto& path : wanted)
        if (!watched.contains(path) && QFileInfo::exists(path))
            m_watcher.addPath(path);
}

}  // namespace bam::work
