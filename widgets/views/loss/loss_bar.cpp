// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loss/loss_bar.h"

#include "widgets/common/icons.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <cmath>

namespace bam::views {
namespace {

// The slider moves through 0, 0.9, 0.99, 0.999, 0.9999 in equal parts: what counts is how many steps are averaged.
constexpr int kSliderParts = 1000;

int sliderOf(double decay) { return int(std::lround(-std::log10(1 - decay) / 4 * kSliderParts)); }

double decayOf(int slider) { return std::min(std::round((1 - std::pow(10.0, -4.0 * slider / kSliderParts)) * 1e4) / 1e4, kMostSmoothing); }

}  // namespace

LossBar::LossBar(QWidget* parent)
    : QToolBar(parent)
    , m_x(new QComboBox(this))
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_strength(new QDoubleSpinBox(this))
{
    setObjectName(QStringLiteral("lossBar"));
    setIconSize(QSize(18, 18));
    m_x->setObjectName(QStringLiteral("xAxis"));
    m_x->setAccessibleName(tr("Horizontal axis"));
    m_x->setToolTip(tr("What the curves are drawn over. Tokens and FLOPs make runs with different batch sizes and models comparable. (A: next)"));
    m_x->addItems({tr("Step"), tr("Tokens"), tr("Time"), tr("FLOPs")});
    connect(m_x, &QComboBox::activated, this, [this](int index) {
        auto settings = m_settings;
        settings.x = runs::XAxis(index);
        change(settings);
    });
    makeSettings();
    makeViewCommands();
    makeCopies();
    makeSmoothing();
    lay();
    show(m_settings);
}

QAction* LossBar::make(const char* name, const QString& text, const QString& tip, const QKeySequence& key, const char* icon)
{
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(key.isEmpty() ? tip : tr("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    if (icon)
        action->setIcon(ui::icon(QLatin1String(icon)));
    m_actions.append(action);
    return action;
}

QAction* LossBar::makeFlag(const char* name, bool LossSettings::*flag, const QString& text, const QString& tip, const QKeySequence& key, const char* icon)
{
    auto* action = make(name, text, tip, key, icon);
    action->setCheckable(true);
    m_flags.emplace_back(action, flag);
    connect(action, &QAction::triggered, this, [this, flag](bool on) {
        auto settings = m_settings;
        settings.*flag = on;
        change(settings);
    });
    return action;
}

void LossBar::makePane(int pane, const char* name, const QString& text, const QKeySequence& key)
{
    auto* action = make(name, text, tr("Show this pane below the loss, over the same horizontal axis"), key);
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, pane](bool on) {
        auto settings = m_settings;
        settings.panes[std::size_t(pane)] = on;
        change(settings);
    });
}

void LossBar::makeSettings()
{
    makeFlag("logX", &LossSettings::logX, tr("Log x"), tr("Logarithmic horizontal axis: stretches the beginning; a power law becomes a straight line together with log y"), Qt::Key_X);
    makeFlag("logY", &LossSettings::logY, tr("Log y"), tr("Logarithmic vertical axis of loss and gradient norm"), Qt::Key_Y);
    makeFlag("perplexity", &LossSettings::perplexity, tr("Perplexity"), tr("Show exp(loss): among how many tokens the model is undecided on average"), Qt::Key_P);
    connect(make("nextX", tr("Next horizontal axis"), tr("Step, tokens, time, FLOPs in turn"), Qt::Key_A), &QAction::triggered, this, [this] {
        auto settings = m_settings;
        settings.x = runs::XAxis((int(settings.x) + 1) % 4);
        change(settings);
    });
    connect(make("toggleSmoothing", tr("Smoothing on or off"), tr("Switch smoothing on or off"), Qt::Key_S), &QAction::triggered, this, [this] {
        auto settings = m_settings;
        settings.autoSmoothing = settings.smoothing > 0 ? false : m_last.automatic;
        settings.smoothing = settings.smoothing > 0 ? 0 : m_last.smoothing;
        change(settings);
    });
    makeFlag("autoSmoothing", &LossSettings::autoSmoothing, tr("Automatic smoothing"),
        tr("Smooth over about a hundredth of the longest selected run. Setting the smoothing by hand switches this off"), QKeySequence(Qt::SHIFT | Qt::Key_S))
        ->setIconText(tr("Auto", "automatic smoothing"));
    separate();
    makeFlag("train", &LossSettings::train, tr("Training loss"), tr("Show the loss of each training step"), Qt::Key_T);
    makeFlag("validation", &LossSettings::validation, tr("Validation loss"), tr("Show the loss on held-out documents: thicker, with markers"), Qt::Key_V);
    makeFlag("marks", &LossSettings::marks, tr("Marks"), tr("Show checkpoints (diamonds), resumes (arrows) and loss spikes (triangles); hover over one to read it"), Qt::Key_M);
    makeFlag("ignoreOutliers", &LossSettings::ignoreOutliers, tr("Ignore outliers when fitting"),
        tr("Fit the vertical axis without the first percent of each run and without the rarest values, which may then lie outside"), Qt::Key_O);
    makeFlag("legend", &LossSettings::legend, tr("List of curves"), tr("Show the list of curves beside the plot, or below it when there is little room"), Qt::Key_L);
    separate();
    makePane(kNormPane, "normPane", tr("Gradient norm"), Qt::Key_1);
    makePane(kLearningRatePane, "learningRatePane", tr("Learning rate"), Qt::Key_2);
    makePane(kSpeedPane, "speedPane", tr("Tokens per second"), Qt::Key_3);
    separate();
    auto* group = new QActionGroup(this);
    const auto choice = [&](const char* name, LossSettings::Groups groups, const QString& text, const QString& tip, const QKeySequence& key) {
        auto* action = make(name, text, tip, key);
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, groups] {
            auto settings = m_settings;
            settings.groups = groups;
            change(settings);
        });
    };
    choice("groupsOff", LossSettings::Groups::Off, tr("Single runs"), tr("One curve for each run"), Qt::Key_G);
    choice("groupsDeviation", LossSettings::Groups::Deviation, tr("Mean of groups ± standard deviation"), tr("One curve for each group of runs, such as seeds of one set-up, with the standard deviation of the sample as a band"), QKeySequence(Qt::SHIFT | Qt::Key_G));
    choice("groupsExtremes", LossSettings::Groups::Extremes, tr("Mean of groups with range"), tr("One curve for each group of runs, with a band from the lowest to the highest"), QKeySequence(Qt::CTRL | Qt::Key_G));
    separate();
}

