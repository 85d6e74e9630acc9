// SPDX-License-Identifier: GPL-3.0-or-later
// A change of what people wrote about some runs, to be undone and redone.
#pragma once

#include "core/runs/run_notes.h"

#include <QString>
#include <QUndoCommand>
#include <QVector>

#include <functional>
#include <utility>

namespace bam::views {

/// Runs that went meanwhile are for `apply` to pass over.
class NotesCommand : public QUndoCommand {
public:
    /// Of each run its path and its notes from now on, all at once: lists sort themselves once for all.
    using Notes = QVector<std::pair<QString, runs::RunNotes>>;
    using Apply = std::function<void(const Notes& notes)>;
    struct Change {
        QString path;
        runs::RunNotes before, after;
    };
    NotesCommand(const QString& what, QVector<Change> changes, Apply apply)
        : QUndoCommand(what), m_changes(std::move(changes)), m_apply(std::move(apply))
    {
    }
    void redo() override { apply(&Change::after); }
    void undo() override { apply(&Change::before); }

private:
    void apply(runs::RunNotes Change::* which) const
    {
        Notes notes;
        for (const auto& change : m_changes)
            notes.append({change.path, change.*which});
        m_apply(notes);
    }

    QVector<Change> m_changes;
    Apply m_apply;
};

}  // namespace bam::views
