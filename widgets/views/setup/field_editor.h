// SPDX-License-Identifier: GPL-3.0-or-later
// Editors for the fields of a spec, one per kind of field. An editor shows part of a RunSpec and says what people change in it; it never changes a spec.
// Invariant: a text that means no value is reported with textRejected() and leaves the spec's value standing.
#pragma once

#include "core/spec/spec_values.h"

#include <QVector>
#include <QWidget>

#include <utility>

namespace bam::views {

/// New values by path.
using FieldChanges = QVector<std::pair<std::string, spec::FieldValue>>;

class FieldEditor : public QWidget {
    Q_OBJECT
public:
    explicit FieldEditor(QWidget* parent = nullptr) : QWidget(parent) {}
    /// Shows the spec's value; a value that is already shown is not touched, whatever its spelling.
    virtual void showSpec(const spec::RunSpec& spec) = 0;
    /// What takes the keyboard focus.
    virtual QWidget* focusWidgetOf() = 0;

    /// No width of its own: a form gives it one. What it needs at least is its minimumSizeHint().
    QSize sizeHint() const override { return {0, QWidget::sizeHint().height()}; }

Q_SIGNALS:
    void changed(const bam::views::FieldChanges& changes);
    /// @param expected a sentence for people
    void textRejected(const QString& expected);
};

/// The editor for a field by its kind and choices; its main control is called after the field's path.
FieldEditor* makeFieldEditor(const spec::FieldEntry& entry, QWidget* parent);

/// One control for the three fields of which at most one is given ("exactly", "at least", "at most").
/// @param exact path of the exact one, e.g. "training.tokens_per_step"; the others are beside it under min_ and max_
FieldEditor* makeRuleEditor(const spec::FieldEntry& exact, QWidget* parent);
/// The paths of the exact, the least and the most field; one path for other fields.
std::vector<std::string> rulePaths(const std::string& exact);

}  // namespace bam::views
