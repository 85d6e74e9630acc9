// SPDX-License-Identifier: GPL-3.0-or-later
// A study that was printed is read back whole, and nothing else is taken for one.
#include "core/inspect/study_record.h"
#include "tests/support/test_main.h"

#include <nlohmann/json.hpp>

#include <cmath>

using namespace bam;
using namespace bam::inspect;

namespace {

StudyRecord someRecord()
{
    StudyRecord record{"logs/custom/bam_ssmax/version_00", "bam_ssmax", "step_00001000", 1000, 7, {}};
    auto& study = record.study;
    study.prompts = 20;
    study.promptTokens = 4090;
    study.how = Ablation::ContentOnly;
    study.ranking = {{{1, 3}, 0.75, 272.5, -1.25, 0}, {{0, 2}, 0.001, 0.5, kNone, -1}};
    study.points = {{0, 19, 20, 19, 20}, {1, 0, 20, 55, 60}, {2, 0, 20, 0, 0}};
    return record;
}

std::string linesOf(const StudyRecord& record)
{
    std::string text;
    for (const auto& event : eventsOf(record))
        text += event.dump() + "\n";
    return text;
}

}  // namespace

class StudyRecordTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void whatIsPrintedIsReadBack()
    {
        const auto text = "{\"event\": \"progress\", \"done\": 1}\n" + linesOf(someRecord()) + "{\"event\": \"done\"}\nnot JSON\n";
        const auto read = studyFrom(text, "study.jsonl");
        QCOMPARE(read.run.string(), std::string("logs/custom/bam_ssmax/version_00"));
        QCOMPARE(read.encoding, std::string("bam_ssmax"));
        QCOMPARE(read.checkpoint, std::string("step_00001000"));
        QCOMPARE(read.step, std::int64_t(1000));
        QCOMPARE(read.seed, std::int64_t(7));
        const auto& study = read.study;
        QCOMPARE(study.prompts, std::int64_t(20));
        QCOMPARE(study.promptTokens, std::int64_t(4090));
        QVERIFY(study.how == Ablation::ContentOnly);
        QCOMPARE(study.ranking.size(), std::size_t(2));
        QVERIFY((study.ranking[0].id == HeadId{1, 3}));
        QCOMPARE(study.ranking[0].needleMass, 0.75);
        QCOMPARE(study.ranking[0].timesUniform, 272.5);
        QCOMPARE(study.ranking[0].thetaBeta, -1.25);
        QCOMPARE(study.ranking[0].correctWithout, std::int64_t(0));
        QVERIFY(std::isnan(study.ranking[1].thetaBeta));
        QCOMPARE(study.ranking[1].correctWithout, std::int64_t(-1));
        QCOMPARE(study.points.size(), std::size_t(3));
        QCOMPARE(study.points[1].correctTop, std::int64_t(0));
        QCOMPARE(study.points[1].correctRandom, std::int64_t(55));
        QCOMPARE(study.points[1].randomPrompts, std::int64_t(60));
        QVERIFY(std::isnan(study.points[2].random()));
        QCOMPARE(linesOf(read), linesOf(someRecord()));
    }

    void ropeScalingIsReadBackAndOthersHaveNone()
    {
        QVERIFY(linesOf(someRecord()).find("rope_scaling") == std::string::npos);
        auto scaled = someRecord();
        scaled.study.ropeScaling = {"yarn", 4, 512};
        const auto read = studyFrom(linesOf(scaled), "study.jsonl");
        QVERIFY((read.study.ropeScaling == encoding::RopeScaling{"yarn", 4, 512}));
        QVERIFY(!studyFrom(linesOf(scaled) + linesOf(someRecord()), "study.jsonl").study.ropeScaling.isOn());
    }

    void ofTwoStudiesTheLastIsRead()
    {
        auto second = someRecord();
        second.study.points.pop_back();
        second.seed = 8;
        const auto read = studyFrom(linesOf(someRecord()) + linesOf(second), "study.jsonl");
        QCOMPARE(read.seed, std::int64_t(8));
        QCOMPARE(read.study.points.size(), std::size_t(2));
        QCOMPARE(read.study.ranking.size(), std::size_t(2));
    }

    void aFileWithoutAStudyIsRefused()
    {
        EXPECT_ERROR(studyFrom("", "study.jsonl"), ErrorCode::Failed, "study.jsonl holds no whole ablation study");
        EXPECT_ERROR(studyFrom(eventsOf(someRecord()).front().dump(), "study.jsonl"), ErrorCode::Failed, "holds no whole");
        EXPECT_ERROR(studyFrom("{\"event\": \"ablated\", \"heads\": 0}", "study.jsonl"), ErrorCode::Failed, "holds no whole");
        EXPECT_ERROR(studyFrom(std::string(100000, '['), "study.jsonl"), ErrorCode::Failed, "holds no whole");
        EXPECT_ERROR(readStudy("none.jsonl"), ErrorCode::Failed, "none.jsonl");
    }

    void countsThatCannotBeAreRefusedWithTheirLine()
    {
        auto more = someRecord();
        more.study.points[1].correctTop = 21;
        EXPECT_ERROR(studyFrom(linesOf(more), "study.jsonl"), ErrorCode::Failed, "study.jsonl, line 5, is no part of a study: correct_top is 21, expected 0 to 20");
        auto text = linesOf(someRecord());
        text.replace(text.find("\"tokens\":4090"), 13, "\"tokens\":null");
        EXPECT_ERROR(studyFrom(text, "study.jsonl"), ErrorCode::Failed, "line 1");
    }
};

BAMSCOPE_TEST(StudyRecordTest)
#include "test_study_record.moc"
