// SPDX-License-Identifier: GPL-3.0-or-later
// The widgets and actions of SetupView.
#include "widgets/common/icons.h"
#include "widgets/views/setup/setup_view_private.h"

#include <QAbstractSpinBox>
#include <QAction>
#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QFrame>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

namespace bam::views {
namespace {

constexpr int kReservedProblems = 88;

QList<QKeySequence> redoKeys() { return {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)}; }

/// Lets Ctrl+Z in a line undo a field's change instead of the letters typed last: one history for the whole form.
class UndoFilter : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() == QEvent::ShortcutOverride) {
            auto* key = static_cast<QKeyEvent*>(event);
            if (key->matches(QKeySequence::Undo) || redoKeys().contains(QKeySequence(key->keyCombination()))) {
                key->ignore();
                return true;
            }
        }
        return QObject::eventFilter(object, event);
    }
};

QToolButton* toolButton(QAction* action, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setAccessibleName(action->text().remove(QLatin1Char('&')));
    return button;
}

QFrame* ruler(QWidget* parent)
{
    auto* line = new QFrame(parent);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    return line;
}

}  // namespace

QAction* SetupView::Private::action(const char* icon, const QString& text, const QString& toolTip, std::function<void()> done)
{
    auto* made = new QAction(ui::icon(QLatin1String(icon)), text, view);
    made->setToolTip(toolTip);
    QObject::connect(made, &QAction::triggered, view, std::move(done));
    view->addAction(made);
    actions.append(made);
    return made;
}

void SetupView::Private::buildActions()
{
    undoAction = action("undo", SetupView::tr("&Undo"), SetupView::tr("Undo the last change of a field"), [this] { undo(); });
    undoAction->setShortcut(QKeySequence::Undo);
    undoAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    undoAction->setObjectName(QStringLiteral("setupUndo"));
    QObject::connect(&history.stack(), &QUndoStack::canUndoChanged, view, [this] { updateUndo(); });
    auto* redoAction = action("redo", SetupView::tr("&Redo"), SetupView::tr("Redo what was undone"), [this] { history.stack().redo(); });
    redoAction->setShortcuts(redoKeys());
    redoAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    redoAction->setObjectName(QStringLiteral("setupRedo"));
    QObject::connect(&history.stack(), &QUndoStack::canRedoChanged, redoAction, &QAction::setEnabled);
    redoAction->setEnabled(false);
    action("open", SetupView::tr("&Open spec…"), SetupView::tr("Take the set-up from a JSON file"), [this] { Q_EMIT view->openSpecRequested(); })->setObjectName(QStringLiteral("setupOpen"));
    action("export", SetupView::tr("&Save spec…"), SetupView::tr("Write this set-up as a JSON file"), [this] { Q_EMIT view->saveSpecRequested(history.state().spec); })
        ->setObjectName(QStringLiteral("setupSave"));
    action("import", SetupView::tr("&Paste flags or JSON…"), SetupView::tr("Take fields from an official command line, one of ours, or JSON"), [this] { paste(); })
        ->setObjectName(QStringLiteral("setupPaste"));
    startAction = action("play", SetupView::tr("&Start run"), SetupView::tr("Start this run now"), [this] { start(false); });
    startAction->setObjectName(QStringLiteral("setupStart"));
    startAction->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return));
    startAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    queueAction = action("queue", SetupView::tr("&Queue run"), SetupView::tr("Start this run when its device is free"), [this] { start(true); });
    queueAction->setObjectName(QStringLiteral("setupQueue"));
    sweepAction = action("sweep", SetupView::tr("S&weep…"), SetupView::tr("Queue several runs"), [this] { sweep(); });
    sweepAction->setObjectName(QStringLiteral("setupSweep"));
    const QString copies[] = {SetupView::tr("Copy as &command line"), SetupView::tr("Copy as &torchrun line"), SetupView::tr("Copy as &sbatch script")};
    const char* names[] = {"setupCopyBatch", "setupCopyTorchrun", "setupCopySbatch"};
    for (int kind = 0; kind < 3; ++kind) {
        copyActions.append(action("copy", copies[kind], copies[kind], [this, kind] { copyCommand(kind); }));
        copyActions.last()->setObjectName(QLatin1String(names[kind]));
    }
}

