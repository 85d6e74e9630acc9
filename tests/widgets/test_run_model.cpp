// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/run_records.h"
#include "widgets/common/icons.h"
#include "widgets/models/run_filter.h"
#include "widgets/models/run_model.h"
#include "widgets/plots/shades.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSet>
#include <QSignalSpy>
#include <QSortFilterProxyModel>

using namespace bam;
using namespace bam::models;
using namespace bam::test;
using runs::RunState;

namespace {

QStringList titles(const QAbstractItemModel& model, const QModelIndex& parent = {})
{
    QStringList found;
    for (int row = 0; row < model.rowCount(parent); ++row)
        found.append(model.index(row, 0, parent).data().toString());
    return found;
}

}  // namespace

class RunModelTest : public Suite {
    Q_OBJECT
private Q_SLOTS:
    void aRunShowsWhatIsKnownOfIt()
    {
        RunModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto run = makeRecord("l12", "bam_ssmax", 3, RunState::Running, 250);
        run.secondsLeft = 150;
        run.notes.tags = {"paper", "long run"};
        model.set({run});
        const auto shown = [&](int column) { return model.index(0, column).data().toString(); };
        QCOMPARE(shown(RunModel::Run), QStringLiteral("l12 BAM + SSMax 03"));
        QCOMPARE(shown(RunModel::State), QStringLiteral("Running"));
        QCOMPARE(shown(RunModel::Progress), QStringLiteral("250 / 1,000"));
        QCOMPARE(shown(RunModel::TrainLoss), QStringLiteral("2.3000"));
        QCOMPARE(shown(RunModel::Eta), QStringLiteral("2 min 30 s"));
        QCOMPARE(shown(RunModel::Tags), QStringLiteral("paper, long run"));
        QCOMPARE(model.index(0, 0).data(RunModel::ProgressRole).toDouble(), 0.25);
        QVERIFY(model.style(pathOf(run)).dashed);
        QVERIFY(!model.indexOf(QStringLiteral("/nowhere")).isValid());
    }

    void aRunWhoseDataEndedDoesNotLookFinished()
    {
        RunModel model;
        auto run = makeRecord("l6", "bam", 0, RunState::Finished, 13);
        run.totalSteps = 3000;
        run.dataSteps = 13;
        model.set({run});
        QCOMPARE(model.index(0, RunModel::State).data().toString(), QStringLiteral("Data ended"));
        QCOMPARE(model.index(0, RunModel::Progress).data().toString(), QStringLiteral("13 / 3,000"));
        QVERIFY(model.index(0, RunModel::State).data(Qt::ToolTipRole).toString().contains(QStringLiteral("enough for 13 of the 3,000 steps")));
        QCOMPARE(ui::icon(QStringLiteral("warning")).pixmap(16).toImage(), model.index(0, RunModel::State).data(Qt::DecorationRole).value<QIcon>().pixmap(16).toImage());
    }

