// SPDX-License-Identifier: GPL-3.0-or-later
// A set-up as a command line, a torchrun line or an sbatch script: copied as soon as it is shown, and again whenever asked for.
#pragma once

#include "core/spec/spec.h"

#include <QDialog>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPlainTextEdit;
class QSpinBox;

namespace bam::views {

class LaunchDialog : public QDialog {
    Q_OBJECT
public:
    enum class Kind { Batch, Torchrun, Sbatch };
    /// Where the command is to run.
    struct Place {
        QString program = QStringLiteral("bamscope");   ///< as a shell finds it
        bool gpu = true;                                ///< whether a batch system is asked for GPUs
    };
    LaunchDialog(const spec::RunSpec& spec, Kind kind, const Place& place, QWidget* parent = nullptr);
    QString text() const;

private:
    void update();
    void copy();
    spec::RunSpec m_spec;
    Place m_place;
    QComboBox* m_kind;
    QSpinBox* m_processes;
    QSpinBox* m_cpus;
    QDoubleSpinBox* m_hours;
    QPlainTextEdit* m_text;
    QLabel* m_note;
};

}  // namespace bam::views
