// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/film_follower.h"

#include <QFile>

namespace bam::work {
namespace {

constexpr int kEveryMs = 1000;

bool sameFilm(const std::shared_ptr<const inspect::Film>& a, const std::shared_ptr<const inspect::Film>& b)
{
    if (!a || !b)
        return a == b;
    return a->frames == b->frames && a->problems == b->problems && a->prompt.tokens == b->prompt.tokens;
}

}  // namespace

FilmFollower::FilmFollower()
    : m_timer(this)
{
    m_timer.setInterval(kEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &FilmFollower::poll);
}

void FilmFollower::follow(const QString& run)
{
    m_run = run;
    m_film.reset();
    m_told = false;
    if (run.isEmpty())
        return m_timer.stop();
    m_timer.start();
    poll();
}

void FilmFollower::want(qint64 step)
{
    if (m_wanted.exchange(step) < 0)
        QMetaObject::invokeMethod(this, &FilmFollower::readFrame, Qt::QueuedConnection);
}

void FilmFollower::poll()
{
    const auto film = inspect::readFilm(QFile::encodeName(m_run).toStdString(), m_film);
    if (m_told && sameFilm(film, m_film))
        return;
    m_told = true;
    m_film = film;
    Q_EMIT read(m_run, film);
}

void FilmFollower::readFrame()
{
    const auto step = m_wanted.exchange(-1);
    if (!m_film || step < 0)
        return;
    const auto found = m_film->frameAt(step);
    if (!found)
        return;
    try {
        Q_EMIT frameRead(m_run, step, std::make_shared<const inspect::Capture>(inspect::frameCapture(*m_film, *found)));
    } catch (const std::exception& problem) {
        Q_EMIT frameFailed(m_run, step, QString::fromUtf8(problem.what()));
    }
}

}  // namespace bam::work
