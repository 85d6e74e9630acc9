// SPDX-License-Identifier: GPL-3.0-or-later
// Notes on the desktop, for people whose window is covered or on another screen. Where there is no desktop that takes them, nothing happens.
#pragma once

#include <QDBusConnection>
#include <QObject>
#include <QString>

namespace bam::work {

class DesktopNotification : public QObject {
    Q_OBJECT
public:
    enum class Urgency { Low, Normal, Critical };

    explicit DesktopNotification(QObject* parent = nullptr);
    /// Over another connection than the session's.
    explicit DesktopNotification(const QDBusConnection& bus, QObject* parent = nullptr);

    /// Returns at once. A note with the same key replaces the one before.
    void show(const QString& key, const QString& title, const QString& text, Urgency urgency);

Q_SIGNALS:
    /// The desktop took it, or did not (no bus, no such service, refused).
    void shown(const QString& key, bool taken);

private:
    QDBusConnection m_bus;
    QHash<QString, quint32> m_ids;
};

}  // namespace bam::work
