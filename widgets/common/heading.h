// SPDX-License-Identifier: GPL-3.0-or-later
// The bold line above a part of a view.
#pragma once

#include <QLabel>
#include <QString>

namespace bam::ui {

inline QLabel* heading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    auto font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

}  // namespace bam::ui
