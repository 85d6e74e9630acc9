// SPDX-License-Identifier: GPL-3.0-or-later
// viridis, magma and inferno by the polynomials of degree 6 that M. Zucker fitted to matplotlib's tables (public domain), cividis by the one of d3-scale-chromatic
// (Nuñez, Anderton and Renslow 2018); grey and the diverging map are straight lines in Ottosson's OKLab.
#include "widgets/plots/color_maps.h"

#include <algorithm>
#include <cmath>

namespace bam::plots {
namespace {

using Rgb = std::array<double, 3>;
using Polynomial = std::array<Rgb, 7>;

constexpr Polynomial kViridis{{{0.2777273272234177, 0.005407344544966578, 0.3340998053353061}, {0.1050930431085774, 1.404613529898575, 1.384590162594685},
    {-0.3308618287255563, 0.214847559468213, 0.09509516302823659}, {-4.634230498983486, -5.799100973351585, -19.33244095627987},
    {6.228269936347081, 14.17993336680509, 56.69055260068105}, {4.776384997670288, -13.74514537774601, -65.35303263337234},
    {-5.435455855934631, 4.645852612178535, 26.3124352495832}}};
constexpr Polynomial kMagma{{{-0.002136485053939582, -0.000749655052795221, -0.005386127855323933}, {0.2516605407371642, 0.6775232436837668, 2.494026599312351},
    {8.353717279216625, -3.577719514958484, 0.3144679030132573}, {-27.66873308576866, 14.26473078096533, -13.64921318813922},
    {52.17613981234068, -27.94360607168351, 12.94416944238394}, {-50.76852536473588, 29.04658282127291, 4.23415299384598},
    {18.65570506591883, -11.48977351997711, -5.601961508734096}}};
constexpr Polynomial kInferno{{{0.0002189403691192265, 0.001651004631001012, -0.01948089843709184}, {0.1065134194856116, 0.5639564367884091, 3.932712388889277},
    {11.60249308247187, -3.972853965665698, -15.9423941062914}, {-41.70399613139459, 17.43639888205313, 44.35414519872813},
    {77.162935699427, -33.40235894210092, -81.80730925738993}, {-71.31942824499214, 32.62606426397723, 73.20951985803202},
    {25.13112622477341, -12.24266895238567, -23.07032500287172}}};
/// In steps of 1/255.
constexpr Polynomial kCividis{{{-4.54, 32.49, 81.24}, {-35.34, 170.73, 442.36}, {2381.73, 52.82, -2482.43}, {-6402.7, -131.46, 6167.24}, {7024.72, 176.58, -6614.94},
    {-2710.57, -67.37, 2475.67}, {0, 0, 0}}};

Rgb valueOf(const Polynomial& polynomial, double t)
{
    Rgb result{};
    for (std::size_t channel = 0; channel < 3; ++channel)
        for (std::size_t power = polynomial.size(); power-- > 0;)
            result[channel] = result[channel] * t + polynomial[power][channel];
    return result;
}

/// sRGB of an OKLab colour.
Rgb fromLab(double lightness, double a, double b)
{
    const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3), m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3),
                 s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    const auto encoded = [](double c) { return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055; };
    return {encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s), encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
        encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

Rgb viridis(double t) { return valueOf(kViridis, t); }
Rgb magma(double t) { return valueOf(kMagma, t); }
Rgb inferno(double t) { return valueOf(kInferno, t); }
Rgb grey(double t) { return fromLab(0.985 - 0.865 * t, 0, 0); }

Rgb cividis(double t)
{
    auto result = valueOf(kCividis, t);
    for (auto& channel : result)
        channel /= 255;
    return result;
}

/// @param middle its lightness @param fall how much darker the ends are
Rgb diverging(double t, double middle, double fall)
{
    const double from = std::abs(2 * t - 1), lightness = middle - fall * from, chroma = 0.135 * from;
    const double hue = (t < 0.5 ? 250.0 : 50.0) / 180 * 3.14159265358979323846;
    return fromLab(lightness, chroma * std::cos(hue), chroma * std::sin(hue));
}

Rgb blueOrange(double t) { return diverging(t, 0.97, 0.45); }
/// Its middle is three times as light as black screens and a third as light as paper.
Rgb blueGreyOrange(double t) { return diverging(t, 0.65, 0.12); }

struct Entry {
    const char* name;
    Rgb (*color)(double);
};
constexpr std::array<Entry, 7> kMaps{{{"viridis", viridis}, {"magma", magma}, {"inferno", inferno}, {"cividis", cividis}, {"grey", grey}, {"blue_orange", blueOrange},
    {"blue_grey_orange", blueGreyOrange}}};

std::size_t indexOf(const QString& name)
{
    const auto found = std::find_if(kMaps.begin(), kMaps.end(), [&](const Entry& entry) { return name == QLatin1String(entry.name); });
    return found == kMaps.end() ? 0 : std::size_t(found - kMaps.begin());
}

QRgb toRgb(const Rgb& color)
{
    const auto byte = [](double c) { return int(std::lround(std::clamp(c, 0.0, 1.0) * 255)); };
    return qRgb(byte(color[0]), byte(color[1]), byte(color[2]));
}

std::array<ColorTable, kMaps.size()> makeTables()
{
    std::array<ColorTable, kMaps.size()> tables{};
    for (std::size_t map = 0; map < kMaps.size(); ++map)
        for (std::size_t i = 0; i < kColorSteps; ++i)
            tables[map][i] = toRgb(kMaps[map].color(double(i) / (kColorSteps - 1)));
    return tables;
}

}  // namespace

QStringList colorMapNames()
{
    QStringList names;
    for (const auto& entry : kMaps)
        names.append(QString::fromLatin1(entry.name));
    return names;
}

bool isColorMap(const QString& name)
{
    return std::any_of(kMaps.begin(), kMaps.end(), [&](const Entry& entry) { return name == QLatin1String(entry.name); });
}

bool isDiverging(const QString& name) { return name.startsWith(QLatin1String("blue_")); }

QRgb colorAt(const QString& name, double at)
{
    return std::isnan(at) ? qRgba(0, 0, 0, 0) : toRgb(kMaps[indexOf(name)].color(std::clamp(at, 0.0, 1.0)));
}

const ColorTable& colorTable(const QString& name)
{
    static const auto tables = makeTables();
    return tables[indexOf(name)];
}

}  // namespace bam::plots