void LossBar::makeViewCommands()
{
    auto* follow = make("follow", tr("Follow the newest"), tr("Keep the newest rows at the right border. Panning switches this off"), Qt::Key_F, "follow");
    follow->setCheckable(true);
    make("fit", tr("Fit"), tr("Show everything. Double-clicking the plot does the same, on an axis only for that axis"), Qt::Key_Home, "fit");
    make("rectangle", tr("Zoom into a rectangle"), tr("Draw a rectangle to zoom into; holding Shift does the same"), Qt::Key_R, "zoom")->setCheckable(true);
    make("back", tr("Previous view"), tr("Back to what was visible before"), QKeySequence(Qt::ALT | Qt::Key_Left), "undo");
    make("forward", tr("Next view"), tr("Forward again"), QKeySequence(Qt::ALT | Qt::Key_Right), "redo");
    make("zoomIn", tr("Zoom in"), tr("Zoom the horizontal axis in"), Qt::Key_Plus)->setShortcuts({Qt::Key_Plus, Qt::Key_Equal});
    make("zoomOut", tr("Zoom out"), tr("Zoom the horizontal axis out"), Qt::Key_Minus);
    make("panLeft", tr("Move left"), tr("Move to earlier steps"), Qt::Key_Left);
    make("panRight", tr("Move right"), tr("Move to later steps"), Qt::Key_Right);
    make("panUp", tr("Move up"), tr("Move to higher values"), Qt::Key_Up);
    make("panDown", tr("Move down"), tr("Move to lower values"), Qt::Key_Down);
    // Lists and fields need the arrow keys themselves.
    for (const auto* name : {"panLeft", "panRight", "panUp", "panDown", "fit"})
        command(QLatin1String(name))->setShortcutContext(Qt::WidgetShortcut);
    separate();
}

void LossBar::makeCopies()
{
    make("copyImage", tr("Copy as image"), tr("Copy what is visible, with its legend, at twice the screen's resolution"), QKeySequence::Copy, "image");
    make("copyCsv", tr("Copy as CSV"), tr("Copy all rows of the visible curves in the visible range, for a spreadsheet or a script"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), "table");
    make("saveFigure", tr("Save figure…"), tr("What is visible as a figure for a paper: PDF, SVG, PNG or pgfplots"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), "export");
}

void LossBar::makeSmoothing()
{
    const auto tip = tr("Exponential smoothing: weight of a value one step back. 0 is off; 0.9 averages about 10 steps, 0.99 about 100. The raw curve stays faintly behind. (S: on or off)");
    m_slider->setObjectName(QStringLiteral("smoothingSlider"));
    m_slider->setAccessibleName(tr("Smoothing"));
    m_slider->setRange(0, kSliderParts);
    m_slider->setPageStep(kSliderParts / 8);
    m_slider->setToolTip(tip);
    m_slider->setMinimumWidth(fontMetrics().averageCharWidth() * 9);
    m_slider->setMaximumWidth(fontMetrics().averageCharWidth() * 20);
    m_strength->setObjectName(QStringLiteral("smoothing"));
    m_strength->setAccessibleName(tr("Smoothing"));
    m_strength->setDecimals(4);
    m_strength->setRange(0, kMostSmoothing);
    m_strength->setSingleStep(0.01);
    m_strength->setKeyboardTracking(false);
    m_strength->setToolTip(tip);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        auto settings = m_settings;
        settings.autoSmoothing = false;
        settings.smoothing = decayOf(value);
        change(settings);
    });
    connect(m_strength, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        auto settings = m_settings;
        settings.autoSmoothing = false;
        settings.smoothing = value;
        change(settings);
    });
}

