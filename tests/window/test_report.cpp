// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of runs: what is in their tables and figures, and the files of `bamscope --batch report`.
#include "app/work/report_files.h"
#include "tests/app/program.h"
#include "tests/support/test_main.h"
#include "tests/window/window_home.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <cmath>
#include <tuple>

namespace bam::window {
namespace {

constexpr const char* kResults = R"json({
 "passkey_details": {"('equidistant', 4, 5, 0)": [
  {"length": 512, "prompt_tokens": 500, "correct": 4, "samples": 4, "accuracy": 1.0, "seed": 0, "outcomes": "1111", "depths": [0, 0.33, 0.67, 1], "tokenizer": "t", "checkpoint": "step_00000040", "checkpoint_hash": "aabbccdd", "program": "bamscope 0.1.0"},
  {"length": 4096, "prompt_tokens": 4000, "correct": %1, "samples": 4, "accuracy": %2, "seed": 0, "outcomes": "%3", "depths": [0, 0.33, 0.67, 1], "tokenizer": "t", "checkpoint": "step_00000040", "checkpoint_hash": "aabbccdd"}]},
 "perplexity": [{"window_size": 512, "seq_len": 1024, "ntokens": 1025, "dataset_dir": "bible", "corpus": "Bible", "perplexity": [20.0, %4], "positions": [512, 1024], "perplexity_all": 12, "perplexity_all_95": [11, 13.5], "bits_per_byte": 1.25}],
 "perplexity_sliding": [{"context": 512, "stride": 256, "corpus": "Bible", "ntokens": 900, "perplexity_all": 10, "perplexity_all_95": [9.5, 10.5], "bits_per_byte": 1.1}],
 "ruler": {"niah_single_1": [{"length": 512, "samples": 10, "score": 0.8, "score_95": [0.5, 0.9]}], "vt": [{"length": 512, "samples": 10, "score": 0.4, "score_95": [0.2, 0.7]}]},
 "multiple_choice": [{"task": "arc_easy", "shots": 0, "total": {"questions": 100, "acc": 0.5, "acc_wilson_95": [0.4, 0.6], "acc_norm": 0.55, "acc_norm_wilson_95": [0.45, 0.65]}}]
})json";

/// Two runs with results, and one of another program without.
struct Runs {
    const test::WindowHome home;
    QString good, bad;
    std::vector<std::filesystem::path> paths;

    Runs()
    {
        good = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 40);
        bad = home.writeRun(QStringLiteral("logs"), QStringLiteral("rotary"), 0, 40);
        const auto results = QString::fromUtf8(kResults);
        test::WindowHome::write(good + QStringLiteral("/results.json"), results.arg(4).arg(QStringLiteral("1.0"), QStringLiteral("1111"), QStringLiteral("8.0")).toUtf8());
        test::WindowHome::write(bad + QStringLiteral("/results.json"), results.arg(1).arg(QStringLiteral("0.25"), QStringLiteral("1000"), QStringLiteral("90.0")).toUtf8());
        const auto other = home.path(QStringLiteral("logs/imported/other/version_00"));
        QDir().mkpath(other);
        test::WindowHome::write(other + QStringLiteral("/run.json"), "{\"imported\": {\"kind\": \"csv\", \"source\": \"/data/other.csv\", \"date\": \"2026-11-30T00:00:00Z\"}}");
        test::WindowHome::write(other + QStringLiteral("/train.log"), "step,time,loss,norm,lr,exec_time,tok/sec\n0,,4,,,,\n1,,3,,,,\n");
        test::WindowHome::write(other + QStringLiteral("/eval.log"), "step,time,loss,exec_time,tok/sec\n");
        for (const auto& run : {good, bad, other})
            paths.emplace_back(run.toStdString());
    }

    work::Report report(bool bySeed = false) const { return work::makeReport(work::galleryRuns(paths), {.title = QStringLiteral("A & B"), .bySeed = bySeed, .date = QStringLiteral("2026-12-01T00:00:00Z")}); }
};

