// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows when there are no runs: three ways to begin.
#pragma once

#include <QFrame>
#include <QWidget>

class QLabel;
class QPushButton;

namespace bam::views {

class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);
    /// Folders opened before, offered as links.
    void setRecentFolders(const QStringList& folders);

Q_SIGNALS:
    void exampleRequested();
    void openFolderRequested();
    void buildDatasetRequested();
    void newRunRequested();
    void explorePriorsRequested();
    void recentFolderRequested(const QString& folder);

private:
    QPushButton* addOffer(QWidget* column, const QString& icon, const QString& title, const QString& text, const QString& button, const QString& name);
    QLabel* m_recent;
};

}  // namespace bam::views
