// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/spec_history.h"

#include <QElapsedTimer>
#include <QUndoCommand>

namespace bam::views {
namespace {

constexpr int kOneStepMs = 1500;
constexpr int kMergeable = 1;

}  // namespace

class SpecHistory::Step : public QUndoCommand {
public:
    Step(SpecHistory& history, SetupState before, SetupState after, const QString& text, QString key)
        : QUndoCommand(text)
        , m_history(history)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_key(std::move(key))
    {
        m_age.start();
    }
    int id() const override { return m_key.isEmpty() ? -1 : kMergeable; }
    void undo() override { m_history.set(m_before); }
    void redo() override { m_history.set(m_after); }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const Step*>(other);
        if (next->m_key != m_key || m_age.elapsed() > kOneStepMs)
            return false;
        m_after = next->m_after;
        m_age.restart();
        return true;
    }

private:
    SpecHistory& m_history;
    SetupState m_before, m_after;
    QString m_key;
    QElapsedTimer m_age;
};

SpecHistory::SpecHistory(std::function<void()> onChange)
    : m_onChange(std::move(onChange))
{
    m_stack.setUndoLimit(500);
}

void SpecHistory::begin(const SetupState& state)
{
    m_stack.clear();
    set(state);
}

void SpecHistory::change(const SetupState& to, const QString& text, const QString& key)
{
    if (!(to == m_state))
        m_stack.push(new Step(*this, m_state, to, text, key));
}

void SpecHistory::set(const SetupState& state)
{
    m_state = state;
    m_onChange();
}

}  // namespace bam::views
