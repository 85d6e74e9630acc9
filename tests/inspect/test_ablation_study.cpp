// SPDX-License-Identifier: GPL-3.0-or-later
// The study itself, on a model that is a rule: it finds the key as long as one of two heads is left.
#include "core/inspect/ablation_study.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <set>

using namespace bam;
using namespace bam::inspect;

namespace {

constexpr std::int64_t kLayers = 2, kHeads = 4;
const HeadId kFirst{1, 2}, kSecond{0, 3};

Prompt promptOf(const PromptSpec& spec)
{
    Prompt prompt;
    prompt.tokens.assign(std::size_t(spec.length), 1);
    prompt.pieces.assign(std::size_t(spec.length), "x");
    prompt.queryRows = {spec.length - 1};
    prompt.answer = {7};
    prompt.needleBegin = std::int64_t(spec.depth * double(spec.length - 2));
    prompt.needleEnd = prompt.needleBegin + 1;
    return prompt;
}

bool isAblated(const CaptureRequest& request, HeadId id)
{
    return std::any_of(request.changes.begin(), request.changes.end(), [&](const auto& change) { return change.head == id && change.ablation != Ablation::None; });
}

Capture captureOf(const CaptureRequest& request)
{
    Capture capture;
    capture.prompt = request.prompt;
    capture.layers = kLayers;
    capture.heads = kHeads;
    for (std::int64_t layer = 0; layer < kLayers; ++layer)
        for (std::int64_t head = 0; head < kHeads; ++head) {
            HeadSummary summary;
            summary.id = {layer, head};
            summary.uniformMass = 1.0 / double(request.prompt.length());
            summary.needleMass = summary.id == kFirst ? 0.8 : summary.id == kSecond ? 0.5 : summary.uniformMass;
            capture.summary.push_back(summary);
        }
    AnswerStep step;
    step.expected = "7";
    step.correct = !isAblated(request, kFirst) || !isAblated(request, kSecond);
    capture.answer = {step};
    return capture;
}

AblationStudySpec studySpec()
{
    AblationStudySpec study;
    study.prompt.length = 100;
    study.prompts = 4;
    study.mostHeads = 3;
    return study;
}

}  // namespace

class AblationStudyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ranksHeadsByTheirMassOnTheNeedle()
    {
        const auto study = studyAblation(studySpec(), promptOf, captureOf);
        QCOMPARE(study.ranking.size(), std::size_t(8));
        QVERIFY(study.ranking[0].id == kFirst);
        QVERIFY(study.ranking[1].id == kSecond);
        QCOMPARE(study.ranking[0].timesUniform, 80.0);
        QVERIFY((study.ranking[2].id == HeadId{0, 0}));
    }

    void countsAnswersWithTheFirstHeadsAndWithOthersAblated()
    {
        const auto study = studyAblation(studySpec(), promptOf, captureOf);
        QCOMPARE(study.points.size(), std::size_t(4));
        QCOMPARE(study.points[0].top(), 1.0);
        QCOMPARE(study.points[1].top(), 1.0);       // the second head still finds it
        QCOMPARE(study.points[2].top(), 0.0);
        QCOMPARE(study.points[2].random(), 1.0);
        QCOMPARE(study.points[2].randomPrompts, std::int64_t(12));
        QCOMPARE(study.points[3].top(), 0.0);
    }

    void ablatesEachHeadByItselfOnRequest()
    {
        auto spec = studySpec();
        QCOMPARE(studyAblation(spec, promptOf, captureOf).ranking[0].correctWithout, std::int64_t(-1));
        spec.eachAlone = true;
        const auto onlyTheFirst = [](const CaptureRequest& request) {
            auto capture = captureOf(request);
            capture.answer[0].correct = !isAblated(request, kFirst);
            return capture;
        };
        std::vector<Progress> told;
        const auto study = studyAblation(spec, promptOf, onlyTheFirst, [&](const Progress& now) { told.push_back(now); });
        QCOMPARE(study.ranking[0].correctWithout, std::int64_t(0));
        for (std::size_t n = 1; n < study.ranking.size(); ++n)
            QCOMPARE(study.ranking[n].correctWithout, std::int64_t(4));
        QCOMPARE(told.back().done + 1, told.back().total);
    }

    void drawsOthersWithoutTheFirstOnesAndTheSameForTheSameSeed()
    {
        const auto ranking = studyAblation(studySpec(), promptOf, captureOf).ranking;
        const auto drawn = drawOthers(ranking, 2, 3, 5);
        QCOMPARE(std::set<HeadId>(drawn.begin(), drawn.end()).size(), std::size_t(3));
        QVERIFY(std::none_of(drawn.begin(), drawn.end(), [](HeadId id) { return id == kFirst || id == kSecond; }));
        QVERIFY(drawn == drawOthers(ranking, 2, 3, 5));
        std::set<std::vector<HeadId>> choices;
        for (std::uint64_t seed = 0; seed < 20; ++seed)
            choices.insert(drawOthers(ranking, 2, 3, seed));
        QVERIFY(choices.size() > 10);
    }

    void drawsAsManyOthersAsThereAre()
    {
        const auto ranking = studyAblation(studySpec(), promptOf, captureOf).ranking;
        QCOMPARE(drawOthers(ranking, 6, 5, 0).size(), std::size_t(2));
        QVERIFY(drawOthers(ranking, 8, 5, 0).empty());
    }

    void leavesRandomCountsOutWhereTooFewOthersAreLeft()
    {
        auto all = studySpec();
        all.mostHeads = 8;
        const auto study = studyAblation(all, promptOf, captureOf);
        QCOMPARE(study.points.size(), std::size_t(9));
        QCOMPARE(study.points[8].randomPrompts, std::int64_t(0));
        QVERIFY(std::isnan(study.points[8].random()));
    }

    void spreadsPromptsOverDepths()
    {
        std::set<double> depths;
        std::set<std::int64_t> seeds;
        studyAblation(studySpec(), [&](const PromptSpec& one) {
            depths.insert(one.depth);
            seeds.insert(one.seed);
            return promptOf(one);
        }, captureOf);
        QVERIFY((depths == std::set<double>{0, 1.0 / 3, 2.0 / 3, 1}));
        QVERIFY((seeds == std::set<std::int64_t>{0, 1, 2, 3}));
    }

    void refusesAPromptWithoutANeedle()
    {
        const auto without = [](const PromptSpec& one) {
            auto prompt = promptOf(one);
            prompt.needleBegin = prompt.needleEnd = -1;
            return prompt;
        };
        EXPECT_ERROR(studyAblation(studySpec(), without, captureOf), ErrorCode::Usage, "no needle");
    }

    void tellsItsProgressFromTheFirstPromptToTheLast()
    {
        auto all = studySpec();
        all.mostHeads = 8;      // from five on there are too few others
        std::int64_t captures = 0;
        std::vector<Progress> told;
        studyAblation(all, promptOf, [&](const CaptureRequest& request) {
            ++captures;
            return captureOf(request);
        }, [&](const Progress& progress) {
            QCOMPARE(std::int64_t(progress.done), captures);
            told.push_back(progress);
        });
        QCOMPARE(std::int64_t(told.size()), captures);
        QCOMPARE(told.front().total, 0.0);      // how many heads there are is not known yet
        QCOMPARE(told[1].total, double(captures));
        QCOMPARE(told.back().total, double(captures));
    }

    void stopsOnRequest()
    {
        std::stop_source source;
        const auto stopping = [&](const CaptureRequest& request) {
            source.request_stop();
            return captureOf(request);
        };
        EXPECT_ERROR(studyAblation(studySpec(), promptOf, stopping, {}, source.get_token()), ErrorCode::Stopped, "stopped on request");
    }
};

BAMSCOPE_TEST(AblationStudyTest)

#include "test_ablation_study.moc"
