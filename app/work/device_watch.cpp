// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/device_watch.h"

#include "core/device/device.h"
#include "core/device/nvml.h"

#include <QThread>
#include <QTimer>

#include <cmath>
#include <cstdlib>

namespace bam::work {
namespace {

constexpr int kBusyPercent = 20;

/// Steps of free memory that people care about; smaller changes are not reported.
double rounded(double bytes)
{
    constexpr double kStep = 64.0 * 1024 * 1024;
    return std::floor(bytes / kStep) * kStep;
}

views::DeviceRow cpuRow()
{
    static const int cores = device::physicalCores();
    static const auto name = QString::fromStdString(device::processorName());
    const auto memory = device::hostMemory();
    views::DeviceRow row;
    row.name = name;
    row.cores = cores;
    row.totalBytes = double(memory.totalBytes);
    row.freeBytes = rounded(double(memory.freeBytes));
    return row;
}

views::DeviceRow gpuRow(const device::GpuState& gpu)
{
    views::DeviceRow row;
    row.id = QStringLiteral("cuda:%1").arg(gpu.index);
    row.name = QString::fromStdString(gpu.name);
    row.totalBytes = double(gpu.totalBytes);
    row.freeBytes = rounded(double(gpu.freeBytes));
    row.utilisation = gpu.utilisation;
    row.busy = gpu.processes > 0 || gpu.utilisation >= kBusyPercent;
    return row;
}

}  // namespace

/// Lives on the thread; everything that may wait for a driver happens there.
class DeviceWatch::Reader {
public:
    Reader(DeviceWatch* owner, int intervalMs, QString library)
        : m_owner(owner)
        , m_library(std::move(library))
    {
        m_timer.setInterval(intervalMs);
        m_timer.moveToThread(&m_thread);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { read(); });
        QObject::connect(&m_thread, &QThread::started, &m_timer, [this] {
            m_timer.start();
            read();
        });
        QObject::connect(&m_thread, &QThread::finished, &m_timer, [this] {
            m_timer.stop();
            m_nvml.reset();
        }, Qt::DirectConnection);
        m_thread.setObjectName(QStringLiteral("devices"));
        m_thread.start(QThread::LowPriority);
    }

    ~Reader()
    {
        m_thread.quit();
        m_thread.wait();
    }

private:
    void read()
    {
        if (!m_nvml)
            m_nvml = std::make_unique<device::Nvml>(m_library.isEmpty() ? std::string("libnvidia-ml.so.1") : m_library.toStdString());
        QVector<views::DeviceRow> rows{cpuRow()};
        for (const auto& gpu : device::visibleGpus(m_nvml->read(), std::getenv("CUDA_VISIBLE_DEVICES")))
            rows.append(gpuRow(gpu));
        if (rows.size() == 1)
            rows.first().note = m_nvml->available() ? DeviceWatch::tr("No GPU is visible to this program.") : QString::fromStdString(m_nvml->cause());
        QMetaObject::invokeMethod(m_owner, [owner = m_owner, rows] { owner->take(rows); }, Qt::QueuedConnection);
    }

    DeviceWatch* m_owner;
    QString m_library;
    QThread m_thread;
    QTimer m_timer;
    std::unique_ptr<device::Nvml> m_nvml;
};

DeviceWatch::DeviceWatch(QObject* parent, int intervalMs, const QString& library)
    : QObject(parent)
    , m_devices{cpuRow()}
    , m_reader(std::make_unique<Reader>(this, intervalMs, library))
{
}

DeviceWatch::~DeviceWatch() = default;

void DeviceWatch::take(const QVector<views::DeviceRow>& devices)
{
    if (devices == m_devices)
        return;
    m_devices = devices;
    Q_EMIT devicesChanged(m_devices);
}

}  // namespace bam::work
