// SPDX-License-Identifier: GPL-3.0-or-later
// What the editors of fields have in common, and those that field_editor.cpp takes from elsewhere.
#pragma once

#include "widgets/views/setup/field_editor.h"
#include "widgets/views/setup/field_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QWheelEvent>

namespace bam::views {

FieldEditor* makeNumberEditor(const spec::FieldEntry& entry, QWidget* parent);
/// Whole numbers separated by commas.
FieldEditor* makeNumbersEditor(const spec::FieldEntry& entry, QWidget* parent);

/// A combo box that lets the wheel scroll the form unless it has the focus, and does not insist on the width of its longest item.
class CalmCombo : public QComboBox {
public:
    explicit CalmCombo(QWidget* parent)
        : QComboBox(parent)
    {
        setFocusPolicy(Qt::StrongFocus);
        setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        setMinimumContentsLength(8);
    }
    void wheelEvent(QWheelEvent* event) override
    {
        if (hasFocus())
            QComboBox::wheelEvent(event);
        else
            event->ignore();
    }
};

inline QHBoxLayout* rowIn(QWidget* widget)
{
    auto* layout = new QHBoxLayout(widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    return layout;
}

inline void name(QWidget* control, const spec::FieldEntry& entry)
{
    control->setObjectName(QString::fromStdString(entry.path));
    control->setAccessibleName(fieldTitle(entry));
    control->setAccessibleDescription(fieldHelp(entry));
}

inline QLabel* unitLabel(const spec::FieldEntry& entry, QWidget* parent)
{
    auto* label = new QLabel(fieldUnit(entry), parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

}  // namespace bam::views
