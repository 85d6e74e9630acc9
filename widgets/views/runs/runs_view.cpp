// SPDX-License-Identifier: GPL-3.0-or-later
// Filter, menus and what they do; the selection is in runs_view_selection.cpp.
#include "widgets/views/runs/runs_view.h"

#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/models/run_filter.h"
#include "widgets/views/runs/notes_command.h"
#include "widgets/views/runs/notes_dialog.h"
#include "widgets/views/runs/run_color_menu.h"
#include "widgets/views/runs/run_tree.h"
#include "widgets/views/runs/word_completer.h"

#include <QClipboard>
#include <QComboBox>
#include <QDataStream>
#include <QGuiApplication>
#include <QIODevice>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QUndoStack>
#include <QVBoxLayout>
#include <QWhatsThis>

namespace bam::views {
namespace {

using models::Grouping;
using models::RunModel;

constexpr quint32 kSettingsVersion = 1;
constexpr int kTypingMs = 150;

}  // namespace

RunsView::RunsView(RunModel* model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_filter(new models::RunFilter(model, this))
    , m_undo(new QUndoStack(this))
    , m_tree(new RunTree(m_filter, this))
    , m_pages(new QStackedWidget(this))
    , m_colorMenu(new RunColorMenu(this))
{
    m_tree->setObjectName(QStringLiteral("runTree"));
    m_actions = new RunActions(m_tree);
    makeUndoActions();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeFilterBar());
    layout->addWidget(m_fieldTrouble);
    m_pages->addWidget(m_tree);
    m_pages->addWidget(makeEmptyPage());
    layout->addWidget(m_pages, 1);
    setFocusProxy(m_tree);

    m_colorMenu->present = [this] {
        const auto selected = selectedRuns();
        return selected.isEmpty() ? std::nullopt : std::optional(m_model->style(selected.first()).color);
    };
    connect(m_colorMenu, &RunColorMenu::chosen, this, &RunsView::setColor);
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, &RunsView::tellSelection);
    connect(m_actions, &RunActions::requested, this, &RunsView::perform);
    connect(m_tree, &RunTree::enterPressed, m_actions->action(RunActions::OpenFolder), &QAction::trigger);
    connect(m_tree, &RunTree::menuRequested, this, &RunsView::showMenu);
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsView::noteSelection);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        m_moved = m_moved || !m_applying;
        m_later.start(0);
    });
    connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (!m_current.isEmpty() && index.data(RunModel::PathRole).toString() == m_current && m_tree->selectionModel()->isSelected(index))
            Q_EMIT currentRunChanged(m_current);
    });
    connect(m_model, &RunModel::notesEdited, this, [this](const QString& path, const runs::RunNotes& notes) { changeNotes(tr("Edit notes"), {path}, {notes}); });
    for (const auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_filter, change, this, &RunsView::changedLater);
    connect(m_filter, &QAbstractItemModel::rowsMoved, this, &RunsView::changedLater);
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, &RunsView::changedLater);
    connect(m_filter, &QAbstractItemModel::modelReset, this, &RunsView::changedLater);
    connect(m_filter, &QAbstractItemModel::dataChanged, this, [this] { m_later.start(0); });
    showState();
}

RunsView::~RunsView()
{
    m_undo->disconnect();       // it tells of its end when there is no view any more
}

void RunsView::makeUndoActions()
{
    const auto make = [this](const char* icon, const char* name, const QKeySequence& keys) {
        auto* action = new QAction(ui::icon(QString::fromLatin1(icon)), {}, this);
        action->setObjectName(QString::fromLatin1(name));
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);     // fields have an undo of their own
        action->setEnabled(false);
        addAction(action);
        return action;
    };
    m_undoAction = make("undo", "undoRuns", QKeySequence::Undo);
    m_redoAction = make("redo", "redoRuns", QKeySequence::Redo);
    const auto showTexts = [this] {
        const auto undo = m_undo->undoText(), redo = m_undo->redoText();
        m_undoAction->setText(undo.isEmpty() ? tr("&Undo") : tr("&Undo: %1", "1: what was done").arg(undo));
        m_redoAction->setText(redo.isEmpty() ? tr("Re&do") : tr("Re&do: %1", "1: what was undone").arg(redo));
        m_undoAction->setToolTip(tr("Takes back the last change of the list: a move to the trash, tags, a note, a colour or a pin"));
        m_redoAction->setToolTip(tr("Does again what was taken back last"));
        for (auto* action : {m_undoAction, m_redoAction})
            action->setStatusTip(action->toolTip());
    };
    connect(m_undoAction, &QAction::triggered, m_undo, &QUndoStack::undo);
    connect(m_redoAction, &QAction::triggered, m_undo, &QUndoStack::redo);
    connect(m_undo, &QUndoStack::canUndoChanged, m_undoAction, &QAction::setEnabled);
    connect(m_undo, &QUndoStack::canRedoChanged, m_redoAction, &QAction::setEnabled);
    connect(m_undo, &QUndoStack::undoTextChanged, this, showTexts);
    connect(m_undo, &QUndoStack::redoTextChanged, this, showTexts);
    connect(m_undo, &QUndoStack::indexChanged, this, [this](int index) {
        if (index > 0 && m_undo->command(index - 1)->isObsolete())
            m_undo->undo();     // only takes it off
    });
    showTexts();
}

