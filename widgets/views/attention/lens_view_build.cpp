// SPDX-License-Identifier: GPL-3.0-or-later
// How the attention page is laid out and connected.
#include "widgets/views/attention/lens_view.h"

#include "widgets/common/format.h"
#include "widgets/common/heading.h"
#include "widgets/common/icons.h"
#include "widgets/views/attention/answer_panel.h"
#include "widgets/views/attention/attended_text.h"
#include "widgets/views/attention/decomposition_view.h"
#include "widgets/views/attention/figure_button.h"
#include "widgets/views/attention/head_map.h"
#include "widgets/views/attention/matrix_view.h"
#include "widgets/views/attention/prompt_panel.h"
#include "widgets/views/attention/retrieval_strip.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace bam::views {
namespace {

constexpr int kPartsPauseMs = 120;      // while people run through heads with a key held down
constexpr int kActivityWidth = 12;      // lines of text
constexpr int kLeastTabLines = 13;      // on a small screen the pages below the strip scroll rather than push the window beyond it

QComboBox* choice(QWidget* parent, const char* name, const QString& label, const QString& tip, const QStringList& items)
{
    auto* combo = new QComboBox(parent);
    combo->setObjectName(QLatin1String(name));
    combo->setAccessibleName(label);
    combo->setToolTip(tip);
    combo->addItems(items);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(10);
    return combo;
}

QScrollArea* scrolled(QWidget* page)
{
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(page);
    return area;
}

}  // namespace