const work::ReportTable* tableOf(const work::Report& report, const char* id)
{
    for (const auto& table : report.tables)
        if (table.id == QLatin1String(id))
            return &table;
    return nullptr;
}

const views::PlainCell& cell(const work::ReportTable& table, int row, const char* column) { return table.table.rows.at(row).at(table.table.header.indexOf(QLatin1String(column))); }

QByteArray contentOf(const std::vector<figures::OutputFile>& files, const char* name)
{
    for (const auto& file : files)
        if (file.name == QLatin1String(name))
            return file.content;
    return {};
}

QMap<QString, QByteArray> filesIn(const QString& folder)
{
    QMap<QString, QByteArray> found;
    for (QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories); files.hasNext();) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly))
            found.insert(QDir(folder).relativeFilePath(file.fileName()), file.readAll());
    }
    return found;
}

}  // namespace

class ReportTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyEvaluationHasItsTable()
    {
        const Runs runs;
        const auto report = runs.report();
        QStringList ids;
        for (const auto& table : report.tables)
            ids << table.id;
        for (const auto* id : {"training", "passkey_equidistant_5_digits", "perplexity_bible", "sliding_bible_context_512_stride_256", "ruler_mean", "ruler_niah_single_1", "ruler_vt", "multiple_choice"})
            QVERIFY2(ids.contains(QLatin1String(id)), qPrintable(ids.join(QLatin1Char(' '))));
        const auto& passkey = *tableOf(report, "passkey_equidistant_5_digits");
        QCOMPARE(passkey.table.header, (QStringList{"Run", "512", "4096", "Mean"}));
        QCOMPARE(passkey.table.rows.size(), 2);        // the imported run has no results
        QCOMPARE(cell(passkey, 0, "4096").text, QStringLiteral("1.00"));
        QCOMPARE(cell(passkey, 0, "4096").mark, compare::Mark::Best);
        QCOMPARE(cell(passkey, 1, "4096").text, QStringLiteral("0.25"));
        QVERIFY(cell(passkey, 1, "4096").low < cell(passkey, 1, "4096").text);
        QCOMPARE(cell(*tableOf(report, "ruler_mean"), 0, "512").text, QStringLiteral("0.60"));
        QCOMPARE(cell(*tableOf(report, "multiple_choice"), 0, "arc_easy acc_norm").low, QStringLiteral("0.450"));
        QCOMPARE(cell(*tableOf(report, "perplexity_bible"), 0, "1024").mark, compare::Mark::Best);
        QCOMPARE(cell(*tableOf(report, "training"), 2, "Training loss").text, QStringLiteral("3.5000"));
    }

    void everyNumberSaysHowItWasMade()
    {
        const Runs runs;
        const auto report = runs.report();
        const auto& about = cell(*tableOf(report, "passkey_equidistant_5_digits"), 0, "512").about;
        for (const auto* words : {"95 % interval", "4 prompts", "seed 0", "step_00000040", "XXH3 aabbccdd", "bamscope 0.1.0"})
            QVERIFY2(about.contains(QLatin1String(words)), qPrintable(about));
        QCOMPARE(report.making.table.rows.size(), 3);
        QVERIFY(cell(report.making, 2, "Source").text.contains(QStringLiteral("imported from a table: /data/other.csv")));
        QVERIFY(report.all.table.rows.size() > 15);
    }

    void figuresShowWhatThereIs()
    {
        const Runs runs;
        const auto report = runs.report();
        QStringList ids;
        for (const auto& figure : report.figures)
            ids << figure.id;
        QCOMPARE(ids, (QStringList{"training_loss", "validation_loss", "accuracy_by_length", "depth_by_length", "perplexity_by_position", "sliding_perplexity", "ruler_by_length", "multiple_choice"}));
        QCOMPARE(report.figures[0].figure.panels.at(0).series.size(), std::size_t(3));
        const auto& depths = report.figures[3].figure;
        QCOMPARE(depths.panels.size(), std::size_t(2));
        QCOMPARE(depths.panels[1].heatmaps.at(0).columns, 2);
        QCOMPARE(depths.panels[1].heatmaps.at(0).values.at(1), 1.f);    // the beginning of 4,096 tokens
        const auto& sliding = report.figures[5].figure.panels.at(0);
        QCOMPARE(sliding.title, QStringLiteral("Bible, 512/256"));
        QCOMPARE(sliding.series.at(1).x, (QVector<double>{10}));
        QCOMPARE(sliding.series[1].low, (QVector<double>{9.5}));
        QCOMPARE(report.figures[6].figure.panels.size(), std::size_t(2));
        const auto& choices = report.figures[7].figure.panels;
        QCOMPARE(choices.at(0).y.ticks.at(0).text, QStringLiteral("arc_easy"));
        QCOMPARE(choices.at(1).series.at(0).x, (QVector<double>{0.55}));
        QCOMPARE(choices[1].series[0].high, (QVector<double>{0.65}));
    }

    void anOfficialRunStandsBesideOursByTheLengthThatWasAsked()
    {
        const Runs runs;
        test::WindowHome::write(runs.bad + QStringLiteral("/results.json"), "{\"passkey\": {\"('equidistant', 4, 5, 0)\": {\"seq_lens\": [500, 4000], \"accs\": [0.75, 0.5]}}}");
        const auto report = runs.report();
        const auto& passkey = *tableOf(report, "passkey_equidistant_5_digits");
        QCOMPARE(passkey.table.header, (QStringList{"Run", "512", "4096", "Mean"}));
        QCOMPARE(cell(passkey, 1, "512").text, QStringLiteral("0.75"));
        QCOMPARE(cell(passkey, 1, "4096").text, QStringLiteral("0.50"));
    }

    void fewSubjectsHaveColumnsOfTheirOwn()
    {
        const Runs runs;
        for (const auto& [run, acc] : {std::pair{runs.good, "0.75"}, {runs.bad, "0.5"}})
            test::WindowHome::write(run + QStringLiteral("/results.json"), QStringLiteral("{\"multiple_choice\": [{\"task\": \"arc\", \"shots\": 0, \"total\": {\"questions\": 30, \"acc\": 0.5}, \"subjects\": ["
                "{\"subject\": \"ARC-Easy\", \"questions\": 20, \"acc\": %1}, {\"subject\": \"ARC-Challenge\", \"questions\": 10, \"acc\": 0.25}]}]}").arg(QLatin1String(acc)).toUtf8());
        const auto report = runs.report();
        const auto& choices = *tableOf(report, "multiple_choice");
        QCOMPARE(choices.table.header, (QStringList{"Run", "arc acc", "arc: ARC-Easy acc", "arc: ARC-Challenge acc"}));
        QCOMPARE(cell(choices, 0, "arc: ARC-Easy acc").mark, compare::Mark::Best);
    }

    void bitsPerByteOfAnotherStretchOfTheTextAreNotRanked()
    {
        const Runs runs;
        const auto write = [&](const QString& bytes) {
            for (const auto& [run, tokenizer, bits] : {std::tuple{runs.good, "t", "1.25"}, {runs.bad, "u", "1.5"}})
                test::WindowHome::write(run + QStringLiteral("/results.json"), QStringLiteral("{\"perplexity_sliding\": [{\"context\": 512, \"stride\": 256, \"corpus\": \"Bible\", \"ntokens\": 900, "
                    "\"perplexity_all\": 10, \"bits_per_byte\": %1, \"bytes\": %2, \"tokenizer\": \"%3\"}]}").arg(QLatin1String(bits), run == runs.good ? QStringLiteral("4000") : bytes, QLatin1String(tokenizer)).toUtf8());
        };
        write(QStringLiteral("3990"));
        const auto same = runs.report();
        const auto& first = *tableOf(same, "sliding_bible_context_512_stride_256");
        QCOMPARE(cell(first, 0, "Bits per byte").mark, compare::Mark::Best);
        QCOMPARE(cell(first, 0, "Perplexity").mark, compare::Mark::None);       // of another tokenizer
        QVERIFY(first.caption.contains(QStringLiteral("bits per byte do")));
        write(QStringLiteral("2000"));
        const auto other = runs.report();
        const auto& second = *tableOf(other, "sliding_bible_context_512_stride_256");
        QCOMPARE(cell(second, 0, "Bits per byte").mark, compare::Mark::None);
        QVERIFY(second.caption.contains(QStringLiteral("do not compare")));
    }

    void choicesOfOtherQuestionsAreNotRankedAndOtherDataAreOtherColumns()
    {
        const Runs runs;
        const auto write = [&](const QString& run, const char* acc, const char* prompts) {
            test::WindowHome::write(run + QStringLiteral("/results.json"), QStringLiteral("{\"multiple_choice\": [{\"task\": \"mmlu\", \"data\": \"a/mmlu\", \"shots\": 0, \"total\": {\"questions\": 30, \"acc\": %1}, \"subjects\": ["
                "{\"subject\": \"anatomy\", \"questions\": 30, \"acc\": %1, \"tokenizer\": \"t\", \"prompts\": \"%2\"}]}, {\"task\": \"mmlu\", \"data\": \"a/redux\", \"shots\": 0, \"total\": {\"questions\": 30, \"acc\": %1}, \"subjects\": ["
                "{\"subject\": \"anatomy\", \"questions\": 30, \"acc\": %1, \"tokenizer\": \"t\", \"prompts\": \"same\"}]}]}").arg(QLatin1String(acc), QLatin1String(prompts)).toUtf8());
        };
        write(runs.good, "0.75", "one");
        write(runs.bad, "0.5", "other");
        const auto report = runs.report();
        const auto& choices = *tableOf(report, "multiple_choice");
        QCOMPARE(choices.table.header, (QStringList{"Run", "mmlu, anatomy, from mmlu acc", "mmlu, anatomy, from redux acc"}));
        QCOMPARE(cell(choices, 0, "mmlu, anatomy, from mmlu acc").mark, compare::Mark::None);
        QCOMPARE(cell(choices, 0, "mmlu, anatomy, from redux acc").mark, compare::Mark::Best);
    }

    void rulerOfOtherPromptsIsNotRanked()
    {
        const Runs runs;
        const auto write = [&](const QString& run, const char* score, int seed, const char* prefix) {
            test::WindowHome::write(run + QStringLiteral("/results.json"), QStringLiteral("{\"ruler\": {\"vt\": [{\"length\": 512, \"samples\": 10, \"score\": %1, \"seed\": 42}, {\"length\": 1024, \"samples\": 10, \"score\": %1, \"seed\": %2}],"
                "\"cwe\": [{\"length\": 512, \"samples\": 10, \"score\": %1, \"answer_prefix\": %3}], \"fwe\": [{\"length\": 512, \"samples\": 10, \"score\": %1, \"answer_prefix\": %3}]}}").arg(QLatin1String(score)).arg(seed).arg(QLatin1String(prefix)).toUtf8());
        };
        write(runs.good, "0.75", 42, "true");
        write(runs.bad, "0.5", 43, "false");
        const auto report = runs.report();
        const auto& vt = *tableOf(report, "ruler_vt");
        QCOMPARE(cell(vt, 0, "512").mark, compare::Mark::Best);
        QCOMPARE(cell(vt, 0, "1024").mark, compare::Mark::None);
        QVERIFY(vt.caption.contains(QStringLiteral("none is marked as the best")));
        QVERIFY(tableOf(report, "ruler_cwe") && tableOf(report, "ruler_cwe_without_answer_prefix"));
        QCOMPARE(tableOf(report, "ruler_mean_without_answer_prefix")->title, QStringLiteral("RULER: mean of 2 tasks, without answer prefix"));
        QCOMPARE(cell(*tableOf(report, "ruler_mean"), 0, "512").text, QStringLiteral("0.75"));      // of the run that was asked all three
        QCOMPARE(tableOf(report, "ruler_mean")->table.rows.size(), 1);
    }

    void textsAndWaysWithDocumentsHaveTablesOfTheirOwn()
    {
        const Runs runs;
        test::WindowHome::write(runs.good + QStringLiteral("/results.json"), "{\"perplexity\": [{\"corpus\": \"test\", \"dataset_dir\": \"wiki/test.txt\", \"perplexity\": [20], \"positions\": [512]}, "
            "{\"corpus\": \"test\", \"dataset_dir\": \"c4/test.txt\", \"perplexity\": [30], \"positions\": [512]}], \"perplexity_sliding\": ["
            "{\"context\": 512, \"stride\": 256, \"corpus\": \"Bible\", \"ntokens\": 900, \"documents\": \"across\", \"perplexity_all\": 10}, "
            "{\"context\": 512, \"stride\": 256, \"corpus\": \"Bible\", \"ntokens\": 900, \"documents\": \"within\", \"perplexity_all\": 11}]}");
        const auto report = runs.report();
        QCOMPARE(cell(*tableOf(report, "perplexity_wiki_test_txt"), 0, "512").text, QStringLiteral("20.00"));
        QCOMPARE(cell(*tableOf(report, "perplexity_c4_test_txt"), 0, "512").text, QStringLiteral("30.00"));
        const auto* within = tableOf(report, "sliding_bible_within_documents_context_512_stride_256");
        QVERIFY(within && tableOf(report, "sliding_bible_context_512_stride_256"));
        QCOMPARE(within->title, QStringLiteral("Sliding perplexity: Bible, within documents, context 512, stride 256"));
        QCOMPARE(cell(*within, 0, "Perplexity").text, QStringLiteral("11.00"));
    }

    void passKeysAreOfTheCheckpointThatWasMeasuredLast()
    {
        const Runs runs;
        test::WindowHome::write(runs.good + QStringLiteral("/results.json"), "{\"passkey_details\": {"
            "\"('equidistant', 6, 5, 0)\": [{\"length\": 512, \"prompt_tokens\": 500, \"samples\": 6, \"accuracy\": 1, \"checkpoint\": \"step_00000003\", \"checkpoint_hash\": \"aa\"}], "
            "\"('equidistant', 4, 5, 0)\": [{\"length\": 4096, \"prompt_tokens\": 4000, \"samples\": 4, \"accuracy\": 0.5, \"checkpoint\": \"step_00000006\", \"checkpoint_hash\": \"bb\"}]}}");
        const auto report = work::makeReport(work::galleryRuns({runs.paths[0]}), {});
        QCOMPARE(tableOf(report, "passkey_equidistant_5_digits")->table.header, (QStringList{"Run", "4096"}));
        QCOMPARE(report.all.table.rows.size(), 2);      // which has every number
    }

    void aRunHasOneNameHoweverItsFolderIsTypedOrCalled()
    {
        const Runs runs;
        const auto copy = runs.home.path(QStringLiteral("copy"));
        QDir().mkpath(copy);
        test::WindowHome::write(copy + QStringLiteral("/run.json"), "{\"spec\": {\"model\": {\"position_encoding\": \"rotary\"}}}");
        const auto title = work::galleryRuns({runs.paths[1]}).front().title;
        const auto before = QDir::currentPath();
        for (const auto& [from, typed] : {std::pair(QFileInfo(runs.bad).path(), "version_00"), {runs.bad, "."}, {copy, "."}, {copy, "../copy"}}) {
            QVERIFY(QDir::setCurrent(from));
            const auto found = work::galleryRuns({typed}).front().title;
            QVERIFY(QDir::setCurrent(before));
            QCOMPARE(found, title);
        }
        const auto both = work::galleryRuns({runs.paths[1], copy.toStdString()});
        QCOMPARE(both[0].title, title + QStringLiteral(" · l6/rotary/version_00"));
        QCOMPARE(both[1].title, title + QStringLiteral(" · copy"));
    }

    void aScaledRopeIsARowOfItsOwn()
    {
        const Runs runs;
        const auto results = QString::fromUtf8(kResults).arg(1).arg(QStringLiteral("0.25"), QStringLiteral("1000"), QStringLiteral("90.0"));
        auto scaled = results;
        // The pass key and RULER once more, as `evaluate --rope_scaling yarn` adds them.
        scaled.replace(QStringLiteral(" \"perplexity\": [{"), QStringLiteral(" \"perplexity\": [{\"window_size\": 512, \"seq_len\": 1024, \"ntokens\": 1025, \"dataset_dir\": \"bible\", \"corpus\": \"Bible\", "
            "\"perplexity\": [21.0, 7.0], \"positions\": [512, 1024], \"rope_scaling\": {\"method\": \"yarn\", \"factor\": 8, \"original_length\": 512}}, {"));
        scaled.replace(QStringLiteral("\"passkey_details\": {"), QStringLiteral("\"passkey_details\": {\"('equidistant', 4, 5, 0, 'yarn', 8)\": [{\"length\": 4096, \"prompt_tokens\": 4000, \"correct\": 3, "
            "\"samples\": 4, \"accuracy\": 0.75, \"seed\": 0, \"outcomes\": \"1110\", \"tokenizer\": \"t\", \"rope_scaling\": {\"method\": \"yarn\", \"factor\": 8, \"original_length\": 512}}], "));
        test::WindowHome::write(runs.bad + QStringLiteral("/results.json"), scaled.toUtf8());
        const auto report = runs.report();
        const auto& passkey = *tableOf(report, "passkey_equidistant_5_digits");
        QCOMPARE(passkey.table.rows.size(), 3);
        QCOMPARE(cell(passkey, 1, "4096").text, QStringLiteral("0.25"));
        QVERIFY2(cell(passkey, 2, "Run").text.endsWith(QStringLiteral(", yarn × 8")), qPrintable(cell(passkey, 2, "Run").text));
        QCOMPARE(cell(passkey, 2, "4096").text, QStringLiteral("0.75"));
        QCOMPARE(cell(*tableOf(report, "perplexity_bible"), 2, "1024").mark, compare::Mark::Best);
        QCOMPARE(tableOf(report, "training")->table.rows.size(), 3);     // each run was trained once
        QCOMPARE(report.making.table.rows.size(), 3);
        QVERIFY(report.figures[2].figure.panels.at(0).series.size() > 2);
        // So does the gallery's figure.
        const auto figure = work::galleryFigure(QStringLiteral("accuracy_by_length"), work::galleryRuns({runs.paths[0], runs.paths[1]}));
        QStringList names;
        for (const auto& series : figure.panels.at(0).series)
            names << series.name;
        QVERIFY2(!names.filter(QStringLiteral(", yarn × 8")).isEmpty(), qPrintable(names.join(QStringLiteral(", "))));
    }

    void runsOfOneKindAreToldTogetherWhenAsked()
    {
        const Runs runs;
        auto gallery = work::galleryRuns({runs.paths[0], runs.paths[1]});
        for (auto& run : gallery) {
            run.group = QStringLiteral("one");
            run.groupTitle = QStringLiteral("Both");
        }
        const auto report = work::makeReport(gallery, {.bySeed = true});
        const auto& passkey = *tableOf(report, "passkey_equidistant_5_digits");
        QCOMPARE(passkey.table.rows.size(), 1);
        const auto& both = cell(passkey, 0, "4096");
        QVERIFY(both.text.startsWith(QStringLiteral("0.6")));
        QCOMPARE(both.low, QStringLiteral("0.25"));
        const auto sliding = std::find_if(report.figures.begin(), report.figures.end(), [](const auto& figure) { return figure.id == QLatin1String("sliding_perplexity"); });
        QVERIFY(sliding != report.figures.end());
        QCOMPARE(sliding->figure.panels.at(0).series.size(), std::size_t(1));
        QCOMPARE(sliding->figure.panels[0].series[0].low, (QVector<double>{10}));      // the lowest of both
        QVERIFY(both.about.startsWith(QStringLiteral("mean of 2 runs")));
        QCOMPARE(both.runs, 2);
        QVERIFY2(passkey.table.note.contains(QStringLiteral("Brackets: the lowest and the highest of several runs")), qPrintable(passkey.table.note));
    }

    void thePageNeedsNothingBesideIt()
    {
        const Runs runs;
        const auto files = work::encodeReport(runs.report(), {QStringLiteral("html")});
        QCOMPARE(files.size(), std::size_t(1));
        const auto page = QString::fromUtf8(contentOf(files, "index.html"));
        QVERIFY(page.contains(QStringLiteral("<title>A &amp; B</title>")));
        QVERIFY(page.contains(QStringLiteral("Made 2026-12-01T00:00:00Z by bamscope")));
        QCOMPARE(page.count(QStringLiteral("<figure ")), 8);
        // Nothing is fetched: every address is data, and scripts and styles are in the page.
        static const QRegularExpression address(QStringLiteral("(?:src|href|srcset)=\"(?!data:)"));
        QVERIFY(!page.contains(address));
        QVERIFY(!page.contains(QStringLiteral("@import")) && !page.contains(QStringLiteral("url(")));
        QVERIFY(page.contains(QStringLiteral("data-value=\"0.25\" title=\"95 % interval")));
        static const QRegularExpression script(QStringLiteral("<script>.*</script>|<style>.*</style>"), QRegularExpression::DotMatchesEverythingOption);
        auto body = page;
        body.remove(script).remove(QStringLiteral("<!DOCTYPE html>")).remove(QRegularExpression(QStringLiteral("<meta[^>]*>")));
        body.replace(QRegularExpression(QStringLiteral("(<(?:img|source)[^>]*)>")), QStringLiteral("\\1/>"));
        QXmlStreamReader reader(body);      // what is closed, in its order
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(QStringLiteral("%1 in line %2").arg(reader.errorString()).arg(reader.lineNumber())));
    }

    void filesAreThoseThatWereAskedFor()
    {
        const Runs runs;
        const auto files = work::encodeReport(runs.report(), {QStringLiteral("md"), QStringLiteral("csv"), QStringLiteral("tex"), QStringLiteral("svg")});
        const auto tex = contentOf(files, "tables/passkey_equidistant_5_digits.tex");
        QVERIFY2(tex.contains("\\toprule") && tex.contains("\\textbf{1.00}") && tex.contains("{\\scriptsize$^{+0.45}_{-0.20}$}"), tex.constData());
        QVERIFY2(tex.contains("% Share of prompts whose key was found"), tex.constData());
        QVERIFY(contentOf(files, "tables/passkey_equidistant_5_digits.csv").startsWith("Run,512,512 (low),512 (high),4096,"));
        QVERIFY(contentOf(files, "tables/results.csv").contains("aabbccdd"));
        QVERIFY(contentOf(files, "figures/accuracy_by_length.svg").contains("<svg"));
        const auto page = contentOf(files, "report.md");
        QVERIFY(page.contains("![Pass-key accuracy by length](figures/accuracy_by_length.svg)"));
        QVERIFY(page.contains("| Run | 512 | 4096 | Mean |"));
        QVERIFY(contentOf(files, "index.html").isEmpty());
    }

    void theProgramWritesTheSameBytesButForTheDate()
    {
        const Runs runs;
        const test::Workplace place;
        const auto report = [&](const QString& out, const QStringList& more = {}) {
            return place.run(QStringList{"--batch", "report", runs.home.path(QStringLiteral("logs")), "--out", out} + more);
        };
        const auto first = report("first");
        EXPECT_EXIT(first, 0);
        EXPECT_TEXT(first.out, "first/index.html: 3 runs, ");
        QTest::qWait(1100);
        EXPECT_EXIT(report("second"), 0);
        auto one = filesIn(place.path("first")), two = filesIn(place.path("second"));
        QVERIFY(one.size() > 30);
        for (auto* files : {&one, &two})
            for (const auto* name : {"index.html", "report.md"}) {
                auto& content = (*files)[QLatin1String(name)];
                const auto at = content.indexOf("Made ");
                QVERIFY(at > 0);
                content.remove(at, content.indexOf(" by ", at) - at);
            }
        QCOMPARE(one.keys(), two.keys());
        for (const auto& name : one.keys())
            QVERIFY2(one[name] == two[name], qPrintable(name));
        const auto refused = report("first");
        EXPECT_EXIT(refused, 2);
        EXPECT_TEXT(refused.err, "is there already");
        EXPECT_TEXT(refused.err, "--force");
        EXPECT_EXIT(report("first", {"--force", "--formats", "html"}), 0);
    }

    void aReportThatReplacesAnotherLeavesNoneOfItsFiles()
    {
        const test::WindowHome home;
        const std::filesystem::path folder = home.path(QStringLiteral("report")).toStdString();
        const auto write = [&](const QStringList& names, bool overwrite) {
            std::vector<figures::OutputFile> files;
            for (const auto& name : names)
                files.push_back({name, "text"});
            work::writeReport(folder, files, overwrite);
        };
        const auto names = [&] { return filesIn(home.path(QStringLiteral("report"))).keys(); };
        write({"tables/perplexity_a.csv", "tables/results.csv"}, false);
        write({"index.html"}, false);
        test::WindowHome::write(home.path(QStringLiteral("report/tables/perplexity_mine.csv")), "mine");
        QCOMPARE(names(), (QStringList{"index.html", "tables/perplexity_a.csv", "tables/perplexity_mine.csv", "tables/results.csv"}));
        write({"tables/perplexity_b.csv", "tables/results.csv"}, true);
        QCOMPARE(names(), (QStringList{"tables/perplexity_b.csv", "tables/perplexity_mine.csv", "tables/results.csv"}));
        // A list names nothing outside of its report.
        test::WindowHome::write(home.path(QStringLiteral("mine.csv")), "mine");
        test::WindowHome::write(home.path(QStringLiteral("report/.report.json")), R"({"files": ["../mine.csv", "tables/../../mine.csv", "tables/..", 1, "tables/perplexity_b.csv"]})");
        write({"index.html"}, true);
        QVERIFY(QFile::exists(home.path(QStringLiteral("mine.csv"))));
        QCOMPARE(names(), (QStringList{"index.html", "tables/perplexity_mine.csv", "tables/results.csv"}));
    }

    void whatIsWrongIsToldBeforeAnythingIsWritten()
    {
        const Runs runs;
        const test::Workplace place;
        const auto refused = [&](const QStringList& arguments, const char* text) {
            const auto outcome = place.run(QStringList{"--batch", "report"} + arguments);
            EXPECT_EXIT(outcome, 2);
            EXPECT_TEXT(outcome.err, text);
        };
        refused({}, "no run is named");
        refused({runs.good}, "--out is missing");
        refused({runs.good, "--out", "x", "--formats", "docx"}, "--formats has \"docx\"");
        refused({runs.good, "--out", "x", "--formats", ","}, "names no format");
        refused({"missing", "--out", "x"}, "\"missing\" is no folder");
        refused({place.path(), "--out", "x"}, "holds no run");
        place.write("file", "text");
        refused({runs.good, "--out", "file"}, "is a file, a folder was expected");
        QVERIFY(!QFile::exists(place.path("x")));
    }

    void aRunWithoutResultsHasAReportToo()
    {
        const test::WindowHome home;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 5);
        test::WindowHome::write(run + QStringLiteral("/results.json"), "{broken");
        const auto report = work::makeReport(work::galleryRuns({run.toStdString()}), {});
        QCOMPARE(report.tables.size(), std::size_t(1));
        QCOMPARE(report.figures.size(), std::size_t(2));
        QVERIFY2(report.notes.join(QLatin1Char('\n')).contains(QStringLiteral("results.json")), qPrintable(report.notes.join(QLatin1Char('\n'))));
        QVERIFY(contentOf(work::encodeReport(report, {QStringLiteral("html")}), "index.html").contains("<h2>Not used</h2>"));
    }
};

}  // namespace bam::window

using bam::window::ReportTest;
BAMSCOPE_TEST(ReportTest)
#include "test_report.moc"
