// SPDX-License-Identifier: GPL-3.0-or-later
// The changes of heads that the next capture is made with, with undo and redo.
#pragma once

#include "widgets/views/attention/lens_outcomes.h"

#include <QObject>
#include <QUndoStack>

namespace bam::views {

class HeadChangeList : public QObject {
    Q_OBJECT
public:
    explicit HeadChangeList(QObject* parent = nullptr) : QObject(parent) {}

    const HeadChanges& changes() const { return m_changes; }
    QUndoStack& undoStack() { return m_undo; }
    /// @param what for people: "L0·H1: gives nothing". Nothing happens when the changes are these already.
    void set(const HeadChanges& changes, const QString& what)
    {
        if (!sameChanges(changes, m_changes))
            m_undo.push(new Command(*this, changes, what));
    }
    /// Of another model: nothing of these can be undone.
    void clear()
    {
        m_undo.clear();
        if (!m_changes.empty())
            apply({});
    }

Q_SIGNALS:
    void changed();

private:
    class Command : public QUndoCommand {
    public:
        Command(HeadChangeList& list, HeadChanges after, const QString& what) : QUndoCommand(what), m_list(list), m_before(list.m_changes), m_after(std::move(after)) {}
        void undo() override { m_list.apply(m_before); }
        void redo() override { m_list.apply(m_after); }

    private:
        HeadChangeList& m_list;
        HeadChanges m_before, m_after;
    };
    void apply(const HeadChanges& changes)
    {
        m_changes = changes;
        Q_EMIT changed();
    }

    HeadChanges m_changes;
    QUndoStack m_undo;
};

}  // namespace bam::views
