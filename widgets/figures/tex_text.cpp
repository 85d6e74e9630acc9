// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/tex_text.h"

#include <QHash>

#include <array>
#include <cmath>

namespace bam::figures {
namespace {

const QHash<char32_t, QString>& known()
{
    static const QHash<char32_t, QString> table = [] {
        QHash<char32_t, QString> made{{U'\\', QStringLiteral("\\textbackslash{}")}, {U'{', QStringLiteral("\\{")}, {U'}', QStringLiteral("\\}")}, {U'$', QStringLiteral("\\$")},
            {U'&', QStringLiteral("\\&")}, {U'#', QStringLiteral("\\#")}, {U'%', QStringLiteral("\\%")}, {U'_', QStringLiteral("\\_")},
            {U'^', QStringLiteral("\\textasciicircum{}")}, {U'~', QStringLiteral("\\textasciitilde{}")}, {U'<', QStringLiteral("$<$")}, {U'>', QStringLiteral("$>$")},
            {U'|', QStringLiteral("$|$")}, {U'"', QStringLiteral("''")}, {U'−', QStringLiteral("$-$")}, {U'×', QStringLiteral("$\\times$")},
            {U'·', QStringLiteral("$\\cdot$")}, {U'±', QStringLiteral("$\\pm$")}, {U'≤', QStringLiteral("$\\le$")}, {U'≥', QStringLiteral("$\\ge$")},
            {U'≈', QStringLiteral("$\\approx$")}, {U'≠', QStringLiteral("$\\ne$")}, {U'∞', QStringLiteral("$\\infty$")}, {U'→', QStringLiteral("$\\to$")},
            {U'√', QStringLiteral("$\\surd$")}, {U'∑', QStringLiteral("$\\sum$")}, {U'…', QStringLiteral("\\dots{}")}, {U'–', QStringLiteral("--")},
            {U'—', QStringLiteral("---")}, {U'°', QStringLiteral("$^\\circ$")}, {U'⁻', QStringLiteral("$^{-}$")}, {U'\u00A0', QStringLiteral("~")},
            {U'\u202F', QStringLiteral("\\,")}, {U'\n', QStringLiteral(" ")}, {U'\t', QStringLiteral(" ")}};
        constexpr std::array lower{"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "o", "pi", "rho", "varsigma",
            "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"};
        for (std::size_t i = 0; i < lower.size(); ++i)
            made.insert(char32_t(U'α' + i), QLatin1String(lower[i]) == QLatin1String("o") ? QStringLiteral("o") : QStringLiteral("$\\%1$").arg(QLatin1String(lower[i])));
        constexpr std::array<std::pair<char32_t, const char*>, 11> upper{{{U'Γ', "Gamma"}, {U'Δ', "Delta"}, {U'Θ', "Theta"}, {U'Λ', "Lambda"}, {U'Ξ', "Xi"}, {U'Π', "Pi"},
            {U'Σ', "Sigma"}, {U'Υ', "Upsilon"}, {U'Φ', "Phi"}, {U'Ψ', "Psi"}, {U'Ω', "Omega"}}};
        for (const auto& [letter, name] : upper)
            made.insert(letter, QStringLiteral("$\\%1$").arg(QLatin1String(name)));
        constexpr std::array<char32_t, 10> superscripts{U'⁰', U'¹', U'²', U'³', U'⁴', U'⁵', U'⁶', U'⁷', U'⁸', U'⁹'};
        for (std::size_t i = 0; i < superscripts.size(); ++i) {
            made.insert(superscripts[i], QStringLiteral("$^{%1}$").arg(i));
            made.insert(char32_t(U'₀' + i), QStringLiteral("$_{%1}$").arg(i));
        }
        // Indices, as in θᵦ.
        made.insert(U'ᵦ', QStringLiteral("$_\\beta$"));
        made.insert(U'ᵢ', QStringLiteral("$_i$"));
        return made;
    }();
    return table;
}

/// Letters that T1 fonts have: Latin with accents.
bool isLatin(char32_t c) { return c < 0x7F || (c >= 0xA1 && c <= 0x17F && c != 0xAD); }

}  // namespace

QString texText(const QString& text, QSet<char32_t>* unknown)
{
    QString result;
    for (const char32_t c : text.toUcs4()) {
        if (const auto found = known().find(c); found != known().end()) {
            result += *found;
            continue;
        }
        if (c < 0x20)
            continue;
        result += QString::fromUcs4(&c, 1);
        if (!isLatin(c) && unknown)
            unknown->insert(c);
    }
    return result;
}

QString texColor(const QColor& color) { return color.name(QColor::HexRgb).mid(1).toUpper(); }

QString texNumber(double value)
{
    if (std::isnan(value))
        return QStringLiteral("nan");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    return QString::number(value, 'g', 9);
}

}  // namespace bam::figures
