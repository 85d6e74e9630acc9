// SPDX-License-Identifier: GPL-3.0-or-later
// Where a run is to run: automatic, the CPU, or one of the GPUs, with what each has free. Readings come every second and never move the choice.
#pragma once

#include "widgets/views/setup/setup_types.h"

#include <QComboBox>

namespace bam::views {

class DevicePicker : public QComboBox {
    Q_OBJECT
public:
    explicit DevicePicker(QWidget* parent = nullptr);
    void setDevices(const QVector<DeviceRow>& devices);
    const QVector<DeviceRow>& devices() const { return m_devices; }
    /// What a spec says: "auto", "cpu", "cuda:1". One that is not there is listed as such.
    void setDevice(const QString& device);
    QString device() const { return currentData().toString(); }

Q_SIGNALS:
    /// By a person.
    void deviceChosen(const QString& device);

protected:
    void wheelEvent(QWheelEvent* event) override;

private:
    QString textOf(const DeviceRow& device) const;
    void fill();
    QVector<DeviceRow> m_devices;
    QString m_device = QStringLiteral("auto");
};

}  // namespace bam::views