QWidget* SetupView::Private::buildTop()
{
    auto* top = new QWidget(view);
    auto* layout = new QVBoxLayout(top);
    layout->setContentsMargins(6, 4, 6, 0);
    layout->setSpacing(2);
    auto* line = new QHBoxLayout;
    line->setSpacing(2);
    presets = new QPushButton(SetupView::tr("Start from a preset"), top);
    presets->setObjectName(QStringLiteral("presets"));
    presets->setToolTip(SetupView::tr("Take over one of the recipes; dataset, run folder and device stay"));
    auto* menu = new QMenu(presets);
    menu->setObjectName(QStringLiteral("presetMenu"));
    menu->setToolTipsVisible(true);
    for (const auto& name : spec::presetNames()) {
        const auto text = QString::fromStdString(name);
        menu->addAction(text, view, [this, text] { choosePreset(text); })->setObjectName(QStringLiteral("preset:") + text);
    }
    presets->setMenu(menu);
    line->addWidget(presets);
    line->addStretch(1);
    for (auto* action : actions.mid(0, 5))
        line->addWidget(toolButton(action, top));
    layout->addLayout(line);
    auto* second = new QHBoxLayout;
    origin = new QLabel(top);
    origin->setObjectName(QStringLiteral("origin"));
    origin->setForegroundRole(QPalette::PlaceholderText);
    origin->setWordWrap(true);
    auto wrapped = QSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    wrapped.setHeightForWidth(true);
    origin->setSizePolicy(wrapped);
    resetButton = new QToolButton(top);
    resetButton->setObjectName(QStringLiteral("resetAll"));
    resetButton->setText(SetupView::tr("Reset all"));
    resetButton->setToolTip(SetupView::tr("Back to what the set-up came from; can be undone"));
    resetButton->setAutoRaise(true);
    QObject::connect(resetButton, &QToolButton::clicked, view, [this] { resetAll(); });
    second->addWidget(origin, 1, Qt::AlignTop);
    second->addWidget(resetButton, 0, Qt::AlignTop);
    layout->addLayout(second);
    layout->addWidget(buildSearch());
    return top;
}

