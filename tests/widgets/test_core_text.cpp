// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/common/core_text.h"

using namespace bam;

class CoreTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void progressTellsWhatIsKnownAndNoMore()
    {
        Progress progress;
        progress.task = "capturing attention";
        QCOMPARE(ui::progressText(progress), QStringLiteral("capturing attention"));
        QCOMPARE(ui::progressFraction(progress), -1.0);
        progress.total = 4;
        QCOMPARE(ui::progressText(progress), QStringLiteral("capturing attention"));
        QCOMPARE(ui::progressFraction(progress), 0.0);
        progress.done = 1;
        progress.seconds = 0.2;
        QCOMPARE(ui::progressText(progress), QStringLiteral("capturing attention, 25 %"));
        progress.seconds = 2;
        QCOMPARE(ui::progressText(progress), QStringLiteral("capturing attention, 25 %, 6.0 s to go"));
        progress.done = 5;      // more than was thought
        QCOMPARE(ui::progressText(progress), QStringLiteral("capturing attention, 100 %, 0.0 s to go"));
    }
};

BAMSCOPE_TEST(CoreTextTest)

#include "test_core_text.moc"
