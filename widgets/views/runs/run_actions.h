// SPDX-License-Identifier: GPL-3.0-or-later
// What can be asked of the selected runs, as actions for context menu, menu bar and keyboard. Invariant: an action that makes no sense for the selection is
// disabled, and its tooltip says why; one that makes sense for some of the selected runs is asked for those.
#pragma once

#include "widgets/models/run_model.h"

#include <QAction>
#include <QObject>
#include <QStringList>
#include <QVector>

#include <vector>

namespace bam::views {

class RunActions : public QObject {
    Q_OBJECT
public:
    enum Kind { OpenFolder, Resume, Pause, Stop, Checkpoint, Capture, Evaluate, LookInto, Duplicate, Export, CopyPath, Pin, EditNotes, Trash, KindCount };

    explicit RunActions(QWidget* owner);

    /// Tells what is selected now.
    void setSelection(const QStringList& selected, const models::RunModel& model);
    QAction* action(Kind kind) const { return m_entries[std::size_t(kind)].action; }
    QList<QAction*> all() const;

Q_SIGNALS:
    /// @param paths the selected runs that it makes sense for
    void requested(bam::views::RunActions::Kind kind, const QStringList& paths);

private:
    using WhyNot = const char* (*)(const runs::RunRecord&);
    struct Entry {
        QAction* action = nullptr;
        QString help;                       ///< tooltip while enabled
        bool single = false;                ///< for one run at a time
        /// Why it makes no sense for this run, not translated yet; null when it does.
        WhyNot whyNot = nullptr;
        QStringList paths;
    };
    void add(Kind kind, const QString& text, const char* icon, const char* name, const QString& help, const QKeySequence& shortcut, bool single,
        WhyNot whyNot);

    QWidget* m_owner;
    std::vector<Entry> m_entries;
};

}  // namespace bam::views
