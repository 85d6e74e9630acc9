// SPDX-License-Identifier: GPL-3.0-or-later
// How the view is put together; what the mouse and the clipboard do is in loss_view_actions.cpp.
#include "widgets/views/loss/loss_figure.h"
#include "widgets/views/loss/loss_view_private.h"

#include "widgets/common/format.h"

#include <QMenu>
#include <QVBoxLayout>

#include <cmath>

namespace bam::views {
namespace {

constexpr double kNudge = 0.1;          // of the pane, for one press of an arrow key
constexpr int kNarrow = 40, kWide = 43; // lines of text: below a narrower view the list of curves goes, beside a wider one; between them it stays where it is
constexpr double kMostLegend = 0.3;     // of the view's width
constexpr int kMostRowsBelow = 4;

}  // namespace

LossView::Private::Private(LossView& owner)
    : view(owner)
    , bar(&owner)
    , banners(&owner)
    , splitter(Qt::Horizontal, &owner)
    , plot(&splitter)
    , emptyText(&plot)
    , note(&owner)
    , readout(&plot)
    , legend(&splitter)
{
    build();
    connectPlot();
    connectLegend();
    connectCommands();
    QObject::connect(&bar, &LossBar::settingsChanged, &view, [this] { applySettings(std::exchange(applied, settings())); });
    applied = settings();
    applySettings(applied);
    showState();
}

void LossView::Private::build()
{
    auto* layout = new QVBoxLayout(&view);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(&bar);
    layout->addWidget(&banners);
    layout->addWidget(&splitter, 1);
    layout->addWidget(&note);
    note.setObjectName(QStringLiteral("curveNote"));
    note.setWordWrap(true);
    note.setContentsMargins(6, 2, 6, 2);
    note.hide();
    splitter.setObjectName(QStringLiteral("lossSplitter"));
    splitter.setChildrenCollapsible(false);
    splitter.setStretchFactor(0, 1);
    splitter.setStretchFactor(1, 0);
    plot.setMinimumSize(240, 160);
    plot.setAccessibleName(LossView::tr("Curves of the selected runs"));
    emptyText.setObjectName(QStringLiteral("emptyText"));
    emptyText.setAlignment(Qt::AlignCenter);
    emptyText.setWordWrap(true);
    emptyText.setTextFormat(Qt::RichText);
    emptyText.setAttribute(Qt::WA_TransparentForMouseEvents);
    legend.key().setActions(bar.command(QStringLiteral("train")), bar.command(QStringLiteral("validation")));
    auto* over = new QVBoxLayout(&plot);
    over->addWidget(&emptyText);
    for (auto* action : bar.commands()) {
        // Those of the plot alone would take keys from lists and fields.
        (action->shortcutContext() == Qt::WidgetShortcut ? static_cast<QWidget*>(&plot) : &view)->addAction(action);
    }
}

void LossView::Private::connectPlot()
{
    plot.xData = [this] { return xDataOf(store, settings()); };
    plot.yData = [this](int pane, const QCPRange& x) {
        auto now = context();
        now.x = x;
        return yDataOf(pane, now);
    };
    plot.fill = [this] { fill(); };
    QObject::connect(&store, &CurveStore::runsChanged, &view, [this] {
        // Pointers into runs that go are forgotten before they are void.
        for (int pane = 0; pane < kPanes; ++pane)
            plot.layerOf(pane)->clear();
        if (followLength())
            setSmoothing();
        legend.setEntries(entriesOf(store, settings()));
        showState();
        arrangeLegend();
        plot.refresh();
    });
    QObject::connect(&store, &CurveStore::rowsChanged, &view, [this] {
        if (followLength())
            setSmoothing();
        showState();
        plot.refresh();
    });
    QObject::connect(&plot, &CurvePlot::cursorMoved, &view, [this] { showReadout(); });
    QObject::connect(&plot, &CurvePlot::clicked, &view, [this](const QPointF& position) { clickPlot(position); });
    plot.setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(&plot, &QWidget::customContextMenuRequested, &view, [this](const QPoint& position) {
        QMenu menu(&plot);
        bar.fillMenu(menu);
        menu.exec(plot.mapToGlobal(position));
    });
}

void LossView::Private::connectLegend()
{
    QObject::connect(&legend, &CurveLegend::toggled, &view, [this](const QStringList& paths) { toggle(paths); });
    QObject::connect(&legend, &CurveLegend::onlyThis, &view, [this](const QStringList& paths) { onlyThese(paths); });
    QObject::connect(&legend, &CurveLegend::hovered, &view, [this](const QStringList& paths) {
        highlighted = QSet<QString>(paths.begin(), paths.end());
        plot.refresh();
    });
    QObject::connect(&splitter, &QSplitter::splitterMoved, &view, [this] {
        if (splitter.orientation() == Qt::Vertical)
            return;
        auto changed = settings();
        changed.legendWidth = legend.width();
        applied = changed;
        bar.setSettings(changed);
    });
}

void LossView::Private::connectCommands()
{
    onCommand("fit", [this] { plot.fit(); });
    onCommand("back", [this] { plot.back(); });
    onCommand("forward", [this] { plot.forward(); });
    onCommand("zoomIn", [this] { plot.zoom(1.5); });
    onCommand("zoomOut", [this] { plot.zoom(1 / 1.5); });
    onCommand("panLeft", [this] { plot.pan(-kNudge, 0); });
    onCommand("panRight", [this] { plot.pan(kNudge, 0); });
    onCommand("panUp", [this] { plot.pan(0, kNudge); });
    onCommand("panDown", [this] { plot.pan(0, -kNudge); });
    onCommand("copyImage", [this] { copyImage(); });
    onCommand("copyCsv", [this] { copyCsv(); });
    onCommand("saveFigure", [this] { Q_EMIT view.figureRequested(view.figure()); });
    auto *follow = bar.command(QStringLiteral("follow")), *rectangle = bar.command(QStringLiteral("rectangle"));
    follow->setChecked(plot.isFollowing());
    QObject::connect(follow, &QAction::toggled, &plot, &CurvePlot::setFollowing);
    QObject::connect(&plot, &CurvePlot::followingChanged, follow, &QAction::setChecked);
    QObject::connect(rectangle, &QAction::toggled, &plot, &CurvePlot::setRectangleTool);
    QObject::connect(&plot, &CurvePlot::rectangleToolChanged, rectangle, &QAction::setChecked);
    const auto showHistory = [this] {
        bar.command(QStringLiteral("back"))->setEnabled(plot.canGoBack());
        bar.command(QStringLiteral("forward"))->setEnabled(plot.canGoForward());
    };
    QObject::connect(&plot, &CurvePlot::historyChanged, &view, showHistory);
    showHistory();
}

ContentContext LossView::Private::context() const
{
    // What is hidden cannot be brought out, and the others need not stand back for it.
    QSet<QString> broughtOut;
    for (const auto& path : highlighted)
        if (const auto* run = store.find(path); run && run->shown())
            broughtOut.insert(path);
    return {store, settings(), broughtOut, plot.palette().color(QPalette::Base), plot.xRange(), std::max(plot.rectOf(kLossPane)->width(), 100)};
}

/// Automatic smoothing suits the length of what is shown. @returns whether it is another now
bool LossView::Private::followLength()
{
    auto changed = settings();
    changed.smoothing = store.suitingSmoothing().value_or(changed.smoothing > 0 ? changed.smoothing : LossSettings{}.smoothing);
    if (!changed.autoSmoothing || changed == settings())
        return false;
    applied = changed;
    bar.setSettings(changed);
    return true;
}

void LossView::Private::setSmoothing()
{
    std::set<runs::TrainColumn> smoothed{runs::kLoss};
    for (const int pane : {int(kNormPane), int(kSpeedPane)})
        if (settings().panes[std::size_t(pane)])
            smoothed.insert(columnOf(pane));
    store.setSmoothing(settings().smoothing, smoothed);
}

void LossView::Private::applySettings(const LossSettings& before)
{
    followLength();
    const auto& now = settings();
    setSmoothing();
    for (int pane = 0; pane < kPanes; ++pane)
        plot.setShown(pane, pane == kLossPane || now.panes[std::size_t(pane)]);
    plot.setXLogarithmic(now.logX);
    plot.setYLogarithmic(kLossPane, now.logY);
    plot.setYLogarithmic(kNormPane, now.logY);
    if (now.x != before.x)
        plot.forgetRanges();
    if (now.perplexity != before.perplexity || now.ignoreOutliers != before.ignoreOutliers)
        plot.forgetY(kLossPane);
    for (int pane = 0; pane < kPanes; ++pane)
        plot.setYLabel(pane, paneLabel(pane, now), pane == kSpeedPane ? plots::CurveTicker::Labels::Counts : plots::CurveTicker::Labels::Plain);
    legend.setEntries(entriesOf(store, now));
    showState();
    plot.refresh();
}

/// The axis' title with the unit that suits what is visible.
void LossView::Private::labelX()
{
    using Labels = plots::CurveTicker::Labels;
    switch (settings().x) {
    case runs::XAxis::Step: return plot.setXLabel(LossView::tr("Step"), 1, Labels::Counts);
    case runs::XAxis::Tokens: return plot.setXLabel(LossView::tr("Tokens"), 1, Labels::Counts);
    case runs::XAxis::Flops: return plot.setXLabel(LossView::tr("Training compute (FLOPs)"), 1, Labels::Plain);
    case runs::XAxis::Time: break;
    }
    const double seconds = plot.xRange().upper;
    if (seconds < 180)
        plot.setXLabel(LossView::tr("Time (s)"), 1, Labels::Plain);
    else if (seconds < 3 * 3600)
        plot.setXLabel(LossView::tr("Time (min)"), 60, Labels::Plain);
    else if (seconds < 4 * 86400)
        plot.setXLabel(LossView::tr("Time (h)"), 3600, Labels::Plain);
    else
        plot.setXLabel(LossView::tr("Time (days)"), 86400, Labels::Plain);
}

void LossView::Private::fill()
{
    labelX();
    const auto now = context();
    for (int pane = 0; pane < kPanes; ++pane) {
        if (!plot.isShown(pane))
            continue;
        auto content = contentOf(pane, now);
        plot.layerOf(pane)->setContent(std::move(content.curves), std::move(content.bands), std::move(content.marks));
    }
}

/// What to say instead of curves, when there are none.
void LossView::Private::showState()
{
    const auto say = [&](const QString& text, const QString& hint) {
        emptyText.setText(QStringLiteral("<p style='font-size:large'>%1</p><p>%2</p>").arg(text.toHtmlEscaped(), hint.toHtmlEscaped()));
    };
    const auto& all = store.runs();
    const bool anyRow = std::any_of(all.begin(), all.end(), [](const auto& run) { return !run->empty(); });
    const bool anyVisible = std::any_of(all.begin(), all.end(), [](const auto& run) { return !run->hidden; });
    const bool anyX = xDataOf(store, settings()).has_value();
    if (all.empty())
        say(LossView::tr("Select runs on the left"), LossView::tr("Their curves appear here; several runs can be compared."));
    else if (!anyRow)
        say(LossView::tr("No rows yet"), LossView::tr("Curves begin with the first step that the run logs."));
    else if (!anyVisible)
        say(LossView::tr("All curves are hidden"), LossView::tr("Click a name in the list of curves to show its curve."));
    else if (!anyX)
        say(LossView::tr("Nothing to draw over this axis"), LossView::tr("These runs do not tell it. Choose another horizontal axis."));
    const bool blank = all.empty() || !anyRow || !anyVisible || !anyX;
    emptyText.setVisible(blank);
    plot.setBlank(blank);
    legend.setVisible(settings().legend && !all.empty());
    showNote();
    if (blank)
        readout.leave();
}

/// Why some of what is selected is not in the picture.
void LossView::Private::showNote()
{
    QStringList lines;
    if (store.visible() > store.drawn())
        lines.append(LossView::tr("%1 of %2 runs are drawn: the first of the list that are not hidden. Select fewer to see the others.").arg(ui::count(store.drawn()), ui::count(store.visible())));
    QStringList broken;
    for (const auto& run : store.runs())
        if (run->shown() && run->isBeyondAxes())
            broken.append(run->info.title);
    constexpr int kMostNamed = 3;
    if (!broken.isEmpty())
        lines.append(LossView::tr("Steps that no axis can show were left out of the picture: %1. Look into the log of the run.").arg(broken.size() <= kMostNamed ? broken.join(QStringLiteral(", ")) : broken.mid(0, kMostNamed).join(QStringLiteral(", ")) + QStringLiteral(" …")));
    note.setText(lines.join(QLatin1Char('\n')));
    note.setVisible(!lines.isEmpty());
}

/// Where the list of curves stands and how large it may be: by the view's size and the number of curves, by nothing that changes while rows come.
void LossView::Private::arrangeLegend()
{
    const int line = view.fontMetrics().height();
    const bool wasBelow = splitter.orientation() == Qt::Vertical;
    const bool below = view.width() < (wasBelow ? kWide : kNarrow) * line;
    legend.setMaximumWidth(below ? QWIDGETSIZE_MAX : std::max(legend.minimumWidth(), int(view.width() * kMostLegend)));
    legend.setRowLimit(below ? kMostRowsBelow : 0);
    if (below != wasBelow)
        splitter.setOrientation(below ? Qt::Vertical : Qt::Horizontal);
    const int wanted = below ? legend.sizeHint().height() : settings().legendWidth > 0 ? settings().legendWidth : legend.sizeHint().width();
    const int share = below ? wanted : std::min(wanted, legend.maximumWidth());
    splitter.setSizes({std::max(1, (below ? splitter.height() : view.width()) - share), share});
}

void LossView::Private::toggle(const QStringList& paths)
{
    const bool allHidden = std::all_of(paths.begin(), paths.end(), [&](const QString& path) { const auto* run = store.find(path); return !run || run->hidden; });
    store.setHidden(paths, !allHidden);
    legend.setEntries(entriesOf(store, settings()));
    showState();
    plot.refresh();
}

void LossView::Private::onlyThese(const QStringList& paths)
{
    // When all others are hidden already, the wish is to have them back. The click before may have hidden this one.
    const auto& all = store.runs();
    const QSet<QString> wanted(paths.begin(), paths.end());
    QStringList others;
    for (const auto& run : all)
        if (!wanted.contains(run->info.path))
            others.append(run->info.path);
    const bool alone = !others.isEmpty() && std::all_of(others.begin(), others.end(), [&](const QString& path) { return store.find(path)->hidden; });
    store.setHidden(others, !alone);
    store.setHidden(paths, false);
    legend.setEntries(entriesOf(store, settings()));
    showState();
    plot.refresh();
}

LossView::LossView(QWidget* parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(*this))
{
    setObjectName(QStringLiteral("lossView"));
}

LossView::~LossView() = default;

void LossView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    d->arrangeLegend();
}