LensView::LensView(QWidget* parent)
    : QWidget(parent)
    , m_banners(new ui::BannerArea(this))
    , m_prompt(new PromptPanel(this))
    , m_strip(new RetrievalStrip(this))
    , m_map(new HeadMap(this))
    , m_answer(new AnswerPanel(m_changes, this))
    , m_text(new AttendedText(this))
    , m_matrix(new MatrixView(this))
    , m_decomposition(new DecompositionView(this))
    , m_columns(new QSplitter(Qt::Horizontal, this))
    , m_rows(new QSplitter(Qt::Vertical, this))
    , m_top(new QSplitter(Qt::Horizontal, this))
    , m_tabs(new QTabWidget(this))
    , m_queries(choice(this, "stripQueries", tr("Queries"), tr("Which of the answer's queries the strip shows: their mean, the largest of their weights, or one of them"), {tr("Mean of the answer's queries"), tr("Largest of the answer's queries")}))
    , m_order(choice(this, "stripOrder", tr("Order of heads"), tr("What the heads are sorted by"), {tr("By mass on the needle"), tr("By layer"), tr("By \u03B8\u03B2"), tr("By entropy"), tr("By mean distance")}))
    , m_measure(choice(this, "mapMeasure", tr("Measure"), tr("What the cells of the head map show"), {}))
    , m_attention(choice(this, "tokensHeads", tr("Heads"), tr("Whose attention colours the text; the mean over heads is known for the answer's queries"), {tr("Chosen head"), tr("Mean over heads")}))
    , m_readout(new QLabel(this))
    , m_title(new QLabel(this))
    , m_tokensTitle(new QLabel(this))
    , m_empty(new QLabel(this))
    , m_activityText(new QLabel(this))
    , m_activityBar(new QProgressBar(this))
{
    setObjectName(QStringLiteral("lensView"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(m_banners);
    layout->addWidget(scrolled(m_columns), 1);      // a narrow window scrolls the page rather than grow
    makeActions();
    makePrompt();
    auto* right = new QWidget(this);
    auto* rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins(0, 0, 0, 0);
    m_empty->setObjectName(QStringLiteral("lensEmpty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(fontMetrics().height() * 2);
    rightLayout->addWidget(m_empty, 1);
    m_content = new QWidget(this);
    auto* content = new QVBoxLayout(m_content);
    content->setContentsMargins(0, 0, 0, 0);
    m_title->setObjectName(QStringLiteral("lensTitle"));
    m_title->setWordWrap(true);
    content->addWidget(m_title);
    m_top->addWidget(makeStrip());
    m_top->addWidget(makeMap());
    m_top->setStretchFactor(0, 3);
    m_top->setStretchFactor(1, 2);
    m_tabs->setObjectName(QStringLiteral("lensTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(scrolled(m_answer), tr("Answer and ablations"));
    m_tokensTab = makeTokens();
    m_tabs->addTab(m_tokensTab, tr("Tokens"));
    m_tabs->addTab(scrolled(m_matrix), tr("Matrix"));
    m_tabs->addTab(scrolled(m_decomposition), tr("Decomposition"));
    m_tabs->setCornerWidget(makeCorner(), Qt::TopRightCorner);
    auto* upper = new QWidget(this);
    auto* upperLayout = new QVBoxLayout(upper);
    upperLayout->setContentsMargins(0, 0, 0, 0);
    upperLayout->setSpacing(0);
    upperLayout->addWidget(m_top, 1);
    m_readout->setObjectName(QStringLiteral("lensReadout"));
    m_readout->setTextFormat(Qt::PlainText);
    m_readout->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    upperLayout->addWidget(m_readout);
    m_rows->addWidget(upper);
    m_rows->addWidget(m_tabs);
    m_rows->setStretchFactor(0, 3);
    m_rows->setStretchFactor(1, 2);
    m_rows->setSizes({300, 200});
    m_rows->setChildrenCollapsible(false);
    m_top->setChildrenCollapsible(false);
    content->addWidget(m_rows, 1);
    rightLayout->addWidget(m_content, 1);
    m_columns->addWidget(right);
    m_columns->setStretchFactor(0, 0);
    m_columns->setStretchFactor(1, 1);
    m_columns->setSizes({fontMetrics().height() * 15, fontMetrics().height() * 60});
    m_partsTimer.setSingleShot(true);
    m_partsTimer.setInterval(kPartsPauseMs);
    fitToText();
    connectViews();
    showEmpty();
    showAnswer();
}

LensView::~LensView() = default;

/// What the size of the text decides; it may change while the page is shown.
void LensView::fitToText()
{
    m_promptArea->setMinimumWidth(std::max(fontMetrics().height() * 13, m_prompt->minimumSizeHint().width() + m_promptArea->verticalScrollBar()->sizeHint().width()));
    m_tabs->setMinimumHeight(fontMetrics().height() * kLeastTabLines);
}

void LensView::makePrompt()
{
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_prompt);
    m_columns->addWidget(scroll);
    m_promptArea = scroll;
    m_prompt->installEventFilter(this);
    m_columns->setCollapsible(0, true);
    connect(m_prompt, &PromptPanel::runChanged, this, [this](const QString& run) {
        m_changes.clear();
        m_banners->clear();     // of the run before
        showEmpty();
        Q_EMIT checkpointsWanted(run);
    });
    connect(m_prompt, &PromptPanel::previewWanted, this, [this] {
        m_previewDue = !isVisible();        // a checkpoint is opened for it, which is for nothing while nobody looks
        if (!m_previewDue && !m_prompt->run().isEmpty())
            Q_EMIT previewWanted(m_prompt->wish());
    });
    connect(m_prompt, &PromptPanel::captureRequested, this, &LensView::capturePrompt);
    connect(m_prompt, &PromptPanel::cancelRequested, m_cancelAction, &QAction::trigger);
    connect(m_prompt, &PromptPanel::fileRequested, this, &LensView::fileWanted);
}

QWidget* LensView::makeStrip()
{
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* bar = new QHBoxLayout;
    bar->addWidget(ui::heading(tr("Retrieval strip"), box));
    bar->addWidget(m_queries, 2);
    bar->addWidget(m_order, 2);
    auto* all = new QToolButton(box);
    all->setObjectName(QStringLiteral("stripAll"));
    all->setIcon(ui::icon(QStringLiteral("fit")));
    all->setAutoRaise(true);
    all->setToolTip(tr("Show all positions (Home; N: the needle alone)"));
    all->setAccessibleName(tr("Show all positions"));
    connect(all, &QToolButton::clicked, m_strip, &RetrievalStrip::showAll);
    bar->addWidget(all);
    auto* figure = figureButton(this, "stripFigure", tr("Save the strip as a figure\u2026"));
    connect(figure, &QToolButton::clicked, this, [this] {
        if (m_capture)
            Q_EMIT figureRequested(stripFigure(m_strip->content(), m_strip->from(), m_strip->to(), m_strip->visibleRows(), figureSource()));
    });
    bar->addWidget(figure);
    layout->addLayout(bar);
    layout->addWidget(m_strip, 1);
    return box;
}

QWidget* LensView::makeMap()
{
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    for (int n = 0; n < kHeadMeasures; ++n) {
        m_measure->addItem(measureTitle(HeadMeasure(n)));
        m_measure->setItemData(n, measureHelp(HeadMeasure(n)), Qt::ToolTipRole);
    }
    auto* bar = new QHBoxLayout;
    bar->addWidget(ui::heading(tr("Heads"), box));
    bar->addWidget(m_measure, 1);
    auto* figure = figureButton(this, "mapFigure", tr("Save the head map as a figure\u2026"));
    connect(figure, &QToolButton::clicked, this, [this] {
        if (m_capture)
            Q_EMIT figureRequested(headMapFigure(*m_capture, m_map->measure(), figureSource()));
    });
    bar->addWidget(figure);
    layout->addLayout(bar);
    layout->addWidget(m_map, 1);
    return box;
}

QWidget* LensView::makeTokens()
{
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 4, 0, 0);
    auto* bar = new QHBoxLayout;
    m_tokensTitle->setObjectName(QStringLiteral("tokensTitle"));
    m_tokensTitle->setTextFormat(Qt::PlainText);
    m_tokensTitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    bar->addWidget(m_tokensTitle, 1);
    bar->addWidget(m_attention);
    auto* figure = figureButton(this, "tokensFigure", tr("Save the attention of this query as a figure\u2026"));
    connect(figure, &QToolButton::clicked, this, [this] {
        if (const auto all = figures(); all.size() > 3)
            Q_EMIT figureRequested(all.back());
    });
    bar->addWidget(figure);
    layout->addLayout(bar);
    layout->addWidget(m_text, 1);
    return box;
}

QWidget* LensView::makeCorner()
{
    m_activity = new QWidget(this);
    auto* layout = new QHBoxLayout(m_activity);
    layout->setContentsMargins(0, 0, 0, 2);
    m_activityText->setObjectName(QStringLiteral("lensActivity"));
    m_activityBar->setTextVisible(false);
    m_activityBar->setFixedWidth(fontMetrics().height() * 5);
    m_activityBar->setMaximumHeight(fontMetrics().height());
    m_activityBar->setAccessibleName(tr("Progress"));
    auto* cancel = new QToolButton(m_activity);
    cancel->setObjectName(QStringLiteral("lensActivityCancel"));
    cancel->setIcon(ui::icon(QStringLiteral("close")));
    cancel->setAutoRaise(true);
    cancel->setToolTip(tr("Stop this"));
    cancel->setAccessibleName(tr("Stop this"));
    connect(cancel, &QToolButton::clicked, this, [this] {
        endActivity();
        Q_EMIT activityCancelled();
    });
    layout->addWidget(m_activityText);
    layout->addWidget(m_activityBar);
    layout->addWidget(cancel);
    m_activity->hide();
    return m_activity;
}

void LensView::showActivity(const QString& text, double fraction)
{
    // The tabs beside it are not pushed away.
    m_activityText->setText(fontMetrics().elidedText(text, Qt::ElideRight, fontMetrics().height() * kActivityWidth));
    m_activityText->setToolTip(text);
    m_activityBar->setRange(0, fraction < 0 ? 0 : 1000);
    if (fraction >= 0)
        m_activityBar->setValue(int(fraction * 1000));
    m_activity->show();
}

void LensView::endActivity() { m_activity->hide(); }

QAction* LensView::addAction(const char* name, const QString& text, const QString& tip, const QKeySequence& key, const char* icon)
{
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setToolTip(tip);
    action->setStatusTip(tip);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    if (icon)
        action->setIcon(ui::icon(QLatin1String(icon)));
    QWidget::addAction(action);
    m_actions.append(action);
    return action;
}

void LensView::makeActions()
{
    m_captureAction = addAction("captureAttention", tr("&Capture the prompt"), tr("Runs the prompt through the checkpoint and keeps where every head looks"), QKeySequence(Qt::CTRL | Qt::Key_Return), "eye");
    connect(m_captureAction, &QAction::triggered, this, &LensView::capturePrompt);
    m_cancelAction = addAction("cancelCapture", tr("Cancel the capture"), tr("Stops the capture; what is shown stays"), {}, "stop");
    m_cancelAction->setEnabled(false);
    connect(m_cancelAction, &QAction::triggered, this, [this] {
        endCapture({});
        Q_EMIT captureCancelled();
    });
    struct Kind {
        inspect::Ablation ablation;
        const char* name;
        QString text, tip;
    };
    const Kind kinds[] = {
        {inspect::Ablation::Zero, "ablateZero", tr("Ablate: give &nothing"), tr("The marked heads add nothing to the layers after them")},
        {inspect::Ablation::Uniform, "ablateUniform", tr("Ablate: &uniform attention"), tr("The marked heads look at every visible key alike")},
        {inspect::Ablation::PriorOnly, "ablatePrior", tr("Ablate: &position alone"), tr("Content counts as 0 in the marked heads: their prior alone decides where they look")},
        {inspect::Ablation::ContentOnly, "ablateContent", tr("Ablate: c&ontent alone"), tr("The bias counts as 0 in the marked heads: content alone decides where they look")},
        {inspect::Ablation::None, "restoreHeads", tr("&Restore the marked heads"), tr("The marked heads as they were trained")},
    };
    for (const auto& kind : kinds) {
        auto* action = addAction(kind.name, kind.text, kind.tip, {}, nullptr);
        connect(action, &QAction::triggered, this, [this, ablation = kind.ablation] { ablate(ablation); });
        m_ablations.append(action);
    }
    for (auto* action : m_answer->changeActions()) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        QWidget::addAction(action);
        m_actions.append(action);
    }
    m_answer->changeActions()[0]->setShortcut(QKeySequence::Undo);
    m_answer->changeActions()[1]->setShortcut(QKeySequence::Redo);
}

void LensView::showHeadMenu(const QPoint& global)
{
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("headMenu"));
    const auto heads = markedHeads();
    menu.addSection(heads.size() == 1 ? headLabel(heads.front()) : tr("%n marked head(s)", nullptr, int(heads.size())));
    menu.addActions(m_ablations);
    menu.exec(global);
}

void LensView::connectViews()
{
    connect(m_queries, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (m_capture && index >= 2)
            chooseQuery(m_capture->prompt.queryRows[std::size_t(index - 2)]);
        showStrip();
    });
    connect(m_order, &QComboBox::currentIndexChanged, this, &LensView::showStrip);
    connect(m_measure, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_map->setMeasure(HeadMeasure(index));
        m_measure->setToolTip(measureHelp(HeadMeasure(index)));
    });
    connect(m_attention, &QComboBox::currentIndexChanged, this, &LensView::showTokens);
    connect(m_strip, &RetrievalStrip::headSelected, this, &LensView::chooseHead);
    connect(m_strip, &RetrievalStrip::keySelected, this, &LensView::chooseKey);
    connect(m_map, &HeadMap::headSelected, this, &LensView::chooseHead);
    connect(m_strip, &RetrievalStrip::menuRequested, this, [this](inspect::HeadId, const QPoint& at) { showHeadMenu(at); });
    connect(m_map, &HeadMap::menuRequested, this, [this](inspect::HeadId, const QPoint& at) { showHeadMenu(at); });
    connect(m_text, &AttendedText::queryChosen, this, &LensView::chooseQuery);
    connect(m_text, &AttendedText::keyChosen, this, &LensView::chooseKey);
    const auto tell = [this](const QString& text) {
        m_readout->setText(text);
        m_readout->setToolTip(text);        // a narrow window cuts it
    };
    connect(m_strip, &RetrievalStrip::readoutChanged, this, tell);
    connect(m_map, &HeadMap::readoutChanged, this, tell);
    connect(m_text, &AttendedText::readoutChanged, this, tell);
    connect(m_matrix, &MatrixView::headStepped, this, &LensView::stepHead);
    connect(m_matrix, &MatrixView::querySelected, this, &LensView::chooseQuery);
    connect(m_matrix, &MatrixView::keySelected, this, &LensView::chooseKey);
    connect(m_matrix, &MatrixView::figureRequested, this, &LensView::requestFigure);
    connect(m_matrix, &MatrixView::regionWanted, this, [this](qint64 queryBegin, qint64 queryEnd, qint64 keyBegin, qint64 keyEnd) {
        Q_EMIT regionWanted({m_head, queryBegin, queryEnd, keyBegin, keyEnd, m_matrix->heatmap().regionSide()});
    });
    connect(m_decomposition, &DecompositionView::headStepped, this, &LensView::stepHead);
    connect(m_decomposition, &DecompositionView::querySelected, this, &LensView::chooseQuery);
    connect(m_decomposition, &DecompositionView::keySelected, this, &LensView::chooseKey);
    connect(m_decomposition, &DecompositionView::figureRequested, this, &LensView::requestFigure);
    connect(m_decomposition, &DecompositionView::regionWanted, this, [this](qint64 queryBegin, qint64 queryEnd, qint64 keyBegin, qint64 keyEnd) {
        constexpr std::int64_t kSide = 512;
        Q_EMIT regionWanted({m_head, queryBegin, queryEnd, keyBegin, keyEnd, kSide, true});
    });
    connect(m_answer, &AnswerPanel::headChosen, this, &LensView::chooseHead);
    connect(m_answer, &AnswerPanel::runRequested, this, &LensView::runChanges);
    connect(m_answer, &AnswerPanel::topRequested, this, &LensView::ablateTop);
    connect(m_answer, &AnswerPanel::randomRequested, this, &LensView::ablateRandom);
    connect(m_answer, &AnswerPanel::figureRequested, this, [this] {
        if (m_capture)
            Q_EMIT figureRequested(answerFigure(m_base.get(), *m_capture, figureSource()));
    });
    connect(&m_changes, &HeadChangeList::changed, this, [this] {
        if (m_answer->runsAgain() && m_capture && !sameChanges(m_changes.changes(), m_capture->changes))
            QMetaObject::invokeMethod(this, &LensView::runChanges, Qt::QueuedConnection);
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, &LensView::askLater);
    connect(&m_partsTimer, &QTimer::timeout, this, &LensView::askForParts);
}

bool LensView::isTab(const QWidget* tab) const
{
    const auto* current = m_tabs->currentWidget();
    return tab && current && (current == tab || current->isAncestorOf(tab)) && isVisible();
}

void LensView::askLater()
{
    if (m_capture)
        m_partsTimer.start();
}

}  // namespace bam::views
