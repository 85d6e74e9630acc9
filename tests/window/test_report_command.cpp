// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch report` where there is nothing to write.
#include "tests/app/program.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>

using namespace bam;

class ReportCommand : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void formatsInWhichThereIsNothingAreRefused()
    {
        const test::Workplace place;
        QVERIFY(QDir().mkpath(place.path("logs/l6/bam/version_00")));
        place.write("logs/l6/bam/version_00/args.json", "{}");
        const auto report = [&](const QString& formats) { return place.run({"--batch", "report", "logs", "--out", "r", "--formats", formats}); };
        const auto figures = report("pdf,png");
        EXPECT_EXIT(figures, 2);
        EXPECT_TEXT(figures.err, "there is nothing to write in these formats: pdf, png");
        EXPECT_TEXT(figures.err, "--formats html,csv");
        QVERIFY(!QFile::exists(place.path("r")));
        EXPECT_TEXT(report("svg").err, "in this format: svg");
        EXPECT_EXIT(report("html"), 0);
    }
};

BAMSCOPE_TEST(ReportCommand)
#include "test_report_command.moc"
