// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/priors/bias_run.h"
#include "tests/support/test_main.h"
#include "tests/widgets/priors_support.h"
#include "widgets/views/priors/prior_heads.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace bam::views {

class PriorHeadsTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void headsAreOrderedByLayerShapeOrReach()
    {
        const auto run = test::priorRun(QStringLiteral("/runs/a"));
        auto cells = headCellsOf(run, 10, 4096, HeadShape::Probability, PriorOrder::Layer);
        QCOMPARE(cells.cells.size(), std::size_t(12));
        QCOMPARE(cells.order.front(), 0);
        QVERIFY(std::abs(cells.find({0, 0})->prior.thetaBeta + 1) < 1e-6 && std::abs(cells.find({2, 3})->prior.thetaBeta - 1) < 1e-6);
        QVERIFY(cells.find({0, 0})->prior.ssmax);
        QVERIFY(!cells.find({3, 0}) && !cells.find({0, -1}));
        cells = headCellsOf(run, 10, 4096, HeadShape::Probability, PriorOrder::EffectiveContext);
        for (std::size_t i = 1; i < cells.order.size(); ++i)
            QVERIFY(cells.cells[std::size_t(cells.order[i - 1])].effective <= cells.cells[std::size_t(cells.order[i])].effective);
        QVERIFY(cells.cells[std::size_t(cells.order.front())].prior.thetaBeta > 0 && cells.cells[std::size_t(cells.order.back())].prior.thetaBeta < 0);
        const auto shape = headCellsOf(run, 10, 4096, HeadShape::Bias, PriorOrder::ThetaBeta);
        QCOMPARE(shape.cells[std::size_t(shape.order.front())].id, (inspect::HeadId{0, 0}));
        for (const auto& cell : shape.cells)
            for (const float value : cell.outline)
                QVERIFY(value >= 0 && value <= 1);
    }

    void runsWithoutPriorsSayWhy()
    {
        QVERIFY(whyNoPriors(test::priorRun(QStringLiteral("/runs/a"))).isEmpty());
        QVERIFY(whyNoPriors(test::priorRun(QStringLiteral("/runs/a"), QStringLiteral("nope"))).text.contains(QStringLiteral("NoPE")));
        QVERIFY(whyNoPriors(test::priorRun(QStringLiteral("/runs/a"), QStringLiteral("rotary_ssmax"))).text.contains(QStringLiteral("RoPE")));
        auto empty = test::priorRun(QStringLiteral("/runs/a"), QStringLiteral("bam"), 1, 1, 0);
        QVERIFY(whyNoPriors(empty).text.contains(QStringLiteral("being read")));
        priors::PriorPiece piece;
        piece.complete = true;
        piece.restarted = true;
        empty.history.append(std::move(piece));
        QVERIFY(whyNoPriors(empty).text.contains(QStringLiteral("not written any priors yet")));
        piece = {};
        piece.complete = true;
        piece.problem = "no permission";
        empty.history.append(std::move(piece));
        QVERIFY(whyNoPriors(empty).text.contains(QStringLiteral("no permission")));
        auto hollow = test::priorRun(QStringLiteral("/runs/a"), QStringLiteral("bam"), 2, 2, 0);
        hollow.history.append(test::priorRows(hollow.path, 2, 2, 0, 3, 100, 1000, false));
        QVERIFY(whyNoPriors(hollow).hint.contains(QStringLiteral("theta_beta")));
    }

    void alibiShowsItsSlopesWithoutLearnedValues()
    {
        const auto run = test::priorRun(QStringLiteral("/runs/alibi"), QStringLiteral("alibi"), 2, 8);
        QVERIFY(whyNoPriors(run).isEmpty() && hasFixedSlopes(run));
        const auto prior = priorOfHead(run, 0, {1, 3});
        QVERIFY(prior && prior->form == priors::Form::Linear);
        QVERIFY(std::abs(std::exp(prior->thetaAlpha) - 1.0 / 16) < 1e-12);
        QVERIFY(!priorOfHead(run, 0, {2, 0}) && !priorOfHead(run, 99, {0, 0}));
        QVERIFY(headInWords(run, *headCellsOf(run, 0, 512, HeadShape::Probability, PriorOrder::Layer).find({1, 3}), 512).contains(QStringLiteral("0.0625")));
    }

    void kerplesHeadsAreDrawnFromItsTwoNumbers()
    {
        auto run = test::priorRun(QStringLiteral("/runs/kerple"), QStringLiteral("kerple_log_ssmax"), 2, 2, 0);
        auto piece = test::priorRows(run.path, 2, 2, 0, 3, 100, 1000, false);
        for (std::size_t row = 0; row < piece.rows.rows(); ++row) {
            piece.rows.values[priors::kKernelR1].push_back(0.5f + float(row));
            piece.rows.values[priors::kKernelR2].push_back(0.25f);
        }
        run.history.append(std::move(piece));
        QVERIFY(whyNoPriors(run).isEmpty() && !hasFixedSlopes(run) && !sharesPriors(run));
        const auto prior = priorOfHead(run, 0, {1, 1});
        QVERIFY(prior && prior->form == priors::Form::Logarithmic && prior->r1 == 3.5 && prior->r2 == 0.25);
        const auto cells = headCellsOf(run, 0, 512, HeadShape::Bias, PriorOrder::Layer);
        QVERIFY(cells.find({1, 1})->known && cells.find({1, 1})->outline.front() == 1.0f && cells.find({1, 1})->outline.back() == 0.0f);
        QVERIFY(headInWords(run, *cells.find({1, 1}), 512).contains(QStringLiteral("r1 3.500 · r2 0.250")));
        const auto paths = planePathsOf(run, 1000);
        QCOMPARE(paths.size(), std::size_t(4));
        QCOMPARE(paths.back().points.front(), QPointF(0.25, 3.5));
        QCOMPARE(planeFigure({&run}, 0, 1).panels.front().x.label, QStringLiteral("r2"));
        const auto bam = test::priorRun(QStringLiteral("/runs/a"));
        QVERIFY(planeFigure({&run, &run}, 0, 1).sharedY && !planeFigure({&run, &bam}, 0, 1).sharedY);
        const auto byShape = headCellsOf(run, 0, 512, HeadShape::Bias, PriorOrder::ThetaBeta);
        QCOMPARE(byShape.order.size(), std::size_t(4));
    }

    void biasesThatNoTwoNumbersDescribeAreDrawnFromCheckpoints()
    {
        for (const auto* encoding : {"t5", "fire", "sandwich"}) {
            const test::BiasRun folder(encoding);
            folder.addCheckpoint(80, 6);
            auto run = test::priorRun(QString::fromStdString(folder.path.string()), QLatin1String(encoding) + QStringLiteral("_ssmax"), 2, 4, 0);
            QVERIFY(whyNoPriors(run).text.contains(QStringLiteral("being read")));
            priors::PriorPiece piece;
            piece.restarted = piece.complete = true;
            run.history.append(std::move(piece));
            QVERIFY2(whyNoPriors(run).text.contains(QStringLiteral("no checkpoint yet")), encoding);
            for (const auto* checkpoint : {"80", "40"})
                run.history.append(priors::LearnedBias::read(folder.path, checkpoint));
            QVERIFY(whyNoPriors(run).isEmpty() && !hasTrajectories(run) && !hasFixedSlopes(run));
            for (const auto shape : {HeadShape::Bias, HeadShape::Probability}) {
                const auto cells = headCellsOf(run, 1, 512, shape, PriorOrder::EffectiveContext);
                QCOMPARE(cells.cells.size(), std::size_t(8));
                for (const auto& cell : cells.cells) {
                    QVERIFY(cell.known && cell.prior.form == priors::Form::Table && cell.effective > 0);
                    QVERIFY(!cell.outline.empty() && std::all_of(cell.outline.begin(), cell.outline.end(), [](float value) { return value >= 0 && value <= 1; }));
                }
                const auto words = headInWords(run, *cells.find({1, 1}), 512);
                QVERIFY2(words.contains(QStringLiteral("b(511) = ")) && words.contains(QStringLiteral("effective context")), qPrintable(words));
            }
            QCOMPARE(headsFigure(run, headCellsOf(run, 1, 512, HeadShape::Bias, PriorOrder::Layer), HeadShape::Bias, 1, 80).panels.size(), 8);
            const auto first = priorOfHead(run, 0, {0, 0}), second = priorOfHead(run, 1, {0, 0});
            QVERIFY(first && second && *first != *second && *first == *priorOfHead(run, 0, {0, 0}));
        }
    }

    void checkpointsThatCannotBeReadSayWhy()
    {
        auto run = test::priorRun(QStringLiteral("/runs/a"), QStringLiteral("t5"), 2, 4, 0);
        priors::PriorPiece piece;
        piece.restarted = piece.complete = true;
        piece.problem = "the file is damaged";
        run.history.append(std::move(piece));
        QVERIFY(whyNoPriors(run).text.contains(QStringLiteral("the file is damaged")));
    }

    void colorsAreSymmetricAroundZeroAndClamped()
    {
        QCOMPARE(shapeColor(5, 1), shapeColor(1, 1));
        QVERIFY(shapeColor(-1, 1).blueF() > shapeColor(1, 1).blueF());
        QVERIFY(shapeColor(0, 1).lightness() > shapeColor(1, 1).lightness());
        const auto a = test::priorRun(QStringLiteral("/runs/a"));
        QVERIFY(std::abs(colorLimitOf({&a}) - 1) < 1e-6);
    }

    void everyColorIsSeenOnLightAndOnDark()
    {
        const auto luminance = [](const QColor& color) {
            const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
            return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
        };
        const auto contrast = [&](const QColor& a, const QColor& b) {
            const auto [low, high] = std::minmax({luminance(a), luminance(b)});
            return (high + 0.05) / (low + 0.05);
        };
        for (const auto& [base, ink] : {std::pair{QColor(Qt::white), QColor(Qt::black)}, {QColor(30, 30, 30), QColor(Qt::white)}})
            for (double beta = -1; beta <= 1; beta += 0.125) {
                QVERIFY2(contrast(shapeColor(beta, 1), base) > 2.6, qPrintable(QString::number(beta)));
                QVERIFY2(contrast(shapeLine(beta, 1, ink), base) > 3, qPrintable(QString::number(beta)));
            }
    }

    void pathsAreThinnedWithBothEnds()
    {
        const auto run = test::priorRun(QStringLiteral("/runs/a"), QStringLiteral("bam"), 2, 2, 500);
        const auto all = planePathsOf(run, 1'000'000), few = planePathsOf(run, 40);
        QCOMPARE(all.size(), std::size_t(4));
        QCOMPARE(all[0].points.size(), 500);
        QCOMPARE(few[0].points.size(), 10);
        QCOMPARE(few[0].points.front(), all[0].points.front());
        QCOMPARE(few[0].points.back(), all[0].points.back());
        const auto series = seriesPathsOf(run, priors::kScale, 1'000'000);
        QVERIFY(std::abs(series[3].points[10].y() - 0.53) < 1e-6);
        QCOMPARE(series[3].points[10].x(), 1000.0);
    }

    void figuresHoldEveryHeadUpToAPaperFull()
    {
        const auto run = test::priorRun(QStringLiteral("/runs/a"));
        const auto cells = headCellsOf(run, 10, 4096, HeadShape::Probability, PriorOrder::Layer);
        const auto figure = headsFigure(run, cells, HeadShape::Probability, 1, 1000);
        QCOMPARE(figure.panels.size(), std::size_t(12));
        QCOMPARE(figure.columns, 4);
        QCOMPARE(figure.provenance.runs.front().step, qint64(1000));
        const auto large = test::priorRun(QStringLiteral("/runs/b"), QStringLiteral("bam"), 24, 64, 2);
        const auto many = headsFigure(large, headCellsOf(large, 1, 4096, HeadShape::Probability, PriorOrder::ThetaBeta), HeadShape::Probability, 1, 100);
        QCOMPARE(many.panels.size(), std::size_t(1));
        QCOMPARE(many.panels[0].heatmaps[0].values.size(), 24 * 64 * many.panels[0].heatmaps[0].columns);
        const auto plane = planeFigure({&run, &large}, 1000, 1);
        QCOMPARE(plane.panels.size(), std::size_t(2));
        QCOMPARE(plane.panels[0].series.back().x.size(), 12);
        QCOMPARE(plane.panels[0].marks.size(), std::size_t(2));
        std::set<double> edges{plane.panels[0].marks[0].at, plane.panels[0].marks[1].at};
        QCOMPARE(edges, (std::set<double>{-0.6, 0}));
        QCOMPARE(seriesFigure({&run}, priors::kAlpha, 1000, 1).panels[0].series.size(), std::size_t(12));
    }
};

BAMSCOPE_TEST(PriorHeadsTest)

}  // namespace bam::views

#include "test_prior_heads.moc"
