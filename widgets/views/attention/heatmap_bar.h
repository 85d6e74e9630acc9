// SPDX-License-Identifier: GPL-3.0-or-later
// The tool row of heatmaps: colours, their scale and range, pooling, showing everything, saving.
#pragma once

#include "widgets/plots/heatmap_widget.h"

#include <QToolBar>

class QComboBox;
class QLabel;

namespace bam::views {

class NumberBox;

class HeatmapBar : public QToolBar {
    Q_OBJECT
public:
    /// @param pooled offers the choice of the largest or the mean of a tile
    explicit HeatmapBar(bool pooled, QWidget* parent = nullptr);

    const plots::HeatmapSettings& settings() const { return m_settings; }
    void setSettings(const plots::HeatmapSettings& settings);
    /// What an automatic range came to: shown in the fields, and what typing begins with.
    void showRange(double low, double high);
    QAction* resetAction() const { return m_reset; }
    QAction* saveAction() const { return m_save; }

Q_SIGNALS:
    void settingsChanged();

private:
    QComboBox* addChoice(const char* name, const QString& text, const QString& tip, const QStringList& items);
    NumberBox* addNumber(const char* name, const QString& text, const QString& tip);
    void change(const plots::HeatmapSettings& settings);
    void takeRange();
    void display();

    plots::HeatmapSettings m_settings;
    double m_low = 0, m_high = 1;
    QComboBox *m_map, *m_scale, *m_pooling = nullptr, *m_range;
    NumberBox *m_lowBox, *m_highBox;
    QAction *m_reset, *m_save;
};

/// Every setting by name, for the settings of a view; reading passes over what it does not know.
QByteArray heatmapSettingsToJson(const plots::HeatmapSettings& settings);
plots::HeatmapSettings heatmapSettingsFromJson(const QByteArray& json);

}  // namespace bam::views
