// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/device_picker.h"

#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/views/setup/field_text.h"
#include "widgets/views/setup/time_estimate.h"

#include <QWheelEvent>

namespace bam::views {

DevicePicker::DevicePicker(QWidget* parent)
    : QComboBox(parent)
    , m_devices{DeviceRow()}
{
    setObjectName(QStringLiteral("device"));
    setAccessibleName(tr("Device"));
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(14);
    connect(this, &QComboBox::activated, this, [this] {
        m_device = device();
        Q_EMIT deviceChosen(m_device);
    });
    fill();
}

void DevicePicker::setDevices(const QVector<DeviceRow>& devices)
{
    m_devices = devices.isEmpty() ? QVector<DeviceRow>{DeviceRow()} : devices;
    fill();
}

void DevicePicker::setDevice(const QString& device)
{
    if (m_device == device)
        return;
    m_device = device;
    fill();
}

QString DevicePicker::textOf(const DeviceRow& device) const
{
    const auto free = ui::bytes(device.freeBytes);
    if (device.id == QLatin1String("cpu")) {
        if (device.freeBytes <= 0)
            return tr("CPU");
        return device.cores > 0 ? tr("CPU, %n cores, %1 free", nullptr, device.cores).arg(free) : tr("CPU, %1 free").arg(free);
    }
    if (device.busy)
        return tr("%1: %2, %3 free, busy").arg(device.id, device.name, free);
    return tr("%1: %2, %3 free").arg(device.id, device.name, free);
}

/// Changes texts in place where the list is the same, so that an open list stays open.
void DevicePicker::fill()
{
    QVector<std::pair<QString, QString>> wanted;
    const auto automatic = effectiveDevice("auto", m_devices);
    wanted.append({QStringLiteral("auto"), tr("Automatic: %1").arg(textOf(automatic))});
    for (const auto& device : m_devices)
        wanted.append({device.id, textOf(device)});
    const bool known = std::any_of(wanted.begin(), wanted.end(), [this](const auto& item) { return item.first == m_device; });
    if (!known)
        wanted.append({m_device, m_device == QLatin1String("cuda") ? tr("cuda: the first GPU") : tr("%1: not here").arg(m_device)});
    for (int n = 0; n < wanted.size(); ++n) {
        if (n >= count())
            addItem(wanted[n].second, wanted[n].first);
        if (itemText(n) != wanted[n].second)
            setItemText(n, wanted[n].second);
        if (itemData(n).toString() != wanted[n].first)
            setItemData(n, wanted[n].first);
    }
    while (count() > wanted.size())
        removeItem(count() - 1);
    if (const int index = findData(m_device); index != currentIndex())
        setCurrentIndex(index);
    const auto& cpu = m_devices.first();
    auto tip = tr("Where the run trains. Automatic takes the first GPU, else the CPU; queued runs wait for their device.");
    if (!cpu.note.isEmpty())
        tip += QLatin1Char('\n') + ui::coreText(cpu.note.toStdString());
    setToolTip(tip);
}

void DevicePicker::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

}  // namespace bam::views
