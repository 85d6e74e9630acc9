// SPDX-License-Identifier: GPL-3.0-or-later
// Tags and note of one or several runs. Invariant: what is left as it was stays as it is in every run, also where the runs differ.
#pragma once

#include "core/runs/run_notes.h"

#include <QDialog>
#include <QStringList>
#include <QVector>

class QLineEdit;
class QPlainTextEdit;

namespace bam::views {

class NotesDialog : public QDialog {
    Q_OBJECT
public:
    /// @param notes of each run, at least one @param knownTags for completion
    NotesDialog(const QString& title, const QVector<runs::RunNotes>& notes, const QStringList& knownTags, QWidget* parent = nullptr);
    /// The same runs' notes after the edit.
    QVector<runs::RunNotes> result() const;

private:
    QVector<runs::RunNotes> m_before;
    std::vector<std::string> m_commonTags;
    bool m_sameNote = true;
    QLineEdit* m_tags;
    QPlainTextEdit* m_note;
};

}  // namespace bam::views
