// SPDX-License-Identifier: GPL-3.0-or-later
// QCustomPlot's header uses Qt's keyword macros, which this project turns off (they collide with Torch): give them to that header alone.
#pragma once

#include <QtGlobal>
#include <QObject>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach Q_FOREACH
#define emit
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach
#undef emit
