// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/film_reader.h"

#include "app/work/film_follower.h"

namespace bam::work {

FilmReader::FilmReader(QObject* parent)
    : QObject(parent)
    , m_follower(new FilmFollower)
{
    qRegisterMetaType<std::shared_ptr<const inspect::Film>>();
    qRegisterMetaType<std::shared_ptr<const inspect::Capture>>();
    m_thread.setObjectName(QStringLiteral("film reader"));
    m_follower->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_follower, &QObject::deleteLater);
    connect(m_follower, &FilmFollower::read, this, &FilmReader::read);
    connect(m_follower, &FilmFollower::frameRead, this, &FilmReader::frameRead);
    connect(m_follower, &FilmFollower::frameFailed, this, &FilmReader::frameFailed);
    m_thread.start(QThread::LowPriority);
}

FilmReader::~FilmReader()
{
    m_thread.quit();
    m_thread.wait();
}

void FilmReader::follow(const QString& run)
{
    QMetaObject::invokeMethod(m_follower, [follower = m_follower, run] { follower->follow(run); });
}

void FilmReader::wantFrame(qint64 step) { m_follower->want(step); }

}  // namespace bam::work
