// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/lens_support.h"
#include "widgets/views/attention/head_measures.h"
#include "widgets/views/attention/lens_figures.h"
#include "widgets/views/attention/lens_outcomes.h"
#include "widgets/views/attention/prompt_text.h"
#include "widgets/views/attention/strip_content.h"

#include <algorithm>
#include <numeric>

using namespace bam;
using namespace bam::views;

class LensContentTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void headsAreRankedByWhatWasAskedAndThoseWithoutItComeLast()
    {
        auto capture = test::someCapture();
        QCOMPARE(orderedHeads(*capture, HeadOrder::NeedleMass), (std::vector<std::size_t>{7, 6, 5, 4, 3, 2, 1, 0}));
        QCOMPARE(orderedHeads(*capture, HeadOrder::Layer), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7}));
        QCOMPARE(orderedHeads(*capture, HeadOrder::MeanDistance).front(), std::size_t(7));
        capture->summary[0].prior.thetaBeta = inspect::kNone;
        const auto order = orderedHeads(*capture, HeadOrder::ThetaBeta);
        QCOMPARE(order.front(), std::size_t(1));
        QCOMPARE(order.back(), std::size_t(0));
        capture->prompt.needleBegin = capture->prompt.needleEnd = -1;
        capture->summary[2].largestWeight = 0.99;
        QCOMPARE(orderedHeads(*capture, HeadOrder::NeedleMass).front(), std::size_t(2));
    }

    void massIsAMultipleOfEqualWeights()
    {
        const auto capture = test::someCapture();
        QCOMPARE(timesUniform(capture->summary[4]), 0.5 / (4.0 / 64));
        QVERIFY(std::isnan(timesUniform(inspect::HeadSummary{})));
    }

    void weightsOfTheAnswersQueriesArePooledAsChosen()
    {
        auto capture = test::someCapture();
        const std::size_t head = 6, key = 20;
        capture->rows[(head * 3 + 1) * 64 + key] = 0.9f;
        QCOMPARE(keyWeights(*capture, head, QueryPool::Largest, 0)[key], 0.9f);
        QVERIFY(std::abs(keyWeights(*capture, head, QueryPool::Mean, 0)[key] - (0.75f + 0.9f + 0.75f) / 3) < 1e-6f);
        QCOMPARE(keyWeights(*capture, head, QueryPool::One, 1)[key], 0.9f);
        QCOMPARE(keyWeights(*capture, head, QueryPool::One, 2)[key], 0.75f);
        QCOMPARE(keyWeights(*capture, head, QueryPool::One, 0)[63], 0.0f);     // the first query does not see it
    }

    void oneHotKeyStaysVisibleHoweverManyKeysAPixelHolds()
    {
        std::vector<float> weights(32768, 0.00001f);
        weights[17001] = 0.8f;
        for (const int pixels : {10, 333, 1000, 4000}) {
            const auto pooled = pooledToPixels(weights, 0, 32768, pixels);
            QCOMPARE(int(std::count(pooled.begin(), pooled.end(), 0.8f)), 1);
            QCOMPARE(int(std::find(pooled.begin(), pooled.end(), 0.8f) - pooled.begin()), int(17001.0 * pixels / 32768));
        }
        const auto near = pooledToPixels(weights, 17000, 17004, 40);      // ten pixels a key
        QCOMPARE(int(std::count(near.begin(), near.end(), 0.8f)), 10);
        QCOMPARE(near[9], 0.00001f);
        QCOMPARE(near[10], 0.8f);
        QVERIFY(std::isnan(pooledToPixels(weights, 32760, 32776, 16)[12]));
    }

    void coloursRunFromATenthOfEqualWeightsToTheLargest()
    {
        const StripContent content(test::someCapture(), QueryPool::Mean, 0, HeadOrder::NeedleMass);
        QCOMPARE(content.low(), 0.1 / 64);
        QCOMPARE(content.high(), 0.875);
        QCOMPARE(content.head(0).id, (inspect::HeadId{1, 3}));
        QCOMPARE(content.rowOf({0, 0}), 7);
        QCOMPARE(content.rowOf({9, 0}), -1);
        QCOMPARE(content.thetaBetaLimit(), 1.0);
        QCOMPARE(logShare(0.01, 0.001, 0.1), 0.5);
        QCOMPARE(logShare(0, 0.001, 0.1), 0.0);
        QCOMPARE(logShare(std::nan(""), 0.001, 0.1), 0.0);
    }

    void measuresBecomeColoursAndShortTexts()
    {
        const auto capture = test::someCapture();
        const MeasureScale mass(capture->summary, HeadMeasure::NeedleMass);
        QCOMPARE(mass.share(0.875), 1.0);
        QVERIFY(mass.share(0.125) < mass.share(0.25));
        QCOMPARE(mass.share(0), 0.0);
        const MeasureScale beta(capture->summary, HeadMeasure::ThetaBeta);
        QCOMPARE(beta.low(), -1.0);
        QCOMPARE(beta.share(0), 0.5);
        QVERIFY(!beta.color(inspect::kNone).isValid());
        QVERIFY(thetaBetaColor(-1, 1).blue() > thetaBetaColor(-1, 1).red() && thetaBetaColor(1, 1).red() > thetaBetaColor(1, 1).blue());
        QCOMPARE(cellText(-0.4149, HeadMeasure::ThetaBeta), QStringLiteral("\u22120.41"));
        QCOMPARE(cellText(119.7, HeadMeasure::TimesUniform), QStringLiteral("\u00D7120"));
        QCOMPARE(cellText(0.873, HeadMeasure::NeedleMass), QStringLiteral("0.87"));
        QCOMPARE(cellText(inspect::kNone, HeadMeasure::Entropy), QStringLiteral("\u2014"));
        QVERIFY(MeasureScale(std::vector<inspect::HeadSummary>(3), HeadMeasure::NeedleMass).isEmpty());
    }

    void longPromptsLeaveOutWhatIsFarFromWhatMatters()
    {
        const auto stretches = stretchesOf(32768, {20000, 5}, 10);
        QCOMPARE(stretches.size(), std::size_t(5));
        QCOMPARE(stretches[0], (TextStretch{0, 16, false}));
        QCOMPARE(stretches[1], (TextStretch{16, 19990, true}));
        QCOMPARE(stretches[2], (TextStretch{19990, 20011, false}));
        QCOMPARE(stretches[3], (TextStretch{20011, 32757, true}));
        QCOMPARE(stretches[4], (TextStretch{32757, 32768, false}));
        QCOMPARE(stretchesOf(60, {30}, 10), (std::vector<TextStretch>{{0, 60, false}}));      // gaps of ten tokens are not worth it
        QVERIFY(stretchesOf(0, {3}, 10).empty());
        QCOMPARE(stretchesOf(1, {-1, 7}, 10), (std::vector<TextStretch>{{0, 1, false}}));
        std::vector<std::int64_t> everything(3000);
        std::iota(everything.begin(), everything.end(), 0);
        std::int64_t next = 0;
        for (const auto& stretch : stretchesOf(5000, everything, 2)) {
            QCOMPARE(stretch.begin, next);
            next = stretch.end;
        }
        QCOMPARE(next, 5000);
    }

    void theLargestWeightsAreFound()
    {
        const std::vector<float> weights{0, 0.5f, 0.1f, 0.5f, 0};
        QCOMPARE(largestWeights(weights.data(), 5, 3), (std::vector<std::int64_t>{1, 3, 2}));
        QCOMPARE(largestWeights(weights.data(), 5, 10).size(), std::size_t(3));
        QVERIFY(largestWeights(nullptr, 0, 4).empty());
    }

    void tokensAreFoundInTextsOfAnyScript()
    {
        const auto text = QStringLiteral("ab \u0645\u0631\u062D\u0628\u0627 \U0001F600e\u0301x");
        // A space the tokenizer puts first, Arabic, an emoji of four byte tokens, a letter and its accent apart.
        const std::vector<std::string> pieces{" ab", " \u0645\u0631", "\u062D\u0628\u0627", " ", "<0xF0>", "<0x9F>", "<0x98>", "<0x80>", "e", "\u0301", "x"};
        const auto spans = tokenSpans(text, pieces, 100);
        QCOMPARE(spans.size(), pieces.size());
        QCOMPARE(spans[0], std::make_pair(0, 2));
        QCOMPARE(spans[2], std::make_pair(5, 8));
        QCOMPARE(spans[4], std::make_pair(9, 9));
        QCOMPARE(spans[7], std::make_pair(9, 11));
        QCOMPARE(spans[10], std::make_pair(13, 14));
        QCOMPARE(tokenSpans(QStringLiteral("abc"), {"a", "X", "c"}, 10).size(), std::size_t(1));      // changed letters end it
        QCOMPARE(tokenSpans(text, pieces, 3).size(), std::size_t(3));
        QCOMPARE(shownPiece("<0x0A>"), QStringLiteral("\u21B5\n"));
        QCOMPARE(shownPiece("\x01"), QStringLiteral("\uFFFD"));
        QVERIFY(quotedPiece(" a").contains(QStringLiteral("\u2423a")));
    }

    void changesOfHeadsReplaceEachOther()
    {
        using inspect::Ablation;
        HeadChanges changes = withAblation({}, {{1, 2}, {0, 3}}, Ablation::Zero);
        QCOMPARE(changes.size(), std::size_t(2));
        QCOMPARE(changes.front().head, (inspect::HeadId{0, 3}));
        inspect::PriorValues prior;
        prior.thetaBeta = -0.5;
        changes = withChange(changes, {{0, 3}, Ablation::None, prior});
        QVERIFY(changes.front().prior && changes.front().ablation == Ablation::None);
        changes = withAblation(changes, {{0, 3}}, Ablation::Uniform);
        QVERIFY(changes.front().prior && changes.front().ablation == Ablation::Uniform);
        QVERIFY(sameChanges(changes, changes) && !sameChanges(changes, without(changes, {{1, 2}})));
        QCOMPARE(without(changes, {{1, 2}, {0, 3}}).size(), std::size_t(0));
        QCOMPARE(withChange(changes, {{0, 3}, Ablation::None, std::nullopt}).size(), std::size_t(1));
        QVERIFY(changeText(changes.front()).contains(QStringLiteral("L0\u00B7H3")) && changeText(changes.front()).contains(QStringLiteral("\u22120.50")));
    }

    void experimentsTakeTheTopHeadsOrAsManyOthers()
    {
        const auto capture = test::someCapture();
        QCOMPARE(topHeads(*capture, 2), (std::vector<inspect::HeadId>{{1, 3}, {1, 2}}));
        QCOMPARE(topHeads(*capture, 99).size(), std::size_t(8));
        bool different = false;
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            auto heads = randomOthers(*capture, 3, seed);
            QCOMPARE(heads, randomOthers(*capture, 3, seed));
            different = different || heads != randomOthers(*capture, 3, seed + 1);
            std::sort(heads.begin(), heads.end());
            QCOMPARE(std::unique(heads.begin(), heads.end()) - heads.begin(), std::ptrdiff_t(3));
            for (const auto& top : topHeads(*capture, 3))
                QVERIFY(std::find(heads.begin(), heads.end(), top) == heads.end());
        }
        QVERIFY(different);
        QCOMPARE(randomOthers(*capture, 7, 1).size(), std::size_t(1));
    }

    void anOutcomeCountsWhatWasRight()
    {
        const auto good = outcomeOf(*test::someCapture(), QStringLiteral("nothing"));
        QVERIFY(good.retrieved);
        QCOMPARE(good.right, 3);
        QCOMPARE(good.answer, QStringLiteral("123"));
        QVERIFY(std::abs(good.probability - 0.9) < 1e-9);
        const auto bad = outcomeOf(*test::someCapture({}, withAblation({}, topHeads(*test::someCapture(), 3), inspect::Ablation::Zero)), QStringLiteral("top 3"));
        QVERIFY(!bad.retrieved);
        QCOMPARE(bad.changed, 3);
        QCOMPARE(bad.answer, QStringLiteral("777"));
        QVERIFY(std::abs(bad.probability - 0.1) < 1e-9);
    }

    void figuresHoldWhatTheScreenShows()
    {
        const auto capture = test::someCapture();
        const LensFigureSource source{QStringLiteral("l6/bam/version_00"), QStringLiteral("BAM"), 100};
        const StripContent content(capture, QueryPool::Mean, 0, HeadOrder::NeedleMass);
        const auto strip = stripFigure(content, 16, 32, 5, source);
        const auto& map = strip.panels.front().heatmaps.front();
        QCOMPARE(map.rows, 5);
        QCOMPARE(map.columns, 16);
        QCOMPARE(map.values.size(), qsizetype(80));
        QCOMPARE(map.values[4], 0.875f);                                // needle at 20, of the best head
        QCOMPARE(strip.panels.front().spans.front().from, 20.0);
        QCOMPARE(strip.provenance.runs.front().step, qint64(100));
        const auto heads = headMapFigure(*capture, HeadMeasure::Entropy, source);
        QCOMPARE(heads.panels.front().heatmaps.front().values[7], float(3 - 2 * 0.875));
        const auto worse = test::someCapture({}, withAblation({}, topHeads(*capture, 3), inspect::Ablation::Zero));
        const auto answer = answerFigure(capture.get(), *worse, source);
        QCOMPARE(answer.panels.front().series.size(), std::size_t(2));
        QCOMPARE(answer.panels.front().series[1].y.front(), 0.1);
        const auto curve = attentionFigure(capture->prompt, keyWeights(*capture, 7, QueryPool::Mean, 0), QStringLiteral("L1\u00B7H3"), 63, source);
        QCOMPARE(curve.panels.front().series.front().y[20], 0.875);
    }
};

BAMSCOPE_TEST(LensContentTest)

#include "test_lens_content.moc"
