// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/encoding.h"
#include "tests/support/test_main.h"
#include "widgets/plots/marker_shape.h"
#include "widgets/plots/shades.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace bam;

namespace {

/// Machado, Oliveira and Fernandes (2009): what a dichromat sees, in linear light.
using Matrix = double[3][3];
constexpr Matrix kEverything{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
constexpr Matrix kProtanopia{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}};
constexpr Matrix kDeuteranopia{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}};
constexpr Matrix kTritanopia{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}};

/// CIE L*a*b* of a colour as it is seen.
std::array<double, 3> seen(const QColor& color, const Matrix& vision)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    const double rgb[3] = {linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
    double light[3];
    for (int n = 0; n < 3; ++n)
        light[n] = std::clamp(vision[n][0] * rgb[0] + vision[n][1] * rgb[1] + vision[n][2] * rgb[2], 0.0, 1.0);
    const auto curve = [](double x) { return x > 0.008856 ? std::cbrt(x) : 7.787 * x + 16.0 / 116; };
    const double x = curve((0.4124 * light[0] + 0.3576 * light[1] + 0.1805 * light[2]) / 0.9505), y = curve(0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]),
                 z = curve((0.0193 * light[0] + 0.1192 * light[1] + 0.9505 * light[2]) / 1.089);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

}  // namespace

class PaletteTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyEncodingHasItsTitleColourAndMarker()
    {
        std::set<QRgb> colors;
        std::set<int> markers;
        for (const auto& kind : encoding::registry()) {
            const auto name = QString::fromStdString(kind.name);
            QCOMPARE(plots::titleOf(name), QString::fromStdString(kind.title));
            QCOMPARE(plots::titleOf(name + QStringLiteral("_ssmax")), QString::fromStdString(kind.title) + QStringLiteral(" + SSMax"));
            const auto style = plots::styleOf(name), ssmax = plots::styleOf(name + QStringLiteral("_ssmax"));
            QVERIFY2(colors.insert(style.color.rgb()).second, kind.name.c_str());
            QVERIFY2(markers.insert(style.marker).second && style.marker != plots::kUnknownMarker && style.marker < plots::kMarkers, kind.name.c_str());
            QVERIFY(ssmax.color == style.color && ssmax.dashed && !style.dashed);
        }
    }

    void coloursDifferForEveryKindOfColourVision()
    {
        const auto& all = encoding::registry();
        for (std::size_t a = 0; a < all.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                for (const auto* vision : {&kEverything, &kProtanopia, &kDeuteranopia, &kTritanopia}) {
                    const auto first = seen(plots::styleOf(QString::fromStdString(all[a].name)).color, *vision);
                    const auto second = seen(plots::styleOf(QString::fromStdString(all[b].name)).color, *vision);
                    const double distance = std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
                    QVERIFY2(distance > 9, qPrintable(QStringLiteral("%1 and %2: %3").arg(all[a].name.c_str(), all[b].name.c_str()).arg(distance)));
                }
    }

    void coloursAreSeenOnPaper()
    {
        for (const auto& kind : encoding::registry()) {
            const auto style = plots::styleOf(QString::fromStdString(kind.name));
            QVERIFY2(seen(style.color, kEverything)[0] < 75, kind.name.c_str());     // lightness; paper has 100
        }
    }

    void everyMarkerIsAShapeOfItsOwn()
    {
        for (int a = 0; a < plots::kMarkers; ++a) {
            const auto shape = plots::markerShape(a, {10, 10}, 4);
            QVERIFY(!shape.isEmpty() && QRectF(4, 4, 12, 12).contains(shape.boundingRect()));
            for (int b = 0; b < a; ++b)
                QVERIFY(shape != plots::markerShape(b, {10, 10}, 4));
        }
        QCOMPARE(plots::markerShape(99, {}, 1), plots::markerShape(plots::kUnknownMarker, {}, 1));
    }
};

BAMSCOPE_TEST(PaletteTest)
#include "test_palette.moc"
