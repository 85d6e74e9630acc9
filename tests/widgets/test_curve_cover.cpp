// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/plots/curve_cover.h"

#include <cmath>
#include <random>

using namespace bam;
using Heights = std::vector<runs::Extremes>;

namespace {

constexpr int kColumns = 200;

struct Curve {
    std::vector<double> x;
    std::vector<float> y;
    runs::MinMaxIndex index;
    int revision = 0;

    /// Many rows to a column on the right, less than one on the left, a gap and a spike.
    Curve()
    {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> share(0.1, 1);
        double at = 1;
        for (int row = 0; row < 40000; ++row) {
            at += row < 100 ? 40 * share(random) : share(random);
            x.push_back(at);
            y.push_back(row == 70 ? std::nanf("") : row == 30000 ? 90.0f : float(3 + share(random)));
        }
        index.extend(y);
    }
    plots::CurveRows rows() const { return {&x, 1, &y, &index, 0, revision}; }
};

/// The x axis after it was moved by pixels.
plots::PixelMap moved(plots::PixelMap map, double pixels)
{
    const double begin = map.value(pixels), end = map.value(map.length + pixels);
    map.begin = begin;
    map.end = end;
    return map;
}

plots::PixelMap axis(bool logarithmic)
{
    plots::PixelMap x{2, 20000, 0, kColumns};
    x.logarithmic = logarithmic;
    return x;
}

Heights madeAnew(const Curve& curve, const plots::PixelMap& x, const plots::HeightMap& map)
{
    Heights heights(kColumns);
    plots::coveredHeights(curve.rows(), x, map, 0, heights);
    return heights;
}

bool areClose(const Heights& a, const Heights& b)
{
    const auto close = [](float x, float y) { return x == y || std::abs(x - y) < 1e-4f; };
    for (std::size_t column = 0; column < a.size(); ++column)
        if (!close(a[column].low, b[column].low) || !close(a[column].high, b[column].high))
            return false;
    return a.size() == b.size();
}

}  // namespace

class CurveCoverTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void movedColumnsAreThoseThatWouldBeMadeAnew_data()
    {
        QTest::addColumn<bool>("logarithmicX");
        QTest::addColumn<bool>("logarithmicY");
        QTest::newRow("linear") << false << false;
        QTest::newRow("logarithmic") << true << true;
    }
    void movedColumnsAreThoseThatWouldBeMadeAnew()
    {
        QFETCH(bool, logarithmicX);
        QFETCH(bool, logarithmicY);
        const Curve curve;
        plots::PixelMap y{1, 100, 100, -100};
        y.logarithmic = logarithmicY;
        const plots::HeightMap map(y);
        plots::CurveCover cover;
        auto x = axis(logarithmicX);
        QVERIFY(areClose(cover.heights(curve.rows(), x, map, kColumns), madeAnew(curve, x, map)));
        for (const int by : {1, 7, -3, 60, -64, 150, 260, -700, 0, -1}) {
            x = moved(x, by);
            QVERIFY2(areClose(cover.heights(curve.rows(), x, map, kColumns), madeAnew(curve, x, map)), qPrintable(QString::number(by)));
        }
    }

    void partsOfAPixelAndAnotherScaleAreMadeAnew()
    {
        const Curve curve;
        const plots::HeightMap map(plots::PixelMap{});
        plots::CurveCover cover;
        const auto x = axis(false);
        cover.heights(curve.rows(), x, map, kColumns);
        for (const auto& other : {moved(x, 4.5), plots::PixelMap{2, 9000, 0, kColumns}, plots::PixelMap{2, 20000, 0, 300}})
            QVERIFY(areClose(cover.heights(curve.rows(), other, map, kColumns), madeAnew(curve, other, map)));
    }

    void onlyColumnsThatComeIntoSightAreLookedUp()
    {
        Curve curve;
        const plots::HeightMap map(plots::PixelMap{});
        plots::CurveCover cover;
        const auto x = axis(false);
        const auto before = cover.heights(curve.rows(), x, map, kColumns);
        // Nobody told of these values: where they show, rows were looked up.
        std::fill(curve.y.begin(), curve.y.end(), 50.0f);
        curve.index.clear();
        curve.index.extend(curve.y);
        const auto after = cover.heights(curve.rows(), moved(x, 20), map, kColumns);
        for (std::size_t column = 0; column < kColumns - 22; ++column)
            QCOMPARE(after[column].high, before[column + 20].high);
        for (std::size_t column = kColumns - 20; column < kColumns; ++column)
            QCOMPARE(after[column].high, 50.0f);
        ++curve.revision;
        QCOMPARE(cover.heights(curve.rows(), moved(x, 20), map, kColumns)[50].high, 50.0f);
    }

    void newRowsAndAnotherKindOfAxisAreSeen()
    {
        Curve curve;
        plots::PixelMap y;
        plots::CurveCover cover;
        const auto x = axis(false);
        cover.heights(curve.rows(), x, plots::HeightMap(y), kColumns);
        y.logarithmic = true;
        QVERIFY(areClose(cover.heights(curve.rows(), x, plots::HeightMap(y), kColumns), madeAnew(curve, x, plots::HeightMap(y))));
        curve.x.push_back(curve.x.back() + 1);
        curve.y.push_back(60);
        curve.index.extend(curve.y);
        const auto far = moved(x, x.pixel(curve.x.back()) - 10);
        const auto& heights = cover.heights(curve.rows(), far, plots::HeightMap(y), kColumns);
        QCOMPARE(std::max_element(heights.begin(), heights.end(), [](const auto& a, const auto& b) { return a.high < b.high; })->high, float(std::log(60.0)));
    }

    void aCurveThatLeftThePictureIsForgotten()
    {
        Curve curve;
        const plots::HeightMap map(plots::PixelMap{});
        plots::CurveCovers covers;
        covers.heights(curve.rows(), axis(false), map, kColumns);
        covers.next();
        covers.next();      // a picture without it
        std::fill(curve.y.begin(), curve.y.end(), 50.0f);
        curve.index.clear();
        curve.index.extend(curve.y);
        QCOMPARE(covers.heights(curve.rows(), axis(false), map, kColumns)[100].high, 50.0f);
    }
};

BAMSCOPE_TEST(CurveCoverTest)
#include "test_curve_cover.moc"
