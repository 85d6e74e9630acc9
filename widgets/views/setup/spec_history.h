// SPDX-License-Identifier: GPL-3.0-or-later
// Undo and redo of a set-up. A state is the whole spec and what it is compared with; keys typed into one field in a row are one step.
#pragma once

#include "core/spec/spec.h"

#include <QString>
#include <QUndoStack>

#include <functional>

namespace bam::views {

struct SetupState {
    spec::RunSpec spec;
    spec::RunSpec reference;    ///< fields that differ from it are marked
    QString origin;             ///< what the reference is called, e.g. "the preset l12"

    bool operator==(const SetupState&) const = default;
};

class SpecHistory {
public:
    explicit SpecHistory(std::function<void()> onChange);
    const SetupState& state() const { return m_state; }
    QUndoStack& stack() { return m_stack; }
    /// @param text what was done, e.g. "Batch size"; @param key equal keys in quick succession make one step; empty: never
    void change(const SetupState& to, const QString& text, const QString& key = {});
    /// Without a step: the state to begin with.
    void begin(const SetupState& state);

private:
    class Step;
    void set(const SetupState& state);
    std::function<void()> m_onChange;
    SetupState m_state;
    QUndoStack m_stack;
};

}  // namespace bam::views
