// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/priors/explorer_pane.h"

#include "core/encoding/sandwich_sum.h"
#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/figures/figure_plot.h"
#include "widgets/views/priors/prior_controls.h"
#include "widgets/views/priors/prior_text.h"

#include <QAction>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr std::int64_t kPortion = 40'000;       // keys, some milliseconds
constexpr int kLeastPlotWidth = 13, kLeastPlotHeight = 12;      // lines of text
constexpr int kAlibiHeads = 8;         // and Sandwich's
constexpr std::size_t kLengthPlot = 3;

QLabel* textLabel(QWidget* parent, const char* name, bool selectable = true)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    if (selectable)
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QToolButton* buttonOf(QAction* action, QWidget* parent, bool text)
{
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setToolButtonStyle(text ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    button->setAccessibleName(action->text().remove(QLatin1Char('&')));
    return button;
}

}  // namespace

ExplorerPane::ExplorerPane(QWidget* parent)
    : QWidget(parent)
    , m_controls(new PriorControls(this))
    , m_splitter(new QSplitter(Qt::Horizontal, this))
{
    setObjectName(QStringLiteral("explorerPane"));
    makeActions();
    makePresets();
    m_splitter->addWidget(makeLeft());
    m_splitter->addWidget(makeRight());
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_splitter);
    connect(m_controls, &PriorControls::edited, this, [this](PriorField field, double value) { change(edited(m_state, field, value), field); });
    connect(m_controls, &PriorControls::gestureEnded, this, [this] { m_undo.endGesture(); });
    connect(m_controls, &PriorControls::resetRequested, this, [this](PriorField field) { change(edited(m_state, field, rangeOf(field).standard)); });
    connect(m_controls, &PriorControls::formChosen, this, [this](priors::Form form) {
        if (form == m_state.prior.form)
            return;
        auto next = m_state;
        next.prior.form = form;
        next.prior.table.reset();
        if (form == priors::Form::Linear) {
            next.prior.thetaBeta = 1;
            next.prior.thetaMu = 0;
        }
        change(next);
    });
    connect(m_controls, &PriorControls::ssmaxChosen, this, [this](bool on) {
        auto next = m_state;
        next.prior.ssmax = on;
        change(next);
    });
    m_draw.setSingleShot(true);
    m_draw.setInterval(0);
    connect(&m_draw, &QTimer::timeout, this, &ExplorerPane::draw);
    m_portion.setInterval(0);
    connect(&m_portion, &QTimer::timeout, this, &ExplorerPane::workOn);
    show(m_state);
}

ExplorerPane::~ExplorerPane() = default;

