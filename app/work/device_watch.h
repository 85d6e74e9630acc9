// SPDX-License-Identifier: GPL-3.0-or-later
// Devices and their free memory, read every few seconds on a thread of its own: the CPU always, GPUs through NVML where the driver has it.
// Invariant: a driver that hangs delays the next reading and nothing else.
#pragma once

#include "widgets/views/setup/setup_types.h"

#include <QObject>
#include <QVector>

#include <memory>

namespace bam::work {

class DeviceWatch : public QObject {
    Q_OBJECT
public:
    /// @param library of NVML; empty: the system's libnvidia-ml.so.1
    explicit DeviceWatch(QObject* parent = nullptr, int intervalMs = 2000, const QString& library = {});
    ~DeviceWatch() override;
    /// The last reading; the CPU alone before the first.
    const QVector<views::DeviceRow>& devices() const { return m_devices; }

Q_SIGNALS:
    /// When something changed that people would see.
    void devicesChanged(const QVector<bam::views::DeviceRow>& devices);

private:
    class Reader;
    void take(const QVector<views::DeviceRow>& devices);
    QVector<views::DeviceRow> m_devices;
    std::unique_ptr<Reader> m_reader;
};

}  // namespace bam::work
