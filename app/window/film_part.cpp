// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/film_part.h"

#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/views/attention/film_view.h"

#include <utility>

namespace bam::window {

FilmPart::FilmPart(views::FilmView& view, const models::RunModel& model, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_model(model)
    , m_refresh(view, model, [this] { showRuns(); })
{
    connect(&m_view, &views::FilmView::runChanged, this, &FilmPart::follow);
    connect(&m_view, &views::FilmView::frameWanted, &m_reader, &work::FilmReader::wantFrame);
    connect(&m_reader, &work::FilmReader::read, &m_view, &views::FilmView::setFilm);
    connect(&m_reader, &work::FilmReader::frameRead, this, [this](const QString& run, qint64 step, const std::shared_ptr<const inspect::Capture>& frame) {
        if (run == m_view.run())
            m_view.setFrame(step, frame);
    });
    connect(&m_reader, &work::FilmReader::frameFailed, this, [this](const QString& run, qint64 step, const QString& problem) {
        if (run == m_view.run())
            m_view.showMessage({ui::Severity::Warning, tr("The frame of step %1 cannot be read: %2").arg(ui::count(double(step)), ui::coreText(problem.toStdString())), {}, QStringLiteral("frame")});
    });
}

void FilmPart::setSelection(const QStringList& runs)
{
    m_selection = runs;
    showRuns();
}

void FilmPart::showRuns()
{
    if (!m_view.isVisible())
        return follow();        // nothing; what was read stays until somebody looks again
    QVector<views::FilmRun> runs;
    for (const auto& path : std::as_const(m_selection))
        if (const auto* record = m_model.record(path))
            runs.append({path, m_model.title(path), record->state == runs::RunState::Running, record->captureEvery});
    m_view.setRuns(runs);
    follow();
}

void FilmPart::follow()
{
    const auto run = m_view.isVisible() ? m_view.run() : QString();
    if (run == m_following)
        return;
    m_following = run;
    m_reader.follow(run);
}

}  // namespace bam::window
