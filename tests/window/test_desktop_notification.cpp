// SPDX-License-Identifier: GPL-3.0-or-later
// Against a notification service of the test's own over a private connection, so that no desktop is needed.
#include "app/work/desktop_notification.h"
#include "tests/support/test_main.h"

#include <QDBusConnection>
#include <QDBusServer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QVariantMap>

using namespace bam;
using work::DesktopNotification;

class FakeDesktop : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    QStringList titles, texts;
    QList<uint> replaced;
    QList<int> urgencies;

public Q_SLOTS:
    uint Notify(const QString&, uint replaces, const QString&, const QString& title, const QString& text, const QStringList&, const QVariantMap& hints, int)
    {
        titles << title;
        texts << text;
        replaced << replaces;
        urgencies << hints.value("urgency").toInt();
        return 40 + uint(titles.size());
    }
};

class DesktopNotificationTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aNoteReachesTheDesktopAndANewerOneReplacesIt()
    {
        QTemporaryDir folder;
        FakeDesktop desktop;
        QDBusServer server("unix:path=" + folder.filePath("bus"));
        server.setAnonymousAuthenticationAllowed(true);
        QVERIFY(server.isConnected());
        QList<QDBusConnection> peers;
        connect(&server, &QDBusServer::newConnection, this, [&](QDBusConnection peer) {
            peers << peer;
            peer.registerObject("/org/freedesktop/Notifications", &desktop, QDBusConnection::ExportAllSlots);
        });
        {
            const auto bus = QDBusConnection::connectToPeer(server.address(), "fake desktop");
            QTRY_VERIFY(!peers.isEmpty() && bus.isConnected());
            DesktopNotification notification(bus);
            QSignalSpy shown(&notification, &DesktopNotification::shown);
            notification.show("job 1", "A training failed", "loss < 0 & nan", DesktopNotification::Urgency::Critical);
            QTRY_COMPARE(shown.size(), 1);
            QCOMPARE(shown[0][1].toBool(), true);
            notification.show("job 1", "A training is finished", {}, DesktopNotification::Urgency::Normal);
            QTRY_COMPARE(shown.size(), 2);
        }
        QCOMPARE(desktop.titles, (QStringList{"A training failed", "A training is finished"}));
        QCOMPARE(desktop.texts.first(), QString("loss &lt; 0 &amp; nan"));
        QCOMPARE(desktop.replaced, (QList<uint>{0, 41}));
        QCOMPARE(desktop.urgencies, (QList<int>{2, 1}));
        QDBusConnection::disconnectFromPeer("fake desktop");
    }

    void withoutADesktopNothingHappens()
    {
        DesktopNotification notification(QDBusConnection("a connection that was never made"));
        QSignalSpy shown(&notification, &DesktopNotification::shown);
        notification.show("job 1", "A training failed", "cause", DesktopNotification::Urgency::Critical);
        QCOMPARE(shown.size(), 1);
        QCOMPARE(shown[0][1].toBool(), false);
    }
};

BAMSCOPE_TEST(DesktopNotificationTest)
#include "test_desktop_notification.moc"
