// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/priors_part.h"

#include "widgets/views/priors/priors_view.h"

#include <QEvent>

#include <utility>

namespace bam::window {
namespace {

constexpr int kSoonMs = 50;

}  // namespace

PriorsPart::PriorsPart(views::PriorsView& view, const models::RunModel& model, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_model(model)
{
    m_view.installEventFilter(this);
    connect(&m_reader, &work::PriorReader::read, this, [this](const std::shared_ptr<priors::PriorPiece>& piece) { m_view.append(std::move(*piece)); });
    // Titles, colours and whether a run is still running change with others.
    const auto soon = [this] {
        if (!m_soon.isActive())
            m_soon.start();
    };
    connect(&m_model, &QAbstractItemModel::dataChanged, this, soon);
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, soon);
    connect(&m_model, &QAbstractItemModel::modelReset, this, soon);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &PriorsPart::showRuns);
}

void PriorsPart::setSelection(const QStringList& runs)
{
    m_selection = runs;
    showRuns();
}

views::PriorRun PriorsPart::priorRun(const QString& path, const runs::RunRecord& record) const
{
    views::PriorRun run;
    run.path = path;
    run.title = m_model.title(path);
    run.encoding = QString::fromStdString(record.encoding);
    run.style = m_model.style(path);
    run.trainedLength = record.sequenceLength;
    run.running = record.state == runs::RunState::Running;
    return run;
}

void PriorsPart::showRuns()
{
    if (!m_view.isVisible())
        return;     // what was read stays until somebody looks again
    QVector<views::PriorRun> runs;
    QStringList wanted;
    for (const auto& path : std::as_const(m_selection))
        if (const auto* record = m_model.record(path)) {
            runs.append(priorRun(path, *record));
            wanted.append(path);
        }
    m_view.setRuns(runs);
    if (wanted == m_following)
        return;
    m_following = wanted;
    m_reader.follow(wanted);
}

bool PriorsPart::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show)
        m_soon.start();
    return QObject::eventFilter(watched, event);
}

}  // namespace bam::window
