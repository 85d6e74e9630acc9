// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/evaluations_part.h"

#include "core/base/version.h"
#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/views/evaluations/evaluations_view.h"

#include <QDateTime>

#include <algorithm>

namespace bam::window {
namespace {

constexpr int kMostRuns = 100;      // more rows than anybody reads, and as many files every two seconds

}  // namespace

EvaluationsPart::EvaluationsPart(views::EvaluationsView& view, const models::RunModel& model, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_model(model)
    , m_refresh(view, model, [this] { ask(); })
{
    connect(&m_reader, &work::CompareReader::compared, this, [this](const std::shared_ptr<const work::CompareAnswer>& answer) {
        m_answer = answer;
        show();
    });
}

void EvaluationsPart::setSelection(const QStringList& runs)
{
    m_selection = runs;
    ask();
}

void EvaluationsPart::ask()
{
    const bool shown = m_view.isVisible();
    const auto runs = m_selection.mid(0, kMostRuns);
    m_reader.setFollowed(shown && !runs.isEmpty());
    if (!shown)
        return;
    if (runs == m_asked && m_answer)
        return show();      // what runs are called may have changed
    m_asked = runs;
    m_answer.reset();
    if (runs.isEmpty())
        m_view.setData(nullptr);
    m_reader.compare({runs, {}, {}});
}

void EvaluationsPart::show()
{
    if (!m_answer || m_answer->runs != m_asked)
        return;
    auto data = std::make_shared<views::EvaluationData>();
    data->board = m_answer->scoreboard;
    for (qsizetype n = 0; n < m_answer->runs.size(); ++n) {
        const auto& path = m_answer->runs[n];
        const auto& told = m_answer->told[n];
        data->runs.append({path, m_model.title(path), m_model.style(path), double(std::max<std::int64_t>(0, told.trainedLength))});
        data->provenance.runs.push_back({path.section(QLatin1Char('/'), -3), told.step, told.spec});
    }
    for (const auto& note : m_answer->notes)
        data->notes.append(ui::coreText(note.section(QLatin1Char('\n'), 0, 0).toStdString()));
    if (m_selection.size() > kMostRuns)
        data->notes.prepend(tr("Only the first %1 of %2 selected runs are shown.").arg(ui::count(kMostRuns), ui::count(double(m_selection.size()))));
    data->provenance.program = QStringLiteral("bamscope ") + QString::fromStdString(programVersion());
    data->provenance.made = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
    m_view.setData(std::move(data));
}

void EvaluationsPart::setJobs(const QVector<models::JobRow>& jobs)
{
    QHash<QString, models::JobRow> evaluating;
    for (const auto& job : jobs)
        if (job.kind == jobs::WorkerKind::Evaluate && !jobs::hasEnded(job.state) && (job.isActive() || !evaluating.contains(job.run)))
            evaluating.insert(job.run, job);
    m_view.setJobs(evaluating);
}

}  // namespace bam::window
