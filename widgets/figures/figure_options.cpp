// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figure_options.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace bam::figures {
namespace {

constexpr double kInch = 25.4;

QString translated(const char* text) { return QCoreApplication::translate("figures", text); }

bool isPage(double millimetres) { return millimetres >= 10 && millimetres <= 1000; }

}  // namespace

QString unitName(LengthUnit unit)
{
    return unit == LengthUnit::Millimetre ? QStringLiteral("mm") : unit == LengthUnit::Point ? QStringLiteral("pt") : QStringLiteral("in");
}

double toMillimetres(double value, LengthUnit unit) { return unit == LengthUnit::Millimetre ? value : unit == LengthUnit::Point ? value * kInch / 72 : value * kInch; }

double fromMillimetres(double millimetres, LengthUnit unit)
{
    return unit == LengthUnit::Millimetre ? millimetres : unit == LengthUnit::Point ? millimetres / kInch * 72 : millimetres / kInch;
}

std::optional<double> lengthFrom(const QString& text)
{
    static const QRegularExpression kLength(QStringLiteral("^\\s*([0-9]*\\.?[0-9]+)\\s*(mm|cm|pt|in)\\s*$"), QRegularExpression::CaseInsensitiveOption);
    const auto match = kLength.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const double value = match.captured(1).toDouble();
    const auto unit = match.captured(2).toLower();
    const double millimetres = unit == QLatin1String("cm") ? value * 10
        : toMillimetres(value, unit == QLatin1String("mm") ? LengthUnit::Millimetre : unit == QLatin1String("pt") ? LengthUnit::Point : LengthUnit::Inch);
    return isPage(millimetres) ? std::optional(millimetres) : std::nullopt;
}

const std::vector<WidthPreset>& widthPresets()
{
    static const std::vector<WidthPreset> presets{
        {QStringLiteral("iclr"), QStringLiteral("ICLR"), 5.5 * kInch},
        {QStringLiteral("neurips"), QStringLiteral("NeurIPS"), 5.5 * kInch},
        {QStringLiteral("icml-column"), QStringLiteral("ICML, one column"), 3.25 * kInch},
        {QStringLiteral("icml-text"), QStringLiteral("ICML, both columns"), 6.75 * kInch},
        {QStringLiteral("acl-column"), QStringLiteral("ACL, one column"), 77},
        {QStringLiteral("acl-text"), QStringLiteral("ACL, both columns"), 160},
        {QStringLiteral("ieee-column"), QStringLiteral("IEEE, one column"), 3.5 * kInch},
        {QStringLiteral("ieee-text"), QStringLiteral("IEEE, both columns"), 7.16 * kInch},
    };
    return presets;
}

const WidthPreset* presetOf(double millimetres)
{
    const auto& presets = widthPresets();
    const auto found = std::find_if(presets.begin(), presets.end(), [&](const WidthPreset& preset) { return std::abs(preset.millimetres - millimetres) < 0.05; });
    return found == presets.end() ? nullptr : &*found;
}

const WidthPreset* presetNamed(const QString& id)
{
    const auto& presets = widthPresets();
    const auto found = std::find_if(presets.begin(), presets.end(), [&](const WidthPreset& preset) { return preset.id == id; });
    return found == presets.end() ? nullptr : &*found;
}

QStringList legendPlaceNames() { return {QStringLiteral("automatic"), QStringLiteral("inside"), QStringLiteral("right"), QStringLiteral("below"), QStringLiteral("none")}; }

std::optional<LegendPlace> legendPlaceFrom(const QString& name)
{
    const auto at = legendPlaceNames().indexOf(name);
    return at < 0 ? std::nullopt : std::optional(LegendPlace(at));
}

QString fileNameFor(const Figure& figure)
{
    QString name;
    for (const QChar c : (figure.title.isEmpty() ? figure.kind : figure.title).toLower().left(60)) {
        if (c.isLetterOrNumber() || c == QLatin1Char('-'))
            name += c;
        else if (!name.isEmpty() && !name.endsWith(QLatin1Char('_')))
            name += QLatin1Char('_');
    }
    while (name.endsWith(QLatin1Char('_')))
        name.chop(1);
    return name.isEmpty() ? QStringLiteral("figure") : name;
}

QString problemOf(const FigureStyle& style)
{
    if (!isPage(style.millimetres.width()) || !isPage(style.millimetres.height()))
        return translated("A figure is between 10 mm and 1000 mm wide and high.");
    const double pixels = style.millimetres.width() * style.millimetres.height() / kInch / kInch * style.dotsPerInch * style.dotsPerInch;
    if (pixels > 3e8)
        return translated("The picture would have more than 300 million pixels: choose fewer dots per inch.");
    return {};
}

}  // namespace bam::figures
