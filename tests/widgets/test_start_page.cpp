// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/views/start/start_page.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

namespace bam::views {

class StartPageTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyOfferAsksForItsWork()
    {
        StartPage page;
        page.resize(900, 700);
        page.show();
        const std::vector<std::pair<QString, const char*>> offers{{QStringLiteral("startExample"), SIGNAL(exampleRequested())}, {QStringLiteral("startOpen"), SIGNAL(openFolderRequested())},
            {QStringLiteral("startBuild"), SIGNAL(buildDatasetRequested())}, {QStringLiteral("startSetup"), SIGNAL(newRunRequested())}, {QStringLiteral("startExplore"), SIGNAL(explorePriorsRequested())}};
        for (const auto& [name, signal] : offers) {
            QSignalSpy spy(&page, signal);
            QTest::mouseClick(page.findChild<QPushButton*>(name), Qt::LeftButton);
            QCOMPARE(spy.count(), 1);
        }
    }

    void foldersOpenedBeforeAreLinks()
    {
        StartPage page;
        page.show();
        auto* label = page.findChild<QLabel*>(QStringLiteral("startRecent"));
        QVERIFY(label->isHidden());
        page.setRecentFolders({QStringLiteral("/a & b/logs")});
        QVERIFY(!label->isHidden());
        QSignalSpy spy(&page, &StartPage::recentFolderRequested);
        Q_EMIT label->linkActivated(QStringLiteral("/a & b/logs"));
        QCOMPARE(spy.constFirst().constFirst().toString(), QStringLiteral("/a & b/logs"));
    }
};

BAMSCOPE_TEST(StartPageTest)

}  // namespace bam::views

#include "test_start_page.moc"
