// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/film_view.h"

#include "widgets/common/colors.h"
#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/common/heading.h"
#include "widgets/common/icons.h"
#include "widgets/common/time_scrubber.h"
#include "widgets/views/attention/figure_button.h"
#include "widgets/views/attention/retrieval_strip.h"
#include "widgets/views/priors/trajectory_chart.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bam::views {
namespace {

enum FilmOrder { ByLayer, ByLastMass, ByLastBeta };

QColor hitColor(const QPalette& palette, bool hit)
{
    if (ui::isDark(palette))
        return hit ? QColor(0x7F, 0xC9, 0x7F) : QColor(0xFF, 0x8A, 0x65);
    return hit ? QColor(0x1B, 0x7A, 0x3D) : QColor(0xB7, 0x2C, 0x1B);
}

}  // namespace

FilmView::FilmView(QWidget* parent)
    : QWidget(parent)
    , m_banners(new ui::BannerArea(this))
    , m_choice(new QComboBox(this))
    , m_order(new QComboBox(this))
    , m_capture(new QToolButton(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new QLabel(this))
    , m_title(new QLabel(this))
    , m_answer(new QLabel(this))
    , m_legend(new QLabel(this))
    , m_readout(new QLabel(this))
    , m_split(new QSplitter(Qt::Vertical, this))
    , m_strip(new RetrievalStrip(this))
    , m_chart(new TrajectoryChart(this))
    , m_scrubber(new TimeScrubber(this))
{
    setObjectName(QStringLiteral("filmView"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(m_banners);
    auto* bar = new QHBoxLayout;
    auto* label = new QLabel(tr("&Run:"), this);
    label->setBuddy(m_choice);
    m_choice->setObjectName(QStringLiteral("filmRun"));
    m_choice->setAccessibleName(tr("Run"));
    m_choice->setToolTip(tr("Whose training is shown: one of the runs that are selected in the list"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(24);
    m_capture->setObjectName(QStringLiteral("filmCapture"));
    m_capture->setText(tr("Capture &now"));
    m_capture->setIcon(ui::icon(QStringLiteral("attention")));
    m_capture->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->addWidget(label);
    bar->addWidget(m_choice);
    bar->addWidget(m_capture);
    bar->addStretch(1);
    layout->addLayout(bar);
    m_empty->setObjectName(QStringLiteral("filmEmpty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(fontMetrics().height() * 2);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makePage());
    layout->addWidget(m_stack, 1);

    connect(m_choice, &QComboBox::currentIndexChanged, this, &FilmView::chooseRun);
    connect(m_capture, &QToolButton::clicked, this, [this] { Q_EMIT captureRequested(run()); });
    connect(m_order, &QComboBox::currentIndexChanged, this, &FilmView::showStrip);
    connect(m_scrubber, &TimeScrubber::stepChanged, this, &FilmView::showStep);
    connect(m_chart, &TrajectoryChart::cursorMoved, m_scrubber, &TimeScrubber::setStep);
    connect(m_chart, &TrajectoryChart::hovered, this, [this](const std::optional<inspect::HeadId>& head) {
        m_chart->setHighlight(head);
        const auto frame = m_film ? m_film->frameAt(m_wantedStep) : nullptr;
        if (head && frame)
            m_readout->setText(tr("%1: %2 of its attention on the needle at step %3", "1: head; 2: percentage")
                .arg(headLabel(*head), ui::percent(frame->heads[std::size_t(head->layer * m_film->heads + head->head)].needleMass), ui::count(double(frame->step))));
        else
            m_readout->clear();
    });
    connect(m_chart, &TrajectoryChart::chosen, m_strip, &RetrievalStrip::setSelected);
    connect(m_chart, &TrajectoryChart::chosen, m_chart, &TrajectoryChart::setChosen);
    connect(m_strip, &RetrievalStrip::headSelected, m_chart, &TrajectoryChart::setChosen);
    connect(m_strip, &RetrievalStrip::readoutChanged, m_readout, &QLabel::setText);
    showEmpty();
}

QWidget* FilmView::makePage()
{
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    m_title->setObjectName(QStringLiteral("filmTitle"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_answer->setObjectName(QStringLiteral("filmAnswer"));
    m_answer->setTextFormat(Qt::RichText);
    m_answer->setWordWrap(true);
    m_answer->setToolTip(tr("What the model answers at this step, token by token, with the probability that it gives to the expected one. A digit is found when it is the likeliest."));
    layout->addWidget(m_title);
    layout->addWidget(m_answer);

    auto* upper = new QWidget(page);
    auto* upperLayout = new QVBoxLayout(upper);
    upperLayout->setContentsMargins(0, 0, 0, 0);
    auto* upperBar = new QHBoxLayout;
    m_order->setObjectName(QStringLiteral("filmOrder"));
    m_order->addItems({tr("By layer"), tr("By last mass on the needle"), tr("By last θβ")});
    m_order->setAccessibleName(tr("Order of heads"));
    m_order->setToolTip(tr("How the heads are sorted; by the last step, so that a head keeps its row through the film"));
    auto* stripButton = figureButton(this, "filmStripFigure", tr("Save the strip as a figure\u2026"));
    connect(stripButton, &QToolButton::clicked, this, [this] {
        if (const auto all = figures(); !all.empty())
            Q_EMIT figureRequested(all.front());
    });
    upperBar->addWidget(ui::heading(tr("Retrieval strip"), upper));
    upperBar->addWidget(m_order);
    upperBar->addStretch(1);
    upperBar->addWidget(stripButton);
    upperLayout->addLayout(upperBar);
    m_strip->setObjectName(QStringLiteral("filmStrip"));
    upperLayout->addWidget(m_strip, 1);

    auto* lower = new QWidget(page);
    auto* lowerLayout = new QVBoxLayout(lower);
    lowerLayout->setContentsMargins(0, 0, 0, 0);
    auto* lowerBar = new QHBoxLayout;
    auto* chartButton = figureButton(this, "filmChartFigure", tr("Save the curves as a figure\u2026"));
    connect(chartButton, &QToolButton::clicked, this, [this] {
        if (const auto all = figures(); !all.empty())
            Q_EMIT figureRequested(all.back());
    });
    lowerBar->addWidget(ui::heading(tr("Mass on the needle, head by head"), lower));
    m_legend->setObjectName(QStringLiteral("filmLegend"));
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_legend->setToolTip(tr("The heads that end with the most on the needle"));
    lowerBar->addWidget(m_legend, 1);
    lowerBar->addWidget(chartButton);
    lowerLayout->addLayout(lowerBar);
    m_chart->setObjectName(QStringLiteral("filmChart"));
    m_chart->setAccessibleName(tr("Mass on the needle over the steps of the training, one line per head"));
    m_chart->setToolTip(tr("Share of the answer's attention that each head puts on the needle. A line that leaves the bottom is a retrieval head being born. Click or drag: go to that step."));
    lowerLayout->addWidget(m_chart, 1);

    m_split->addWidget(upper);
    m_split->addWidget(lower);
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 2);
    m_split->setChildrenCollapsible(false);
    layout->addWidget(m_split, 1);
    m_readout->setObjectName(QStringLiteral("filmReadout"));
    m_readout->setTextFormat(Qt::PlainText);
    m_readout->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_readout->setMinimumHeight(fontMetrics().height());
    layout->addWidget(m_readout);
    layout->addWidget(m_scrubber);
    return page;
}

void FilmView::setRuns(const QVector<FilmRun>& runs)
{
    if (runs == m_runs)
        return;
    const auto before = run();
    m_runs = runs;
    {
        const QSignalBlocker quiet(m_choice);
        m_choice->clear();
        for (const auto& entry : m_runs)
            m_choice->addItem(entry.title, entry.path);
        m_choice->setCurrentIndex(m_runs.isEmpty() ? -1 : std::max(0, m_choice->findData(before)));
    }
    m_choice->setEnabled(m_runs.size() > 1);
    if (run() != before)
        return chooseRun();
    showFilm();     // whether it goes on may have changed
}

void FilmView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showAnswer();
}

QString FilmView::run() const { return m_choice->currentData().toString(); }

const FilmRun* FilmView::current() const
{
    const auto found = std::find_if(m_runs.begin(), m_runs.end(), [path = run()](const FilmRun& entry) { return entry.path == path; });
    return found == m_runs.end() ? nullptr : &*found;
}

void FilmView::chooseRun()
{
    m_film.reset();
    m_read = false;
    m_frame.reset();
    m_shownStep = m_wantedStep = -1;
    m_strip->setContent({});
    m_strip->setSelected({-1, -1});
    m_banners->clear();
    m_scrubber->setSteps({}, false);
    showFilm();
    Q_EMIT runChanged(run());
}

void FilmView::setFilm(const QString& path, const std::shared_ptr<const inspect::Film>& film)
{
    if (path != run())
        return;
    m_film = film;
    m_read = true;
    if (!m_film || m_film->problems.empty())
        m_banners->dismiss(QStringLiteral("frames"));
    else if (m_film->prompt.tokens.empty())
        m_banners->show({ui::Severity::Error, tr("The film cannot be read: %1").arg(ui::coreText(m_film->problems.front())), {}, QStringLiteral("frames")});
    else
        m_banners->show({ui::Severity::Warning, tr("%n frame(s) of the film cannot be read: %1", nullptr, int(m_film->problems.size())).arg(ui::coreText(m_film->problems.front())),
            m_film->frames.empty() ? QString() : tr("The others are shown."), QStringLiteral("frames")});
    showFilm();
}

void FilmView::showFilm()
{
    const auto* entry = current();
    const bool running = entry && entry->running;
    m_capture->setEnabled(running);
    m_capture->setToolTip(running ? tr("Captures the attention of this training after its current step") : tr("Only a training that is going on can be captured"));
    if (!m_film || m_film->frames.empty())
        return showEmpty();
    m_title->setText(tr("%1. The same prompt at every step.", "title of a prompt").arg(ui::coreText(m_film->prompt.title)));
    m_stack->setCurrentIndex(1);
    measureScales();
    showChart();
    if (m_strip->selected().layer < 0)
        selectBest();
    std::vector<double> steps;
    for (const auto& frame : m_film->frames)
        steps.push_back(double(frame->step));
    m_scrubber->setSteps(std::move(steps), running);
    if (const auto step = m_scrubber->step(); !std::isnan(step) && qint64(step) != m_wantedStep)
        showStep(step);
    showStrip();
}

/// The head that ends with the most on the needle.
void FilmView::selectBest()
{
    const auto& heads = m_film->frames.back()->heads;
    const auto best = std::max_element(heads.begin(), heads.end(), [](const auto& a, const auto& b) { return a.needleMass < b.needleMass; });
    m_strip->setSelected(best->id);
    m_chart->setChosen(best->id);
}

void FilmView::showEmpty()
{
    m_stack->setCurrentIndex(0);
    const auto* entry = current();
    if (!entry)
        return m_empty->setText(tr("Select a run in the list to see how its heads learned to look."));
    if (!m_read)
        return m_empty->setText(tr("Reading what was captured of this training\u2026"));
    if (m_film && !m_film->problems.empty())
        return m_empty->setText(tr("What was captured of this training cannot be read."));
    auto text = tr("Nothing was captured of this training.");
    if (entry->running && entry->every > 0)
        text = tr("The first capture of this training is not there yet.");
    else if (entry->running)
        text += QLatin1Char(' ') + tr("“Capture now” takes one picture.");
    else
        text += QLatin1Char(' ') + tr("It has ended, and attention is captured while a model is trained.");
    m_empty->setText(text + QStringLiteral("\n\n") + tr("For a film, set “Capture attention every” in the set-up of a new run, such as to 50 steps (capture_every in a file or on the command line)."));
}

void FilmView::showChart()
{
    ChartContent content;
    content.xLabel = tr("Step");
    content.yLabel = tr("Mass");
    content.xLow = double(m_film->frames.front()->step);
    content.xHigh = std::max(double(m_film->frames.back()->step), content.xLow + 1);
    content.yLow = 0;
    double limit = 0.5, highest = 0;
    const auto heads = std::size_t(m_film->layers * m_film->heads);
    const auto& last = *m_film->frames.back();
    for (std::size_t n = 0; n < heads; ++n) {
        HeadPath path{last.heads[n].id, {}, last.heads[n].prior.thetaBeta};
        if (std::isfinite(path.thetaBeta))
            limit = std::max(limit, std::abs(path.thetaBeta));
        for (const auto& frame : m_film->frames)
            if (const double mass = frame->heads[n].needleMass; std::isfinite(mass)) {
                path.points.append({double(frame->step), mass});
                highest = std::max(highest, mass);
            }
        content.paths.push_back(std::move(path));
    }
    content.yHigh = std::clamp(1.05 * highest, 0.05, 1.02);
    QStringList legend;
    for (const auto& [head, color] : namedHeads(*m_film)) {
        content.paths[head].color = color;
        legend << QStringLiteral("<span style=\"color:%1\">\u25A0</span>&nbsp;%2").arg(color.name(), headLabel(last.heads[head].id));
    }
    m_legend->setText(legend.join(QStringLiteral("  ")));
    m_chart->setContent(std::move(content), limit);
}

void FilmView::showStep(double step)
{
    if (std::isnan(step) || !m_film)
        return;
    m_wantedStep = qint64(step);
    m_chart->setCursorAt(step);
    showAnswer();
    Q_EMIT frameWanted(m_wantedStep);
}

void FilmView::showAnswer()
{
    const auto frame = m_film ? m_film->frameAt(m_wantedStep) : nullptr;
    if (!frame)
        return m_answer->clear();
    QStringList digits;
    for (const auto& step : frame->answer) {
        const auto predicted = step.top.empty() ? QString() : QString::fromStdString(step.top.front().piece);
        digits << QStringLiteral("<span style=\"color:%1\"><b>%2</b></span> %3").arg(hitColor(palette(), step.correct).name(), predicted.toHtmlEscaped(), ui::percent(step.expectedProbability));
    }
    QString key;
    for (const auto& piece : m_film->prompt.answerPieces)
        key += QString::fromStdString(piece);
    const auto found = frame->retrieved() ? tr("found") : tr("not found");
    m_answer->setText(tr("Step %1, key %2: answers %3 — <span style=\"color:%4\">%5</span>", "3: tokens with probabilities; 5: found or not")
        .arg(ui::count(double(frame->step)), key.trimmed().toHtmlEscaped(), digits.join(QStringLiteral(" · ")), hitColor(palette(), frame->retrieved()).name(), found));
}

/// Of all frames, so that colours keep their meaning.
void FilmView::measureScales()
{
    m_largestWeight = 0;
    m_thetaBetaLimit = inspect::kNone;
    for (const auto& frame : m_film->frames)
        for (const auto& head : frame->heads) {
            if (std::isfinite(head.largestWeight))
                m_largestWeight = std::max(m_largestWeight, head.largestWeight);
            if (std::isfinite(head.prior.thetaBeta))
                m_thetaBetaLimit = std::max(std::isnan(m_thetaBetaLimit) ? 0.5 : m_thetaBetaLimit, std::abs(head.prior.thetaBeta));
        }
}

void FilmView::setFrame(qint64 step, const std::shared_ptr<const inspect::Capture>& frame)
{
    if (!m_film || !frame || frame->prompt.tokens != m_film->prompt.tokens)
        return;
    m_frame = frame;
    m_shownStep = step;
    showStrip();
}

std::vector<std::size_t> FilmView::order() const
{
    const auto& heads = m_film->frames.back()->heads;
    std::vector<std::size_t> order(heads.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    const auto number = [&](std::size_t n) { return m_order->currentIndex() == ByLastMass ? -heads[n].needleMass : heads[n].prior.thetaBeta; };
    if (m_order->currentIndex() != ByLayer)
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return std::isnan(number(b)) ? !std::isnan(number(a)) : number(a) < number(b); });
    return order;
}

void FilmView::showStrip()
{
    if (!m_film || !m_frame || m_film->frames.empty())
        return;
    StripContent content(m_frame, QueryPool::Mean, 0, HeadOrder::Layer);
    content.setOrder(order());
    content.setScale(m_largestWeight, m_thetaBetaLimit);
    m_strip->setContent(std::move(content));
}

void FilmView::showMessage(const ui::Message& message) { m_banners->show(message); }
void FilmView::dismiss(const QString& key) { m_banners->dismiss(key); }

LensFigureSource FilmView::source(qint64 step) const
{
    const auto* entry = current();
    return {entry ? entry->path : QString(), entry ? entry->title : QString(), step, m_film ? QString::fromStdString(m_film->prompt.title) : QString()};
}

std::vector<figures::Figure> FilmView::figures() const
{
    if (!m_film || m_film->frames.empty())
        return {};
    std::vector<figures::Figure> all;
    if (m_frame)
        all.push_back(stripFigure(m_strip->content(), m_strip->from(), m_strip->to(), m_strip->visibleRows(), source(m_shownStep)));
    all.push_back(filmFigure(*m_film, source(m_film->frames.back()->step)));
    return all;
}

}  // namespace bam::views