void LossBar::separate()
{
    auto* action = new QAction(this);
    action->setSeparator(true);
    m_actions.append(action);
}

void LossBar::addMenuButton(const QString& text, const QString& tip, const char* icon, const QStringList& commands)
{
    // As the menu's own action it is also in the menu of what the bar has no room for.
    auto* menu = new QMenu(text, this);
    menu->setToolTipsVisible(true);
    for (const auto& name : commands)
        name.isEmpty() ? menu->addSeparator() : (menu->addAction(command(name)), nullptr);
    auto* action = menu->menuAction();
    action->setIcon(ui::icon(QLatin1String(icon)));
    action->setToolTip(tip);
    addAction(action);
    auto* button = qobject_cast<QToolButton*>(widgetForAction(action));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setAccessibleName(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
}

void LossBar::lay()
{
    auto* label = new QLabel(tr("S&moothing"), this);
    label->setBuddy(m_strength);
    label->setContentsMargins(6, 0, 4, 0);
    addWidget(m_x);
    for (const auto* name : {"logX", "logY", "perplexity"})
        addAction(command(QLatin1String(name)));
    addSeparator();
    addWidget(label);
    addWidget(m_slider);
    addWidget(m_strength);
    addAction(command(QStringLiteral("autoSmoothing")));
    addSeparator();
    addMenuButton(tr("Show"), tr("Which curves and panes are shown"), "panes",
        {QStringLiteral("train"), QStringLiteral("validation"), QStringLiteral("marks"), QStringLiteral("legend"), QString(), QStringLiteral("normPane"),
            QStringLiteral("learningRatePane"), QStringLiteral("speedPane"), QString(), QStringLiteral("ignoreOutliers")});
    addMenuButton(tr("Groups"), tr("Average the runs of one group: those of the same model, training and data with different seeds. Where files lie and on which device a run was made does not matter; repeats of one seed are averaged first and count once"), "band", {QStringLiteral("groupsOff"), QStringLiteral("groupsDeviation"), QStringLiteral("groupsExtremes")});
    addSeparator();
    for (const auto* name : {"follow", "fit", "rectangle", "back", "forward"})
        addAction(command(QLatin1String(name)));
    addSeparator();
    for (const auto* name : {"copyImage", "copyCsv", "saveFigure"})
        addAction(command(QLatin1String(name)));
    for (auto* button : findChildren<QToolButton*>())
        button->setFocusPolicy(Qt::TabFocus);
    // The style's own arrow is black, also on black.
    if (auto* more = findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"))) {
        more->setIcon(ui::icon(QStringLiteral("more")));
        more->setAccessibleName(tr("More commands"));
        more->setToolTip(tr("What there is no room for"));
    }
}

QAction* LossBar::command(const QString& name) const
{
    for (auto* action : m_actions)
        if (action->objectName() == name)
            return action;
    return nullptr;
}

void LossBar::fillMenu(QMenu& menu) const
{
    menu.addActions(m_actions);
}

void LossBar::setSettings(const LossSettings& settings)
{
    m_settings = settings;
    if (settings.smoothing > 0)
        m_last = {settings.autoSmoothing, settings.smoothing};
    show(settings);
}

void LossBar::change(const LossSettings& settings)
{
    if (settings == m_settings)
        return;
    setSettings(settings);
    Q_EMIT settingsChanged();
}

void LossBar::show(const LossSettings& settings)
{
    const auto check = [&](const char* name, bool on) { command(QLatin1String(name))->setChecked(on); };
    for (const auto& [action, flag] : m_flags)
        action->setChecked(settings.*flag);
    check("normPane", settings.panes[kNormPane]);
    check("learningRatePane", settings.panes[kLearningRatePane]);
    check("speedPane", settings.panes[kSpeedPane]);
    check("groupsOff", settings.groups == LossSettings::Groups::Off);
    check("groupsDeviation", settings.groups == LossSettings::Groups::Deviation);
    check("groupsExtremes", settings.groups == LossSettings::Groups::Extremes);
    const QSignalBlocker quietSlider(m_slider), quietStrength(m_strength), quietX(m_x);
    if (decayOf(m_slider->value()) != settings.smoothing)
        m_slider->setValue(sliderOf(settings.smoothing));
    m_strength->setValue(settings.smoothing);
    m_x->setCurrentIndex(int(settings.x));
}

}  // namespace bam::views
