// SPDX-License-Identifier: GPL-3.0-or-later
// A set-up from a text: a command line of ours or of the official code, or the JSON of a spec. What is wrong is told while typing.
#pragma once

#include "core/spec/spec.h"

#include <QDialog>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace bam::views {

class PasteDialog : public QDialog {
    Q_OBJECT
public:
    /// @param base what the text is laid over
    explicit PasteDialog(const spec::RunSpec& base, QWidget* parent = nullptr);
    /// What the text says; meaningful after the dialog was accepted.
    const spec::RunSpec& spec() const { return m_spec; }

private:
    void read();
    spec::RunSpec m_base, m_spec;
    QPlainTextEdit* m_text;
    QLabel* m_note;
    QPushButton* m_use;
};

}  // namespace bam::views
