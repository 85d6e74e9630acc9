// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/trash_part.h"

#include "widgets/common/core_text.h"
#include "widgets/models/run_model.h"
#include "widgets/views/runs/runs_view.h"

#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QUndoStack>

#include <utility>

namespace bam::window {

namespace {

const QString kMovedKey = QStringLiteral("trash");

}  // namespace

/// Several folders as one step that can be undone. It is made when they are in the trash already.
class TrashPart::Command : public QUndoCommand {
public:
    Command(TrashPart& part, std::shared_ptr<Moved> what)
        : QUndoCommand(TrashPart::tr("move %n run(s) to the trash", nullptr, int(what->trashed.size())))
        , m_part(part)
        , m_what(std::move(what))
    {
        m_what->command = this;
    }
    ~Command() override { m_what->command = nullptr; }
    void redo() override
    {
        if (std::exchange(m_made, true))
            m_part.moveAway(m_what, true);
    }
    void undo() override { m_part.putBack(m_what); }

private:
    TrashPart& m_part;
    std::shared_ptr<Moved> m_what;
    bool m_made = false;
};

TrashPart::TrashPart(views::RunsView& runs, const models::RunModel& model, QObject* parent)
    : QObject(parent)
    , m_runs(runs)
    , m_model(model)
{
}

void TrashPart::trash(const QStringList& runs)
{
    const auto count = int(runs.size());
    QMessageBox box(QMessageBox::Question, tr("Move to the trash"),
        count == 1 ? tr("Move %1 to the trash?").arg(m_model.title(runs.front())) : tr("Move %n run(s) to the trash?", nullptr, count), QMessageBox::Cancel, m_runs.window());
    box.setInformativeText(tr("Logs, checkpoints and results go with the folder. It can be undone."));
    auto* move = box.addButton(tr("&Move to the trash"), QMessageBox::AcceptRole);
    box.setDefaultButton(move);
    box.exec();
    if (box.clickedButton() != move)
        return;
    // First nobody reads them any more, else the missing logs would be told as a problem.
    auto left = m_runs.selectedRuns();
    const auto before = left.size();
    const auto what = std::make_shared<Moved>();
    for (const auto& run : runs) {
        left.removeAll(run);
        const auto* record = m_model.record(run);
        what->runs.append({run, record ? QString::fromStdString(record->root.string()) : QString()});
    }
    what->selected = left.size() != before;
    m_runs.selectRuns(left);
    moveAway(what, false);
}

void TrashPart::moveAway(const std::shared_ptr<Moved>& what, bool again)
{
    showProgress(tr("Moving %n run(s) to the trash", nullptr, int(what->runs.size())), int(what->runs.size()));
    m_worker.moveAway(what->runs, [this, what, again](const work::TrashResult& result) {
        what->trashed = result.done;
        tellFailures(result);
        Q_EMIT moved();
        if (result.done.isEmpty())
            return;
        if (!again)
            m_runs.undoStack()->push(new Command(*this, what));
        tellMoved(what, result);
    });
}

/// This one, whatever was done after it.
void TrashPart::undo(const std::shared_ptr<Moved>& what)
{
    auto* command = what->command;
    auto& stack = *m_runs.undoStack();
    if (command && stack.canUndo() && stack.command(stack.index() - 1) == command)
        return stack.undo();
    if (command)
        command->setObsolete(true);     // the list of runs takes it off the stack when it comes to the top
    putBack(what);
}

void TrashPart::putBack(const std::shared_ptr<Moved>& what)
{
    Q_EMIT messageOver(kMovedKey);
    const int count = int(what->runs.size());
    showProgress(tr("Putting %n run(s) back", nullptr, count), count);
    m_worker.putBack([what] { return what->trashed; }, [this, what](const work::TrashResult& result) {
        tellFailures(result);
        QStringList back;
        auto left = std::make_shared<Moved>(Moved{{}, what->selected, std::exchange(what->trashed, {})});
        for (const auto& run : result.done) {
            back.append(run.path);
            left->trashed.removeIf([&](const work::TrashedRun& other) { return other.path == run.path; });
        }
        if (what->selected)
            Q_EMIT broughtBack(back);
        Q_EMIT moved();
        if (left->trashed.isEmpty())
            return;
        // What was not put back, because of the cancel button or an error, can still be.
        for (const auto& [run, root] : std::as_const(what->runs))
            if (!back.contains(run))
                left->runs.append({run, root});
        m_runs.undoStack()->push(new Command(*this, left));
    });
}

/// Only when it takes long enough to be read.
void TrashPart::showProgress(const QString& text, int count)
{
    auto* progress = new QProgressDialog(text, tr("&Cancel"), 0, count, m_runs.window());
    progress->setObjectName(QStringLiteral("trashProgress"));
    progress->setAttribute(Qt::WA_DeleteOnClose);
    progress->setWindowTitle(tr("Trash"));
    progress->setMinimumDuration(500);
    progress->setAutoReset(false);
    connect(progress, &QProgressDialog::canceled, &m_worker, &work::TrashWorker::cancel);
    connect(&m_worker, &work::TrashWorker::progress, progress, [progress](int done) { progress->setValue(done); });
    connect(this, &TrashPart::moved, progress, [this, progress] {
        progress->disconnect(&m_worker);    // closing it counts as cancelling
        progress->close();
    });
}

void TrashPart::tellFailures(const work::TrashResult& result)
{
    if (result.failed == 1)
        Q_EMIT message(ui::errorMessage(result.cause, result.hint));
    else if (result.failed > 1)
        Q_EMIT message(ui::errorMessage(tr("%1, and %n more run(s) could not be moved.", nullptr, result.failed - 1).arg(result.cause), result.hint));
}

void TrashPart::tellMoved(const std::shared_ptr<Moved>& what, const work::TrashResult& result)
{
    const auto count = int(result.done.size());
    ui::Message done{ui::Severity::Information};
    done.text = result.done.front().desktopTrash ? tr("%n run(s) moved to the trash.", nullptr, count)
                                                 : tr("%n run(s) moved to the folder .trash of the log folder, since this disk has no trash.", nullptr, count);
    if (result.cancelled)
        done.hint = tr("The others were left where they are, as you wished.");
    done.key = kMovedKey;
    done.action = tr("&Undo");
    done.onAction = [this, what] { undo(what); };
    done.fadeAfterMs = 20000;
    Q_EMIT message(done);
}

}  // namespace bam::window
