// SPDX-License-Identifier: GPL-3.0-or-later
// The few choices that are not part of a run.
#pragma once

#include "app/window/settings.h"

#include <QDialog>

namespace bam::window {

class PreferencesDialog : public QDialog {
    Q_OBJECT
public:
    PreferencesDialog(Settings& settings, QWidget* parent);
Q_SIGNALS:
    void themeChanged(bam::window::Theme theme);
    void cpuJobsChanged(int count);
    void notificationsChanged(bool on);
    void layoutForgotten();
};

}  // namespace bam::window
