// SPDX-License-Identifier: GPL-3.0-or-later
// A change of what people wrote about some runs, to be undone and redone.
#pragma once

#include "core/runs/run_notes.h"

#include <QUndoCommand>
#include <QVector>

#include <functional>

namespace bam::views {

/// Runs that went meanwhile are for `apply` to pass over.
class NotesCommand : public QUndoCommand {
public:
    using Apply = std::function<void(const QString& path, const runs::RunNotes& notes)>;
    struct Change {
        QString path;
        runs::RunNotes before, after;
    };
    NotesCommand(const QString& what, QVector<Change> changes, Apply apply)
        : QUndoCommand(what), m_changes(std::move(changes)), m_apply(std::move(apply))
    {
    }
    void redo() override
    {
        for (const auto& change : m_changes)
            m_apply(change.path, change.after);
    }
    void undo() override
    {
        for (const auto& change : m_changes)
            m_apply(change.path, change.before);
    }

private:
    QVector<Change> m_changes;
    Apply m_apply;
};

}  // namespace bam::views
