// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/priors_part.h"

#include "widgets/views/priors/priors_view.h"

#include <utility>

namespace bam::window {

PriorsPart::PriorsPart(views::PriorsView& view, const models::RunModel& model, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_model(model)
    , m_refresh(view, model, [this] { showRuns(); })
{
    connect(&m_reader, &work::PriorReader::read, this, [this](const std::shared_ptr<priors::PriorPiece>& piece) { m_view.append(std::move(*piece)); });
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

}  // namespace bam::window