QWidget* RunsView::makeFilterBar()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(4, 4, 4, 2);
    m_field = new QLineEdit(bar);
    m_field->setObjectName(QStringLiteral("runFilter"));
    m_field->setPlaceholderText(tr("Filter runs, e.g. bam size:l12 loss<3"));
    m_field->setToolTip(models::RunQuery::help());
    m_field->setAccessibleName(tr("Filter runs"));
    m_field->setClearButtonEnabled(true);
    m_field->addAction(ui::icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
    m_completer = new WordCompleter(models::RunQuery::fieldHints(), QLatin1Char(' '), m_field);
    m_field->setCompleter(m_completer);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(&m_typing, &QTimer::timeout, this, [this] { applyFilter(m_field->text()); });
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
        // Half a word matches nothing: the list would flash.
        m_typing.start();
        if (text.isEmpty())
            applyFilter(text);
    });
    layout->addWidget(m_field, 1);

    auto* help = new QToolButton(bar);
    help->setObjectName(QStringLiteral("filterHelp"));
    help->setIcon(ui::icon(QStringLiteral("help")));
    help->setAutoRaise(true);
    help->setToolTip(tr("What can be filtered by"));
    help->setAccessibleName(tr("Help for the filter"));
    connect(help, &QToolButton::clicked, this, [this] { QWhatsThis::showText(m_field->mapToGlobal(QPoint(0, m_field->height())), models::RunQuery::help(), m_field); });
    layout->addWidget(help);

    m_grouping = new QComboBox(bar);
    m_grouping->setObjectName(QStringLiteral("runGrouping"));
    m_grouping->setToolTip(tr("Puts runs that have something in common below one heading"));
    m_grouping->setAccessibleName(tr("Group runs by"));
    const std::pair<Grouping, QString> choices[] = {{Grouping::None, tr("No groups")}, {Grouping::Size, tr("By size")}, {Grouping::Encoding, tr("By encoding")},
        {Grouping::State, tr("By state")}, {Grouping::Folder, tr("By folder")}, {Grouping::Tag, tr("By tag")}};
    for (const auto& [grouping, title] : choices)
        m_grouping->addItem(title, int(grouping));
    connect(m_grouping, &QComboBox::currentIndexChanged, this, [this] { setGrouping(Grouping(m_grouping->currentData().toInt())); });
    layout->addWidget(m_grouping);

    auto* refresh = new QToolButton(bar);
    refresh->setObjectName(QStringLiteral("rescan"));
    refresh->setIcon(ui::icon(QStringLiteral("refresh")));
    refresh->setAutoRaise(true);
    refresh->setToolTip(tr("Looks at all folders again. Changes show by themselves; this is for network folders that tell nothing."));
    refresh->setAccessibleName(tr("Refresh"));
    connect(refresh, &QToolButton::clicked, this, &RunsView::rescanRequested);
    layout->addWidget(refresh);

    m_fieldTrouble = new QWidget(this);
    auto* trouble = new QHBoxLayout(m_fieldTrouble);
    trouble->setContentsMargins(8, 2, 4, 2);
    m_fieldIcon = new QLabel(m_fieldTrouble);
    trouble->addWidget(m_fieldIcon);
    m_fieldError = new QLabel(m_fieldTrouble);
    m_fieldError->setObjectName(QStringLiteral("runFilterError"));
    m_fieldError->setWordWrap(true);
    trouble->addWidget(m_fieldError, 1);
    m_fieldTrouble->hide();
    return bar;
}

