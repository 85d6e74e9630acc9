// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme.h"
#include "tests/support/test_main.h"
#include "widgets/common/colors.h"

#include <cmath>

namespace bam::window {
namespace {

double luminance(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

/// WCAG 2: 4.5 and more is readable.
double contrast(const QColor& a, const QColor& b)
{
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

}  // namespace

class ThemeTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void textIsReadableInLightAndDark()
    {
        for (const auto& palette : {lightPalette(), darkPalette()}) {
            QVERIFY(contrast(palette.color(QPalette::Text), palette.color(QPalette::Base)) > 7);
            QVERIFY(contrast(palette.color(QPalette::WindowText), palette.color(QPalette::Window)) > 7);
            QVERIFY(contrast(palette.color(QPalette::ButtonText), palette.color(QPalette::Button)) > 7);
            QVERIFY(contrast(palette.color(QPalette::Link), palette.color(QPalette::Base)) > 4.5);
            QVERIFY(contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Base)) > 4.5);
        }
        QVERIFY(!ui::isDark(lightPalette()));
        QVERIFY(ui::isDark(darkPalette()));
    }

    void aThemeIsKnownByItsName()
    {
        for (const auto theme : {Theme::System, Theme::Light, Theme::Dark})
            QCOMPARE(themeFromName(themeName(theme)), theme);
        QCOMPARE(themeFromName(QStringLiteral("purple")), Theme::System);
    }
};

BAMSCOPE_TEST(ThemeTest)

}  // namespace bam::window

#include "test_theme.moc"
