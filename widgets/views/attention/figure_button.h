// SPDX-License-Identifier: GPL-3.0-or-later
// The small button beside a view that saves it as a figure.
#pragma once

#include "widgets/common/icons.h"

#include <QToolButton>

namespace bam::views {

inline QToolButton* figureButton(QWidget* parent, const char* name, const QString& tip)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(QLatin1String(name));
    button->setIcon(ui::icon(QStringLiteral("image")));
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    return button;
}

}  // namespace bam::views
