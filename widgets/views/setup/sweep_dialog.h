// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs from one set-up: encodings, sizes, seeds and the values of one more field; a table of what would run with time and memory of each.
#pragma once

#include "core/spec/sweep.h"
#include "widgets/views/setup/setup_types.h"

#include <QDialog>
#include <QVector>

class QComboBox;
class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace bam::views {

class SweepDialog : public QDialog {
    Q_OBJECT
public:
    SweepDialog(const spec::RunSpec& base, const QVector<DeviceRow>& devices, const QVector<MeasuredSpeed>& speeds, double datasetTokens, QWidget* parent = nullptr);
    /// What the axes make, in the order in which it would be queued.
    QVector<spec::RunSpec> runs() const;

private:
    QWidget* encodingBox();
    QWidget* sizeBox();
    QWidget* valueBox();
    void update();
    void fill(const DeviceRow& device, int wrong);
    spec::RunSpec m_base;
    QVector<DeviceRow> m_devices;
    QVector<MeasuredSpeed> m_speeds;
    double m_datasetTokens;
    std::vector<spec::RunSpec> m_runs;
    QVector<QCheckBox*> m_encodings, m_sizes;
    QLineEdit* m_seeds;
    QComboBox* m_field;
    QLineEdit* m_values;
    QTableWidget* m_table;
    QLabel* m_note;
    QPushButton* m_queue;
};

}  // namespace bam::views
