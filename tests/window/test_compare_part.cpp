// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/compare_part.h"
#include "tests/support/test_main.h"
#include "tests/window/fake_lens.h"
#include "tests/window/run_folders.h"
#include "widgets/common/banner.h"
#include "widgets/models/run_model.h"
#include "widgets/views/compare/compare_view.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>

using namespace bam;

namespace {

/// results.json as evaluation writes it: all or half of twenty prompts of 512 tokens found.
QByteArray results(int found)
{
    const auto outcomes = QByteArray(found, '1') + QByteArray(20 - found, '0');
    const auto accuracy = QByteArray::number(found / 20.0);
    return "{\"passkey\": {\"('equidistant', 20, 5, 0)\": {\"seq_lens\": [498], \"accs\": [" + accuracy + "]}}, \"passkey_details\": {\"('equidistant', 20, 5, 0)\": [{\"length\": 512, "
        "\"prompt_tokens\": 498, \"correct\": " + QByteArray::number(found) + ", \"samples\": 20, \"accuracy\": " + accuracy + ", \"seed\": 0, \"outcomes\": \"" + outcomes + "\", \"tokenizer\": \"ab\"}]}}";
}

struct Compared {
    QTemporaryDir folder;
    models::RunModel model;
    QWidget window;
    views::CompareView view{&window};
    std::shared_ptr<test::FakeLenses> lenses = std::make_shared<test::FakeLenses>();
    window::ComparePart part{view, model, test::fakeOpener(lenses), nullptr};
    QTableView& table = *view.findChild<QTableView*>(QStringLiteral("resultTable"));

    Compared()
    {
        window.resize(1200, 800);
        view.resize(1200, 800);
        window.show();
        part.reader().setInterval(std::chrono::milliseconds(20));
    }
    QString add(const QString& encoding, int version, int found, int seed = 42)
    {
        const auto run = test::makeRun(folder.filePath(QStringLiteral("l6/%1/version_0%2").arg(encoding).arg(version)), "finished", 10, seed);
        auto text = test::runText(seed);
        text.replace("\"position_encoding\": \"bam\"", "\"position_encoding\": \"" + encoding.toUtf8() + "\"");
        test::writeText(run + QStringLiteral("/run.json"), text);
        if (found >= 0)
            test::writeText(run + QStringLiteral("/results.json"), results(found));
        model.set({runs::readRecord(run.toStdString(), folder.path().toStdString(), 0)});
        return run;
    }
    QString cell(int row, int column) const { return table.model()->index(row, column).data().toString(); }
    int columns() const { return table.model()->columnCount(); }
};

}  // namespace

class ComparePartTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void selectedRunsAreReadWhenThePageIsShown()
    {
        Compared compared;
        const QStringList runs{compared.add(QStringLiteral("bam"), 0, 20), compared.add(QStringLiteral("rotary"), 0, 5)};
        compared.part.setRuns(runs);
        QTest::qWait(50);
        QCOMPARE(compared.columns(), 0);        // nobody looks
        compared.part.setShown(true);
        QTRY_COMPARE(compared.columns(), 3);
        QCOMPARE(compared.cell(0, 0), QStringLiteral("512 tokens"));
        QVERIFY(compared.cell(0, 1).startsWith(QStringLiteral("\u2605\u00A01.000")));
        QVERIFY(compared.cell(0, 2).startsWith(QLatin1String("0.250")));
        QCOMPARE(compared.view.figures().front().provenance.runs.front().id, QStringLiteral("l6/bam/version_00"));
        QCOMPARE(compared.view.figures().front().provenance.runs.front().spec.size(), 64);
        compared.part.setRuns({});
        QTRY_COMPARE(compared.columns(), 0);
    }

    void newResultsAppearByThemselves()
    {
        Compared compared;
        const QStringList runs{compared.add(QStringLiteral("bam"), 0, 20), compared.add(QStringLiteral("rotary"), 0, -1)};
        compared.part.setShown(true);
        compared.part.setRuns(runs);
        QTRY_COMPARE(compared.columns(), 3);
        QCOMPARE(compared.cell(0, 2), QStringLiteral("\u2014"));
        test::writeText(runs[1] + QStringLiteral("/results.json"), results(15));
        QTRY_VERIFY(compared.cell(0, 2).contains(QLatin1String("0.750")));
    }

    void aScaledRopeStandsBesideTheOthersInAColumnOfItsOwn()
    {
        Compared compared;
        const QStringList runs{compared.add(QStringLiteral("bam"), 0, 15), compared.add(QStringLiteral("rotary"), 0, 5)};
        auto scaled = results(5);
        scaled.replace("\"passkey_details\": {", "\"passkey_details\": {\"('equidistant', 20, 5, 0, 'yarn', 8)\": [{\"length\": 512, \"prompt_tokens\": 498, \"correct\": 20, \"samples\": 20, "
            "\"accuracy\": 1, \"seed\": 0, \"outcomes\": \"11111111111111111111\", \"tokenizer\": \"ab\", \"rope_scaling\": {\"method\": \"yarn\", \"factor\": 8, \"original_length\": 512}}], ");
        test::writeText(runs[1] + QStringLiteral("/results.json"), scaled);
        compared.part.setShown(true);
        compared.part.setRuns(runs);
        QTRY_COMPARE(compared.columns(), 4);
        QVERIFY(compared.cell(0, 1).contains(QLatin1String("0.750")));
        QVERIFY(compared.cell(0, 2).contains(QLatin1String("0.250")));
        QVERIFY(compared.cell(0, 3).startsWith(QStringLiteral("\u2605\u00A01.000")));
        const auto title = compared.table.model()->headerData(3, Qt::Horizontal).toString();
        QVERIFY2(title.contains(QStringLiteral(", yarn × 8")), qPrintable(title));
        const auto figure = compared.view.figures().front();
        QCOMPARE(figure.panels.at(0).series.size(), std::size_t(3));
        const auto &trained = figure.panels.at(0).series[1].style, &stretched = figure.panels.at(0).series[2].style;
        QVERIFY(trained.color == stretched.color && trained.shade != stretched.shade);
    }

    void seedsOfAnEncodingBecomeOneColumn()
    {
        Compared compared;
        const QStringList runs{compared.add(QStringLiteral("bam"), 0, 20, 1), compared.add(QStringLiteral("bam"), 1, 10, 2), compared.add(QStringLiteral("rotary"), 0, 4, 1)};
        compared.part.setShown(true);
        compared.part.setRuns(runs);
        QTRY_COMPARE(compared.columns(), 4);
        auto* grouping = compared.view.findChild<QComboBox*>(QStringLiteral("compareGrouping"));
        grouping->setFocus();
        QTest::keyClick(grouping, Qt::Key_Down);
        QTRY_COMPARE(compared.columns(), 3);
        QVERIFY(compared.cell(0, 1).contains(QLatin1String("0.750")));
        QVERIFY(compared.cell(0, 1).contains(QStringLiteral("0.500\u20131.000")));
    }

    void brokenResultsAreToldAndTheOthersShown()
    {
        Compared compared;
        const QStringList runs{compared.add(QStringLiteral("bam"), 0, 20), compared.add(QStringLiteral("rotary"), 0, -1), compared.add(QStringLiteral("alibi"), 0, -1)};
        test::writeText(runs[1] + QStringLiteral("/results.json"), "");
        test::writeText(runs[2] + QStringLiteral("/results.json"), QByteArray(100000, '['));
        compared.part.setShown(true);
        compared.part.setRuns(runs);
        QTRY_COMPARE(compared.columns(), 4);
        QVERIFY(compared.cell(0, 1).contains(QLatin1String("1.000")));
        QCOMPARE(compared.view.findChild<ui::BannerArea*>()->count(), 1);
    }

    void moreRunsThanAnybodyReadsAreCutAndSaidSo()
    {
        Compared compared;
        QStringList runs;
        for (int n = 0; n < window::ComparePart::kMostRuns + 3; ++n) {
            const auto run = test::makeRun(compared.folder.filePath(QStringLiteral("l6/bam/version_%1").arg(n, 2, 10, QLatin1Char('0'))), "finished", 2, n);
            compared.model.set({runs::readRecord(run.toStdString(), compared.folder.path().toStdString(), 0)});
            runs.append(run);
        }
        compared.part.setShown(true);
        compared.part.setRuns(runs);
        QTRY_COMPARE(compared.columns(), window::ComparePart::kMostRuns + 1);
        QCOMPARE(compared.view.findChild<ui::BannerArea*>()->count(), 1);
    }

    void attentionOfTheRunsComesOneAfterTheOtherAndStops()
    {
        Compared compared;
        const QStringList runs{compared.add(QStringLiteral("bam"), 0, 20), compared.add(QStringLiteral("rotary"), 0, 5), compared.add(QStringLiteral("vocabulary"), 0, 5)};
        compared.part.setShown(true);
        compared.part.setRuns(runs);
        QTRY_COMPARE(compared.columns(), 4);
        auto* tabs = compared.view.findChild<QTabWidget*>(QStringLiteral("compareTabs"));
        QVERIFY(tabs->isTabVisible(2));
        QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, Qt::NoModifier, tabs->tabBar()->tabRect(2).center());
        auto* go = compared.view.findChild<QPushButton*>(QStringLiteral("attentionGo"));
        auto* state = compared.view.findChild<QLabel*>(QStringLiteral("attentionState"));
        compared.lenses->hold = true;
        QTest::mouseClick(go, Qt::LeftButton);
        QTRY_VERIFY(state->text().contains(QLatin1String("50")));      // half of the first run
        QVERIFY(state->text().contains(QLatin1String("2 run(s) waiting")));
        QTest::mouseClick(go, Qt::LeftButton);
        QTRY_COMPARE(compared.lenses->holding.load(), 0);
        QTRY_VERIFY(!state->isVisible());
        compared.lenses->hold = false;
        QTest::mouseClick(go, Qt::LeftButton);
        QTRY_VERIFY(state->text().contains(QLatin1String("the tokenizer has 300 pieces")));
        QTRY_VERIFY(compared.view.findChild<QWidget*>(QStringLiteral("attentionPlot"))->isVisible());
        QTRY_COMPARE(compared.view.figures().back().panels.size(), std::size_t(2));
        QCOMPARE(compared.view.figures().back().kind, QStringLiteral("attention_side_by_side"));
    }

    void theShownTableIsWrittenOrSaysWhyNot()
    {
        Compared compared;
        const QStringList runs{compared.add(QStringLiteral("bam"), 0, 20), compared.add(QStringLiteral("rotary"), 0, 5)};
        compared.part.setShown(true);
        compared.part.setRuns(runs);
        QTRY_COMPARE(compared.columns(), 3);
        QStringList told;
        connect(&compared.part, &window::ComparePart::message, this, [&](const ui::Message& message) { told.append(message.text); });
        const auto file = compared.folder.filePath(QStringLiteral("table.md"));
        compared.part.writeTable(file);
        QVERIFY(told.isEmpty());        // it comes by the event loop
        QTRY_COMPARE(told.size(), 1);
        QVERIFY(told.front().contains(QLatin1String("was written to")));
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY(written.readAll().contains("| 512 tokens"));
        compared.part.writeTable(compared.folder.filePath(QStringLiteral("nowhere/table.tex")));
        QTRY_COMPARE(told.size(), 2);
        QVERIFY2(told.back().contains(QLatin1String("nowhere")), qPrintable(told.back()));
    }

    void runsThatVanishWhileTheyAreReadDoNoHarm()
    {
        Compared compared;
        const QStringList runs{compared.add(QStringLiteral("bam"), 0, 20), compared.add(QStringLiteral("rotary"), 0, 5)};
        compared.part.setShown(true);
        compared.part.setRuns(runs);
        QTRY_COMPARE(compared.columns(), 3);
        QVERIFY(QDir(runs[1]).removeRecursively());
        QTRY_COMPARE(compared.cell(0, 2), QStringLiteral("\u2014"));
        QVERIFY(compared.cell(0, 1).contains(QLatin1String("1.000")));
    }
};

BAMSCOPE_TEST(ComparePartTest)
#include "test_compare_part.moc"
