// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/text_part.h"

#include "core/spec/spec_io.h"
#include "widgets/common/format.h"
#include "widgets/views/text/text_view.h"

#include <utility>

namespace bam::window {

TextPart::TextPart(views::TextView& view, const models::RunModel& model, const QString& program, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_model(model)
    , m_process(program)
    , m_refresh(view, model, [this] { showRuns(); })
{
    connect(&m_view, &views::TextView::checkpointsWanted, this, [this](const QString& run) {
        if (!run.isEmpty())
            m_checkpoints.list(run);
    });
    connect(&m_checkpoints, &work::CheckpointLister::listed, &m_view, &views::TextView::setCheckpoints);
    connect(&m_view, &views::TextView::writeRequested, this, [this](const views::TextWish& wish) {
        m_view.begin();
        m_process.start(wish.flags(), wish.prompt);
    });
    connect(&m_view, &views::TextView::stopRequested, &m_process, &work::GenerationProcess::stop);
    connect(&m_process, &work::GenerationProcess::progress, &m_view, &views::TextView::showReading);
    connect(&m_process, &work::GenerationProcess::written, &m_view, &views::TextView::append);
    connect(&m_process, &work::GenerationProcess::done, this, [this](const work::WrittenText& text) {
        const auto speed = views::TextView::tokensText(double(text.tokens), text.tokensPerSecond);
        const auto how = text.stopped ? tr("stopped") : text.ended ? tr("ended by itself") : tr("as many as were asked for");
        m_view.end(tr("%1, %2; the prompt had %3 tokens", "1: number and speed, 2: why it ended").arg(speed, how, ui::count(double(text.promptTokens))));
    });
    connect(&m_process, &work::GenerationProcess::failed, this, [this](const QString& cause, const QString& hint) { m_view.end(hint.isEmpty() ? cause : cause + QLatin1Char(' ') + hint); });
}

void TextPart::setSelection(const QStringList& runs)
{
    m_selection = runs;
    showRuns();
}

void TextPart::showRuns()
{
    if (!m_view.isVisible())
        return;
    QVector<views::TextRun> runs;
    for (const auto& path : std::as_const(m_selection))
        if (const auto* record = m_model.record(path))
            runs.append({path, m_model.title(path), spec::rotates(record->encoding)});
    m_view.setRuns(runs);
}

}  // namespace bam::window