void LossView::setRuns(const QVector<CurveRun>& runs)
{
    d->highlighted.clear();
    QSet<QString> shown;
    for (const auto& run : runs)
        shown.insert(run.path);
    const auto told = d->told.keys();
    for (const auto& path : told)
        if (!shown.contains(path))
            d->takeBack(path);
    d->store.setRuns(runs);
}

void LossView::Private::takeBack(const QString& path)
{
    if (told.remove(path) > 0)
        banners.dismiss(path);
}

void LossView::append(runs::CurvePiece&& piece)
{
    const auto* run = d->store.append(std::move(piece));
    if (!run)
        return;
    const auto problem = QString::fromStdString(run->curves.problem());
    if (problem.isEmpty())
        return d->takeBack(run->info.path);
    if (d->told.value(run->info.path) == problem)
        return;
    d->told.insert(run->info.path, problem);
    d->banners.show({ui::Severity::Warning, tr("The logs of %1 cannot be read any further: %2").arg(run->info.title, problem),
        tr("What was read stays. The curves go on by themselves when the logs can be read again."), run->info.path, {}, {}, 0});
}

QStringList LossView::runs() const
{
    QStringList paths;
    for (const auto& run : d->store.runs())
        paths.append(run->info.path);
    return paths;
}

QList<QAction*> LossView::viewActions() const { return d->bar.commands(); }

QByteArray LossView::saveSettings() const { return d->bar.settings().toJson(); }

void LossView::restoreSettings(const QByteArray& settings)
{
    const auto before = d->applied;
    d->bar.setSettings(LossSettings::fromJson(settings));
    d->applied = d->bar.settings();
    d->applySettings(before);
    if (d->applied.legendWidth > 0 && d->splitter.orientation() == Qt::Horizontal)
        d->splitter.setSizes({std::max(1, d->splitter.width() - d->applied.legendWidth), d->applied.legendWidth});
}

figures::Figure LossView::figure() const
{
    d->plot.refreshNow();       // ranges are those of the next picture
    auto context = d->context();
    context.highlighted.clear();
    return lossFigure(context, shownAxes(d->plot));
}

}  // namespace bam::views
