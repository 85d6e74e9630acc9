// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/runs/run_actions.h"

#include "widgets/common/icons.h"

#include <QWidget>

namespace bam::views {
namespace {

using runs::RunState;

constexpr const char* kImported = QT_TRANSLATE_NOOP("bam::views::RunActions", "It was imported from another program: it has curves and no model.");

bool isActive(const runs::RunRecord& run) { return run.state == RunState::Running || run.state == RunState::Queued; }

}  // namespace

RunActions::RunActions(QWidget* owner)
    : QObject(owner)
    , m_owner(owner)
    , m_entries(KindCount)
{
    const auto always = [](const runs::RunRecord&) -> const char* { return nullptr; };
    const auto onlyRunning = [](const runs::RunRecord& run) {
        return run.state == RunState::Running ? nullptr : QT_TR_NOOP("Only a running run can be asked for this; this one is not running.");
    };
    add(OpenFolder, tr("&Open folder"), "folder", "openFolder", tr("Shows the run's folder in the file manager (Enter)"), {}, true, always);
    add(Resume, tr("&Resume"), "resume", "resume", tr("Goes on from the last checkpoint, in the same folder"), {}, false, [](const runs::RunRecord& run) -> const char* {
        if (isActive(run))
            return QT_TR_NOOP("It is running already.");
        if (run.imported)
            return kImported;
        if (run.official)
            return QT_TR_NOOP("It was made by the official code and has no checkpoints that can be resumed. Duplicate it as a new set-up instead.");
        if (run.state == RunState::Finished)
            return QT_TR_NOOP("It has done all its steps. Duplicate it as a new set-up to train longer.");
        return run.state == RunState::Unknown ? QT_TR_NOOP("Its folder does not say how far it got.") : nullptr;
    });
    add(Pause, tr("&Pause…"), "pause", "pause", tr("Writes a checkpoint and ends, to be resumed later; the device is free meanwhile"), {}, false, onlyRunning);
    add(Stop, tr("&Stop"), "stop", "stop", tr("Finishes the step, writes a checkpoint and ends"), {}, false, onlyRunning);
    add(Checkpoint, tr("Write a &checkpoint"), "checkpoint", "checkpoint", tr("Writes a checkpoint at the next step and goes on"), {}, false, onlyRunning);
    add(Capture, tr("Capture &attention now"), "attention", "captureNow", tr("Captures where its heads look after the next step, for the page “Film”, and goes on"), {}, false, onlyRunning);
    add(Evaluate, tr("E&valuate…"), "evaluate", "evaluate", tr("Measures pass-key retrieval with the last checkpoint"), {}, false, [](const runs::RunRecord& run) -> const char* {
        if (run.imported)
            return kImported;
        return run.state == RunState::Queued || run.step == 0 ? QT_TR_NOOP("It has not trained yet, so there is nothing to evaluate.") : nullptr;
    });
    add(LookInto, tr("&Look into attention"), "attention", "lookInto", tr("Shows where the heads of its checkpoints look, on the page “Attention”"), {}, true, [](const runs::RunRecord& run) -> const char* {
        if (run.imported)
            return kImported;
        return run.state == RunState::Queued || (run.step == 0 && !run.official) ? QT_TR_NOOP("It has not trained yet, so there is nothing to look into.") : nullptr;
    });
    add(Duplicate, tr("&Duplicate as a new set-up"), "duplicate", "duplicate", tr("Opens the set-up with this run's settings, to be changed and started"), {}, true,
        [](const runs::RunRecord& run) -> const char* { return run.imported ? kImported : run.family.empty() ? QT_TR_NOOP("Its settings cannot be read.") : nullptr; });
    add(Export, tr("E&xport curves…"), "export", "export", tr("Writes training and validation curves into one CSV file"), {}, false, always);
    add(CopyPath, tr("Copy pat&h"), "copy", "copyPath", tr("Puts the folder's path on the clipboard"), QKeySequence::Copy, false, always);
    add(Pin, tr("Pi&n on top"), "pin", "pin", tr("Pinned runs stay on top of the list, however it is sorted"), QKeySequence(tr("Ctrl+P", "pin the selected runs")), false, always);
    add(EditNotes, tr("&Tags and note…"), "tag", "editNotes", tr("Kept in the run's folder, so that they travel with it"), QKeySequence(Qt::Key_F2), false, always);
    add(Trash, tr("&Move to trash…"), "trash", "trash", tr("Moves the run's folder to the desktop's trash; this can be undone"), QKeySequence::Delete, false, [](const runs::RunRecord& run) -> const char* {
        return run.state == RunState::Running ? QT_TR_NOOP("It is running. Stop it first.") : nullptr;
    });
    action(Pin)->setCheckable(true);
    setSelection({}, models::RunModel());
}

void RunActions::add(Kind kind, const QString& text, const char* icon, const char* name, const QString& help, const QKeySequence& shortcut, bool single,
    WhyNot whyNot)
{
    auto& entry = m_entries[std::size_t(kind)];
    entry.action = new QAction(ui::icon(QString::fromLatin1(icon)), text, this);
    entry.action->setObjectName(QString::fromLatin1(name));
    entry.action->setShortcut(shortcut);
    entry.action->setShortcutContext(Qt::WidgetWithChildrenShortcut);     // Del must not reach a run while a text is edited elsewhere
    entry.help = help;
    entry.single = single;
    entry.whyNot = whyNot;
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

void RunActions::setSelection(const QStringList& selected, const models::RunModel& model)
{
    QStringList paths;
    std::vector<const runs::RunRecord*> records;
    bool pinned = true;
    for (const auto& path : selected)
        if (const auto* record = model.record(path)) {
            paths.append(path);
            records.push_back(record);
            pinned = pinned && record->notes.pinned;
        }
    for (auto& entry : m_entries) {
        entry.paths.clear();
        QString reason = paths.isEmpty() ? tr("Select a run first.") : entry.single && paths.size() > 1 ? tr("Select a single run.") : QString();
        if (reason.isEmpty()) {
            const char* first = nullptr;
            for (qsizetype i = 0; i < paths.size(); ++i) {
                if (const auto* why = entry.whyNot(*records[std::size_t(i)]))
                    first = first ? first : why;
                else
                    entry.paths.append(paths[i]);
            }
            if (first)
                reason = tr(first);
        }
        const bool enabled = !entry.paths.isEmpty();
        entry.action->setEnabled(enabled);
        entry.action->setToolTip(enabled ? entry.help : reason);
        entry.action->setStatusTip(entry.action->toolTip());
    }
    action(Pin)->setChecked(!paths.isEmpty() && pinned);
}

}  // namespace bam::views
