// SPDX-License-Identifier: GPL-3.0-or-later
// One line of the form: title, editor, what is wrong with the value, and whether it differs from where the set-up came from.
#pragma once

#include "widgets/views/setup/field_editor.h"

class QGridLayout;
class QLabel;
class QToolButton;

namespace bam::views {

class FieldRow : public QWidget {
    Q_OBJECT
public:
    FieldRow(const spec::FieldEntry& entry, QWidget* parent = nullptr);

    const spec::FieldEntry& entry() const { return m_entry; }
    /// All fields that the row's editor sets.
    const std::vector<std::string>& paths() const { return m_paths; }
    bool isAdvanced() const { return m_entry.field->advanced; }
    bool matches(const QString& query) const;

    /// A text that means no value stays as it is, so that people can go on typing.
    void showSpec(const spec::RunSpec& spec);
    /// Forgets such a text.
    void forgetRejected();
    /// Marks the row when the spec's value is not the reference's.
    void compare(const spec::RunSpec& spec, const spec::RunSpec& reference, const QString& origin);
    bool isModified() const { return m_modified; }
    /// What is expected of the row's value by the first of these that is about it; empty when none is.
    QString expectedBy(const std::vector<spec::Problem>& problems) const;
    /// @param text what is expected; empty: nothing is wrong
    void setProblem(const QString& text);
    /// The text that the editor cannot read, as a sentence; empty when it can.
    const QString& rejected() const { return m_rejected; }
    bool hasProblem() const { return !m_problemText.isEmpty(); }
    /// Why the field has no effect now; empty: it has.
    void setIdle(const QString& reason);
    void setHelpVisible(bool visible);
    void focusEditor();

Q_SIGNALS:
    void changed(const bam::views::FieldChanges& changes);
    void rejectedChanged();
    void resetRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void showBelow();
    void applyColors();
    void reserve();
    spec::FieldEntry m_entry;
    std::vector<std::string> m_paths;
    QLabel* m_title;
    FieldEditor* m_editor;
    QToolButton* m_reset;
    QLabel* m_below;
    QLabel* m_help;
    QString m_rejected, m_problemText;
    bool m_modified = false;
};

}  // namespace bam::views
