// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/priors/priors_view.h"

#include "widgets/common/icons.h"
#include "widgets/plots/shades.h"
#include "widgets/views/priors/explorer_pane.h"
#include "widgets/views/priors/heads_pane.h"
#include "widgets/views/priors/prior_text.h"
#include "widgets/common/time_scrubber.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace bam::views {
namespace {

enum class Shown { Automatic, Explorer, Heads, Both };

constexpr int kBothHeight = 52;     // lines of text from which both parts have room below each other

/// With the number that tells its shape, where there is one.
QString headEntry(const PriorRun& run, std::int64_t head, const priors::Prior& prior)
{
    if (prior.form == priors::Form::Table)
        return PriorsView::tr("Head %1").arg(head);
    return PriorsView::tr("Head %1: %2 %3", "2: symbol, 3: value").arg(head).arg(parameterTitle(planeOf(run).first), parameterText(priors::isKernel(prior.form) ? prior.r2 : prior.thetaBeta));
}

}  // namespace

class PriorsView::Private {
public:
    explicit Private(PriorsView& owner);
    void makeActions();
    void makeBar(QVBoxLayout& layout);
    void connectParts();
    void arrange();
    void highlight(const MaybeHead& head);
    void load(const HeadOrigin& origin, const priors::Prior& prior, qint64 trainedLength, bool compare);
    void fillRunPresets();
    void fillFigures();
    QAction* make(const char* name, const char* icon, const QString& text, const QString& tip, const QKeySequence& key = {});

    PriorsView& view;
    QSplitter splitter;         // first: it would delete the parts in it
    ExplorerPane explorer;
    HeadsPane heads;
    QMenu figureMenu;
    QMenu* runPresets = nullptr;
    QAction *showExplorer = nullptr, *showHeads = nullptr, *showBoth = nullptr, *play = nullptr;
    Shown shown = Shown::Automatic;
    MaybeHead highlighted;
};

