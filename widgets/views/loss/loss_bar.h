// SPDX-License-Identifier: GPL-3.0-or-later
// The tool bar of the loss view: every setting and every command, each with a key.
#pragma once

#include "widgets/views/loss/loss_settings.h"

#include <QToolBar>

#include <utility>
#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QMenu;
class QSlider;

namespace bam::views {

class LossBar : public QToolBar {
    Q_OBJECT
public:
    explicit LossBar(QWidget* parent = nullptr);

    const LossSettings& settings() const { return m_settings; }
    void setSettings(const LossSettings& settings);
    /// By object name, e.g. "fit".
    QAction* command(const QString& name) const;
    /// All, in the order of menus, with separators.
    QList<QAction*> commands() const { return m_actions; }
    void fillMenu(QMenu& menu) const;

Q_SIGNALS:
    void settingsChanged();

private:
    QAction* make(const char* name, const QString& text, const QString& tip, const QKeySequence& key, const char* icon = nullptr);
    QAction* makeFlag(const char* name, bool LossSettings::*flag, const QString& text, const QString& tip, const QKeySequence& key, const char* icon = nullptr);
    void makePane(int pane, const char* name, const QString& text, const QKeySequence& key);
    void makeViewCommands();
    void makeSettings();
    void makeCopies();
    void makeSmoothing();
    void lay();
    void addMenuButton(const QString& text, const QString& tip, const char* icon, const QStringList& commands);
    void separate();
    void show(const LossSettings& settings);
    void change(const LossSettings& settings);

    LossSettings m_settings;
    struct {
        bool automatic = true;
        double smoothing = 0.9;
    } m_last;                       // what switching smoothing on again gives
    QList<QAction*> m_actions;
    std::vector<std::pair<QAction*, bool LossSettings::*>> m_flags;     // what switches one of the settings on and off
    QComboBox* m_x;
    QSlider* m_slider;
    QDoubleSpinBox* m_strength;
};

}  // namespace bam::views
