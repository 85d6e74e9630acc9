// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/jobs/job_events.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace bam;
using namespace bam::jobs;

namespace {

struct Output {
    void append(const std::string& text) const { std::ofstream(file, std::ios::app | std::ios::binary) << text; }
    QTemporaryDir folder;
    std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "out.jsonl";
};

/// An event with ' for ".
std::string json(std::string text)
{
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

std::string step(int number, int total = 1'000'000)
{
    return str(json("{'event':'step','step':"), number, json(",'total_steps':"), total, json(",'loss':2.5,'norm':1.25,'lr':0.001,'tokens_per_second':1234.5,'seconds':0.1,'eta_seconds':60}"), "\n");
}

}  // namespace

class JobEventsTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aTrainingTellsWhereItIs()
    {
        Output output;
        JobEvents events(output.file);
        QVERIFY(!events.poll());
        output.append(json("{'event':'start','run':'logs/a'}") + "\n" + step(3, 12) + json("{'event':'validation','step':3,'loss':2.75}") + "\nnot an event\n" + json("{'event':'st"));
        QVERIFY(events.poll());
        const auto& progress = events.progress();
        QCOMPARE(progress.run, std::string("logs/a"));
        QCOMPARE(progress.done, 3.0);
        QCOMPARE(progress.total, 12.0);
        QCOMPARE(progress.unit, std::string("steps"));
        QCOMPARE(progress.speed, 1234.5);
        QCOMPARE(progress.etaSeconds, 60.0);
        QCOMPARE(progress.validationLoss, 2.75);
        QVERIFY(!events.ending());
        output.append(json("ep','step':4,'total_steps':12}") + "\n" + json("{'event':'done','run':'logs/a','steps':12}") + "\n");
        QVERIFY(events.poll());
        QCOMPARE(progress.step, 4);
        QVERIFY(events.ending() && events.ending()->good);
        QVERIFY(!events.poll());
    }

    void aBadEndTellsCauseAndHint()
    {
        Output output;
        output.append(json("{'event':'error','code':2,'cause':'the dataset is missing','hint':'Name one.'}") + "\n");
        JobEvents events(output.file);
        events.finish();
        QVERIFY(events.ending() && !events.ending()->good);
        QCOMPARE(events.ending()->code, 2);
        QCOMPARE(events.ending()->cause, std::string("the dataset is missing"));
        QCOMPARE(events.ending()->hint, std::string("Name one."));
    }

    void ofALongFileTheBeginningAndTheEndAreEnough()
    {
        Output output;
        std::string text = json("{'event':'start','run':'logs/long'}") + "\n";
        for (int n = 1; n <= 60'000; ++n)
            text += step(n);
        output.append(text);
        JobEvents events(output.file);
        int polls = 0;
        do {
            events.poll();
            ++polls;
        } while (events.hasMore());
        QCOMPARE(events.progress().run, std::string("logs/long"));
        QCOMPARE(events.progress().step, 60'000);
        QVERIFY(polls <= 3);
    }

    void aFileThatWasStartedAnewIsReadFromItsBeginning()
    {
        Output output;
        output.append(step(500) + step(501));
        JobEvents events(output.file);
        events.poll();
        std::filesystem::resize_file(output.file, 0);
        output.append(step(2));
        QVERIFY(events.poll());
        QCOMPARE(events.progress().step, 2);
    }

    void aFileThatWasReplacedByALongerOneIsReadFromItsBeginning()
    {
        Output output;
        JobEvents events(output.file);
        output.append(json("{'event':'start','run':'logs/a'}") + "\n" + step(3));
        QVERIFY(events.poll());
        const auto next = output.file.string() + ".next";
        std::ofstream(next, std::ios::binary) << json("{'event':'start','run':'logs/b'}") << "\n" << step(1) << step(2) << step(7);
        std::filesystem::rename(next, output.file);
        QVERIFY(events.poll());
        QCOMPARE(events.progress().run, std::string("logs/b"));
        QCOMPARE(events.progress().step, 7);
    }

    void jobsOfAFileAreCounted()
    {
        Output output;
        output.append(json("{'event':'job','job':'train bam','index':3,'count':5,'skipped':false}") + "\n" + step(50, 100));
        JobEvents events(output.file);
        events.finish();
        QCOMPARE(events.progress().done, 2.5);
        QCOMPARE(events.progress().total, 5.0);
        QCOMPARE(events.progress().task, std::string("train bam"));
        output.append(json("{'event':'done','job':'train bam','seconds':3}") + "\n");
        events.finish();
        QVERIFY(!events.ending());
        output.append(json("{'event':'finished','seconds':3}") + "\n");
        events.finish();
        QVERIFY(events.ending() && events.ending()->good);
    }

    void aDatasetsProgressHasSpeedAndTimeToGo()
    {
        Output output;
        output.append(json("{'event':'progress','task':'tokenizing','done':25,'total':100,'unit':'MiB','seconds':5,'detail':'3 files'}") + "\n");
        JobEvents events(output.file);
        events.finish();
        QCOMPARE(events.progress().speed, 5.0);
        QCOMPARE(events.progress().speedUnit, std::string("MiB"));
        QCOMPARE(events.progress().etaSeconds, 15.0);
        output.append(json("{'event':'progress','task':'pass key','done':1,'total':4,'unit':'work','seconds':5,'detail':''}") + "\n");
        events.finish();
        QVERIFY(std::isnan(events.progress().speed));
    }

    void eventsAreLinesForPeople()
    {
        QCOMPARE(eventLine(json("{'event':'done','run':'a','results':'a/results.json'}")), std::string("done: a/results.json"));
        QCOMPARE(eventLine(json("{'event':'log','text':'started'}")), std::string("started"));
        QCOMPARE(eventLine(json("{'event':'error','code':1,'cause':'No.','hint':'Do.'}")), std::string("error: No. Do."));
        QCOMPARE(eventLine("plain"), std::string("plain"));
        QCOMPARE(eventLine(json("{'event':'other','x':1}")), std::string(json("{'event':'other','x':1}")));
        QCOMPARE(eventLine(step(3, 12).substr(0, step(3, 12).size() - 1)), std::string("step 3/12 | loss 2.5000 | norm 1.25 | 1,234 tok/s | ETA 1 min 00 s"));
    }
};

BAMSCOPE_TEST(JobEventsTest)
#include "test_job_events.moc"
