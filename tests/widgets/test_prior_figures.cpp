// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/figures/gallery/prior_figures.h"
#include "widgets/figures/render.h"

#include <cmath>

using namespace bam;
using namespace bam::figures;

namespace {

PriorRun run(const QString& name, int layers = 3, int heads = 4)
{
    PriorRun run{name, plots::titleOf(name), plots::styleOf(name), {}};
    for (int layer = 0; layer < layers; ++layer)
        for (int head = 0; head < heads; ++head)
            run.heads.push_back({{layer, head}, {.thetaAlpha = -2 + 0.3 * layer + 0.05 * head, .thetaBeta = -1.21 + 0.2 * (layer * heads + head), .thetaMu = 0}});
    return run;
}

void keep(const Figure& figure, const QString& name)
{
    if (!qEnvironmentVariableIsSet("BAMSCOPE_KEEP_FIGURES"))
        return;
    const auto folder = qEnvironmentVariable("BAMSCOPE_KEEP_FIGURES") + QLatin1Char('/');
    imageOf(figure, {}, 150).save(folder + name + QStringLiteral(".png"));
    imageOf(figure, {.palette = QStringLiteral("grey")}, 150).save(folder + name + QStringLiteral("_grey.png"));
}

}  // namespace

class PriorFiguresTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyHeadIsAPointAndRegimesAreMarked()
    {
        const auto figure = priorScatterFigure({run(QStringLiteral("bam")), run(QStringLiteral("bam_ssmax"))});
        keep(figure, QStringLiteral("prior_scatter"));
        const auto& panel = figure.panels.at(0);
        QCOMPARE(panel.series.size(), std::size_t(2));
        QCOMPARE(panel.series[0].x.size(), 12);
        QCOMPARE(panel.series[0].x[0], -1.21);
        QCOMPARE(panel.series[0].y[0], -2.0);
        QVERIFY(panel.series[0].shade.isEmpty());
        QCOMPARE(panel.marks.size(), std::size_t(2));
        QCOMPARE(panel.marks[0].at, -0.6);
        QCOMPARE(panel.marks[1].at, 0.0);
    }

    void headsOfASingleRunAreColouredByLayer()
    {
        const auto figure = priorScatterFigure({run(QStringLiteral("bam"))});
        keep(figure, QStringLiteral("prior_scatter_layers"));
        const auto& series = figure.panels.at(0).series.at(0);
        QCOMPARE(series.shade[0], 0.0);
        QCOMPARE(series.shade[11], 2.0);
        QCOMPARE(figure.panels[0].colors.high, 2.0);
    }

    void biasesAreGroupedByTheirShapeAndComeFromTheFormula()
    {
        const auto figure = priorsByRegimeFigure({run(QStringLiteral("bam"))}, 512);
        keep(figure, QStringLiteral("priors_by_regime"));
        QCOMPARE(figure.panels.size(), std::size_t(3));
        // θβ = −1.21, −1.01, −0.81, −0.61 | −0.41, −0.21, −0.01 | 0.19 … 0.99
        QCOMPARE(figure.panels[0].series.size(), std::size_t(4));
        QCOMPARE(figure.panels[1].series.size(), std::size_t(3));
        QCOMPARE(figure.panels[2].series.size(), std::size_t(5));
        const auto& local = figure.panels[2].series.back();
        const auto& head = run(QStringLiteral("bam")).heads.back().prior;
        QCOMPARE(local.x.first(), 1.0);
        QVERIFY(std::abs(local.x.last() - 511) < 1e-6);
        for (qsizetype i = 0; i < local.x.size(); i += 20)
            QVERIFY(std::abs(local.y[i] + std::exp(head.thetaAlpha) * std::pow(local.x[i] + 1e-5, head.thetaBeta)) < 1e-6 * std::abs(local.y[i]));
    }

    void headsWithoutAPriorAreLeftOut()
    {
        PriorRun none{QStringLiteral("rotary"), QStringLiteral("RoPE"), plots::styleOf(QStringLiteral("rotary")), {{{0, 0}, {}}}};
        QVERIFY(priorScatterFigure({none}).panels.at(0).series.empty());
        QVERIFY(priorsByRegimeFigure({none}, 512).panels.empty());
    }

    void attentionOfInvertedHeadsIsPooledByTheLargest()
    {
        inspect::Capture capture;
        capture.layers = 1;
        capture.heads = 3;
        capture.prompt.tokens.assign(64, 1);
        capture.prompt.queryRows = {62, 63};
        capture.prompt.needleBegin = 20;
        capture.prompt.needleEnd = 25;
        capture.rows.assign(std::size_t(3 * 2 * 64), 0.001F);
        for (int head = 0; head < 3; ++head) {
            inspect::HeadSummary summary;
            summary.id = {0, head};
            summary.prior = {.thetaAlpha = 0, .thetaBeta = head == 0 ? 0.5 : head == 1 ? -0.2 : -1.0};
            capture.summary.push_back(summary);
        }
        capture.rows[std::size_t((2 * 2 + 0) * 64 + 22)] = 0.8F;
        capture.rows[std::size_t((2 * 2 + 1) * 64 + 22)] = 0.4F;
        const auto figure = invertedHeadsFigure(capture, QStringLiteral("test"), 16);
        keep(figure, QStringLiteral("inverted_heads"));
        const auto& panel = figure.panels.at(0);
        const auto& map = panel.heatmaps.at(0);
        QCOMPARE(map.columns, 16);
        QCOMPARE(map.rows, 2);
        QVERIFY(std::abs(map.values[22 / 4] - 0.6F) < 1e-6F);       // the smallest θβ first, means over the queries
        QVERIFY(std::abs(map.values[16] - 0.001F) < 1e-6F);
        QCOMPARE(panel.spans.at(0).from, 20.0);
        capture.summary[1].prior.thetaBeta = capture.summary[2].prior.thetaBeta = 0.1;
        QVERIFY(invertedHeadsFigure(capture, {}).panels.empty());
    }
};

BAMSCOPE_TEST(PriorFiguresTest)
#include "test_prior_figures.moc"