QWidget* RunsView::makeEmptyPage()
{
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    m_emptyTitle = new QLabel(page);
    m_emptyTitle->setObjectName(QStringLiteral("emptyTitle"));
    auto font = m_emptyTitle->font();
    font.setBold(true);
    m_emptyTitle->setFont(font);
    m_emptyHint = new QLabel(page);
    m_emptyHint->setObjectName(QStringLiteral("emptyHint"));
    for (auto* label : {m_emptyTitle, m_emptyHint}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
    }
    m_clearFilter = new QPushButton(tr("Clear filter"), page);
    m_clearFilter->setObjectName(QStringLiteral("clearFilter"));
    connect(m_clearFilter, &QPushButton::clicked, m_field, &QLineEdit::clear);
    layout->addStretch(1);
    layout->addWidget(m_emptyTitle);
    layout->addWidget(m_emptyHint);
    layout->addWidget(m_clearFilter, 0, Qt::AlignHCenter);
    layout->addStretch(2);
    return page;
}

void RunsView::showState()
{
    const bool nothing = m_model->runCount() == 0, noMatch = !nothing && m_filter->rowCount() == 0;
    m_pages->setCurrentIndex(nothing || noMatch ? 1 : 0);
    m_clearFilter->setVisible(noMatch);
    m_emptyTitle->setText(noMatch ? tr("No run matches the filter") : m_scanning ? tr("Looking for runs…") : tr("No runs here yet"));
    m_emptyHint->setText(noMatch ? tr("Runs that it hides: %1").arg(m_model->runCount())
            : m_scanning         ? QString()
                                 : tr("Set up a run and start it, or open a folder that holds runs."));
}

void RunsView::setScanning(bool scanning)
{
    m_scanning = scanning;
    showState();
}

int RunsView::shownCount() const { return m_filter->shownCount(); }

QString RunsView::filterText() const { return m_field->text(); }

void RunsView::setFilterText(const QString& text)
{
    m_field->setText(text);
    applyFilter(text);
}

void RunsView::applyFilter(const QString& text)
{
    m_typing.stop();
    // What the filter hides stays selected in the sense that it comes back selected.
    const auto wanted = selectedRuns() + m_hidden;
    m_applying = true;
    const auto error = m_filter->setQuery(text);
    m_applying = false;
    const int side = fontMetrics().height();
    m_fieldIcon->setPixmap(ui::icon(QStringLiteral("warning")).pixmap(QSize(side, side), devicePixelRatioF()));
    m_fieldError->setText(ui::breakable(error));
    m_fieldError->setToolTip(error);
    m_fieldTrouble->setVisible(!error.isEmpty());
    if (!error.isEmpty())
        return;
    selectRuns(wanted);
    showState();
    Q_EMIT filterChanged();
}

Grouping RunsView::grouping() const { return m_model->grouping(); }

void RunsView::setGrouping(Grouping grouping)
{
    const int at = m_grouping->findData(int(grouping));
    if (m_grouping->currentIndex() != at) {
        m_grouping->setCurrentIndex(at);    // comes back here
        return;
    }
    const auto wanted = selectedRuns() + m_hidden;
    m_applying = true;
    m_model->setGrouping(grouping);
    m_applying = false;
    selectRuns(wanted);
}

void RunsView::setColor(const QString& color)
{
    const auto paths = selectedRuns();
    QVector<runs::RunNotes> after;
    for (const auto& path : paths) {
        after.append(m_model->record(path)->notes);
        after.last().color = color.toStdString();
    }
    changeNotes(tr("Change colour"), paths, after);
}

void RunsView::changeNotes(const QString& what, const QStringList& paths, const QVector<runs::RunNotes>& after)
{
    QVector<NotesCommand::Change> changes;
    for (qsizetype i = 0; i < paths.size(); ++i)
        if (const auto* record = m_model->record(paths[i]); record && record->notes != after[i])
            changes.append({paths[i], record->notes, after[i]});
    if (changes.isEmpty())
        return;
    m_undo->push(new NotesCommand(what, changes, [this](const NotesCommand::Notes& notes) {
        QVector<runs::RunRecord> records;
        for (const auto& [path, now] : notes)
            if (const auto* record = m_model->record(path)) {
                records.append(*record);
                records.last().notes = now;
            }
        m_model->set(records);
        for (const auto& record : std::as_const(records))
            Q_EMIT notesChanged(QString::fromStdString(record.path.string()), record.notes);
    }));
    m_completer->setWords(models::RunQuery::fieldHints() + [&] {
        QStringList tags;
        for (const auto& tag : m_model->tags())
            tags.append(tag.contains(' ') ? QStringLiteral("tag:\"%1\"").arg(tag) : QStringLiteral("tag:") + tag);
        return tags;
    }());
}

