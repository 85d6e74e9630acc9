// SPDX-License-Identifier: GPL-3.0-or-later
// Asks at which step a training is to pause. Opened by a click only.
#pragma once

#include "widgets/models/job_row.h"

#include <QDialog>

class QLabel;
class QSpinBox;

namespace bam::views {

class PauseDialog : public QDialog {
    Q_OBJECT
public:
    explicit PauseDialog(const models::JobRow& job, QWidget* parent = nullptr);
    /// The training goes on while the dialog is open: shows where it is now, and offers no step that is behind it.
    void setProgress(const models::JobRow& job);
    /// Steps done when the training pauses.
    qint64 step() const;

private:
    QSpinBox* m_step;
    QLabel* m_now;
};

}  // namespace bam::views
