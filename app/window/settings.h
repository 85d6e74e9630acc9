// SPDX-License-Identifier: GPL-3.0-or-later
// What the program remembers between two starts, each value with its default in one place. Stored by QSettings in the user's configuration folder.
#pragma once

#include "app/window/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QStringList>

#include <functional>
#include <utility>

namespace bam::window {

class Settings {
public:
    Settings();

    /// What is done, once, when a choice cannot be kept. @param file where it should have been written
    void setOnFailure(std::function<void(const QString& file)> onFailure) { m_onFailure = std::move(onFailure); }

    Theme theme() const;
    void setTheme(Theme theme);
    /// Name of a translation ("pt_BR"), "en", or empty: as the system says.
    QString language() const;
    void setLanguage(const QString& language);
    int textSize() const;               ///< percent of the system's
    void setTextSize(int percent);
    bool notifications() const;         ///< of the desktop, when a job ends
    void setNotifications(bool on);
    int cpuJobs() const;                ///< trainings at a time on the processor
    void setCpuJobs(int count);

    QStringList logFolders() const;     ///< last used
    void setLogFolders(const QStringList& folders);
    QStringList recentFolders() const;  ///< newest first
    void setRecentFolders(const QStringList& folders);

    /// A view's own state under its name.
    QByteArray state(const QString& name) const;
    void setState(const QString& name, const QByteArray& value);
    /// Forgets geometry and the states of all views, not the choices above.
    void forgetLayout();

private:
    void write(const QString& key, const QVariant& value);
    QSettings m_store;
    std::function<void(const QString&)> m_onFailure;
    bool m_failed = false;
};

/// Where jobs keep their files: the user's state folder.
QString stateFolder();

}  // namespace bam::window