PriorsView::Private::Private(PriorsView& owner)
    : view(owner)
    , splitter(Qt::Vertical, &owner)
    , explorer(&owner)
    , heads(&owner)
    , figureMenu(&owner)
{
    makeActions();
    // Scrolled rather than crushed where large text meets a small window.
    auto* outer = new QVBoxLayout(&view);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* area = new QScrollArea(&view);
    area->setObjectName(QStringLiteral("priorsArea"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget(area);
    area->setWidget(content);
    outer->addWidget(area);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(4, 2, 4, 4);
    layout->setSpacing(4);
    makeBar(*layout);
    splitter.setObjectName(QStringLiteral("priorsSplitter"));
    splitter.setChildrenCollapsible(false);
    splitter.addWidget(&explorer);
    splitter.addWidget(&heads);
    splitter.setStretchFactor(0, 1);
    splitter.setStretchFactor(1, 1);
    layout->addWidget(&splitter, 1);
    runPresets = explorer.presetMenu()->addMenu(PriorsView::tr("&From a head of a run"));
    QObject::connect(runPresets, &QMenu::aboutToShow, &view, [this] { fillRunPresets(); });
    connectParts();
}

QAction* PriorsView::Private::make(const char* name, const char* icon, const QString& text, const QString& tip, const QKeySequence& key)
{
    auto* action = new QAction(text, &view);
    action->setObjectName(QLatin1String(name));
    if (icon)
        action->setIcon(ui::icon(QLatin1String(icon)));
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(key.isEmpty() ? tip : PriorsView::tr("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    view.addAction(action);
    return action;
}

void PriorsView::Private::makeActions()
{
    showExplorer = make("showExplorer", "prior", PriorsView::tr("&Explorer"), PriorsView::tr("One prior: its parameters, its equation, how far it reaches"));
    showHeads = make("showHeads", "table", PriorsView::tr("&Learned heads"), PriorsView::tr("All heads of the selected runs, through their training"));
    showBoth = make("showBoth", "panes", PriorsView::tr("&Both"), PriorsView::tr("The explorer above the learned heads"));
    auto* group = new QActionGroup(&view);
    for (auto [action, which] : {std::pair{showExplorer, Shown::Explorer}, {showHeads, Shown::Heads}, {showBoth, Shown::Both}}) {
        action->setCheckable(true);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, &view, [this, which = which] {
            shown = which;
            arrange();
        });
    }
    play = make("playTraining", "play", PriorsView::tr("&Play the training"), PriorsView::tr("Show how priors moved while they learned, as a film; Space in the pictures and curves"));
    QObject::connect(play, &QAction::triggered, &view, [this] { heads.scrubber().setPlaying(!heads.scrubber().isPlaying()); });
}

void PriorsView::Private::makeBar(QVBoxLayout& layout)
{
    auto* bar = new QHBoxLayout;
    bar->setSpacing(2);
    for (auto* action : {showExplorer, showHeads, showBoth}) {
        auto* button = new QToolButton(&view);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        bar->addWidget(button);
    }
    bar->addStretch(1);
    auto* save = new QToolButton(&view);
    save->setObjectName(QStringLiteral("savePriorFigure"));
    save->setText(PriorsView::tr("Save figure…"));
    save->setIcon(ui::icon(QStringLiteral("image")));
    save->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    save->setPopupMode(QToolButton::InstantPopup);
    save->setAutoRaise(true);
    save->setToolTip(PriorsView::tr("Write one of the plots as PDF, SVG, PNG or for TeX"));
    save->setMenu(&figureMenu);
    figureMenu.setObjectName(QStringLiteral("priorFigureMenu"));
    QObject::connect(&figureMenu, &QMenu::aboutToShow, &view, [this] { fillFigures(); });
    bar->addWidget(save);
    layout.addLayout(bar);
}

void PriorsView::Private::connectParts()
{
    QObject::connect(&explorer, &ExplorerPane::changed, &view, [this](const PriorState& state) {
        heads.setKeys(state.keys);
        heads.setChosen(state.origin);
    });
    QObject::connect(&explorer, &ExplorerPane::figureRequested, &view, &PriorsView::figureRequested);
    QObject::connect(&explorer, &ExplorerPane::tryRequested, &view, [this](const HeadOrigin& origin, const priors::Prior& prior) {
        Q_EMIT view.tryInModel(origin.run, origin.head.layer, origin.head.head,
            {prior.thetaAlpha, prior.thetaBeta, prior.thetaMu, prior.ssmax ? prior.seqScale : inspect::kNone});
    });
    QObject::connect(&heads, &HeadsPane::hovered, &view, [this](const MaybeHead& head) { highlight(head); });
    QObject::connect(&heads, &HeadsPane::headChosen, &view, [this](const HeadOrigin& origin, const priors::Prior& prior, qint64 trained, bool compare) { load(origin, prior, trained, compare); });
    QObject::connect(&heads, &HeadsPane::changed, &view, [this] {
        if (highlighted)
            highlight(highlighted);
    });
    QObject::connect(&heads.scrubber(), &TimeScrubber::playingChanged, &view, [this](bool playing) { play->setIcon(ui::icon(playing ? QStringLiteral("pause") : QStringLiteral("play"))); });
    heads.setKeys(explorer.state().keys);
}

/// Both where there is room for both; else what was chosen, or the explorer.
void PriorsView::Private::arrange()
{
    auto now = shown;
    if (now == Shown::Automatic)
        now = view.height() >= kBothHeight * view.fontMetrics().height() ? Shown::Both : Shown::Explorer;
    explorer.setVisible(now != Shown::Heads);
    heads.setVisible(now != Shown::Explorer);
    (now == Shown::Both ? showBoth : now == Shown::Heads ? showHeads : showExplorer)->setChecked(true);
}

void PriorsView::Private::highlight(const MaybeHead& head)
{
    highlighted = head;
    std::vector<PriorBeside> beside;
    const auto runs = heads.shown();
    for (std::size_t which = 0; head && which < runs.size(); ++which)
        if (const auto prior = heads.priorOf(which, *head)) {
            auto style = runs[which]->style;
            style.color = QColor(QLatin1String(which == 0 ? "#CC79A7" : "#009E73"));
            style.dashed = which == 1;
            beside.push_back({QStringLiteral("%1/%2/%3").arg(which).arg(head->layer).arg(head->head),
                runs.size() == 1 ? priorHeadTitle(*head) : PriorsView::tr("%1 of %2", "1: layer and head, 2: run").arg(priorHeadTitle(*head), runs[which]->title), style, *prior});
        }
    explorer.setBeside(std::move(beside));
}

void PriorsView::Private::load(const HeadOrigin& origin, const priors::Prior& prior, qint64 trainedLength, bool compare)
{
    if (!compare)
        return explorer.change(withHead(explorer.state(), origin, prior, trainedLength));
    auto next = explorer.state();
    next.compared = ComparedPrior{originTitle(origin), prior};
    explorer.change(next);
}

/// Run, layer, head: only what is looked at is made.
void PriorsView::Private::fillRunPresets()
{
    runPresets->clear();
    const auto runs = heads.shown();
    for (std::size_t which = 0; which < runs.size(); ++which) {
        const auto* run = runs[which];
        if (!whyNoPriors(*run).isEmpty())
            continue;
        auto* runMenu = runPresets->addMenu(run->title);
        for (std::int64_t layer = 0; layer < run->history.layers(); ++layer) {
            auto* layerMenu = runMenu->addMenu(PriorsView::tr("Layer %1").arg(layer));
            QObject::connect(layerMenu, &QMenu::aboutToShow, &view, [this, layerMenu, which, layer] {
                layerMenu->clear();
                const auto now = heads.shown();
                for (std::int64_t head = 0; which < now.size() && head < now[which]->history.heads(); ++head)
                    if (const auto prior = heads.priorOf(which, {layer, head}))
                        QObject::connect(layerMenu->addAction(headEntry(*now[which], head, *prior)), &QAction::triggered, &view,
                            [this, prior = *prior, origin = HeadOrigin{now[which]->path, now[which]->title, {layer, head}, heads.step()}, trained = now[which]->trainedLength] { load(origin, prior, trained, false); });
            });
        }
    }
    if (runPresets->isEmpty())
        runPresets->addAction(PriorsView::tr("No selected run has priors"))->setEnabled(false);
}

void PriorsView::Private::fillFigures()
{
    figureMenu.clear();
    for (const auto& figure : view.figures())
        QObject::connect(figureMenu.addAction(figure.title), &QAction::triggered, &view, [this, figure] { Q_EMIT view.figureRequested(figure); });
}

PriorsView::PriorsView(QWidget* parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(*this))
{
    setObjectName(QStringLiteral("priorsView"));
    d->arrange();
}

PriorsView::~PriorsView() = default;

void PriorsView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    d->arrange();
}

void PriorsView::setRuns(const QVector<PriorRun>& runs) { d->heads.setRuns(runs); }

void PriorsView::append(priors::PriorPiece&& piece) { d->heads.append(std::move(piece)); }

QStringList PriorsView::runs() const
{
    QStringList paths;
    for (const auto& run : d->heads.runs())
        paths.append(run->path);
    return paths;
}

QList<QAction*> PriorsView::viewActions() const
{
    return {d->showExplorer, d->showHeads, d->showBoth, d->play, d->explorer.undoAction(), d->explorer.redoAction()};
}

std::vector<figures::Figure> PriorsView::figures() const
{
    d->explorer.drawNow();
    std::vector<figures::Figure> figures;
    if (d->explorer.isVisibleTo(this))
        figures = d->explorer.figures();
    if (d->heads.isVisibleTo(this))
        for (auto& figure : d->heads.figures())
            figures.push_back(std::move(figure));
    return figures;
}

QByteArray PriorsView::saveSettings() const
{
    const auto& state = d->explorer.state();
    const QJsonObject json{{QStringLiteral("form"), int(state.prior.form)}, {QStringLiteral("thetaAlpha"), state.prior.thetaAlpha}, {QStringLiteral("thetaBeta"), state.prior.thetaBeta},
        {QStringLiteral("thetaMu"), state.prior.thetaMu}, {QStringLiteral("r1"), state.prior.r1}, {QStringLiteral("r2"), state.prior.r2}, {QStringLiteral("ratio"), state.prior.ratio}, {QStringLiteral("width"), double(state.prior.width)}, {QStringLiteral("ssmax"), state.prior.ssmax}, {QStringLiteral("seqScale"), state.prior.seqScale},
        {QStringLiteral("keys"), double(state.keys)}, {QStringLiteral("trainedLength"), double(state.trainedLength)}, {QStringLiteral("logDistance"), state.logDistance},
        {QStringLiteral("logProbability"), state.logProbability}, {QStringLiteral("shown"), int(d->shown)}};
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

void PriorsView::restoreSettings(const QByteArray& settings)
{
    const auto json = QJsonDocument::fromJson(settings).object();
    auto state = d->explorer.state();
    const auto number = [&](const char* key, PriorField field) { state = edited(state, field, json.value(QLatin1String(key)).toDouble(valueOf(state, field))); };
    const int form = json.value(QLatin1String("form")).toInt(int(state.prior.form));
    if (form >= 0 && form <= int(priors::Form::Cosines) && form != int(priors::Form::Table))        // a curve belongs to a run
        state.prior.form = priors::Form(form);
    number("thetaAlpha", PriorField::ThetaAlpha);
    number("thetaBeta", PriorField::ThetaBeta);
    number("thetaMu", PriorField::ThetaMu);
    number("r1", PriorField::R1);
    number("r2", PriorField::R2);
    number("ratio", PriorField::Ratio);
    number("width", PriorField::Width);
    number("seqScale", PriorField::SeqScale);
    number("keys", PriorField::Keys);
    number("trainedLength", PriorField::TrainedLength);
    state.prior.ssmax = json.value(QLatin1String("ssmax")).toBool(state.prior.ssmax);
    state.logDistance = json.value(QLatin1String("logDistance")).toBool(state.logDistance);
    state.logProbability = json.value(QLatin1String("logProbability")).toBool(state.logProbability);
    const int shown = json.value(QLatin1String("shown")).toInt(0);
    d->shown = shown >= 0 && shown <= int(Shown::Both) ? Shown(shown) : Shown::Automatic;
    d->explorer.restore(state);
    d->arrange();
}

}  // namespace bam::views
