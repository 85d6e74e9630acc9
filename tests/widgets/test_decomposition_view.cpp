// SPDX-License-Identifier: GPL-3.0-or-later
// The decomposition view: curves of one query, linked maps of a head, the identity between them.
#include "tests/support/attention_factors.h"
#include "tests/support/test_main.h"
#include "widgets/common/format.h"
#include "widgets/views/attention/decomposition_view.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>

using namespace bam;
using plots::HeatmapCell;
using views::DecompositionView;
using views::Factor;

namespace {

constexpr qint64 kLength = 300;
constexpr inspect::HeadId kHead{1, 2};

const test::FactorFormula kFormula{
    [](qint64 query, qint64 key) { return key >= 80 && key < 86 ? 6.0 : std::sin(double(query * 31 + key * 17)); },
    [](qint64 distance) { return -0.8 * std::pow(double(distance) + 1, 0.5); }, 0.43};

std::shared_ptr<inspect::Decomposition> values(qint64 query = 290) { return std::make_shared<inspect::Decomposition>(test::decompositionOf(kHead, query, kFormula)); }

struct Shown {
    DecompositionView view;

    Shown()
    {
        view.resize(1100, 800);
        QStringList tokens;
        for (qint64 i = 0; i < kLength; ++i)
            tokens.append(QStringLiteral("t%1").arg(i));
        view.setHead(kHead, kLength, tokens, {80, 86, QStringLiteral("needle"), {290}, QStringLiteral("answer")});
        view.show();
    }
    void showMaps(qint64 tile = 1)
    {
        view.setPage(DecompositionView::Page::Head);
        view.setRegion(test::factorRegion({kHead, 0, kLength, 0, kLength, 512, true}, tile, kFormula));
    }
    QString label(const char* name) { return view.findChild<QLabel*>(QLatin1String(name))->text(); }
    void check(const char* name, bool on) { view.findChild<QToolButton*>(QLatin1String(name))->setChecked(on); }
    void hover(Factor factor, const HeatmapCell& cell)
    {
        auto& map = view.maps().map(factor);
        const auto place = map.pixelOf(cell);
        QMouseEvent event(QEvent::MouseMove, place, map.mapToGlobal(place), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&map, &event);
    }
};

}  // namespace

class DecompositionViewTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theIdentityIsComputedAndShown()
    {
        Shown shown;
        auto whole = values();
        const auto identity = views::identityOf(*whole);
        QVERIFY(identity.holds() && identity.deviation < 1e-12);
        shown.view.setDecomposition(whole);
        QVERIFY(shown.label("decompositionIdentity").startsWith(QStringLiteral("Joint = content × prior × Z holds: largest deviation ")));
        QCOMPARE(shown.label("decompositionFacts"), QStringLiteral("λ = s·ln n = %1 (s = 0.43, n = 291), ln Z = %2, Z = %3").arg(ui::significant(0.43 * std::log(291.0), 4), ui::significant(whole->logZ, 4), ui::significant(std::exp(whole->logZ), 4)));
        auto plain = kFormula;
        plain.scale = 0;
        QVERIFY(views::factorText(test::decompositionOf(kHead, 290, plain)).startsWith(QStringLiteral("λ = 1 (no SSMax), ln Z = ")));

        whole = values();
        whole->joint[84] += 0.01;
        const auto broken = views::identityOf(*whole);
        QVERIFY(!broken.holds());
        QCOMPARE(broken.key, qint64(84));
        QVERIFY(std::abs(broken.deviation - 0.01) < 1e-9);
        shown.view.setDecomposition(whole);
        QCOMPARE(shown.label("decompositionIdentity"), QStringLiteral("Joint = content × prior × Z does not hold: deviation 0.01 at key 84"));

        whole = values();
        whole->content[3] = std::nan("");
        whole->joint[9] = INFINITY;
        QCOMPARE(views::identityOf(*whole).notFinite, qint64(2));
        shown.view.setDecomposition(whole);
        QVERIFY(shown.label("decompositionIdentity").contains(QStringLiteral("not finite")));
        shown.view.grab();
    }

    void theIdentityHoldsWhereProductsAreBelowTheSmallestNumber()
    {
        // Content and position have nothing in common: each alone gives the other's keys next to nothing.
        const test::FactorFormula apart{[](qint64, qint64 key) { return key == 0 ? 700.0 : 0.0; }, [](qint64 distance) { return distance == 0 ? 600.0 : 0.0; }, 0};
        auto values = test::decompositionOf(kHead, 50, apart);
        values.logZ = 600 + std::log1p(std::exp(-100.0) + 49 * std::exp(-700.0)) * -1;
        double most = 0;
        for (const double value : values.joint)
            most = std::max(most, value);
        QVERIFY(most > 0.99);
        QVERIFY(views::identityOf(values).deviation < 1e-6);
    }

    void curvesAreTheValuesOfTheQuery()
    {
        Shown shown;
        const auto whole = values();
        shown.view.setDecomposition(whole);
        const auto& panels = shown.view.curves().panels();
        QCOMPARE(panels.size(), 4U);
        QCOMPARE(*panels[0].series[1].y, whole->contentScore);
        QCOMPARE(*panels[0].series[0].y, whole->scaledContent);
        QCOMPARE(*panels[1].series[0].y, whole->biasTerm);
        QCOMPARE(*panels[2].series[0].y, whole->content);
        QCOMPARE(*panels[2].series[1].y, whole->position);
        QCOMPARE(*panels[3].series[0].y, whole->joint);
        shown.view.curves().setCrosshair(83);
        QCOMPARE(shown.view.curves().valueText(3, 0), ui::significant(whole->joint[83], 4));
        auto other = std::make_shared<inspect::Decomposition>(*whole);
        other->head = {0, 0};
        other->query = 12;
        shown.view.setDecomposition(other);
        QCOMPARE(shown.view.curves().query(), qint64(290));     // of another head: passed over
    }

    void aTypedQueryIsAskedFor()
    {
        Shown shown;
        QSignalSpy asked(&shown.view, &DecompositionView::querySelected);
        auto* line = shown.view.findChild<QWidget*>(QStringLiteral("decompositionQuery"))->findChild<QLineEdit*>();
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("28"));
        QCOMPARE(asked.last().at(0).toLongLong(), 28LL);
        const auto count = asked.count();
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("9"));
        QTest::keyClicks(line, QStringLiteral("99"));       // 999: there is no such position
        QCOMPARE(asked.last().at(0).toLongLong(), 99LL);
        QCOMPARE(asked.count(), count + 2);
    }

    void theFigureOfCurvesIsWhatIsInView()
    {
        Shown shown;
        const auto whole = values();
        shown.view.setDecomposition(whole);
        shown.view.curves().showKeys(70, 100);
        QSignalSpy requested(&shown.view, &DecompositionView::figureRequested);
        QTest::mouseClick(shown.view.findChild<QToolButton*>(QStringLiteral("saveCurves")), Qt::LeftButton);
        QCOMPARE(requested.count(), 1);
        const auto figure = shown.view.figure();
        QCOMPARE(figure.panels.size(), 4U);
        QVERIFY(figure.sharedX);
        const auto& joint = figure.panels[3].series[0];
        QCOMPARE(joint.x.size(), qsizetype(30));
        for (qsizetype i = 0; i < joint.x.size(); ++i)
            QCOMPARE(joint.y[i], whole->joint[std::size_t(joint.x[i])]);
        QCOMPARE(figure.panels[3].y.scale, figures::AxisScale::Log);
        QCOMPARE(figure.panels[0].spans.at(0).from, 79.5);
        shown.check("logDistance", true);
        shown.check("logProbability", false);
        const auto other = shown.view.figure();
        QCOMPARE(other.panels[0].x.scale, figures::AxisScale::Log);
        QCOMPARE(other.panels[3].y.scale, figures::AxisScale::Linear);
        const auto& x = other.panels[0].series[0].x;
        QVERIFY(std::is_sorted(x.begin(), x.end()));
        shown.view.curves().showAll();
        QCOMPARE(shown.view.figure().panels[0].series[0].x.first(), 0.5);       // distance 0
        QCOMPARE(shown.view.figure().panels[0].x.ticks.at(0).text, QStringLiteral("0"));
    }

    void theWholeHeadIsAskedForWhenItsPageOpens()
    {
        Shown shown;
        QSignalSpy wanted(&shown.view, &DecompositionView::regionWanted);
        shown.view.setPage(DecompositionView::Page::Head);
        QCOMPARE(wanted, (QList<QVariantList>{{0LL, kLength, 0LL, kLength}}));
        shown.view.setPage(DecompositionView::Page::Query);
        shown.view.setPage(DecompositionView::Page::Head);
        QCOMPARE(wanted.count(), 1);
        shown.view.setHead({0, 1}, kLength, {}, {});
        QCOMPARE(wanted.count(), 2);        // the page is open
    }

    void mapsShareWindowCrosshairAndReadout()
    {
        Shown shown;
        shown.showMaps();
        auto& maps = shown.view.maps();
        maps.map(Factor::Content).showRange({200, 260, 60, 120});
        for (const auto factor : {Factor::ContentScore, Factor::PriorTerm, Factor::Position, Factor::Joint})
            QCOMPARE(maps.map(factor).window(), maps.map(Factor::Content).window());
        shown.hover(Factor::PriorTerm, {240, 83});
        const auto expected = test::decompositionOf(kHead, 240, kFormula);
        QCOMPARE(*maps.map(Factor::Joint).crosshair(), (HeatmapCell{240, 83}));
        QCOMPARE(maps.title(Factor::ContentScore), QStringLiteral("Content score: %1").arg(ui::significant(double(float(expected.contentScore[83])), 4)));
        QCOMPARE(maps.title(Factor::PriorTerm), QStringLiteral("Prior term: %1").arg(ui::significant(double(float(expected.biasTerm[83])), 4)));
        QCOMPARE(maps.title(Factor::Joint), QStringLiteral("Joint: %1").arg(ui::significant(double(float(expected.joint[83])), 4)));
        const auto content = double(maps.map(Factor::Content).sampleAtCrosshair()->value), position = double(maps.map(Factor::Position).sampleAtCrosshair()->value), joint = double(maps.map(Factor::Joint).sampleAtCrosshair()->value);
        QVERIFY(std::abs(content * position * std::exp(expected.logZ) - joint) < 1e-6);
        QCOMPARE(shown.label("mapsPlace"), QStringLiteral("Query 240, key 83, distance 157: “t240” → “t83”"));
    }

    void aFinerRegionIsShownWhereItIs()
    {
        Shown shown;
        shown.showMaps(20);
        auto& joint = shown.view.maps().map(Factor::Joint);
        QSignalSpy wanted(&shown.view, &DecompositionView::regionWanted);
        joint.showRange({200, 260, 60, 120});
        QTRY_COMPARE(wanted.count(), 1);
        joint.setCrosshair(HeatmapCell{240, 83});
        QCOMPARE(joint.sampleAtCrosshair()->queryTile, qint64(20));
        const auto asked = wanted.takeFirst();
        shown.view.setRegion(test::factorRegion({kHead, asked[0].toLongLong(), asked[1].toLongLong(), asked[2].toLongLong(), asked[3].toLongLong(), 512, true}, 1, kFormula));
        QCOMPARE(joint.sampleAtCrosshair()->queryTile, qint64(1));
        QCOMPARE(joint.sampleAtCrosshair()->value, float(test::decompositionOf(kHead, 240, kFormula).joint[83]));
    }

    void aClickIntoAMapTakesItsQueryApart()
    {
        Shown shown;
        shown.showMaps();
        QSignalSpy asked(&shown.view, &DecompositionView::querySelected);
        auto& map = shown.view.maps().map(Factor::Content);
        map.showRange({200, 260, 60, 120});
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.pixelOf({230, 90}).toPoint());
        QCOMPARE(asked.takeFirst().at(0).toLongLong(), 230LL);
        QCOMPARE(*shown.view.maps().map(Factor::Joint).selected(), (HeatmapCell{230, 90}));
    }

    void theFigureOfMapsHoldsAllFactors()
    {
        Shown shown;
        QVERIFY(shown.view.figures().empty());
        shown.view.setDecomposition(values());
        shown.showMaps();
        const auto figures = shown.view.figures();
        QCOMPARE(figures.size(), 2U);
        const auto& maps = figures[1];
        QCOMPARE(maps.panels.size(), 5U);
        QCOMPARE(maps.panels[1].title, QStringLiteral("Prior term p·b(δ)"));
        const auto& bias = maps.panels[1].heatmaps.at(0);
        QCOMPARE(bias.values[200 * bias.columns + 150], float(kFormula.bias(50)));
        QVERIFY(std::isnan(bias.values[150 * bias.columns + 200]));
    }

    void settingsComeBackAndHeadsAreStepped()
    {
        Shown first;
        first.check("logDistance", true);
        first.check("logProbability", false);
        first.view.setPage(DecompositionView::Page::Head);
        Shown second;
        second.view.restoreSettings(first.view.saveSettings());
        QCOMPARE(int(second.view.page()), int(DecompositionView::Page::Head));
        QCOMPARE(second.view.curves().settings().axis, plots::CurveStack::Axis::LogDistance);
        QVERIFY(!second.view.curves().settings().logProbability);
        second.view.restoreSettings("nonsense");
        QCOMPARE(second.view.curves().settings(), plots::CurveStack::Settings());
        second.view.setPage(DecompositionView::Page::Query);
        QSignalSpy steps(&second.view, &DecompositionView::headStepped);
        QVERIFY(QTest::qWaitForWindowActive(&second.view));
        second.view.setDecomposition(values());
        second.view.curves().setFocus();
        QTest::keyClick(&second.view.curves(), Qt::Key_PageDown);
        QTest::keyClick(&second.view.curves(), Qt::Key_PageUp, Qt::ShiftModifier);
        QCOMPARE(steps, (QList<QVariantList>{{0, 1}, {-1, 0}}));
    }
};

BAMSCOPE_TEST(DecompositionViewTest)
#include "test_decomposition_view.moc"
