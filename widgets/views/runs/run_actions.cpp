// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/runs/run_actions.h"

#include "widgets/common/icons.h"

#include <QWidget>

namespace bam::views {
namespace {

using runs::RunState;

bool isActive(const runs::RunRecord& run) { return run.state == RunState::Running || run.state == RunState::Queued; }

}  // namespace

RunActions::RunActions(QWidget* owner)
    : QObject(owner)
    , m_owner(owner)
    , m_entries(KindCount)
{
    const auto always = [](const runs::RunRecord&) { return QString(); };
    const auto onlyRunning = [this](const runs::RunRecord& run) {
        return run.state == RunState::Running ? QString() : tr("Only a running run can be asked for this; this one is not running.");
    };
    add(OpenFolder, tr("&Open folder"), "folder", "openFolder", tr("Shows the run's folder in the file manager (Enter)"), {}, true, always);
    add(Resume, tr("&Resume"), "resume", "resume", tr("Goes on from the last checkpoint, in the same folder"), {}, false, [this](const runs::RunRecord& run) {
        if (isActive(run))
            return tr("It is running already.");
        if (run.official)
            return tr("It was made by the official code and has no checkpoints that can be resumed. Duplicate it as a new set-up instead.");
        if (run.state == RunState::Finished)
            return tr("It has done all its steps. Duplicate it as a new set-up to train longer.");
        return run.state == RunState::Unknown ? tr("Its folder does not say how far it got.") : QString();
    });
    add(Pause, tr("&Pause"), "pause", "pause", tr("Writes a checkpoint and ends, to be resumed later; the device is free meanwhile"), {}, false, onlyRunning);
    add(Stop, tr("&Stop"), "stop", "stop", tr("Finishes the step, writes a checkpoint and ends"), {}, false, onlyRunning);
    add(Checkpoint, tr("Write a &checkpoint"), "checkpoint", "checkpoint", tr("Writes a checkpoint at the next step and goes on"), {}, false, onlyRunning);
    add(Evaluate, tr("E&valuate…"), "evaluate", "evaluate", tr("Measures pass-key retrieval with the last checkpoint"), {}, false, [this](const runs::RunRecord& run) {
        return run.state == RunState::Queued || run.step == 0 ? tr("It has not trained yet, so there is nothing to evaluate.") : QString();
    });
    add(Duplicate, tr("&Duplicate as a new set-up"), "duplicate", "duplicate", tr("Opens the set-up with this run's settings, to be changed and started"), {}, true,
        [this](const runs::RunRecord& run) { return run.family.empty() ? tr("Its settings cannot be read.") : QString(); });
    add(Export, tr("E&xport curves…"), "export", "export", tr("Writes training and validation curves into one CSV file"), {}, false, always);
    add(CopyPath, tr("Copy pat&h"), "copy", "copyPath", tr("Puts the folder's path on the clipboard"), QKeySequence::Copy, false, always);
    add(Pin, tr("Pi&n on top"), "pin", "pin", tr("Pinned runs stay on top of the list, however it is sorted"), QKeySequence(tr("Ctrl+P", "pin the selected runs")), false, always);
    add(EditNotes, tr("&Tags and note…"), "tag", "editNotes", tr("Kept in the run's folder, so that they travel with it"), QKeySequence(Qt::Key_F2), false, always);
    add(Trash, tr("&Move to trash…"), "trash", "trash", tr("Moves the run's folder to the desktop's trash; this can be undone"), QKeySequence::Delete, false, [this](const runs::RunRecord& run) {
        return run.state == RunState::Running ? tr("It is running. Stop it first.") : QString();
    });
    action(Pin)->setCheckable(true);
    setSelection({});
}

void RunActions::add(Kind kind, const QString& text, const char* icon, const char* name, const QString& help, const QKeySequence& shortcut, bool single,
    std::function<QString(const runs::RunRecord&)> whyNot)
{
    auto& entry = m_entries[std::size_t(kind)];
    entry.action = new QAction(ui::icon(QString::fromLatin1(icon)), text, this);
    entry.action->setObjectName(QString::fromLatin1(name));
    entry.action->setShortcut(shortcut);
    entry.action->setShortcutContext(Qt::WidgetWithChildrenShortcut);     // Del must not reach a run while a text is edited elsewhere
    entry.help = help;
    entry.single = single;
    entry.whyNot = std::move(whyNot);
    connect(entry.action, &QAction::triggered, this, [this, kind] {
        const auto paths = m_entries[std::size_t(kind)].paths;
        if (!paths.isEmpty())
            Q_EMIT requested(kind, paths);
    });
    m_owner->addAction(entry.action);
}

QList<QAction*> RunActions::all() const
{
    QList<QAction*> actions;
    for (const auto& entry : m_entries)
        actions.append(entry.action);
    return actions;
}

void RunActions::setSelection(const QVector<const runs::RunRecord*>& selected)
{
    for (auto& entry : m_entries) {
        entry.paths.clear();
        QString reason = selected.isEmpty() ? tr("Select a run first.") : entry.single && selected.size() > 1 ? tr("Select a single run.") : QString();
        if (reason.isEmpty()) {
            for (const auto* run : selected) {
                const auto why = entry.whyNot(*run);
                if (why.isEmpty())
                    entry.paths.append(QString::fromStdString(run->path.string()));
                else if (reason.isEmpty())
                    reason = why;
            }
        }
        const bool enabled = !entry.paths.isEmpty();
        entry.action->setEnabled(enabled);
        entry.action->setToolTip(enabled ? entry.help : reason);
        entry.action->setStatusTip(entry.action->toolTip());
    }
    const bool pinned = !selected.isEmpty() && std::all_of(selected.begin(), selected.end(), [](const auto* run) { return run->notes.pinned; });
    action(Pin)->setChecked(pinned);
}

}  // namespace bam::views
