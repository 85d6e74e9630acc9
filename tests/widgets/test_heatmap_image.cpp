// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, sampling and scrolling of heatmaps, without a widget.
#include "tests/support/attention_matrix.h"
#include "tests/support/test_main.h"
#include "widgets/plots/color_maps.h"
#include "widgets/plots/heatmap_image.h"

using namespace bam;
using plots::ColorScale;
using plots::HeatmapImage;
using plots::HeatmapScale;
using plots::HeatmapSource;
using plots::HeatmapWindow;
using plots::Pooling;

namespace {

constexpr QRgb kPaper = 0xFFFDFDFD, kOutside = 0xFF808080;

std::array<QRgb, 256> greys()
{
    std::array<QRgb, 256> colors{};
    for (int i = 0; i < 256; ++i)
        colors[std::size_t(i)] = qRgb(i, i, i);
    return colors;
}

HeatmapImage imageOf(const std::shared_ptr<const inspect::AttentionPyramid>& matrix, double high = 1)
{
    HeatmapImage image;
    image.setSource(HeatmapSource(matrix));
    image.setPaper(kPaper, kOutside);
    image.setScale(HeatmapScale(greys(), ColorScale::Linear, 0, high));
    return image;
}

/// Every pair has a weight of its own.
float ownWeight(qint64 query, qint64 key) { return float(query * 64 + key + 1) / 8192.0F; }

std::shared_ptr<const inspect::Region> regionOf(qint64 queryBegin, qint64 queryEnd, qint64 keyBegin, qint64 keyEnd, const test::PairWeight& weight)
{
    auto region = std::make_shared<inspect::Region>();
    region->asked = {{}, queryBegin, queryEnd, keyBegin, keyEnd, 512, false};
    region->rows = queryEnd - queryBegin;
    region->columns = keyEnd - keyBegin;
    for (auto query = queryBegin; query < queryEnd; ++query)
        for (auto key = keyBegin; key < keyEnd; ++key)
            region->max.push_back(key <= query ? weight(query, key) : 0);
    region->mean = region->max;
    return region;
}

}  // namespace

class HeatmapImageTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void colorsFollowTheScale()
    {
        const HeatmapScale linear(greys(), ColorScale::Linear, 0, 2), root(greys(), ColorScale::Sqrt, 0, 4), log(greys(), ColorScale::Log, 1e-4, 1);
        QCOMPARE(qRed(linear.color(0)), 0);
        QCOMPARE(qRed(linear.color(2)), 255);
        QCOMPARE(qRed(linear.color(-3)), 0);
        QCOMPARE(qRed(linear.color(7)), 255);
        QVERIFY(std::abs(qRed(linear.color(1)) - 127) <= 1);
        QVERIFY(std::abs(qRed(root.color(1)) - 127) <= 1);
        QVERIFY(std::abs(qRed(log.color(1e-2F)) - 127) <= 1);
        QVERIFY(std::abs(qRed(log.color(1e-3F)) - 64) <= 1);
        QCOMPARE(qRed(log.color(0)), 0);
        for (const auto& scale : {linear, root, log}) {
            for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()})
                QCOMPARE(scale.color(bad), plots::kNonFiniteColor);
            for (const double share : {0.0, 0.25, 0.5, 1.0})
                QVERIFY(std::abs(scale.share(scale.valueAt(share)) - share) < 1e-12);
        }
    }

    void noMapHoldsTheColorOfWhatIsNotFinite()
    {
        for (const auto& name : plots::colorMapNames()) {
            const HeatmapScale scale(plots::colorTable(name), ColorScale::Linear, 0, 1);
            for (int i = 0; i <= 2000; ++i) {
                const auto color = scale.color(float(i) / 2000);
                const int distance = std::abs(qRed(color) - 255) + qGreen(color) + std::abs(qBlue(color) - 255);
                QVERIFY2(distance > 100, qPrintable(name));
            }
        }
    }

    void rangesThatMeanNothingAreMadeSensible()
    {
        for (const auto scale : {ColorScale::Linear, ColorScale::Sqrt, ColorScale::Log})
            for (const auto& [low, high] : {std::pair{0.0, 0.0}, {1.0, 0.0}, {-2.0, -1.0}, {3.0, 3.0}, {std::nan(""), 1.0}, {0.0, INFINITY}}) {
                const HeatmapScale made(greys(), scale, low, high);
                QVERIFY(made.high() > made.low());
                QVERIFY(scale != ColorScale::Log || made.low() > 0);
                QCOMPARE(qRed(made.color(float(made.high()))), 255);
            }
        QCOMPARE(HeatmapScale(greys(), ColorScale::Linear, 0, 0.4).ticks(4), (std::vector<double>{0, 0.1, 0.2, 0.1 * 3, 0.4}));
        const auto decades = HeatmapScale(greys(), ColorScale::Log, 1e-6, 1).ticks(10);
        QCOMPARE(decades.size(), 7U);
        QVERIFY(std::abs(decades[1] - 1e-5) < 1e-12);
    }

    void onePixelPerPairShowsThePairs()
    {
        auto image = imageOf(test::pyramidOf(64, 1, ownWeight));
        const auto picture = image.picture({-2, -1, 1}, {70, 70});
        for (int y = 0; y < 70; ++y)
            for (int x = 0; x < 70; ++x) {
                const int query = y - 1, key = x - 2;
                const QRgb expected = query < 0 || key < 0 || query > 63 || key > 63 ? kOutside : key > query ? kPaper : image.scale().color(ownWeight(query, key));
                QCOMPARE(picture.pixel(x, y), expected);
            }
    }

    void largePairsAreSquaresWithAStaircaseAlongTheDiagonal()
    {
        auto image = imageOf(test::pyramidOf(64, 1, ownWeight));
        const HeatmapWindow window{105, 93, 0.1};
        const auto picture = image.picture(window, {200, 150});
        for (int y = 0; y < 150; ++y)
            for (int x = 0; x < 200; ++x) {
                const int query = (93 + y) / 10, key = (105 + x) / 10;
                QCOMPARE(picture.pixel(x, y), key > query ? kPaper : image.scale().color(ownWeight(query, key)));
            }
    }

    void aTileIsCutAtTheDiagonalWhenItIsLargerThanAPixel()
    {
        auto image = imageOf(test::pyramidOf(64, 16, ownWeight));
        const auto picture = image.picture({0, 0, 1}, {64, 64});
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 64; ++x)
                QCOMPARE(picture.pixel(x, y) == kPaper, x > y);
    }

    void aLoneHotPairStaysVisibleAtEveryZoom()
    {
        constexpr qint64 kLength = 4096;
        for (const auto& [hotQuery, hotKey] : {std::pair<qint64, qint64>{3001, 1733}, {4095, 0}, {2048, 2048}, {4095, 4095}}) {
            auto image = imageOf(test::pyramidOf(kLength, 1, [q = hotQuery, k = hotKey](qint64 query, qint64 key) { return query == q && key == k ? 1.0F : 0.001F; }));
            for (const double perPixel : {0.25, 0.7, 1.0, 1.3, 2.0, 3.7, 7.9, 16.0, 33.3, 100.0, 512.0}) {
                const int side = std::min(700, int(std::ceil(kLength / perPixel)));
                HeatmapWindow window{0, 0, perPixel};
                window.left = std::max<qint64>(0, qint64(double(hotKey) / perPixel) - side / 2);
                window.top = std::max<qint64>(0, qint64(double(hotQuery) / perPixel) - side / 2);
                const auto picture = image.picture(window, {side, side});
                int white = 0;
                for (int y = 0; y < side; ++y)
                    for (int x = 0; x < side; ++x)
                        white += picture.pixel(x, y) == 0xFFFFFFFF;
                const int expected = perPixel >= 1 ? 1 : int(std::floor(1 / perPixel) * std::floor(1 / perPixel));
                QVERIFY2(white >= expected, qPrintable(QStringLiteral("%1 of %2 at %3").arg(white).arg(expected).arg(perPixel)));
                QVERIFY(perPixel < 1 || white == 1);
            }
        }
    }

    void meansOfExactPairsAreTheirMeans()
    {
        auto image = imageOf(test::pyramidOf(64, 1, ownWeight));
        image.setPooling(Pooling::Mean);
        const auto values = image.values({0, 0, 2}, {32, 32});
        for (int y = 0; y < 32; ++y)
            for (int x = 0; x < y; ++x) {
                const float mean = (ownWeight(2 * y, 2 * x) + ownWeight(2 * y + 1, 2 * x) + ownWeight(2 * y, 2 * x + 1) + ownWeight(2 * y + 1, 2 * x + 1)) / 4;
                QVERIFY(std::abs(values[std::size_t(y * 32 + x)] - mean) < 1e-6F);
            }
    }

    void everyWindowShowsTheLargestOfItsPixelsPairs()
    {
        const auto matrix = test::pyramidOf(97, 1, [](qint64 query, qint64 key) { return float((query * 7919 + key * 104729) % 1009) / 1009; });
        const auto image = imageOf(matrix);
        const HeatmapSource source(matrix);
        for (const double perPixel : {1.0, 1.37, 1.99, 2.0, 3.1, 8.0, 40.0}) {
            const int side = int(std::ceil(97 / perPixel)) + 2;
            const auto values = image.values({0, 0, perPixel}, {side, side});
            // By level and pixel, from the pairs themselves: a tile belongs to the pixel in which it begins.
            const auto tile = source.gridFor(perPixel).queryTile;
            const auto pixelOf = [&](qint64 position) {
                qint64 pixel = 0;
                while (double(pixel + 1) * perPixel <= double(position / tile * tile))
                    ++pixel;
                return pixel;
            };
            std::vector<float> expected(values.size(), -1);
            for (qint64 query = 0; query < 97; ++query)
                for (qint64 key = 0; key <= query; ++key) {
                    auto& value = expected[std::size_t(pixelOf(query) * side + pixelOf(key))];
                    value = std::max(value, source.finest().at(Pooling::Max, query, key));
                }
            for (std::size_t i = 0; i < values.size(); ++i)
                QVERIFY2(expected[i] < 0 ? std::isnan(values[i]) : values[i] == expected[i], qPrintable(QStringLiteral("pixel %1 at %2: %3, not %4").arg(i).arg(perPixel).arg(values[i]).arg(expected[i])));
        }
    }

    void aMovedWindowShowsWhatANewImageWouldAndDrawsOnlyTheNewStrips()
    {
        const auto matrix = test::pyramidOf(700, 1, test::RetrievalHead{700, 200, 206, 690});
        for (const double perPixel : {0.37, 1.0, 1.61}) {
            auto image = imageOf(matrix, 0.2);
            HeatmapWindow window{20, 60, perPixel};
            image.picture(window, {300, 200});
            QCOMPARE(image.pixelsDrawn(), qint64(60000));
            for (const auto& [dx, dy] : {std::pair{5, 0}, {0, 7}, {-11, 0}, {0, -13}, {17, -9}, {-3, 21}, {9, 9}, {-19, -20}, {0, 0}}) {
                const auto before = image.pixelsDrawn();
                window.left += dx;
                window.top += dy;
                auto fresh = imageOf(matrix, 0.2);
                QVERIFY(image.picture(window, {300, 200}) == fresh.picture(window, {300, 200}));
                QCOMPARE(image.pixelsDrawn() - before, qint64(std::abs(dy) * 300 + std::abs(dx) * (200 - std::abs(dy))));
            }
        }
    }

    void theSampleIsWhatThePixelShows()
    {
        const auto matrix = test::pyramidOf(300, 1, test::RetrievalHead{300, 100, 104, 290});
        const HeatmapSource finest(matrix);
        for (const auto pooling : {Pooling::Max, Pooling::Mean})
            for (const double perPixel : {0.4, 1.0, 2.6}) {
                auto image = imageOf(matrix, 0.3);
                image.setPooling(pooling);
                const HeatmapWindow window{7, 11, perPixel};
                const auto values = image.values(window, {90, 80});
                const auto picture = image.picture(window, {90, 80});
                for (int y = 0; y < 80; ++y)
                    for (int x = 0; x < 90; ++x) {
                        const auto sample = image.sample(window, x, y);
                        const float value = values[std::size_t(y * 90 + x)];
                        QCOMPARE(sample.shown, !std::isnan(value));
                        if (!sample.shown)
                            continue;
                        QCOMPARE(sample.value, value);
                        QCOMPARE(picture.pixel(x, y), image.scale().color(value));
                        if (pooling == Pooling::Mean)
                            continue;
                        const auto inTile = plots::extremesOf(finest.finest(), pooling, sample.query, sample.query + sample.queryTile, sample.key, sample.key + sample.keyTile);
                        QCOMPARE(float(inTile.high), value);
                    }
            }
    }

    void anExactRegionReplacesTheTilesThatItCovers()
    {
        auto image = imageOf(test::pyramidOf(64, 16, ownWeight));
        image.setDetail(HeatmapSource(regionOf(20, 40, 8, 30, ownWeight), plots::RegionPart::Attention, 64));
        const auto picture = image.picture({0, 0, 0.5}, {128, 128});
        const HeatmapSource coarse(test::pyramidOf(64, 16, ownWeight));
        for (int y = 0; y < 128; ++y)
            for (int x = 0; x < 128; ++x) {
                const int query = y / 2, key = x / 2;
                const bool exact = query >= 20 && query < 40 && key >= 8 && key < 30;
                const QRgb expected = key > query ? kPaper : image.scale().color(exact ? ownWeight(query, key) : coarse.finest().at(Pooling::Max, query, key));
                QCOMPARE(picture.pixel(x, y), expected);
            }
        QCOMPARE(image.sample({0, 0, 0.5}, 20, 50).value, ownWeight(25, 10));
        QCOMPARE(image.sample({0, 0, 0.5}, 20, 50).queryTile, qint64(1));
    }

    void whatIsNotFiniteIsMarkedAtEveryZoomAndCounted()
    {
        const auto matrix = test::pyramidOf(512, 1, [](qint64 query, qint64 key) {
            return query == 300 && key == 77 ? std::numeric_limits<float>::quiet_NaN() : query == 301 && key == 200 ? std::numeric_limits<float>::infinity() : 0.5F;
        });
        auto image = imageOf(matrix);
        QCOMPARE(image.source().nonFinite(Pooling::Max), qint64(2));
        for (const auto pooling : {Pooling::Max, Pooling::Mean})
            for (const double perPixel : {1.0, 2.0, 5.0, 40.0}) {
                image.setPooling(pooling);
                const int side = int(std::ceil(512 / perPixel));
                const auto picture = image.picture({0, 0, perPixel}, {side, side});
                int marked = 0;
                for (int y = 0; y < side; ++y)
                    for (int x = 0; x < side; ++x)
                        marked += picture.pixel(x, y) == plots::kNonFiniteColor;
                QVERIFY2(marked == 2, qPrintable(QStringLiteral("%1 at %2").arg(marked).arg(perPixel)));
            }
    }

    void extremesAreThoseOfTheVisiblePairs()
    {
        const HeatmapSource source(test::pyramidOf(64, 1, ownWeight));
        const auto all = plots::extremesOf(source.finest(), Pooling::Max, 0, 64, 0, 64);
        QCOMPARE(float(all.low), ownWeight(0, 0));
        QCOMPARE(float(all.high), ownWeight(63, 63));
        const auto part = plots::extremesOf(source.finest(), Pooling::Max, 10, 20, 15, 30);
        QCOMPARE(float(part.low), ownWeight(15, 15));
        QCOMPARE(float(part.high), ownWeight(19, 19));
        QVERIFY(std::isnan(plots::extremesOf(source.finest(), Pooling::Max, 0, 5, 10, 20).high));
    }
};

BAMSCOPE_TEST(HeatmapImageTest)
#include "test_heatmap_image.moc"
