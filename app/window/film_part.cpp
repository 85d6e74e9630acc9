// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/film_part.h"

#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/views/attention/film_view.h"

#include <QEvent>

#include <utility>

namespace bam::window {
namespace {

constexpr int kSoonMs = 50;

}  // namespace

FilmPart::FilmPart(views::FilmView& view, const models::RunModel& model, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_model(model)
{
    m_view.installEventFilter(this);
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
    // Titles and whether a run is still running change with others.
    const auto soon = [this] {
        if (!m_soon.isActive())
            m_soon.start();
    };
    connect(&m_model, &QAbstractItemModel::dataChanged, this, soon);
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, soon);
    connect(&m_model, &QAbstractItemModel::modelReset, this, soon);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &FilmPart::showRuns);
}

void FilmPart::setSelection(const QStringList& runs)
{
    m_selection = runs;
    showRuns();
}

void FilmPart::showRuns()
{
    if (!m_view.isVisible())
        return;     // what was read stays until somebody looks again
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

bool FilmPart::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show)
        m_soon.start();
    else if (event->type() == QEvent::Hide)
        QMetaObject::invokeMethod(this, &FilmPart::follow, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

}  // namespace bam::window
