// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/described.h"

#include "widgets/common/icons.h"

#include <QAction>
#include <QWidget>

#include <utility>

namespace bam::ui {

QString withTip(QWidget* widget, const QString& name, const QString& tip)
{
    widget->setAccessibleName(name);
    widget->setToolTip(tip);
    return name;
}

QAction* makeAction(QObject* parent, const char* name, const QString& icon, const QString& text, const QString& tip, std::function<void()> run)
{
    auto* action = new QAction(ui::icon(icon), text, parent);
    action->setObjectName(QLatin1String(name));
    action->setToolTip(tip);
    action->setStatusTip(tip);
    QObject::connect(action, &QAction::triggered, parent, std::move(run));
    return action;
}

}  // namespace bam::ui