void RunsView::editNotes(const QStringList& paths)
{
    QVector<runs::RunNotes> before;
    for (const auto& path : paths)
        before.append(m_model->record(path)->notes);
    const auto title = paths.size() == 1 ? tr("Tags and note of %1").arg(m_model->title(paths.first())) : tr("Tags and notes of the selected runs (%1)").arg(paths.size());
    auto* dialog = new NotesDialog(title, before, m_model->tags(), this);
    dialog->setObjectName(QStringLiteral("notesDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, paths] { changeNotes(tr("Edit notes"), paths, dialog->result()); });
    dialog->open();
}

void RunsView::perform(RunActions::Kind kind, const QStringList& paths)
{
    switch (kind) {
    case RunActions::OpenFolder: Q_EMIT openFolderRequested(paths.first()); break;
    case RunActions::Resume: Q_EMIT resumeRequested(paths); break;
    case RunActions::Pause: Q_EMIT pauseRequested(paths); break;
    case RunActions::Stop: Q_EMIT stopRequested(paths); break;
    case RunActions::Checkpoint: Q_EMIT checkpointRequested(paths); break;
    case RunActions::Capture: Q_EMIT captureRequested(paths); break;
    case RunActions::Evaluate: Q_EMIT evaluateRequested(paths); break;
    case RunActions::LookInto: Q_EMIT lookIntoRequested(paths.first()); break;
    case RunActions::Duplicate: Q_EMIT duplicateRequested(paths.first()); break;
    case RunActions::Export: Q_EMIT exportRequested(paths); break;
    case RunActions::Trash: Q_EMIT trashRequested(paths); break;
    case RunActions::CopyPath: QGuiApplication::clipboard()->setText(paths.join(QLatin1Char('\n'))); break;
    case RunActions::EditNotes: editNotes(paths); break;
    case RunActions::Pin: {
        const bool pinned = m_actions->action(RunActions::Pin)->isChecked();
        QVector<runs::RunNotes> after;
        for (const auto& path : paths) {
            after.append(m_model->record(path)->notes);
            after.last().pinned = pinned;
        }
        changeNotes(pinned ? tr("Pin") : tr("Unpin"), paths, after);
        break;
    }
    case RunActions::KindCount: break;
    }
}

QList<QAction*> RunsView::runActions() const
{
    auto actions = m_actions->all();
    actions.insert(actions.indexOf(m_actions->action(RunActions::EditNotes)), m_colorMenu->menuAction());
    return actions;
}

QUndoStack* RunsView::undoStack() const { return m_undo; }

void RunsView::showMenu(const QPoint& position)
{
    tellSelection();    // a right click has just selected
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("runMenu"));
    menu.setToolTipsVisible(true);
    const auto add = [&](std::initializer_list<RunActions::Kind> kinds) {
        for (const auto kind : kinds)
            menu.addAction(m_actions->action(kind));
    };
    add({RunActions::OpenFolder, RunActions::CopyPath});
    menu.addSeparator();
    add({RunActions::Resume, RunActions::Pause, RunActions::Stop, RunActions::Checkpoint, RunActions::Capture, RunActions::Evaluate});
    menu.addSeparator();
    add({RunActions::LookInto});
    menu.addSeparator();
    add({RunActions::Duplicate, RunActions::Export});
    menu.addSeparator();
    add({RunActions::Pin});
    menu.addMenu(m_colorMenu);
    add({RunActions::EditNotes});
    menu.addSeparator();
    add({RunActions::Trash});
    menu.exec(position);
}

QByteArray RunsView::saveSettings() const
{
    QByteArray settings;
    QDataStream stream(&settings, QIODevice::WriteOnly);
    stream << kSettingsVersion << m_tree->saveColumns() << qint32(m_model->grouping());
    return settings;
}

void RunsView::restoreSettings(const QByteArray& settings)
{
    QDataStream stream(settings);
    quint32 version = 0;
    QByteArray columns;
    qint32 grouping = 0;
    stream >> version >> columns >> grouping;
    if (stream.status() != QDataStream::Ok || version != kSettingsVersion)
        return;
    m_tree->restoreColumns(columns);
    if (m_grouping->findData(grouping) >= 0)
        setGrouping(Grouping(grouping));
}

}  // namespace bam::views
