// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme.h"

#include <QApplication>
#include <QDBusInterface>
#include <QDBusReply>
#include <QProcessEnvironment>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOptionComboBox>

#include <algorithm>

namespace bam::window {
namespace {

struct Colors {
    const char *window, *text, *base, *alternate, *button, *highlight, *highlighted, *link, *disabled, *tip, *mid, *placeholder;
};

QPalette paletteOf(const Colors& colors)
{
    const auto color = [](const char* name) { return QColor(QLatin1String(name)); };
    QPalette palette(color(colors.button), color(colors.window));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        palette.setColor(role, color(colors.text));
    palette.setColor(QPalette::Base, color(colors.base));
    palette.setColor(QPalette::AlternateBase, color(colors.alternate));
    palette.setColor(QPalette::Highlight, color(colors.highlight));
    palette.setColor(QPalette::HighlightedText, color(colors.highlighted));
    palette.setColor(QPalette::Link, color(colors.link));
    palette.setColor(QPalette::LinkVisited, color(colors.link));
    palette.setColor(QPalette::ToolTipBase, color(colors.tip));
    palette.setColor(QPalette::Mid, color(colors.mid));
    palette.setColor(QPalette::PlaceholderText, color(colors.placeholder));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, color(colors.disabled));
    return palette;
}

/// What the desktop portal says (1: dark); nothing where there is no portal.
bool systemPrefersDark()
{
    const auto bus = QDBusConnection::sessionBus();
    if (bus.isConnected()) {
        QDBusInterface portal(QStringLiteral("org.freedesktop.portal.Desktop"), QStringLiteral("/org/freedesktop/portal/desktop"),
            QStringLiteral("org.freedesktop.portal.Settings"), bus);
        portal.setTimeout(300);
        const auto reply = portal.call(QStringLiteral("Read"), QStringLiteral("org.freedesktop.appearance"), QStringLiteral("color-scheme"));
        if (reply.type() == QDBusMessage::ReplyMessage && !reply.arguments().isEmpty()) {
            auto value = reply.arguments().constFirst();
            while (value.canConvert<QDBusVariant>())
                value = value.value<QDBusVariant>().variant();
            return value.toUInt() == 1;
        }
    }
    return qEnvironmentVariable("GTK_THEME").endsWith(QLatin1String("dark"), Qt::CaseInsensitive);
}

/// Fusion cuts the text of a combo box in the middle of a letter, which looks like a word of its own.
class Style : public QProxyStyle {
public:
    Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override
    {
        const auto* combo = element == CE_ComboBoxLabel ? qstyleoption_cast<const QStyleOptionComboBox*>(option) : nullptr;
        if (!combo || combo->editable)
            return QProxyStyle::drawControl(element, option, painter, widget);
        auto elided = *combo;
        const int icon = combo->currentIcon.isNull() ? 0 : combo->iconSize.width() + 4;
        const int room = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget).width() - 2 - icon;
        elided.currentText = combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, room);
        QProxyStyle::drawControl(element, &elided, painter, widget);
    }
};

}  // namespace

Theme themeFromName(const QString& name)
{
    return name == QLatin1String("light") ? Theme::Light : name == QLatin1String("dark") ? Theme::Dark : Theme::System;
}

QString themeName(Theme theme)
{
    return theme == Theme::Light ? QStringLiteral("light") : theme == Theme::Dark ? QStringLiteral("dark") : QStringLiteral("system");
}

QPalette lightPalette()
{
    return paletteOf({"#F3F4F6", "#1B1F24", "#FFFFFF", "#F7F8FA", "#EBEDF0", "#1F6FB2", "#FFFFFF", "#0B5CAD", "#8A9099", "#FFFFFF", "#C9CED6", "#6B7280"});
}

QPalette darkPalette()
{
    return paletteOf({"#24272C", "#E4E7EB", "#1B1D21", "#202328", "#2E3238", "#3D8FD1", "#FFFFFF", "#7CBCF0", "#777D86", "#30343A", "#454A52", "#969DA8"});
}

void applyTheme(QApplication& application, Theme theme)
{
    application.setStyle(new Style);
    const bool dark = theme == Theme::Dark || (theme == Theme::System && systemPrefersDark());
    application.setPalette(dark ? darkPalette() : lightPalette());
}

ThemeWatch::ThemeWatch(QObject* parent)
    : QObject(parent)
{
    auto bus = QDBusConnection::sessionBus();
    if (bus.isConnected())
        bus.connect(QStringLiteral("org.freedesktop.portal.Desktop"), QStringLiteral("/org/freedesktop/portal/desktop"), QStringLiteral("org.freedesktop.portal.Settings"),
            QStringLiteral("SettingChanged"), this, SLOT(settingChanged(QString, QString, QDBusVariant)));
}

void ThemeWatch::settingChanged(const QString& group, const QString& key, const QDBusVariant&)
{
    if (group == QLatin1String("org.freedesktop.appearance") && key == QLatin1String("color-scheme"))
        Q_EMIT systemChanged();
}

void applyTextSize(QApplication& application, const QFont& system, int percent)
{
    auto font = system;
    if (system.pointSizeF() > 0)
        font.setPointSizeF(system.pointSizeF() * std::clamp(percent, 70, 200) / 100);
    else
        font.setPixelSize(system.pixelSize() * std::clamp(percent, 70, 200) / 100);
    application.setFont(font);
}

}  // namespace bam::window
