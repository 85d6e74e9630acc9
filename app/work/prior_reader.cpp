// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/prior_reader.h"

#include "app/work/prior_tails.h"

namespace bam::work {

PriorReader::PriorReader(QObject* parent)
    : QObject(parent)
    , m_tails(new PriorTails)
{
    qRegisterMetaType<std::shared_ptr<priors::PriorPiece>>();
    m_thread.setObjectName(QStringLiteral("prior reader"));
    m_tails->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_tails, &QObject::deleteLater);
    connect(this, &PriorReader::followed, m_tails, &PriorTails::follow);
    connect(m_tails, &PriorTails::read, this, &PriorReader::read);
    m_thread.start(QThread::LowPriority);
}

PriorReader::~PriorReader()
{
    m_thread.quit();
    m_thread.wait();
}

void PriorReader::follow(const QStringList& runs) { Q_EMIT followed(runs); }

}  // namespace bam::work
