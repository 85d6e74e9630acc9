// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/settings.h"

#include <QDir>
#include <QStandardPaths>

#include <algorithm>

namespace bam::window {

Settings::Settings()
    : m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("bamscope"), QStringLiteral("bamscope"))
{
}

Theme Settings::theme() const { return themeFromName(m_store.value(QStringLiteral("theme")).toString()); }
void Settings::setTheme(Theme theme) { write(QStringLiteral("theme"), themeName(theme)); }

QString Settings::language() const { return m_store.value(QStringLiteral("language")).toString(); }
void Settings::setLanguage(const QString& language) { write(QStringLiteral("language"), language); }

int Settings::textSize() const { return std::clamp(m_store.value(QStringLiteral("text_size"), 100).toInt(), 70, 200); }
void Settings::setTextSize(int percent) { write(QStringLiteral("text_size"), std::clamp(percent, 70, 200)); }

bool Settings::notifications() const { return m_store.value(QStringLiteral("notifications"), true).toBool(); }
void Settings::setNotifications(bool on) { write(QStringLiteral("notifications"), on); }

int Settings::cpuJobs() const { return std::clamp(m_store.value(QStringLiteral("cpu_jobs"), 1).toInt(), 1, 64); }
void Settings::setCpuJobs(int count) { write(QStringLiteral("cpu_jobs"), count); }

QStringList Settings::logFolders() const { return m_store.value(QStringLiteral("log_folders")).toStringList(); }
void Settings::setLogFolders(const QStringList& folders) { write(QStringLiteral("log_folders"), folders); }
QStringList Settings::recentFolders() const { return m_store.value(QStringLiteral("recent_folders")).toStringList(); }
void Settings::setRecentFolders(const QStringList& folders) { write(QStringLiteral("recent_folders"), folders); }

QByteArray Settings::state(const QString& name) const { return m_store.value(QStringLiteral("state/") + name).toByteArray(); }
void Settings::setState(const QString& name, const QByteArray& value) { write(QStringLiteral("state/") + name, value); }

/// At once, so that a failure is told beside the choice that it concerns.
void Settings::write(const QString& key, const QVariant& value)
{
    m_store.setValue(key, value);
    m_store.sync();
    if (m_store.status() != QSettings::NoError && !std::exchange(m_failed, true) && m_onFailure)
        m_onFailure(m_store.fileName());
}

void Settings::forgetLayout() { m_store.remove(QStringLiteral("state")); }

QString stateFolder()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)).filePath(QStringLiteral("bamscope"));
}

}  // namespace bam::window