QWidget* SetupView::Private::buildSearch()
{
    auto* bar = new QWidget(view);
    auto* line = new QHBoxLayout(bar);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    search = new QLineEdit(bar);
    search->setObjectName(QStringLiteral("fieldSearch"));
    search->setPlaceholderText(SetupView::tr("Find a field or a flag"));
    search->setAccessibleName(SetupView::tr("Find a field or a flag"));
    search->setClearButtonEnabled(true);
    search->addAction(ui::icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    searchNote = new QLabel(SetupView::tr("nothing found"), bar);
    searchNote->setForegroundRole(QPalette::PlaceholderText);
    searchNote->hide();
    auto* advanced = new QToolButton(bar);
    advanced->setObjectName(QStringLiteral("advanced"));
    advanced->setText(SetupView::tr("Advanced"));
    advanced->setToolTip(SetupView::tr("Also show fields that are rarely changed"));
    advanced->setCheckable(true);
    auto* help = new QToolButton(bar);
    help->setObjectName(QStringLiteral("fieldHelp"));
    help->setText(SetupView::tr("Help"));
    help->setToolTip(SetupView::tr("Explain every field below its line"));
    help->setCheckable(true);
    line->addWidget(search, 1);
    line->addWidget(searchNote);
    line->addWidget(advanced);
    line->addWidget(help);
    toggles = {advanced, help};
    for (auto* toggle : toggles)
        QObject::connect(toggle, &QToolButton::toggled, view, [this] { colorToggles(); });
    QObject::connect(search, &QLineEdit::textChanged, view, [this](const QString& text) {
        form->setQuery(text);
        searchNote->setVisible(form->shownRows() == 0);
    });
    QObject::connect(advanced, &QToolButton::toggled, view, [this](bool on) { form->setAdvanced(on); });
    QObject::connect(help, &QToolButton::toggled, view, [this](bool on) { form->setHelpVisible(on); });
    return bar;
}

/// Pressed in the colour of selections: in dark palettes the style's own shade is hardly seen.
void SetupView::Private::colorToggles()
{
    for (auto* toggle : toggles) {
        auto colors = view->palette();
        if (toggle->isChecked()) {
            colors.setColor(QPalette::Button, colors.color(QPalette::Highlight));
            colors.setColor(QPalette::ButtonText, colors.color(QPalette::HighlightedText));
        }
        if (toggle->palette() != colors)
            toggle->setPalette(colors);
    }
}

QWidget* SetupView::Private::buildDataTools()
{
    auto* tools = new QWidget(view);
    auto* layout = new QVBoxLayout(tools);
    layout->setContentsMargins(0, 2, 0, 4);
    auto* line = new QHBoxLayout;
    auto* builder = new QPushButton(ui::icon(QStringLiteral("data")), SetupView::tr("Build a dataset…"), tools);
    builder->setObjectName(QStringLiteral("buildDataset"));
    builder->setToolTip(SetupView::tr("Make token shards from text, JSONL or Parquet"));
    previewButton = new QToolButton(tools);
    previewButton->setObjectName(QStringLiteral("previewData"));
    previewButton->setText(SetupView::tr("Preview"));
    previewButton->setIcon(ui::icon(QStringLiteral("eye")));
    previewButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    previewButton->setToolTip(SetupView::tr("Show the first documents and where the tokenizer cuts them"));
    previewButton->setCheckable(true);
    line->addWidget(builder);
    line->addWidget(previewButton);
    line->addStretch(1);
    layout->addLayout(line);
    tokens = new TokenView(tools);
    tokens->hide();
    layout->addWidget(tokens);
    QObject::connect(builder, &QPushButton::clicked, view, &SetupView::buildDatasetRequested);
    QObject::connect(previewButton, &QToolButton::toggled, view, [this] { askPreview(); });
    previewDelay.setSingleShot(true);
    previewDelay.setInterval(400);
    QObject::connect(&previewDelay, &QTimer::timeout, view, [this] { askPreview(); });
    return tools;
}

QWidget* SetupView::Private::buildSide()
{
    side = new QWidget(view);
    side->setObjectName(QStringLiteral("setupSide"));
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(8, 4, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(ruler(side));
    estimate = new EstimatePanel(side);
    layout->addWidget(estimate);
    layout->addStretch(1);
    auto* place = new QHBoxLayout;
    auto* label = new QLabel(SetupView::tr("&Device"), side);
    devices = new DevicePicker(side);
    label->setBuddy(devices);
    place->addWidget(label);
    place->addWidget(devices, 1);
    layout->addLayout(place);
    // Both in one place: what has to be corrected comes and goes without moving anything.
    auto* status = new QHBoxLayout;
    auto* verdict = new QStackedWidget(side);
    problemButton = new QToolButton(side);
    problemButton->setObjectName(QStringLiteral("problems"));
    problemButton->setIcon(ui::icon(QStringLiteral("warning")));
    problemButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    problemButton->setAutoRaise(true);
    problemButton->setToolTip(SetupView::tr("Go to the next field that has to be corrected"));
    problemButton->setText(SetupView::tr("%n problem(s): show", nullptr, kReservedProblems));
    problemButton->setMinimumWidth(problemButton->sizeHint().width());
    ready = new QLabel(SetupView::tr("Ready to start"), side);
    ready->setForegroundRole(QPalette::PlaceholderText);
    ready->setWordWrap(true);
    verdict->addWidget(problemButton);
    verdict->addWidget(ready);
    verdict->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    status->addWidget(verdict, 1);
    copyButton = new QPushButton(ui::icon(QStringLiteral("copy")), SetupView::tr("Copy command"), side);
    copyButton->setObjectName(QStringLiteral("copyCommand"));
    auto* menu = new QMenu(copyButton);
    menu->addActions(copyActions);
    copyButton->setMenu(menu);
    status->addWidget(copyButton);
    layout->addLayout(status);
    auto* buttons = new QHBoxLayout;
    startButton = new QPushButton(ui::icon(QStringLiteral("play")), SetupView::tr("Start"), side);
    queueButton = new QPushButton(ui::icon(QStringLiteral("queue")), SetupView::tr("Queue"), side);
    sweepButton = new QPushButton(ui::icon(QStringLiteral("sweep")), SetupView::tr("Sweep…"), side);
    const std::pair<QPushButton*, QAction*> pairs[] = {{startButton, startAction}, {queueButton, queueAction}, {sweepButton, sweepAction}};
    for (const auto& [button, action] : pairs) {
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        buttons->addWidget(button, 1);
        QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
        QObject::connect(action, &QAction::enabledChanged, button, &QPushButton::setEnabled);
    }
    layout->addLayout(buttons);
    QObject::connect(devices, &DevicePicker::deviceChosen, view, [this](const QString& device) { change({{"training.device", device.toStdString()}}); });
    QObject::connect(problemButton, &QToolButton::clicked, view, [this] { showProblem(); });
    QObject::connect(estimate, &EstimatePanel::batchSizeWanted, view, [this](qlonglong size) { change({{"training.batch_size", std::int64_t(size)}}); });
    return side;
}

void SetupView::Private::build()
{
    buildActions();
    form = new SpecForm(view);
    form->setObjectName(QStringLiteral("specForm"));
    auto* left = new QWidget(view);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(buildTop());
    column->addWidget(form, 1);
    form->addBelow("data.tokenizer", buildDataTools());
    outer = new QBoxLayout(QBoxLayout::TopToBottom, view);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(left, 3);
    outer->addWidget(buildSide());
    QObject::connect(form, &SpecForm::changed, view, [this](const FieldChanges& changes) { change(changes); });
    QObject::connect(form, &SpecForm::rejectedChanged, view, [this] {
        check();
        refreshEstimate();
    });
    QObject::connect(form, &SpecForm::resetRequested, view, [this](const std::vector<std::string>& paths) { reset(paths); });
    auto* filter = new UndoFilter(view);
    for (auto* widget : form->findChildren<QWidget*>())     // spin boxes and combo boxes ask their lines themselves, past any filter on these
        if (qobject_cast<QLineEdit*>(widget) || qobject_cast<QAbstractSpinBox*>(widget) || qobject_cast<QComboBox*>(widget))
            widget->installEventFilter(filter);
    arrange(false);
}

void SetupView::Private::arrange(bool wide)
{
    outer->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    outer->setStretch(1, wide ? 2 : 0);
    estimate->setCompact(!wide);
}

}  // namespace bam::views
