// SPDX-License-Identifier: GPL-3.0-or-later
// What a run will cost, live: parameters, memory against what the device has free, operations, tokens, disk, time.
#pragma once

#include "core/spec/spec.h"
#include "widgets/views/setup/setup_types.h"
#include "widgets/views/setup/time_estimate.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace bam::views {

/// A bar of how much of what is free would be used; full and in another colour when it is too much.
class MemoryBar : public QWidget {
    Q_OBJECT
public:
    explicit MemoryBar(QWidget* parent = nullptr);
    /// @param share of the free memory; negative: unknown
    void setShare(double share);
    double share() const { return m_share; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_share = -1;
};

class EstimatePanel : public QWidget {
    Q_OBJECT
public:
    explicit EstimatePanel(QWidget* parent = nullptr);

    /// @param valid false: the spec's problems make its numbers meaningless, and dashes are shown
    void show(const spec::RunSpec& spec, bool valid, const QVector<DeviceRow>& devices, const QVector<MeasuredSpeed>& speeds, double datasetTokens);
    /// All rows, or memory and time alone with a button for the rest.
    void setCompact(bool compact);
    /// As far as is known.
    bool fits() const { return m_bar->share() <= 1; }

Q_SIGNALS:
    /// "Use batch size 16" was clicked.
    void batchSizeWanted(qlonglong size);

private:
    QLabel* addRow(const QString& name, const char* objectName, const QString& toolTip, bool always);
    void showMemory(const spec::RunSpec& spec, const DeviceRow& device, double bytes);
    QString timeTip(const TimeEstimate& time, const DeviceRow& device) const;
    void updateRows();
    QGridLayout* m_grid;
    MemoryBar* m_bar;
    QPushButton* m_fit;
    QToolButton* m_more;
    QLabel *m_memory, *m_time, *m_parameters, *m_steps, *m_tokens, *m_operations, *m_disk;
    QVector<QWidget*> m_details;
    bool m_compact = false;
    qlonglong m_fitting = 0;
};

}  // namespace bam::views
