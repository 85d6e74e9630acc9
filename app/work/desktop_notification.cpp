// SPDX-License-Identifier: GPL-3.0-or-later
// The interface is the freedesktop.org Desktop Notifications Specification 1.2.
#include "app/work/desktop_notification.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

namespace bam::work {
namespace {

const QString kService = QStringLiteral("org.freedesktop.Notifications");
const QString kPath = QStringLiteral("/org/freedesktop/Notifications");

}  // namespace

DesktopNotification::DesktopNotification(QObject* parent) : DesktopNotification(QDBusConnection::sessionBus(), parent) {}
DesktopNotification::DesktopNotification(const QDBusConnection& bus, QObject* parent) : QObject(parent), m_bus(bus) {}

void DesktopNotification::show(const QString& key, const QString& title, const QString& text, Urgency urgency)
{
    if (!m_bus.isConnected()) {
        Q_EMIT shown(key, false);
        return;
    }
    auto call = QDBusMessage::createMethodCall(kService, kPath, kService, QStringLiteral("Notify"));
    const QVariantMap hints{{QStringLiteral("urgency"), QVariant::fromValue(uchar(urgency))}, {QStringLiteral("desktop-entry"), QStringLiteral("bamscope")}};
    // Servers may read the text as markup.
    call << QStringLiteral("Bamscope") << m_ids.value(key, 0U) << QStringLiteral("bamscope") << title << text.toHtmlEscaped() << QStringList() << hints << -1;
    auto* watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, key, watcher] {
        const QDBusPendingReply<quint32> reply = *watcher;
        watcher->deleteLater();
        if (!reply.isError())
            m_ids.insert(key, reply.value());
        Q_EMIT shown(key, !reply.isError());
    });
}

}  // namespace bam::work