void ExplorerPane::makeActions()
{
    const auto make = [this](const char* name, const char* icon, const QString& text, const QString& tip, const QKeySequence& key) {
        auto* action = new QAction(text, this);
        action->setObjectName(QLatin1String(name));
        if (icon)
            action->setIcon(ui::icon(QLatin1String(icon)));
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setToolTip(key.isEmpty() ? tip : tr("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
        addAction(action);
        return action;
    };
    m_undoAction = make("undoPrior", "undo", tr("&Undo change of the prior"), tr("Take the last change of the prior back"), QKeySequence::Undo);
    m_redoAction = make("redoPrior", "redo", tr("&Redo change of the prior"), tr("Do again what was taken back"), QKeySequence::Redo);
    m_logDistance = make("logDistance", nullptr, tr("log δ"), tr("Distances on a logarithmic axis, with a place of its own for 0"), {});
    m_logProbability = make("logProbability", nullptr, tr("log p"), tr("Probabilities on a logarithmic axis, to see tails"), {});
    m_keep = make("keepPrior", "pin", tr("Keep to compare"), tr("Keep this prior as a dashed line, and change on"), {});
    m_dropCompared = make("dropCompared", "close", tr("Drop comparison"), tr("Take the dashed line away"), {});
    m_try = make("tryInModel", "evaluate", tr("Try in model"), tr("Give this prior to the head it was loaded from, and see what the model answers then. The checkpoint stays as it is."), {});
    m_logDistance->setCheckable(true);
    m_logProbability->setCheckable(true);
    connect(m_undoAction, &QAction::triggered, this, [this] {
        show(m_undo.undo(m_state));
    });
    connect(m_redoAction, &QAction::triggered, this, [this] {
        show(m_undo.redo(m_state));
    });
    connect(m_logDistance, &QAction::triggered, this, [this](bool on) {
        auto next = m_state;
        next.logDistance = on;
        restore(next);
    });
    connect(m_logProbability, &QAction::triggered, this, [this](bool on) {
        auto next = m_state;
        next.logProbability = on;
        restore(next);
    });
    connect(m_keep, &QAction::triggered, this, [this] {
        auto next = m_state;
        const auto& prior = m_state.prior;
        const auto kept = prior.form == priors::Form::Cosines ? tr("Kept: c %1, w %2").arg(parameterText(prior.ratio), ui::count(double(prior.width)))
            : priors::isKernel(prior.form)                    ? tr("Kept: r1 %1, r2 %2").arg(parameterText(prior.r1), parameterText(prior.r2))
                                                              : tr("Kept: θα %1, θβ %2").arg(parameterText(prior.thetaAlpha), parameterText(prior.thetaBeta));
        next.compared = ComparedPrior{m_state.origin ? originTitle(*m_state.origin) : kept, prior};
        change(next);
    });
    connect(m_dropCompared, &QAction::triggered, this, [this] {
        auto next = m_state;
        next.compared.reset();
        change(next);
    });
    connect(m_try, &QAction::triggered, this, [this] {
        if (m_state.origin)
            Q_EMIT tryRequested(*m_state.origin, m_state.prior);
    });
}

void ExplorerPane::makePresets()
{
    m_presets = new QMenu(tr("Presets"), this);
    m_presets->setObjectName(QStringLiteral("presetMenu"));
    m_presets->setToolTipsVisible(true);
    for (const auto& preset : priorPresets()) {
        auto* action = m_presets->addAction(preset.title);
        action->setObjectName(preset.id);
        action->setToolTip(preset.tip);
        connect(action, &QAction::triggered, this, [this, preset] { change(withPreset(m_state, preset)); });
    }
    auto* alibi = m_presets->addMenu(tr("&ALiBi: slope of a head"));
    for (int head = 0; head < kAlibiHeads; ++head) {
        auto* action = alibi->addAction(tr("Head %1 of %2: slope %3").arg(head).arg(kAlibiHeads).arg(ui::significant(std::exp2(-8.0 * (head + 1) / kAlibiHeads), 3)));
        action->setObjectName(QStringLiteral("alibi%1").arg(head));
        connect(action, &QAction::triggered, this, [this, head] { change(withAlibi(m_state, head, kAlibiHeads)); });
    }
    auto* sandwich = m_presets->addMenu(tr("&Sandwich: ratio of a head"));
    for (int head = 0; head < kAlibiHeads; ++head) {
        auto* action = sandwich->addAction(tr("Head %1 of %2: ratio %3").arg(head).arg(kAlibiHeads).arg(ui::significant(encoding::sandwichRatio(head, kAlibiHeads), 3)));
        action->setObjectName(QStringLiteral("sandwich%1").arg(head));
        connect(action, &QAction::triggered, this, [this, head] { change(withSandwich(m_state, head, kAlibiHeads)); });
    }
}

QWidget* ExplorerPane::makeLeft()
{
    auto* area = new QScrollArea(this);
    area->setObjectName(QStringLiteral("priorControls"));
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(area);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(6, 2, 6, 4);
    layout->setSpacing(5);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(2);
    auto* presets = new QToolButton(content);
    presets->setObjectName(QStringLiteral("presets"));
    presets->setText(tr("Presets"));
    presets->setIcon(ui::icon(QStringLiteral("prior")));
    presets->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    presets->setPopupMode(QToolButton::InstantPopup);
    presets->setMenu(m_presets);
    presets->setToolTip(tr("Known priors, and those that heads of the shown runs have learned"));
    bar->addWidget(presets);
    bar->addStretch(1);
    for (auto* action : {m_undoAction, m_redoAction, m_keep, m_dropCompared})
        bar->addWidget(buttonOf(action, content, false));
    bar->addWidget(buttonOf(m_try, content, true));
    layout->addLayout(bar);
    layout->addWidget(m_controls);
    m_origin = textLabel(content, "priorOrigin");
    m_case = textLabel(content, "priorCase");
    m_ssmax = textLabel(content, "priorSsmaxWords");
    for (auto* label : {m_case, m_ssmax, m_origin})
        layout->addWidget(label);
    layout->addStretch(1);
    area->setWidget(content);
    // As wide as its content, which is never cut; the scroll bar beside it.
    content->installEventFilter(this);
    area->setMinimumWidth(content->minimumSizeHint().width() + area->verticalScrollBar()->sizeHint().width());
    return area;
}

QWidget* ExplorerPane::makeRight()
{
    auto* right = new QWidget(this);
    auto* layout = new QVBoxLayout(right);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(3);
    auto* head = new QHBoxLayout;
    m_equation = textLabel(right, "priorEquation");
    m_scaleEquation = textLabel(right, "priorScaleEquation");
    m_normalisation = textLabel(right, "priorNormalisation");
    // Superscripts are smaller than the text and rise above its line.
    const auto enlarge = [](QLabel* label, double factor) {
        auto font = label->font();
        font.setPointSizeF(font.pointSizeF() * factor);
        label->setFont(font);
        label->setContentsMargins(0, label->fontMetrics().height() / 6, 0, 0);
    };
    enlarge(m_equation, 1.4);
    enlarge(m_scaleEquation, 1.15);
    enlarge(m_normalisation, 1.15);
    m_equation->setToolTip(tr("The bias that is added to the score of a key δ tokens before the query; ε = 0.00001. Its numbers are those of the controls."));
    m_equation->setAccessibleName(tr("Equation of the bias"));
    auto* equations = new QVBoxLayout;
    equations->setSpacing(1);
    for (auto* label : {m_equation, m_scaleEquation, m_normalisation})
        equations->addWidget(label);
    head->addLayout(equations, 1);
    for (auto* action : {m_logDistance, m_logProbability})
        head->addWidget(buttonOf(action, right, true), 0, Qt::AlignTop);
    layout->addLayout(head);
    m_words = textLabel(right, "priorWords");
    auto bold = m_words->font();
    bold.setWeight(QFont::DemiBold);
    m_words->setFont(bold);
    layout->addWidget(m_words);
    m_plotArea = new QScrollArea(right);
    m_plotArea->setObjectName(QStringLiteral("priorPlots"));
    m_plotArea->setWidgetResizable(true);
    m_plotArea->setFrameShape(QFrame::NoFrame);
    m_plotArea->setFocusPolicy(Qt::NoFocus);
    auto* plots = new QWidget(m_plotArea);
    m_plotGrid = new QGridLayout(plots);
    m_plotGrid->setContentsMargins(0, 0, 0, 0);
    m_plotGrid->setSpacing(4);
    constexpr std::array kNames{"biasPlot", "probabilityPlot", "massPlot", "lengthPlot"};
    for (std::size_t i = 0; i < m_plots.size(); ++i) {
        auto*& plot = m_plots[i];
        plot = new figures::FigurePlot(plots);
        plot->setObjectName(QLatin1String(kNames[i]));
        figures::FigureStyle style;
        style.title = false;
        style.legend = figures::LegendPlace::Below;
        plot->setStyle(style);
        connect(plot, &figures::FigurePlot::cursorMoved, this, [this, i](int, double x, double) { showReadout(int(i), x); });
        connect(plot, &figures::FigurePlot::figureRequested, this, &ExplorerPane::figureRequested);
    }
    m_plotArea->setWidget(plots);
    m_plotArea->viewport()->installEventFilter(this);
    layout->addWidget(m_plotArea, 1);
    m_readout = textLabel(right, "priorReadout", false);
    m_readout->setTextFormat(Qt::PlainText);
    m_readout->setMinimumHeight(fontMetrics().height());
    layout->addWidget(m_readout);
    return right;
}

bool ExplorerPane::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_plotArea->viewport())
        arrangePlots();
    if (event->type() == QEvent::LayoutRequest)
        if (auto* area = qobject_cast<QScrollArea*>(watched->parent() ? watched->parent()->parent() : nullptr); area && area != m_plotArea)
            area->setMinimumWidth(area->widget()->minimumSizeHint().width() + area->verticalScrollBar()->sizeHint().width());
    return QWidget::eventFilter(watched, event);
}

void ExplorerPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrangePlots();
}

/// Two by two where there is room, else below each other; scrolled rather than crushed.
void ExplorerPane::arrangePlots()
{
    const int em = fontMetrics().height(), width = m_plotArea->viewport()->width();
    const int columns = width >= 4 * kLeastPlotWidth * em * 3 / 2 ? 4 : width >= 2 * kLeastPlotWidth * em ? 2 : 1;
    for (auto* plot : m_plots)
        plot->setMinimumHeight(kLeastPlotHeight * em);
    m_plotArea->setMinimumHeight(kLeastPlotHeight * em);
    m_splitter->widget(1)->setMinimumWidth(kLeastPlotWidth * em);
    const int rows = 4 / columns;
    const bool fits = rows * kLeastPlotHeight * em <= m_plotArea->viewport()->height();
    const int wanted = fits || columns > 1 ? columns : 1;
    if (wanted == m_columns)
        return;
    m_columns = wanted;
    for (auto* plot : m_plots)
        m_plotGrid->removeWidget(plot);
    for (int i = 0; i < 4; ++i)
        m_plotGrid->addWidget(m_plots[std::size_t(i)], i / wanted, i % wanted);
    for (int i = 0; i < 4; ++i) {
        m_plotGrid->setColumnStretch(i, i < wanted ? 1 : 0);
        m_plotGrid->setRowStretch(i, i < 4 / wanted ? 1 : 0);
    }
}

