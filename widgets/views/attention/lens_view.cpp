// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/lens_view.h"

#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/common/rope_choice.h"
#include "widgets/views/attention/answer_panel.h"
#include "widgets/views/attention/attended_text.h"
#include "widgets/views/attention/head_map.h"
#include "widgets/views/attention/prompt_panel.h"
#include "widgets/views/attention/prompt_text.h"
#include "widgets/views/attention/retrieval_strip.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QTabWidget>

#include <algorithm>
#include <utility>

namespace bam::views {
namespace {

constexpr inspect::HeadId kNoHead{-1, -1};

}  // namespace

void LensView::setRuns(const QVector<LensRun>& runs)
{
    m_prompt->setRuns(runs);
    showEmpty();
}

void LensView::selectRun(const QString& path) { m_prompt->selectRun(path); }
void LensView::setCheckpoints(const QString& run, const QVector<qint64>& steps) { m_prompt->setCheckpoints(run, steps); }
void LensView::showPreview(const LensPreview& preview) { m_prompt->showPreview(preview); }
void LensView::showNoPreview() { m_prompt->showNoPreview(); }
void LensView::setText(const QString& text) { m_prompt->setText(text); }
QString LensView::run() const { return m_prompt->run(); }
void LensView::showMessage(const ui::Message& message) { m_banners->show(message); }

void LensView::capturePrompt()
{
    if (!m_prompt->canCapture())
        return;
    auto wish = m_prompt->wish();
    wish.changes = m_changes.changes();
    const auto what = changesText(wish.changes);
    std::deque<Run> runs;
    runs.push_back({std::move(wish), what});
    start(std::move(runs));
}

/// The shown prompt again, with what the list of changes says now.
void LensView::runChanges()
{
    if (!m_capture || m_prompt->isBusy())
        return;
    auto wish = m_shown;
    wish.changes = m_changes.changes();
    const auto what = m_changes.undoStack().canUndo() && wish.changes.size() > 1 ? m_changes.undoStack().undoText() : changesText(wish.changes);
    std::deque<Run> runs;
    runs.push_back({std::move(wish), what});
    start(std::move(runs));
}

void LensView::start(std::deque<Run> runs)
{
    m_running = std::move(runs);
    m_prompt->setBusy(true);
    m_captureAction->setEnabled(false);
    m_cancelAction->setEnabled(true);
    next();
}

void LensView::next() { Q_EMIT captureWanted(m_running.front().wish); }

void LensView::showProgress(const Progress& progress) { m_prompt->showProgress(progress, m_running.empty() || m_running.front().wish.changes.empty() ? QString() : m_running.front().what); }

void LensView::endCapture(const ui::Message& message)
{
    m_running.clear();
    m_prompt->setBusy(false);
    m_captureAction->setEnabled(true);
    m_cancelAction->setEnabled(false);
    if (message.text.isEmpty())
        return;
    auto told = message;
    told.key = QStringLiteral("capture");
    m_banners->show(told);
}

void LensView::showCapture(const SharedCapture& capture)
{
    if (m_running.empty())
        return;
    const auto run = std::move(m_running.front());
    m_running.pop_front();
    m_banners->dismiss(QStringLiteral("capture"));
    const bool same = m_capture && m_shown.source == run.wish.source && samePrompt(m_capture->prompt, capture->prompt);
    const auto scaling = ui::ropeScalingTitle(capture->ropeScaling);
    if (!same || m_capture->ropeScaling != capture->ropeScaling)
        m_base.reset();     // of the model as it rotates now
    m_capture = capture;
    m_shown = run.wish;
    m_shownTitle = scaling.isEmpty() ? m_prompt->runTitle() : tr("%1 (%2)", "1: run; 2: RoPE scaling").arg(m_prompt->runTitle(), scaling);
    m_matrices.clear();
    m_matrixShown = m_partsShown = kNoHead;
    m_parts.reset();
    if (!same) {
        m_answer->clearOutcomes();
        m_query = capture->prompt.queryRows.front();
        m_key = capture->prompt.hasNeedle() ? capture->prompt.needleBegin : -1;
        m_head = kNoHead;
    }
    if (capture->changes.empty())
        m_base = capture;
    const auto briefly = ui::ropeScalingTitle({capture->ropeScaling.method, capture->ropeScaling.factor, 0});
    m_answer->addOutcome(outcomeOf(*capture, briefly.isEmpty() ? run.what : tr("%1: %2", "1: RoPE scaling; 2: what was changed").arg(briefly, run.what)));
    if (m_head == kNoHead || m_head.layer >= capture->layers || m_head.head >= capture->heads)
        m_head = topHeads(*capture, 1).front();
    fillQueries();
    m_map->setCapture(capture);
    m_map->setCurrent(m_head);
    showStrip();
    m_text->setCapture(capture);
    showEmpty();
    showAnswer();
    showTokens();
    showMatrix();
    showParts();
    askLater();
    if (!m_running.empty())
        next();
    else
        endCapture({});
}

void LensView::fillQueries()
{
    const auto& prompt = m_capture->prompt;
    const auto chosen = m_queries->currentIndex();
    const QSignalBlocker quiet(m_queries);
    while (m_queries->count() > 2)
        m_queries->removeItem(2);
    for (std::size_t n = 0; n < prompt.queryRows.size(); ++n) {
        const auto piece = n < prompt.answerPieces.size() ? quotedPiece(prompt.answerPieces[n]) : QString();
        m_queries->addItem(tr("Token %1 of the answer %2", "1: its number; 2: the quoted token, or nothing").arg(n + 1).arg(piece).trimmed());
    }
    m_queries->setCurrentIndex(chosen < m_queries->count() ? chosen : 0);
}

void LensView::showStrip()
{
    if (!m_capture)
        return m_strip->setContent({});
    const int query = m_queries->currentIndex();
    const auto pool = query == 0 ? QueryPool::Mean : query == 1 ? QueryPool::Largest : QueryPool::One;
    m_strip->setContent(StripContent(m_capture, pool, std::size_t(std::max(query - 2, 0)), HeadOrder(m_order->currentIndex())));
    m_strip->setSelected(m_head);
    m_strip->setKey(m_key);
}

void LensView::showEmpty()
{
    setFocusProxy(m_capture ? static_cast<QWidget*>(m_strip) : m_prompt);
    m_empty->setVisible(!m_capture);
    m_content->setVisible(m_capture != nullptr);
    m_empty->setText(m_prompt->run().isEmpty() ? tr("Select a run in the list and press Capture to see where its heads look.") : tr("Press Capture to send the prompt through the run, and see where every head looks."));
    if (!m_capture)
        return;
    const auto& prompt = m_capture->prompt;
    m_title->setText(tr("%1, step %2: %3 (%4)", "1: run; 2: step; 3: prompt; 4: duration")
                         .arg(m_shownTitle, ui::count(double(m_capture->step)), prompt.title.empty() ? tr("%Ln token(s)", nullptr, int(prompt.length())) : ui::coreText(prompt.title), ui::duration(m_capture->seconds))
                         .toHtmlEscaped());
    m_title->setToolTip(m_title->text());
}

void LensView::showAnswer()
{
    m_answer->setAnswers(m_base, m_capture);
    const bool possible = m_capture && m_base && m_base->prompt.hasNeedle() && !m_prompt->isBusy();
    m_answer->setExperiments(m_capture && m_base && m_base->prompt.hasNeedle(),
        possible ? QString() : !m_capture ? tr("Capture a prompt first.") : !m_base ? tr("Restore all heads and run again first, so that there is something to compare with.") : tr("This prompt has no needle to rank heads by."));
}

int LensView::answerIndex(qint64 query) const
{
    const auto& rows = m_capture->prompt.queryRows;
    const auto found = std::find(rows.begin(), rows.end(), query);
    return found == rows.end() ? -1 : int(found - rows.begin());
}

std::vector<float> LensView::attentionOf(inspect::HeadId head, qint64 query) const
{
    if (const int n = answerIndex(query); n >= 0) {
        const float* row = m_capture->row(head, std::size_t(n));
        return {row, row + query + 1};
    }
    if (!m_parts || m_parts->query != query || m_parts->head != head)
        return {};
    std::vector<float> weights(std::size_t(query) + 1, 0);
    for (std::size_t n = 0; n < m_parts->joint.size() && std::size_t(m_parts->first) + n < weights.size(); ++n)
        weights[std::size_t(m_parts->first) + n] = float(m_parts->joint[n]);
    return weights;
}

std::vector<float> LensView::meanAttention(qint64 query) const
{
    const int n = answerIndex(query);
    std::vector<float> mean(std::size_t(query) + 1, 0);
    for (const auto& head : m_capture->summary) {
        const float* row = m_capture->row(head.id, std::size_t(n));
        for (std::size_t key = 0; key < mean.size(); ++key)
            mean[key] += row[key] / float(m_capture->summary.size());
    }
    return mean;
}

void LensView::showTokens()
{
    if (!m_capture)
        return;
    const bool mean = m_attention->currentIndex() == 1 && answerIndex(m_query) >= 0;
    m_tokensTitle->setText((mean ? tr("Attention of all heads, on average, from token %1 %2") : tr("Attention of %3 from token %1 %2"))
                               .arg(ui::count(double(m_query)), quotedPiece(m_capture->prompt.pieces[std::size_t(m_query)]))
                               .replace(QLatin1String("%3"), headLabel(m_head)));
    m_text->setAttention(m_query, mean ? meanAttention(m_query) : attentionOf(m_head, m_query));
}

void LensView::chooseHead(inspect::HeadId head)
{
    if (!m_capture || head == m_head || head.layer < 0 || head.layer >= m_capture->layers || head.head < 0 || head.head >= m_capture->heads)
        return;
    m_head = head;
    m_strip->setSelected(head);
    m_map->setCurrent(head);
    m_parts.reset();
    showTokens();
    showMatrix();
    askLater();
}

void LensView::chooseQuery(qint64 query)
{
    if (!m_capture || query == m_query || query < 0 || query >= m_capture->prompt.length())
        return;
    m_query = query;
    m_parts.reset();
    showTokens();
    showMatrix();
    askLater();
}

void LensView::chooseKey(qint64 key)
{
    if (!m_capture || key == m_key || key >= m_capture->prompt.length())
        return;
    m_key = key;
    m_strip->setKey(key);
    m_text->setKey(key);
    showMatrix();
}

std::vector<inspect::HeadId> LensView::markedHeads() const
{
    auto heads = m_map->marked();
    return heads.empty() ? std::vector<inspect::HeadId>{m_head} : heads;
}

void LensView::ablate(inspect::Ablation ablation)
{
    const auto heads = markedHeads();
    const auto changes = ablation == inspect::Ablation::None ? without(m_changes.changes(), heads) : withAblation(m_changes.changes(), heads, ablation);
    m_changes.set(changes, heads.size() == 1 ? changeText({heads.front(), ablation, std::nullopt}) : tr("%n head(s): %1", nullptr, int(heads.size())).arg(ablationText(ablation)));
}

/// The same prompt with nothing changed but these heads.
void LensView::ablateTop(int count)
{
    if (!m_base || m_prompt->isBusy())
        return;
    const auto what = tr("top %n by needle mass", nullptr, count);
    m_changes.set(withAblation({}, topHeads(*m_base, count), inspect::Ablation::Zero), what);
    auto wish = m_shown;
    wish.changes = m_changes.changes();
    start({{wish, what}});
}

void LensView::ablateRandom(int count, quint64 seed)
{
    if (!m_base || m_prompt->isBusy())
        return;
    const auto heads = randomOthers(*m_base, count, seed);
    const auto what = tr("%n random other(s), seed %1", nullptr, int(heads.size())).arg(seed);
    m_changes.set(withAblation({}, heads, inspect::Ablation::Zero), what);
    auto wish = m_shown;
    wish.changes = m_changes.changes();
    start({{wish, what}});
}

void LensView::setHeadPrior(const QString& run, int layer, int head, const inspect::PriorValues& values)
{
    selectRun(run);
    if (m_prompt->run() != run || m_prompt->isBusy())
        return;
    const inspect::HeadId id{layer, head};
    inspect::HeadChange change{id, inspect::Ablation::None, values};
    for (const auto& known : m_changes.changes())
        if (known.head == id)
            change.ablation = known.ablation;
    m_changes.set(withChange(m_changes.changes(), change), changeText(change));
    const bool shown = m_capture && QString::fromStdString(m_shown.source.run.string()) == run;
    auto wish = shown ? m_shown : m_prompt->wish();
    std::deque<Run> runs;
    if (!shown || !m_base) {
        wish.changes.clear();
        runs.push_back({wish, changesText({})});
    }
    wish.changes = m_changes.changes();
    runs.push_back({wish, changesText(wish.changes)});
    start(std::move(runs));
}

LensFigureSource LensView::figureSource() const
{
    LensFigureSource source{QString::fromStdString(m_shown.source.run.string()), m_shownTitle};
    if (!m_capture)
        return source;
    source.step = m_capture->step;
    source.prompt = QString::fromStdString(m_capture->prompt.title);
    QStringList changes;
    for (const auto& change : m_capture->changes)
        changes << changeText(change);
    source.changes = changes.join(QStringLiteral("; "));
    if (m_capture->ropeScaling.isOn())
        source.scaling = tr("RoPE scaling %1").arg(ui::ropeScalingTitle(m_capture->ropeScaling));
    return source;
}

/// Of a head, whose title says nothing of the run.
void LensView::requestFigure(figures::Figure figure)
{
    if (m_capture && m_capture->ropeScaling.isOn())
        figure.title = tr("%1 (%2)", "1: layer and head; 2: RoPE scaling").arg(figure.title, ui::ropeScalingTitle(m_capture->ropeScaling));
    Q_EMIT figureRequested(figure);
}

std::vector<figures::Figure> LensView::figures() const
{
    if (!m_capture)
        return {};
    const auto source = figureSource();
    const bool mean = m_attention->currentIndex() == 1 && answerIndex(m_query) >= 0;
    std::vector<figures::Figure> all{stripFigure(m_strip->content(), m_strip->from(), m_strip->to(), m_strip->visibleRows(), source), headMapFigure(*m_capture, m_map->measure(), source),
        answerFigure(m_base.get(), *m_capture, source)};
    if (const auto weights = mean ? meanAttention(m_query) : attentionOf(m_head, m_query); !weights.empty())
        all.push_back(attentionFigure(m_capture->prompt, weights, mean ? tr("all heads") : headLabel(m_head), m_query, source));
    return all;
}

QByteArray LensView::saveSettings() const { return m_prompt->saveSettings(); }
void LensView::restoreSettings(const QByteArray& settings) { m_prompt->restoreSettings(settings); }

/// Rows of the panel come and go with the run and the kind of prompt.
bool LensView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_prompt && event->type() == QEvent::LayoutRequest)
        fitToText();
    return QWidget::eventFilter(watched, event);
}

bool LensView::event(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        QMetaObject::invokeMethod(this, &LensView::fitToText, Qt::QueuedConnection);     // after the panel has got it, too
    if (event->type() == QEvent::Show) {
        askLater();
        Q_EMIT checkpointsWanted(m_prompt->run());      // a training may have written more since
        if (std::exchange(m_previewDue, false) && !m_prompt->run().isEmpty())
            Q_EMIT previewWanted(m_prompt->wish());
    }
    return QWidget::event(event);
}

}  // namespace bam::views