    void onlyWhatChangedIsAnnounced()
    {
        RunModel model;
        auto records = manyRecords(100);
        model.set(records);
        QSignalSpy changed(&model, &RunModel::dataChanged), inserted(&model, &RunModel::rowsInserted), reset(&model, &RunModel::modelReset);
        model.set(records);
        QCOMPARE(changed.size(), 0);
        records[40].step = 77;
        records[41].step = 78;
        model.set(records);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed.first().at(0).toModelIndex().row(), 40);
        QCOMPARE(changed.first().at(1).toModelIndex().row(), 41);
        model.remove({pathOf(records[3]), pathOf(records[4]), QStringLiteral("/nowhere")});
        QCOMPARE(model.runCount(), 98);
        QCOMPARE(model.indexOf(pathOf(records[5])).row(), 3);
        QCOMPARE(inserted.size() + reset.size(), 0);
    }

    void titlesHoldTheSeedAndChangeOnlyWhereAnotherRunHasTheSame()
    {
        RunModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto in = [](const std::string& root, int version, int seed) {
            auto run = makeRecord("l6", "bam", version);
            run.root = root;
            run.path = run.root / "l6/bam" / run.path.filename();
            run.seed = seed;
            return run;
        };
        auto a = in("/srv/me/first/runs", 0, 1), b = in("/srv/me/second/runs", 0, 2), c = in("/srv/me/third/runs", 0, -1);
        const auto other = in("/srv/me/first/runs", 1, 1);
        model.set({a, other});
        QCOMPARE(titles(model), (QStringList{QStringLiteral("l6 BAM 00 · seed 1"), QStringLiteral("l6 BAM 01 · seed 1")}));
        QSignalSpy changed(&model, &RunModel::dataChanged);
        model.set({b, c});
        QCOMPARE(titles(model), (QStringList{QStringLiteral("l6 BAM 00 · seed 1"), QStringLiteral("l6 BAM 01 · seed 1"), QStringLiteral("l6 BAM 00 · seed 2"), QStringLiteral("l6 BAM 00")}));
        QCOMPARE(changed.size(), 0);
        b.seed = 1;
        model.set({b});
        QCOMPARE(model.title(pathOf(a)), QStringLiteral("l6 BAM 00 · seed 1 · first"));
        QCOMPARE(model.title(pathOf(b)), QStringLiteral("l6 BAM 00 · seed 1 · second"));
        changed.clear();
        model.remove({pathOf(b), pathOf(c)});
        QCOMPARE(titles(model), (QStringList{QStringLiteral("l6 BAM 00 · seed 1"), QStringLiteral("l6 BAM 01 · seed 1")}));
        QCOMPARE(changed.size(), 1);
        a.step = 12;
        changed.clear();
        model.set({a});
        QCOMPARE(changed.size(), 1);
        QCOMPARE(model.title(QStringLiteral("/nowhere")), QStringLiteral("/nowhere"));
    }

    void aGroupSaysHowManyOfItsRunsAreShown()
    {
        RunModel model;
        auto a = makeRecord("l6", "bam", 0), b = makeRecord("l6", "bam", 1);
        a.loss = 2, b.loss = 3;
        model.set({a, b, makeRecord("l6", "rotary", 0)});
        model.setGrouping(Grouping::Encoding);
        RunFilter filter(&model);
        QCOMPARE(titles(filter), (QStringList{"BAM (2)", "RoPE (1)"}));
        QVERIFY(filter.setQuery(QStringLiteral("encoding:bam loss<2.5")).isEmpty());
        QCOMPARE(titles(filter), QStringList{"BAM (1 of 2)"});
        QVERIFY(filter.setQuery({}).isEmpty());
        QCOMPARE(titles(filter), (QStringList{"BAM (2)", "RoPE (1)"}));
    }

    void aTitleWithoutRoomKeepsWhatTellsRunsApart()
    {
        const QFontMetrics metrics{QFont()};
        const auto title = QStringLiteral("custom BAM + SSMax 00 · seed 17 · a folder of runs");
        const auto cut = [&](const QString& room) {
            const int width = metrics.horizontalAdvance(room);
            const auto text = models::elidedTitle(title, metrics, width);
            return metrics.horizontalAdvance(text) <= width ? text : QString();
        };
        QCOMPARE(cut(title), title);
        // The size goes first, then the folder, then the encoding, whose colour is beside it.
        QCOMPARE(cut(QStringLiteral("ustom BAM + SSMax 00 · seed 17 · a folder of runs")), QStringLiteral("…BAM + SSMax 00 · seed 17 · a folder of runs"));
        const auto less = cut(QStringLiteral("custom BAM + SSMax 00 · seed 17 · a f"));
        QVERIFY2(less.startsWith(QStringLiteral("…BAM + SSMax 00 · s")) && less.endsWith(QStringLiteral("s")), qPrintable(less));
        const auto least = cut(QStringLiteral("custom SSMax 00 · seed 17"));
        QVERIFY2(least.endsWith(QStringLiteral("SSMax 00 · seed 17")) && least.startsWith(QChar(0x2026)), qPrintable(least));
    }

    void whatASweepChangesHasColumnsToSortBy()
    {
        RunModel model;
        auto a = makeRecord("l6", "bam", 0), b = makeRecord("l6", "bam", 1), c = makeRecord("l6", "bam", 2);
        a.seed = 10, b.seed = 9;
        a.learningRate = 0.003, b.learningRate = 0.0005, c.learningRate = 0.001;
        a.tokensPerStep = 65536;
        model.set({a, b, c});
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, RunModel::Seed), QStringLiteral("10"));
        QCOMPARE(text(2, RunModel::Seed), QString());
        QCOMPARE(text(1, RunModel::LearningRate), QStringLiteral("0.0005"));
        QVERIFY(!text(0, RunModel::TokensPerStep).isEmpty());
        RunFilter filter(&model);
        filter.setSorting({{RunModel::LearningRate, Qt::AscendingOrder}});
        QCOMPARE(filter.shownRuns(), (QStringList{pathOf(b), pathOf(c), pathOf(a)}));
        filter.setSorting({{RunModel::Seed, Qt::DescendingOrder}});
        QCOMPARE(filter.shownRuns(), (QStringList{pathOf(a), pathOf(b), pathOf(c)}));      // what is not known comes last
        QVERIFY(filter.setQuery(QStringLiteral("lr<0.002 batch<100k")).isEmpty());
        QCOMPARE(filter.shownRuns(), QStringList());
        QVERIFY(filter.setQuery(QStringLiteral("lr>=1e-3 seed=10")).isEmpty());
        QCOMPARE(filter.shownRuns(), QStringList{pathOf(a)});
    }

    void theShortestPartOfPathsThatDiffersIsFound()
    {
        const auto list = [](const char* texts) { return QString::fromLatin1(texts).split(QLatin1Char(' ')); };
        QCOMPARE(distinguishingParts(list("/a/x/r/0 /a/y/r/0")), list("x y"));
        QCOMPARE(distinguishingParts(list("/a/x/r/0 /a/x/q/0 /a/y/p/0")), list("r q p"));
        QCOMPARE(distinguishingParts(list("/a/x/r/0 /a/x/q/0 /a/y/r/0")), list("x/r x/q y/r"));
        QCOMPARE(distinguishingParts(list("/a/0 /a/a/0")), list("0 a"));
        QCOMPARE(distinguishingParts(list("/a /a/b")), list("a b"));
    }

    void groupsFollowTheirRuns()
    {
        RunModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        RunFilter filter(&model);
        const QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto a = makeRecord("l6", "bam", 0, RunState::Running), b = makeRecord("l12", "bam", 0), c = makeRecord("l6", "rotary", 0);
        model.set({a, b});
        model.setGrouping(Grouping::State);
        QCOMPARE(titles(filter), (QStringList{"Running (1)", "Finished (1)"}));
        model.set({c});
        QCOMPARE(titles(filter), (QStringList{"Running (1)", "Finished (2)"}));
        a.state = RunState::Finished;
        model.set({a});
        QCOMPARE(titles(filter), QStringList{"Finished (3)"});
        QCOMPARE(titles(filter, filter.index(0, 0)), (QStringList{"l6 BAM 00", "l6 RoPE 00", "l12 BAM 00"}));
        model.setGrouping(Grouping::Encoding);
        QCOMPARE(titles(filter), (QStringList{"BAM (2)", "RoPE (1)"}));
        model.remove({pathOf(c)});
        QCOMPARE(titles(filter), QStringList{"BAM (2)"});
        auto notes = a.notes;
        notes.tags = {"paper"};
        model.setGrouping(Grouping::Tag);
        model.setNotes(pathOf(a), notes);
        QCOMPARE(titles(filter), (QStringList{"paper (1)", "No tag (1)"}));
        model.setGrouping(Grouping::None);
        QCOMPARE(titles(filter), (QStringList{"l6 BAM 00", "l12 BAM 00"}));
        model.remove({pathOf(a), pathOf(b)});
        QCOMPARE(filter.rowCount(), 0);
    }

    void runsOfAnEncodingAreToldApartWhateverTheOrderTheyAreFoundIn()
    {
        QVector<runs::RunRecord> records;
        for (int i = 0; i < plots::kShades; ++i) {
            records.append(makeRecord("l6", "bam", i));
            records.last().started = "2026-11-29T10:0" + std::to_string((i * 3) % plots::kShades) + ":00Z";
        }
        RunModel model, other;
        model.set(records);
        for (auto record = records.crbegin(); record != records.crend(); ++record)
            other.set({*record});
        QSet<int> shades;
        for (const auto& record : records) {
            QCOMPARE(model.style(pathOf(record)), other.style(pathOf(record)));
            shades.insert(model.style(pathOf(record)).shade);
        }
        QCOMPARE(shades.size(), plots::kShades);
        QCOMPARE(model.style(pathOf(records[0])), plots::styleOf(QStringLiteral("bam")));       // it started first
        auto notes = records[4].notes;
        notes.color = "#112233";
        model.setNotes(pathOf(records[4]), notes);
        QCOMPARE(model.style(pathOf(records[4])).color, QColor(0x11, 0x22, 0x33));
    }

    void runsShownTogetherHaveDifferentShadesWhileThereAreSome()
    {
        RunModel model;
        QVector<runs::RunRecord> records;
        for (int i = 0; i < 2 * plots::kShades + 1; ++i)
            records.append(makeRecord("l6", "bam", i));
        model.set(records);
        const auto first = pathOf(records[0]), same = pathOf(records[plots::kShades]), third = pathOf(records[2 * plots::kShades]);
        QCOMPARE(model.style(first), model.style(same));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setShown({third, same, first});
        QCOMPARE(changed.size(), 2);
        QCOMPARE(model.style(first).shade, 0);
        QCOMPARE(model.style(same).shade, 1);
        QCOMPARE(model.style(third).shade, 2);
        model.setShown({same, third});
        QCOMPARE(model.style(same).shade, 0);
        QCOMPARE(model.style(third).shade, 1);
        model.setShown({});
        QCOMPARE(model.style(third).shade, 0);
    }

    void shadesStandOutFromLightAndDarkAndFromEachOther()
    {
        const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
        const auto luminance = [&](const QColor& c) { return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF()); };
        const auto lightness = [&](const QColor& c) { return 116 * std::cbrt(luminance(c)) - 16; };
        for (const auto& background : {QColor(Qt::white), QColor(30, 31, 34)})
            for (const auto* encoding : {"bam", "rotary", "alibi", "nope", "sinusoidal", "unheard_of", "rotary_ssmax"}) {
                auto style = plots::styleOf(QLatin1String(encoding));
                std::vector<std::pair<double, plots::Line>> looks;
                for (style.shade = 0; style.shade < plots::kShades; ++style.shade) {
                    const auto color = plots::drawnOn(style, background);
                    const double a = luminance(color) + 0.05, b = luminance(background) + 0.05;
                    QVERIFY2(std::max(a, b) / std::min(a, b) >= 3, encoding);
                    for (const auto& [other, line] : looks)
                        QVERIFY2(line != plots::lineOf(style) || std::abs(other - lightness(color)) > 6, encoding);
                    looks.emplace_back(lightness(color), plots::lineOf(style));
                }
            }
        QCOMPARE(plots::drawnOn(plots::styleOf(QStringLiteral("bam")), Qt::white), plots::styleOf(QStringLiteral("bam")).color);
    }

    void runsThatDifferInTheirSeedAloneShareAGroup()
    {
        RunModel model;
        const auto a = makeRecord("l6", "bam", 0), b = makeRecord("l6", "bam", 1), c = makeRecord("l8", "bam", 0);
        auto old = makeRecord("l6", "nope", 0);
        old.family.clear();
        model.set({a, b, c, old});
        QCOMPARE(model.seedGroup(pathOf(a)), model.seedGroup(pathOf(b)));
        QVERIFY(model.seedGroup(pathOf(a)) != model.seedGroup(pathOf(c)));
        QCOMPARE(model.seedGroup(pathOf(old)), QStringLiteral("l6/nope"));
    }

    void sortingIsNaturalPinnedRunsComeFirstAndMissingValuesLast()
    {
        RunModel model;
        RunFilter filter(&model);
        const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto a = makeRecord("l6", "bam", 1), b = makeRecord("l12", "bam", 2), c = makeRecord("l8", "bam", 3), d = makeRecord("l8", "alibi", 4);
        d.loss = runs::RunSummary::kNone;
        model.set({b, d, a, c});
        QCOMPARE(titles(filter), (QStringList{"l6 BAM 01", "l8 ALiBi 04", "l8 BAM 03", "l12 BAM 02"}));
        filter.setSorting({{RunModel::TrainLoss, Qt::DescendingOrder}});
        QCOMPARE(titles(filter), (QStringList{"l8 BAM 03", "l12 BAM 02", "l6 BAM 01", "l8 ALiBi 04"}));
        filter.setSorting({{RunModel::Encoding, Qt::AscendingOrder}, {RunModel::Size, Qt::DescendingOrder}});
        QCOMPARE(titles(filter), (QStringList{"l8 ALiBi 04", "l12 BAM 02", "l8 BAM 03", "l6 BAM 01"}));
        auto notes = a.notes;
        notes.pinned = true;
        model.setNotes(pathOf(a), notes);
        QCOMPARE(titles(filter).first(), QStringLiteral("l6 BAM 01"));
        a.notes = notes;
        a.loss = 99;
        model.set({a});
        QCOMPARE(titles(filter).first(), QStringLiteral("l6 BAM 01"));
    }

    void editingATagAsksAndChangesNothing()
    {
        RunModel model;
        const auto run = makeRecord("l6", "bam", 0);
        model.set({run});
        runs::RunNotes asked;
        connect(&model, &RunModel::notesEdited, this, [&](const QString&, const runs::RunNotes& notes) { asked = notes; });
        QVERIFY(model.setData(model.index(0, RunModel::Tags), QStringLiteral("a, b, a,, "), Qt::EditRole));
        QCOMPARE(asked.tags, (std::vector<std::string>{"a", "b"}));
        QVERIFY(model.record(pathOf(run))->notes.tags.empty());
        QVERIFY(!model.setData(model.index(0, RunModel::Run), QStringLiteral("x"), Qt::EditRole));
    }

    void everyStateHasAnIconAndATitle()
    {
        for (const auto state : {RunState::Queued, RunState::Running, RunState::Paused, RunState::Finished, RunState::Failed, RunState::Stopped, RunState::Lost, RunState::Unknown}) {
            QVERIFY2(!ui::icon(stateIcon(state)).isNull(), qPrintable(stateIcon(state)));
            QVERIFY(!stateTitle(state).isEmpty());
        }
    }

    void fiveThousandRunsStayFluid()
    {
        RunModel model;
        RunFilter filter(&model);
        auto records = manyRecords(5000);
        QElapsedTimer timer;
        const auto told = [&](const char* what) { qInfo("5000 runs: %s in %.1f ms", what, double(timer.nsecsElapsed()) / 1e6); };
        timer.start();
        for (int first = 0; first < 5000; first += 500)
            model.set(records.mid(first, 500));
        told("added");
        QCOMPARE(filter.shownCount(), 5000);
        for (auto& record : records)
            record.step += 1;
        timer.start();
        model.set(records);
        told("all changed");
        for (int i = 0; i < 50; ++i)
            records[i * 100].loss += 0.5;
        timer.start();
        model.set(records.mid(0, 500));
        told("five of 500 changed");
        timer.start();
        QCOMPARE(filter.setQuery(QStringLiteral("bam size:l12 loss<9")), QString());
        told("filtered");
        QCOMPARE(filter.shownCount(), 140);
        timer.start();
        QCOMPARE(filter.setQuery(QString()), QString());
        told("shown again");
        timer.start();
        filter.setSorting({{RunModel::TrainLoss, Qt::AscendingOrder}});
        told("sorted by loss");
        timer.start();
        model.setGrouping(Grouping::Encoding);
        told("grouped");
        QCOMPARE(filter.rowCount(), 5);
        QStringList gone;
        for (int i = 0; i < 5000; i += 2)
            gone.append(pathOf(records[i]));
        timer.start();
        model.remove(gone);
        told("half of them removed");
        QCOMPARE(filter.shownCount(), 2500);
    }
};

BAMSCOPE_TEST(RunModelTest)
#include "test_run_model.moc"