void ExplorerPane::change(const PriorState& next, std::optional<PriorField> field)
{
    if (next == m_state)
        return;
    m_undo.leave(m_state, field);
    show(next);
}

void ExplorerPane::restore(const PriorState& state) { show(state); }

void ExplorerPane::setBeside(std::vector<PriorBeside> beside)
{
    m_beside = std::move(beside);
    m_draw.start();
}

void ExplorerPane::show(const PriorState& state)
{
    m_state = state;
    m_controls->setState(state);
    showActions();
    compute();
    showTexts();
    m_draw.start();
    Q_EMIT changed(m_state);
}

/// Sums at once, or a sketch and the sums in portions.
void ExplorerPane::compute()
{
    const auto wanted = std::pair(m_state.prior, m_state.keys);
    if (m_ownOf == wanted)
        return;
    m_ownOf = wanted;
    m_work.reset();
    m_portion.stop();
    if (m_state.keys <= kExactAtOnce) {
        m_own = priors::distributionOf(m_state.prior, m_state.keys);
        return;
    }
    m_own = priors::sketchOf(m_state.prior, m_state.keys);
    m_work = std::make_unique<priors::DistributionWork>(m_state.prior, m_state.keys);
    m_portion.start();
}

void ExplorerPane::workOn()
{
    // A sum of cosines costs as many as it has.
    const auto portion = m_state.prior.form == priors::Form::Cosines ? std::max<std::int64_t>(1, 8 * kPortion / m_state.prior.width) : kPortion;
    if (!m_work || !m_work->advance(portion))
        return;
    m_portion.stop();
    m_own = m_work->result();
    m_work.reset();
    showTexts();
    m_draw.start();
}

void ExplorerPane::showActions()
{
    m_undoAction->setEnabled(m_undo.canUndo());
    m_redoAction->setEnabled(m_undo.canRedo());
    m_dropCompared->setEnabled(m_state.compared.has_value());
    m_try->setEnabled(m_state.origin && m_state.prior.form == priors::Form::GeneralizedGaussian);
    m_logDistance->setChecked(m_state.logDistance);
    m_logProbability->setChecked(m_state.logProbability);
}

void ExplorerPane::showTexts()
{
    m_equation->setText(equationOf(m_state));
    m_scaleEquation->setText(scaleEquationOf(m_state));
    m_normalisation->setText(normalisationOf(m_state));
    m_words->setText(m_own.problem.empty() ? reachInWords(m_own.reach) : tr("This prior gives no probabilities: a parameter is too large."));
    const auto regime = m_state.prior.form == priors::Form::GeneralizedGaussian ? QStringLiteral(" · ") + regimeTitle(priors::regimeOf(m_state.prior.thetaBeta)).toHtmlEscaped() : QString();
    m_case->setText(QStringLiteral("<b>%1</b>%2<br>%3").arg(specialCaseTitle(priors::specialCaseOf(m_state.prior)), regime, specialCaseMeaning(m_state.prior)));
    m_ssmax->setText(ssmaxInWords(m_state));
    m_origin->setText(m_state.origin ? tr("From %1.").arg(originTitle(*m_state.origin).toHtmlEscaped()) : QString());
    m_origin->setVisible(m_state.origin.has_value());
}

void ExplorerPane::drawNow()
{
    while (m_work)
        workOn();
    draw();
}

void ExplorerPane::draw()
{
    m_draw.stop();
    m_content = contentOf(m_state, m_own, m_beside);
    m_plots[0]->setFigure(biasFigure(m_content));
    m_plots[1]->setFigure(probabilityFigure(m_content));
    m_plots[2]->setFigure(cumulativeFigure(m_content));
    m_plots[kLengthPlot]->setFigure(lengthFigure(m_content));
}

void ExplorerPane::showReadout(int plot, double x)
{
    const auto lines = plot == int(kLengthPlot) ? lengthReadout(m_content, x) : distributionReadout(m_content, x);
    m_readout->setText(lines.join(QStringLiteral("   ·   ")));
}

std::vector<figures::Figure> ExplorerPane::figures() const
{
    return {biasFigure(m_content), probabilityFigure(m_content), cumulativeFigure(m_content), lengthFigure(m_content), explorerFigure(m_content)};
}

}  // namespace bam::views
