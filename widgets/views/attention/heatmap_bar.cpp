// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/heatmap_bar.h"

#include "widgets/common/icons.h"
#include "widgets/plots/color_maps.h"
#include "widgets/views/setup/number_box.h"

#include <QComboBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalBlocker>
#include <QToolButton>

#include <cmath>

namespace bam::views {

using plots::ColorScale;
using plots::HeatmapSettings;
using plots::Pooling;

HeatmapBar::HeatmapBar(bool pooled, QWidget* parent)
    : QToolBar(parent)
{
    setObjectName(QStringLiteral("heatmapBar"));
    setIconSize(QSize(18, 18));
    m_map = addChoice("heatmapMap", tr("Colour map"), tr("Colour map. All are even in lightness: equal steps look equal, also in grey"), plots::colorMapNames());
    m_scale = addChoice("heatmapScale", tr("Colour scale"), tr("How weights become colours. The square root lifts small weights, the logarithm shows all orders of magnitude alike"),
        {tr("Linear"), tr("Square root"), tr("Logarithmic")});
    if (pooled)
        m_pooling = addChoice("heatmapPooling", tr("Pooling"),
            tr("What a pixel shows that many pairs share. Their largest weight keeps single strong pairs in sight; their mean shows where the mass lies"), {tr("Largest"), tr("Mean")});
    m_range = addChoice("heatmapRange", tr("Range of the colours"), tr("Which weights the first and the last colour stand for: those of the whole matrix, of what is in view, or typed ones"),
        {tr("Whole matrix"), tr("In view"), tr("Typed")});
    m_lowBox = addNumber("heatmapLow", tr("Value of the first colour"), tr("The first colour's value; smaller ones get the same colour. Typing fixes the range"));
    m_highBox = addNumber("heatmapHigh", tr("Value of the last colour"), tr("The last colour's value; larger ones get the same colour. Typing fixes the range"));
    addSeparator();
    m_reset = addAction(ui::icon(QStringLiteral("fit")), tr("Show everything"));
    m_reset->setObjectName(QStringLiteral("heatmapReset"));
    m_reset->setToolTip(tr("Show the whole matrix (0, or a double click on it)"));
    m_save = addAction(ui::icon(QStringLiteral("image")), tr("Save figure…"));
    m_save->setObjectName(QStringLiteral("saveFigure"));
    m_save->setToolTip(tr("Save what is in view as PDF, SVG, PNG or for TeX"));
    for (auto* button : findChildren<QToolButton*>())
        button->setFocusPolicy(Qt::TabFocus);
    // The style's own arrow is black, also on black.
    if (auto* more = findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"))) {
        more->setIcon(ui::icon(QStringLiteral("more")));
        more->setAccessibleName(tr("More commands"));
        more->setToolTip(tr("What there is no room for"));
    }
    connect(m_map, &QComboBox::activated, this, [this](int index) {
        auto settings = m_settings;
        settings.map = plots::colorMapNames().value(index);
        change(settings);
    });
    connect(m_scale, &QComboBox::activated, this, [this](int index) {
        auto settings = m_settings;
        settings.scale = ColorScale(index);
        change(settings);
    });
    if (m_pooling)
        connect(m_pooling, &QComboBox::activated, this, [this](int index) {
            auto settings = m_settings;
            settings.pooling = Pooling(index);
            change(settings);
        });
    connect(m_range, &QComboBox::activated, this, [this](int index) {
        auto settings = m_settings;
        settings.range = HeatmapSettings::Range(index);
        settings.low = m_low;
        settings.high = m_high;
        change(settings);
    });
    for (auto* box : {m_lowBox, m_highBox})
        connect(box, &NumberBox::textEdited, this, &HeatmapBar::takeRange);
    display();
}

QComboBox* HeatmapBar::addChoice(const char* name, const QString& text, const QString& tip, const QStringList& items)
{
    auto* box = new QComboBox(this);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(text);
    box->setToolTip(tip);
    box->addItems(items);
    addWidget(box);
    return box;
}

NumberBox* HeatmapBar::addNumber(const char* name, const QString& text, const QString& tip)
{
    auto* box = new NumberBox(false, false, -1e30, 1e30, this);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(text);
    box->setToolTip(tip);
    addWidget(box);
    return box;
}

void HeatmapBar::takeRange()
{
    const auto low = m_lowBox->number(), high = m_highBox->number();
    if (!low || !high || *low >= *high)
        return;         // not finished, or no range: what was valid stays
    auto settings = m_settings;
    settings.range = HeatmapSettings::Range::Fixed;
    settings.low = *low;
    settings.high = *high;
    m_settings = settings;
    m_low = *low;
    m_high = *high;
    m_range->setCurrentIndex(int(settings.range));
    Q_EMIT settingsChanged();
}

void HeatmapBar::change(const HeatmapSettings& settings)
{
    if (settings == m_settings)
        return;
    setSettings(settings);
    Q_EMIT settingsChanged();
}

void HeatmapBar::setSettings(const HeatmapSettings& settings)
{
    m_settings = settings;
    if (settings.range == HeatmapSettings::Range::Fixed) {
        m_low = settings.low;
        m_high = settings.high;
    }
    display();
}

void HeatmapBar::showRange(double low, double high)
{
    if (m_settings.range == HeatmapSettings::Range::Fixed)
        return;
    m_low = low;
    m_high = high;
    display();
}

void HeatmapBar::display()
{
    m_map->setCurrentIndex(int(plots::colorMapNames().indexOf(m_settings.map)));
    m_scale->setCurrentIndex(int(m_settings.scale));
    if (m_pooling)
        m_pooling->setCurrentIndex(int(m_settings.pooling));
    m_range->setCurrentIndex(int(m_settings.range));
    const auto rounded = [](double value) { return QString::number(value, 'g', 4).toDouble(); };
    const bool fixed = m_settings.range == HeatmapSettings::Range::Fixed;
    m_lowBox->setNumber(fixed ? m_low : rounded(m_low));
    m_highBox->setNumber(fixed ? m_high : rounded(m_high));
}

QByteArray heatmapSettingsToJson(const HeatmapSettings& settings)
{
    return QJsonDocument(QJsonObject{{QStringLiteral("map"), settings.map}, {QStringLiteral("scale"), int(settings.scale)}, {QStringLiteral("pooling"), int(settings.pooling)},
        {QStringLiteral("range"), int(settings.range)}, {QStringLiteral("low"), settings.low}, {QStringLiteral("high"), settings.high}}).toJson(QJsonDocument::Compact);
}

HeatmapSettings heatmapSettingsFromJson(const QByteArray& json)
{
    HeatmapSettings settings;
    const auto object = QJsonDocument::fromJson(json).object();
    const auto choice = [&](const char* name, int most, auto& value) {
        if (const int read = object.value(QLatin1String(name)).toInt(-1); read >= 0 && read <= most)
            value = std::remove_reference_t<decltype(value)>(read);
    };
    if (const auto map = object.value(QStringLiteral("map")).toString(); plots::isColorMap(map))
        settings.map = map;
    choice("scale", int(ColorScale::Log), settings.scale);
    choice("pooling", int(Pooling::Mean), settings.pooling);
    choice("range", int(HeatmapSettings::Range::Fixed), settings.range);
    const double low = object.value(QStringLiteral("low")).toDouble(inspect::kNone), high = object.value(QStringLiteral("high")).toDouble(inspect::kNone);
    if (low < high) {
        settings.low = low;
        settings.high = high;
    } else if (settings.range == HeatmapSettings::Range::Fixed) {
        settings.range = HeatmapSettings::Range::Whole;
    }
    return settings;
}

}  // namespace bam::views
